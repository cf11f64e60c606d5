((call_expression function: (identifier) @call) (#not-eq? @call "require"))
(call_expression function: (super) @call)
(call_expression function: (member_expression
  object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @call))
(new_expression constructor: [(identifier) (this)] @new)
(new_expression constructor: (member_expression
  object: (_) @receiver
  property: (property_identifier) @new))
(decorator (identifier) @decorate)
(decorator (call_expression function: (identifier) @decorate))
(decorator (member_expression object: (_) @receiver property: (_) @decorate))
(decorator (call_expression function: (member_expression
  object: (_) @receiver
  property: (_) @decorate)))
(assignment_expression left: (identifier) @write)
((assignment_expression left: (member_expression
  object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @write))
  (#not-match? @receiver "^(module|exports|module\\.exports|[A-Za-z_$][A-Za-z0-9_$]*\\.prototype)$"))
(augmented_assignment_expression left: (identifier) @write)
((augmented_assignment_expression left: (member_expression
  object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @write))
  (#not-match? @receiver "^(module|exports|module\\.exports|[A-Za-z_$][A-Za-z0-9_$]*\\.prototype)$"))
(update_expression argument: (identifier) @write)
(update_expression argument: (member_expression
  object: (_) @receiver
  property: [(property_identifier) (private_property_identifier)] @write))
(export_statement !source (export_clause (export_specifier name: (identifier) @export)))
(export_statement "default" value: (identifier) @export)
(assignment_expression
  left: (member_expression object: (identifier) @_m property: (property_identifier) @_e)
  right: (identifier) @export
  (#eq? @_m "module")
  (#eq? @_e "exports"))
(class_heritage (identifier) @inherit)
(class_heritage (member_expression object: (_) @receiver property: (property_identifier) @inherit))
(jsx_opening_element name: (identifier) @call (#match? @call "^[A-Z_$]"))
(jsx_self_closing_element name: (identifier) @call (#match? @call "^[A-Z_$]"))
(jsx_opening_element name: (member_expression object: (_) @receiver property: (_) @call))
(jsx_self_closing_element name: (member_expression object: (_) @receiver property: (_) @call))
((assignment_expression
  left: (member_expression object: (identifier) @_m property: (property_identifier) @_e)
  right: (object [
    (pair value: (identifier) @export)
    (shorthand_property_identifier) @export
  ]))
  (#eq? @_m "module") (#eq? @_e "exports"))
((assignment_expression
  left: (member_expression object: (identifier) @_e)
  right: (identifier) @export)
  (#eq? @_e "exports"))
((assignment_expression
  left: (member_expression
    object: (member_expression object: (identifier) @_m property: (property_identifier) @_e))
  right: (identifier) @export)
  (#eq? @_m "module") (#eq? @_e "exports"))
((call_expression function: (call_expression function: (identifier) @_require) @call)
  (#eq? @_require "require"))
