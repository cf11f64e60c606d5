((call_expression function: (identifier) @call) (#not-eq? @call "require"))
(call_expression function: (super) @call)
(call_expression function: (member_expression
  object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @call))
(call_expression function: (non_null_expression (identifier) @call))
(call_expression function: (non_null_expression (member_expression
  object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @call)))
(call_expression function: (instantiation_expression (identifier) @call))
(new_expression constructor: [(identifier) (this)] @new)
(new_expression constructor: (member_expression
  object: (_) @receiver
  property: (property_identifier) @new))

(extends_clause value: (identifier) @inherit)
(extends_clause value: (member_expression
  object: (_) @receiver
  property: (property_identifier) @inherit))
(extends_type_clause type: (type_identifier) @inherit)
(extends_type_clause type: (generic_type name: (type_identifier) @inherit))
(extends_type_clause type: (nested_type_identifier module: (_) @receiver name: (_) @inherit))
(extends_type_clause type: (generic_type
  name: (nested_type_identifier module: (_) @receiver name: (_) @inherit)))
(implements_clause (type_identifier) @implement)
(implements_clause (generic_type name: (type_identifier) @implement))
(implements_clause (nested_type_identifier module: (_) @receiver name: (_) @implement))
(implements_clause (generic_type
  name: (nested_type_identifier module: (_) @receiver name: (_) @implement)))

(decorator (identifier) @decorate)
(decorator (call_expression function: (identifier) @decorate))
(decorator (member_expression object: (_) @receiver property: (_) @decorate))
(decorator (call_expression function: (member_expression
  object: (_) @receiver
  property: (_) @decorate)))

(type_annotation (type_identifier) @type)
(generic_type name: (type_identifier) @type)
(nested_type_identifier module: (_) @receiver name: (type_identifier) @type)
(type_arguments (type_identifier) @type)
(union_type (type_identifier) @type)
(intersection_type (type_identifier) @type)
(array_type (type_identifier) @type)
(readonly_type (type_identifier) @type)
(tuple_type (type_identifier) @type)
(optional_type (type_identifier) @type)
(rest_type (type_identifier) @type)
(parenthesized_type (type_identifier) @type)
(index_type_query (type_identifier) @type)
(lookup_type (type_identifier) @type)
(conditional_type (type_identifier) @type)
(constraint (type_identifier) @type)
(default_type (type_identifier) @type)
(function_type return_type: (type_identifier) @type)
(constructor_type type: (type_identifier) @type)
(type_predicate type: (type_identifier) @type)
(mapped_type_clause type: (type_identifier) @type)
(type_alias_declaration value: (type_identifier) @type)
(as_expression (type_identifier) @type)
(satisfies_expression (type_identifier) @type)
(type_query (identifier) @read)
(type_query (member_expression object: (_) @receiver property: (property_identifier) @read))

(assignment_expression left: (identifier) @write)
((assignment_expression left: (member_expression
  object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @write))
  (#not-match? @receiver "^(module|exports|module\\.exports|[A-Za-z_$][A-Za-z0-9_$]*\\.prototype)$"))
(augmented_assignment_expression left: (identifier) @write)
((augmented_assignment_expression left: (member_expression
  object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @write))
  (#not-match? @receiver "^(module|exports|module\\.exports|[A-Za-z_$][A-Za-z0-9_$]*\\.prototype)$"))
(update_expression argument: (identifier) @write)
(update_expression argument: (member_expression
  object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @write))

(export_statement !source (export_clause (export_specifier name: (identifier) @export)))
(export_statement "default" value: (identifier) @export)
(export_statement "=" (identifier) @export)
((call_expression function: (call_expression function: (identifier) @_require) @call)
  (#eq? @_require "require"))
