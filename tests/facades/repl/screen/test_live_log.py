"""The log above, the live area below: what stands where, and what it costs to draw."""

import asyncio
import random
import re

import pytest

from maia.facades.repl.screen.choice import Choice

from .on_screen import PLACEHOLDER, on_screen

BEGIN, END = "\x1b[?2026h", "\x1b[?2026l"
DOTS = "┈"


def place_of(bench, text):
    return next(y for y, row in enumerate(bench.seen.rows) if text in row)


async def test_the_parts_stand_in_their_order():
    async with on_screen(40, 20) as bench:
        bench.screen.write("logged\n")
        bench.screen.show_open_block("streamed")
        bench.screen.set_status("Thinking", busy=False)
        bench.type("queued\r")
        await bench.sees("❯ queued")
        rows = [row for row in bench.seen.rows if row]
        assert rows == [
            "logged",
            "streamed",
            "❯ queued",
            "Thinking",
            DOTS * 40,
            "❯ Working",
            DOTS * 40,
            "[bar]".rjust(40),
        ]


async def test_what_is_logged_scrolls_into_the_terminals_own_scrollback_once():
    async with on_screen(30, 10) as bench:
        for number in range(200):
            bench.screen.show_open_block(f"raw {number}")
            await asyncio.sleep(0)
            bench.screen.write(f"line {number}\n")
            bench.screen.show_open_block("")
            if number % 7 == 0:
                await bench.drawn()
        await bench.sees("line 199")
        whole = bench.seen.scrolled + bench.seen.rows
        logged = [row for row in whole if row.startswith("line ")]
        assert logged == [f"line {number}" for number in range(200)]
        assert not any(row.startswith("raw") for row in whole)
        assert sum(DOTS in row for row in whole) == 2


async def test_the_status_line_is_reserved_and_the_zone_never_moves_up():
    async with on_screen(40, 24) as bench:
        lowest = await height_of_zone(bench)
        for text in ("a\n\nb\n\nc\n\nd\n" * 2, "", "x\n" * 9, "y"):
            bench.screen.show_open_block(text)
            lowest = await keeps_below(bench, lowest)
            bench.screen.write("committed\n")
            bench.screen.show_open_block("")
            lowest = await keeps_below(bench, lowest)
            bench.screen.set_status("Working on it" if text else "", busy=bool(text))
            lowest = await keeps_below(bench, lowest)


async def height_of_zone(bench):
    await bench.drawn()
    return place_of(bench, "❯ Working")


async def keeps_below(bench, lowest):
    now = await height_of_zone(bench)
    assert now >= lowest
    return now


async def test_log_and_open_block_change_in_one_frame():
    async with on_screen() as bench:
        bench.screen.show_open_block("the answer")
        await bench.sees("the answer")
        before = len(bench.seen.frames)
        bench.screen.write("The answer\n")
        bench.screen.show_open_block("")
        await bench.sees("The answer")
        await bench.drawn()
        assert len(bench.seen.frames) == before + 1
        assert "the answer" not in bench.seen.text


async def test_a_frame_is_one_synchronized_write_with_the_cursor_hidden():
    async with on_screen() as bench:
        bench.screen.write("logged\n")
        await bench.sees("logged")
        frame = bench.seen.frames[-1]
        assert frame.startswith(BEGIN)
        assert frame.endswith(END)
        assert frame.index("\x1b[?25l") < frame.index("logged") < frame.index("\x1b[?25h")
        assert frame.count("\x1b[?25l") == frame.count("\x1b[?25h") == 1
        assert "\x1b[?2004" not in frame


async def test_frames_are_bounded_in_time_and_keep_all_that_was_written():
    async with on_screen(rows=30) as bench:
        await bench.drawn()
        bench.screen._app.frame_seconds = 0.05
        bench.screen.write("first\n")
        await bench.sees("first")
        before = len(bench.seen.frames)
        for number in range(20):
            bench.screen.write(f"line {number}\n")
            await asyncio.sleep(0)
        await bench.sees("line 19")
        assert len(bench.seen.frames) == before + 1


async def cost_of_a_stream(bench, text_of, tokens=2000):
    """Bytes written in each quarter of so many tokens, each drawn."""
    bench.seen.is_blind = True
    quarters = []
    for start in range(0, tokens, tokens // 4):
        before = bench.seen.count
        for number in range(start, start + tokens // 4):
            text_of(number)
            bench.screen._app.draw_now()
        quarters.append(bench.seen.count - before)
    return quarters


@pytest.mark.parametrize(("token", "tokens"), [("word ", 2000), ("多字节\n", 400)])
async def test_a_token_costs_no_more_at_the_end_of_a_long_answer(token, tokens):
    async with on_screen(50, 12) as bench:
        text = []

        def grow(_number):
            text.append(token)
            bench.screen.show_open_block("".join(text))

        quarters = await cost_of_a_stream(bench, grow, tokens)
        assert quarters[3] <= 1.5 * quarters[1]


async def test_nor_does_a_line_of_log():
    async with on_screen(50, 12) as bench:

        def write(number):
            bench.screen.write(f"line {number:04}\n")

        quarters = await cost_of_a_stream(bench, write, 400)
        assert quarters[3] <= 1.5 * quarters[1]


async def test_a_spinner_redraws_its_own_cell():
    async with on_screen(80, 24) as bench:
        bench.screen.set_status("Thinking", busy=True)
        await bench.sees("Thinking")

        def turn() -> str | None:
            frames = (frame for frame in bench.seen.frames if "Thinking" not in frame)
            return next((frame for frame in frames if re.search("[⢄⢂⢁⡁⡈⡐⡠]", frame)), None)

        await bench.until(turn, "a turn of the spinner")
        assert len(turn()) < 120


async def test_without_animation_time_alone_draws_nothing():
    async with on_screen(animate=False) as bench:
        bench.screen.set_status("Thinking", busy=True)
        await bench.sees("• Thinking")
        assert bench.screen._tick is None


async def test_nothing_in_status_or_stream_acts_on_the_terminal():
    async with on_screen() as bench:
        bench.screen.set_status("a\x1b[2J\nb\x07", busy=False)
        bench.screen.show_open_block("c\x1b]0;title\x07d\re\x9b2J")
        await bench.sees("a b\\x07")
        await bench.sees("cd\\x0de")


async def test_the_context_bar_is_drawn_again_only_when_it_is_said_to_have_changed():
    async with on_screen(40) as bench:
        await bench.drawn()
        bench.bar = "\x1b[32m■■\x1b[0m 23%"
        bench.screen.write("x\n")
        await bench.sees("x")
        assert "[bar]" in bench.seen.text
        bench.screen.refresh_context()
        await bench.sees("■■ 23%".rjust(40))


async def test_without_colour_no_colour_is_written():
    async with on_screen(colour=False) as bench:
        bench.screen.set_status("Thinking", busy=True)
        question = asyncio.create_task(bench.screen.ask_key("Sure?", "(o/n)", str))
        await bench.sees("[ASK] Sure? (o/n)")
        question.cancel()
        written = "".join(bench.seen.frames)
        codes = re.findall(r"\x1b\[([0-9;]*)m", written)
        numbers = {int(code or 0) for group in codes for code in group.split(";")}
        assert not {n for n in numbers if 30 <= n <= 49 or 90 <= n <= 107}


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(("columns", "rows"), [(10, 5), (11, 6), (24, 8), (57, 10), (300, 80)])
async def test_it_works_at_every_size(columns, rows, language):
    async with on_screen(columns, rows, language=language) as bench:
        screen = bench.screen
        screen.write("日本語のログ👍" * 30 + "\n")
        screen.show_open_block("開いたブロック👩‍🚀 é" * 40)
        screen.set_status("工具" * 20, busy=True)
        bench.type("順番待ち\rtyped")
        await bench.sees("typed")
        await bench.sees("[bar]")
        question = asyncio.create_task(screen.ask_key("許可しますか？" * 9, "(o/n)", str.strip))
        await bench.until(lambda: screen._questions.current is not None, "question")
        await bench.until(lambda: screen._questions.current.armed, "armed")
        bench.type("o")
        assert await question == "o"
        many = [Choice(f"選択{number}", "説明" * 30) for number in range(30)]
        chosen = asyncio.create_task(screen.choose("選ぶ" * 20, many))
        await bench.sees("選択0" if columns > 10 else "選")
        bench.type("j\r")
        assert await chosen == 1
        await bench.sees("typed")
        assert all(len(row) <= columns for row in bench.seen.rows)


@pytest.mark.parametrize("columns", [20, 35, 59, 61, 100])
async def test_a_resize_in_mid_stream_leaves_one_zone_and_all_of_the_log(columns):
    async with on_screen(60, 16) as bench:
        bench.screen._app._reflows = False  # pyte cuts lines where others wrap them
        request = asyncio.create_task(bench.screen.read_request(PLACEHOLDER))
        bench.screen.write("one\ntwo\n")
        bench.screen.show_open_block("streamed " * 9)
        bench.type("draft")
        await bench.sees("draft")
        bench.resize(columns, 16)
        bench.screen.show_open_block("streamed " * 10)
        await bench.until(lambda: bench.seen.rows.count(DOTS * columns) == 2, "the new size")
        rows = bench.seen.rows
        assert [row for row in rows if row in ("one", "two")] == ["one", "two"]
        assert sum("❯ draft" in row for row in rows) == 1
        request.cancel()


@pytest.mark.parametrize("seed", range(4))
async def test_whatever_happens_the_log_is_whole_and_there_is_one_zone(seed):
    chance = random.Random(seed)
    columns, rows = chance.choice([(20, 8), (33, 13), (60, 24)])
    expected = []

    def log():
        for _ in range(chance.randrange(1, 4)):
            line = f"log {len(expected)} " + chance.choice("a界") * chance.randrange(60)
            expected.append(line)
            bench.screen.write(f"\x1b[31m{line}\x1b[0m\n")

    def stream():
        bench.screen.show_open_block(chance.choice("b界\n") * chance.randrange(200))

    def status():
        bench.screen.set_status("s" * chance.randrange(90), busy=chance.random() < 0.5)

    def typed():
        bench.type(chance.choice(["x", "日", "\n", "\r", "\x15", "\x1b[A"]))

    async with on_screen(columns, rows, animate=False) as bench:
        for _ in range(60):
            chance.choice([log, stream, status, typed])()
            if chance.random() < 0.5:
                await bench.drawn()
        bench.screen.show_open_block("")
        bench.screen.write("end\n")
        await bench.sees("end")
        await bench.drawn()
        whole = bench.seen.scrolled + bench.seen.rows
        assert sum(row == DOTS * columns for row in whole) == 2
        logged = "".join(whole[: whole.index("end")])
        assert logged.replace(" ", "") == "".join(expected).replace(" ", "")


async def test_redrawing_by_hand_repairs_the_area():
    async with on_screen() as bench:
        bench.screen.write("logged\n")
        await bench.sees("logged")
        before = bench.seen.text
        bench.seen.stream.feed("\x1b7\x1b[HXXXX\x1b8")
        bench.seen.stream.feed("\x1b7\x1b[4;1HXXXX\x1b8")
        bench.type("\x0c")
        await bench.until(lambda: bench.seen.rows[3] == before.split("\n")[3], "repaired")
