"""What a call of the Bash tool asks for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from maia.agent.contracts.errors import ToolInputError
from maia.agent.contracts.tools import COMMAND_NAMES
from maia.agent.tools.parameters import Parameters
from maia.agent.tools.shell.texts import TEXTS
from maia.i18n import Language

DEFAULT_TIMEOUT = 120
"""Seconds a command may take (spec 8 and 23)."""

LONGEST_TIMEOUT = 1800
"""Seconds it may be given at most."""

MILLISECONDS_FROM = 10_000
"""From here on a timeout was meant in milliseconds: as seconds it is far above the limit, and
models trained on other tools write 120000. Between the two, the limit is what is meant."""

EVERY_ID = frozenset({"all", "*", "list"})

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "command": {"type": "string"},
        "timeout": {"type": "integer", "description": "seconds, default 120, max 1800"},
        "background": {"type": "boolean"},
        "id": {"type": "string"},
        "stop": {"type": "boolean"},
    },
}


def input_schema() -> Mapping[str, Any]:
    """The parameters as the model is told of them."""
    return _SCHEMA


@dataclass(frozen=True, slots=True)
class RunCommand:
    """Run `text` and wait for it at most `timeout` seconds."""

    text: str
    timeout: int


@dataclass(frozen=True, slots=True)
class StartInBackground:
    """Start `text` and come back; with a `timeout` it is stopped after so many seconds."""

    text: str
    timeout: int | None


@dataclass(frozen=True, slots=True)
class PollBackground:
    """New output and status of a background command, waiting at most `wait` seconds for its end."""

    id: str
    wait: int


@dataclass(frozen=True, slots=True)
class StopBackground:
    """End a background command."""

    id: str


@dataclass(frozen=True, slots=True)
class ListBackground:
    """Say which background commands there are."""


ShellRequest: TypeAlias = (
    RunCommand | StartInBackground | PollBackground | StopBackground | ListBackground
)


def read_request(arguments: Mapping[str, Any], language: Language) -> ShellRequest:
    """The request in `arguments`; blank texts count as not given. Raises ToolInputError."""
    parameters = Parameters(arguments, language)
    text = parameters.text(*COMMAND_NAMES, default="")
    identity = parameters.text("id", "bash_id", "shell_id", default="").strip()
    stop = parameters.flag("stop", "kill")
    timeout = _timeout(parameters)
    if text.strip():
        if identity or stop:
            raise ToolInputError(TEXTS.text(language, "both"))
        if parameters.flag("background", "run_in_background"):
            return StartInBackground(text, timeout)
        return RunCommand(text, timeout or DEFAULT_TIMEOUT)
    if not identity:
        if stop:
            raise ToolInputError(TEXTS.text(language, "stop_what"))
        raise parameters.invalid("command", TEXTS.text(language, "command_wanted"))
    if identity.lower() in EVERY_ID:
        if stop:
            raise ToolInputError(TEXTS.text(language, "stop_what"))
        return ListBackground()
    return StopBackground(identity) if stop else PollBackground(identity, timeout or 0)


def _timeout(parameters: Parameters) -> int | None:
    """Whole seconds, None when not given or 0."""
    given = parameters.integer("timeout", "timeout_seconds", default=0)
    milliseconds = parameters.integer("timeout_ms", default=0)
    if given >= MILLISECONDS_FROM:
        given, milliseconds = 0, given
    if not given and milliseconds:
        given = max(1, milliseconds // 1000)
    return min(given, LONGEST_TIMEOUT) or None
