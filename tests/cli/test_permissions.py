"""`maia permissions`: what a call would get, and why; the rules by file."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from maia.cli.explain import LONGEST_LINE

RULES = {
    "allow": ["Read", "Bash(git status *)", "Bash(ls *)", "Redirect(out.txt)"],
    "ask": ["Bash(git push *)"],
    "deny": ["Bash(rm *)", "Read(.env)"],
}


@pytest.fixture
def rules_file(tmp_path: Path) -> Callable[..., str]:
    def write(permissions: Any = RULES) -> str:
        path = tmp_path / "rules.json"
        path.write_text(json.dumps({"permissions": permissions}), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture
def batch(maia: Any, rules_file: Any):
    """Answers of a batch: the exit code, and one object for each line."""

    def run(*lines: Any, permissions: Any = RULES, options: tuple[str, ...] = ()) -> Any:
        written = [line if isinstance(line, str) else json.dumps(line) for line in lines]
        file = rules_file(permissions)
        ended = maia(
            *("permissions", "explain", "--batch", "--settings", file, *options),
            stdin="".join(f"{line}\n" for line in written),
        )
        return ended.returncode, [json.loads(line) for line in ended.stdout.splitlines()]

    return run


def bash(command: str, **more: Any) -> dict[str, Any]:
    return {"tool": "Bash", "input": {"command": command}, **more}


@pytest.mark.parametrize(
    ("command", "first", "parts"),
    [
        ("git status -s", "ALLOW rule: Bash(git status *)", ["ALLOW git status -s"]),
        (
            "git status && rm -rf x",
            "DENY  rule: Bash(rm *)",
            ["ALLOW git status", "DENY  rm -rf x"],
        ),
        ("git push", "ASK   rule: Bash(git push *)", ["ASK   git push"]),
    ],
)
def test_a_command_is_explained_part_by_part(
    maia: Any, rules_file: Any, command: str, first: str, parts: list[str]
) -> None:
    ended = maia("permissions", "explain", command, "--settings", rules_file())
    assert (ended.returncode, ended.stderr) == (0, "")
    lines = ended.stdout.splitlines()
    assert lines[0] == first
    assert len(lines) == 1 + len(parts)
    for line, part in zip(lines[1:], parts, strict=True):
        assert line.startswith(f"  {part}  (rule: Bash(")


def test_without_any_settings_everything_asks(maia: Any) -> None:
    ended = maia("permissions", "explain", "--output-format", "json", "ls")
    found = json.loads(ended.stdout)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (found["decision"], found["rule"]) == ("ask", "")
    assert found["reason"]
    assert [part["text"] for part in found["parts"]] == ["ls"]


@pytest.mark.parametrize(
    ("tool", "input_", "decision", "rule"),
    [
        ("Read", {"path": ".env"}, "deny", "Read(.env)"),
        ("Read", {"path": "a.txt"}, "allow", "Read"),
        ("Write", {"path": "a.txt", "content": ""}, "ask", ""),
        ("Unheard", {"x": 1}, "ask", ""),
        ("TodoWrite", None, "ask", ""),
    ],
)
def test_a_call_of_any_tool_is_explained(
    maia: Any, rules_file: Any, tool: str, input_: Any, decision: str, rule: str
) -> None:
    given = () if input_ is None else ("--input", json.dumps(input_))
    options = ("--output-format", "json", "--settings", rules_file())
    ended = maia("permissions", "explain", "--tool", tool, *given, *options)
    found = json.loads(ended.stdout)
    assert ended.returncode == 0
    assert (found["decision"], found["rule"]) == (decision, rule)
    assert [part["decision"] for part in found["parts"]] == [decision]
    assert found["reason"]


@pytest.mark.parametrize(
    ("mode", "decision"),
    [("ask", "ask"), ("accept-edits", "allow"), ("plan", "deny"), ("bypass", "allow")],
)
def test_a_profile_is_explained_and_bypass_too_since_nothing_runs(
    maia: Any, mode: str, decision: str
) -> None:
    call = ("--tool", "Write", "--input", '{"path": "a", "content": ""}')
    options = ("--permission-mode", mode, "--output-format", "json")
    ended = maia("permissions", "explain", *call, *options)
    found = json.loads(ended.stdout)
    assert found["decision"] == decision
    assert (f"profile {mode}" in found["reason"]) is (mode != "ask")


def test_the_users_and_the_projects_files_count_as_they_do_for_the_agent(
    maia: Any, home: Path, tmp_path: Path
) -> None:
    for folder, permissions in (
        (home, {"allow": ["Bash(ls *)"]}),
        (tmp_path, {"allow": ["Bash(id *)"], "deny": ["Bash(ls /*)"]}),
    ):
        (folder / ".maia").mkdir()
        (folder / ".maia" / "settings.json").write_text(json.dumps({"permissions": permissions}))

    def decision(command: str) -> str:
        return maia("permissions", "explain", command).stdout.split()[0]

    assert [decision(each) for each in ("ls a", "ls /etc", "id -u")] == ["ALLOW", "DENY", "ASK"]
    assert maia("trust").returncode == 0
    assert [decision(each) for each in ("ls a", "ls /etc", "id -u")] == ["ALLOW", "DENY", "ALLOW"]


def test_a_broken_project_file_is_said_and_nothing_is_allowed(
    maia: Any, home: Path, tmp_path: Path
) -> None:
    (home / ".maia").mkdir()
    (home / ".maia" / "settings.json").write_text('{"permissions": {"allow": ["Bash"]}}')
    (tmp_path / ".maia").mkdir()
    (tmp_path / ".maia" / "settings.json").write_text("{")
    ended = maia("permissions", "explain", "ls", "--permission-mode", "bypass")
    assert ended.returncode == 0
    assert ended.stdout.startswith("ASK")
    assert "left out" in ended.stderr


def test_a_file_of_rules_counts_alone(
    maia: Any, rules_file: Any, home: Path, tmp_path: Path
) -> None:
    for folder in (home, tmp_path):
        (folder / ".maia").mkdir()
        (folder / ".maia" / "settings.json").write_text("{broken")
    ended = maia("permissions", "explain", "ls", "--settings", rules_file())
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout.startswith("ALLOW")


@pytest.mark.parametrize("content", [None, "{oops", '{"permissions": {"deny": "Bash"}}'])
def test_a_file_of_rules_that_cannot_be_read_is_an_error(
    maia: Any, tmp_path: Path, content: str | None
) -> None:
    if content is not None:
        (tmp_path / "rules.json").write_text(content)
    ended = maia("permissions", "explain", "ls", "--settings", "rules.json")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "rules.json" in ended.stderr


def test_a_batch_is_answered_line_by_line(batch: Any, tmp_path: Path) -> None:
    code, answers = batch(
        bash("git status"),
        bash("ls; rm x"),
        {"tool": "Read", "input": {"path": ".env"}},
        bash("ls > out.txt"),
        bash("cat ../.env", folder="sub"),
        bash("cat .env", folder=str(tmp_path)),
        bash("x" * 100_000),
    )
    assert code == 0
    decisions = [answer["decision"] for answer in answers]
    assert decisions == ["allow", "deny", "deny", "allow", "deny", "deny", "ask"]
    assert all(answer.keys() == {"decision", "rule", "reason", "parts"} for answer in answers)
    assert all(answer["reason"] and answer["parts"] for answer in answers)
    assert answers[1]["rule"] == "Bash(rm *)"
    assert [(part["text"], part["decision"]) for part in answers[1]["parts"]] == [
        ("ls", "allow"),
        ("rm x", "deny"),
    ]


def test_lines_that_are_no_calls_are_answered_and_the_rest_goes_on(batch: Any) -> None:
    bad: list[Any] = [
        *("oops", "", "[]", "3", "[" * 100_000, "9" * 6000),
        *({}, {"tool": 3}, {"tool": ""}, {"tool": "Bash", "input": "ls"}),
        *(bash("ls", folder=3), bash("ls", folder=""), bash("ls", folder="a\0b")),
    ]
    code, answers = batch(*bad, bash("ls"))
    assert code == 2
    assert [answer.get("line") for answer in answers] == [*range(1, len(bad) + 1), None]
    assert all(answer["error"] for answer in answers[:-1])
    assert answers[-1]["decision"] == "allow"


def test_a_line_that_is_too_long_is_no_call_whatever_it_begins_with(batch: Any) -> None:
    code, answers = batch(json.dumps(bash("ls")) + " " * LONGEST_LINE, bash("ls"))
    assert code == 2
    assert ["error" in answer for answer in answers] == [True, False]


def test_a_batch_without_lines_has_no_answers(batch: Any) -> None:
    assert batch() == (0, [])


@pytest.mark.parametrize(
    "command", ["", "a\0b", "echo '", "\ud800", "\u202e ls", "$(", "(" * 5000, "ls\n" * 20_000]
)
def test_whatever_the_command_a_batch_answers_and_allows_nothing_it_cannot_read(
    batch: Any, command: str
) -> None:
    _, answers = batch(bash(command), bash("ls"))
    plain = "ls" in command and command.isascii()
    assert answers[0]["decision"] in ({"allow", "ask"} if plain else {"ask"})
    assert answers[1]["decision"] == "allow"


def test_a_batch_answers_each_line_before_the_next_is_written(start_maia: Any) -> None:
    process = start_maia("permissions", "explain", "--batch", keep_stdin=True)
    for command in ("ls", "id"):
        process.stdin.write(json.dumps(bash(command)) + "\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["parts"][0]["text"] == command
    process.communicate(timeout=20)
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "give one command"),
        (("git", "push"), "quotes around the command"),
        (("ls", "--batch"), "give one command"),
        (("ls", "--tool", "Read"), "give one command"),
        (("--input", "{}", "ls"), "--input needs --tool"),
        (("--tool", "Read", "--input", "[]"), "--input must be a JSON object"),
        (("--tool", "Read", "--input", "{"), "Not valid JSON"),
        (("ls", "--model", "m"), "--model has no effect"),
    ],
)
def test_what_cannot_be_explained_is_a_usage_error(maia: Any, words: Any, said: str) -> None:
    ended = maia("permissions", "explain", *words)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert said in ended.stderr


def test_a_command_may_start_with_a_dash(maia: Any) -> None:
    ended = maia("permissions", "explain", "--", "--odd name")
    assert ended.returncode == 0
    assert "--odd name" in ended.stdout


def test_nothing_of_a_command_acts_on_the_terminal(maia: Any) -> None:
    ended = maia("permissions", "explain", "echo \x1b[2J\nls \u202e x")
    assert ended.returncode == 0
    assert "\x1b" not in ended.stdout
    assert "\u202e" not in ended.stdout


def test_it_speaks_the_language_of_the_settings(maia: Any, home: Path) -> None:
    (home / ".maia").mkdir()
    (home / ".maia" / "settings.json").write_text(
        '{"language": "fr", "permissions": {"deny": ["Bash(rm *)"]}}'
    )
    assert maia("permissions", "explain", "rm x").stdout.startswith("DENY  règle : Bash(rm *)")


@pytest.mark.parametrize("words", [("permissions",), ("permissions", "show")])
def test_the_rules_are_shown_by_file_and_what_is_ignored(
    maia: Any, home: Path, tmp_path: Path, words: Any
) -> None:
    for folder in (home, tmp_path):
        (folder / ".maia").mkdir()
        (folder / ".maia" / "settings.json").write_text(json.dumps({"permissions": RULES}))
    ended = maia(*words)
    assert ended.returncode == 0
    restricting = ["  DENY  Bash(rm *)", "  DENY  Read(.env)", "  ASK   Bash(git push *)"]
    granting = [f"  ALLOW {rule}" for rule in RULES["allow"]]
    ignored = [f"{line}  (ignored: the folder is not trusted)" for line in granting]
    assert ended.stdout.splitlines() == [
        *(f"{home}/.maia/settings.json", *restricting, *granting),
        *(f"{tmp_path}/.maia/settings.json", *restricting, *ignored),
    ]


def test_without_rules_it_says_that_everything_is_asked(maia: Any) -> None:
    ended = maia("permissions")
    assert (ended.returncode, ended.stdout) == (
        0,
        "No permission rules: every use of a tool is asked.\n",
    )
