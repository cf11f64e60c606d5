(parameter type: (_) @annotation name: (identifier) @bind)
(parameter !type name: (identifier) @bind)
(parameter_list type: (_) @annotation name: (identifier) @bind)
(implicit_parameter) @bind
(local_declaration_statement (variable_declaration
  type: [
    (identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (predefined_type)
    (tuple_type) (ref_type) (pointer_type)
  ] @annotation
  (variable_declarator name: (identifier) @bind)))
(local_declaration_statement (variable_declaration
  type: (implicit_type) (variable_declarator name: (identifier) @bind . (_) @value)))
(using_statement (variable_declaration
  type: (implicit_type) (variable_declarator name: (identifier) @bind . (_) @value)))
(using_statement (variable_declaration
  type: [(identifier) (generic_name) (qualified_name)] @annotation
  (variable_declarator name: (identifier) @bind)))
(for_statement initializer: (variable_declaration
  type: (implicit_type) (variable_declarator name: (identifier) @bind . (_) @value)))
(for_statement initializer: (variable_declaration
  type: [(identifier) (generic_name) (qualified_name) (predefined_type)] @annotation
  (variable_declarator name: (identifier) @bind)))
(fixed_statement (variable_declaration (variable_declarator name: (identifier) @bind)))
(foreach_statement
  type: [
    (identifier) (generic_name) (qualified_name) (nullable_type) (array_type) (predefined_type)
    (tuple_type)
  ] @annotation
  left: (identifier) @bind)
(foreach_statement type: [(implicit_type) (ref_type)] left: (identifier) @bind)
(tuple_pattern name: (identifier) @bind)
(catch_declaration type: (_) @annotation name: (identifier) @bind)
(declaration_pattern type: (implicit_type) name: (identifier) @bind)
(declaration_pattern
  type: [
    (identifier) (generic_name) (qualified_name) (array_type) (predefined_type) (nullable_type)
  ] @annotation
  name: (identifier) @bind)
(recursive_pattern type: (_) @annotation name: (identifier) @bind)
(recursive_pattern !type name: (identifier) @bind)
(declaration_expression type: (implicit_type) name: (identifier) @bind)
(declaration_expression
  type: [
    (identifier) (generic_name) (qualified_name) (array_type) (predefined_type) (nullable_type)
  ] @annotation
  name: (identifier) @bind)
(from_clause name: (identifier) @bind)
(join_clause . (identifier) @bind)
(let_clause . (identifier) @bind)

(type_parameter name: (identifier) @bind.type)
(type_parameter_constraints_clause
  . (identifier) @bind.type . (type_parameter_constraint type: (_) @annotation))

(block) @block
(for_statement) @block
(foreach_statement) @block
(using_statement) @block
(fixed_statement) @block
(catch_clause) @block
(switch_section) @block
(switch_expression_arm) @block
(query_expression) @block
(lambda_expression) @block.function
(anonymous_method_expression) @block.function
(accessor_declaration) @block.function
