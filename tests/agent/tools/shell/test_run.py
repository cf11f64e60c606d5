"""Commands in the foreground."""

import asyncio
import errno
import os
import time
from dataclasses import replace

import pytest

from maia.agent.contracts.display import CommandOutput
from maia.agent.contracts.errors import ToolInputError
from maia.agent.runtime.local_host import LocalHost

DEADLINE = 20.0


async def test_output_then_the_exit_code_last(shell):
    outcome = await shell("echo out; echo err >&2; echo out")
    assert outcome.content == "out\nerr\nout\n[exit code: 0]"
    assert not outcome.is_error


async def test_a_failing_command_is_an_error_with_its_output(shell):
    outcome = await shell("echo before; exit 3")
    assert outcome.content == "before\n[exit code: 3]"
    assert outcome.is_error


async def test_the_french_lines_are_those_of_the_specification(shell):
    french = shell.speaking("fr")
    assert (await french("exit 3")).content == "[code de sortie : 3]"
    assert (await french("sleep 60", timeout=1)).content == "[délai dépassé (1 s)]"
    assert (await french("x" * 200_000)).content.endswith("\n[échec du lancement de la commande]")


async def test_a_death_by_signal_names_it(shell):
    outcome = await shell("kill -SEGV $$")
    assert outcome.content == "[killed by signal SIGSEGV]"
    assert outcome.is_error


@pytest.mark.parametrize("command", ["true", "cd .", ":", "exec true", "# only a comment"])
async def test_commands_without_output_end(shell, command):
    assert (await shell(command)).content == "[exit code: 0]"


@pytest.mark.parametrize("command", ["cat", "read -r line; echo $?", "python3 -c 'input()'", "sh"])
async def test_readers_of_input_find_its_end(shell, command):
    begun = time.monotonic()
    await shell(command)
    assert time.monotonic() - begun < DEADLINE


async def test_there_is_no_terminal(shell):
    lines = await shell.lines("test -t 0 || echo no; (: < /dev/tty) 2> /dev/null || echo none")
    assert lines[:2] == ["no", "none"]


@pytest.mark.parametrize(
    "text",
    [
        'echo "it\'s" \'a "test"\' \\$HOME `echo sub` $((1+1))',
        "cat <<'E'\n$HOME `x`\nE",
        "echo one \\\n two",
        "echo 'a\nb'; echo é漢🙂",
    ],
)
async def test_exactly_the_text_is_run(shell, text):
    outcome = await shell(text + "\necho; tr '\\0' '\\n' < /proc/$$/cmdline")
    _bash, *options, ran = outcome.content.partition("/bin/bash\n")[2].partition("-c\n")
    assert options == ["-c\n"]
    assert ran.startswith(text)


async def test_a_child_that_holds_the_pipe_is_not_waited_for(shell):
    begun = time.monotonic()
    lines = await shell.lines("sleep 300 & echo $!")
    assert time.monotonic() - begun < DEADLINE
    assert shell.alive(lines[0])
    await shell.context.host.close()
    await shell.until(lambda: not shell.alive(lines[0]))


async def test_a_timeout_ends_the_tree_and_keeps_the_output(shell):
    outcome = await shell(
        "echo begun; setsid bash -c 'echo $$ > pid; exec sleep 300' & sleep 300", timeout=1
    )
    assert outcome.content == "begun\n[timed out (1 s)]"
    assert outcome.is_error
    assert not shell.alive(shell.written("pid").strip())


@pytest.mark.parametrize(
    "launch", ["bash -c '{}; :'", "setsid -w bash -c '{}'", "(setsid bash -c '{}' &); sleep 300"]
)
async def test_a_cancellation_ends_the_tree_and_passes_through(shell, launch):
    running = asyncio.create_task(shell(launch.format("echo $$ > pid; sleep 300")))
    await shell.until(lambda: shell.written("pid").endswith("\n"))
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not shell.alive(shell.written("pid").strip())


async def test_two_cancellations_leave_nothing_either(shell):
    running = asyncio.create_task(
        shell("trap '' TERM; echo $$ > pid; while :; do sleep 0.01; done")
    )
    await shell.until(lambda: shell.written("pid").endswith("\n"))
    running.cancel()
    await asyncio.sleep(0.05)
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert not shell.alive(shell.written("pid").strip())


async def test_commands_run_side_by_side(shell):
    one, other = await asyncio.gather(
        shell("mkfifo pipe; cat pipe"), shell("until [ -p pipe ]; do :; done; echo through > pipe")
    )
    assert one.content == "through\n[exit code: 0]"
    assert other.content == "[exit code: 0]"


async def test_long_output_keeps_its_two_ends(shell):
    outcome = await shell("echo first; seq 100000; echo last")
    assert len(outcome.content) <= 30_000 + len("\n[exit code: 0]")
    assert outcome.content.startswith("first\n1\n2\n")
    assert outcome.content.endswith("\n100000\nlast\n[exit code: 0]")
    assert "characters left out ...]" in outcome.content


async def test_endless_output_does_not_grow(shell):
    import resource

    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    outcome = await shell("yes 'no end of this'", timeout=2)
    assert outcome.content.endswith("\n[timed out (2 s)]")
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 50_000  # kilobytes
    assert sum(map(len, shell.live)) < 500_000


async def test_binary_output_is_harmless(shell):
    outcome = await shell("head -c 20000 /bin/bash; printf '\\n\\033[31mred\\033[0m\\n'")
    assert outcome.content.endswith("\nred\n[exit code: 0]")
    assert all(c.isprintable() or c in "\n\t\u200b" or ord(c) > 0x9F for c in outcome.content)


async def test_output_is_shown_as_it_comes_and_once(shell):
    running = asyncio.create_task(
        shell("printf 'wait...'; until [ -e go ]; do sleep 0.01; done; echo ' done'; echo end")
    )
    await shell.until(lambda: "".join(shell.live) == "wait...")
    (shell.launch_folder / "go").touch()
    await running
    assert "".join(shell.live) == "wait... done\nend\n"


async def test_people_see_the_first_lines_and_the_code(shell):
    outcome = await shell("seq 10000; exit 2")
    (shown,) = outcome.display
    assert isinstance(shown, CommandOutput)
    assert shown.command == "seq 10000; exit 2"
    assert shown.output.startswith("1\n2\n3\n")
    assert len(shown.output) == 4000
    assert shown.exit_code == 2


async def test_a_stopped_command_has_no_code_to_show(shell):
    (shown,) = (await shell("sleep 60", timeout=1)).display
    assert shown.exit_code is None


async def test_a_command_that_is_too_long_is_told_what_to_do(shell):
    outcome = await shell("echo " + "x" * 200_000)
    assert outcome.is_error
    assert "200005 bytes" in outcome.content
    assert outcome.content.endswith("\n[the command could not be started]")


@pytest.mark.parametrize("text", ["echo \0 x", "echo \ud800"])
async def test_characters_no_shell_takes_are_an_error(shell, text):
    outcome = await shell(text)
    assert outcome.is_error
    assert outcome.content.endswith("\n[the command could not be started]")


async def test_a_launch_folder_that_is_gone_is_an_error(shell):
    (shell.launch_folder / "src" / "deep").rmdir()
    (shell.launch_folder / "src").rmdir()
    shell.launch_folder.rmdir()
    outcome = await shell("true")
    assert outcome.is_error
    assert str(shell.launch_folder) in outcome.content
    assert outcome.content.endswith("\n[the command could not be started]")


class BashlessHost(LocalHost):
    """A machine whose system says what it says where /bin/bash is not there."""

    async def start(self, command, on_output):
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "/bin/bash")


async def test_a_machine_without_bash_is_told(shell):
    bashless = replace(shell, context=replace(shell.context, host=BashlessHost()))
    outcome = await bashless("true")
    assert outcome.is_error
    assert outcome.content == (
        "/bin/bash is missing on this machine; commands cannot be run.\n"
        "[the command could not be started]"
    )


async def test_nothing_asks_a_person(shell):
    lines = await shell.lines('echo $TERM $PAGER $GIT_PAGER $GIT_TERMINAL_PROMPT "$MAIA_CWD"')
    assert lines[0] == f"dumb cat cat 0 {shell.launch_folder}"


async def test_the_env_setting_wins_over_ours(shell):
    lines = await shell.with_env(PAGER="less", MINE="1", MAIA_CWD="x").lines(
        "echo $PAGER $MINE $MAIA_CWD"
    )
    assert lines[0] == f"less 1 {shell.launch_folder}"


async def test_git_does_not_open_an_editor(shell):
    outcome = await shell(
        "git init -q . && touch a && git add a && git commit -q -m one && "
        "git commit -q --amend && git log | head -1 | cut -c1-6",
        timeout=20,
    )
    assert outcome.content == "commit\n[exit code: 0]"


@pytest.mark.parametrize("arguments", [{}, {"command": ""}, {"command": " \n"}, {"command": 5}])
async def test_a_call_without_a_command_says_what_it_got(shell, arguments):
    with pytest.raises(ToolInputError, match='Parameter "command"'):
        await shell(**arguments)
