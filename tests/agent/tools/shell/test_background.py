import asyncio

import pytest

from maia.agent.contracts.errors import ToolFailure, ToolInputError
from maia.agent.tools.shell.background import MOST_ENDED, MOST_RUNNING

FEED = "until [ -e go{n} ]; do sleep 0.01; done; echo {n}; "


async def test_it_returns_at_once_and_is_polled_for_what_is_new(shell):
    begun = await shell("echo ready; " + FEED.format(n=1) + FEED.format(n=2), background=True)
    assert begun.content == "[bash_1 started in the background]\nready\n[still running]"
    assert not begun.is_error
    assert (await shell(id="bash_1")).content == "[still running]"
    (shell.launch_folder / "go1").touch()
    await shell.until(lambda: shell.tool._background._commands["bash_1"].stream._buffer.total)
    assert (await shell(id="bash_1")).content == "1\n[still running]"
    (shell.launch_folder / "go2").touch()
    assert (await shell(id="bash_1", timeout=20)).content == "2\n[exit code: 0]"
    assert (await shell(id="bash_1")).content == "[exit code: 0]"


async def test_one_that_fails_at_once_says_so_at_once(shell):
    outcome = await shell("no-such-program-here", run_in_background="true")
    assert "command not found" in outcome.content
    assert outcome.content.endswith("\n[exit code: 127]")
    assert outcome.is_error


async def test_a_prompt_without_newline_is_seen(shell):
    await shell("printf 'Continue? '; sleep 300", background=True)
    await shell.until(lambda: shell.tool._background._commands["bash_1"].stream._terminal._line)
    assert (await shell(id="1")).content == "Continue? \n[still running]"


async def test_stop_ends_the_tree_and_gives_the_rest(shell):
    await shell("setsid bash -c 'echo $$ > pid; exec sleep 300' & sleep 300", background=True)
    await shell.until(lambda: shell.written("pid").endswith("\n"))
    outcome = await shell(id="bash_1", stop=True)
    assert outcome.content == "[stopped]"
    assert not outcome.is_error
    assert not shell.alive(shell.written("pid").strip())
    assert (await shell(id="bash_1", stop=True)).content == "[stopped]"


async def test_all_are_listed(shell):
    assert (await shell(id="all")).content == "No background command."
    await shell("sleep 300", background=True)
    await shell("false", background=True)
    assert (await shell(id="all")).content == (
        "bash_1 [still running] sleep 300\nbash_2 [exit code: 1] false"
    )


async def test_an_unknown_id_names_the_known_ones(shell):
    await shell("true", background=True)
    with pytest.raises(ToolFailure, match=r'"bash_9".*bash_1'):
        await shell(id="bash_9")


async def test_a_timeout_is_kept_in_the_background(shell):
    await shell("sleep 300", background=True, timeout=1)
    outcome = await shell(id="bash_1", timeout=20)
    assert outcome.content == "[timed out (1 s)]"
    assert outcome.is_error


async def test_an_end_is_told_with_the_next_result_and_once(shell):
    await shell(FEED.format(n=1) + "exit 5", background=True)
    (shell.launch_folder / "go1").touch()
    await shell.until(lambda: not shell.tool._background._commands["bash_1"].is_running)
    assert (await shell("true")).content == "[bash_1 has ended: exit code: 5]\n[exit code: 0]"
    assert (await shell("true")).content == "[exit code: 0]"
    assert (await shell(id="bash_1")).content == "1\n[exit code: 5]"


async def test_much_output_is_bounded_and_says_what_is_gone(shell):
    await shell("until [ -e go ]; do :; done; seq 300000; echo last", background=True)
    (shell.launch_folder / "go").touch()
    outcome = await shell(id="bash_1", timeout=20)
    assert len(outcome.content) <= 30_100
    assert "characters left out" in outcome.content
    assert outcome.content.endswith("\nlast\n[exit code: 0]")


async def test_too_many_at_once_are_refused(shell):
    await asyncio.gather(*(shell("sleep 300", background=True) for _ in range(MOST_RUNNING)))
    with pytest.raises(ToolFailure, match="bash_16"):
        await shell("sleep 300", background=True)
    await shell(id="bash_3", stop=True)
    assert "bash_17 started" in (await shell("sleep 300", background=True)).content


async def test_old_ended_ones_are_forgotten(shell):
    for _ in range(MOST_ENDED + 3):
        await shell("true", background=True)
    listed = (await shell(id="all")).content.splitlines()
    assert len(listed) <= MOST_ENDED + 1
    assert listed[-1].startswith(f"bash_{MOST_ENDED + 3} ")


async def test_close_ends_all(shell):
    await shell("echo $$ > one; sleep 300", background=True)
    await shell("echo $$ > two; trap '' TERM; while :; do sleep 0.01; done", background=True)
    await shell.until(lambda: shell.written("one") and shell.written("two"))
    await shell.tool.close()
    assert not shell.alive(shell.written("one").strip())
    assert not shell.alive(shell.written("two").strip())
    await shell.tool.close()


async def test_a_cancelled_start_leaves_nothing(shell):
    starting = asyncio.create_task(shell("echo $$ > pid; sleep 300", background=True))
    await shell.until(lambda: shell.written("pid").endswith("\n"))
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert not shell.alive(shell.written("pid").strip())


async def test_a_cancelled_poll_leaves_the_command_alone(shell):
    await shell("sleep 300", background=True)
    polling = asyncio.create_task(shell(id="bash_1", timeout=300))
    await asyncio.sleep(0.05)
    polling.cancel()
    with pytest.raises(asyncio.CancelledError):
        await polling
    assert (await shell(id="bash_1")).content == "[still running]"


@pytest.mark.parametrize(
    "arguments",
    [
        {"command": "ls", "id": "bash_1"},
        {"command": "ls", "stop": True},
        {"stop": True},
        {"id": "all", "stop": True},
    ],
)
async def test_contradictions_are_refused(shell, arguments):
    with pytest.raises(ToolInputError):
        await shell(**arguments)
