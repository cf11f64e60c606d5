"""What the status line says while something is going on (spec 15.5)."""

from dataclasses import dataclass, field

from maia.agent.contracts.events import (
    CompactionEnded,
    CompactionStarted,
    ContinuationAsked,
    Event,
    PermissionAsked,
    RequestStarted,
    ShellEnded,
    ShellStarted,
    TextArrived,
    ToolCallAnnounced,
    ToolCallStarted,
    ToolsRunning,
    ToolsSettled,
    TurnEnded,
    TurnStarted,
)
from maia.facades.shown_text import one_line
from maia.i18n import Catalogue

_WIDTH = 120


@dataclass(slots=True)
class StatusLine:
    """The sentence of the moment; empty when nothing goes on."""

    catalogue: Catalogue
    is_quiet: bool = False
    """Only what begins is said: where each status is a line that stays."""
    text: str = ""
    _calls: dict[str, str] = field(default_factory=dict[str, str])
    _in_turn: bool = False

    def take(self, event: Event) -> str:
        """The sentence after `event`."""
        self._take(event)
        said = isinstance(event, TurnStarted | CompactionStarted)
        return self.text if said or not self.is_quiet else ""

    def _take(self, event: Event) -> None:
        match event:
            case TurnStarted():
                self._in_turn, self.text = True, self._say("thinking")
            case RequestStarted() | ToolsSettled():
                self.text = self._say("thinking")
            case TextArrived():
                self.text = self._say("answering")
            case ToolCallAnnounced(call_id, tool, _, summary):
                self._calls[call_id] = one_line(f"{tool} {summary}", _WIDTH)
            case ToolCallStarted(call_id):
                self.text = self._say("tool", call=self._calls.get(call_id, ""))
            case ToolsRunning(names, done) if len(names) > 1:
                listed = one_line(", ".join(names), _WIDTH)
                self.text = self._say("tools", done=done, total=len(names), names=listed)
            case PermissionAsked() | ContinuationAsked():
                self.text = ""
            case ShellStarted(command):
                self.text = self._say("shell", command=one_line(command, _WIDTH))
            case CompactionStarted():
                self.text = self._say("compacting")
            case CompactionEnded() | ShellEnded():
                self.text = self._say("thinking") if self._in_turn else ""
            case TurnEnded():
                self._in_turn, self.text = False, ""
                self._calls.clear()
            case _:
                return

    def _say(self, name: str, **values: object) -> str:
        return self.catalogue.text(f"status.{name}", **values)
