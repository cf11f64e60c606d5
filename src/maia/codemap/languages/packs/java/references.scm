(method_invocation !object
  name: (identifier) @call arguments: (argument_list) @arguments)
(method_invocation object: (_) @receiver
  name: (identifier) @call arguments: (argument_list) @arguments)
(explicit_constructor_invocation
  constructor: [(this) (super)] @call arguments: (argument_list) @arguments)

(object_creation_expression
  type: (type_identifier) @new arguments: (argument_list) @arguments .)
(object_creation_expression
  type: (generic_type . (type_identifier) @new) arguments: (argument_list) @arguments .)
(object_creation_expression
  type: (scoped_type_identifier . (_) @receiver (type_identifier) @new .)
  arguments: (argument_list) @arguments .)
(object_creation_expression
  type: (generic_type . (scoped_type_identifier . (_) @receiver (type_identifier) @new .))
  arguments: (argument_list) @arguments .)

(object_creation_expression type: (type_identifier) @inherit (class_body))
(object_creation_expression type: (generic_type . (type_identifier) @inherit) (class_body))
(object_creation_expression
  type: (scoped_type_identifier . (_) @receiver (type_identifier) @inherit .) (class_body))
(object_creation_expression
  type: (generic_type . (scoped_type_identifier . (_) @receiver (type_identifier) @inherit .))
  (class_body))

(superclass (type_identifier) @inherit)
(superclass (generic_type . (type_identifier) @inherit))
(superclass (scoped_type_identifier . (_) @receiver (type_identifier) @inherit .))
(superclass (generic_type
  . (scoped_type_identifier . (_) @receiver (type_identifier) @inherit .)))
(extends_interfaces (type_list (type_identifier) @inherit))
(extends_interfaces (type_list (generic_type . (type_identifier) @inherit)))
(extends_interfaces (type_list
  (scoped_type_identifier . (_) @receiver (type_identifier) @inherit .)))
(extends_interfaces (type_list (generic_type
  . (scoped_type_identifier . (_) @receiver (type_identifier) @inherit .))))
(super_interfaces (type_list (type_identifier) @implement))
(super_interfaces (type_list (generic_type . (type_identifier) @implement)))
(super_interfaces (type_list
  (scoped_type_identifier . (_) @receiver (type_identifier) @implement .)))
(super_interfaces (type_list (generic_type
  . (scoped_type_identifier . (_) @receiver (type_identifier) @implement .))))

((type_identifier) @type (#match? @type "^[A-Z_$]"))
(scoped_type_identifier . (_) @receiver (type_identifier) @type .)
(record_pattern . (identifier) @type)

(marker_annotation name: (identifier) @decorate)
(annotation name: (identifier) @decorate)
(marker_annotation name: (scoped_identifier scope: (_) @receiver name: (identifier) @decorate))
(annotation name: (scoped_identifier scope: (_) @receiver name: (identifier) @decorate))

(method_reference . (_) @receiver (identifier) @read @called .)
(method_reference . (identifier) @new "new")
(method_reference . (field_access object: (_) @receiver field: (identifier) @new) "new")

(assignment_expression left: (identifier) @write)
(assignment_expression left: (field_access object: (_) @receiver field: (identifier) @write))
(update_expression (identifier) @write)
(update_expression (field_access object: (_) @receiver field: (identifier) @write))
