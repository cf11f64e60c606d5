(file_scoped_namespace_declaration name: (_) @namespace)
(namespace_declaration name: (_) @name body: (_) @body) @def.namespace

(class_declaration (modifier)* @modifier
  name: (identifier) @name body: (declaration_list)? @body) @def.class
(record_declaration (modifier)* @modifier
  name: (identifier) @name body: (declaration_list)? @body) @def.class
(struct_declaration (modifier)* @modifier
  name: (identifier) @name body: (declaration_list)? @body) @def.struct
(interface_declaration (modifier)* @modifier
  name: (identifier) @name body: (declaration_list)? @body) @def.interface
(enum_declaration (modifier)* @modifier
  name: (identifier) @name body: (_)? @body) @def.enum
(enum_member_declaration name: (identifier) @name) @def.enum_member
(delegate_declaration (modifier)* @modifier name: (identifier) @name) @def.type

(record_declaration (parameter_list
  (parameter type: (_) @type name: (identifier) @name) @def.property @public))
(class_declaration (parameter_list
  (parameter type: (_) @type name: (identifier) @name) @def.field))
(struct_declaration (parameter_list
  (parameter type: (_) @type name: (identifier) @name) @def.field))

(method_declaration (modifier)* @modifier
  returns: (_) @type name: (identifier) @name body: (_)? @body) @def.method
(local_function_statement
  type: (_) @type name: (identifier) @name body: (_)? @body) @def.function
(constructor_declaration (modifier)* @modifier
  name: (identifier) @name body: (_)? @body) @def.constructor
(destructor_declaration "~" @name body: (_)? @body) @def.method
(operator_declaration (modifier)* @modifier
  type: (_) @type operator: _ @name body: (_)? @body) @def.method
(conversion_operator_declaration (modifier)* @modifier
  "operator" @name type: (_) @type body: (_)? @body) @def.method

(property_declaration (modifier)* @modifier
  type: (_) @type name: (identifier) @name [(accessor_list) (arrow_expression_clause)] @body)
  @def.property
(indexer_declaration (modifier)* @modifier
  type: (_) @type "this" @name [(accessor_list) (arrow_expression_clause)] @body) @def.property
(event_declaration (modifier)* @modifier
  type: (_) @type name: (identifier) @name accessors: (_)? @body) @def.property
(event_field_declaration (modifier)* @modifier (variable_declaration
  type: (_) @type (variable_declarator name: (identifier) @name) @def.field))
(event_field_declaration (modifier)* @modifier (variable_declaration
  type: (_) @type . (variable_declarator name: (identifier) @name) .)) @def.field
(field_declaration (modifier)* @modifier (variable_declaration
  type: (_) @type (variable_declarator name: (identifier) @name . (_)? @body) @def.field))
(field_declaration (modifier)* @modifier (variable_declaration
  type: (_) @type . (variable_declarator name: (identifier) @name . (_)? @body) .)) @def.field
(field_declaration (modifier)* @modifier (modifier "const") (modifier)* @modifier
  (variable_declaration
    type: (_) @type (variable_declarator name: (identifier) @name . (_)? @body) @def.constant))
(field_declaration (modifier)* @modifier (modifier "const") (modifier)* @modifier
  (variable_declaration
    type: (_) @type . (variable_declarator name: (identifier) @name . (_)? @body) .))
  @def.constant
