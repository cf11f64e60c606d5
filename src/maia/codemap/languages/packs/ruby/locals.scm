(method_parameters (identifier) @bind)
(block_parameters (identifier) @bind)
(lambda_parameters (identifier) @bind)
(destructured_parameter (identifier) @bind)
(optional_parameter name: (identifier) @bind)
(keyword_parameter name: (identifier) @bind)
(splat_parameter name: (identifier) @bind)
(hash_splat_parameter name: (identifier) @bind)
(block_parameter name: (identifier) @bind)
(block_parameters locals: (identifier) @bind)

(assignment left: (identifier) @bind right: (_) @value)
(operator_assignment left: (identifier) @bind right: (_) @value)
(left_assignment_list (identifier) @bind)
(left_assignment_list (rest_assignment (identifier) @bind))
(left_assignment_list (destructured_left_assignment (identifier) @bind))
(for pattern: (identifier) @bind)
(for pattern: (left_assignment_list (identifier) @bind))
(exception_variable (identifier) @bind)
(as_pattern name: (identifier) @bind)
(array_pattern (identifier) @bind)
(find_pattern (identifier) @bind)
(keyword_pattern value: (identifier) @bind)
(keyword_pattern key: (hash_key_symbol) @bind !value)
(in_clause pattern: (identifier) @bind)

(assignment left: (instance_variable) @bind.hoisted right: (_) @value)
(operator_assignment left: (instance_variable) @bind.hoisted right: (_) @value)

(block) @block
(do_block) @block
(lambda) @block
