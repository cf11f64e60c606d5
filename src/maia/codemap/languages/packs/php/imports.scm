(namespace_use_declaration (namespace_use_clause . (name) @import @name alias: (name)? @alias))
(namespace_use_declaration (namespace_use_clause
  (qualified_name prefix: (namespace_name) @module (name) @import @name)
  alias: (name)? @alias))
(namespace_use_declaration (namespace_use_clause
  (qualified_name . "\\" . (name) @import @name)
  alias: (name)? @alias))
(namespace_use_declaration
  (namespace_name) @module
  body: (namespace_use_group
    (namespace_use_clause . (name) @import @name alias: (name)? @alias)))
((namespace_use_declaration
  (namespace_name) @module
  body: (namespace_use_group (namespace_use_clause
    (qualified_name prefix: (namespace_name) @module (name) @import @name)
    alias: (name)? @alias)))
  (#set! joint "\\"))

((require_expression (_) @import @module) (#set! name "*"))
((require_once_expression (_) @import @module) (#set! name "*"))
((include_expression (_) @import @module) (#set! name "*"))
((include_once_expression (_) @import @module) (#set! name "*"))
