[(identifier) (field_identifier)] @read

(field_designator (field_identifier) @skip)
(preproc_ifdef "#ifndef" name: (identifier) @skip . (preproc_def))
(preproc_params (identifier) @skip)
(offsetof_expression member: (field_identifier) @skip)
(destructor_name (identifier) @skip)
(using_declaration (identifier) @skip)
(using_declaration (qualified_identifier name: (identifier) @skip))
(concept_definition name: (identifier) @skip)
(template_function name: (identifier) @skip)
