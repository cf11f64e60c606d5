import asyncio
import os
from pathlib import Path

import pytest

from maia.facades.repl.typing import editor as it
from maia.facades.repl.typing.editor import LARGEST, EditorFailed, edit_text, editor_for
from maia.i18n import Catalogue


@pytest.fixture
def programs(tmp_path):
    """The only folder on PATH, beside the system's own for the scripts themselves."""
    folder = tmp_path / "programs"
    folder.mkdir()
    return folder


@pytest.fixture
def environ(programs):
    return {"PATH": str(programs)}


def program(folder, name, script):
    path = folder / name
    path.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\n{script}\n")
    path.chmod(0o755)
    return path


async def failure(text, environ):
    with pytest.raises(EditorFailed) as raised:
        await edit_text(text, environ)
    return raised.value


async def test_without_any_editor_the_person_is_told(environ):
    error = await failure("draft", environ)
    assert (error.key, error.text) == ("repl.editor_none", None)


@pytest.mark.parametrize(
    "named", ["gone", "gone --wait", "'not closed", "/gone/editor", "./gone", "''"]
)
async def test_a_named_editor_that_is_not_there_is_told(environ, programs, named):
    program(programs, "nano", "echo other > $1")
    error = await failure("draft", environ | {"EDITOR": named})
    assert (error.key, error.values) == ("repl.editor_missing", {"editor": named})


async def test_no_program_of_the_project_is_taken_for_an_editor(environ, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    program(tmp_path, "vi", "echo owned > $1")
    error = await failure("draft", environ | {"PATH": f".:{environ['PATH']}"})
    assert error.key == "repl.editor_none"


async def test_an_editor_that_the_system_refuses_is_told(environ, programs):
    (programs / "nano").write_bytes(b"no program")
    (programs / "nano").chmod(0o755)
    error = await failure("draft", environ)
    assert error.key == "repl.editor_not_started"
    assert error.values["editor"] == "nano"


async def test_an_editor_that_fails_without_a_change_leaves_the_text_to_the_caller(
    environ, programs
):
    program(programs, "nano", "exit 3")
    error = await failure("draft", environ)
    assert (error.key, error.text) == ("repl.editor_status", None)
    assert error.values == {"editor": "nano", "status": 3}


async def test_what_a_failing_editor_had_saved_is_in_the_error(environ, programs):
    program(programs, "nano", 'echo "more" >> $1; exit 1')
    error = await failure("draft", environ)
    assert (error.key, error.text) == ("repl.editor_status", "draft\nmore")


async def test_an_editor_that_is_killed_has_failed(environ, programs):
    program(programs, "nano", 'echo "saved" > $1; kill -9 $$')
    error = await failure("draft", environ)
    assert error.values["status"] == 137
    assert error.text == "saved"


@pytest.mark.parametrize(
    ("script", "key"),
    [
        ("rm $1", "repl.editor_no_file"),
        ("rm $1; mkdir $1", "repl.editor_no_file"),
        ("rm $1; mkfifo $1", "repl.editor_no_file"),
        ("printf '\\377' > $1", "repl.editor_not_text"),
        (f"head -c {LARGEST + 1} /dev/zero > $1", "repl.editor_too_large"),
    ],
)
@pytest.mark.parametrize("status", [0, 1])
async def test_a_file_that_cannot_be_taken_back_is_told(environ, programs, script, key, status):
    program(programs, "nano", f"{script}; exit {status}")
    error = await failure("draft", environ)
    assert error.key == ("repl.editor_status" if status else key)
    assert error.text is None


async def test_a_full_disk_is_told(environ, programs, monkeypatch):
    program(programs, "nano", "")

    def refuse(*_arguments, **_options):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(it.tempfile, "mkdtemp", refuse)
    error = await failure("draft", environ)
    assert (error.key, error.values) == (
        "repl.editor_no_file",
        {"reason": "No space left on device"},
    )


@pytest.mark.parametrize(
    "text", ["", "one", "two\nlines", "ends\n", "\n\n", "é 漢 🦉", "tab\there", " x "]
)
async def test_what_is_not_changed_comes_back_as_it_was(environ, programs, text):
    program(programs, "nano", "")
    assert await edit_text(text, environ) == text


async def test_half_a_character_is_replaced(environ, programs):
    program(programs, "nano", "")
    assert await edit_text("a\ud800b", environ) == "a?b"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("new", "new"),
        ("new\\n", "new"),
        ("new\\n\\n", "new\n"),
        ("a\\r\\nb\\r\\n", "a\nb"),
        ("\\357\\273\\277bom\\n", "bom"),
        ("", ""),
    ],
)
async def test_the_last_newline_and_the_marks_of_editors_are_taken_off(
    environ, programs, written, text
):
    program(programs, "nano", f"printf '{written}' > $1")
    assert await edit_text("draft", environ) == text


@pytest.mark.parametrize(
    ("variables", "used"),
    [
        ({}, "nano"),
        ({"EDITOR": "mine"}, "mine"),
        ({"VISUAL": "own", "EDITOR": "mine"}, "own"),
        ({"VISUAL": " ", "EDITOR": "mine"}, "mine"),
    ],
)
async def test_visual_counts_before_editor_before_the_usual_ones(
    environ, programs, variables, used
):
    for name in ("nano", "vim", "vi", "mine", "own"):
        program(programs, name, f"echo {name} > $1")
    assert await edit_text("", environ | variables) == used


async def test_vi_is_used_where_there_is_no_other(environ, programs):
    program(programs, "vi", "echo vi > $1")
    assert await edit_text("", environ) == "vi"


async def test_the_editor_may_be_named_with_arguments(environ, programs):
    odd = program(programs, "my editor", 'echo "$1|$2" > $3')
    assert await edit_text("", environ | {"EDITOR": f"'{odd}' --wait 'a b'"}) == "--wait|a b"


async def test_the_file_is_private_is_markdown_and_does_not_stay(environ, programs, tmp_path):
    program(
        programs,
        "nano",
        f"echo $1 > {tmp_path}/seen; stat -c %a $1 $(dirname $1) >> {tmp_path}/seen",
    )
    await edit_text("draft", environ)
    name, of_file, of_folder = (tmp_path / "seen").read_text().split()
    assert name.endswith(".md")
    assert (of_file, of_folder) == ("600", "700")
    assert not Path(name).parent.exists()


async def test_an_editor_that_nobody_waits_for_is_ended_and_its_file_is_gone(
    environ, programs, tmp_path
):
    seen = tmp_path / "seen"
    os.mkfifo(seen)
    program(programs, "nano", f"echo $$ $1 > {seen}; exec sleep 60")
    editing = asyncio.create_task(edit_text("draft", environ))
    process, name = (await asyncio.to_thread(seen.read_text)).split()
    editing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await editing
    assert not Path(name).parent.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_the_sentence_for_the_person_is_the_text_of_the_error(environ, programs, language):
    program(programs, "nano", "echo saved > $1; exit 3")
    with pytest.raises(EditorFailed) as raised:
        await editor_for(Catalogue(language), environ)("draft")
    assert str(raised.value).startswith("nano ")
    assert "3" in str(raised.value)
    assert raised.value.text == "saved"


async def test_the_editor_in_the_language_of_the_person_gives_the_text(environ, programs):
    program(programs, "nano", "echo saved > $1")
    assert await editor_for(Catalogue("en"), environ)("draft") == "saved"
