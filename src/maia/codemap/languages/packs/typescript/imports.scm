(import_statement (import_clause (identifier) @import @alias) source: (string (string_fragment) @module)
  (#set! name "default"))
(import_statement
  (import_clause (named_imports (import_specifier name: _ @import @name alias: (identifier)? @alias)))
  source: (string (string_fragment) @module))
(import_statement
  (import_clause (namespace_import (identifier) @import @alias))
  source: (string (string_fragment) @module)
  (#set! name "*"))
(import_statement . source: (string (string_fragment) @module)) @import

(export_statement
  (export_clause (export_specifier name: _ @import @name alias: _? @alias))
  source: (string (string_fragment) @module)
  (#set! reexport ""))
(export_statement
  (namespace_export (identifier) @alias) @import
  source: (string (string_fragment) @module)
  (#set! name "*") (#set! reexport ""))
(export_statement "*" @import @name . "from" source: (string (string_fragment) @module)
  (#set! reexport ""))

(export_statement !source
  (export_clause (export_specifier name: (identifier) @import @name alias: _ @alias))
  (#set! reexport ""))
(export_statement "default" value: (identifier) @import @name
  (#set! alias "default") (#set! reexport ""))
(export_statement "default" declaration: (_ name: (_) @import @name)
  (#set! alias "default") (#set! reexport ""))

((variable_declarator
  name: (identifier) @import @alias
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @module) .)))
  (#eq? @_require "require") (#set! name "export="))
((variable_declarator
  name: (identifier) @import @alias
  value: (member_expression
    object: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @module) .))
    property: (property_identifier) @name))
  (#eq? @_require "require"))
((variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import @name
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @import @name)
    (pair_pattern key: (property_identifier) @import @name value: (identifier) @alias)
  ])
  value: (call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @module) .)))
  (#eq? @_require "require"))
(variable_declarator
  name: (identifier) @import @alias
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string (string_fragment) @module))))
  (#set! name "*"))
(variable_declarator
  name: (object_pattern [
    (shorthand_property_identifier_pattern) @import @name
    (object_assignment_pattern left: (shorthand_property_identifier_pattern) @import @name)
    (pair_pattern key: (property_identifier) @import @name value: (identifier) @alias)
  ])
  value: (await_expression (call_expression function: (import) arguments: (arguments . (string (string_fragment) @module)))))
((call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @module) .)) @import
  (#eq? @_require "require") (#set! bare ""))
((call_expression function: (import) arguments: (arguments . (string (string_fragment) @module))) @import
  (#set! bare ""))

(import_statement (import_require_clause
  (identifier) @import @alias
  source: (string (string_fragment) @module))
  (#set! name "export="))
(export_statement "=" (identifier) @import @name
  (#set! alias "export=") (#set! reexport ""))
((call_expression function: (call_expression
  function: (identifier) @_require
  arguments: (arguments . (string (string_fragment) @module) .)) @import @alias)
  (#eq? @_require "require") (#set! name "export="))
