(superclass (constant) @inherit)
(superclass (scope_resolution scope: (_) @receiver name: (constant) @inherit))
(call !receiver method: (identifier) @mixes arguments: (argument_list (constant) @inherit)
  (#any-of? @mixes "include" "prepend"))
(call !receiver method: (identifier) @mixes
  arguments: (argument_list (scope_resolution scope: (_) @receiver name: (constant) @inherit))
  (#any-of? @mixes "include" "prepend"))
(call !receiver method: (identifier) @mixes arguments: (argument_list (constant) @called @inherit)
  (#eq? @mixes "extend"))
(call !receiver method: (identifier) @mixes
  arguments: (argument_list
    (scope_resolution scope: (_) @receiver name: (constant) @called @inherit))
  (#eq? @mixes "extend"))
(assignment
  left: (constant)
  right: (call
    receiver: (constant) @maker method: (identifier) @makes
    arguments: (argument_list . [
      (constant) @inherit
      (scope_resolution scope: (_) @receiver name: (constant) @inherit)
    ]))
  (#eq? @maker "Class")
  (#eq? @makes "new"))

(call receiver: (constant) @new method: (identifier) @makes (#eq? @makes "new"))
(call receiver: (scope_resolution scope: (_)? @receiver name: (constant) @new)
  method: (identifier) @makes (#eq? @makes "new"))

(assignment left: (call receiver: (_) @receiver method: (identifier) @write))
(operator_assignment left: (call receiver: (_) @receiver method: (identifier) @write))
(left_assignment_list (call receiver: (_) @receiver method: (identifier) @write))
(assignment left: (instance_variable) @write)
(operator_assignment left: (instance_variable) @write)
(left_assignment_list (instance_variable) @write)
(assignment left: (class_variable) @write)
(operator_assignment left: (class_variable) @write)
(assignment left: (global_variable) @write)

(call receiver: (_) @receiver method: [(identifier) (constant)] @call
  (#not-match? @call "^(?:new|class|nil\\?|is_a\\?|freeze)$"))
(call !receiver method: (identifier) @call
  (#not-match? @call "^(?:include|prepend|extend|require|require_relative|load|autoload|private|protected|public|private_constant|private_class_method|module_function|attr_accessor|attr_reader|attr_writer|attr|alias_method|define_method|block_given\\?|lambda|proc)$"))
(call !receiver method: (constant) @call)
(super) @call

(call
  method: (identifier) @takes
  arguments: (argument_list . (simple_symbol) @called @read)
  (#any-of? @takes "method" "send" "public_send" "__send__" "respond_to?" "instance_method"
    "before_action" "after_action" "around_action" "before_save" "after_save" "after_commit"
    "before_validation" "validate" "skip_before_action" "helper_method" "module_function"))
(call method: (identifier) @takes
  arguments: (argument_list . (_) . (simple_symbol) @called @read)
  (#eq? @takes "alias_method"))
(alias alias: (_) @read)

(call receiver: (identifier) @call (#eq? @call "new"))
(assignment right: (identifier) @call (#eq? @call "new"))
(operator_assignment right: (identifier) @call (#eq? @call "new"))
(argument_list (identifier) @call (#eq? @call "new"))
(body_statement (identifier) @call (#eq? @call "new"))
(method body: (identifier) @call (#eq? @call "new"))
(singleton_method body: (identifier) @call (#eq? @call "new"))
