from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.errors import SettingsError
from maia.agent.contracts.permissions import Allowed, Asked, CallToJudge, Denied
from maia.agent.permissions.gate import RuleGate
from maia.agent.permissions.memory import RuleMemory
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
        ("Bash", {"command": "npm test:unit"}, Asked),
        ("Bash", {"command": "npm testify"}, Asked),
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
    assert said == Denied("no rule allows Read(a), profile ask", suggestions=("Read(a)",))


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
        ("plan", "Bash", {"command": "git status"}, Allowed),
        ("plan", "Bash", {"command": "git push"}, Denied),
        ("plan", "Bash", {"command": "make"}, Denied),
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


@pytest.mark.parametrize(
    ("tool", "arguments", "expected"),
    [
        ("Read", {"path": ".ENV"}, Denied),
        ("Read", {"path": ".env/"}, Denied),
        ("Read", {"path": ".//.env"}, Denied),
        ("Read", {"path": "sub/../.env"}, Denied),
        ("Read", {"path": "linked-folder/key.pem"}, Denied),
        ("Read", {"filename": ".env"}, Denied),
        ("Read", {"path": None, "file": ".env"}, Denied),
        ("Grep", {"pattern": "K", "path": ".env"}, Denied),
        ("Grep", {"pattern": "K", "file_path": ".env"}, Denied),
        ("Grep", {"pattern": "K", "path": "secrets"}, Denied),
        ("Grep", {"pattern": "K", "path": "secrets/deep"}, Denied),
        ("Grep", {"pattern": "K", "path": "linked-folder"}, Denied),
        ("Grep", {"pattern": "K"}, Allowed),
        ("Grep", {"pattern": "K", "path": "."}, Allowed),
        ("Grep", {"pattern": "K", "path": " "}, Allowed),
        ("Grep", {"pattern": "K", "glob": ".env"}, Allowed),
        ("Grep", {"pattern": "K", "path": ".."}, Allowed),
        ("Grep", {"pattern": "K", "path": "src"}, Allowed),
        ("Glob", {"pattern": "**/*"}, Allowed),
        ("Glob", {"pattern": "secrets/../secrets/*"}, Denied),
        ("Glob", {"pattern": "secrets/*"}, Allowed),
        ("Glob", {"pattern": "../*/secrets/*"}, Allowed),
        ("Glob", {"pattern": "*", "path": "secrets"}, Denied),
        ("Glob", {"pattern": "*.py", "path": "src"}, Allowed),
    ],
)
async def test_what_may_not_be_read_is_not_searched_either(
    tmp_path: Path, tool: str, arguments: dict[str, Any], expected: type
) -> None:
    (tmp_path / ".env").write_text("K=1")
    (tmp_path / "secrets" / "deep").mkdir(parents=True)
    (tmp_path / "secrets" / "deep" / "key.pem").write_text("K")
    (tmp_path / "linked-folder").symlink_to("secrets/deep")
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("K = 1")
    rules = {"allow": ["Read", "Grep", "Glob"], "deny": ["Read(./.env)", "Read(secrets/**)"]}
    assert await verdict(gate(tmp_path, rules), tool, **arguments) is expected


async def test_what_a_search_meets_and_may_not_be_read_is_known_to_the_tool(tmp_path: Path) -> None:
    rules = {"allow": ["Grep"], "deny": ["Read(./.env)"], "ask": ["Read(**/*.pem)"]}
    judged = gate(tmp_path, rules)
    (tmp_path / "link").symlink_to(".env")
    (tmp_path / ".env").touch()
    shown = {
        name: judged.may_read(tmp_path / name)
        for name in (".env", ".ENV", "link", "sub/a.pem", "a.py")
    }
    assert shown == {".env": False, ".ENV": False, "link": False, "sub/a.pem": False, "a.py": True}


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ({"pattern": "*.py"}, Allowed),
        ({"pattern": "src/**"}, Allowed),
        ({"pattern": "/etc/*"}, Asked),
        ({"glob": "/etc/*"}, Asked),
        ({"query": "../*"}, Asked),
        ({"pattern": "~/*"}, Asked),
        ({"pattern": "src/../../*"}, Asked),
        ({"pattern": "*", "path": "/etc"}, Asked),
        ({"pattern": "*", "file": "/etc"}, Asked),
        ({"pattern": "*", "path": "out"}, Asked),
    ],
)
@pytest.mark.parametrize(
    ("rules", "profile"), [({"allow": ["Glob(**)"]}, "ask"), ({}, "accept-edits")]
)
async def test_a_glob_is_judged_by_where_its_pattern_leads(
    tmp_path: Path, rules: Any, profile: Any, arguments: dict[str, Any], expected: type
) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "out").symlink_to("/etc")
    judged = gate(tmp_path / "in", rules, profile=profile)
    assert await verdict(judged, "Glob", **arguments) is expected


@pytest.mark.parametrize(
    ("path", "rule", "expected"),
    [
        (".git/hooks/pre-commit", "Write", Asked),
        ("sub/.claude/settings.json", "Write(**)", Asked),
        ("~/.maia/settings.json", "Write", Asked),
        ("hooks/pre-commit", "Write", Asked),
        (".vscode/tasks.json", "Write(.vscode/**)", Allowed),
        ("src/a.py", "Write", Allowed),
        (".github/workflows/ci.yml", "Write", Allowed),
    ],
)
async def test_what_decides_what_runs_later_is_asked_unless_a_rule_names_it(
    tmp_path: Path, path: str, rule: str, expected: type
) -> None:
    (tmp_path / ".git" / "hooks").mkdir(parents=True)
    (tmp_path / "hooks").symlink_to(".git/hooks")
    assert await verdict(gate(tmp_path, {"allow": [rule]}), "Write", path=path) is expected


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.test/",
        "https://evil.test./",
        "https://EVIL.test:8443/x",
        "http://user@evil.test",
        " https://evil.test/ ",
        "https://ev%69l.test/",
    ],
)
@pytest.mark.parametrize("name", ["url", "uri", "link"])
@pytest.mark.parametrize("rule", ["domain:evil.test", "evil.test", "https://evil.test/*"])
async def test_a_denied_host_is_denied_however_it_is_written(
    tmp_path: Path, url: str, name: str, rule: str
) -> None:
    judged = gate(tmp_path, {"allow": ["WebFetch"], "deny": [f"WebFetch({rule})"]})
    assert await verdict(judged, "WebFetch", **{name: url}) is Denied


async def test_a_host_of_another_script_is_compared_as_it_is_asked_for(tmp_path: Path) -> None:
    judged = gate(tmp_path, {"allow": ["WebFetch"], "deny": ["WebFetch(domain:bücher.test)"]})
    assert await verdict(judged, "WebFetch", url="https://xn--bcher-kva.test/") is Denied
    assert await verdict(judged, "WebFetch", url="https://BÜCHER.test/") is Denied


@pytest.mark.parametrize("host", ["127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1"])
async def test_a_denied_address_is_denied_in_all_its_forms(tmp_path: Path, host: str) -> None:
    judged = gate(tmp_path, {"allow": ["WebFetch"], "deny": ["WebFetch(domain:127.0.0.1)"]})
    assert await verdict(judged, "WebFetch", url=f"http://{host}:80/") is Denied


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("Read", {"path": "a\0b"}),
        ("Read", {"path": "a\ud83db"}),
        ("Read", {"path": 5}),
        ("Read", {}),
        ("Glob", {"pattern": ["x"], "path": {}}),
        ("Glob", {"pattern": "\0/../*"}),
        ("Grep", {"pattern": "x", "path": "~nobody/\0"}),
        ("Bash", {"command": ["rm", "x"]}),
        ("Bash", {"command": "\ud83d"}),
        ("WebFetch", {"url": "http://[::1"}),
        ("Write", {"path": "x" * 100_000}),
        ("Nope", {"x": {"y": []}}),
    ],
)
async def test_a_call_that_makes_no_sense_is_judged_all_the_same(
    tmp_path: Path, tool: str, arguments: dict[str, Any]
) -> None:
    rules = {
        "allow": [f"{tool}(*)" for tool in ("Read", "Glob", "Grep", "Bash", "WebFetch", "Nope")],
        "deny": ["Read(./.env)", "Bash(rm *)", "WebFetch(domain:evil.test)", "Read({1..5000}.x)"],
    }
    assert await verdict(gate(tmp_path, rules), tool, **arguments) in (Asked, Allowed, Denied)


async def test_a_huge_command_is_judged_in_bounded_time(tmp_path: Path) -> None:
    for command in ("sudo " * 20_000 + "x", "a;" * 50_000, "x " * 50_000, "(" * 100_000):
        assert await verdict(gate(tmp_path), "Bash", command=command) in (Asked, Denied)


async def test_what_is_remembered_counts_from_then_on_and_never_over_a_deny(tmp_path: Path) -> None:
    written: list[tuple[str, ...]] = []
    memory = RuleMemory(written.append)
    judged = gate(tmp_path, {"deny": ["Bash(rm *)"]}, memory=memory)
    assert await verdict(judged, "Bash", command="make test") is Asked
    await judged.remember(("Bash(make *)", "Bash(rm *)"), "session")
    assert await verdict(judged, "Bash", command="make test") is Allowed
    assert await verdict(judged, "Bash", command="rm x") is Denied
    assert written == []
    await judged.remember(("Read",), "always")
    assert written == [("Read",)]
    assert await verdict(judged, "Read", path="a") is Allowed


async def test_a_malformed_rule_is_not_remembered(tmp_path: Path) -> None:
    judged = gate(tmp_path, {})
    with pytest.raises(SettingsError) as caught:
        await judged.remember(("Re ad",), "always")
    assert caught.value.key == "permission.not_a_rule"
    assert await verdict(judged, "Read", path="a") is Asked


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("echo x > out.txt", Allowed),
        ("$CMD x", Asked),
        ("PYTHONPATH=src ls", Allowed),
        ("echo 'unclosed", Allowed),
        ("git push x", Asked),
        ("rm x", Denied),
        ("for f in *; do cat $f; done", Asked),
    ],
)
async def test_in_the_sandbox_a_rule_on_all_of_bash_also_allows_what_cannot_be_understood(
    tmp_path: Path, command: str, expected: type
) -> None:
    rules = {"allow": ["Bash"], "ask": ["Bash(git push *)"], "deny": ["Bash(rm *)", "Read(./.env)"]}
    assert await verdict(gate(tmp_path, rules, confined=True), "Bash", command=command) is expected
    unconfined = await verdict(gate(tmp_path, rules), "Bash", command=command)
    assert unconfined is (Asked if expected is Allowed else expected)
