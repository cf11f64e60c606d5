(invocation_expression
  function: [(identifier) @call (generic_name . (identifier) @call)]
  arguments: (argument_list) @arguments)
(invocation_expression
  function: (member_access_expression
    expression: _ @receiver
    name: [(identifier) @call (generic_name . (identifier) @call)])
  arguments: (argument_list) @arguments)
(invocation_expression
  function: (conditional_access_expression
    condition: (_) @receiver
    (member_binding_expression
      name: [(identifier) @call (generic_name . (identifier) @call)]))
  arguments: (argument_list) @arguments)
(constructor_initializer ["this" "base"] @call (argument_list) @arguments)

(object_creation_expression type: [
  (identifier) @new
  (generic_name . (identifier) @new (type_argument_list) @arguments)
  (qualified_name qualifier: (_) @receiver name: [
    (identifier) @new (generic_name . (identifier) @new (type_argument_list) @arguments)])
])

(interface_declaration (base_list [
  (identifier) @inherit
  (generic_name . (identifier) @inherit (type_argument_list) @arguments)
  (qualified_name qualifier: (_) @receiver name: [
    (identifier) @inherit (generic_name . (identifier) @inherit (type_argument_list) @arguments)])
]))
(_ (base_list [
  (identifier) @implement
  (generic_name . (identifier) @implement (type_argument_list) @arguments)
  (qualified_name qualifier: (_) @receiver name: [
    (identifier) @implement (generic_name . (identifier) @implement (type_argument_list) @arguments)])
  ]) (#match? @implement "^I[A-Z]"))
(_ (base_list [
  (identifier) @inherit
  (generic_name . (identifier) @inherit (type_argument_list) @arguments)
  (qualified_name qualifier: (_) @receiver name: [
    (identifier) @inherit (generic_name . (identifier) @inherit (type_argument_list) @arguments)])
  ]) (#not-match? @inherit "^I[A-Z]"))
(primary_constructor_base_type type: [
  (identifier) @inherit
  (generic_name . (identifier) @inherit (type_argument_list) @arguments)
  (qualified_name qualifier: (_) @receiver name: (identifier) @inherit)])

(_ type: (identifier) @type)
(_ returns: (identifier) @type)
(generic_name . (identifier) @type (type_argument_list) @arguments)
(type_argument_list (identifier) @type)
(_ type: (qualified_name qualifier: (_) @receiver name: [
  (identifier) @type (generic_name . (identifier) @type (type_argument_list) @arguments)]))
(_ returns: (qualified_name qualifier: (_) @receiver name: [
  (identifier) @type (generic_name . (identifier) @type (type_argument_list) @arguments)]))
(type_argument_list (qualified_name qualifier: (_) @receiver name: (identifier) @type))
(as_expression right: (identifier) @type)
(explicit_interface_specifier (identifier) @type)

(attribute name: (identifier) @decorate)
(attribute name: (generic_name . (identifier) @decorate))
(attribute name: (qualified_name qualifier: (_) @receiver name: (identifier) @decorate))

(expression_statement (assignment_expression left: (identifier) @write))
(arrow_expression_clause (assignment_expression left: (identifier) @write))
(lambda_expression body: (assignment_expression left: (identifier) @write))
(assignment_expression right: (assignment_expression left: (identifier) @write))
(assignment_expression
  left: (member_access_expression expression: _ @receiver name: (identifier) @write))
(object_creation_expression
  type: (_) @receiver
  initializer: (initializer_expression
    (assignment_expression left: (identifier) @write)))
(postfix_unary_expression (identifier) @write ["++" "--"])
(prefix_unary_expression ["++" "--"] (identifier) @write)
(postfix_unary_expression
  (member_access_expression expression: _ @receiver name: (identifier) @write) ["++" "--"])
(prefix_unary_expression
  ["++" "--"] (member_access_expression expression: _ @receiver name: (identifier) @write))
(with_expression . _ @receiver (with_initializer . (identifier) @write))
