(class_declaration name: (identifier) @name body: (class_body) @body) @def.class
(function_declaration
  name: (identifier) @name
  body: (statement_block) @body) @def.function
(generator_function_declaration
  name: (identifier) @name
  body: (statement_block) @body) @def.function
(export_statement "default" @name value: (function_expression body: (_) @body) @def.function)
(export_statement "default" @name value: (arrow_function body: (_) @body) @def.function)
(export_statement "default" @name value: (class body: (class_body) @body) @def.class)
(export_statement "default" @name value: [
  (object) (array) (string) (number) (true) (false) (template_string)
] @def.variable)
(export_statement "default" @name value: [
  (call_expression) (new_expression) (member_expression) (await_expression)
] @def.variable @value)

(program (lexical_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (call_expression) (new_expression) (member_expression) (await_expression) (identifier)
    (subscript_expression)
  ]? @value) @def.variable))
(program (variable_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (call_expression) (new_expression) (member_expression) (await_expression) (identifier)
    (subscript_expression)
  ]? @value) @def.variable))
(export_statement declaration: (lexical_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (call_expression) (new_expression) (member_expression) (await_expression) (identifier)
    (subscript_expression)
  ]? @value) @def.variable))
(export_statement declaration: (variable_declaration (variable_declarator
  name: (identifier) @name) @def.variable))
(program [
  (lexical_declaration (variable_declarator name: [
    (object_pattern (shorthand_property_identifier_pattern) @name @def.variable)
    (object_pattern (pair_pattern value: (identifier) @name @def.variable))
    (array_pattern (identifier) @name @def.variable)]))
  (export_statement declaration: (lexical_declaration (variable_declarator name: [
    (object_pattern (shorthand_property_identifier_pattern) @name @def.variable)
    (object_pattern (pair_pattern value: (identifier) @name @def.variable))
    (array_pattern (identifier) @name @def.variable)])))
])
(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @def.function)
(lexical_declaration . (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) .) @def.function
(variable_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
    (generator_function body: (_) @body)
  ]) @def.function)
(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: (class body: (class_body) @body)) @def.class)
(variable_declaration (variable_declarator
  name: (identifier) @name
  value: (class body: (class_body) @body)) @def.class)
(class_body (method_definition
  name: [(property_identifier) (private_property_identifier)] @name
  body: (_) @body) @def.method)
(class_body (method_definition
  ["get" "set"]
  name: [(property_identifier) (private_property_identifier)] @name
  body: (_) @body) @def.property)
(class_body (field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (call_expression) (new_expression) (member_expression) (identifier)
  ]? @value) @def.field)
(class_body (field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @def.method)
(program (_ (variable_declarator value: (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property))))
(export_statement declaration: (_ (variable_declarator value: (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property))))
(object (pair value: (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property)))
(object (method_definition
  name: [(property_identifier) (private_property_identifier)] @name
  body: (_) @body) @def.method)
(object (method_definition
  ["get" "set"]
  name: (property_identifier) @name
  body: (_) @body) @def.property)
(object (pair
  key: (property_identifier) @name
  value: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]) @def.method)
(assignment_expression
  left: (member_expression
    object: (member_expression
      object: (identifier) @owner
      property: (property_identifier) @prototype)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]
  (#eq? @prototype "prototype")) @def.method
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]
  (#not-any-of? @owner "exports" "module" "window" "global" "globalThis" "self")) @def.method
(assignment_expression
  left: (member_expression
    object: (identifier) @_e
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]
  (#eq? @_e "exports")) @def.function
(assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_m property: (property_identifier) @_e)
    property: (property_identifier) @name)
  right: [
    (arrow_function body: (_) @body)
    (function_expression body: (_) @body)
  ]
  (#eq? @_m "module")
  (#eq? @_e "exports")) @def.function
((assignment_expression
  left: (member_expression object: (identifier) @_m property: (property_identifier) @_e)
  right: [
    (function_expression name: (identifier) @name body: (_) @body) @def.function
    (class name: (_) @name body: (class_body) @body) @def.class
  ])
  (#eq? @_m "module") (#eq? @_e "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_m property: (property_identifier) @name)
  right: [
    (function_expression !name body: (_) @body)
    (arrow_function body: (_) @body)
  ]) @def.function
  (#eq? @_m "module") (#eq? @name "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_m property: (property_identifier) @name)
  right: (class !name body: (class_body) @body)) @def.class
  (#eq? @_m "module") (#eq? @name "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_m property: (property_identifier) @name)
  right: [(call_expression function: (_) @_called) (new_expression)] @value) @def.variable
  (#eq? @_m "module") (#eq? @name "exports") (#not-eq? @_called "require"))
((assignment_expression
  left: (member_expression object: (identifier) @_m property: (property_identifier) @_e)
  right: (object [
    (method_definition name: (property_identifier) @name body: (_) @body) @def.function
    (pair key: (property_identifier) @name value: [
      (arrow_function body: (_) @body)
      (function_expression body: (_) @body)
    ]) @def.function
  ]))
  (#eq? @_m "module") (#eq? @_e "exports"))

((assignment_expression
  left: (member_expression object: (this) property: (property_identifier) @name)
  right: [
    (call_expression) (new_expression) (member_expression) (identifier) (await_expression)
  ]? @value) @def.self_field)

((assignment_expression
  left: (member_expression object: (identifier) @_e property: (property_identifier) @name)
  right: [
    (call_expression) (new_expression) (member_expression) (object) (array) (string) (number)
    (template_string) (binary_expression) (unary_expression) (regex) (true) (false) (null)
  ] @value) @def.variable
  (#eq? @_e "exports"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_m property: (property_identifier) @_e)
    property: (property_identifier) @name)
  right: [
    (call_expression) (new_expression) (member_expression) (object) (array) (string) (number)
    (template_string) (binary_expression) (unary_expression) (regex) (true) (false) (null)
  ] @value) @def.variable
  (#eq? @_m "module") (#eq? @_e "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_m property: (property_identifier) @_e)
  right: (object (pair key: (property_identifier) @name value: [
    (call_expression) (new_expression) (member_expression) (object) (array) (string) (number)
    (template_string) (binary_expression) (unary_expression) (regex) (true) (false) (null)
  ] @value) @def.variable))
  (#eq? @_m "module") (#eq? @_e "exports"))
