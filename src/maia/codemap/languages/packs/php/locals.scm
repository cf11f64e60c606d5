(simple_parameter type: (_)? @annotation name: (variable_name) @bind)
(property_promotion_parameter type: (_)? @annotation name: (variable_name) @bind)
(variadic_parameter name: (variable_name) @bind)

((comment) @annotation
  .
  (expression_statement (assignment_expression left: (variable_name) @bind))
  (#match? @annotation "^/\\*\\* *@var +[\\\\A-Za-z_0-9]+( +\\$[A-Za-z_0-9]+)? *\\*/$"))
(assignment_expression left: (variable_name) @bind right: (_) @value)
(assignment_expression left: (list_literal (variable_name) @bind))
(reference_assignment_expression left: (variable_name) @bind right: (_) @value)
(augmented_assignment_expression left: (variable_name) @bind)
(foreach_statement (_) . (variable_name) @bind)
(foreach_statement (_) . (by_ref (variable_name) @bind))
(foreach_statement (_) . (pair (variable_name) @bind))
(foreach_statement (_) . (pair (by_ref (variable_name) @bind)))
(foreach_statement (_) . (pair (list_literal (variable_name) @bind)))
(foreach_statement (_) . (list_literal (variable_name) @bind))
(catch_clause type: (type_list . (named_type) @annotation .) name: (variable_name) @bind)
(catch_clause type: (type_list (named_type) (named_type)) name: (variable_name) @bind)
(global_declaration (variable_name) @bind @value)
(static_variable_declaration name: (variable_name) @bind value: (_)? @value)

(assignment_expression
  left: (member_access_expression object: (variable_name) @object) @bind
  right: (_) @value
  (#eq? @object "$this"))

(anonymous_function) @block.function
(arrow_function) @block.function
