"""The plain screen on a pseudo-terminal: what is written is all there is to see."""

import asyncio
import contextlib
import os
import re
import termios
import tty

import pytest

from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.screen.plain import PlainScreen
from maia.facades.repl.screen.setup import ScreenSetup
from maia.facades.repl.style import Style
from maia.i18n import Catalogue

KEYS = "(o/n)"


class Written(list):
    @property
    def text(self):
        return "".join(self)


class Bench:
    def __init__(self, keyboard: int, source: int, **options) -> None:
        self.keyboard = keyboard
        self.bar = "\x1b[32m■■\x1b[0m 20k"
        self.written = Written()
        setup = ScreenSetup(
            style=Style(colour=False),
            catalogue=Catalogue("en"),
            draw_context=lambda _columns: self.bar,
            **options,
        )
        self.screen = PlainScreen(setup, source=source, put=self.written.append)

    def type(self, text: str) -> None:
        os.write(self.keyboard, text.encode())

    async def sees(self, text: str) -> None:
        async with asyncio.timeout(5):
            while text not in self.written.text:
                await asyncio.sleep(0.005)


@contextlib.asynccontextmanager
async def plain(**options):
    keyboard, source = os.openpty()
    attributes = termios.tcgetattr(source)
    attributes[tty.LFLAG] &= ~termios.ECHO
    termios.tcsetattr(source, termios.TCSANOW, attributes)
    try:
        bench = Bench(keyboard, source, **options)
        async with bench.screen:
            yield bench
    finally:
        with contextlib.suppress(OSError):
            os.close(keyboard)
        os.close(source)


async def answer_of(read, bench, seen, typed):
    waiting = asyncio.create_task(read)
    await bench.sees(seen)
    bench.type(typed)
    return await waiting


async def test_nothing_that_it_writes_moves_the_cursor():
    async with plain(attention="off") as bench:
        screen = bench.screen
        screen.show_open_block("raw")
        screen.set_status("Thinking\x1b[2J", busy=True)
        screen.write("logged\n")
        read = screen.ask_key("Allow\x1b[2J\x07?", KEYS, lambda text: text)
        assert await answer_of(read, bench, KEYS, "o\n") == "o"
        assert "[ASK] Allow\\x07? (o/n) " in bench.written.text
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f]", bench.written.text)
        assert "raw" not in bench.written.text


@pytest.mark.parametrize(
    ("typed", "sent"),
    [
        ("hello\n", "hello"),
        ("one\ntwo\n", "one\ntwo"),
        ("\n \nhello\n", "\n \nhello"),
        ("a\x1b[2Jb\n", "ab"),
        ("日本語\n", "日本語"),
        ("two \\\nlines\n", "two \\\nlines"),
    ],
)
async def test_it_sends_a_line_or_all_lines_of_a_paste(typed, sent):
    async with plain() as bench:
        assert (
            await answer_of(bench.screen.read_request("Your request"), bench, "> ", typed) == sent
        )


async def test_a_backslash_at_the_end_of_a_typed_line_asks_for_another():
    async with plain() as bench:
        request = asyncio.create_task(bench.screen.read_request("Your request"))
        await bench.sees("> ")
        bench.type("one\\\n")
        await asyncio.sleep(0.05)
        assert not request.done()
        bench.type("two\n")
        assert await request == "one\ntwo"


async def test_an_empty_line_is_no_request():
    async with plain() as bench:
        request = asyncio.create_task(bench.screen.read_request("Your request"))
        await bench.sees("> ")
        bench.type("\n")
        async with asyncio.timeout(5):
            while bench.written.text.count("> ") < 2:
                await asyncio.sleep(0.005)
        bench.type("hello\n")
        assert await request == "hello"


async def test_a_status_is_written_when_it_says_another_thing():
    async with plain() as bench:
        for text in ("Tools: 1/3", "Tools: 2/3", "Thinking", "Thinking", "", "Thinking"):
            bench.screen.set_status(text, busy=True)
        assert bench.written.text == "Tools: 1/3\nThinking\nThinking\n"


async def test_the_context_is_written_before_a_request_when_it_has_changed():
    async with plain() as bench:
        read = bench.screen.read_request("Your request")
        await answer_of(read, bench, "> ", "a\n")
        assert bench.written.text.startswith("■■ 20k\nYour request\n> ")
        bench.written.clear()
        await answer_of(bench.screen.read_request("Your request"), bench, "> ", "b\n")
        assert "20k" not in bench.written.text
        bench.screen.refresh_context()
        await answer_of(bench.screen.read_request("Your request"), bench, "20k", "c\n")


async def test_what_is_written_under_a_prompt_leaves_the_prompt_last():
    async with plain() as bench:
        request = asyncio.create_task(bench.screen.read_request("Your request"))
        await bench.sees("> ")
        bench.screen.write("logged\n")
        assert bench.written.text.endswith("> \nlogged\n> ")
        request.cancel()


async def test_lines_sent_before_a_question_are_requests_and_no_answer():
    async with plain() as bench:
        bench.type("o\n")
        question = asyncio.create_task(bench.screen.ask_key("Sure?", KEYS, lambda text: text))
        await bench.sees(KEYS)
        bench.type("n\n")
        assert await question == "n"
        assert await bench.screen.read_request("") == "o"


async def test_a_line_begun_before_a_question_is_no_part_of_the_answer():
    async with plain() as bench:
        bench.type("o")
        question = asyncio.create_task(bench.screen.ask_key("Sure?", KEYS, lambda text: text))
        await bench.sees(KEYS)
        bench.type("\n")
        bench.type("n\n")
        assert (await question).strip() == "n"


async def test_a_question_over_a_request_is_answered_first():
    async with plain() as bench:
        request = asyncio.create_task(bench.screen.read_request("Your request"))
        await bench.sees("> ")
        question = asyncio.create_task(bench.screen.ask_key("Sure?", KEYS, lambda text: text))
        await bench.sees(KEYS)
        bench.type("n\n")
        assert await question == "n"
        bench.type("hello\n")
        assert await request == "hello"


async def test_enter_alone_and_what_is_not_accepted_ask_again():
    async with plain() as bench:
        asked = bench.screen.ask_key("Sure?", KEYS, lambda text: text if text == "o" else None)
        question = asyncio.create_task(asked)
        for count, line in enumerate(("\n", "what\n", "o\n"), start=1):
            async with asyncio.timeout(5):
                while bench.written.text.count(KEYS) < count:
                    await asyncio.sleep(0.005)
            bench.type(line)
        assert await question == "o"


async def test_an_empty_line_takes_what_is_proposed():
    async with plain() as bench:
        read = bench.screen.read_answer("rule:", "Bash(ls)")
        assert await answer_of(read, bench, "  Bash(ls)\nrule: ", "\n") == "Bash(ls)"
        bench.written.clear()
        read = bench.screen.read_answer("rule:", "Bash(ls)")
        assert await answer_of(read, bench, "rule: ", "Bash(pwd)\n") == "Bash(pwd)"


@pytest.mark.parametrize(("typed", "index"), [("2\n", 1), ("\n", None), ("q\n", None)])
async def test_a_list_is_numbered_lines_and_a_number(typed, index):
    async with plain() as bench:
        options = [Choice("a\x07", "first"), Choice("b")]
        read = bench.screen.choose("Model", options)
        assert await answer_of(read, bench, "none):", typed) == index
        assert bench.written.text.startswith("Model\n1. a\\x07 - first\n2. b\n")


async def test_a_number_that_is_not_in_the_list_asks_again():
    async with plain() as bench:
        chosen = asyncio.create_task(bench.screen.choose("Model", [Choice("a")]))
        for count, line in enumerate(("7\n", "x\n", "1\n"), start=1):
            async with asyncio.timeout(5):
                while bench.written.text.count("none):") < count:
                    await asyncio.sleep(0.005)
            bench.type(line)
        assert await chosen == 0


async def test_numbers_toggle_until_an_empty_line():
    async with plain() as bench:
        options = [Choice("a"), Choice("b"), Choice("c")]
        chosen = asyncio.create_task(bench.screen.choose_many("Tools", options, frozenset({0})))
        await bench.sees("1. [x] a\n2. [ ] b")
        bench.type("1 3 9\n")
        await bench.sees("1. [ ] a\n2. [ ] b\n3. [x] c")
        bench.type("\n")
        assert await chosen == frozenset({2})


async def test_ctrl_c_leaves_a_prompt_and_interrupts_a_turn():
    async with plain() as bench:
        request = asyncio.create_task(bench.screen.read_request("Your request"))
        await bench.sees("> ")
        bench.screen.interrupt()
        with pytest.raises(LeaveError):
            await request
        calls = asyncio.Event()
        bench.screen.on_interrupt(calls.set)
        bench.screen.interrupt()
        async with asyncio.timeout(5):
            await calls.wait()


async def test_ctrl_d_at_a_question_is_no_answer_and_no_end():
    async with plain() as bench:
        request = asyncio.create_task(bench.screen.read_request("Your request"))
        await bench.sees("> ")
        asked = asyncio.create_task(bench.screen.ask_key("Sure?", KEYS, lambda text: text))
        await bench.sees("Sure?")
        bench.type("\x04")
        with pytest.raises(LeaveError):
            await asked
        bench.type("go on\n")
        assert await request == "go on"


async def test_what_was_only_begun_when_a_question_comes_is_shown_and_answers_nothing():
    async with plain() as bench:
        request = asyncio.create_task(bench.screen.read_request("Your request"))
        await bench.sees("> ")
        bench.type("écris des te")
        await asyncio.sleep(0.05)
        asked = asyncio.create_task(bench.screen.ask_key("Sure?", KEYS, lambda text: text))
        await bench.sees("Sure?")
        assert "You had begun to type: écris des te\n" in bench.written.text
        bench.type("yes\n")
        assert await asked == "yes"
        bench.type("again\n")
        assert await request == "again"


async def test_ctrl_d_leaves():
    async with plain() as bench:
        request = asyncio.create_task(bench.screen.read_request("Your request"))
        await bench.sees("> ")
        bench.type("\x04")
        with pytest.raises(LeaveError):
            await request


async def test_a_terminal_that_is_gone_leaves():
    async with plain() as bench:
        request = asyncio.create_task(bench.screen.read_request("Your request"))
        await bench.sees("> ")
        os.close(bench.keyboard)
        with pytest.raises(LeaveError):
            await request


async def test_a_pipe_gives_line_after_line():
    source, keyboard = os.pipe()
    bench = Bench(keyboard, source)
    async with bench.screen:
        bench.type("one\ntwo\nthree")
        os.close(keyboard)
        read = bench.screen.read_request
        assert [await read("") for _ in range(3)] == ["one", "two", "three"]
        with pytest.raises(LeaveError):
            await read("")
    os.close(source)


def test_the_plain_screen_loads_no_prompt_toolkit():
    import subprocess
    import sys

    code = "import sys, maia.facades.repl.screen.plain; print('prompt_toolkit' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
