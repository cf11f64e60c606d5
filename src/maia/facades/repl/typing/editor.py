"""What is being typed, in the person's own editor. Whoever calls hands the terminal over."""

import asyncio
import contextlib
import os
import shlex
import shutil
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from maia.i18n import Catalogue
from maia.workspace.files import read_bytes

EDITORS = ("nano", "vim", "vi")
"""What is looked for, in this order, where the environment names no editor."""

LARGEST = 4_000_000
"""Bytes that are taken back from an editor."""

_STOP_SECONDS = 1.0


class EditorFailed(Exception):
    """No text came back from the editor; `key` and `values` make the sentence for the person.

    `text` is what the file held, where it is another one than was put in: it is lost otherwise.
    """

    def __init__(self, key: str, *, text: str | None = None, **values: str | int) -> None:
        super().__init__(key, values)
        self.key = key
        self.values = values
        self.text = text


def editor_for(catalogue: Catalogue, environ: Mapping[str, str]) -> Callable[[str], Awaitable[str]]:
    """`edit_text` in this environment; the text of its error is the sentence for the person."""

    async def edit(text: str) -> str:
        try:
            return await edit_text(text, environ)
        except EditorFailed as error:
            error.args = (catalogue.text(error.key, **error.values),)
            raise

    return edit


async def edit_text(text: str, environ: Mapping[str, str]) -> str:
    """What the person made of `text`. Raises EditorFailed; `text` itself is never touched."""
    command = _command(environ)
    try:
        # Only we may look into a folder that mkdtemp made.
        folder = Path(await asyncio.to_thread(tempfile.mkdtemp, prefix="maia-"))
    except OSError as error:
        raise EditorFailed("repl.editor_no_file", reason=_reason(error)) from error
    try:
        return await _edited(text, command, folder / "request.md", environ)
    finally:
        await asyncio.to_thread(shutil.rmtree, folder, ignore_errors=True)


async def _edited(text: str, command: list[str], file: Path, environ: Mapping[str, str]) -> str:
    written = text.encode("utf-8", "replace")
    if written:
        written += b"\n"  # as editors want it; `_text` takes one off again
    try:
        await asyncio.to_thread(_write, file, written)
    except OSError as error:
        raise EditorFailed("repl.editor_no_file", reason=_reason(error)) from error
    status = await _run([*command, str(file)], environ)
    if status == 0:
        return _text(await asyncio.to_thread(_read, file))
    changed: str | None = None
    with contextlib.suppress(EditorFailed):
        data = await asyncio.to_thread(_read, file)
        changed = _text(data) if data != written else None
    raise EditorFailed(
        "repl.editor_status", text=changed, editor=Path(command[0]).name, status=status
    )


def _command(environ: Mapping[str, str]) -> list[str]:
    """The editor as an absolute path, and the arguments that were named with it."""
    path = environ.get("PATH", os.defpath)
    named = next(filter(str.strip, (environ.get(name, "") for name in ("VISUAL", "EDITOR"))), "")
    if not named:
        found = next(filter(None, (_program(name, path) for name in EDITORS)), None)
        if found is None:
            raise EditorFailed("repl.editor_none", names=", ".join(EDITORS))
        return [found]
    try:
        words = shlex.split(named)
    except ValueError:  # a quote that is not closed
        words = [named]
    found = _program(words[0], path) if words else None
    if found is None:
        raise EditorFailed("repl.editor_missing", editor=named)
    return [found, *words[1:]]


def _program(name: str, path: str) -> str | None:
    """Where a program is; a relative entry of PATH could be a file of the project."""
    found = shutil.which(name, path=path)
    return found if found and ("/" in name or Path(found).is_absolute()) else None


async def _run(command: list[str], environ: Mapping[str, str]) -> int:
    """The status of the editor, 128 and the number of the signal that ended it. In our terminal."""
    try:
        process = await asyncio.create_subprocess_exec(*command, env=environ)
    except OSError as error:
        raise EditorFailed(
            "repl.editor_not_started", editor=Path(command[0]).name, reason=_reason(error)
        ) from error
    try:
        status = await process.wait()
    except asyncio.CancelledError:
        await _stop(process)
        raise
    return status if status >= 0 else 128 - status


async def _stop(process: asyncio.subprocess.Process) -> None:
    """End an editor that nobody waits for any more: a hang-up lets it save what it has."""
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), _STOP_SECONDS)
        except TimeoutError:
            process.kill()
            await process.wait()


def _write(file: Path, data: bytes) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as opened:
        opened.write(data)


def _read(file: Path) -> bytes:
    try:
        data = read_bytes(file, 0, LARGEST + 1)
    except OSError as error:
        raise EditorFailed("repl.editor_no_file", reason=_reason(error)) from error
    if len(data) > LARGEST:
        raise EditorFailed("repl.editor_too_large", limit=LARGEST)
    return data


def _text(data: bytes) -> str:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise EditorFailed("repl.editor_not_text") from error
    return text.removeprefix("\ufeff").replace("\r\n", "\n").removesuffix("\n")


def _reason(error: OSError) -> str:
    return error.strerror or type(error).__name__
