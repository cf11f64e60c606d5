"""Interrupting, leaving, and the ways in which a terminal is lost."""

import asyncio

import pytest

from maia.facades.process import OutputLost
from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.screen.live import LiveScreen

from .on_screen import PLACEHOLDER, on_screen

CTRL_C = "\x03"
RESET = "\x1b[?2026l\x1b[?2004l\x1b[?7h\x1b[0m\x1b[?25h"


async def test_ctrl_c_during_a_turn_interrupts_it_and_gives_queued_requests_back():
    async with on_screen() as bench:
        calls = []
        bench.screen.on_interrupt(lambda: calls.append("stop"))
        bench.type("queued\rdraft")
        await bench.sees("❯ draft")
        bench.type(CTRL_C)
        await bench.until(lambda: calls == ["stop"], "interrupt")
        bench.screen.on_interrupt(None)
        request = asyncio.create_task(bench.screen.read_request(PLACEHOLDER))
        await bench.until(lambda: bench.screen._requests.is_awaited, "reader")
        bench.type("\r")
        assert await request == "queued\n\ndraft"


async def test_ctrl_c_at_a_question_is_for_the_question():
    async with on_screen() as bench:
        calls = []
        bench.screen.on_interrupt(lambda: calls.append("stop"))
        question = asyncio.create_task(bench.screen.ask_key("Sure?", "(o/n)", str))
        await bench.sees("Sure?")
        bench.type(CTRL_C)
        with pytest.raises(LeaveError):
            await question
        assert calls == []


async def test_ctrl_c_just_before_a_turn_can_be_interrupted_interrupts_it():
    async with on_screen() as bench:
        calls = []
        bench.type(CTRL_C)
        await bench.until(lambda: bench.screen._interrupts._is_missed, "key")
        bench.screen.on_interrupt(lambda: calls.append("stop"))
        assert calls == ["stop"]


async def test_ctrl_c_just_after_a_turn_does_not_leave():
    async with on_screen() as bench:
        bench.type(CTRL_C)
        await bench.until(lambda: bench.screen._interrupts._is_missed, "key")
        request = asyncio.create_task(bench.screen.read_request(PLACEHOLDER))
        await bench.sees(PLACEHOLDER)
        bench.type("still here\r")
        assert await request == "still here"


async def test_ctrl_c_twice_where_nobody_takes_it_interrupts_the_process():
    async with on_screen() as bench:
        bench.screen.interrupt()
        with pytest.raises(KeyboardInterrupt):
            bench.screen.interrupt()


async def test_leaving_takes_the_live_area_away_and_keeps_the_log():
    async with on_screen() as bench:
        bench.screen.write("first\n")
        await bench.sees("first")
        bench.screen.write("last words\n")
    assert [row for row in bench.seen.rows if row] == ["first", "last words"]
    assert bench.seen.frames[-1] == RESET
    bench.screen.write("and after\n")
    assert "and after" in bench.seen.text


class Fault(Exception):
    pass


@pytest.mark.parametrize("error", [Fault, asyncio.CancelledError, KeyboardInterrupt])
async def test_every_way_out_restores_the_terminal(error):
    bench = None

    async def fail():
        nonlocal bench
        async with on_screen() as bench:
            bench.screen.set_status("busy", busy=True)
            raise error

    with pytest.raises(error):
        await fail()
    assert [row for row in bench.seen.rows if row] == []
    assert bench.seen.frames[-1] == RESET
    assert bench.seen.terminal.cursor.hidden is False


async def test_a_second_cancel_on_the_way_out_restores_it_all_the_same():
    benches = []

    async def stay():
        async with on_screen() as bench:
            benches.append(bench)
            await asyncio.Event().wait()

    task = asyncio.create_task(stay())
    while not benches:
        await asyncio.sleep(0.005)
    task.cancel()
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    assert task.cancelled()
    assert benches[0].seen.frames[-1] == RESET


async def test_leaving_does_not_wait_for_an_editor():
    opened = asyncio.Event()

    async def edit(text):
        opened.set()
        await asyncio.Event().wait()

    async with asyncio.timeout(5):
        async with on_screen(open_editor=edit) as bench:
            bench.type("\x18\x05")
            await opened.wait()
            bench.screen.write("written meanwhile\n")
    assert [row for row in bench.seen.rows if row] == ["written meanwhile"]
    assert bench.seen.frames[-1] == RESET


async def reads(bench):
    return [
        asyncio.create_task(bench.screen.read_request(PLACEHOLDER)),
        asyncio.create_task(bench.screen.ask_key("Sure?", "(o/n)", str)),
    ]


async def test_a_terminal_that_is_gone_is_told_to_all_who_wait_and_write():
    async with on_screen() as bench:
        waiting = await reads(bench)
        await bench.sees("Sure?")
        bench.seen.refuses = True
        bench.screen.write("lost\n")
        for reader in waiting:
            with pytest.raises(OutputLost):
                await reader
        with pytest.raises(OutputLost):
            bench.screen.write("more\n")
        with pytest.raises(OutputLost):
            await bench.screen.read_request("")
        with pytest.raises(OutputLost):
            await bench.screen.choose("Model", [Choice("a")])


async def test_a_keyboard_that_is_gone_is_the_wish_to_leave():
    async with on_screen() as bench:
        waiting = await reads(bench)
        await bench.sees("Sure?")
        bench.keyboard.close()
        for reader in waiting:
            with pytest.raises(LeaveError):
                await reader
        with pytest.raises(LeaveError):
            await bench.screen.read_request("")
        bench.screen.write("still written\n")
        assert "still written" in bench.seen.text


async def test_a_list_ends_with_the_keyboard():
    async with on_screen() as bench:
        chosen = asyncio.create_task(bench.screen.choose("Model", [Choice("a")]))
        await bench.sees("Model")
        bench.keyboard.close()
        assert await chosen is None


async def test_a_bar_that_cannot_be_drawn_is_not_passed_over_in_silence():
    async with on_screen() as bench:
        waiting = await reads(bench)
        await bench.sees("Sure?")
        bench.bar = None
        bench.screen.refresh_context()
        for reader in waiting:
            with pytest.raises(TypeError):
                await reader


@pytest.mark.parametrize(
    ("attention", "written"),
    [("bell", "\x07"), ("osc9", "\x1b]9;Maia is waiting for you\x07"), ("off", "")],
)
async def test_attention_is_drawn_as_configured(attention, written):
    async with on_screen(attention=attention) as bench:
        await bench.drawn()
        before = len(bench.seen.frames)
        bench.screen.attention()
        assert "".join(bench.seen.frames[before:]) == written


def test_building_a_screen_needs_no_running_loop(monkeypatch):
    from prompt_toolkit.input import create_pipe_input

    from .on_screen import Bench

    with create_pipe_input() as source:
        assert isinstance(Bench(source, 40, 10).screen, LiveScreen)


def test_the_process_restores_the_terminal_when_nobody_else_does(monkeypatch):
    registered = []
    monkeypatch.setattr("atexit.register", registered.append)

    async def crash():
        manager = on_screen()
        bench = await manager.__aenter__()
        return manager, bench

    loop = asyncio.new_event_loop()
    try:
        manager, bench = loop.run_until_complete(crash())
        bench.seen.frames.clear()
        registered[-1]()
        assert bench.seen.frames == [RESET]
        loop.run_until_complete(manager.__aexit__(None, None, None))
    finally:
        loop.close()
