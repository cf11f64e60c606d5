import asyncio
from dataclasses import replace

import pytest

from maia.agent.contracts.host import FileFacts
from maia.agent.runtime.local_host import LocalHost
from maia.agent.tools.shell import ShellTool


@pytest.fixture
def where(shell):
    async def where():
        return (await shell.lines("pwd"))[0].removeprefix(str(shell.launch_folder)) or "/"

    return where


async def test_a_folder_is_kept_for_the_next_call(shell, where):
    outcome = await shell("cd src && cd deep")
    assert outcome.content == "[working directory: src/deep]\n[exit code: 0]"
    assert await where() == "/src/deep"
    assert (await shell("cd ../..")).content == "[working directory: .]\n[exit code: 0]"
    assert await where() == "/"


async def test_staying_is_not_told(shell):
    await shell("cd src")
    assert (await shell("ls; cd deep; cd ..")).content == "deep\n[exit code: 0]"


@pytest.mark.parametrize("command", ["cd src; false", "cd src; exit 4", "set -e; cd src; false"])
async def test_a_failing_command_keeps_it_too(shell, where, command):
    assert (await shell(command)).is_error
    assert await where() == "/src"


@pytest.mark.parametrize(
    "command",
    [
        "cd src; trap 'echo mine' EXIT",
        "trap - EXIT; cd src",
        "cd src; exec true",
        "cd src; kill -9 $$",
        "(cd src)",
        "bash -c 'cd src'",
        "cd src | cat",
    ],
)
async def test_a_command_that_gives_no_folder_leaves_it_as_it_was(shell, where, command):
    await shell("cd src/deep")
    await shell(command.replace("src", "../../src"))
    assert await where() == "/src/deep"


async def test_a_timeout_leaves_it_as_it_was(shell, where):
    await shell("cd src; sleep 60", timeout=1)
    assert await where() == "/"


@pytest.mark.parametrize("target", ["/", "..", "../project-beside", "/usr"])
async def test_a_folder_outside_is_left_again_and_told(shell, where, target):
    (shell.launch_folder.parent / "project-beside").mkdir()
    await shell("cd src")
    outcome = await shell(f"cd {shell.launch_folder}; cd {target}")
    assert "is outside the launch folder" in outcome.content
    assert outcome.content.endswith("\n[exit code: 0]")
    assert await where() == "/"


async def test_a_link_that_leads_outside_is_outside(shell, where):
    (shell.launch_folder / "link").symlink_to("/usr")
    assert "[/usr is outside" in (await shell("cd link")).content
    assert await where() == "/"


async def test_a_folder_that_vanished_falls_back_and_is_told(shell, where):
    await shell("cd src/deep")
    (shell.launch_folder / "src" / "deep").rmdir()
    outcome = await shell("pwd")
    assert outcome.content == (
        f"{shell.launch_folder}\n[src/deep cannot be entered any more: "
        "the working directory is the launch folder again]\n[exit code: 0]"
    )
    assert await where() == "/"


class StaleHost(LocalHost):
    """A machine where a folder vanishes between the look and the start."""

    async def facts(self, path):
        return FileFacts("directory")


async def test_a_folder_that_vanishes_at_the_last_moment_falls_back_too(shell):
    stale = replace(shell, context=replace(shell.context, host=StaleHost()))
    await stale("cd src/deep")
    (shell.launch_folder / "src" / "deep").rmdir()
    outcome = await stale("pwd")
    assert outcome.content.startswith(f"{shell.launch_folder}\n[src/deep cannot be entered")
    await stale.context.host.close()


async def test_a_command_may_remove_the_folder_it_is_in(shell, where):
    outcome = await shell("cd src/deep && rmdir ../deep")
    assert outcome.content.startswith("[the working directory was removed")
    assert await where() == "/"


async def test_a_launch_folder_that_is_a_link_keeps_its_name(shell, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(shell.launch_folder)
    linked = replace(shell, context=replace(shell.context, launch_folder=link))
    assert "src]" in (await linked("cd src")).content
    assert (await linked.lines("pwd"))[0] == f"{link}/src"


async def test_odd_names_are_kept(shell, where):
    for name in ("a b", "new\nline", "$HOME", "é漢", "-x", "trailing "):
        (shell.launch_folder / name).mkdir()
        await shell(f"cd '{shell.launch_folder}/{name}'")
        shown = (await shell("pwd")).content.removesuffix("\n[exit code: 0]")
        assert shown == f"{shell.launch_folder}/{name}"


async def test_parallel_calls_start_where_the_last_series_ended(shell):
    await shell("cd src")
    both = await asyncio.gather(shell("pwd"), shell("pwd"))
    assert {outcome.content for outcome in both} == {f"{shell.launch_folder}/src\n[exit code: 0]"}


async def test_background_commands_start_there_and_do_not_move_it(shell, where):
    await shell("cd src")
    outcome = await shell("cd deep; pwd", background=True)
    assert f"{shell.launch_folder}/src/deep" in outcome.content
    assert await where() == "/src"


async def test_the_folder_is_the_conversations_and_not_the_tools(shell):
    await shell("cd src")
    other = replace(shell, tool=ShellTool())
    assert (await other.lines("pwd"))[0] == f"{shell.launch_folder}/src"
    await other.tool.close()


async def test_the_private_files_are_removed(shell):
    await shell("cd src")
    reports = shell.tool._folder.new_report().parent
    assert reports.is_dir()
    assert reports.stat().st_mode & 0o77 == 0
    await shell.tool.close()
    assert not reports.exists()
