"""The run of a request as a value: built from events, written as JSON, turned into an exit code."""

import json
from typing import Any

from maia.agent.contracts.events import (
    ErrorRaised,
    Event,
    Notice,
    RequestStarted,
    TextArrived,
    ToolCallAnnounced,
    ToolCallEnded,
    TurnEnd,
    TurnEnded,
    UsageReported,
)
from maia.agent.contracts.profiles import Profile
from maia.agent.contracts.tools import ToolKind
from maia.facades.exit_codes import ExitCode
from maia.facades.headless.refusals import refusal_reason
from maia.facades.process import takes_utf8
from maia.facades.shown_text import failure_sentence
from maia.i18n import Catalogue

FORMAT_VERSION = 1

_ENDS: dict[TurnEnd, ExitCode] = {
    "done": ExitCode.DONE,
    "max_iterations": ExitCode.ITERATION_LIMIT,
    "stopped": ExitCode.REFUSED,
    "interrupted": ExitCode.INTERRUPTED,
    "failed": ExitCode.ERROR,
}


class RunReport:
    """What a headless run comes to; `text` is the last answer of the model."""

    def __init__(self, model: str, catalogue: Catalogue, profile: Profile = "ask") -> None:
        self.model = model
        self.text = ""
        self.error: str | None = None
        self.end: TurnEnd = "failed"
        self._catalogue = catalogue
        self._profile: Profile = profile
        self._iterations = 0
        self._calls = 0
        self._summaries: dict[str, tuple[str, ToolKind]] = {}
        self._refused: list[dict[str, Any]] = []
        self._notices: list[str] = []
        self._changed: tuple[str, ...] = ()
        self._tokens = {"input": 0, "output": 0}
        self._code: ExitCode | None = None

    def add(self, event: Event) -> None:
        """Take an event into account."""
        match event:
            case RequestStarted():
                self.text = ""
            case TextArrived(_, piece):
                self.text += piece
            case UsageReported(input_tokens, output_tokens):
                self._tokens["input"] += input_tokens
                self._tokens["output"] += output_tokens
            case ToolCallAnnounced(call_id, _, kind, summary):
                self._calls += 1
                self._summaries[call_id] = (summary, kind)
            case ToolCallEnded(end="denied" | "refused"):
                self._refused.append(self._refusal(event))
            case Notice(key, _, values):
                self._notices.append(self._catalogue.text(key, **values))
            case ErrorRaised(key, values):
                self.error = failure_sentence(self._catalogue, key, values)
            case TurnEnded(_, reason, iterations, changed):
                self.end, self._iterations, self._changed = reason, iterations, changed
            case _:
                pass  # what is shown as it happens has no place in the report

    def _refusal(self, event: ToolCallEnded) -> dict[str, Any]:
        summary, kind = self._summaries.get(event.call_id, ("", "other"))
        why = refusal_reason(event, kind, self._profile, self._catalogue)
        suggestions = list(event.suggestions)
        return {"tool": event.tool, "call": summary, "why": why, "suggestions": suggestions}

    def never_began(self, error: str, code: ExitCode) -> None:
        """There was no turn: why, and the exit code that goes with it."""
        self.end = "interrupted" if code is ExitCode.INTERRUPTED else "failed"
        self.error, self._code = error, code

    @property
    def exit_code(self) -> ExitCode:
        """The exit code of the process: a refusal shows only when nothing worse happened."""
        if self._code is not None:
            return self._code
        code = _ENDS[self.end]
        return ExitCode.REFUSED if code is ExitCode.DONE and self._refused else code

    def to_json(self) -> str:
        """The whole report as one JSON object on one line."""
        report: dict[str, Any] = {
            "type": "result",
            "version": FORMAT_VERSION,
            "end": self.end,
            "exit_code": int(self.exit_code),
            "text": self.text,
            "model": self.model,
            "iterations": self._iterations,
            "tool_calls": self._calls,
            "refused": self._refused,
            "changed_files": list(self._changed),
            "usage": self._tokens,
            "notices": self._notices,
            "error": self.error,
        }
        # On a stream that is not UTF-8, and for a lone surrogate, escapes say the same.
        line = json.dumps(report, ensure_ascii=not takes_utf8())
        return line.encode("utf-8", "backslashreplace").decode("utf-8")
