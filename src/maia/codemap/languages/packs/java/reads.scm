(identifier) @read

(scoped_identifier (identifier) @skip)
(package_declaration (identifier) @skip)
(element_value_pair key: (identifier) @skip)
(labeled_statement (identifier) @skip)
(break_statement (identifier) @skip)
(continue_statement (identifier) @skip)
