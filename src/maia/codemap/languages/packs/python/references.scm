(call function: (identifier) @call)
(call function: (attribute object: (_) @receiver attribute: (identifier) @call))

(class_definition superclasses: (argument_list (identifier) @inherit))
(class_definition superclasses: (argument_list
  (attribute object: (_) @receiver attribute: (identifier) @inherit)))
(class_definition superclasses: (argument_list (subscript value: (identifier) @inherit)))

(decorator (identifier) @decorate)
(decorator (attribute object: (_) @receiver attribute: (identifier) @decorate))
(decorator (call function: (identifier) @decorate))
(decorator (call function: (attribute object: (_) @receiver attribute: (identifier) @decorate)))

(type (identifier) @type)
(type (attribute object: (_) @receiver attribute: (identifier) @type))
(type (generic_type (identifier) @type))
(type (generic_type (type_parameter (type (list (identifier) @type)))))
(type (subscript value: (identifier) @type))
(type (subscript value: (attribute object: (_) @receiver attribute: (identifier) @type)))
(type (subscript subscript: (identifier) @type))
(type (subscript subscript: (attribute object: (_) @receiver attribute: (identifier) @type)))
(type (binary_operator (identifier) @type))
(type (binary_operator (attribute object: (_) @receiver attribute: (identifier) @type)))
((type (string (string_content) @type)) (#match? @type "^[A-Za-z_][A-Za-z_0-9]*$"))
((type (subscript (string (string_content) @type))) (#match? @type "^[A-Za-z_][A-Za-z_0-9]*$"))

(assignment left: (attribute object: (_) @receiver attribute: (identifier) @write))
(augmented_assignment left: (attribute object: (_) @receiver attribute: (identifier) @write))
(assignment left: (pattern_list
  (attribute object: (_) @receiver attribute: (identifier) @write)))
