; Namespaces and types.
(namespace_definition
  name: [(namespace_identifier) (nested_namespace_specifier)] @name
  body: (_) @body) @def.namespace
(class_specifier
  name: [(type_identifier) (template_type) (qualified_identifier)] @name
  body: (_) @body) @def.class
(struct_specifier
  name: [(type_identifier) (template_type) (qualified_identifier)] @name
  body: (_) @body) @def.struct
(union_specifier name: (type_identifier) @name body: (_) @body) @def.union
(enum_specifier name: [(type_identifier) (qualified_identifier)] @name body: (_) @body) @def.enum
(enumerator name: (identifier) @name) @def.enum_member
((class_specifier name: (type_identifier) @name !body) @def.class . ";" @declared)
((struct_specifier name: (type_identifier) @name !body) @def.struct . ";" @declared)
((union_specifier name: (type_identifier) @name !body) @def.union . ";" @declared)
((enum_specifier name: (type_identifier) @name !body) @def.enum . ";" @declared)
(alias_declaration name: (type_identifier) @name type: (_) @type) @def.type
(concept_definition name: (identifier) @name) @def.type
(type_definition
  type: (_ !body) @type
  declarator: [
    (type_identifier) @name
    (pointer_declarator declarator: (type_identifier) @name)
    (array_declarator declarator: (type_identifier) @name)
    (reference_declarator (type_identifier) @name)]) @def.type
(type_definition
  declarator: (function_declarator
    declarator: [
      (type_identifier) @name
      (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name))])) @def.type
(type_definition
  type: (_ name: (type_identifier) @type body: (_))
  declarator: (type_identifier) @name @def.type
  (#not-eq? @type @name))
(type_definition
  type: (struct_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @def.struct
(type_definition
  type: (union_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @def.union
(type_definition
  type: (enum_specifier !name body: (_) @body)
  declarator: (type_identifier) @name) @def.enum
(type_definition
  type: (struct_specifier name: (type_identifier) @same !body)
  declarator: (type_identifier) @name @declared
  (#eq? @same @name)) @def.struct

; Fields.
(field_declaration
  type: (_) @type
  declarator: [
    (field_identifier) @name
    (pointer_declarator
      declarator: [
        (field_identifier) @name
        (pointer_declarator declarator: (field_identifier) @name)
        (array_declarator declarator: (field_identifier) @name)])
    (reference_declarator (field_identifier) @name)
    (array_declarator
      declarator: [(field_identifier) @name (array_declarator declarator: (field_identifier) @name)])] @def.field)
(field_declaration
  type: (_ !body) @type
  .
  declarator: [
    (field_identifier) @name
    (pointer_declarator
      declarator: [
        (field_identifier) @name
        (pointer_declarator declarator: (field_identifier) @name)
        (array_declarator declarator: (field_identifier) @name)])
    (reference_declarator (field_identifier) @name)
    (array_declarator
      declarator: [(field_identifier) @name (array_declarator declarator: (field_identifier) @name)])]
  .
  [(bitfield_clause) (initializer_list)]
  ? @body
  .
  ";") @def.field
(field_declaration
  type: (_ !body) @type
  .
  declarator: [
    (field_identifier) @name
    (pointer_declarator
      declarator: [
        (field_identifier) @name
        (pointer_declarator declarator: (field_identifier) @name)
        (array_declarator declarator: (field_identifier) @name)])
    (reference_declarator (field_identifier) @name)
    (array_declarator
      declarator: [(field_identifier) @name (array_declarator declarator: (field_identifier) @name)])]
  .
  "=" @body
  default_value: (_)
  .
  ";") @def.field
(field_declaration
  type: (_ !name body: (_))
  .
  declarator: [
    (field_identifier) @name
    (pointer_declarator
      declarator: [
        (field_identifier) @name
        (pointer_declarator declarator: (field_identifier) @name)
        (array_declarator declarator: (field_identifier) @name)])
    (reference_declarator (field_identifier) @name)
    (array_declarator
      declarator: [(field_identifier) @name (array_declarator declarator: (field_identifier) @name)])]
  .
  ";") @def.field
(field_declaration
  declarator: (function_declarator
    declarator: (parenthesized_declarator
      (pointer_declarator
        declarator: [(field_identifier) @name (array_declarator declarator: (field_identifier) @name)])))) @def.field

; Variables.
(declaration
  (storage_class_specifier)
  ? @modifier
  type: (_) @type
  declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (pointer_declarator declarator: [(identifier) (qualified_identifier)] @name)
        (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
    (reference_declarator [(identifier) (qualified_identifier)] @name)
    (array_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
    (init_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (pointer_declarator
          declarator: [
            (identifier) @name
            (qualified_identifier) @name
            (pointer_declarator declarator: [(identifier) (qualified_identifier)] @name)
            (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
        (reference_declarator [(identifier) (qualified_identifier)] @name)
        (array_declarator
          declarator: [
            (identifier) @name
            (qualified_identifier) @name
            (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])]
      .
      _ @body)] @def.free_variable)
(declaration
  (storage_class_specifier)
  ? @modifier
  type: (_ !body) @type
  .
  declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (pointer_declarator declarator: [(identifier) (qualified_identifier)] @name)
        (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
    (reference_declarator [(identifier) (qualified_identifier)] @name)
    (array_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
    (init_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (pointer_declarator
          declarator: [
            (identifier) @name
            (qualified_identifier) @name
            (pointer_declarator declarator: [(identifier) (qualified_identifier)] @name)
            (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
        (reference_declarator [(identifier) (qualified_identifier)] @name)
        (array_declarator
          declarator: [
            (identifier) @name
            (qualified_identifier) @name
            (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])]
      .
      _ @body)]
  .
  ";") @def.free_variable
(declaration
  (storage_class_specifier)
  ? @modifier
  type: (_ !name body: (_))
  .
  declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (pointer_declarator declarator: [(identifier) (qualified_identifier)] @name)
        (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
    (reference_declarator [(identifier) (qualified_identifier)] @name)
    (array_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
    (init_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (pointer_declarator
          declarator: [
            (identifier) @name
            (qualified_identifier) @name
            (pointer_declarator declarator: [(identifier) (qualified_identifier)] @name)
            (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
        (reference_declarator [(identifier) (qualified_identifier)] @name)
        (array_declarator
          declarator: [
            (identifier) @name
            (qualified_identifier) @name
            (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])]
      .
      _ @body)]
  .
  ";") @def.free_variable
(declaration
  type: (placeholder_type_specifier)
  .
  declarator: (init_declarator
    declarator: [
      (identifier) @name
      (qualified_identifier) @name
      (pointer_declarator
        declarator: [
          (identifier) @name
          (qualified_identifier) @name
          (pointer_declarator declarator: [(identifier) (qualified_identifier)] @name)
          (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
      (reference_declarator [(identifier) (qualified_identifier)] @name)
      (array_declarator
        declarator: [
          (identifier) @name
          (qualified_identifier) @name
          (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])]
    .
    _ @body
    value: (_) @value)
  .
  ";") @def.free_variable
(declaration
  (storage_class_specifier) @declared
  type: (_ !body) @type
  .
  declarator: [
    (identifier) @name
    (qualified_identifier) @name
    (pointer_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (pointer_declarator declarator: [(identifier) (qualified_identifier)] @name)
        (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])
    (reference_declarator [(identifier) (qualified_identifier)] @name)
    (array_declarator
      declarator: [
        (identifier) @name
        (qualified_identifier) @name
        (array_declarator declarator: [(identifier) (qualified_identifier)] @name)])]
  .
  ";"
  (#eq? @declared "extern")) @def.free_variable
(declaration
  (storage_class_specifier)
  ? @modifier
  declarator: [
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator
          declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
    (init_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator
            declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])))
      .
      _ @body)]) @def.free_variable

; Functions and methods: declared, then defined.
(declaration
  (storage_class_specifier)
  ? @modifier
  type: (_)
  ? @type
  declarator: [
    (function_declarator
      declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared)
    (pointer_declarator
      declarator: [
        (function_declarator
          declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared)
        (pointer_declarator
          declarator: (function_declarator
            declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared))
        (reference_declarator
          (function_declarator
            declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared))])
    (reference_declarator
      [
        (function_declarator
          declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared)
        (pointer_declarator
          declarator: (function_declarator
            declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared))])]) @def.free_function
(field_declaration
  type: (_) @type
  declarator: [
    (function_declarator
      declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared)
    (pointer_declarator
      declarator: [
        (function_declarator
          declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared)
        (pointer_declarator
          declarator: (function_declarator
            declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared))
        (reference_declarator
          (function_declarator
            declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared))])
    (reference_declarator
      [
        (function_declarator
          declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared)
        (pointer_declarator
          declarator: (function_declarator
            declarator: [(identifier) (field_identifier) (operator_name) (destructor_name)] @name @declared))])]) @def.method
(function_definition
  (storage_class_specifier)
  ? @modifier
  type: (_)
  ? @type
  declarator: [
    (function_declarator
      declarator: [
        (identifier)
        (field_identifier)
        (operator_name)
        (destructor_name)
        (qualified_identifier)
        (template_function)] @name)
    (pointer_declarator
      declarator: [
        (function_declarator
          declarator: [
            (identifier)
            (field_identifier)
            (operator_name)
            (destructor_name)
            (qualified_identifier)
            (template_function)] @name)
        (pointer_declarator
          declarator: (function_declarator
            declarator: [
              (identifier)
              (field_identifier)
              (operator_name)
              (destructor_name)
              (qualified_identifier)
              (template_function)] @name))
        (reference_declarator
          (function_declarator
            declarator: [
              (identifier)
              (field_identifier)
              (operator_name)
              (destructor_name)
              (qualified_identifier)
              (template_function)] @name))])
    (reference_declarator
      [
        (function_declarator
          declarator: [
            (identifier)
            (field_identifier)
            (operator_name)
            (destructor_name)
            (qualified_identifier)
            (template_function)] @name)
        (pointer_declarator
          declarator: (function_declarator
            declarator: [
              (identifier)
              (field_identifier)
              (operator_name)
              (destructor_name)
              (qualified_identifier)
              (template_function)] @name))])]
  [(compound_statement) (default_method_clause) (delete_method_clause) (try_statement)] @body) @def.function
(function_definition
  !type
  declarator: [
    (function_declarator declarator: [(identifier) (qualified_identifier)] @name)
    (pointer_declarator
      declarator: [
        (function_declarator declarator: [(identifier) (qualified_identifier)] @name)
        (pointer_declarator
          declarator: (function_declarator declarator: [(identifier) (qualified_identifier)] @name))
        (reference_declarator
          (function_declarator declarator: [(identifier) (qualified_identifier)] @name))])
    (reference_declarator
      [
        (function_declarator declarator: [(identifier) (qualified_identifier)] @name)
        (pointer_declarator
          declarator: (function_declarator declarator: [(identifier) (qualified_identifier)] @name))])]
  (field_initializer_list) @body) @def.function
(function_definition
  !type
  declarator: (function_declarator) @name
  body: (compound_statement) @body
  (#match? @name "^[A-Z][A-Z0-9_]*\\(")) @def.function
(declaration declarator: (operator_cast "operator" @name type: (_) @type) @declared) @def.method
(function_definition
  declarator: (operator_cast "operator" @name type: (_) @type)
  body: (_)
  ? @body) @def.method
(friend_declaration
  (declaration
    declarator: [
      (function_declarator declarator: [(identifier) (operator_name)] @name)
      (pointer_declarator
        declarator: [
          (function_declarator declarator: [(identifier) (operator_name)] @name)
          (pointer_declarator
            declarator: (function_declarator declarator: [(identifier) (operator_name)] @name))
          (reference_declarator
            (function_declarator declarator: [(identifier) (operator_name)] @name))])
      (reference_declarator
        [
          (function_declarator declarator: [(identifier) (operator_name)] @name)
          (pointer_declarator
            declarator: (function_declarator declarator: [(identifier) (operator_name)] @name))])]) @def.none)
(preproc_def name: (identifier) @name) @def.macro
(preproc_function_def name: (identifier) @name) @def.macro

; A test of a fixture sees what the fixture has.
(function_definition
  !type
  declarator: (function_declarator
    declarator: (identifier) @macro
    parameters: (parameter_list . (parameter_declaration type: (type_identifier) @owner))) @name
  body: (compound_statement) @body
  (#match? @macro "^(TEST_[FP]|TYPED_TEST(_P)?|BENCHMARK_(DEFINE_)?F)$")) @def.function

; What is left of a namespace that is broken somewhere.
(ERROR "namespace" . [(identifier) (namespace_identifier)] @name . "{") @def.namespace
