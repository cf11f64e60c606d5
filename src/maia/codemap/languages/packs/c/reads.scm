[(identifier) (field_identifier)] @read

(field_designator (field_identifier) @skip)
(preproc_ifdef "#ifndef" name: (identifier) @skip . (preproc_def))
(preproc_params (identifier) @skip)
(offsetof_expression member: (field_identifier) @skip)
