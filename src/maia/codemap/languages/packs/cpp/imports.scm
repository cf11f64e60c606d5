(preproc_include path: (string_literal (string_content) @import @module) (#set! name "*"))
(preproc_include path: (system_lib_string) @import @module (#set! name "*"))
(using_declaration "namespace" (_) @import @module)
(translation_unit
  (using_declaration
    [
      (qualified_identifier scope: (_) @module name: (identifier) @name @import)
      (qualified_identifier
        scope: (_) @module
        name: (qualified_identifier scope: (_) @module name: (identifier) @name @import))
      (qualified_identifier
        scope: (_) @module
        name: (qualified_identifier
          scope: (_) @module
          name: (qualified_identifier scope: (_) @module name: (identifier) @name @import)))]) @using
  (#not-match? @using "^using\\s+namespace\\s")
  (#set! joint "::"))
(declaration_list
  (using_declaration
    [
      (qualified_identifier scope: (_) @module name: (identifier) @name @import)
      (qualified_identifier
        scope: (_) @module
        name: (qualified_identifier scope: (_) @module name: (identifier) @name @import))
      (qualified_identifier
        scope: (_) @module
        name: (qualified_identifier
          scope: (_) @module
          name: (qualified_identifier scope: (_) @module name: (identifier) @name @import)))]) @using
  (#not-match? @using "^using\\s+namespace\\s")
  (#set! joint "::"))
(compound_statement
  (using_declaration
    [
      (qualified_identifier scope: (_) @module name: (identifier) @name @import)
      (qualified_identifier
        scope: (_) @module
        name: (qualified_identifier scope: (_) @module name: (identifier) @name @import))
      (qualified_identifier
        scope: (_) @module
        name: (qualified_identifier
          scope: (_) @module
          name: (qualified_identifier scope: (_) @module name: (identifier) @name @import)))]) @using
  (#not-match? @using "^using\\s+namespace\\s")
  (#set! joint "::"))
(namespace_alias_definition
  name: (namespace_identifier) @import @alias
  [(namespace_identifier) (nested_namespace_specifier)] @module
  .)
