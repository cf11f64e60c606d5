((using_directive !name [(qualified_name) (identifier) (alias_qualified_name)] @import @module)
  @whole
  (#not-match? @whole "^global")
  (#set! name "*"))
(using_directive "global" !name
  [(qualified_name) (identifier) (alias_qualified_name)] @import @module
  (#set! name "*") (#set! reexport ""))
(using_directive name: (identifier) @alias
  (qualified_name qualifier: (_) @module name: [
    (identifier) @name
    (generic_name . (identifier) @name)
  ]) @import)
(using_directive name: (identifier) @alias . (identifier) @import @name)
