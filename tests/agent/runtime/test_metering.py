"""What requests cost: of a request, a session, a day; kept with the session."""

import json
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.events import TextArrived
from maia.agent.contracts.operations import Clear, Interrupt, LoadSession, NewSession, Submit
from maia.agent.sessions.spending import Spent
from maia.testing.model_server import Answer as Reply
from maia.testing.model_server import Delivery, TokenUsage, ToolCall

PRICES = {"input_cost_per_token": 0.001, "output_cost_per_token": 0.01}
USED = TokenUsage(prompt=100, completion=20)
ONE = Spent(1, 100, 20, cost=pytest.approx(0.3))
CALL = Reply(calls=(ToolCall("Bash", {"command": "true"}),), usage=USED)


@pytest.fixture
def priced(open_talk: Any, model_server: Any) -> Any:
    model_server.model_facts.update(PRICES)
    return open_talk()


async def test_a_request_costs_what_all_its_iterations_cost(priced: Any, model_server: Any) -> None:
    model_server.script(CALL, Reply("ok", usage=USED))
    await priced.ask()
    meter = priced.conversation.meter
    assert (meter.request.requests, meter.request.input_tokens) == (2, 200)
    assert meter.request.cost == pytest.approx(0.6)


async def test_the_next_request_counts_by_itself_and_the_session_and_the_day_go_on(
    priced: Any, model_server: Any
) -> None:
    model_server.script(CALL, Reply("ok", usage=USED), Reply("ok", usage=USED))
    await priced.ask()
    await priced.ask()
    meter = priced.conversation.meter
    assert meter.request == ONE
    assert meter.session == Spent(3, 300, 60, cost=pytest.approx(0.9))
    assert meter.today() == meter.session


async def test_reasoning_is_paid_as_output_once(priced: Any, model_server: Any) -> None:
    usage = TokenUsage(prompt=100, completion=20, reasoning=15)
    model_server.script(Reply("ok", usage=usage))
    await priced.ask()
    assert priced.conversation.meter.request == ONE


async def test_without_prices_the_tokens_are_counted_and_the_request_is_unpriced(
    talk: Any, model_server: Any
) -> None:
    model_server.script(Reply("ok", usage=USED))
    await talk.ask()
    assert talk.conversation.meter.request == Spent(1, 100, 20, unpriced=1)


async def test_a_server_that_reports_nothing_costs_nothing_known(
    priced: Any, model_server: Any
) -> None:
    model_server.script(Reply("ok", usage=None))
    await priced.ask()
    assert priced.conversation.meter.session == Spent()


async def test_the_cost_changes_nothing_of_the_context_count(
    open_talk: Any, model_server: Any
) -> None:
    counts = []
    for usage in (USED, None):
        talk = open_talk(sessions=False)
        model_server.script(Reply("ok", usage=usage))
        await talk.ask()
        counts.append(await talk.tokens())
    assert counts[0] == counts[1]


async def test_an_interrupted_request_has_cost_what_it_had_cost(
    priced: Any, model_server: Any
) -> None:
    model_server.script(CALL, Reply(("half", "never"), delivery=Delivery(hang_after=2)))
    await priced.conversation.submit(Submit("go"))
    await priced.until(TextArrived)
    await priced.conversation.submit(Interrupt())
    assert priced.conversation.meter.session == ONE
    assert priced.conversation.state.messages == []


async def test_it_is_saved_with_the_session_and_comes_back(priced: Any, model_server: Any) -> None:
    model_server.script(Reply("ok", usage=USED), Reply("ok", usage=USED), Reply("ok", usage=USED))
    await priced.ask()
    name = priced.conversation.session
    await priced.do(NewSession())
    assert priced.conversation.meter.session == Spent()
    kept = json.loads((priced.sessions.path / f"{name}.json").read_text())["spending"]
    assert (kept["inputTokens"], kept["outputTokens"]) == (100, 20)
    await priced.ask()
    await priced.do(LoadSession(name))
    assert priced.conversation.meter.session == ONE
    assert priced.conversation.meter.request == Spent()
    await priced.ask()
    await priced.conversation.close()
    kept = json.loads((priced.sessions.path / f"{name}.json").read_text())["spending"]
    assert kept["inputTokens"] == 200
    assert priced.conversation.meter.today().requests == 3


async def test_cleared_the_session_has_still_cost_what_it_cost(
    priced: Any, model_server: Any
) -> None:
    model_server.script(Reply("ok", usage=USED))
    await priced.ask()
    await priced.do(Clear())
    assert priced.conversation.meter.session == ONE


@pytest.mark.parametrize(
    "spending", [None, 3, [], "x", {"inputTokens": "many"}, {"cost": None}, {"requests": 1.5}]
)
async def test_a_session_whose_cost_cannot_be_read_is_loaded_and_begins_at_nothing(
    talk: Any, spending: Any
) -> None:
    message = {"role": "user", "content": "hi"}
    content = json.dumps({"version": 1, "messages": [message], "spending": spending})
    (talk.sessions.path / "odd.json").write_text(content)
    await talk.do(LoadSession("odd"))
    assert talk.texts == ["hi"]
    assert talk.conversation.meter.session == Spent()


async def test_a_day_that_cannot_be_kept_does_not_stop_the_turn(
    priced: Any, model_server: Any, home: Path, caplog: Any
) -> None:
    (home / ".maia").mkdir()
    (home / ".maia" / "spending").write_text("a file where a folder should be")
    model_server.script(Reply("ok", usage=USED))
    assert (await priced.ask())[-1].reason == "done"
    assert priced.conversation.meter.session == ONE
    assert priced.conversation.meter.today() is None
    assert "the cost was not kept" in caplog.text


async def test_a_line_that_a_full_disk_cut_costs_no_other_line(
    priced: Any, model_server: Any, home: Path
) -> None:
    model_server.script(then=Reply("ok", usage=USED))
    await priced.ask()
    (day,) = (home / ".maia" / "spending").iterdir()
    with day.open("ab") as file:
        file.write(b'{"requests":1,"inp')
    await priced.ask()
    assert priced.conversation.meter.today().requests == 2


async def test_two_conversations_share_the_day(open_talk: Any, model_server: Any) -> None:
    model_server.script(then=Reply("ok", usage=USED))
    first, second = open_talk(), open_talk()
    await first.ask()
    await second.ask()
    assert first.conversation.meter.today().requests == 2
    assert first.conversation.meter.session.requests == 1


async def test_where_nobody_watches_no_day_is_kept(
    open_talk: Any, model_server: Any, home: Path
) -> None:
    talk = open_talk(attended=False)
    model_server.script(Reply("ok", usage=USED))
    await talk.ask()
    assert talk.conversation.meter.today() is None
    assert not (home / ".maia" / "spending").exists()
