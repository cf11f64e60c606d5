"""Running one request without anybody to ask (`maia -p`)."""

import asyncio
import signal
import sys
from typing import Literal, TypeAlias

from maia.agent.contracts.events import (
    ContinuationAsked,
    ErrorRaised,
    Event,
    Notice,
    PermissionAsked,
    TextArrived,
    ToolCallEnded,
    TurnEnded,
)
from maia.agent.contracts.operations import Answer, Interrupt, Submit
from maia.agent.runtime.conversation import Conversation
from maia.facades.exit_codes import ExitCode
from maia.facades.headless.report import RunReport
from maia.facades.process import OutputLost, take_signals, write_answer, write_note
from maia.facades.shown_text import HarmlessStream, one_line
from maia.i18n import Catalogue

OutputFormat: TypeAlias = Literal["text", "json"]

_LINE = 300


async def run_headless(
    conversation: Conversation, prompt: str, output_format: OutputFormat, catalogue: Catalogue
) -> ExitCode:
    """Run `prompt` to its end. The answer goes to stdout, all else to stderr.

    SIGINT, SIGTERM and SIGHUP interrupt the request: what it started is ended, exit code 130. So
    does a standard output that cannot be written any more: OutputLost, once all is ended.
    """
    report = RunReport(conversation.model, catalogue)
    log = _Log(catalogue, stream_text=output_format == "text")
    interruptions: set[asyncio.Task[None]] = set()
    lost: OutputLost | None = None

    def interrupt() -> None:
        interruptions.add(asyncio.ensure_future(conversation.submit(Interrupt())))

    take_signals(interrupt, signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    await conversation.submit(Submit(prompt))
    while True:
        event = await conversation.next_event()
        report.add(event)
        try:
            log.show(event)
        except OutputLost as error:
            lost = lost or error
            interrupt()
        if isinstance(event, PermissionAsked | ContinuationAsked):
            await conversation.submit(Answer(event.question_id, "no"))
        if isinstance(event, TurnEnded):
            break
    if lost is not None:
        raise lost
    if output_format == "json":
        write_answer(report.to_json() + "\n")
    return report.exit_code


class _Log:
    """Text as it streams, and one line for what a script's author should see."""

    def __init__(self, catalogue: Catalogue, *, stream_text: bool) -> None:
        self._catalogue = catalogue
        self._stream_text = stream_text
        self._harmless = HarmlessStream() if sys.stdout.isatty() else None
        self._open_line = False

    def show(self, event: Event) -> None:
        match event:
            case TextArrived(_, piece) if self._stream_text:
                shown = self._harmless.push(piece) if self._harmless else piece
                write_answer(shown)
                self._open_line = not piece.endswith("\n")
            case ToolCallEnded(_, tool, end, content) if end in ("denied", "refused"):
                self._line("headless.refused", tool=tool, why=one_line(content, _LINE))
            case Notice(key, _, values):
                self._line(key, **values)
            case ErrorRaised(key, values):
                self._line(key, **values)
            case TurnEnded():
                self._end_line()
            case _:
                self._end_line()

    def _line(self, key: str, **values: object) -> None:
        self._end_line()
        write_note(one_line(self._catalogue.text(key, **values), 4 * _LINE) + "\n")

    def _end_line(self) -> None:
        if self._open_line:
            self._open_line = False
            write_answer("\n")
