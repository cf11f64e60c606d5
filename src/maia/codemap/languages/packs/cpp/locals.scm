(parameter_declaration
  type: (_) @annotation
  declarator: [
    (identifier) @bind
    (pointer_declarator
      declarator: [
        (identifier) @bind
        (pointer_declarator declarator: (identifier) @bind)
        (array_declarator declarator: (identifier) @bind)])
    (reference_declarator (identifier) @bind)
    (array_declarator
      declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)])
    (reference_declarator
      [
        (pointer_declarator declarator: (identifier) @bind)
        (variadic_declarator (identifier) @bind)])
    (pointer_declarator declarator: (reference_declarator (identifier) @bind))
    (variadic_declarator (identifier) @bind)])
(optional_parameter_declaration
  type: (_) @annotation
  declarator: [
    (identifier) @bind
    (pointer_declarator
      declarator: [
        (identifier) @bind
        (pointer_declarator declarator: (identifier) @bind)
        (array_declarator declarator: (identifier) @bind)])
    (reference_declarator (identifier) @bind)
    (array_declarator
      declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)])
    (reference_declarator
      [
        (pointer_declarator declarator: (identifier) @bind)
        (variadic_declarator (identifier) @bind)])
    (pointer_declarator declarator: (reference_declarator (identifier) @bind))
    (variadic_declarator (identifier) @bind)])
(variadic_parameter_declaration
  declarator: [
    (variadic_declarator (identifier) @bind)
    (reference_declarator (variadic_declarator (identifier) @bind))])
(parameter_declaration
  declarator: [
    (function_declarator
      declarator: (parenthesized_declarator (pointer_declarator declarator: (identifier) @bind)))
    (reference_declarator (parenthesized_declarator (_ (identifier) @bind)))])
(declaration
  type: (_) @annotation
  declarator: [
    (identifier) @bind
    (pointer_declarator
      declarator: [
        (identifier) @bind
        (pointer_declarator declarator: (identifier) @bind)
        (array_declarator declarator: (identifier) @bind)])
    (reference_declarator (identifier) @bind)
    (array_declarator
      declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)])
    (reference_declarator
      [
        (pointer_declarator declarator: (identifier) @bind)
        (variadic_declarator (identifier) @bind)])
    (pointer_declarator declarator: (reference_declarator (identifier) @bind))
    (variadic_declarator (identifier) @bind)])
(declaration
  type: (_) @annotation
  declarator: (init_declarator
    declarator: [
      (identifier) @bind
      (pointer_declarator
        declarator: [
          (identifier) @bind
          (pointer_declarator declarator: (identifier) @bind)
          (array_declarator declarator: (identifier) @bind)])
      (reference_declarator (identifier) @bind)
      (array_declarator
        declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)])
      (reference_declarator
        [
          (pointer_declarator declarator: (identifier) @bind)
          (variadic_declarator (identifier) @bind)])
      (pointer_declarator declarator: (reference_declarator (identifier) @bind))
      (variadic_declarator (identifier) @bind)]))
(declaration
  type: (placeholder_type_specifier)
  declarator: (init_declarator
    declarator: [
      (identifier) @bind
      (pointer_declarator
        declarator: [
          (identifier) @bind
          (pointer_declarator declarator: (identifier) @bind)
          (array_declarator declarator: (identifier) @bind)])
      (reference_declarator (identifier) @bind)
      (array_declarator
        declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)])
      (reference_declarator
        [
          (pointer_declarator declarator: (identifier) @bind)
          (variadic_declarator (identifier) @bind)])
      (pointer_declarator declarator: (reference_declarator (identifier) @bind))
      (variadic_declarator (identifier) @bind)]
    value: (_) @value))
(declaration
  declarator: [
    (structured_binding_declarator (identifier) @bind)
    (reference_declarator (structured_binding_declarator (identifier) @bind))])
(declaration
  declarator: (init_declarator
    declarator: [
      (structured_binding_declarator (identifier) @bind)
      (reference_declarator (structured_binding_declarator (identifier) @bind))]))
(declaration
  declarator: [
    (function_declarator
      declarator: (parenthesized_declarator
        (pointer_declarator
          declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)])))
    (init_declarator
      declarator: (function_declarator
        declarator: (parenthesized_declarator
          (pointer_declarator
            declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)]))))])
(compound_statement
  (declaration
    type: [(type_identifier) (qualified_identifier) (template_type)] @annotation
    declarator: (function_declarator declarator: (identifier) @bind)))
(for_range_loop
  type: (_) @annotation
  declarator: [
    (identifier) @bind
    (pointer_declarator
      declarator: [
        (identifier) @bind
        (pointer_declarator declarator: (identifier) @bind)
        (array_declarator declarator: (identifier) @bind)])
    (reference_declarator (identifier) @bind)
    (array_declarator
      declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)])
    (reference_declarator
      [
        (pointer_declarator declarator: (identifier) @bind)
        (variadic_declarator (identifier) @bind)])
    (pointer_declarator declarator: (reference_declarator (identifier) @bind))
    (variadic_declarator (identifier) @bind)])
(for_range_loop
  declarator: [
    (structured_binding_declarator (identifier) @bind)
    (reference_declarator (structured_binding_declarator (identifier) @bind))])
(condition_clause
  value: (declaration
    type: (_) @annotation
    declarator: [
      (identifier) @bind
      (pointer_declarator
        declarator: [
          (identifier) @bind
          (pointer_declarator declarator: (identifier) @bind)
          (array_declarator declarator: (identifier) @bind)])
      (reference_declarator (identifier) @bind)
      (array_declarator
        declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)])
      (reference_declarator
        [
          (pointer_declarator declarator: (identifier) @bind)
          (variadic_declarator (identifier) @bind)])
      (pointer_declarator declarator: (reference_declarator (identifier) @bind))
      (variadic_declarator (identifier) @bind)]))
(condition_clause
  value: (declaration
    type: (placeholder_type_specifier)
    declarator: [
      (identifier) @bind
      (pointer_declarator
        declarator: [
          (identifier) @bind
          (pointer_declarator declarator: (identifier) @bind)
          (array_declarator declarator: (identifier) @bind)])
      (reference_declarator (identifier) @bind)
      (array_declarator
        declarator: [(identifier) @bind (array_declarator declarator: (identifier) @bind)])
      (reference_declarator
        [
          (pointer_declarator declarator: (identifier) @bind)
          (variadic_declarator (identifier) @bind)])
      (pointer_declarator declarator: (reference_declarator (identifier) @bind))
      (variadic_declarator (identifier) @bind)]
    value: (_) @value))
(lambda_capture_initializer left: (identifier) @bind right: (_) @value)
(type_parameter_declaration (type_identifier) @bind.type)
(optional_type_parameter_declaration name: (type_identifier) @bind.type)
(variadic_type_parameter_declaration (type_identifier) @bind.type)
(compound_statement) @block
(for_statement) @block
(for_range_loop) @block
(if_statement) @block
(while_statement) @block
(catch_clause) @block
(lambda_expression) @block.function
