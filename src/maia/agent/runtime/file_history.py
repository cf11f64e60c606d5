"""The files of a session before it changed them: what `/diff` shows and `/rewind` puts back.

Losing it never stops the work: what cannot be kept is said once, and nothing more is kept then.
"""

import asyncio
import logging
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from maia.agent.contracts.events import Event, FilesRestored, Notice
from maia.agent.runtime.past_requests import PastRequest
from maia.agent.sessions.checkpoints.problem import CheckpointProblem

if TYPE_CHECKING:  # 8 ms, which a conversation that keeps no files does without
    from maia.agent.sessions.checkpoints.checkpoints import (
        ChangedFile,
        CheckpointedRequest,
        Checkpoints,
        CommandToken,
    )
    from maia.agent.sessions.checkpoints.store import CheckpointStore

T = TypeVar("T")

_FIELD = "checkpoints"
"""The field of a session's file that names its checkpoints."""


@dataclass(slots=True)
class FileHistory:
    """The checkpoints of one conversation. `store` None: nothing is kept."""

    store: "CheckpointStore | None"
    launch_folder: Path
    emit: Callable[[Event], None]
    session_id: str = ""
    _checkpoints: "Checkpoints | None" = None

    def begin_session(self, fields: Mapping[str, Any] | None = None) -> None:
        """Belong to another session; `fields` are those of its file."""
        known = (fields or {}).get(_FIELD)
        is_ours = isinstance(known, str) and known.isalnum()
        self.session_id = str(known) if is_ours else uuid.uuid4().hex
        self._checkpoints = None
        if self.store is not None:
            from maia.agent.sessions.checkpoints.checkpoints import Checkpoints

            self._checkpoints = Checkpoints(self.store, self.launch_folder, self.session_id)

    def fields(self) -> dict[str, Any]:
        """What the session's file keeps of it."""
        return {_FIELD: self.session_id} if self._checkpoints is not None else {}

    async def begin_request(self, text: str) -> None:
        """What is changed from here on belongs to this request."""
        await self._do(lambda kept: kept.begin(_next_number(kept), text))

    async def before_change(self, path: Path) -> None:
        """Keep a file before it is written."""
        await self._do(lambda kept: kept.before_change(path))

    async def after_change(self, path: Path) -> None:
        """Note what was written."""
        await self._do(lambda kept: kept.after_change(path))

    async def before_command(self) -> "CommandToken | None":
        """What a command may change: remembered where git knows the folder."""
        return await self._do(lambda kept: kept.before_command())

    async def after_command(self, token: "CommandToken | None") -> None:
        """Keep what the command changed."""
        if token is not None:
            await self._do(lambda kept: kept.after_command(token))

    async def changes(self) -> "tuple[ChangedFile, ...] | None":
        """What the session changed in files; None where that is not known."""
        return await self._do(lambda kept: kept.session_diff())

    async def restore(self, requests: tuple[PastRequest, ...], request: PastRequest) -> None:
        """Put the files back as they were before `request`, and say which."""
        kept = self._checkpoints
        number = None if kept is None else await asyncio.to_thread(_number, kept, requests, request)
        if kept is None or number is None:
            self.emit(Notice("checkpoint.unknown_request"))
            return
        restored = await self._do(lambda each: each.restore(number))
        if restored is None:
            return
        self.emit(
            FilesRestored(
                tuple(map(str, restored.restored)),
                tuple(map(str, restored.removed)),
                tuple((str(path), key) for path, key in restored.kept),
            )
        )

    async def _do(self, work: "Callable[[Checkpoints], T]") -> T | None:
        kept = self._checkpoints
        if kept is None:
            return None
        try:
            return await asyncio.to_thread(work, kept)
        except CheckpointProblem as problem:
            self._give_up(Notice(problem.key, values=problem.values))
        except Exception as error:  # a fault of ours must not stop a tool
            logging.getLogger("maia").exception("a file could not be kept")
            said = f"{type(error).__name__}: {error}"
            self._give_up(Notice("error.internal", values={"error": said}))
        return None

    def _give_up(self, why: Notice) -> None:
        if self._checkpoints is not None:
            self._checkpoints = None
            self.emit(why)
            self.emit(Notice("checkpoint.off"))


def _next_number(kept: "Checkpoints") -> int:
    return max((each.number for each in kept.requests()), default=0) + 1


def _number(
    kept: "Checkpoints", requests: tuple[PastRequest, ...], wanted: PastRequest
) -> int | None:
    """The checkpoint of a request of the conversation, told by its text.

    From the last one back: requests that were taken back have checkpoints too, and the same words
    may have been asked twice.
    """
    checkpoints = _standing(kept)
    for request in reversed(requests):
        while checkpoints and not _is_of(checkpoints[-1].text, request.text):
            checkpoints.pop()
        if not checkpoints:
            return None
        found = checkpoints.pop()
        if request.number == wanted.number:
            return found.number
    return None


def _standing(kept: "Checkpoints") -> "list[CheckpointedRequest]":
    """The requests whose changes stand: a rewind took back its request and all behind it."""
    from maia.agent.sessions.checkpoints.checkpoints import REWIND

    standing: list[CheckpointedRequest] = []
    for each in kept.requests():
        word, _, number = each.text.partition(" ")
        if word != REWIND:
            standing.append(each)
        elif number.isdecimal():
            standing = [other for other in standing if other.number < int(number)]
    return standing


def _is_of(asked: str, text: str) -> bool:
    """Whether a request was asked so: context may have been joined in front, a note behind."""
    return text == asked or text.endswith(f"\n\n{asked}") or text.startswith(f"{asked}\n\n")
