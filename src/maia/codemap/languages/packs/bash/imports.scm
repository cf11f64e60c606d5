((command name: (command_name (word) @command) . argument: (_) @import @module)
  (#any-of? @command "source" ".")
  (#set! name "*"))
