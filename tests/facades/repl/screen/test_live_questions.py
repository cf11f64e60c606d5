"""Questions and lists in place of the zone."""

import asyncio

import pytest

from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.screen.choice import Choice

from .on_screen import PLACEHOLDER, on_screen

KEYS = "(o/n/s=stop)"
WORDS = {"o": "yes", "y": "yes", "oui": "yes", "n": "no", "s": "stop"}


def accepts(text):
    text = text.strip()
    return "no: " + text[2:] if text.startswith("n ") else WORDS.get(text.lower())


async def asked(bench, title="Allow Bash?", **options):
    question = asyncio.create_task(bench.screen.ask_key(title, KEYS, accepts, **options))
    await bench.sees(title[:5])  # the keys may be those of the question before
    await bench.sees(KEYS)
    return question


async def test_a_question_stands_in_the_zone_with_its_badge():
    async with on_screen() as bench:
        question = await asked(bench)
        assert " ASK  Allow Bash? (o/n/s=stop)" in bench.seen.rows
        assert "Working" not in bench.seen.text
        bench.type("o")
        assert await question == "yes"
        await bench.sees("Working")


async def test_nothing_in_a_title_acts_on_the_terminal():
    async with on_screen() as bench:
        question = await asked(bench, "Allow\x1b[2J\nBa\x07sh\u202e?")
        assert " ASK  Allow Ba\\x07sh\\u202e? (o/n/s=stop)" in bench.seen.rows
        bench.type("n")
        assert await question == "no"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("o", "yes"),
        ("O", "yes"),
        ("s", "stop"),
        ("\r\r\ro", "yes"),
        ("x\ro", "yes"),
        ("xo\x7f\x7fo", "yes"),
        (" n because\r", "no: because"),
    ],
)
async def test_letters_answer_at_once_and_text_with_enter(typed, answer):
    async with on_screen() as bench:
        question = await asked(bench)
        bench.type(typed)
        assert await question == answer


async def test_the_caller_says_which_letters_act_at_once():
    async with on_screen() as bench:
        question = await asked(bench, at_once="os")
        bench.type("n too risky\r")
        assert await question == "no: too risky"


@pytest.mark.parametrize("key", ["\x1b", "\x03", "\x04"])
async def test_escape_ctrl_c_and_ctrl_d_are_no_answer(key):
    async with on_screen() as bench:
        question = await asked(bench)
        bench.type(key)
        with pytest.raises(LeaveError):
            await question


async def test_what_was_typed_before_is_kept_and_answers_nothing():
    async with on_screen() as bench:
        bench.type("on y va")  # not read yet when the question comes
        question = asyncio.create_task(bench.screen.ask_key("Sure?", KEYS, accepts))
        await bench.sees(KEYS)
        assert not question.done()
        await bench.until(lambda: bench.screen._questions.current.armed, "armed")
        assert not question.done()
        bench.type("n")
        assert await question == "no"
        await bench.sees("❯ on y va")


async def test_a_person_in_the_middle_of_a_word_goes_on_with_it():
    async with on_screen() as bench:
        bench.type("b")
        await bench.sees("❯ b")
        question = await asked(bench)
        bench.type("o")
        await bench.until(lambda: bench.screen._requests.buffer.text == "bo", "typed on")
        assert not question.done()
        await bench.until(lambda: bench.screen._questions.current.armed, "armed")
        bench.type("o")
        assert await question == "yes"


async def test_the_rest_of_a_word_that_has_answered_is_not_typed_into_the_next_request():
    async with on_screen() as bench:
        question = await asked(bench)
        bench.type("oui\rnext\r")
        assert await question == "yes"
        assert await bench.screen.read_request("") == "next"


async def test_nor_does_it_answer_the_next_question():
    async with on_screen() as bench:
        question = await asked(bench, "First?")
        bench.type("n")
        assert await question == "no"
        question = await asked(bench, "Second?")
        bench.type("on\r")
        await bench.until(lambda: not bench.screen._questions.in_word, "end of the word")
        assert not question.done()
        bench.type("s")
        assert await question == "stop"


async def test_another_letter_answers_the_next_question_at_once():
    async with on_screen() as bench:
        question = await asked(bench, "First?")
        bench.type("o")
        assert await question == "yes"
        question = await asked(bench, "Second?")
        bench.type("y")
        assert await question == "yes"


async def test_a_letter_that_is_held_down_answers_one_question():
    async with on_screen() as bench:
        question = await asked(bench, "First?")
        bench.type("o")
        assert await question == "yes"
        question = await asked(bench, "Second?")
        bench.type("ooo")
        await bench.drawn()
        assert not question.done()
        bench.type("n")
        assert await question == "no"


async def test_a_reason_that_goes_on_like_a_word_is_kept():
    async with on_screen() as bench:
        question = asyncio.create_task(bench.screen.ask_key("Sure?", KEYS, str, at_once="r"))
        await bench.sees(KEYS)
        bench.type("r")
        await question
        answer = asyncio.create_task(bench.screen.read_answer("Why not?"))
        await bench.sees("Why not?")
        bench.type("a risk\r")
        assert await answer == "a risk"


async def test_enter_out_of_habit_takes_no_rule():
    async with on_screen() as bench:
        question = await asked(bench)
        bench.type("o")
        await question
        answer = asyncio.create_task(bench.screen.read_answer("rule:", "Bash(rm *)"))
        await bench.sees("rule:")
        bench.type("\r")
        await bench.until(lambda: not bench.screen._questions.in_word, "Enter")
        assert not answer.done()
        bench.type("\r")
        assert await answer == "Bash(rm *)"


async def test_nor_an_option():
    async with on_screen() as bench:
        question = await asked(bench)
        bench.type("o")
        await question
        chosen = asyncio.create_task(bench.screen.choose("Model", [Choice("a"), Choice("b")]))
        await bench.sees("Model")
        bench.type("\r")
        await bench.until(lambda: not bench.screen._questions.in_word, "Enter")
        assert not chosen.done()
        bench.type("j\r")
        assert await chosen == 1


async def test_what_only_begins_like_such_a_word_is_typed():
    async with on_screen() as bench:
        question = await asked(bench)
        bench.type("oun autre\r")
        assert await question == "yes"
        assert await bench.screen.read_request("") == "un autre"


async def test_a_pasted_letter_answers_only_with_enter():
    async with on_screen() as bench:
        question = await asked(bench)
        bench.type("\x1b[200~o\x1b[201~")
        await bench.sees(f"{KEYS} o")
        assert not question.done()
        bench.type("\r")
        assert await question == "yes"


async def test_a_question_over_a_request_leaves_the_draft_alone():
    async with on_screen() as bench:
        request = asyncio.create_task(bench.screen.read_request(PLACEHOLDER))
        bench.type("draft")
        await bench.sees("❯ draft")
        question = await asked(bench)
        await bench.until(lambda: bench.screen._questions.current.armed, "armed")
        bench.type("o")
        assert await question == "yes"
        bench.type("!\r")
        assert await request == "draft!"


async def test_a_question_taken_away_gives_the_zone_back():
    async with on_screen() as bench:
        question = await asked(bench)
        question.cancel()
        await bench.sees("❯ Working")


async def test_two_questions_come_one_after_the_other():
    async with on_screen() as bench:
        first = await asked(bench, "First?")
        second = asyncio.create_task(bench.screen.ask_key("Second?", KEYS, accepts))
        bench.type("o")
        assert await first == "yes"
        await bench.sees("Second?")
        bench.type("n")
        assert await second == "no"


async def test_a_fault_of_the_asker_is_the_askers():
    def fails(text):
        raise ValueError(text)

    async with on_screen() as bench:
        question = asyncio.create_task(bench.screen.ask_key("Sure?", KEYS, fails))
        await bench.sees(KEYS)
        bench.type("o")
        with pytest.raises(ValueError, match="o"):
            await question


async def test_an_answer_is_edited_from_what_is_proposed_and_may_be_empty():
    async with on_screen() as bench:
        answer = asyncio.create_task(bench.screen.read_answer("rule 1/2:", "Bash(ls)"))
        await bench.sees("rule 1/2: Bash(ls)")
        bench.type("\x7f *)\r")
        assert await answer == "Bash(ls *)"
        answer = asyncio.create_task(bench.screen.read_answer("rule 2/2:", "x"))
        await bench.sees("rule 2/2: x")
        bench.type("\x7f\r")
        assert await answer == ""


async def test_an_answer_is_not_kept_in_the_history():
    async with on_screen() as bench:
        answer = asyncio.create_task(bench.screen.read_answer("name:"))
        await bench.sees("name:")
        bench.type("secret\r")
        await answer
        bench.type("\x1b[A")
        await bench.sees("Working")
        assert "secret" not in bench.seen.text


@pytest.mark.parametrize(
    ("keys", "index"),
    [
        ("\r", 0),
        ("jj\r", 2),
        ("jjk\r", 1),
        ("\x1b[B\x1b[B\x1b[A\r", 1),
        ("\x1b[6~\r", 10),
        ("\x1b[6~\x1b[5~\r", 0),
        ("/m17\r", 17),
        ("/m1zz\x7f\x7f7\r", 17),
        ("\x1b", None),
        ("\x03", None),
        ("/m1\x1b\x1b", None),
    ],
)
async def test_keys_choose_from_a_list(keys, index):
    async with on_screen(rows=24) as bench:
        options = [Choice(f"m{number}") for number in range(30)]
        chosen = asyncio.create_task(bench.screen.choose("Model", options))
        await bench.sees("❯ m0")
        assert "Working" not in bench.seen.text
        bench.type(keys)
        assert await chosen == index
        await bench.sees("Working")


async def test_space_ticks_in_a_list_of_several():
    async with on_screen(rows=24) as bench:
        options = [Choice("a"), Choice("b"), Choice("c")]
        chosen = asyncio.create_task(bench.screen.choose_many("Tools", options, frozenset({0})))
        await bench.sees("❯ [x] a")
        bench.type(" j \r")
        assert await chosen == frozenset({1})


async def test_an_empty_list_has_nothing_to_choose():
    async with on_screen() as bench:
        assert await bench.screen.choose("Model", []) is None
        assert await bench.screen.choose_many("Model", [], frozenset()) is None
