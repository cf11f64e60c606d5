"""A judge of paths over the same rules, simple and complete: what the gate fits in."""

import os
from pathlib import Path

import pytest
from wcmatch import glob

from maia.agent.permissions.command_folders import Places
from maia.agent.permissions.command_verdict import judge_command
from maia.agent.permissions.rules import Rules, read_rules

FLAGS = glob.GLOBSTAR | glob.DOTGLOB | glob.FORCEUNIX
TOOLS = {"read": {"Read"}, "write": {"Write", "Edit", "Redirect"}}


class RulePaths:
    def __init__(self, rules: Rules, places: Places) -> None:
        self.rules = rules
        self.places = places

    def judge(self, path, act):
        for family in ("deny", "ask"):
            for rule in getattr(self.rules, family):
                if rule.tool in TOOLS[act] and self._matches(rule.pattern, path):
                    return family, str(rule)
        for rule in self.rules.allow:
            redirect = act == "write" and rule.tool == "Redirect"
            if redirect and self._matches(rule.pattern, path):
                return "allow", str(rule)
        return "ask", ""

    def _matches(self, pattern, path):
        if pattern is None:
            return True
        if path is None:
            return False
        root = self.places.launch_folder
        if pattern.startswith("~"):
            wanted = str(self.places.home) + pattern[1:]
        elif pattern.startswith("/"):
            wanted = pattern
        else:
            wanted = f"{root}/{pattern.removeprefix('./')}"
        candidates = {os.path.normpath(path), os.path.realpath(path)}
        return any(glob.globmatch(each, wanted, flags=FLAGS) for each in candidates)


def rules_of(allow=(), ask=(), deny=()):
    return read_rules({"allow": list(allow), "ask": list(ask), "deny": list(deny)}, "test")


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for name in ("src", "sub", "dist", "other-repo/.git"):
        (folder / name).mkdir(parents=True)
    (folder / ".env").write_text("KEY=1\n")
    (folder / "link").symlink_to(".env")
    return folder


@pytest.fixture
def judge(project: Path, home: Path):
    def judged(command: str, *, allow=(), ask=(), deny=(), folder: Path | None = None):
        rules = rules_of(allow, ask, deny)
        places = Places(project, folder or project, home)
        return judge_command(command, rules, places, RulePaths(rules, places))

    return judged
