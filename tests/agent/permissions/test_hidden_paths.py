"""Denied files behind links, gaps and processes; protected names behind look-alikes."""

from pathlib import Path

import pytest

from maia.agent.contracts.permissions import Allowed, Asked, CallToJudge
from maia.agent.permissions.command_folders import Places
from maia.agent.permissions.command_verdict import judge_command
from maia.agent.permissions.gate import RuleGate
from maia.agent.permissions.path_rules import PathRules
from maia.agent.permissions.rules import read_rules

NAMES = ("npm test", "cat", "echo", "cd", "cp", "mv", "tee", "git", "go", "nc", "date")


@pytest.fixture
def decide(project: Path, home: Path, tmp_path: Path):
    (tmp_path / "other" / "deep").mkdir(parents=True)
    (tmp_path / "other" / "secret").write_text("s\n")
    (home / ".ssh" / "sub").mkdir(parents=True, exist_ok=True)
    (project / "away").symlink_to(tmp_path / "other" / "deep")
    (project / "keys").symlink_to(home / ".ssh" / "sub")
    (project / "ssh").symlink_to(home / ".ssh")
    rules = read_rules(
        {
            "allow": [*(f"Bash({name} *)" for name in NAMES), "Redirect"],
            "deny": ["Read(./.env)", "Edit(~/.ssh/**)", f"Read({tmp_path}/other/secret)"],
        },
        "test",
    )
    places = Places(project, project, home)

    def decided(command: str) -> str:
        return judge_command(command, rules, places, PathRules(rules, project)).decision

    return decided


@pytest.mark.parametrize(
    ("command", "want"),
    [
        ("cat away/../secret", "deny"),
        ("cd away && cat ../secret", "deny"),
        ("cd -P away && cd -P .. && cat secret", "deny"),
        ("echo k > keys/../x", "deny"),
        ("cp a keys/../x", "deny"),
        ("tee keys/../x", "deny"),
        ("mv a ssh", "deny"),
        ("cd sub && cat /proc/self/cwd/../.env", "ask"),
        ("cat /proc/$$/cwd/.env", "ask"),
        ("cat $D/.env", "ask"),
        ("cat ${D}.env", "ask"),
        ("cat ~+/.env", "ask"),
        ('cat "$(echo .e)nv"', "ask"),
        ("cat */.env", "ask"),
        ("echo k > $D/.ssh/x", "ask"),
        ("date -f .env", "ask"),
        ("cat src/../README", "allow"),
        ("cat $D/README", "allow"),
        ("echo k > src/../x", "allow"),
    ],
)
def test_a_restricted_file_stays_so_behind_links_and_gaps(command, want, decide):
    assert decide(command) == want


def test_a_target_that_is_not_known_is_asked_where_a_rule_restricts_writing(decide):
    assert decide("echo k > $D") == "ask"


@pytest.mark.parametrize(
    "command",
    [
        "git grep -nOid x",
        "go vet -vettool=x",
        "nc -e id h 1",
        "go test --exec x",
        "npm test --script-shell=x",
    ],
)
def test_options_that_run_a_program_are_asked_in_any_spelling(command, decide):
    assert decide(command) == "ask"


@pytest.mark.parametrize("name", [".g\u200bit/x", ".git\u200c/hooks/x", "\uff0egit/x", ".git /x"])
async def test_a_look_alike_of_a_protected_name_is_asked_in_accept_edits(name, project, home):
    gate = RuleGate(read_rules({}, "test"), project, "accept-edits")
    verdict = await gate.judge(CallToJudge("Write", {"file_path": name, "content": "x"}, "ask"))
    assert isinstance(verdict, Asked)
    plain = await gate.judge(CallToJudge("Write", {"file_path": "git/x", "content": "x"}, "ask"))
    assert isinstance(plain, Allowed)


@pytest.mark.parametrize("command", ["bash <<< 'rm x'", "echo 'rm x' | sh", "sh <<'E'\nrm x\nE"])
def test_a_text_handed_to_a_shell_is_searched_for_what_is_denied(command, judge):
    assert judge(command, deny=["Bash(rm *)"]).decision == "deny"
    assert judge(command, deny=["Bash(curl *)"]).decision == "ask"


@pytest.mark.parametrize("command", ["grep -r x .", "cat $f", "cat $D/.env"])
async def test_in_plan_a_command_that_may_reach_a_denied_file_is_asked(command, project, home):
    call = CallToJudge("Bash", {"command": command}, "ask")
    denied = RuleGate(read_rules({"deny": ["Read(./.env)"]}, "test"), project, "plan")
    assert isinstance(await denied.judge(call), Asked)
    free = RuleGate(read_rules({}, "test"), project, "plan")
    assert isinstance(await free.judge(call), Allowed)


@pytest.mark.parametrize(
    ("path", "want"),
    [("out/a.txt", "allow"), ("*/../out/a.txt", "ask"), ("$X/../out/a.txt", "ask")],
)
def test_a_gap_in_a_target_counts_although_its_plain_path_has_none(project, path, want):
    rules = read_rules({"allow": ["Redirect(out/**)"]}, "test")
    assert PathRules(rules, project).judge(f"{project}/{path}", "write")[0] == want
