import json
from pathlib import Path

import pytest

from maia.agent.permissions.command_folders import Places
from maia.agent.permissions.command_suggestion import narrowest_pattern

TABLE = Path(__file__).resolve().parents[2] / "cases" / "bash" / "verdicts.json"
COMMANDS = [item["command"] for item in json.loads(TABLE.read_text("utf-8"))["items"]]


@pytest.mark.parametrize(
    ("command", "rules"),
    [
        ("git status -s", ("Bash(git status *)",)),
        ("git push origin main", ("Bash(git push origin main)",)),
        ("git diff | head -5", ("Bash(git diff *)", "Bash(head *)")),
        ("git diff --output=x", ("Bash(git diff --output=x)",)),
        ("npm run build -- -w", ("Bash(npm run build *)",)),
        ("pytest -q tests", ("Bash(pytest *)",)),
        ("timeout 60 pytest -q", ("Bash(pytest *)",)),
        ("make  test", ("Bash(make test)",)),
        ("rm -rf build", ("Bash(rm -rf build)",)),
        ("FOO=1 make test", ("Bash(FOO=1 make test)",)),
        ("CI=1 pytest", ("Bash(pytest *)",)),
        ("ls > out", ("Bash(ls *)", "Redirect(out)")),
        ("sudo ls", ("Bash(sudo ls)", "Bash(ls *)")),
        ("export FOO=1; ls", ("Bash(export FOO=1)", "Bash(ls *)")),
        ("find . -delete", ("Bash(find . -delete)",)),
        ("rm *.pyc", ()),
        ("$X", ()),
        ("xargs rm", ()),
        ("ls > $F", ()),
        ("ls 'a", ()),
        ("f() { ls; }; f", ()),
        ('sh -c "$X"', ()),
        ("PATH=.; ls", ()),
        ("", ()),
    ],
)
def test_the_narrowest_rules(command, rules):
    assert narrowest_pattern(command) == rules


@pytest.mark.parametrize(
    "command", [each for each in COMMANDS if each.strip()], ids=lambda each: ascii(each)[1:50]
)
def test_the_rules_offered_allow_the_command_and_not_more_than_asked(command, judge, project, home):
    rules = narrowest_pattern(command, Places(project, project, home))
    if rules:
        assert judge(command, allow=rules).decision == "allow"
    else:
        assert judge(command, allow=[f"Bash({command})"]).decision != "allow" or "*" in command
