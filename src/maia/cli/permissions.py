"""`maia permissions show`: the rules by file, and which of them count."""

from collections.abc import Iterator

from maia.agent.runtime.rule_files import LoadedRules
from maia.cli.launch import Refusal, prepare_rules
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import write_answer
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

WIDTH = 6
"""Columns of the longest badge, and a space."""


def show_rules(words: Words) -> int:
    """Print each file with its rules in the order they are evaluated, and what is left out."""
    launch = prepare_rules(words)
    if isinstance(launch, Refusal):
        return launch.tell()
    for line in _lines(launch.loaded, launch.catalogue):
        write_answer(visible(line) + "\n")
    return ExitCode.DONE


def _lines(loaded: LoadedRules, catalogue: Catalogue) -> Iterator[str]:
    counting = list(loaded.rules.by_family())
    if not counting and not loaded.ignored:
        yield catalogue.text("cli.no_rules")
    for file in loaded.files:
        rules = [(family, rule) for family, rule in counting if rule.source == file]
        ignored = [rule for rule in loaded.ignored if rule.source == file]
        if not rules and not ignored:
            continue
        yield file
        for family, rule in rules:
            yield f"  {family.upper():{WIDTH}}{rule}"
        for rule in ignored:
            yield f"  {'ALLOW':{WIDTH}}{rule}  ({catalogue.text('cli.rule_ignored')})"
