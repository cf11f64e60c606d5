(function_call_expression function: (name) @call)
(function_call_expression function: (qualified_name (name) @call) @receiver)
(function_call_expression function: (relative_name (name) @call) @receiver)
(member_call_expression object: (_) @receiver name: (name) @call)
(nullsafe_member_call_expression object: (_) @receiver name: (name) @call)
(scoped_call_expression scope: (_) @receiver name: (name) @call)

(object_creation_expression (name) @new (#not-eq? @new "parent"))
(object_creation_expression (qualified_name (name) @new) @receiver)
(object_creation_expression (relative_name (name) @new) @receiver)

(class_declaration (base_clause (name) @inherit))
(class_declaration (base_clause (qualified_name (name) @inherit) @receiver))
(anonymous_class (base_clause (name) @inherit))
(anonymous_class (base_clause (qualified_name (name) @inherit) @receiver))
(interface_declaration (base_clause (name) @inherit))
(interface_declaration (base_clause (qualified_name (name) @inherit) @receiver))
(class_interface_clause (name) @implement)
(class_interface_clause (qualified_name (name) @implement) @receiver)
(use_declaration (name) @inherit)
(use_declaration (qualified_name (name) @inherit) @receiver)

(named_type (name) @type (#not-match? @type "^(?:self|static|parent)$"))
(named_type (qualified_name (name) @type) @receiver)
(binary_expression operator: "instanceof" right: (name) @type
  (#not-match? @type "^(?:self|static|parent)$"))
(binary_expression operator: "instanceof" right: (qualified_name (name) @type) @receiver)

(attribute (name) @decorate)
(attribute (qualified_name (name) @decorate) @receiver)

(assignment_expression
  left: (member_access_expression object: (_) @receiver name: (name) @write))
(augmented_assignment_expression
  left: (member_access_expression object: (_) @receiver name: (name) @write))
(update_expression
  argument: (member_access_expression object: (_) @receiver name: (name) @write))
(assignment_expression left: (subscript_expression
  . (member_access_expression object: (_) @receiver name: (name) @write)))
(assignment_expression
  left: (scoped_property_access_expression
    scope: (_) @receiver name: (variable_name (name) @write)))
(augmented_assignment_expression
  left: (scoped_property_access_expression
    scope: (_) @receiver name: (variable_name (name) @write)))
(assignment_expression left: (subscript_expression
  . (scoped_property_access_expression
    scope: (_) @receiver name: (variable_name (name) @write))))
(augmented_assignment_expression left: (subscript_expression
  . (scoped_property_access_expression
    scope: (_) @receiver name: (variable_name (name) @write))))
(augmented_assignment_expression left: (subscript_expression
  . (member_access_expression object: (_) @receiver name: (name) @write)))

(use_instead_of_clause
  (class_constant_access_expression . (_) @receiver (name) @called @read .))
(use_instead_of_clause (_) . (name) @read)
(use_as_clause (class_constant_access_expression . (_) @receiver (name) @called @read .))

(member_access_expression object: (_) @receiver name: (name) @read)
(nullsafe_member_access_expression object: (_) @receiver name: (name) @read)
(scoped_property_access_expression scope: (_) @receiver name: (variable_name (name) @read))
(class_constant_access_expression . (_) @receiver (name) @read . (#not-eq? @read "class"))

(scoped_call_expression scope: (name) @read)
(scoped_call_expression scope: (qualified_name (name) @read) @receiver)
(scoped_property_access_expression scope: (name) @read)
(scoped_property_access_expression scope: (qualified_name (name) @read) @receiver)
(class_constant_access_expression . (name) @read)
(class_constant_access_expression . (qualified_name (name) @read) @receiver)

(argument . (name) @read .)
(binary_expression [left: (name) @read right: (name) @read]
  (#not-eq? @read "__DIR__"))
(assignment_expression right: (name) @read)
(const_element (name) (name) @read)
(property_element default_value: (name) @read)
(simple_parameter default_value: (name) @read)
(property_promotion_parameter default_value: (name) @read)
(return_statement (name) @read)
(array_element_initializer (name) @read)
(conditional_expression (name) @read)
(unary_op_expression (name) @read)
(parenthesized_expression (name) @read)
(echo_statement (name) @read)
(sequence_expression (name) @read)
(subscript_expression (_) . (name) @read)
(arrow_function body: (name) @read)
(case_statement value: (name) @read)
(match_conditional_expression return_expression: (name) @read)
(match_condition_list (name) @read)
(argument (qualified_name (name) @read) @receiver)
(return_statement (qualified_name (name) @read) @receiver)
(binary_expression (qualified_name (name) @read) @receiver)

(array_creation_expression
  . (array_element_initializer (variable_name) @receiver)
  . (array_element_initializer (string (string_content) @called @read)) .
  (#eq? @receiver "$this")
  (#match? @read "^[A-Za-z_][A-Za-z_0-9]*$"))
(array_creation_expression
  . (array_element_initializer (class_constant_access_expression . (_) @receiver (name) @class))
  . (array_element_initializer (string (string_content) @called @read)) .
  (#eq? @class "class")
  (#match? @read "^[A-Za-z_][A-Za-z_0-9]*$"))
