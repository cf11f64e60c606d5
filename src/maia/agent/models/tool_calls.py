"""The calls of one answer, gathered from fragments that servers number and name as they please.

A fragment belongs to the call with the same index and id. Beyond that (spec 7.2, and what servers
were seen to do): without id or name it continues the last call; a new id on a taken index starts a
call, and so does a name once the arguments before it are closed; ids and names may be repeated,
come late, come in pieces, or never.
"""

import json
from collections.abc import Collection
from typing import Any, cast

from maia.agent.contracts.model import ArgumentProblem, ToolUse
from maia.agent.models.arguments import JsonExtent, parse_arguments
from maia.agent.models.surrogates import join_surrogates


class _Call:
    """One call in the making."""

    __slots__ = ("_extent", "_pieces", "_scanned", "doubtful", "id", "index", "name", "seen_in")

    def __init__(self, index: int, call_id: str) -> None:
        self.index = index
        self.id = call_id
        self.name = ""
        self.seen_in = 0  # the number of the delta that spoke of it last
        self.doubtful = False  # perhaps only the name of the call before it, said once more
        self._pieces: list[str] = []
        self._scanned = 0
        self._extent = JsonExtent()

    @property
    def arguments(self) -> str:
        return "".join(self._pieces)

    @property
    def has_arguments(self) -> bool:
        return any(not piece.isspace() for piece in self._pieces)

    @property
    def is_complete(self) -> bool:
        while self._scanned < len(self._pieces):
            self._extent.feed(self._pieces[self._scanned])
            self._scanned += 1
        return self._extent.complete

    def repeats(self, arguments: str) -> bool:
        """Whether `arguments` are the closed arguments of this call, sent once more."""
        return bool(arguments) and self.is_complete and arguments.strip() == self.arguments.strip()

    def append(self, piece: str) -> None:
        if piece:
            self._pieces.append(piece)

    def replace(self, text: str) -> None:
        self._pieces = [text]
        self._scanned = 0
        self._extent = JsonExtent()


class CallAssembler:
    """Gathers the calls of one answer. `known_tools` tells a name in pieces from two names."""

    def __init__(self, known_tools: Collection[str] = ()) -> None:
        self._known_tools = known_tools
        self._calls: list[_Call] = []
        self._by_key: dict[tuple[int | None, str], _Call] = {}
        self._by_id: dict[str, _Call] = {}
        self._on_index: dict[int, _Call] = {}
        self._last: _Call | None = None
        self._delta = 0

    def push(self, entries: object) -> None:
        """Take the `tool_calls` of one delta; what is not a list of objects is passed over."""
        if not isinstance(entries, list):
            return
        self._delta += 1
        for entry in cast("list[object]", entries):
            if isinstance(entry, dict):
                self._take(cast("dict[str, Any]", entry))

    def finish(self, taken_ids: Collection[str], *, length: bool) -> list[ToolUse]:
        """The calls, by index, each with an id that is used neither here nor in `taken_ids`.

        `length` says that the output limit ended the answer: a last call whose arguments had not
        begun is then cut too, not a call without arguments.
        """
        calls = [call for call in self._calls if call.has_arguments or _is_said(call)]
        ids = set(taken_ids)
        uses: list[ToolUse] = []
        for call in sorted(calls, key=lambda call: call.index):
            raw = join_surrogates(call.arguments)
            arguments, problem = parse_arguments(raw)
            if length and call is self._last and not call.has_arguments:
                problem = ArgumentProblem.CUT
            call_id = unique_id(call.id, ids)
            ids.add(call_id)
            name = join_surrogates(call.name)
            uses.append(ToolUse(call_id, name, arguments, problem, raw if problem else ""))
        return uses

    def _take(self, entry: dict[str, Any]) -> None:
        raw_function = entry.get("function")
        function = cast("dict[str, Any]", raw_function if isinstance(raw_function, dict) else entry)
        name = _word(function.get("name"))
        arguments = _argument_text(function.get("arguments"))
        call = self._call_for(_index(entry.get("index")), _word(entry.get("id")), name, arguments)
        self._merge_name(call, name)
        if isinstance(function.get("arguments"), dict) and arguments:
            call.replace(arguments)  # a whole object is never a fragment
        elif not call.repeats(arguments):
            call.append(arguments)
        call.seen_in = self._delta
        self._last = call
        self._on_index[call.index] = call

    def _call_for(self, index: int | None, call_id: str, name: str, arguments: str) -> _Call:
        holder = self._last if index is None else self._on_index.get(index)
        if call_id:
            return self._identified(index, call_id, name, arguments)
        if holder is None and not name:
            holder = self._last
        if holder is None:
            return self._new(index, "")
        if not self._is_other(holder, name, arguments):
            return holder
        call = self._new(index, "")
        call.doubtful = name == holder.name and holder.seen_in != self._delta
        return call

    def _identified(self, index: int | None, call_id: str, name: str, arguments: str) -> _Call:
        """The call of a fragment that bears an id."""
        named = self._by_key.get((index, call_id))
        if named is None and (index is None or not name):
            named = self._by_id.get(call_id)
        if named is not None:
            starts_again = name and arguments.strip() and named.is_complete
            return (
                self._new(index, call_id)
                if starts_again and not named.repeats(arguments)
                else named
            )
        holder = self._last if index is None else self._on_index.get(index)
        if holder is not None and not holder.id and not self._is_other(holder, name, arguments):
            holder.id = call_id  # the id comes late
            self._remember(holder, index)
            return holder
        return self._new(index, call_id)

    def _is_other(self, holder: _Call, name: str, arguments: str) -> bool:
        """Whether a named fragment speaks of another call than `holder`."""
        if not name:
            return False
        if holder.seen_in == self._delta:  # one delta names a call once
            return True
        if not holder.name:
            return holder.is_complete and bool(arguments.strip())
        if holder.is_complete:
            return True
        if holder.has_arguments:
            return name != holder.name
        known = self._known_tools
        return name != holder.name and name in known and holder.name in known

    def _new(self, index: int | None, call_id: str) -> _Call:
        place = index if index is not None else (self._last.index + 1 if self._last else 0)
        call = _Call(place, call_id)
        self._calls.append(call)
        self._remember(call, index)
        return call

    def _remember(self, call: _Call, index: int | None) -> None:
        if call.id:
            self._by_key[index, call.id] = call
            self._by_id[call.id] = call

    def _merge_name(self, call: _Call, name: str) -> None:
        if not name or name == call.name or (call.name and call.has_arguments):
            return
        if name.startswith(call.name):  # late, or sent whole after a piece
            call.name = name
        elif call.name + name in self._known_tools or call.name not in self._known_tools:
            call.name += name


def _is_said(call: _Call) -> bool:
    return bool(call.name or call.id) and not call.doubtful


def _index(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, (int, str)):
        return None
    try:
        return int(value)
    except ValueError:
        return None


def _word(value: object) -> str:
    return value.strip() if isinstance(value, str) else ""


def _argument_text(value: object) -> str:
    """Arguments as JSON text. An empty object says no more than nothing at all."""
    if value is None or value == {}:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def unique_id(wanted: str, taken: Collection[str]) -> str:
    """`wanted` if it is free, else with the first free `_N` from 2; for no id, a free `call_N`."""
    if wanted and wanted not in taken:
        return wanted
    stem, number = (wanted, 2) if wanted else ("call", len(taken) + 1)
    while f"{stem}_{number}" in taken:
        number += 1
    return f"{stem}_{number}"
