(namespace_definition name: (namespace_name) @namespace !body)
(namespace_definition name: (namespace_name) @name body: (_) @body) @def.namespace

(class_declaration
  (visibility_modifier)? @modifier name: (name) @name body: (_) @body) @def.class
(interface_declaration name: (name) @name body: (_) @body) @def.interface
(trait_declaration name: (name) @name body: (_) @body) @def.trait
(enum_declaration name: (name) @name body: (_) @body) @def.enum
(enum_case name: (name) @name) @def.enum_member
(anonymous_class "class" @name (arguments)? @before body: (_) @body) @def.class

(function_definition
  name: (name) @name return_type: (_)? @type body: (_) @body) @def.function
(method_declaration
  (visibility_modifier)? @modifier
  name: (name) @name
  return_type: (_)? @type
  body: (_)? @body) @def.method

(property_declaration
  (visibility_modifier)? @modifier
  type: (_)? @type
  (property_element name: (variable_name (name) @name)) @def.property)
(property_declaration
  .
  [
    (attribute_list)
    (visibility_modifier) @modifier
    (static_modifier)
    (readonly_modifier)
    (var_modifier)
    (abstract_modifier)
    (final_modifier)
    (named_type) @type
    (optional_type) @type
    (primitive_type) @type
    (union_type) @type
    (intersection_type) @type
    (disjunctive_normal_form_type) @type
  ]*
  .
  (property_element name: (variable_name (name) @name))
  .) @def.property
(property_declaration
  (visibility_modifier)? @modifier
  type: (_)? @type
  (property_element name: (variable_name (name) @name))
  .
  (property_hook_list) @body) @def.property
(property_promotion_parameter
  visibility: (visibility_modifier)? @modifier
  type: (_)? @type
  name: (variable_name (name) @name)) @def.self_property

(const_declaration
  (visibility_modifier)? @modifier
  type: (_)? @type
  (const_element . (name) @name . (_) @value) @def.constant)
(const_declaration
  .
  [
    (attribute_list)
    (visibility_modifier) @modifier
    (final_modifier)
    (named_type) @type
    (optional_type) @type
    (primitive_type) @type
    (union_type) @type
  ]*
  .
  (const_element . (name) @name . (_) @value)
  .) @def.constant
((function_call_expression
  function: (name) @defines
  arguments: (arguments . (argument (string (string_content) @name)) . (argument (_) @value)))
  @def.outer_constant
  (#eq? @defines "define"))

(program (expression_statement (assignment_expression
  left: (variable_name) @name right: (_) @value)) @def.outer_variable)
