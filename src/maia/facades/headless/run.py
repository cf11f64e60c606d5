"""Running one request without anybody to ask (`maia -p`)."""

import asyncio
import signal
import sys
from typing import Literal, TextIO, TypeAlias

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
from maia.facades.shown_text import HarmlessStream, one_line
from maia.i18n import Catalogue

OutputFormat: TypeAlias = Literal["text", "json"]

_LINE = 300


async def run_headless(
    conversation: Conversation, prompt: str, output_format: OutputFormat, catalogue: Catalogue
) -> ExitCode:
    """Run `prompt` to its end. The answer goes to stdout, all else to stderr.

    SIGINT, SIGTERM and SIGHUP interrupt the request: what it started is ended, exit code 130.
    """
    report = RunReport(conversation.model, catalogue)
    log = _Log(catalogue, sys.stdout, sys.stderr, stream_text=output_format == "text")
    loop = asyncio.get_running_loop()
    interruptions: set[asyncio.Task[None]] = set()

    def interrupt() -> None:
        interruptions.add(asyncio.ensure_future(conversation.submit(Interrupt())))

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, interrupt)
    await conversation.submit(Submit(prompt))
    while True:
        event = await conversation.next_event()
        report.add(event)
        log.show(event)
        if isinstance(event, PermissionAsked | ContinuationAsked):
            await conversation.submit(Answer(event.question_id, "no"))
        if isinstance(event, TurnEnded):
            break
    if output_format == "json":
        sys.stdout.write(report.to_json() + "\n")
    sys.stdout.flush()
    return report.exit_code


class _Log:
    """Text as it streams, and one line for what a script's author should see."""

    def __init__(
        self, catalogue: Catalogue, out: TextIO, err: TextIO, *, stream_text: bool
    ) -> None:
        self._catalogue = catalogue
        self._out = out
        self._err = err
        self._stream_text = stream_text
        self._harmless = HarmlessStream() if out.isatty() else None
        self._open_line = False

    def show(self, event: Event) -> None:
        match event:
            case TextArrived(_, piece) if self._stream_text:
                shown = self._harmless.push(piece) if self._harmless else piece
                self._out.write(shown.encode("utf-8", "replace").decode("utf-8"))
                self._out.flush()
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
        self._err.write(one_line(self._catalogue.text(key, **values), 4 * _LINE) + "\n")
        self._err.flush()

    def _end_line(self) -> None:
        if self._open_line:
            self._out.write("\n")
            self._open_line = False
