import json
from functools import partial
from pathlib import Path
from typing import Any

from maia.agent.contracts.errors import SettingsError
from maia.agent.permissions.gate import RuleGate
from maia.agent.runtime.policy import Policy
from maia.agent.runtime.rule_files import load_rules, trusted_folders
from maia.facades.repl.policy_view import (
    PolicyFacts,
    ShownRule,
    first_lines,
    ignored_text,
    permissions_text,
    policy_facts,
    profiles_text,
)
from maia.facades.repl.style import Style
from maia.i18n import Catalogue

ENGLISH, PLAIN = Catalogue("en"), Style(colour=False)


def write(folder: Path, **rules: Any) -> Path:
    path = folder / ".maia" / "settings.json"
    path.parent.mkdir(exist_ok=True)
    path.write_text(json.dumps({"permissions": rules}))
    return path


def policy_of(home: Path, folder: Path) -> Policy:
    gate = RuleGate(load_rules(home, folder).rules, folder)
    return Policy(gate, trusted_folders(home), folder, partial(load_rules, home, folder))


async def test_rules_stand_by_file_and_those_of_the_session_last(
    home: Path, tmp_path: Path
) -> None:
    mine = write(home, allow=["Bash(ls)"], deny=["Read(.env)"])
    theirs = write(tmp_path, allow=["Bash", "Write"], ask=["Edit"])
    policy = policy_of(home, tmp_path)
    await policy.gate.remember(("Bash(make)",), "session")
    assert permissions_text(policy_facts(policy), ENGLISH, PLAIN).splitlines() == [
        "mode ask: what no rule decides is asked",
        f"folder not trusted: {tmp_path}",
        f"{mine}",
        "  [DENY] Read(.env)",
        "  [ALLOW] Bash(ls)",
        f"{theirs}",
        "  [ASK] Edit",
        "this session",
        "  [ALLOW] Bash(make)",
        f"{theirs}, ignored until this folder is trusted (/trust):",
        "  [ALLOW] Bash",
        "  [ALLOW] Write",
    ]


async def test_once_trusted_nothing_is_ignored(home: Path, tmp_path: Path) -> None:
    write(tmp_path, allow=["Bash"])
    policy = policy_of(home, tmp_path)
    assert "allow rules ignored (1)" in first_lines(policy_facts(policy), ENGLISH, PLAIN)
    await policy.trust()
    facts = policy_facts(policy)
    assert facts.trusted
    assert ignored_text(facts, ENGLISH, PLAIN) == first_lines(facts, ENGLISH, PLAIN) == ""
    assert "[ALLOW] Bash" in permissions_text(facts, ENGLISH, PLAIN)


def test_a_file_that_broke_meanwhile_is_said(home: Path, tmp_path: Path) -> None:
    policy = policy_of(home, tmp_path)
    path = write(tmp_path)
    path.write_text("{")
    assert f"[WARN] {path}, line 1" in permissions_text(policy_facts(policy), ENGLISH, PLAIN)
    path.unlink()
    path = write(home)
    path.write_text("{")
    facts = policy_facts(policy)
    assert isinstance(facts.broken, SettingsError)
    assert f"[WARN] {path}, line 1" in permissions_text(facts, ENGLISH, PLAIN)


def test_without_a_rule_that_is_said() -> None:
    text = permissions_text(PolicyFacts("ask", "/r", trusted=True), ENGLISH, PLAIN)
    assert "folder trusted: /r" in text
    assert text.endswith("No permission rule: each use of a tool is asked.\n")


def test_usually_nothing_is_said_before_the_first_request() -> None:
    assert first_lines(PolicyFacts("ask", "/r", trusted=False), ENGLISH, PLAIN) == ""


def test_another_mode_is_said_and_bypass_in_the_colour_of_failures() -> None:
    plan = first_lines(PolicyFacts("plan", "/r", trusted=True), ENGLISH, Style(colour=True))
    assert plan == "mode plan: reading only; the rest is refused\n"
    bypass = first_lines(PolicyFacts("bypass", "/r", trusted=True), ENGLISH, Style(colour=True))
    assert bypass.startswith("\x1b[31mmode bypass: NOTHING IS ASKED")


def test_all_modes_are_listed_and_the_one_in_use_marked() -> None:
    lines = profiles_text("plan", Catalogue("fr"), PLAIN).splitlines()
    assert lines[0].startswith("mode plan : ")
    assert [line.split()[0] for line in lines[1:]] == ["ask", "accept-edits", "▸", "bypass"]


def test_a_rule_of_the_repository_hides_nothing_and_acts_on_nothing() -> None:
    evil = ShownRule("allow", "Bash(x\x1b[2K\r\u202e)", "/r/\x1b[2J")
    facts = PolicyFacts("ask", "/r\x07", trusted=False, rules=(evil,), ignored=(evil,))
    for text in (permissions_text, first_lines, ignored_text):
        shown = text(facts, ENGLISH, PLAIN)
        assert not any(char in shown for char in "\x1b\r\u202e\x07")
        assert r"\x1b[2J" in shown
    assert r"Bash(x\x1b[2K\r\u202e)" in ignored_text(facts, ENGLISH, PLAIN)
