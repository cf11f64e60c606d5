(simple_expansion (variable_name) @read)
(expansion (variable_name) @read)
(expansion (subscript name: (variable_name) @read))

((variable_name) @skip (#match? @skip "^[0-9]+$"))
(arithmetic_expansion (variable_name) @read)
(arithmetic_expansion (_ (variable_name) @read))
