"""Running one request without anybody to ask (`maia -p`)."""

import asyncio
import errno
import signal
from typing import Literal, TypeAlias

from maia.agent.contracts.events import ContinuationAsked, PermissionAsked, TurnEnded
from maia.agent.contracts.operations import Answer, Interrupt, Submit
from maia.agent.runtime.conversation import Conversation
from maia.facades.exit_codes import ExitCode
from maia.facades.headless.log import RunLog
from maia.facades.headless.report import RunReport
from maia.facades.process import OutputLost, take_signals, watched_reader, write_answer
from maia.i18n import Catalogue

OutputFormat: TypeAlias = Literal["text", "json"]


async def run_headless(
    conversation: Conversation, prompt: str, output_format: OutputFormat, catalogue: Catalogue
) -> ExitCode:
    """Run `prompt` to its end. The last answer goes to stdout, all else to stderr.

    SIGINT, SIGTERM and SIGHUP interrupt the request: what it started is ended, exit code 130. So
    does a standard output that cannot be written any more: OutputLost, once all is ended.
    """
    profile = conversation.policy.profile
    report = RunReport(conversation.model, catalogue, profile)
    log = RunLog(catalogue, profile, answers=output_format == "text")
    interruptions: set[asyncio.Task[None]] = set()
    lost: list[OutputLost] = []

    def interrupt() -> None:
        interruptions.add(asyncio.ensure_future(conversation.submit(Interrupt())))

    def give_up(error: OutputLost) -> None:
        lost.append(error)
        interrupt()

    take_signals(interrupt, signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    with watched_reader(lambda: give_up(OutputLost(OSError(errno.EPIPE, "")))):
        await conversation.submit(Submit(prompt))
        while True:
            event = await conversation.next_event()
            report.add(event)
            try:
                log.show(event)
            except OutputLost as error:
                give_up(error)
            if isinstance(event, PermissionAsked | ContinuationAsked):
                await conversation.submit(Answer(event.question_id, "no"))
            if isinstance(event, TurnEnded):
                break
    if lost:
        raise lost[0]
    if output_format == "json":
        write_answer(report.to_json() + "\n")
    return report.exit_code
