(formal_parameter type: (_) @annotation name: (identifier) @bind)
(spread_parameter (variable_declarator name: (identifier) @bind))
(inferred_parameters (identifier) @bind)
(lambda_expression parameters: (identifier) @bind)
(local_variable_declaration
  type: (_) @annotation
  declarator: (variable_declarator name: (identifier) @bind)
  (#not-eq? @annotation "var"))
(local_variable_declaration
  type: (type_identifier) @var
  declarator: (variable_declarator name: (identifier) @bind value: (_) @value)
  (#eq? @var "var"))
(enhanced_for_statement
  type: (_) @annotation name: (identifier) @bind (#not-eq? @annotation "var"))
(enhanced_for_statement
  type: (type_identifier) @var name: (identifier) @bind (#eq? @var "var"))
(resource type: (_) @annotation name: (identifier) @bind (#not-eq? @annotation "var"))
(resource
  type: (type_identifier) @var name: (identifier) @bind value: (_) @value (#eq? @var "var"))
(catch_formal_parameter name: (identifier) @bind)
(catch_formal_parameter
  (catch_type . (_) @annotation .) name: (identifier) @bind)
(instanceof_expression right: (_) @annotation name: (identifier) @bind)
(type_pattern (_) @annotation (identifier) @bind)
(record_pattern_component (_) @annotation (identifier) @bind (#not-eq? @annotation "var"))
(record_pattern_component (type_identifier) @var (identifier) @bind (#eq? @var "var"))

(type_parameter (type_identifier) @bind.type (type_bound . (_) @annotation)?)

(block) @block
(for_statement) @block
(enhanced_for_statement) @block
(try_with_resources_statement) @block
(catch_clause) @block
(switch_rule) @block
(switch_block_statement_group) @block
(lambda_expression) @block.function
