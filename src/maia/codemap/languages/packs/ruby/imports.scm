((call !receiver method: (identifier) @command
  arguments: (argument_list . (string (string_content) @import @module) .))
  (#eq? @command "require_relative")
  (#set! name "*")
  (#set! prefix "./"))
((call !receiver method: (identifier) @command
  arguments: (argument_list . (string (string_content) @import @module)))
  (#any-of? @command "require" "load" "require_dependency")
  (#set! name "*"))
((call !receiver method: (identifier) @command
  arguments: (argument_list . (call) @import @module .))
  (#any-of? @command "require" "load" "require_relative")
  (#set! name "*"))
((call method: (identifier) @command
  arguments: (argument_list . (_) . (string (string_content) @import @module) .))
  (#eq? @command "autoload")
  (#set! name "*"))
