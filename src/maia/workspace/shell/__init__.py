"""Bash as text: what a command line runs, reads and writes, without rules and without running."""

from maia.workspace.shell.facts import (
    HOLE,
    Assignment,
    Code,
    Command,
    Doubt,
    Redirection,
    Script,
    Word,
)
from maia.workspace.shell.script import LONGEST_TEXT, read_script

__all__ = [
    "HOLE",
    "LONGEST_TEXT",
    "Assignment",
    "Code",
    "Command",
    "Doubt",
    "Redirection",
    "Script",
    "Word",
    "read_script",
]
