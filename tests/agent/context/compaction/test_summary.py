"""The summary of a conversation: how it is asked for, and what happens when it does not fit."""

import pytest

from maia.agent.context.compaction.summary import History, Summariser, Summary
from maia.agent.context.compaction.texts import TEXTS
from maia.agent.contracts.errors import CompactionFailed, ContextTooLong, ServerUnreachable
from maia.agent.contracts.messages import Message, TextBlock, ToolResultBlock, ToolUseBlock
from maia.agent.contracts.model import Done, Failed, TextDelta, ToolUse, Usage
from maia.agent.contracts.tools import ToolSpec
from maia.testing.scripted_model import ScriptedModel

ASKED = Message("user", (TextBlock("fix it"),))
CALLED = Message("assistant", (ToolUseBlock("c1", "Read", {"path": "a.py"}),))
RESULT = Message("user", (ToolResultBlock("c1", "x" * 10_000),))
SAID = Message("assistant", (TextBlock("fixed"),))
TOOLS = (ToolSpec("Read", "reads", {"type": "object"}),)
REFUSED = (Failed(ContextTooLong(url="u", status=400, body="too long")),)


def good(text: str):
    return (TextDelta(text), Done("end_turn"))


def history(*messages: Message, pending: tuple[str, ...] = ()) -> History:
    return History("system", messages, TOOLS, pending)


async def always(_request) -> bool:
    return True


def summariser(model: ScriptedModel, **options) -> Summariser:
    options.setdefault("fits", always)
    return Summariser(model, options.pop("language", "en"), **options)


def last_text(model: ScriptedModel, number: int = -1) -> str:
    return model.requests[number].messages[-1].content[-1].text


async def test_the_conversation_is_sent_whole_with_the_prompt_as_a_last_message() -> None:
    model = ScriptedModel(good("## Goal"))
    got = await summariser(model).summarise(history(ASKED, SAID, pending=("ls: a.py",)))
    assert got == Summary("## Goal")
    (request,) = model.requests
    assert request.messages[:2] == (ASKED, SAID)
    assert last_text(model) == "ls: a.py\n\n" + TEXTS.text("en", "prompt")
    assert request.tools == TOOLS
    assert request.max_tokens == 4000
    assert "no tool" in request.system
    model.check()


async def test_the_prompt_joins_a_last_message_of_the_user_so_that_roles_alternate() -> None:
    model = ScriptedModel(good("ok"))
    await summariser(model).summarise(history(ASKED, CALLED, RESULT))
    assert model.requests[0].messages[-1].content[0] == RESULT.content[0]
    model.check()


async def test_the_french_prompt_is_that_of_the_specification() -> None:
    model = ScriptedModel(good("ok"))
    await summariser(model, language="fr").summarise(history(ASKED))
    said = last_text(model)
    assert said.startswith("Faire un résumé compacté de nos échanges.")
    assert "## Fichiers pertinents\n- [Liste des fichiers importants]" in said


async def test_calls_in_the_answer_are_not_part_of_the_summary() -> None:
    model = ScriptedModel((TextDelta("sum"), ToolUse("c9", "Read", {}), Done("tool_use")))
    assert await summariser(model).summarise(history(ASKED)) == Summary("sum")


async def test_a_summary_that_the_limit_cut_says_so() -> None:
    model = ScriptedModel((TextDelta("half"), Done("max_tokens", output_cut=True)))
    assert (await summariser(model).summarise(history(ASKED))).cut


async def test_the_cost_of_each_request_is_told() -> None:
    told: list[Usage] = []
    model = ScriptedModel((TextDelta("s"), Usage(10, 2), Done("end_turn")))
    await summariser(model, on_usage=told.append).summarise(history(ASKED))
    assert told == [Usage(10, 2)]


@pytest.mark.parametrize(
    ("script", "key"),
    [
        ((TextDelta(" \n"), Done("end_turn")), "compaction.empty"),
        ((Failed(ServerUnreachable(url="u", reason="refused")),), "error.server_unreachable"),
    ],
)
async def test_no_summary_is_an_error_with_its_reason(script, key) -> None:
    with pytest.raises(CompactionFailed) as caught:
        await summariser(ScriptedModel(script)).summarise(history(ASKED))
    assert caught.value.key == key


async def test_in_an_emergency_tool_results_are_cut_to_1500_characters_at_once() -> None:
    model = ScriptedModel(good("ok"))
    await summariser(model).summarise(history(ASKED, CALLED, RESULT), emergency=True)
    sent = model.requests[0].messages[-1].content[0].content
    assert sent.startswith("x" * 1000 + "\n[… 8500 characters left out …]\n")


async def test_what_is_known_not_to_fit_is_not_sent() -> None:
    async def fits(request) -> bool:
        return sum(len(str(message)) for message in request.messages) < 4_000

    model = ScriptedModel(good("ok"))
    await summariser(model, fits=fits).summarise(history(ASKED, CALLED, RESULT))
    assert "8500 characters" in model.requests[0].messages[-1].content[0].content


async def test_refused_outputs_are_cut_further_and_then_the_conversation_is_read_in_slices() -> (
    None
):
    model = ScriptedModel(REFUSED, REFUSED, REFUSED, good("first"), good("both"))
    messages = (Message("user", (TextBlock("a line\n" * 1000),)), SAID)
    got = await summariser(model).summarise(history(*messages))
    assert got == Summary("both")
    assert "Part 1 of 2" in last_text(model, 3)
    assert "Part 2 of 2" in last_text(model, 4)
    assert "to be completed:\nfirst" in last_text(model, 4)
    assert model.requests[4].tools == ()


async def test_slices_get_smaller_until_they_are_taken() -> None:
    taken: list[int] = []

    def answer(request):
        size = len(request.messages[-1].content[-1].text)
        if len(request.messages) > 1 or size > 5_000:
            return REFUSED
        taken.append(size)
        return good(f"summary {len(taken)}")

    model = ScriptedModel(*[answer] * 20)
    got = await summariser(model).summarise(
        history(Message("user", (TextBlock("word " * 4_000),)), SAID)
    )
    assert got.text == f"summary {len(taken)}"
    assert len(taken) > 3


async def test_a_window_that_takes_nothing_ends_the_attempt() -> None:
    model = ScriptedModel(*[REFUSED] * 20)
    with pytest.raises(CompactionFailed) as caught:
        await summariser(model).summarise(history(Message("user", (TextBlock("w" * 9_000),)), SAID))
    assert caught.value.key == "compaction.refused"
    assert model.remaining > 0
