"""When the loop measures the context, and when it asks for room."""

from dataclasses import dataclass, field

from maia.agent.contracts.errors import ContextTooLong
from maia.agent.contracts.events import ErrorRaised
from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.contracts.model import Done, Failed, TextDelta, ToolUse

REFUSED = (Failed(ContextTooLong(url="u", status=400, body="maximum context length is 10")),)
CALL = (ToolUse("c1", "Echo", {"text": "x"}), Done("tool_use"))
ANSWER = (TextDelta("done"), Done("end_turn"))


@dataclass
class Watched:
    """A room that counts; `compacts` puts one message in the place of all."""

    state: object
    compacts: bool = True
    asked: list[str] = field(default_factory=list)
    measured: list[int] = field(default_factory=list)

    async def measure(self) -> None:
        self.measured.append(len(self.state.messages))

    async def make(self, request: str) -> None:
        self.asked.append(f"make {request}")

    async def make_after(self, refusal: ContextTooLong, request: str) -> bool:
        self.asked.append(f"make_after {request}")
        if self.compacts:
            self.state.messages[:] = [Message("user", (TextBlock("resume"),))]
        return self.compacts


def watched(bench, **options):
    bench.loop.room = Watched(bench.state, **options)
    return bench.loop.room


async def test_the_context_is_measured_after_the_request_each_answer_and_each_series_of_calls(
    bench,
) -> None:
    made = bench(CALL, ANSWER)
    room = watched(made)
    await made.turn()
    assert room.measured == [1, 2, 3, 4]


async def test_room_is_asked_for_between_calls_and_the_next_request(bench) -> None:
    second = (ToolUse("c2", "Echo", {}), Done("tool_use"))
    made = bench(CALL, second, ANSWER)
    room = watched(made)
    await made.turn("fix it")
    assert room.asked == ["make fix it", "make fix it"]


async def test_a_refused_context_is_asked_again_once_there_is_room(bench) -> None:
    made = bench(REFUSED, ANSWER)
    room = watched(made)
    result = await made.turn("fix it")
    assert room.asked == ["make_after fix it"]
    assert result.reason == "done"
    assert made.model.requests[1].messages == (Message("user", (TextBlock("resume"),)),)


async def test_room_is_made_once_a_request_and_the_second_refusal_is_told(bench) -> None:
    made = bench(REFUSED, REFUSED)
    room = watched(made)
    result = await made.turn()
    assert room.asked == ["make_after do it"]
    assert result.reason == "failed"
    assert [event.key for event in made.told(ErrorRaised)] == ["error.context_too_long"]
    assert made.state.messages == [Message("user", (TextBlock("resume"),))]


async def test_without_room_the_refusal_is_told_and_the_request_taken_back(bench) -> None:
    made = bench(REFUSED)
    watched(made, compacts=False)
    result = await made.turn()
    assert result.reason == "failed"
    assert made.state.messages == []
