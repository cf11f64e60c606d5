from maia.agent.permissions.rules import MalformedRule, Rule, UnknownName, read_rules


def test_rules_are_read_by_family_with_their_source() -> None:
    rules = read_rules({"allow": ["Read", " Bash(ls *) "], "deny": ["Mcp(*)"]}, "f")
    assert rules.allow == (Rule("Read", None, "f"), Rule("Bash", "ls *", "f"))
    assert rules.deny == (Rule("Mcp", "*", "f"),)
    assert [str(rule) for rule in rules.allow] == ["Read", "Bash(ls *)"]


def test_what_is_malformed_is_named_by_list_and_position_and_the_rest_counts() -> None:
    rules = read_rules({"allow": ["Read", "Ba sh", 3, "Bash(x"], "deny": "Bash", "alow": []}, "f")
    assert rules.allow == (Rule("Read", None, "f"),)
    assert rules.malformed == (
        MalformedRule("f", "allow", 2, "Ba sh"),
        MalformedRule("f", "allow", 3, "3"),
        MalformedRule("f", "allow", 4, "Bash(x"),
        MalformedRule("f", "deny", 0, "Bash"),
    )
    assert rules.unknown == (UnknownName("f", "", 0, "alow", "allow"),)


def test_permissions_that_are_no_object_are_malformed() -> None:
    assert read_rules(["Read"], "f").malformed == (MalformedRule("f", "", 0, "['Read']"),)


def test_rules_of_two_files_add_up_and_an_untrusted_one_only_restricts() -> None:
    user = read_rules({"allow": ["Read"]}, "user")
    project = read_rules({"allow": ["Bash"], "ask": ["Edit"], "deny": ["Write"]}, "project")
    both = user + project.without_grants()
    assert [str(rule) for rule in both.allow] == ["Read"]
    assert [str(rule) for rule in both.ask + both.deny] == ["Edit", "Write"]


def test_parentheses_may_stand_inside_a_pattern() -> None:
    assert read_rules({"allow": ["Bash(echo (a))"]}, "f").allow[0].pattern == "echo (a)"


def test_a_rule_for_an_unknown_tool_is_named_and_kept() -> None:
    rules = read_rules({"allow": ["Read", "Raed", "Zzz(x)"], "ask": ["Bsh"]}, "f")
    assert [str(rule) for rule in rules.allow] == ["Read", "Raed", "Zzz(x)"]
    assert rules.malformed == ()
    assert rules.unknown == (
        UnknownName("f", "allow", 2, "Raed", "Read"),
        UnknownName("f", "allow", 3, "Zzz", ""),
        UnknownName("f", "ask", 1, "Bsh", "Bash"),
    )


def test_a_position_counts_what_is_malformed_before_it() -> None:
    rules = read_rules({"deny": ["(", "Zzz"]}, "f")
    assert rules.unknown == (UnknownName("f", "deny", 2, "Zzz", ""),)


def test_the_case_of_a_tool_matters_for_a_grant_only() -> None:
    written = ["bash", "Mcp(*)", "Agent(x)", "Skill(x)", "Redirect(out/*)", "mcp__a__b"]
    rules = read_rules({"allow": written, "ask": written, "deny": written}, "f")
    assert rules.unknown == (UnknownName("f", "allow", 1, "bash", "Bash"),)


def test_what_is_unknown_is_kept_when_rules_are_joined_and_narrowed() -> None:
    wrong = read_rules({"deny": ["Zzz"]}, "f")
    assert (read_rules({}, "g") + wrong).without_grants().unknown == wrong.unknown
