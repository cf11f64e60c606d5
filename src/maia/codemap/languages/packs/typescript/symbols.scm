(class_declaration name: (type_identifier) @name body: (class_body) @body) @def.class
(abstract_class_declaration name: (type_identifier) @name body: (class_body) @body) @def.class
(interface_declaration name: (type_identifier) @name body: (interface_body) @body) @def.interface
(enum_declaration name: (identifier) @name body: (enum_body) @body) @def.enum
(enum_body name: (property_identifier) @name @def.enum_member)
(enum_body (enum_assignment name: (property_identifier) @name) @def.enum_member)
(type_alias_declaration name: (type_identifier) @name) @def.type
(type_alias_declaration
  name: (type_identifier) @name
  value: [(type_identifier) (generic_type) (nested_type_identifier) (union_type) (intersection_type)] @type) @def.type
(internal_module name: [(identifier) (nested_identifier)] @name body: (statement_block) @body) @def.namespace
(module name: [(identifier) (nested_identifier)] @name body: (statement_block) @body) @def.namespace
(module name: (string (string_fragment) @name) body: (statement_block) @body) @def.module

(function_declaration
  name: (identifier) @name
  return_type: (type_annotation (_) @type)?
  body: (statement_block) @body) @def.function
(generator_function_declaration
  name: (identifier) @name
  return_type: (type_annotation (_) @type)?
  body: (statement_block) @body) @def.function
(function_signature
  name: (identifier) @name
  return_type: (type_annotation (_) @type)?) @def.function

(export_statement "default" @name value: (function_expression
  return_type: (type_annotation (_) @type)?
  body: (_) @body) @def.function)
(export_statement "default" @name value: (arrow_function
  return_type: (type_annotation (_) @type)?
  body: (_) @body) @def.function)
(export_statement "default" @name value: (class body: (class_body) @body) @def.class)
(export_statement "default" @name value: [
  (object) (array) (string) (number) (true) (false) (template_string)
] @def.variable)
(export_statement "default" @name value: [
  (call_expression) (new_expression) (member_expression) (await_expression)
] @def.variable @value)
(export_statement "default" @name value: (as_expression (object) . (_) @type) @def.variable)
(export_statement "default" @name value: (satisfies_expression (object)) @def.variable)

(program (lexical_declaration (variable_declarator
  name: (identifier) @name
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
  ] @type)?
  value: [
    (call_expression) (new_expression) (member_expression) (await_expression) (identifier)
    (subscript_expression)
    (as_expression [(call_expression) (new_expression) (member_expression) (identifier)])
  ]? @value) @def.variable))
(program (variable_declaration (variable_declarator
  name: (identifier) @name
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
  ] @type)?
  value: [
    (call_expression) (new_expression) (member_expression) (await_expression) (identifier)
    (subscript_expression)
    (as_expression [(call_expression) (new_expression) (member_expression) (identifier)])
  ]? @value) @def.variable))
(export_statement declaration: (lexical_declaration (variable_declarator
  name: (identifier) @name
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
  ] @type)?
  value: [
    (call_expression) (new_expression) (member_expression) (await_expression) (identifier)
    (subscript_expression)
    (as_expression [(call_expression) (new_expression) (member_expression) (identifier)])
  ]? @value) @def.variable))
(export_statement declaration: (variable_declaration (variable_declarator
  name: (identifier) @name) @def.variable))
(ambient_declaration [(lexical_declaration (variable_declarator
  name: (identifier) @name
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
  ] @type)?) @def.variable)
 (variable_declaration (variable_declarator
  name: (identifier) @name
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
  ] @type)?) @def.variable)])
(internal_module body: (statement_block (lexical_declaration (variable_declarator
  name: (identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.variable)))
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
    (arrow_function return_type: (type_annotation (_) @type)? body: (_) @body)
    (function_expression return_type: (type_annotation (_) @type)? body: (_) @body)
    (generator_function return_type: (type_annotation (_) @type)? body: (_) @body)
  ]) @def.function)
(lexical_declaration . (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function return_type: (type_annotation (_) @type)? body: (_) @body)
    (function_expression return_type: (type_annotation (_) @type)? body: (_) @body)
    (generator_function return_type: (type_annotation (_) @type)? body: (_) @body)
  ]) .) @def.function
(variable_declaration (variable_declarator
  name: (identifier) @name
  value: [
    (arrow_function return_type: (type_annotation (_) @type)? body: (_) @body)
    (function_expression return_type: (type_annotation (_) @type)? body: (_) @body)
    (generator_function return_type: (type_annotation (_) @type)? body: (_) @body)
  ]) @def.function)
(lexical_declaration (variable_declarator
  name: (identifier) @name
  value: (class body: (class_body) @body)) @def.class)
(variable_declaration (variable_declarator
  name: (identifier) @name
  value: (class body: (class_body) @body)) @def.class)

(class_body (method_definition
  (accessibility_modifier)? @modifier
  name: [(property_identifier) (private_property_identifier)] @name
  return_type: (type_annotation (_) @type)?
  body: (_) @body) @def.method)
(class_body (method_definition
  (accessibility_modifier)? @modifier
  ["get" "set"]
  name: [(property_identifier) (private_property_identifier)] @name
  return_type: (type_annotation (_) @type)?
  body: (_) @body) @def.property)
(class_body (method_signature
  (accessibility_modifier)? @modifier
  name: [(property_identifier) (private_property_identifier)] @name
  return_type: (type_annotation (_) @type)?) @def.method)
(class_body (abstract_method_signature
  (accessibility_modifier)? @modifier
  name: [(property_identifier) (private_property_identifier)] @name
  return_type: (type_annotation (_) @type)?) @def.method)
(class_body (public_field_definition
  (accessibility_modifier)? @modifier
  name: [(property_identifier) (private_property_identifier)] @name
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
    (this_type)
  ] @type)?
  value: [
    (call_expression) (new_expression) (member_expression) (identifier) (as_expression)
  ]? @value) @def.field)
(class_body (public_field_definition
  (accessibility_modifier)? @modifier
  name: [(property_identifier) (private_property_identifier)] @name
  value: [
    (arrow_function return_type: (type_annotation (_) @type)? body: (_) @body)
    (function_expression return_type: (type_annotation (_) @type)? body: (_) @body)
  ]) @def.method)
(required_parameter
  (accessibility_modifier) @modifier
  pattern: (identifier) @name
  type: (type_annotation (_) @type)?) @def.self_field
(optional_parameter
  (accessibility_modifier) @modifier
  pattern: (identifier) @name
  type: (type_annotation (_) @type)?) @def.self_field
(required_parameter
  "readonly"
  pattern: (identifier) @name
  type: (type_annotation (_) @type)?) @def.self_field

(interface_body (property_signature
  name: [(property_identifier) (string (string_fragment))] @name
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
  ] @type)?) @def.property)
(interface_body (method_signature
  name: (property_identifier) @name
  return_type: (type_annotation (_) @type)?) @def.method)
(type_alias_declaration value: (object_type (property_signature
  name: (property_identifier) @name
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
  ] @type)?) @def.property))
(type_alias_declaration value: (object_type (method_signature
  name: (property_identifier) @name
  return_type: (type_annotation (_) @type)?) @def.method))

(program (lexical_declaration (variable_declarator value: [
  (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property)
  (as_expression (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property))
  (satisfies_expression (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property))
  (satisfies_expression (as_expression (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property)))
])))
(export_statement declaration: (lexical_declaration (variable_declarator value: [
  (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property)
  (as_expression (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property))
  (satisfies_expression (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property))
  (satisfies_expression (as_expression (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property)))
])))
(object (pair value: (object (pair
  key: (property_identifier) @name
  value: [(call_expression) (new_expression) (identifier) (member_expression)]? @value) @def.property)))
(object (method_definition
  name: [(property_identifier) (private_property_identifier)] @name
  return_type: (type_annotation (_) @type)?
  body: (_) @body) @def.method)
(object (method_definition
  ["get" "set"]
  name: (property_identifier) @name
  return_type: (type_annotation (_) @type)?
  body: (_) @body) @def.property)
(object (pair
  key: (property_identifier) @name
  value: [
    (arrow_function return_type: (type_annotation (_) @type)? body: (_) @body)
    (function_expression return_type: (type_annotation (_) @type)? body: (_) @body)
  ]) @def.method)
(assignment_expression
  left: (member_expression object: (identifier) @owner property: (property_identifier) @name)
  right: [
    (arrow_function return_type: (type_annotation (_) @type)? body: (_) @body)
    (function_expression return_type: (type_annotation (_) @type)? body: (_) @body)
  ]
  (#not-any-of? @owner "exports" "module" "window" "global" "globalThis" "self")) @def.method
