(import_statement name: (dotted_name) @import @module)
(import_statement name: (aliased_import
  name: (dotted_name) @import @module
  alias: (identifier) @alias))

(import_from_statement module_name: (_) @module name: (dotted_name) @import @name)
(import_from_statement module_name: (_) @module name: (aliased_import
  name: (dotted_name) @import @name
  alias: (identifier) @alias))
(import_from_statement module_name: (_) @module (wildcard_import) @import @name)
