(import_declaration
  . (scoped_identifier scope: (_) @module name: (identifier) @name) @import .)
(import_declaration . (scoped_identifier) @import @module (asterisk) @name)
(import_declaration . (identifier) @import @module (asterisk) @name)
