(class name: (constant) @name body: (_)? @body) @def.class
(class name: (scope_resolution scope: (_) @owner name: (constant) @name)
  body: (_)? @body) @def.class
(module name: (constant) @name body: (_)? @body) @def.module
(module name: (scope_resolution scope: (_) @owner name: (constant) @name) body: (_)? @body) @def.module

(assignment left: (constant) @name right: (_) @value) @def.constant
(assignment
  left: (constant) @name
  right: (call
    receiver: (constant) @maker method: (identifier) @makes
    arguments: (argument_list)? @body)
  (#any-of? @maker "Struct" "Class" "Module" "Data")
  (#any-of? @makes "new" "define")) @def.class
((assignment
  left: (constant)
  right: (call
    receiver: (constant) @maker
    arguments: (argument_list (simple_symbol) @name @def.property)))
  (#any-of? @maker "Struct" "Data"))
((class
  superclass: (superclass (call
    receiver: (constant) @maker
    arguments: (argument_list (simple_symbol) @name @def.property))))
  (#any-of? @maker "Struct" "Data"))

(method name: (_) @name body: (_)? @body) @def.function
(singleton_method name: (_) @name body: (_)? @body) @def.function
(singleton_class value: (self) (body_statement
  (method name: (_) @name body: (_)? @body) @def.function @static))
(call method: (identifier) @modifier arguments: (argument_list
  (method name: (_) @name body: (_)? @body) @def.function)
  (#any-of? @modifier "private" "protected" "public"))
(singleton_class value: (self) (body_statement
  (call method: (identifier) @modifier arguments: (argument_list
    (method name: (_) @name body: (_)? @body) @def.function @static))
  (#any-of? @modifier "private" "protected" "public")))
(call method: (identifier) @modifier arguments: (argument_list
  (singleton_method name: (_) @name body: (_)? @body) @def.function)
  (#eq? @modifier "private_class_method"))

(call
  !receiver
  method: (identifier) @defines
  arguments: (argument_list . [
    (simple_symbol) @name
    (string (string_content) @name)
  ])
  block: (_)? @body
  (#eq? @defines "define_method")) @def.function
(call !receiver method: (identifier) @defines
  arguments: (argument_list [
    (simple_symbol) @name @def.property
    (string (string_content) @name) @def.property
  ])
  (#any-of? @defines
    "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "cattr_reader"
    "mattr_accessor" "mattr_reader" "class_attribute" "thread_mattr_accessor"))
(call !receiver method: (identifier) @defines
  arguments: (argument_list . (simple_symbol) @name .)
  (#any-of? @defines
    "attr_accessor" "attr_reader" "attr_writer" "attr" "cattr_accessor" "cattr_reader"
    "mattr_accessor" "mattr_reader" "class_attribute" "thread_mattr_accessor")) @def.property
((singleton_class value: (self) (body_statement
  (call !receiver method: (identifier) @defines
    arguments: (argument_list (simple_symbol) @name)) @static @def.property))
  (#any-of? @defines "attr_accessor" "attr_reader" "attr_writer" "attr"))
(call !receiver method: (identifier) @defines
  arguments: (argument_list . (simple_symbol) @name)
  (#eq? @defines "alias_method")) @def.function
(alias name: (_) @name) @def.function

(assignment left: (instance_variable) @name right: (_) @value) @def.self_field
(operator_assignment left: (instance_variable) @name right: (_) @value) @def.self_field
(assignment left: (class_variable) @name right: (_) @value) @def.self_field
(operator_assignment left: (class_variable) @name right: (_) @value) @def.self_field
(assignment left: (left_assignment_list (instance_variable) @name @def.self_field))
(program (assignment left: (global_variable) @name right: (_) @value) @def.outer_variable)

((body_statement (identifier) @def.visibility)
  (#any-of? @def.visibility "private" "protected" "public"))
((body_statement (call
  !receiver method: (identifier) @word arguments: (argument_list (simple_symbol) @name))
  @def.visibility)
  (#any-of? @word "private" "protected" "public" "private_class_method" "private_constant"))
