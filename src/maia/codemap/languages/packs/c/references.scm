(call_expression
  function: [
    (identifier) @call
    (parenthesized_expression (identifier) @call)
    (parenthesized_expression (pointer_expression argument: (identifier) @call))
  ]
  arguments: (argument_list) @arguments)
(call_expression
  function: [
    (field_expression argument: (_) @receiver field: (field_identifier) @call)
    (parenthesized_expression
      (field_expression argument: (_) @receiver field: (field_identifier) @call))
    (parenthesized_expression (pointer_expression argument:
      (field_expression argument: (_) @receiver field: (field_identifier) @call)))
    (subscript_expression argument:
      (field_expression argument: (_) @receiver field: (field_identifier) @call))
  ]
  arguments: (argument_list) @arguments)

(_ type: [
  (type_identifier) @type
  (struct_specifier name: (type_identifier) @type !body)
  (union_specifier name: (type_identifier) @type !body)
  (enum_specifier name: (type_identifier) @type !body)
])

(assignment_expression left: [
  (identifier) @write
  (pointer_expression argument: (identifier) @write)
  (subscript_expression argument: (identifier) @write)
])
(assignment_expression left: [
  (field_expression argument: (_) @receiver field: (field_identifier) @write)
  (subscript_expression argument:
    (field_expression argument: (_) @receiver field: (field_identifier) @write))
])
(update_expression argument: [
  (identifier) @write
  (field_expression argument: (_) @receiver field: (field_identifier) @write)
])

; `.open = my_open`: a field of the type that is made.

(declaration
  type: [
    (type_identifier) @receiver
    (struct_specifier name: (type_identifier) @receiver)
    (union_specifier name: (type_identifier) @receiver)
  ]
  declarator: (init_declarator
    value: (initializer_list (initializer_pair
      designator: (field_designator (field_identifier) @write)))))
(declaration
  type: [
    (type_identifier) @receiver
    (struct_specifier name: (type_identifier) @receiver)
    (union_specifier name: (type_identifier) @receiver)
  ]
  declarator: (init_declarator
    declarator: (array_declarator)
    value: (initializer_list [
      (initializer_list (initializer_pair
        designator: (field_designator (field_identifier) @write)))
      (initializer_pair
        designator: (subscript_designator)
        value: (initializer_list (initializer_pair
          designator: (field_designator (field_identifier) @write))))])))
(compound_literal_expression
  type: (type_descriptor type: [
    (type_identifier) @receiver
    (struct_specifier name: (type_identifier) @receiver)
    (union_specifier name: (type_identifier) @receiver)
  ])
  value: (initializer_list (initializer_pair
    designator: (field_designator (field_identifier) @write))))
