"""The executor: one result for every call, in call order, whatever happens (spec 6.3).

One call runs in the foreground. Several are judged and asked about one by one, while those already
allowed run; their results are given in call order once all have ended.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from maia.agent.contracts.display import Display
from maia.agent.contracts.errors import SettingsError, ToolFailure, ToolInputError
from maia.agent.contracts.events import (
    CallEnd,
    Notice,
    PermissionAsked,
    ToolCallAnnounced,
    ToolCallEnded,
    ToolCallStarted,
    ToolOutputArrived,
    ToolsRunning,
    ToolsSettled,
)
from maia.agent.contracts.messages import ImageBlock, ToolResultBlock
from maia.agent.contracts.model import ArgumentProblem, ToolUse
from maia.agent.contracts.operations import Answer
from maia.agent.contracts.permissions import Asked, CallToJudge, Denied, Gate
from maia.agent.contracts.tools import Tool, ToolOutcome
from maia.agent.loop.ports import Ask, Emit, OpenContext
from maia.agent.loop.queues import Place, RunningOrder
from maia.agent.loop.settling import settle
from maia.agent.loop.texts import TEXTS
from maia.i18n import Language

_ARGUMENTS_SHOWN = 300
_PROBLEMS = {
    ArgumentProblem.CUT: "arguments_cut",
    ArgumentProblem.NOT_JSON: "arguments_not_json",
    ArgumentProblem.NOT_AN_OBJECT: "arguments_not_object",
}


@dataclass(frozen=True, slots=True)
class CallRecord:
    """How one call ended."""

    end: CallEnd
    content: str
    display: tuple[Display, ...] = ()
    images: tuple[ImageBlock, ...] = ()
    rule: str = ""
    suggestions: tuple[str, ...] = ()

    @property
    def is_error(self) -> bool:
        """Everything but a tool that ran and said so."""
        return self.end != "ran"


@dataclass(slots=True)
class CallsOutcome:
    """What a series of calls gave: results in call order; whether it was stopped or cancelled."""

    results: tuple[ToolResultBlock, ...] = ()
    images: tuple[ImageBlock, ...] = ()
    changed_files: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    """The commands that were started, whatever became of them."""
    stopped: bool = False
    cancelled: bool = False


@dataclass(slots=True)
class _Batch:
    """The calls of one response while they run."""

    calls: Sequence[ToolUse]
    folder: Path | None
    records: dict[int, CallRecord] = field(default_factory=dict[int, CallRecord])
    tasks: dict[int, asyncio.Task[CallRecord]] = field(
        default_factory=dict[int, asyncio.Task[CallRecord]]
    )
    changed: list[Path] = field(default_factory=list[Path])
    commands: list[str] = field(default_factory=list[str])
    stopped: bool = False
    announced: int = 0
    done: int = 0
    is_told: bool = False


class ToolCalls:
    """Runs the calls of a response."""

    def __init__(
        self,
        tools: Mapping[str, Tool],
        gate: Gate,
        open_context: OpenContext,
        emit: Emit,
        ask: Ask,
        language: Language,
    ) -> None:
        self._tools = tools
        self._gate = gate
        self._open_context = open_context
        self._emit = emit
        self._ask = ask
        self._language: Language = language
        self._questions = 0
        self._launch_folder = open_context().launch_folder
        self._folder: Path | None = None

    async def run(self, calls: Sequence[ToolUse]) -> CallsOutcome:
        """Run `calls`. Never raises: a cancellation comes back as `cancelled`, results complete."""
        batch = _Batch(calls, self._folder)
        cancelled = False
        try:
            await self._start_all(batch)
            if batch.tasks:
                self._report_progress(batch)
                await asyncio.wait(batch.tasks.values())
        except asyncio.CancelledError:
            cancelled = True
        finally:
            await settle(batch.tasks.values())
        if batch.is_told:
            self._emit(ToolsSettled())
        return self._outcome(batch, cancelled=cancelled)

    async def _start_all(self, batch: _Batch) -> None:
        order = RunningOrder()
        for index, call in enumerate(batch.calls):
            self._announce(call, batch)
            refusal = await self._refusal(call, batch)
            if refusal is not None:
                batch.records[index] = refusal
                continue
            tool = self._tools[call.name]
            place = order.place(self._lock_key(tool, call))
            batch.tasks[index] = asyncio.create_task(self._execute(tool, call, place, batch))

    def _report_progress(self, batch: _Batch) -> None:
        if len(batch.calls) > 1:
            batch.is_told = True
            names = tuple(batch.calls[index].name for index in batch.tasks)
            self._emit(ToolsRunning(names, batch.done))

    def _outcome(self, batch: _Batch, *, cancelled: bool) -> CallsOutcome:
        changed = tuple(dict.fromkeys(str(path) for path in batch.changed))
        outcome = CallsOutcome(
            changed_files=changed,
            commands=tuple(batch.commands),
            stopped=batch.stopped,
            cancelled=cancelled,
        )
        for index, call in enumerate(batch.calls):
            if index >= batch.announced:
                self._announce(call, batch)
            record = batch.records.get(index) or self._record_of(call, batch.tasks.get(index))
            self._emit(
                ToolCallEnded(
                    call.id,
                    call.name,
                    record.end,
                    record.content,
                    record.display,
                    record.rule,
                    record.suggestions,
                )
            )
            outcome.results += (ToolResultBlock(call.id, record.content, record.is_error),)
            outcome.images += record.images
        return outcome

    def _record_of(self, call: ToolUse, task: asyncio.Task[CallRecord] | None) -> CallRecord:
        if task is None:
            return CallRecord("not_run", self._say("not_started"))
        if task.cancelled():
            return CallRecord("failed", self._say("interrupted"))
        error = task.exception()
        return task.result() if error is None else self._unexpected(call, error)

    async def _refusal(self, call: ToolUse, batch: _Batch) -> CallRecord | None:
        """None when the call may run; else how it ended. What cannot be judged does not run."""
        if batch.stopped:
            return CallRecord("not_run", self._say("not_run"))
        try:
            return await self._judged(call, batch)
        except Exception as error:  # noqa: BLE001  # the calls beside this one must get on
            return self._unexpected(call, error)

    async def _judged(self, call: ToolUse, batch: _Batch) -> CallRecord | None:
        tool = self._tools.get(call.name)
        if tool is None:
            known = ", ".join(self._tools)
            return CallRecord("failed", self._say("unknown_tool", name=call.name, available=known))
        if call.problem is not None:
            received = call.raw_arguments[:_ARGUMENTS_SHOWN]
            return CallRecord("failed", self._say(_PROBLEMS[call.problem], received=received))
        verdict = await self._gate.judge(
            CallToJudge(call.name, call.input, tool.default_permission, batch.folder)
        )
        if isinstance(verdict, Denied):
            said = self._say("denied", rule=verdict.rule)
            return CallRecord("denied", said, rule=verdict.rule, suggestions=verdict.suggestions)
        if isinstance(verdict, Asked):
            return await self._ask_person(call, tool, verdict, batch)
        return None

    async def _ask_person(
        self, call: ToolUse, tool: Tool, verdict: Asked, batch: _Batch
    ) -> CallRecord | None:
        summary = _summary(tool, call)
        self._questions += 1  # in the id: a call of a later turn may bear the id of this one
        question_id = f"ask-{self._questions}-{call.id}"
        answer = await self._ask(
            PermissionAsked(
                question_id,
                call.id,
                call.name,
                tool.kind,
                summary,
                call.input,
                verdict.rule,
                verdict.parts,
                verdict.suggestions,
            )
        )
        if answer.answer == "yes":
            await self._remember(answer)
            return None
        if answer.answer == "stop":
            batch.stopped = True
            return CallRecord("stopped", self._say("stopped"))
        if answer.reason:
            return CallRecord("refused", self._say("refused_reason", reason=answer.reason))
        return CallRecord("refused", self._say("refused"))

    async def _remember(self, answer: Answer) -> None:
        """Keep what a yes allows from now on; what cannot be kept is said, and holds this once."""
        if answer.remember is None or not answer.rules:
            return
        try:
            await self._gate.remember(answer.rules, answer.remember)
        except SettingsError as error:
            self._emit(Notice(error.key, values=error.values))

    def _keep_folder(self, folder: Path) -> None:
        self._folder = folder

    async def _execute(self, tool: Tool, call: ToolUse, place: Place, batch: _Batch) -> CallRecord:
        runs = True

        def tell(text: str) -> None:
            if runs:  # what a tool left behind may still speak after its call
                self._emit(ToolOutputArrived(call.id, text))

        try:
            async with place.turn():
                self._emit(ToolCallStarted(call.id))
                if tool.kind == "execute":
                    batch.commands.append(_summary(tool, call))
                context = replace(
                    self._open_context(),
                    emit_output=tell,
                    note_change=batch.changed.append,
                    folder=batch.folder,
                    keep_folder=self._keep_folder,
                )
                return _record(await tool.execute(call.input, context))
        except (ToolInputError, ToolFailure) as error:
            return CallRecord("failed", error.text)
        except (KeyboardInterrupt, GeneratorExit):
            raise
        except BaseException as error:  # any fault of a tool is a result (spec 4.3), sys.exit too
            if isinstance(error, asyncio.CancelledError) and _is_being_cancelled():
                raise
            return self._unexpected(call, error)
        finally:
            runs = False
            batch.done += 1
            self._report_progress(batch)

    def _unexpected(self, call: ToolUse, error: BaseException) -> CallRecord:
        said = f"{type(error).__name__}: {error}"
        return CallRecord("failed", self._say("unexpected", name=call.name, error=said))

    def _announce(self, call: ToolUse, batch: _Batch) -> None:
        batch.announced += 1
        tool = self._tools.get(call.name)
        summary = _summary(tool, call) if tool else ""
        kind = tool.kind if tool else "other"
        self._emit(ToolCallAnnounced(call.id, call.name, kind, summary, call.input))

    def _lock_key(self, tool: Tool, call: ToolUse) -> str | None:
        try:
            return tool.lock_key(call.input, self._launch_folder)
        except Exception:  # noqa: BLE001  # spec 6.3: a key that fails is ignored
            return None

    def _say(self, key: str, **values: object) -> str:
        return TEXTS.text(self._language, key, **values)


def _summary(tool: Tool, call: ToolUse) -> str:
    try:
        return tool.describe(call.input)
    except Exception:  # noqa: BLE001  # a call that cannot be described is shown by its name
        return ""


def _is_being_cancelled() -> bool:
    """Whether the task was told to end; else a CancelledError is a fault inside the tool."""
    task = asyncio.current_task()
    return task is None or task.cancelling() > 0


def _record(outcome: ToolOutcome) -> CallRecord:
    return CallRecord(
        "failed" if outcome.is_error else "ran",
        outcome.content,
        outcome.display,
        outcome.images,
    )
