"""From events to text on the terminal; pure: an event in, a string for the log out."""

from collections.abc import Callable

from maia.agent.contracts.display import CommandOutput
from maia.agent.contracts.events import (
    CompactionEnded,
    ErrorRaised,
    Event,
    FilesRestored,
    FolderTrusted,
    ModelSelected,
    Notice,
    ProfileSelected,
    ResponseEnded,
    SessionOpened,
    SessionRenamed,
    ShellEnded,
    ShellOutputArrived,
    ShellStarted,
    TextArrived,
    ToolCallAnnounced,
    ToolCallEnded,
    ToolCallStarted,
    ToolOutputArrived,
    ToolsRunning,
    ToolsSettled,
    TurnEnded,
)
from maia.facades.repl.answer import LiveAnswer
from maia.facades.repl.live import LiveOutput
from maia.facades.repl.previews import (
    PREVIEW_CHARACTERS,
    PREVIEW_LINES,
    SHELL_PREVIEW_CHARACTERS,
    SUMMARY_WIDTH,
    Previews,
    indented,
)
from maia.facades.repl.sayings import Sayings
from maia.facades.repl.style import Style
from maia.facades.shown_text import HarmlessStream, harmless, one_line
from maia.i18n import Catalogue

_SHELL_LINES = 200


def _usual_width() -> int:
    return 80


class Printer:
    """Writes a conversation as lines. What comes from outside is made harmless here.

    `live`: there is a live area below the log. An answer's finished blocks then go to the log
    formatted (`markdown`), its `open_block` to the live area, and a blank line stands between two
    items. Without it, everything is written as it comes.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        style: Style,
        *,
        live: bool = False,
        markdown: bool = True,
        width: Callable[[], int] = _usual_width,
    ) -> None:
        self._catalogue = catalogue
        self._style = style
        self._live = live
        self._plain_answer = HarmlessStream()
        self._answer = LiveAnswer(style, width, markdown=markdown)
        self._answering = False
        self._open_line = False
        self._previews = Previews(catalogue, style)
        self._sayings = Sayings(catalogue, style, width if live else None)
        self._calls: dict[str, str] = {}
        self._outputs: dict[str, LiveOutput] = {}
        self._shell: LiveOutput | None = None
        self._running: ToolsRunning | None = None
        self._counts = False

    @property
    def open_block(self) -> str:
        """What of the answer is not in the log yet; empty where there is no live area."""
        return self._answer.open_block if self._live else ""

    def echo(self, text: str) -> str:
        """What the person has sent, as it stays in the log; where it was typed on, it is there."""
        if not self._live:
            return ""
        first, *rest = harmless(text).split("\n")
        lines = [f"{self._style.strong('❯')} {first}", *(f"  {line}" for line in rest)]
        return self._item("\n".join(lines))

    def begin_progress(self) -> str:
        """Count from now on the tools that run side by side; how many are done so far."""
        self._counts = True
        return self._progress()

    def render(self, event: Event) -> str:  # noqa: C901, PLR0911, PLR0912  # one arm an event
        """What to write for `event`; empty when nothing is shown."""
        match event:
            case TextArrived(_, piece):
                return self._text(piece)
            case ResponseEnded():
                return self._end_answer()
            case ToolCallAnnounced(call_id, tool, _, summary):
                self._calls[call_id] = one_line(f"{tool} {summary}", SUMMARY_WIDTH)
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
            case ShellStarted(command):
                self._shell = LiveOutput(_SHELL_LINES, SHELL_PREVIEW_CHARACTERS)
                return self._shell_start(command)
            case ShellOutputArrived(piece):
                return self._shell_output(piece)
            case ShellEnded():
                return self._shell_end(event)
            case TurnEnded(_, reason, _, changed):
                held = self._end_answer()
                self._calls.clear()
                return held + self._end_line() + self._end(reason, changed)
            case CompactionEnded():
                return self._compacted(event)
            case (
                Notice()
                | ErrorRaised()
                | ModelSelected()
                | ProfileSelected()
                | FolderTrusted()
                | SessionOpened()
                | SessionRenamed()
                | FilesRestored()
            ):
                return "".join(self._item(said) for said in self._sayings.of(event))
            case _:
                return ""

    # Lines and items

    def _item(self, text: str) -> str:
        """A thing of its own in the log."""
        between = "\n" if self._live else ""
        return f"{self._end_line()}{between}{text}\n"

    def _line(self, text: str) -> str:
        return f"{self._end_line()}{text}\n"

    def _end_line(self) -> str:
        if self._open_line:
            self._open_line = False
            return "\n"
        return ""

    # The answer

    def _text(self, piece: str) -> str:
        if not self._live:
            return self._written(self._plain_answer.push(piece))
        return self._block(self._answer.push(piece))

    def _block(self, text: str) -> str:
        if not text:
            return ""
        begin = "" if self._answering else f"{self._end_line()}\n"
        self._answering = True
        return begin + text

    def _end_answer(self) -> str:
        if not self._live:
            return self._written(self._plain_answer.flush()) + self._end_line()
        rest = self._block(self._answer.finish())
        self._answering = False
        return rest if not rest or rest.endswith("\n") else rest + "\n"

    def _written(self, text: str) -> str:
        if text:
            self._open_line = not text.endswith("\n")
        return text

    # Calls

    def _progress(self) -> str:
        names = self._running.names if self._running else ()
        done = self._running.done if self._running else 0
        if self._live or len(names) < 2 or done == len(names):  # noqa: PLR2004  # one runs beside no other
            return ""
        said = self._catalogue.text(
            "repl.tools_running", done=done, total=len(names), names=", ".join(names)
        )
        return self._line(self._style.dim(one_line(said, SUMMARY_WIDTH)))

    def _start(self, call_id: str) -> str:
        """A call that runs alone is shown as it runs; several at once, when they have ended."""
        self._outputs.clear()
        if len(self._calls) != 1 or call_id not in self._calls:
            return ""
        self._outputs[call_id] = LiveOutput(PREVIEW_LINES, PREVIEW_CHARACTERS)
        return ""

    def _output(self, call_id: str, piece: str) -> str:
        """The first lines of a command, before its title is marked as good or bad."""
        output = self._outputs.get(call_id)
        if output is None:
            return ""
        begin = "" if output.shown else self._item(self._style.dim(f"▸ {self._calls[call_id]}"))
        written = output.push(piece)
        if not written:
            return ""
        self._open_line = not written.endswith("\n")
        return begin + written

    def _call(self, event: ToolCallEnded) -> str:
        title = self._calls.pop(event.call_id, one_line(event.tool, SUMMARY_WIDTH))
        mark = self._style.good("●") if event.end == "ran" else self._style.bad("●")
        output = self._outputs.pop(event.call_id, None)
        was_shown = output is not None and output.shown
        shown = "".join(
            self._previews.block(block)
            for block in event.display
            if not (was_shown and isinstance(block, CommandOutput))
        )
        if not event.display:
            shown = self._not_run(event)
        if output is not None and output.lines_cut:
            shown += indented(self._previews.left_out(output.lines_cut))
        between = "\n" if self._live and not was_shown else ""
        return f"{between}{mark} {title}\n{shown}"

    def _not_run(self, event: ToolCallEnded) -> str:
        """Why a call gave nothing; what the person has just answered is not told back."""
        if event.end in ("ran", "refused", "stopped"):
            return ""
        if event.end == "denied" and event.rule:
            return f"  {self._style.badge('deny')} {one_line(event.rule, SUMMARY_WIDTH)}\n"
        return self._previews.text(event.content)

    # The person's own commands, and what ends

    def _shell_start(self, command: str) -> str:
        """The line that was typed stands in the log already where there is a live area."""
        title = self._style.dim(f"! {one_line(command, SUMMARY_WIDTH)}")
        return "\n" if self._live else self._item(title)

    def _shell_output(self, piece: str) -> str:
        if self._shell is None:
            return ""
        written = self._shell.push(piece)
        if written:
            self._open_line = not written.endswith("\n")
        return written

    def _shell_end(self, event: ShellEnded) -> str:
        if not event.command:
            return ""
        text = self._end_line()
        if self._shell is not None and self._shell.lines_cut:
            text += indented(self._previews.left_out(self._shell.lines_cut))
        self._shell = None
        return text + self._line(
            f"  {self._style.dim(f'[{one_line(event.status, SUMMARY_WIDTH)}]')}"
        )

    def _compacted(self, event: CompactionEnded) -> str:
        if not event.summary:
            return ""
        said = self._sayings.compacted(event)
        return self._item(indented(harmless(event.summary)).rstrip("\n")) + self._item(said)

    def _end(self, reason: str, changed: tuple[str, ...]) -> str:
        if reason != "interrupted":
            return ""
        return "".join(self._item(said) for said in self._sayings.interrupted(changed))
