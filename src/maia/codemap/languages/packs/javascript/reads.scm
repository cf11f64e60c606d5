(identifier) @read
(shorthand_property_identifier) @read
(member_expression property: [(property_identifier) (private_property_identifier)] @read)
(jsx_closing_element name: (identifier) @skip)
(jsx_closing_element name: (member_expression object: (identifier) @skip))
(jsx_closing_element name: (member_expression property: (property_identifier) @skip))
