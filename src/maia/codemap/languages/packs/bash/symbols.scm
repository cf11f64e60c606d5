(function_definition name: (word) @name body: (_) @body) @def.function

(variable_assignment name: (variable_name) @name value: (_)? @value) @def.outer_variable
(variable_assignment
  name: (subscript name: (variable_name) @name)) @def.outer_variable

(declaration_command ["export" "declare" "typeset"]
  (variable_assignment name: (variable_name) @name value: (_)? @value) @def.outer_variable)
(declaration_command ["export" "declare" "typeset"] (variable_name) @name @def.outer_variable)
(declaration_command "readonly"
  (variable_assignment name: (variable_name) @name value: (_)? @value) @def.outer_constant)
(declaration_command ["declare" "typeset"] (word) @flags
  (variable_assignment name: (variable_name) @name value: (_)? @value) @def.outer_constant
  (#match? @flags "^-[A-Za-z]*r"))
(declaration_command "export" (word) @flags (variable_name) @name @def.none
  (#match? @flags "^-[A-Za-z]*[fn]"))
(declaration_command ["declare" "typeset"] (word) @flags (variable_name) @name @def.none
  (#match? @flags "^-[A-Za-z]*[fFp]"))

((command
  name: (command_name (word) @command)
  argument: [
    (concatenation . (word) @name)
    (word) @name
  ]) @def.macro
  (#eq? @command "alias")
  (#match? @name "^[A-Za-z_.:+-][A-Za-z0-9_.:+-]*="))

(command (variable_assignment name: (variable_name) @name) @def.none)
