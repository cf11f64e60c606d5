"""The executor: one result for every call, in call order, whatever happens (spec 6.3).

One call runs in the foreground. Several are judged and asked about one by one, while those already
allowed run; their results are given in call order once all have ended.
"""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from maia.agent.contracts.display import Display
from maia.agent.contracts.errors import ToolFailure, ToolInputError
from maia.agent.contracts.events import (
    CallEnd,
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
    stopped: bool = False
    cancelled: bool = False


@dataclass(slots=True)
class _Batch:
    """The calls of one response while they run."""

    calls: Sequence[ToolUse]
    records: dict[int, CallRecord] = field(default_factory=dict[int, CallRecord])
    tasks: dict[int, asyncio.Task[CallRecord]] = field(
        default_factory=dict[int, asyncio.Task[CallRecord]]
    )
    changed: list[Path] = field(default_factory=list[Path])
    stopped: bool = False


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
        self._launch_folder = open_context(_unheard, _unheard).launch_folder

    async def run(self, calls: Sequence[ToolUse]) -> CallsOutcome:
        """Run `calls`. Never raises: a cancellation comes back as `cancelled`, results complete."""
        batch = _Batch(calls)
        cancelled = False
        try:
            await self._start_all(batch)
            await self._finish_all(batch)
        except asyncio.CancelledError:
            cancelled = True
            await settle(batch.tasks.values())
        return self._outcome(batch, cancelled=cancelled)

    async def _start_all(self, batch: _Batch) -> None:
        order = RunningOrder()
        for index, call in enumerate(batch.calls):
            if batch.stopped:
                self._announce(call)
                batch.records[index] = CallRecord("not_run", self._say("not_run"))
                continue
            refusal = await self._prepare(call, batch)
            if refusal is not None:
                batch.records[index] = refusal
                continue
            tool = self._tools[call.name]
            place = order.place(self._lock_key(tool, call))
            task = asyncio.create_task(self._execute(tool, call, place, batch))
            task.add_done_callback(lambda _task: self._report_progress(batch))
            batch.tasks[index] = task

    async def _finish_all(self, batch: _Batch) -> None:
        if not batch.tasks:
            return
        self._report_progress(batch)
        await asyncio.wait(batch.tasks.values())
        if len(batch.calls) > 1:
            self._emit(ToolsSettled())

    def _report_progress(self, batch: _Batch) -> None:
        if len(batch.calls) > 1:
            names = tuple(batch.calls[index].name for index in batch.tasks)
            done = sum(task.done() for task in batch.tasks.values())
            self._emit(ToolsRunning(names, done))

    def _outcome(self, batch: _Batch, *, cancelled: bool) -> CallsOutcome:
        changed = tuple(dict.fromkeys(str(path) for path in batch.changed))
        outcome = CallsOutcome(changed_files=changed, stopped=batch.stopped, cancelled=cancelled)
        for index, call in enumerate(batch.calls):
            record = batch.records.get(index) or self._record_of(batch.tasks.get(index))
            self._emit(
                ToolCallEnded(call.id, call.name, record.end, record.content, record.display)
            )
            outcome.results += (ToolResultBlock(call.id, record.content, record.is_error),)
            outcome.images += record.images
        return outcome

    def _record_of(self, task: asyncio.Task[CallRecord] | None) -> CallRecord:
        if task is None:
            return CallRecord("not_run", self._say("not_started"))
        if task.cancelled():
            return CallRecord("failed", self._say("interrupted"))
        return task.result()

    async def _prepare(self, call: ToolUse, batch: _Batch) -> CallRecord | None:
        """None when the call may run; else how it ended."""
        self._announce(call)
        tool = self._tools.get(call.name)
        if tool is None:
            known = ", ".join(self._tools)
            return CallRecord("failed", self._say("unknown_tool", name=call.name, available=known))
        if call.problem is not None:
            received = call.raw_arguments[:_ARGUMENTS_SHOWN]
            return CallRecord("failed", self._say(_PROBLEMS[call.problem], received=received))
        verdict = await self._gate.judge(
            CallToJudge(call.name, call.input, tool.default_permission)
        )
        if isinstance(verdict, Denied):
            return CallRecord("denied", self._say("denied", rule=verdict.rule))
        if isinstance(verdict, Asked):
            return await self._ask_person(call, tool, verdict.rule, batch)
        return None

    async def _ask_person(
        self, call: ToolUse, tool: Tool, rule: str, batch: _Batch
    ) -> CallRecord | None:
        summary = tool.describe(call.input)
        answer = await self._ask(
            PermissionAsked(
                f"ask-{call.id}", call.id, call.name, tool.kind, summary, call.input, rule
            )
        )
        if answer.answer == "yes":
            return None
        if answer.answer == "stop":
            batch.stopped = True
            return CallRecord("stopped", self._say("stopped"))
        if answer.reason:
            return CallRecord("refused", self._say("refused_reason", reason=answer.reason))
        return CallRecord("refused", self._say("refused"))

    async def _execute(self, tool: Tool, call: ToolUse, place: Place, batch: _Batch) -> CallRecord:
        try:
            async with place.turn():
                self._emit(ToolCallStarted(call.id))
                context = self._open_context(
                    lambda text: self._emit(ToolOutputArrived(call.id, text)),
                    batch.changed.append,
                )
                return _record(await tool.execute(call.input, context))
        except (ToolInputError, ToolFailure) as error:
            return CallRecord("failed", error.text)
        except Exception as error:  # noqa: BLE001  # any fault of a tool is a result (spec 4.3)
            said = f"{type(error).__name__}: {error}"
            return CallRecord("failed", self._say("unexpected", name=call.name, error=said))

    def _announce(self, call: ToolUse) -> None:
        tool = self._tools.get(call.name)
        summary = tool.describe(call.input) if tool else ""
        kind = tool.kind if tool else "other"
        self._emit(ToolCallAnnounced(call.id, call.name, kind, summary, call.input))

    def _lock_key(self, tool: Tool, call: ToolUse) -> str | None:
        try:
            return tool.lock_key(call.input, self._launch_folder)
        except Exception:  # noqa: BLE001  # spec 6.3: a key that fails is ignored
            return None

    def _say(self, key: str, **values: object) -> str:
        return TEXTS.text(self._language, key, **values)


def _record(outcome: ToolOutcome) -> CallRecord:
    return CallRecord(
        "failed" if outcome.is_error else "ran",
        outcome.content,
        outcome.display,
        outcome.images,
    )


def _unheard(_said: object) -> None:
    """For a context that only tells where we are."""
