(constant) @read
(identifier) @read
(instance_variable) @read
(class_variable) @read
(global_variable) @read

((identifier) @skip
  (#any-of? @skip
    "private" "protected" "public" "module_function" "private_class_method" "raise" "puts" "p"
    "block_given?" "binding" "lambda" "proc" "loop" "new" "class" "__method__" "__dir__" "nil?"
    "private_constant" "freeze" "is_a?" "require" "include" "prepend" "extend" "attr_reader"
    "attr_accessor" "attr_writer" "attr" "alias_method" "define_method" "autoload" "load"
    "require_relative" "require_dependency"))
(call method: (identifier) @skip (#any-of? @skip "new" "class" "nil?" "is_a?" "freeze"))
