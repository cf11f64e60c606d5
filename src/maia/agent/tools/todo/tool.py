"""The TodoWrite tool: the list as the model wrote it, checked, kept and drawn."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, TypeAlias, cast, get_args

from maia.agent.contracts.display import TodoItem, TodoList
from maia.agent.contracts.tools import (
    DefaultPermission,
    ToolContext,
    ToolKind,
    ToolOutcome,
    ToolSpec,
)
from maia.agent.tools.parameters import Parameters
from maia.agent.tools.todo.texts import TEXTS
from maia.i18n import Language

TodoStatus: TypeAlias = Literal["pending", "in_progress", "completed"]

MAX_TASKS = 100
"""More is not a plan; it would fill the context at every call."""

MARKS: Mapping[TodoStatus, str] = {"pending": "☐", "in_progress": "▶", "completed": "☑"}
"""How each state is drawn (spec 8)."""

_SCHEMA = {
    "type": "object",
    "properties": {
        "todos": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "content": {"type": "string"},
                    "status": {"enum": list(MARKS)},
                    "activeForm": {"type": "string", "description": "'Running the tests'"},
                },
                "required": ["content", "status", "activeForm"],
            },
        }
    },
    "required": ["todos"],
}


class TodoTool:
    """TodoWrite. One instance a conversation: it holds the list."""

    def __init__(self) -> None:
        description = Path(__file__).with_name("todo.md").read_text("utf-8").strip()
        self._spec = ToolSpec("TodoWrite", description, _SCHEMA)
        self.items: tuple[TodoItem, ...] = ()

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        return self._spec

    @property
    def kind(self) -> ToolKind:
        """It thinks."""
        return "think"

    @property
    def default_permission(self) -> DefaultPermission:
        """It touches nothing."""
        return "auto"

    def describe(self, arguments: Mapping[str, Any]) -> str:
        """How many tasks are done, of how many."""
        try:
            items = _items(Parameters(arguments, "en"), "en")
        except Exception:  # noqa: BLE001  # a wrong list is explained by execute; this never raises
            return ""
        done = sum(item.status == "completed" for item in items)
        return f"{done}/{len(items)}"

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        """One list, one lock."""
        del arguments, launch_folder
        return "todowrite"

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Replace the list. Raises ToolInputError, and the list stays as it was."""
        self.items = _items(Parameters(arguments, context.language), context.language)
        lines = [f"{MARKS[item.status]} {_words(item)}" for item in self.items]
        active = sum(item.status == "in_progress" for item in self.items)
        if not lines:
            lines.append(TEXTS.text(context.language, "empty"))
        if active > 1:
            lines.append(TEXTS.text(context.language, "several", count=active))
        return ToolOutcome("\n".join(lines), display=(TodoList(self.items),))


def _words(item: TodoItem) -> str:
    words = item.active_form if item.status == "in_progress" else item.content
    return " ".join(words.split())


def _items(parameters: Parameters, language: Language) -> tuple[TodoItem, ...]:
    """The list; a model may have written it as JSON text, as `{"todos": [...]}`, or with ids."""
    written = _unwrapped(parameters.raw("todos", "tasks", "items", "todo_list"))
    if not isinstance(written, list):
        raise parameters.invalid("todos", TEXTS.text(language, "list"))
    tasks = cast("list[Any]", written)
    if len(tasks) > MAX_TASKS:
        raise parameters.invalid("todos", TEXTS.text(language, "too_many", limit=MAX_TASKS))
    items: list[TodoItem] = []
    for number, task in enumerate(tasks, 1):
        item = _item(_unwrapped(task))
        if isinstance(item, str):
            expected = TEXTS.text(language, item, number=number, options=", ".join(MARKS))
            raise parameters.invalid("todos", expected)
        items.append(item)
    return tuple(items)


def _unwrapped(value: object) -> object:
    """JSON that was sent as text is read; a list inside an object of its own is taken out."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return value
    if isinstance(value, dict) and len(cast("dict[str, Any]", value)) == 1 and "todos" in value:
        return cast("dict[str, Any]", value)["todos"]
    return cast("object", value)


def _item(task: object) -> TodoItem | str:
    """One task, or the key of what is wrong with it. Without `activeForm`, content serves."""
    if not isinstance(task, dict):
        return "task"
    fields = cast("dict[str, Any]", task)
    content = fields.get("content")
    if not isinstance(content, str) or not content.strip():
        return "content"
    status = _status(fields.get("status"))
    if status is None:
        return "status"
    active = next((fields[name] for name in ("activeForm", "active_form") if name in fields), None)
    if active is not None and not isinstance(active, str):
        return "active_form"
    return TodoItem(content, status, active if active and active.strip() else content)


def _status(written: object) -> TodoStatus | None:
    plain = (
        written.strip().lower().replace("-", "_").replace(" ", "_")
        if isinstance(written, str)
        else ""
    )
    return next((status for status in get_args(TodoStatus) if status == plain), None)
