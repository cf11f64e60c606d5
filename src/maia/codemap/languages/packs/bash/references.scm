(command name: (command_name . (word) @call .)
  (#not-match? @call "^(?:source|\\.|alias)$")
  (#not-match? @call "[/=$*?{}~\\\\]"))
((command name: (command_name (word) @runs) . argument: (word) @call)
  (#any-of? @runs "eval" "time" "coproc" "then" "else" "do" "!")
  (#match? @call "^[A-Za-z_][A-Za-z0-9_:.-]*$"))

((command name: (command_name (word) @runs) . argument: (word) @read) @called
  (#eq? @runs "trap")
  (#match? @read "^[A-Za-z_][A-Za-z0-9_:.-]*$"))
((command name: (command_name (word) @runs)
    argument: (word) @flag . argument: (word) @called @read)
  (#eq? @runs "complete")
  (#match? @flag "^-[A-Za-z]*F$"))
(declaration_command ["export" "declare" "typeset"]
  (word) @flags (variable_name) @called @read
  (#match? @flags "^-[A-Za-z]*f"))

(variable_assignment name: (variable_name) @write)
(variable_assignment name: (subscript name: (variable_name) @write))
