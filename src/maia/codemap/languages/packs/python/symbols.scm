(class_definition name: (identifier) @name body: (block) @body) @def.class

(function_definition
  name: (identifier) @name
  return_type: (type)? @type
  body: (block) @body) @def.function

(module
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable)
(module (if_statement (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable)))
(module (if_statement (else_clause (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable))))
(module (try_statement (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable)))
(module (try_statement (except_clause (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable))))
(module (if_statement (elif_clause (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable))))
(module (if_statement (block (if_statement (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable)))))
(module (if_statement (block (if_statement (else_clause (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable))))))
(module (if_statement (else_clause (block (if_statement (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable))))))
(module (try_statement (else_clause (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable))))
(module (try_statement (block (if_statement (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable)))))
(module (with_statement (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable)))
(module (for_statement (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.variable)))
(module (assignment left: (pattern_list (identifier) @name)) @def.variable)
(module (type_alias_statement . (type (identifier) @name)) @def.type)

(class_definition body: (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.field))

(class_definition body: (block (assignment left: (pattern_list (identifier) @name)) @def.field))
(class_definition body: (block (if_statement (block
  (assignment left: (identifier) @name type: (type)? @type right: (_)? @value) @def.field))))

(assignment
  left: (attribute object: (identifier) @self attribute: (identifier) @name)
  type: (type)? @type
  right: (_)? @value
  (#eq? @self "self")) @def.self_field

(assignment
  left: (pattern_list (attribute object: (identifier) @self attribute: (identifier) @name))
  (#eq? @self "self")) @def.self_field
