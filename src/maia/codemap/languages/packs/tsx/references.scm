(jsx_opening_element name: (identifier) @call (#match? @call "^[A-Z_$]"))
(jsx_self_closing_element name: (identifier) @call (#match? @call "^[A-Z_$]"))
(jsx_opening_element name: (member_expression object: (_) @receiver property: (_) @call))
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (_) @call))
