(package_declaration [(scoped_identifier) (identifier)] @namespace)

(class_declaration (modifiers)? @modifier
  name: (identifier) @name body: (class_body) @body) @def.class
(record_declaration (modifiers)? @modifier
  name: (identifier) @name body: (class_body) @body) @def.class
(interface_declaration (modifiers)? @modifier
  name: (identifier) @name body: (interface_body) @body) @def.interface
(annotation_type_declaration (modifiers)? @modifier
  name: (identifier) @name body: (annotation_type_body) @body) @def.interface
(enum_declaration (modifiers)? @modifier
  name: (identifier) @name body: (enum_body) @body) @def.enum
(enum_constant name: (identifier) @name body: (class_body)? @body) @def.enum_member
(object_creation_expression "new" @name (class_body) @body) @def.class

(method_declaration (modifiers)? @modifier
  type: (_) @type name: (identifier) @name body: (block)? @body) @def.method
(annotation_type_element_declaration (modifiers)? @modifier
  type: (_) @type name: (identifier) @name) @def.method
(constructor_declaration (modifiers)? @modifier
  name: (identifier) @name body: (constructor_body) @body) @def.constructor
(compact_constructor_declaration (modifiers)? @modifier
  name: (identifier) @name body: (block) @body) @def.constructor

(record_declaration parameters: (formal_parameters
  (formal_parameter type: (_) @type name: (identifier) @name) @def.field))
(field_declaration (modifiers)? @modifier type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @body) @def.field)
(field_declaration (modifiers)? @modifier type: (_) @type
  . declarator: (variable_declarator name: (identifier) @name value: (_)? @body) .) @def.field
(field_declaration (modifiers "static" "final") @modifier type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @body) @def.constant)
(field_declaration (modifiers "static" "final") @modifier type: (_) @type
  . declarator: (variable_declarator name: (identifier) @name value: (_)? @body) .) @def.constant
(constant_declaration type: (_) @type
  declarator: (variable_declarator name: (identifier) @name value: (_)? @body) @def.constant)
(constant_declaration (modifiers)? @modifier type: (_) @type
  . declarator: (variable_declarator name: (identifier) @name value: (_)? @body) .) @def.constant
