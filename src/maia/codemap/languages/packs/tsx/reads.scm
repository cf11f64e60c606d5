(jsx_closing_element name: (identifier) @skip)
(jsx_closing_element name: (member_expression object: (identifier) @skip))
(jsx_closing_element name: (member_expression property: (property_identifier) @skip))
