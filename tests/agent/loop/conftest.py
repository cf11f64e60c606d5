import asyncio
import contextlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest

from maia.agent.contracts.errors import ToolFailure
from maia.agent.contracts.events import ContinuationAsked, Event, PermissionAsked
from maia.agent.contracts.operations import Answer
from maia.agent.contracts.tools import ToolContext, ToolOutcome, ToolSpec
from maia.agent.loop.agent_loop import AgentLoop, TurnResult
from maia.agent.loop.state import ConversationState
from maia.agent.loop.tool_calls import ToolCalls
from maia.testing.allowing_gate import AllowingGate
from maia.testing.memory_blobs import MemoryBlobs
from maia.testing.memory_host import MemoryHost
from maia.testing.scripted_model import ScriptedModel


async def fails(text: str, _context: ToolContext) -> None:
    raise ToolFailure(f"cannot {text}")


async def crashes(text: str, _context: ToolContext) -> None:
    raise RuntimeError(f"boom {text}")


async def hangs(_text: str, _context: ToolContext) -> None:
    await asyncio.Event().wait()


async def changes(text: str, context: ToolContext) -> None:
    context.note_change(Path(f"/repo/{text}"))


async def ignores_cancellation(_text: str, _context: ToolContext) -> None:
    for _ in range(10):
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(0)


async def cleans_up(_text: str, _context: ToolContext) -> None:
    try:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    finally:
        for _ in range(10):
            await asyncio.sleep(0)


async def speaks_later(_text: str, context: ToolContext) -> None:
    for steps in range(1, 6):
        asyncio.get_running_loop().call_later(steps / 1000, context.emit_output, "late")
    context.emit_output("in time")


async def stops_itself(_text: str, _context: ToolContext) -> None:
    raise asyncio.CancelledError


async def exits(_text: str, _context: ToolContext) -> None:
    raise SystemExit(3)


async def exits_oddly(_text: str, _context: ToolContext) -> None:
    raise BaseExceptionGroup("odd", [SystemExit(3)])


WAYS = {
    "fails": fails,
    "crashes": crashes,
    "hangs": hangs,
    "changes": changes,
    "ignores": ignores_cancellation,
    "cleans up": cleans_up,
    "speaks later": speaks_later,
    "stops itself": stops_itself,
    "exits": exits,
    "exits oddly": exits_oddly,
}


@dataclass
class EchoTool:
    """Returns its `text`; `gates` hold it until let go; `how`, of `WAYS`, says what it does first."""

    name: str = "Echo"
    key: str | None = None
    gates: dict[str, asyncio.Event] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)
    running: int = 0
    most_running: int = 0
    kind: Any = "other"
    default_permission: Any = "auto"

    @property
    def spec(self) -> ToolSpec:
        return ToolSpec(self.name, "says it again", {"type": "object", "properties": {}})

    def describe(self, arguments: Mapping[str, Any]) -> str:
        return str(arguments.get("text", ""))

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        if self.key == "crash":
            raise ValueError("no key")
        return arguments.get("key", self.key)

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        text = str(arguments.get("text", ""))
        self.log.append(f"start {text}")
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            if text in self.gates:
                await self.gates[text].wait()
            await asyncio.sleep(0)
            how = arguments.get("how")
            if how == "says much":
                return ToolOutcome(f"{len(self.log):06}" * 5_000)
            if how in WAYS:
                await WAYS[how](text, context)
            return ToolOutcome(text)
        except asyncio.CancelledError:
            self.log.append(f"cancelled {text}")
            raise
        finally:
            self.running -= 1
            self.log.append(f"end {text}")


@dataclass
class Bench:
    """A loop on a scripted model, with its events and the answers a person would give."""

    model: ScriptedModel
    tools: Sequence[EchoTool]
    gate: AllowingGate = field(default_factory=AllowingGate)
    answers: list[Answer | str] = field(default_factory=list)
    on_question: Callable[[Any], None] | None = None
    max_iterations: int = 50
    language: Any = "en"
    events: list[Event] = field(default_factory=list)
    questions: list[PermissionAsked | ContinuationAsked] = field(default_factory=list)
    asking: int = 0

    def __post_init__(self) -> None:
        tools: dict[str, Any] = {tool.name: tool for tool in self.tools}
        self.state = ConversationState()
        executor = ToolCalls(
            tools, self.gate, self._context, self.events.append, self.ask, self.language
        )
        self.loop = AgentLoop(
            self.state,
            self.model,
            "system",
            tools,
            executor,
            self.events.append,
            self.ask,
            self.max_iterations,
        )

    def _context(self) -> ToolContext:
        return ToolContext(Path("/repo"), MemoryHost(), self.model, MemoryBlobs())

    async def ask(self, question: PermissionAsked | ContinuationAsked) -> Answer:
        assert self.asking == 0, "two questions at once"
        self.asking += 1
        try:
            self.questions.append(question)
            if self.on_question:
                self.on_question(question)
            await asyncio.sleep(0)
            given = self.answers.pop(0)
            if isinstance(given, Answer):
                return msgspec.structs.replace(given, question_id=question.question_id)
            return Answer(question.question_id, given)
        finally:
            self.asking -= 1

    async def turn(self, text: str = "do it", turn_id: int = 1) -> TurnResult:
        result = TurnResult()
        await self.loop.run_turn(text, turn_id, result)
        return result

    def told(self, kind: type) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def bench() -> Callable[..., Bench]:
    made: list[Bench] = []

    def make(*planned: Any, tools: Sequence[EchoTool] | None = None, **options: Any) -> Bench:
        made.append(Bench(ScriptedModel(*planned), tools or [EchoTool()], **options))
        return made[-1]

    yield make
    for each in made:
        each.model.check()
