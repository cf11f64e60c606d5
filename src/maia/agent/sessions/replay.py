"""A session from its file and its journal: what was complete is there, damage is said."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, cast

from maia.agent.contracts.messages import Message
from maia.agent.sessions.codec import MalformedMessage, message_from_data
from maia.agent.sessions.journal import Record, message_of, read_records
from maia.agent.sessions.saved import SavedSession

GENERATION = "journal"
"""The field of a session's file that names the journal which goes on from it."""


@dataclass(frozen=True, slots=True)
class Damage:
    """Something that could not be read: the key of its sentence, and its values."""

    key: str
    values: dict[str, str | int] = field(default_factory=dict[str, str | int])


@dataclass(frozen=True, slots=True)
class Replayed:
    """The session; `went_on` when the journal said more than the file.

    `is_stale`: the journal goes on from another state of the file, and nothing of it was taken.
    """

    session: SavedSession
    damage: tuple[Damage, ...] = ()
    went_on: bool = False
    is_stale: bool = False


def generation_of(session: SavedSession) -> int:
    """Which journal goes on from this file."""
    value = session.extra.get(GENERATION)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def replay(data: bytes, saved: SavedSession | None, name: str) -> Replayed:
    """`saved`, then what the journal `data` says; `saved` None when there is no file to read."""
    pieces = list(read_records(data))
    records = [piece for piece in pieces if isinstance(piece, Record)]
    lost = [piece for piece in pieces if isinstance(piece, bytes)]
    damage: list[Damage] = []
    if lost:
        values: dict[str, str | int] = {"name": name, "size": sum(map(len, lost))}
        damage.append(Damage("session.journal_damaged", values))
    base = saved or _from_start(records, name)
    if saved is not None and not _goes_on(records, saved):
        if _is_foreign(records, saved):
            damage.append(Damage("session.journal_other", {"name": name}))
        return Replayed(saved, tuple(damage), is_stale=True)
    state = _State(list(base.messages), base.pending_context, base.model)
    state.take(records)
    if state.gaps:
        damage.append(Damage("session.journal_gap", {"name": name, "count": state.gaps}))
    session = replace(
        base, messages=tuple(state.messages), pending_context=state.pending, model=state.model
    )
    return Replayed(session, tuple(damage), state.went_on)


def _goes_on(records: Iterable[Record], saved: SavedSession) -> bool:
    """Whether the journal is that of this file; one without its first line is taken to be."""
    start = _start(records)
    return start is None or start.get("generation") == generation_of(saved)


def _is_foreign(records: Iterable[Record], saved: SavedSession) -> bool:
    """Whether it is no left-over either: the file was changed by somebody, and it says more."""
    start = _start(records) or {}
    says_more = any(record.kind != "start" for record in records)
    return says_more and start.get("generation") != generation_of(saved) - 1


def _start(records: Iterable[Record]) -> dict[str, Any] | None:
    return next((record.fields for record in records if record.kind == "start"), None)


def _from_start(records: Iterable[Record], name: str) -> SavedSession:
    """The session as the journal's first line describes it, without messages."""
    start = _start(records) or {}
    generation: object = start.get("generation")
    pending = start.get("pendingContext")
    return SavedSession(
        name=name,
        created_at=_text(start, "createdAt"),
        updated_at=_text(start, "createdAt"),
        model=_text(start, "model"),
        cwd=_text(start, "cwd"),
        pending_context=_texts(pending),
        start_context=_text(start, "startContext") or None,
        extra={GENERATION: generation} if isinstance(generation, int) else {},
    )


@dataclass(slots=True)
class _State:
    """The conversation while its journal is read."""

    messages: list[Message]
    pending: tuple[str, ...]
    model: str
    gaps: int = 0
    went_on: bool = False

    def take(self, records: Iterable[Record]) -> None:
        for record in records:
            match record.kind:
                case "message":
                    self._set(record)
                case "pending":
                    self.pending = _texts(record.fields.get("pending"))
                case "cut":
                    self._cut(record.fields)
                case "model":
                    self.model = _text(record.fields, "model") or self.model
                case _:  # the start, effects, and what a newer version says
                    continue
            self.went_on = True

    def _set(self, record: Record) -> None:
        found = message_of(record)
        if found is None:
            self.gaps += 1
            return
        index, message = found
        if index > len(self.messages):  # what stood between was damaged
            self.gaps += 1
            index = len(self.messages)
        self.messages[index:] = [message]

    def _cut(self, fields: dict[str, Any]) -> None:
        count: object = fields.get("count")
        if not isinstance(count, int) or isinstance(count, bool):
            self.gaps += 1
            return
        del self.messages[max(0, count) :]
        last: object = fields.get("last")
        if count > 0 and last is not None:
            try:
                message = message_from_data(last)
            except MalformedMessage:
                self.gaps += 1
                return
            self.messages[min(count, len(self.messages) + 1) - 1 :] = [message]


def _text(fields: Mapping[str, Any], key: str) -> str:
    value: object = fields.get(key)
    return value if isinstance(value, str) else ""


def _texts(value: object) -> tuple[str, ...]:
    listed = cast("list[object]", value) if isinstance(value, list) else []
    return tuple(text for text in listed if isinstance(text, str))
