"""The commands that a person runs with `!`, on the real machine."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.events import (
    ContextMeasured,
    Event,
    Notice,
    ShellEnded,
    ShellOutputArrived,
    ShellStarted,
)
from maia.agent.contracts.operations import Interrupt, RunShell
from maia.agent.runtime import user_shell
from maia.testing.model_server import Answer as Reply


def output(events: list[Event]) -> str:
    return "".join(event.text for event in events if isinstance(event, ShellOutputArrived))


def end(events: list[Event]) -> ShellEnded:
    (ended,) = [event for event in events if isinstance(event, ShellEnded)]
    return ended


async def gone(pid: int) -> None:
    async with asyncio.timeout(10):
        while Path(f"/proc/{pid}").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text():
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("line", ["!", "! ", "!''", "!'  '"])
async def test_nothing_to_run_brings_the_help(talk: Any, line: str) -> None:
    events = await talk.do(RunShell(line))
    assert Notice("notice.shell_help", "info") in events
    assert talk.conversation.state.pending_context == []


async def test_a_quote_that_is_not_closed_runs_nothing(talk: Any, tmp_path: Path) -> None:
    events = await talk.do(RunShell("!'touch made"))
    assert Notice("notice.shell_quote_not_closed") in events
    assert end(events) == ShellEnded("", "")
    assert list(tmp_path.glob("made*")) == []
    assert talk.conversation.state.pending_context == []


@pytest.mark.parametrize("line", ["no exclamation mark", "", "echo !"])
async def test_a_line_of_another_kind_runs_nothing(talk: Any, line: str) -> None:
    assert end(await talk.do(RunShell(line))) == ShellEnded("", "")
    assert talk.conversation.state.pending_context == []


@pytest.mark.parametrize(
    ("line", "command", "printed"),
    [
        ("!echo a  b", "echo a  b", "a b\n"),
        ("!'echo a  b'", "echo a  b", "a b\n"),
        ("!'echo' a b", "echo a b", "a b\n"),
        (r"""!'echo "l\'ami"'""", """echo "l'ami\"""", "l'ami\n"),
        ("!echo one\necho two", "echo one\necho two", "one\ntwo\n"),
        ("!echo $((1+1)) | cat; echo é 漢", "echo $((1+1)) | cat; echo é 漢", "2\né 漢\n"),
    ],
)
async def test_each_form_runs_what_it_means(
    talk: Any, line: str, command: str, printed: str
) -> None:
    events = await talk.do(RunShell(line))
    assert ShellStarted(command) in events
    assert output(events) == printed
    assert end(events) == ShellEnded(command, "exit code: 0", 0)


async def test_what_it_printed_joins_the_next_request_and_no_later_one(
    talk: Any, model_server: Any
) -> None:
    await talk.do(RunShell("!echo out; echo err >&2; exit 3"))
    await talk.do(RunShell("!echo more"))
    model_server.script(Reply("ok"), Reply("ok"))
    await talk.ask("why?")
    asked = model_server.chats[0].body["messages"][-1]["content"]
    assert "out\nerr" in asked
    assert "exit code: 3" in asked
    assert asked.index("err") < asked.index("more") < asked.index("why?")
    assert asked.endswith("\n\nwhy?")
    await talk.ask("and now?")
    assert model_server.chats[1].body["messages"][-1]["content"] == "and now?"


async def test_the_context_is_measured_after_a_command(talk: Any) -> None:
    before = await talk.tokens()
    events = await talk.do(RunShell("!echo vanilla"))
    (measured,) = [event for event in events if isinstance(event, ContextMeasured)]
    assert measured.tokens > before


async def test_it_runs_in_the_launch_folder_with_the_environment_of_the_settings(
    open_talk: Any, tmp_path: Path
) -> None:
    talk = open_talk(env={"FLAVOUR": "vanilla"})
    assert output(await talk.do(RunShell("!pwd; echo $FLAVOUR"))) == f"{tmp_path}\nvanilla\n"


async def test_no_rule_is_asked(open_talk: Any, tmp_path: Path) -> None:
    from maia.agent.permissions.rules import read_rules
    from maia.agent.runtime.rule_files import LoadedRules

    talk = open_talk(rule_files=LoadedRules(read_rules({"deny": ["Bash"]}, "test")))
    await talk.do(RunShell("!touch made"))
    assert (tmp_path / "made").exists()


async def test_a_signal_is_named(talk: Any) -> None:
    assert end(await talk.do(RunShell("!kill -9 $$"))).status == "killed by signal 9"


async def test_output_beyond_the_bound_is_left_out_and_the_command_runs_to_its_end(
    talk: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(user_shell, "CAPTURE_LIMIT", 1000)
    events = await talk.do(RunShell("!yes | head -c 200000; touch made"))
    assert len(output(events)) == 1000
    assert (tmp_path / "made").exists()


async def test_a_long_output_joins_the_request_with_its_middle_left_out(talk: Any) -> None:
    await talk.do(RunShell("!echo first; yes | head -c 100000; echo last"))
    (context,) = talk.conversation.state.pending_context
    assert len(context) < 31_000
    assert "first" in context
    assert "last" in context


async def test_past_its_time_the_whole_tree_is_ended_and_what_was_printed_is_kept(
    talk: Any, tmp_path: Path, monkeypatch: Any
) -> None:
    monkeypatch.setattr(user_shell, "SHELL_SECONDS", 0.5)
    line = "!sleep 300 & echo $! > pid; echo begun; sleep 300"
    events = await talk.do(RunShell(line))
    assert end(events).status == "timed out (0.5 s)"
    assert end(events).exit_code is None
    assert output(events) == "begun\n"
    await gone(int((tmp_path / "pid").read_text()))
    assert "begun" in talk.conversation.state.pending_context[0]
    assert "timed out" in talk.conversation.state.pending_context[0]


@pytest.mark.parametrize("interrupts", [1, 3])
async def test_interrupted_the_whole_tree_is_ended_and_what_was_printed_is_kept(
    talk: Any, tmp_path: Path, interrupts: int
) -> None:
    # It ignores SIGTERM: only the SIGKILL a second later ends it.
    line = "!trap '' TERM; sleep 300 & echo $! > pid; echo begun; while :; do sleep 0.1; done"
    await talk.conversation.submit(RunShell(line))
    events = await talk.until(ShellOutputArrived)
    for _ in range(interrupts):
        talk.conversation.interrupt_soon()
        await asyncio.sleep(0.01)
    await talk.conversation.submit(Interrupt())
    events += await talk.told()
    assert end(events).status == "interrupted (Ctrl+C)"
    await gone(int((tmp_path / "pid").read_text()))
    (context,) = talk.conversation.state.pending_context
    assert "begun" in context
    assert "interrupted" in context


async def test_interrupted_while_it_is_started_its_end_is_told_and_nothing_hangs(
    talk: Any, monkeypatch: Any
) -> None:
    starting = asyncio.Event()

    async def hang(*_: Any) -> None:
        starting.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(type(talk.conversation.parts.shell.host), "start", hang)
    await talk.conversation.submit(RunShell("!echo never"))
    await starting.wait()
    await talk.conversation.submit(Interrupt())
    assert end(await talk.told()).status == "interrupted (Ctrl+C)"


@pytest.mark.parametrize("command", ["echo \0", "echo \ud800", "true " + "x" * 3_000_000])
async def test_a_command_that_no_shell_takes_is_said_and_the_conversation_goes_on(
    talk: Any, model_server: Any, command: str
) -> None:
    events = await talk.do(RunShell(f"!{command}"))
    assert end(events).status.startswith("the command could not be started: ")
    assert end(events).exit_code is None
    model_server.script(Reply("ok"))
    await talk.ask("why?")
    asked = model_server.chats[0].body["messages"][-1]["content"]
    assert "could not be started" in asked
    assert len(asked) < 50_000


async def test_a_launch_folder_that_is_gone_is_said(open_talk: Any, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    folder.mkdir()
    talk = open_talk(folder=folder, sessions=False)
    folder.rmdir()
    assert end(await talk.do(RunShell("!echo x"))).status.startswith("the command could not")
