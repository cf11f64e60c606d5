(parameter_declaration
  type: [
    (type_identifier) @annotation
    (primitive_type) @annotation
    (struct_specifier name: (type_identifier) @annotation)
    (union_specifier name: (type_identifier) @annotation)
    (enum_specifier name: (type_identifier) @annotation)
    (sized_type_specifier)
  ]
  declarator: [
    (identifier) @bind
    (_ declarator: (identifier) @bind)
    (_ declarator: (_ declarator: (identifier) @bind))
  ])
(parameter_declaration
  declarator: [
    (function_declarator declarator: [
      (identifier) @bind
      (parenthesized_declarator (pointer_declarator declarator: (identifier) @bind))])
    (pointer_declarator declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @bind))))
  ])

(declaration
    type: [
      (type_identifier) @annotation
      (primitive_type) @annotation
      (struct_specifier name: (type_identifier) @annotation)
      (union_specifier name: (type_identifier) @annotation)
      (enum_specifier name: (type_identifier) @annotation)
      (sized_type_specifier)
      (struct_specifier !name)
      (union_specifier !name)
      (enum_specifier !name)
    ]
    declarator: [
      (identifier) @bind
      (pointer_declarator declarator: [
        (identifier) @bind
        (array_declarator declarator: (identifier) @bind)
        (pointer_declarator declarator: (identifier) @bind)])
      (array_declarator declarator: [
        (identifier) @bind
        (array_declarator declarator: (identifier) @bind)])
      (init_declarator declarator: [
        (identifier) @bind
        (pointer_declarator declarator: [
          (identifier) @bind
          (array_declarator declarator: (identifier) @bind)
          (pointer_declarator declarator: (identifier) @bind)])
        (array_declarator declarator: [
          (identifier) @bind
          (array_declarator declarator: (identifier) @bind)])])
    ])
(declaration
    declarator: [
      (function_declarator declarator: (parenthesized_declarator
        (pointer_declarator declarator: [
          (identifier) @bind
          (array_declarator declarator: (identifier) @bind)])))
      (init_declarator declarator: (function_declarator declarator: (parenthesized_declarator
        (pointer_declarator declarator: [
          (identifier) @bind
          (array_declarator declarator: (identifier) @bind)]))))
    ])

(compound_statement) @block
(for_statement) @block
