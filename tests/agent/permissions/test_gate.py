from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.permissions import Allowed, Asked, CallToJudge, Denied
from maia.agent.permissions.gate import RuleGate
from maia.agent.permissions.rules import read_rules

ALLOW_SOME = {
    "allow": [
        "Read",
        "Bash(git status *)",
        "Bash(npm test*)",
        "Edit(src/**)",
        "WebFetch(domain:example.org)",
    ],
    "ask": ["Bash(git push *)"],
    "deny": ["Bash(rm *)", "Read(./.env)", "Edit(~/.ssh/**)"],
}


def gate(folder: Path, permissions: Any = ALLOW_SOME, **options: Any) -> RuleGate:
    return RuleGate(read_rules(permissions, "settings.json"), folder, **options)


async def verdict(gate: RuleGate, tool: str, **arguments: Any) -> Any:
    return type(await gate.judge(CallToJudge(tool, arguments, "auto")))


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("Read", {"path": "src/a.py"}, Allowed),
        ("Read", {"path": ".env"}, Denied),
        ("Read", {"file_path": ".env"}, Denied),
        ("Read", {"path": "src/../.env"}, Denied),
        ("Read", {"path": "link-to-env"}, Denied),
        ("Edit", {"path": "src/a.py"}, Allowed),
        ("Edit", {"path": "a.py"}, Asked),
        ("Edit", {"path": "src/../a.py"}, Asked),
        ("Edit", {"path": "src/out/a.py"}, Asked),
        ("Edit", {"path": "~/.ssh/config"}, Denied),
        ("Write", {"path": "~/.ssh/config"}, Denied),
        ("Write", {"path": "src/a.py"}, Asked),
        ("Bash", {"command": "git status"}, Allowed),
        ("Bash", {"command": "git  status --short"}, Allowed),
        ("Bash", {"command": "git statusx"}, Asked),
        ("Bash", {"command": "npm test"}, Allowed),
        ("Bash", {"command": "npm tests"}, Allowed),
        ("Bash", {"command": "git status && ls"}, Asked),
        ("Bash", {"command": "git status && rm -rf x"}, Denied),
        ("Bash", {"command": "git status > /etc/x"}, Asked),
        ("Bash", {"command": "git status $(id)"}, Asked),
        ("Bash", {"command": "git status\nls"}, Asked),
        ("Bash", {"command": "echo $(rm x)"}, Denied),
        ("Bash", {"command": "r\\m x"}, Denied),
        ("Bash", {"command": "'rm' x"}, Denied),
        ("Bash", {"command": "A=1 rm x"}, Denied),
        ("Bash", {"command": "rm"}, Denied),
        ("Bash", {"command": "rmdir x"}, Asked),
        ("Bash", {"command": "GIT_PAGER=./x git status"}, Asked),
        ("Bash", {"command": "cd a && git push"}, Asked),
        ("Bash", {"command": ""}, Asked),
        ("Bash", {"id": "bash_1"}, Allowed),
        ("Bash", {"id": "bash_1", "stop": True}, Allowed),
        ("Bash", {"id": "bash_1", "cmd": "make"}, Asked),
        ("WebFetch", {"url": "https://example.org/a"}, Allowed),
        ("WebFetch", {"url": "https://sub.example.org/a"}, Asked),
        ("WebFetch", {"url": "https://example.org@evil.test/"}, Asked),
        ("WebFetch", {"url": "nonsense"}, Asked),
        ("Grep", {"pattern": "x"}, Asked),
    ],
)
async def test_deny_then_ask_then_allow_and_no_rule_is_ask(
    tmp_path: Path, tool: str, arguments: dict[str, Any], expected: type
) -> None:
    (tmp_path / "src").mkdir()
    (tmp_path / ".env").write_text("K=1")
    (tmp_path / "link-to-env").symlink_to(".env")
    (tmp_path / "src" / "out").symlink_to("..")
    assert await verdict(gate(tmp_path), tool, **arguments) is expected


async def test_a_folder_with_glob_characters_is_taken_by_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "a[b]{c}"
    folder.mkdir()
    judged = gate(folder, {"allow": ["Read(*.md)"]})
    assert await verdict(judged, "Read", path="x.md") is Allowed


async def test_nobody_to_ask_is_a_refusal_that_says_why(tmp_path: Path) -> None:
    judged = gate(tmp_path, {}, attended=False)
    said = await judged.judge(CallToJudge("Read", {"path": "a"}, "auto"))
    assert said == Denied("no rule allows Read, profile ask")


@pytest.mark.parametrize(
    ("profile", "tool", "arguments", "expected"),
    [
        ("accept-edits", "Write", {"path": "src/new.py"}, Allowed),
        ("accept-edits", "Read", {"path": "src/a.py"}, Allowed),
        ("accept-edits", "Grep", {"pattern": "x", "path": "/etc"}, Asked),
        ("accept-edits", "Glob", {"pattern": "/etc/*"}, Asked),
        ("accept-edits", "Glob", {"pattern": "../*"}, Asked),
        ("accept-edits", "Write", {"path": "out/new.py"}, Asked),
        ("accept-edits", "Write", {"path": "../new.py"}, Asked),
        ("accept-edits", "Edit", {"path": ".git/hooks/pre-commit"}, Asked),
        ("accept-edits", "Edit", {"path": "sub/.MAIA/settings.json"}, Asked),
        ("accept-edits", "Bash", {"command": "ls"}, Asked),
        ("accept-edits", "Bash", {"command": "rm x"}, Denied),
        ("plan", "Read", {"path": "a"}, Allowed),
        ("plan", "Edit", {"path": "src/a.py"}, Denied),
        ("plan", "Bash", {"command": "git status"}, Denied),
        ("plan", "Read", {"path": ".env"}, Denied),
        ("bypass", "Bash", {"command": "make"}, Allowed),
        ("bypass", "Bash", {"command": "git push x"}, Allowed),
        ("bypass", "Bash", {"command": "rm x"}, Denied),
    ],
)
async def test_a_profile_decides_what_no_rule_mentions(
    tmp_path: Path, profile: str, tool: str, arguments: dict[str, Any], expected: type
) -> None:
    outside = tmp_path / "outside"
    inside = tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (inside / "out").symlink_to(outside)
    assert await verdict(gate(inside, profile=profile), tool, **arguments) is expected
