(call_expression
  function: [
    (identifier) @call
    (qualified_identifier) @call
    (parenthesized_expression (identifier) @call)
    (parenthesized_expression (pointer_expression argument: (identifier) @call))]
  arguments: (argument_list) @arguments)
(call_expression
  function: [
    (field_expression
      argument: (_) @receiver
      field: [
        (field_identifier) @call
        (template_method name: (field_identifier) @call)
        (dependent_name (template_method name: (field_identifier) @call))])
    (parenthesized_expression
      (pointer_expression
        argument: (field_expression argument: (_) @receiver field: (field_identifier) @call)))]
  arguments: (argument_list) @arguments)
(new_expression
  type: [
    (type_identifier) @new
    (qualified_identifier) @new
    (template_type name: (type_identifier) @new)]
  arguments: (_)
  ? @arguments)
(compound_literal_expression
  type: [
    (type_identifier) @new
    (qualified_identifier) @new
    (template_type name: (type_identifier) @new)])
(base_class_clause
  [
    (type_identifier) @inherit
    (qualified_identifier) @inherit
    (template_type name: (type_identifier) @inherit)])
(_
  type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type name: (type_identifier) @type)
    (struct_specifier name: (type_identifier) @type !body)
    (class_specifier name: (type_identifier) @type !body)
    (union_specifier name: (type_identifier) @type !body)
    (enum_specifier name: (type_identifier) @type !body)])
(qualified_identifier
  name: (template_type
    arguments: (template_argument_list (type_descriptor type: (type_identifier) @type))))
(optional_type_parameter_declaration
  default_type: [
    (type_identifier) @type
    (qualified_identifier) @type
    (template_type name: (type_identifier) @type)])
(friend_declaration (type_identifier) @type)
(
  (call_expression function: (qualified_identifier scope: (namespace_identifier) @type))
  (#not-match? @type "^(std|boost|absl|testing|fmt)$"))
(
  (argument_list (qualified_identifier scope: (namespace_identifier) @type))
  (#not-match? @type "^(std|boost|absl|testing|fmt)$"))
(
  (return_statement (qualified_identifier scope: (namespace_identifier) @type))
  (#not-match? @type "^(std|boost|absl|testing|fmt)$"))
(
  (binary_expression (qualified_identifier scope: (namespace_identifier) @type))
  (#not-match? @type "^(std|boost|absl|testing|fmt)$"))
(
  (assignment_expression right: (qualified_identifier scope: (namespace_identifier) @type))
  (#not-match? @type "^(std|boost|absl|testing|fmt)$"))
(
  (init_declarator value: (qualified_identifier scope: (namespace_identifier) @type))
  (#not-match? @type "^(std|boost|absl|testing|fmt)$"))
(
  (case_statement value: (qualified_identifier scope: (namespace_identifier) @type))
  (#not-match? @type "^(std|boost|absl|testing|fmt)$"))
(assignment_expression
  left: [
    (identifier) @write
    (qualified_identifier) @write
    (pointer_expression argument: (identifier) @write)
    (subscript_expression argument: (identifier) @write)])
(assignment_expression
  left: [
    (field_expression argument: (_) @receiver field: (field_identifier) @write)
    (subscript_expression
      argument: (field_expression argument: (_) @receiver field: (field_identifier) @write))])
(update_expression
  argument: [
    (identifier) @write
    (qualified_identifier) @write
    (field_expression argument: (_) @receiver field: (field_identifier) @write)])
(field_initializer (field_identifier) @write (#set! receiver "this"))
(field_initializer (template_method name: (field_identifier) @write) (#set! receiver "this"))
(field_initializer (qualified_identifier) @call)

; `.open = my_open`: a field of the type that is made.
(declaration
  type: [
    (type_identifier) @receiver
    (qualified_identifier) @receiver
    (struct_specifier name: (type_identifier) @receiver)]
  declarator: (init_declarator
    value: (initializer_list
      (initializer_pair designator: (field_designator (field_identifier) @write)))))
(compound_literal_expression
  type: (_) @receiver
  value: (initializer_list (initializer_pair designator: (field_designator (field_identifier) @write))))
(call_expression
  function: (template_function name: (identifier) @call)
  arguments: (argument_list) @arguments
  (#not-match? @call "_cast$"))
(dependent_type (qualified_identifier) @type)
