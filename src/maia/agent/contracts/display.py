"""What a tool shows to people, beside the text it gives to the model."""

from typing import Literal, TypeAlias

import msgspec


class _Display(msgspec.Struct, frozen=True, tag_field="type", rename="camel", omit_defaults=True):
    """What all display blocks share."""


class FileDiff(_Display, frozen=True, tag="diff"):
    """A file before and after, as unified diff lines (without the two header lines)."""

    path: str
    diff: str
    created: bool = False


class CommandOutput(_Display, frozen=True, tag="command"):
    """What a command printed, shown before the model sees it; no `exit_code` if it was stopped."""

    command: str
    output: str
    exit_code: int | None = None


class TodoItem(msgspec.Struct, frozen=True, rename="camel"):
    """One step of the plan; `active_form` says it while it is being done."""

    content: str
    status: Literal["pending", "in_progress", "completed"]
    active_form: str


class TodoList(_Display, frozen=True, tag="todo"):
    """The whole plan, in order."""

    items: tuple[TodoItem, ...]


class PlainText(_Display, frozen=True, tag="text"):
    """Anything else, as it stands."""

    text: str


Display: TypeAlias = FileDiff | CommandOutput | TodoList | PlainText
