"""What a headless run says while it goes: notes on stderr, the last answer on stdout."""

import sys

from maia.agent.contracts.events import (
    ErrorRaised,
    Event,
    Notice,
    RequestStarted,
    TextArrived,
    ToolCallAnnounced,
    ToolCallEnded,
    ToolCallStarted,
    TurnEnded,
)
from maia.agent.contracts.profiles import Profile
from maia.agent.contracts.tools import ToolKind
from maia.facades.headless.refusals import refusal_reason
from maia.facades.process import write_answer, write_note
from maia.facades.shown_text import failure_sentence, harmless, one_line
from maia.i18n import Catalogue

_CALL = 300
_LINE = 1_200


class RunLog:
    """Writes line by line. A text is an answer only when no tool follows it: it is held till then.

    Without `answers` (the report has them) texts and tools that run are not told.
    """

    def __init__(self, catalogue: Catalogue, profile: Profile, *, answers: bool) -> None:
        self._catalogue = catalogue
        self._profile: Profile = profile
        self._answers = answers
        self._held = ""
        self._calls: dict[str, tuple[str, ToolKind]] = {}

    def show(self, event: Event) -> None:
        """Write what is to be said of `event`. Raises OutputLost."""
        match event:
            case TextArrived(_, piece) if self._answers:
                self._held += piece
            case RequestStarted():
                self._tell_held()
            case ToolCallAnnounced(call_id, tool, kind, summary):
                self._tell_held()
                self._calls[call_id] = (one_line(f"{tool} {summary}", _CALL), kind)
            case ToolCallStarted(call_id) if self._answers:
                self._line("headless.tool", call=self._calls[call_id][0])
            case ToolCallEnded(call_id, tool, "denied" | "refused"):
                call, kind = self._calls.get(call_id, (one_line(tool, _CALL), "other"))
                why = refusal_reason(event, kind, self._profile, self._catalogue)
                self._line("headless.refused", call=call, why=why)
            case Notice(key, _, values):
                self._line(key, **values)
            case ErrorRaised(key, values):
                self._answer()
                self._note(failure_sentence(self._catalogue, key, values))
            case TurnEnded():
                self._answer()
            case _:
                pass  # nothing to say of the others

    def _answer(self) -> None:
        """What is held was the last answer."""
        text, self._held = self._held, ""
        if text:
            shown = harmless(text) if sys.stdout.isatty() else text
            write_answer(shown if shown.endswith("\n") else shown + "\n")

    def _tell_held(self) -> None:
        """What is held was said on the way."""
        text, self._held = self._held.strip("\n"), ""
        if text:
            write_note(harmless(text) + "\n")

    def _line(self, key: str, **values: object) -> None:
        self._note(self._catalogue.text(key, **values))

    def _note(self, text: str) -> None:
        write_note(one_line(text, _LINE) + "\n")
