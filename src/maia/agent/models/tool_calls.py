"""The calls of one answer, gathered from fragments that servers number and name as they please.

A fragment belongs to the call with the same index and id. Beyond that (spec 7.2, and what servers
were seen to do): without id or name it continues the last call; a new id on a taken index starts a
call, and so does a name once the arguments before it are closed; ids and names may be repeated,
come late, come in pieces, or never; a new id may come with every fragment, which is then told from
a call by its missing name; and a whole call may be said once more at the end, encoded otherwise.
"""

import json
from collections.abc import Collection
from typing import Any, cast

from maia.agent.contracts.model import ArgumentProblem, ToolUse
from maia.agent.models.arguments import JsonExtent, parse_arguments
from maia.agent.models.surrogates import join_surrogates


class _Call:
    """One call in the making."""

    __slots__ = (
        *("id", "index", "name", "perhaps", "seen_in"),
        *("_extent", "_has_more", "_pieces", "_scanned", "_value"),
    )

    def __init__(self, index: int, call_id: str) -> None:
        self.index = index
        self.id = call_id
        self.name = ""
        self.seen_in = 0  # the number of the delta that spoke of it last
        self.perhaps: _Call | None = None  # the call whose name this may only say once more
        self._pieces: list[str] = []
        self._scanned = 0
        self._extent = JsonExtent()
        self._has_more = False  # something stands behind the closed arguments
        self._value: dict[str, Any] | None = None  # the closed arguments, once read

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

    @property
    def is_placeholder(self) -> bool:
        """The arguments are an empty object, which some routes send before the real ones."""
        return self.is_complete and not self._has_more and self._read() == {}

    def repeats(self, arguments: str) -> bool:
        """Whether `arguments` say once more what the closed arguments of this call say.

        The same value, that is: it may be spaced otherwise, or encoded twice.
        """
        if not arguments.strip() or not self.is_complete or self._has_more:
            return False
        value, problem = parse_arguments(arguments)
        return problem is None and value == self._read()

    def append(self, piece: str) -> None:
        if not piece or (self.is_complete and piece.isspace()):
            return
        if self.is_placeholder:
            self.replace("")
        self._has_more = self._has_more or self.is_complete
        self._pieces.append(piece)

    def _read(self) -> dict[str, Any] | None:
        """The closed arguments, read once; None when they are no object."""
        if self._value is None:
            value, problem = parse_arguments(self.arguments)
            self._value = None if problem else value
        return self._value

    def replace(self, text: str) -> None:
        self._pieces = [text]
        self._scanned = 0
        self._extent = JsonExtent()
        self._has_more = False
        self._value = None


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
        """Take the `tool_calls` of one delta: objects in a list, or one; else nothing."""
        listed = [cast("object", entries)] if isinstance(entries, dict) else entries
        if not isinstance(listed, list):
            return
        self._delta += 1
        for entry in cast("list[object]", listed):
            if isinstance(entry, dict):
                self._take(cast("dict[str, Any]", entry))

    def finish(self, taken_ids: Collection[str], *, length: bool) -> list[ToolUse]:
        """The calls, by index, each with an id that is used neither here nor in `taken_ids`.

        `length` says that the output limit ended the answer: a last call whose arguments had not
        begun is then cut too, not a call without arguments.
        """
        calls = [call for call in self._calls if _is_said(call)]
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
        call = self._call_for(_index(entry.get("index")), _id(entry.get("id")), name, arguments)
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
        if not name:
            holder = self._last if holder is None else self._open_one(holder, arguments)
        if holder is None:
            return self._new(index, "")
        if not self._is_other(holder, name, arguments):
            return holder
        call = self._new(index, "")
        if name == holder.name and holder.seen_in != self._delta:
            call.perhaps = holder
        return call

    def _open_one(self, holder: _Call, arguments: str) -> _Call:
        """`holder`, unless its arguments are closed and those of the last call are not.

        LiteLLM numbers what its provider has not: every fragment that stands alone gets index 0.
        """
        last = self._last
        if last is None or last is holder or last.is_complete or not holder.is_complete:
            return holder
        return holder if holder.is_placeholder or holder.repeats(arguments) else last

    def _identified(self, index: int | None, call_id: str, name: str, arguments: str) -> _Call:
        """The call of a fragment that bears an id."""
        named = self._by_key.get((index, call_id))
        if named is None and (index is None or not name):
            named = self._by_id.get(call_id)
        if named is not None:
            return self._same_id(named, index, name, arguments)
        holder = self._last if index is None else self._on_index.get(index)
        if holder is not None and self._continues(holder, name, arguments):
            return holder  # a server that makes up an id for every fragment
        if holder is not None and not holder.id and not self._is_other(holder, name, arguments):
            holder.id = call_id  # the id comes late
            self._remember(holder, index)
            return holder
        return self._new(index, call_id)

    def _same_id(self, named: _Call, index: int | None, name: str, arguments: str) -> _Call:
        """`named`, unless the fragment starts another call under the same id."""
        if not name or named.repeats(arguments):
            return named
        if not named.is_complete and not self._are_two_tools(named.name, name):
            return named
        if name == named.name and named.is_placeholder:
            return named
        call = self._new(index, named.id)
        if name == named.name and not arguments.strip():
            call.perhaps = named
        return call

    def _continues(self, holder: _Call, name: str, arguments: str) -> bool:
        """Whether a fragment under a new id on the index of `holder` still speaks of it.

        A call has a name; and arguments that do not begin like an object continue some.
        """
        if not holder.id or not holder.name or holder.seen_in == self._delta:
            return False
        if not name:
            return not holder.is_complete or not arguments.strip() or holder.repeats(arguments)
        begun = arguments.lstrip()
        inside = holder.has_arguments and not holder.is_complete
        return inside and name == holder.name and bool(begun) and begun[0] not in '{"'

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
        return self._are_two_tools(holder.name, name)

    def _are_two_tools(self, first: str, second: str) -> bool:
        """Whether these are two names, not the pieces or the spellings of one."""
        return first != second and first in self._known_tools and second in self._known_tools

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
        known = self._known_tools
        if name.startswith(call.name):  # late, or sent whole after a piece
            call.name = name
        elif call.name + name in known or (call.name not in known and name not in known):
            call.name += name
        elif call.name not in known:  # corrected: `read`, then `Read`
            call.name = name


def _is_said(call: _Call) -> bool:
    """Whether it is a call of its own: it has a name, or arguments, that no other call has said."""
    if not call.has_arguments:
        return bool(call.name) and call.perhaps is None
    return call.perhaps is None or not call.perhaps.repeats(call.arguments)


def _index(value: object) -> int | None:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return None
    try:
        return int(value)
    except (ValueError, OverflowError):  # infinity
        return None


def _id(value: object) -> str:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else _word(value)


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
