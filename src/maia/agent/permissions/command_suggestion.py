"""The narrowest sensible rules that would allow a command the next time."""

from pathlib import Path
from typing import Literal

from maia.agent.contracts.judgement import Decision
from maia.agent.permissions.command_folders import Places
from maia.agent.permissions.command_patterns import bare_name, one_blank
from maia.agent.permissions.command_risks import risky_words
from maia.agent.permissions.command_safe_table import SAFE
from maia.agent.permissions.command_variables import is_harmless_in_front
from maia.agent.permissions.command_verdict import TRANSPARENT, judge_command
from maia.agent.permissions.rules import read_rules
from maia.workspace.shell import Command, Redirection, Script, read_script

_SUBCOMMANDS: dict[str, frozenset[str]] = {
    "git": frozenset(
        (
            *("add", "blame", "commit", "describe", "diff", "fetch", "log", "ls-files", "show"),
            *("rev-parse", "shortlog", "status", "switch", "merge-base"),
        )
    ),
    "cargo": frozenset({"build", "check", "clippy", "doc", "fmt", "test", "tree"}),
    "go": frozenset({"build", "test", "vet", "fmt", "list", "doc"}),
    "npm": frozenset({"test", "ls", "outdated", "view"}),
    "pnpm": frozenset({"test", "ls", "outdated"}),
    "yarn": frozenset({"test", "list", "outdated"}),
    "dotnet": frozenset({"build", "test"}),
    "docker": frozenset({"ps", "images", "logs", "inspect"}),
}
"""Sub-commands whose arguments change little: `program sub *` is offered."""

_RUN_SCRIPTS = frozenset({"npm run", "pnpm run", "yarn run", "bun run"})
"""`program run script *` is offered: the script is what is allowed."""

_CHECKERS = frozenset(
    (
        *(
            "pytest",
            "ruff",
            "mypy",
            "pyright",
            "basedpyright",
            "black",
            "eslint",
            "tsc",
            "prettier",
        ),
        *("flake8", "pylint", "shellcheck", "jest", "vitest", "mkdir", "touch"),
    )
)
"""Programs offered as `program *`: they check or build the project, whatever they are given."""


class _SuggestedFiles:
    """Writes are allowed where a Redirect rule was suggested."""

    def __init__(self, targets: dict[str, str]) -> None:
        self._targets = targets

    def judge(self, path: str | None, act: Literal["read", "write"]) -> tuple[Decision, str]:
        """The suggested rule on `path`, if there is one."""
        rule = self._targets.get(path or "") if act == "write" else None
        return ("allow", rule) if rule else ("ask", "")


def narrowest_pattern(text: str, places: Places | None = None) -> tuple[str, ...]:
    """The rules, one a part, with which `text` would be allowed; none if no rule could do that."""
    at = places or Places(Path("/"), Path("/"), Path("/"))
    script = read_script(text)
    if script.doubts or not script.complete:
        return ()
    redirects = {
        f"{str(at.folder).rstrip('/')}/{rule[len('Redirect(') : -1]}": rule
        for rule in (_for_target(each, at) for each in script.redirections)
        if rule
    }
    found = [rule for command in script.commands if (rule := _for_command(command, script))]
    rules = tuple(dict.fromkeys([*found, *redirects.values()]))
    verdict = judge_command(
        text, read_rules({"allow": list(rules)}, ""), at, _SuggestedFiles(redirects)
    )
    return rules if verdict.decision == "allow" else ()


def _for_target(redirection: Redirection, places: Places) -> str:
    """A relative target below the launch folder, by its path."""
    target = redirection.target
    if target is None or redirection.direction == "read" or not target.is_known or target.home:
        return ""
    if (
        target.text.startswith("/")
        or ".." in target.text
        or any(s in target.text for s in "*?[{()")
    ):
        return ""
    return f"Redirect({target.text})" if places.folder == places.launch_folder else ""


def _for_command(command: Command, script: Script) -> str:
    if not command.needed or _is_transparent(command, script):
        return ""
    pattern = _wide_pattern(command)
    front = [
        assignment.raw
        for assignment in command.assignments
        if not is_harmless_in_front(assignment.name, assignment.value)
    ]
    if front:
        return f"Bash({one_blank(' '.join([*front, command.raw]))})"
    if pattern and not risky_words(command.words, pattern):
        return f"Bash({pattern})"
    # A `*` in the text would stand for more than itself.
    return "" if "*" in command.raw or command.appended else f"Bash({one_blank(command.raw)})"


def _is_transparent(command: Command, script: Script) -> bool:
    name = command.name.text
    return bare_name(name) in TRANSPARENT and any(
        other.origin == "runner" and other.runner == name for other in script.commands
    )


def _wide_pattern(command: Command) -> str:
    texts = [word.text for word in command.words]
    name = bare_name(texts[0])
    if "/" in name:
        return ""
    if texts[1:] and texts[1] in _SUBCOMMANDS.get(name, ()):
        return f"{name} {texts[1]} *"
    if texts[2:] and f"{name} {texts[1]}" in _RUN_SCRIPTS and command.words[2].is_known:
        return f"{name} {texts[1]} {texts[2]} *"
    if name in SAFE or name in _CHECKERS or name == "find":
        return f"{name} *"
    return ""
