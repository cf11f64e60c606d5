(identifier) @read
(shorthand_property_identifier) @read
(member_expression property: [(property_identifier) (private_property_identifier)] @read)
