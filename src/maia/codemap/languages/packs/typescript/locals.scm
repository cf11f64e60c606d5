(required_parameter
  pattern: (identifier) @bind
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
    (this_type)
  ] @annotation)?
  value: (new_expression)? @value)
(optional_parameter
  pattern: (identifier) @bind
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
    (this_type)
  ] @annotation)?)
(lexical_declaration (variable_declarator
  name: (identifier) @bind
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
    (this_type)
  ] @annotation)?
  value: [
    (identifier) (member_expression) (call_expression) (new_expression) (await_expression) (this)
    (as_expression) (non_null_expression) (parenthesized_expression)
  ]? @value))
(variable_declaration (variable_declarator
  name: (identifier) @bind.hoisted
  type: (type_annotation [
    (type_identifier) (generic_type) (nested_type_identifier) (union_type) (predefined_type)
    (this_type)
  ] @annotation)?
  value: [
    (identifier) (member_expression) (call_expression) (new_expression) (await_expression) (this)
    (as_expression) (non_null_expression) (parenthesized_expression)
  ]? @value))
(class_declaration name: (type_identifier) @bind)
(abstract_class_declaration name: (type_identifier) @bind)
(type_alias_declaration name: (type_identifier) @bind)
(interface_declaration name: (type_identifier) @bind)
(enum_declaration name: (identifier) @bind)
(type_parameter name: (type_identifier) @bind)
(infer_type (type_identifier) @bind)
(mapped_type_clause name: (type_identifier) @bind)

(shorthand_property_identifier_pattern) @bind
(pair_pattern value: (identifier) @bind)
(pair_pattern value: (assignment_pattern left: (identifier) @bind))
(array_pattern (identifier) @bind)
(array_pattern (assignment_pattern left: (identifier) @bind))
(rest_pattern (identifier) @bind)
(arrow_function parameter: (identifier) @bind)
(for_in_statement left: (identifier) @bind)
(catch_clause parameter: (identifier) @bind)
(function_expression name: (identifier) @bind)
(function_declaration name: (identifier) @bind)
(generator_function_declaration name: (identifier) @bind)

(arrow_function) @block.function
(function_expression) @block.function
(generator_function) @block.function
(method_definition) @block.function
(class_static_block) @block.function
(for_statement) @block
(for_in_statement) @block
(catch_clause) @block
(switch_body) @block
(if_statement consequence: (statement_block) @block)
(else_clause (statement_block) @block)
(while_statement body: (statement_block) @block)
(do_statement body: (statement_block) @block)
(try_statement body: (statement_block) @block)
(finally_clause body: (statement_block) @block)
(statement_block (statement_block) @block)
(program (statement_block) @block)
(function_type) @block.function
(constructor_type) @block.function
(call_signature) @block.function
(construct_signature) @block.function
(method_signature) @block.function
