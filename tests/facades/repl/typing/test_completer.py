import asyncio
import threading

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from maia.agent.context.mentions import find_mentions
from maia.agent.contracts.errors import SessionError
from maia.facades.commands import commands_of
from maia.facades.repl.typing.completer import MOST_OFFERED, ZoneCompleter
from maia.i18n import Catalogue
from maia.workspace.path_completion import PathFinder
from maia.workspace.terminal_text import visible

TYPED = CompleteEvent(text_inserted=True)
TAB = CompleteEvent(completion_requested=True)
VALUES = {
    "load": lambda: ["tuesday", "monday", "long monday"],
    "model": lambda: ["gpt-5", "claude"],
    "mode": lambda: ("ask", "plan"),
}


def write(folder, *names):
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("x\n")


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "project"
    folder.mkdir()
    return folder


@pytest.fixture
def completer(project, home):
    return completer_for(project, home)


def completer_for(project, home, values=VALUES, providers=None):
    return ZoneCompleter(Catalogue("en"), PathFinder(project, home), values, providers)


async def offered(completer, text, event=TYPED):
    return [one async for one in completer.get_completions_async(Document(text), event)]


async def completed(completer, text, event=TYPED):
    """What the text becomes with each of the completions."""
    found = await offered(completer, text, event)
    return [text[: len(text) + one.start_position] + one.text for one in found]


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "hello",
        "jean@exemple.fr",
        "/nothing",
        "/etc/ho",
        "a /he",
        "/load\nx",
        "!",
        "!ls",
        "! ",
        "§x",
    ],
)
async def test_plain_text_offers_nothing(completer, project, text):
    write(project, "hello.py", "ls.py", "x")
    assert await offered(completer, text) == []


async def test_a_command_is_offered_with_its_argument_and_its_help(completer):
    (load,) = await offered(completer, "/lo")
    assert (load.text, load.start_position) == ("/load ", -3)
    assert load.display_text == "/load [name]"
    assert load.display_meta_text == Catalogue("en").text("command.load")


async def test_all_commands_are_offered_behind_the_slash(completer):
    found = [one.text.strip("/ ") for one in await offered(completer, "/")]
    assert sorted(found) == sorted(command.name for command in commands_of("repl"))


async def test_a_command_that_begins_as_typed_comes_before_one_that_holds_it(completer):
    found = await completed(completer, "/MO")
    assert found[:2] == ["/model ", "/mode "]
    assert await completed(completer, "/ad") == ["/load "]


def test_commands_need_no_waiting(completer):
    found = [one.text for one in completer.get_completions(Document("/exi"), TYPED)]
    assert found == ["/exit"]
    assert list(completer.get_completions(Document("@a"), TYPED)) == []


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("/load ", ["/load tuesday", "/load monday", "/load long monday"]),
        ("/load mon", ["/load monday", "/load long monday"]),
        ("/load  MON", ["/load  monday", "/load  long monday"]),
        ("/load long m", ["/load long monday"]),
        ("/model g", ["/model gpt-5"]),
        ("/mode p", ["/mode plan"]),
        ("/rename a", []),
        ("/load zzz", []),
    ],
)
async def test_arguments_of_commands_are_offered(completer, text, becomes):
    assert await completed(completer, text) == becomes


@pytest.mark.parametrize("error", [OSError("gone"), SessionError("session.unreadable")])
async def test_names_that_cannot_be_had_are_not_offered(project, home, error):
    def refuse():
        raise error

    completer = completer_for(project, home, {"load": refuse}, {"§": refuse})
    assert await offered(completer, "/load ") == []
    assert await offered(completer, "§") == []


async def test_a_name_from_outside_that_acts_on_a_terminal_is_not_offered(project, home):
    names = ["good", "bad\x1b[2J", "bad\u202e", "bad\nname"]
    completer = completer_for(
        project, home, {"model": lambda: names}, {"§": lambda: dict.fromkeys(names, "does\x1b[2J")}
    )
    assert await completed(completer, "/model ") == ["/model good"]
    (good,) = await offered(completer, "§")
    assert (good.text, good.display_meta_text) == ("§good", "does\\x1b[2J")


async def test_names_are_asked_for_in_a_thread_and_bounded(project, home):
    asked = []

    def names():
        asked.append(threading.current_thread())
        return [f"name{number}" for number in range(200)]

    completer = completer_for(project, home, {"load": names})
    assert len(await offered(completer, "/load ")) == MOST_OFFERED
    assert asked != [threading.current_thread()]


async def test_signs_may_be_added_with_their_names(project, home):
    providers = {"§": lambda: {"review": "read a change", "preview": "show it"}}
    completer = completer_for(project, home, providers=providers)
    found = await offered(completer, "§re")
    assert [(one.text, one.start_position) for one in found] == [("§review", -3), ("§preview", -3)]
    assert found[0].display_meta_text == "read a change"
    write(project, "a.py")
    assert await completed(completer, "§review @a") == ["§review @a.py"]


async def test_paths_are_offered_wherever_a_word_begins(completer, project):
    write(project, "src/main.py", "my notes/it's.md")
    assert await completed(completer, "see @ma") == ["see @src/main.py"]
    assert await completed(completer, "first\nsee (@ma") == ["first\nsee (@src/main.py"]
    assert await completed(completer, "see @ ma") == ["see @src/main.py"]
    assert await completed(completer, "see @its") == [r"see @'my notes/it\'s.md'"]
    assert await completed(completer, r"see @'my notes/it\'") == [r"see @'my notes/it\'s.md'"]
    assert await completed(completer, "see @'notes") == [
        "see @'my notes/'",
        r"see @'my notes/it\'s.md'",
    ]
    assert await completed(completer, "/init @ma") == ["/init @src/main.py"]


async def test_only_what_is_before_the_cursor_is_completed(completer, project):
    write(project, "src/main.py")
    document = Document("see @ma and more", cursor_position=7)
    (one,) = [each async for each in completer.get_completions_async(document, TYPED)]
    assert (one.text, one.start_position) == ("@src/main.py", -3)


async def test_paths_are_shown_as_they_are_and_inserted_as_they_are_written(completer, project):
    write(project, "my notes.md")
    (one,) = await offered(completer, "@my")
    assert (one.display_text, one.text) == ("my notes.md", "@'my notes.md'")


async def test_paths_outside_are_offered_by_their_beginning(completer, project, home):
    write(home, "notes.md")
    write(project.parent, "beside me.md")
    assert await completed(completer, "@~/no") == ["@~/notes.md"]
    assert await completed(completer, "@../be") == ["@'../beside me.md'"]
    assert await completed(completer, "@'../beside m") == ["@'../beside me.md'"]


@pytest.mark.parametrize(
    ("text", "becomes"),
    [
        ("!cat ma", ["!cat main.py", "!cat made/"]),
        ("!cat m", [r"!cat my\ notes.md", "!cat main.py", "!cat made/"]),
        ("!cat 'my n", [r"!cat my\ notes.md"]),
        (r"!cat my\ n", [r"!cat my\ notes.md"]),
        ("!cat made/", ["!cat made/x"]),
        ("!./ma", ["!./main.py", "!./made/"]),
        ("!wc <ma", ["!wc <main.py", "!wc <made/"]),
        ("!ma", []),
        ("!cat ", []),
        ("!'cat ma", []),
        ("!cat $HOME/ma", []),
        ("!cat @ma", []),
    ],
)
async def test_the_last_word_of_a_shell_line_is_completed_by_its_beginning(
    completer, project, text, becomes
):
    write(project, "main.py", "made/x", "my notes.md")
    assert sorted(await completed(completer, text)) == sorted(becomes)


async def test_an_empty_word_of_a_shell_line_is_completed_when_asked_for(completer, project):
    write(project, "a.py", "-n")
    assert await completed(completer, "!cat ", TAB) == ["!cat -n", "!cat a.py"]
    assert await completed(completer, "!", TAB) == []


class SlowPaths:
    """Answers each question when it is told to."""

    def __init__(self):
        self.answers = {}

    async def find(self, query):
        self.answers[query] = asyncio.get_running_loop().create_future()
        return await self.answers[query]


async def asked(paths, query):
    while query not in paths.answers:
        await asyncio.sleep(0)


async def test_an_older_lookup_that_ends_later_offers_nothing():
    paths = SlowPaths()
    completer = ZoneCompleter(Catalogue("en"), paths, {})
    older = asyncio.create_task(completed(completer, "@a"))
    await asked(paths, "a")
    newer = asyncio.create_task(completed(completer, "@ab"))
    await asked(paths, "ab")
    paths.answers["ab"].set_result(["ab.py"])
    assert await newer == ["@ab.py"]
    paths.answers["a"].set_result(["a.py"])
    assert await older == []


async def test_a_lookup_stops_offering_once_a_newer_one_begins():
    paths = SlowPaths()
    completer = ZoneCompleter(Catalogue("en"), paths, {})
    older = completer.get_completions_async(Document("@a"), TYPED)
    first = asyncio.create_task(anext(older))
    await asked(paths, "a")
    paths.answers["a"].set_result(["a.py", "b.py"])
    assert (await first).text == "@a.py"
    await completed(completer, "/")
    assert await anext(older, None) is None


async def test_a_lookup_can_be_cancelled():
    paths = SlowPaths()
    completer = ZoneCompleter(Catalogue("en"), paths, {})
    lookup = asyncio.create_task(completed(completer, "@a"))
    await asked(paths, "a")
    lookup.cancel()
    with pytest.raises(asyncio.CancelledError):
        await lookup
    assert paths.answers["a"].cancelled()


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.text(st.characters(exclude_characters="/\0", exclude_categories=()), min_size=1, max_size=12)
)
def test_what_is_completed_is_found_again_as_the_same_path(tmp_path_factory, home, name):
    assume(name not in {".", ".."})
    folder = tmp_path_factory.mktemp("odd")
    try:
        write(folder, f"in/{name}")
    except (OSError, ValueError):  # no file can have it
        return
    completer = completer_for(folder, home)
    found = asyncio.run(completed(completer, "see @in/"))
    assert len(found) == 2 or name.endswith("\\") or visible(name) != name
    for text in found:
        (mention,) = find_mentions(f"{text} and more")
        assert (folder / mention.path).exists()


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.text(max_size=20))
def test_no_text_at_all_is_a_fault(project, home, text):
    completer = completer_for(project, home)
    for start in ("", "@", "@'", "/", "!", "!cat ", "/load ", "@~/", "@/", "!/"):
        asyncio.run(completed(completer, start + text))
