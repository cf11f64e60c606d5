; Types.

(struct_specifier name: (type_identifier) @name body: (_) @body) @def.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @def.union
(enum_specifier name: (type_identifier) @name body: (_) @body) @def.enum
(enumerator name: (identifier) @name) @def.enum_member

(type_definition
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (sized_type_specifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
    (enum_specifier name: (type_identifier) @type)
  ]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
  ]
  (#not-eq? @type @name)) @def.type
(type_definition
  type: [
    (struct_specifier name: (type_identifier) @type body: (_))
    (union_specifier name: (type_identifier) @type body: (_))
    (enum_specifier name: (type_identifier) @type body: (_))
  ]
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
  ] @def.type
  (#not-eq? @type @name))
(type_definition
  type: [(struct_specifier !name) (union_specifier !name)]
  declarator: (pointer_declarator declarator: (type_identifier) @name) @def.type)
(type_definition
  declarator: [
    (function_declarator declarator: [
      (type_identifier) @name
      (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))])
    (pointer_declarator declarator: (function_declarator declarator: [
      (type_identifier) @name
      (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))]))
  ]) @def.type
(type_definition
  type: (struct_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @def.struct
(type_definition
  type: (union_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @def.union
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @def.enum

; Declarations of types: `struct foo;` and `typedef struct foo foo;`.

((struct_specifier name: (type_identifier) @name !body) @def.struct . ";" @declared)
((union_specifier name: (type_identifier) @name !body) @def.union . ";" @declared)
((enum_specifier name: (type_identifier) @name !body) @def.enum . ";" @declared)
(type_definition
  type: (struct_specifier name: (type_identifier) @same !body)
  declarator: (type_identifier) @name @declared (#eq? @same @name)) @def.struct
(type_definition
  type: (union_specifier name: (type_identifier) @same !body)
  declarator: (type_identifier) @name @declared (#eq? @same @name)) @def.union
(type_definition
  type: (enum_specifier name: (type_identifier) @same !body)
  declarator: (type_identifier) @name @declared (#eq? @same @name)) @def.enum

; Fields.

(field_declaration
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (sized_type_specifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
    (enum_specifier name: (type_identifier) @type)
    (struct_specifier !name)
    (union_specifier !name)
    (enum_specifier !name)
  ]
  declarator: [
    (field_identifier) @name
    (_ declarator: (field_identifier) @name)
    (pointer_declarator declarator: (_ declarator: (field_identifier) @name))
    (array_declarator declarator: (_ declarator: (field_identifier) @name))
  ] @def.field)
(field_declaration
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (sized_type_specifier) @type
    (struct_specifier name: (type_identifier) @type !body)
    (union_specifier name: (type_identifier) @type !body)
    (enum_specifier name: (type_identifier) @type !body)
    (struct_specifier !name)
    (union_specifier !name)
    (enum_specifier !name)
  ]
  .
  declarator: [
    (field_identifier) @name
    (_ declarator: (field_identifier) @name)
    (pointer_declarator declarator: (_ declarator: (field_identifier) @name))
    (array_declarator declarator: (_ declarator: (field_identifier) @name))
  ]
  . ";") @def.field
(field_declaration
  declarator: [
    (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: [
        (field_identifier) @name
        (array_declarator declarator: (field_identifier) @name)])))
    (pointer_declarator declarator: (function_declarator declarator: (parenthesized_declarator
      (pointer_declarator declarator: (field_identifier) @name))))
  ]) @def.field

; Variables, then functions; what a callable holds is no symbol.

(declaration
  (storage_class_specifier)* @modifier
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (sized_type_specifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
    (enum_specifier name: (type_identifier) @type)
    (struct_specifier !name)
    (union_specifier !name)
    (enum_specifier !name)
  ]
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (identifier) @name)])
    (array_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)])
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)
        (pointer_declarator declarator: (identifier) @name)])
      (array_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)])] . "=" @body)
  ] @def.free_variable)
(declaration
  (storage_class_specifier)* @modifier
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (sized_type_specifier) @type
    (struct_specifier name: (type_identifier) @type !body)
    (union_specifier name: (type_identifier) @type !body)
    (enum_specifier name: (type_identifier) @type !body)
    (struct_specifier !name)
    (union_specifier !name)
    (enum_specifier !name)
  ]
  .
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)
      (pointer_declarator declarator: (identifier) @name)])
    (array_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)])
    (init_declarator declarator: [
      (identifier) @name
      (pointer_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)
        (pointer_declarator declarator: (identifier) @name)])
      (array_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)])] . "=" @body)
  ]
  . ";") @def.free_variable
(declaration
  (storage_class_specifier) @declared
  declarator: [
    (identifier) @name
    (_ declarator: (identifier) @name)
    (_ declarator: (_ declarator: (identifier) @name))
  ] @def.free_variable
  (#eq? @declared "extern"))
(declaration
  (storage_class_specifier) @declared
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (sized_type_specifier) @type
    (struct_specifier name: (type_identifier) @type !body)
    (union_specifier name: (type_identifier) @type !body)
    (enum_specifier name: (type_identifier) @type !body)
  ]
  .
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (pointer_declarator declarator: (identifier) @name))
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (array_declarator declarator: (identifier) @name))
    (array_declarator declarator: (array_declarator declarator: (identifier) @name))
  ]
  . ";"
  (#eq? @declared "extern")) @def.free_variable
(declaration
  (storage_class_specifier)* @modifier
  declarator: [
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: [
      (identifier) @name
      (array_declarator declarator: (identifier) @name)])))
    (init_declarator declarator: (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: [
        (identifier) @name
        (array_declarator declarator: (identifier) @name)]))) . "=" @body)
  ]) @def.free_variable

(declaration
  (storage_class_specifier)* @modifier
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (sized_type_specifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
    (enum_specifier name: (type_identifier) @type)
  ]
  declarator: [
    (function_declarator declarator: (identifier) @name @declared)
    (pointer_declarator declarator: (function_declarator
      declarator: (identifier) @name @declared))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
      declarator: (identifier) @name @declared)))
  ]) @def.function

(function_definition
  (storage_class_specifier)* @modifier
  type: [
    (type_identifier) @type
    (primitive_type) @type
    (sized_type_specifier) @type
    (struct_specifier name: (type_identifier) @type)
    (union_specifier name: (type_identifier) @type)
    (enum_specifier name: (type_identifier) @type)
  ]
  declarator: [
    (function_declarator declarator: [
      (identifier) @name
      (parenthesized_declarator (identifier) @name)])
    (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))
    (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator
      declarator: (identifier) @name)))
    (function_declarator declarator: (parenthesized_declarator (pointer_declarator
      declarator: (function_declarator declarator: (identifier) @name))))
  ]
  body: (compound_statement) @body) @def.function

(preproc_def name: (identifier) @name) @def.macro
(preproc_function_def name: (identifier) @name) @def.macro
