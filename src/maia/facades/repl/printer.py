"""From events to text on the terminal; pure: an event in, a string out."""

from maia.agent.contracts.display import CommandOutput, Display, FileDiff, PlainText, TodoList
from maia.agent.contracts.events import (
    ContinuationAsked,
    ErrorRaised,
    Event,
    FolderTrusted,
    ModelSelected,
    Notice,
    PermissionAsked,
    ProfileSelected,
    QuestionClosed,
    ReasoningArrived,
    RequestStarted,
    ResponseEnded,
    TextArrived,
    ToolCallAnnounced,
    ToolCallEnded,
    ToolCallStarted,
    ToolOutputArrived,
    ToolsRunning,
    ToolsSettled,
    TurnEnded,
    TurnStarted,
    UsageReported,
)
from maia.facades.repl.live import LiveOutput
from maia.facades.repl.policy_view import profile_text
from maia.facades.repl.style import Style
from maia.facades.shown_text import HarmlessStream, failure_sentence, harmless, one_line
from maia.i18n import Catalogue

PREVIEW_CHARACTERS = 600
"""How much of a tool's result is shown (spec 23)."""

PREVIEW_LINES = 12
_DIFF_LINES = 4 * PREVIEW_LINES
_SUMMARY_WIDTH = 160
_MARKS = {"pending": "☐", "in_progress": "▶", "completed": "☑"}


class Printer:
    """Writes a turn as lines. What comes from outside is made harmless here, and only here."""

    def __init__(self, catalogue: Catalogue, style: Style) -> None:
        self._catalogue = catalogue
        self._style = style
        self._answer = HarmlessStream()
        self._open_line = False
        self._calls: dict[str, str] = {}
        self._live: dict[str, LiveOutput] = {}
        self._running: ToolsRunning | None = None
        self._counts = False

    def begin_progress(self) -> str:
        """Count from now on the tools that run side by side; how many are done so far."""
        self._counts = True
        return self._progress()

    def render(self, event: Event) -> str:  # noqa: PLR0911  # one arm an event
        """What to write for `event`; empty when nothing is shown."""
        match event:
            case TextArrived(_, piece):
                return self._text(self._answer.push(piece))
            case ResponseEnded():
                return self._text(self._answer.flush()) + self._end_line()
            case ToolCallAnnounced(call_id, tool, _, summary):
                self._calls[call_id] = one_line(f"{tool} {summary}", _SUMMARY_WIDTH)
                return ""
            case ToolCallStarted(call_id):
                return self._start(call_id)
            case ToolOutputArrived(call_id, piece):
                return self._output(call_id, piece)
            case ToolCallEnded():
                return self._end_line() + self._call(event)
            case ToolsRunning():
                self._running = event
                return self._progress() if self._counts else ""
            case ToolsSettled():
                self._running, self._counts = None, False
                return ""
            case Notice() | ErrorRaised() | ModelSelected() | ProfileSelected() | FolderTrusted():
                return self._said(event)
            case TurnEnded(_, reason, _, changed):
                held = self._text(self._answer.flush())
                self._calls.clear()
                return held + self._end_line() + self._end(reason, changed)
            case (
                TurnStarted()
                | RequestStarted()
                | ReasoningArrived()
                | UsageReported()
                | PermissionAsked()
                | ContinuationAsked()
                | QuestionClosed()
            ):
                return ""

    def _said(
        self, event: Notice | ErrorRaised | ModelSelected | ProfileSelected | FolderTrusted
    ) -> str:
        """What is told in one sentence, behind its badge."""
        match event:
            case Notice(key, level, values):
                return self._badge(level, self._say(key, **values))
            case ErrorRaised(key, values):
                return self._badge("fail", failure_sentence(self._catalogue, key, values))
            case ModelSelected(model):
                return self._badge("info", self._say("repl.model_selected", model=model))
            case ProfileSelected(profile):
                said = profile_text(profile, self._catalogue, self._style)
                return self._line(f"{self._style.badge('info')} {said}")
            case FolderTrusted(folder):
                return self._badge("info", self._say("repl.folder_trusted", folder=folder))

    def _progress(self) -> str:
        names = self._running.names if self._running else ()
        done = self._running.done if self._running else 0
        if len(names) < 2 or done == len(names):  # noqa: PLR2004  # one runs beside no other
            return ""
        shown = self._say("repl.tools_running", done=done, total=len(names), names=", ".join(names))
        return self._line(self._style.dim(one_line(shown, _SUMMARY_WIDTH)))

    def _text(self, text: str) -> str:
        if text:
            self._open_line = not text.endswith("\n")
        return text

    def _line(self, text: str) -> str:
        return f"{self._end_line()}{text}\n"

    def _end_line(self) -> str:
        if self._open_line:
            self._open_line = False
            return "\n"
        return ""

    def _badge(self, level: str, text: str) -> str:
        return self._line(f"{self._style.badge(level)} {harmless(text)}")

    def _start(self, call_id: str) -> str:
        """A call that runs alone is shown as it runs; several at once, when they have ended."""
        self._live.clear()
        if len(self._calls) != 1 or call_id not in self._calls:
            return ""
        self._live[call_id] = LiveOutput(PREVIEW_LINES, PREVIEW_CHARACTERS)
        return ""

    def _output(self, call_id: str, piece: str) -> str:
        """The first lines of a command, before its title is marked as good or bad."""
        live = self._live.get(call_id)
        if live is None:
            return ""
        begin = "" if live.shown else self._line(self._style.dim(f"▸ {self._calls[call_id]}"))
        written = live.push(piece)
        if not written:
            return ""
        self._open_line = not written.endswith("\n")
        return begin + written

    def _call(self, event: ToolCallEnded) -> str:
        title = self._calls.pop(event.call_id, one_line(event.tool, _SUMMARY_WIDTH))
        mark = self._style.good("●") if event.end == "ran" else self._style.bad("●")
        live = self._live.pop(event.call_id, None)
        was_shown = live is not None and live.shown
        shown = "".join(
            self._display(block)
            for block in event.display
            if not (was_shown and isinstance(block, CommandOutput))
        )
        if not event.display:
            shown = self._not_run(event)
        if live is not None and live.lines_cut:
            shown += _indent(self._left_out(live.lines_cut))
        return f"{mark} {title}\n{shown}"

    def _not_run(self, event: ToolCallEnded) -> str:
        """Why a call gave nothing; what the person has just answered is not told back."""
        if event.end in ("ran", "refused", "stopped"):
            return ""
        if event.end == "denied" and event.rule:
            return f"  {self._style.badge('deny')} {one_line(event.rule, _SUMMARY_WIDTH)}\n"
        return _indent(self._preview(event.content))

    def _display(self, block: Display) -> str:
        match block:
            case FileDiff(_, diff):
                return _indent("\n".join(self._diff_line(line) for line in self._diff(diff)))
            case CommandOutput(_, output):
                return _indent(self._preview(output))
            case TodoList(items):
                return _indent(
                    "\n".join(
                        f"{_MARKS[item.status]} {one_line(item.content, _SUMMARY_WIDTH)}"
                        for item in items
                    )
                )
            case PlainText(text):
                return _indent(self._preview(text))

    def _diff(self, text: str) -> list[str]:
        """The first lines, harmless, and how many more follow."""
        lines = harmless(text).rstrip("\n").split("\n")
        kept = lines[:_DIFF_LINES]
        return kept if kept == lines else [*kept, self._left_out(len(lines) - len(kept))]

    def _preview(self, text: str) -> str:
        """The first lines, harmless; where it is cut, and how many lines more there are."""
        text = text.rstrip("\r\n")
        lines = harmless(text[:PREVIEW_CHARACTERS]).split("\n")
        if len(text) > PREVIEW_CHARACTERS:
            lines[-1] += "…"
        lines = lines[:PREVIEW_LINES]
        left = text.count("\n") + 1 - len(lines)
        return "\n".join([*lines, self._left_out(left)] if left > 0 else lines)

    def _left_out(self, count: int) -> str:
        return self._style.dim(self._say("repl.more_lines", count=count))

    def _diff_line(self, line: str) -> str:
        if line.startswith("+"):
            return self._style.good(line)
        return self._style.bad(line) if line.startswith("-") else self._style.dim(line)

    def _end(self, reason: str, changed: tuple[str, ...]) -> str:
        if reason != "interrupted":
            return ""
        said = self._badge("warning", self._say("repl.interrupted"))
        if changed:
            files = ", ".join(one_line(path, _SUMMARY_WIDTH) for path in changed)
            said += self._badge("warning", self._say("repl.files_changed", files=files))
        return said

    def _say(self, key: str, **values: object) -> str:
        return self._catalogue.text(key, **values)


def _indent(text: str) -> str:
    return "".join(f"  {line}\n" for line in text.split("\n")) if text.strip() else ""
