"""The history, made acceptable to every server: checked at each request, repaired where it is not.

A session that was interrupted, killed, cut or edited by hand must never be refused for ever. What
is sent is repaired; what is stored is left as it is. The rules:

- the first message is the user's, roles alternate, and every message has something to send (neither
  blank text alone, nor only blocks that are not sent);
- every call has one result, in the message that follows; a call without one gets a fixed error
  result, and one whose result strayed to a later message gets it back;
- every call has an id of its own, over the whole history;
- a result without its call becomes a marked text, because what a tool said may matter to what
  follows; it becomes nothing if it is blank, an error, or says again what another result of that
  call says.
"""

from collections import defaultdict, deque
from collections.abc import Iterable

import msgspec

from maia.agent.contracts.messages import (
    ContentBlock,
    ImageBlock,
    Message,
    Role,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from maia.agent.models.tool_calls import unique_id
from maia.i18n import Language, Texts

TEXTS = Texts(
    en={
        "no_result": "No result: the call was interrupted, or its result was lost.",
        "orphan": "[Result of an earlier tool call]\n{content}",
        "no_beginning": "[The beginning of this conversation is missing.]",
    },
    fr={
        "no_result": "Aucun résultat : l'appel a été interrompu, ou son résultat a été perdu.",
        "orphan": "[Résultat d'un appel d'outil antérieur]\n{content}",
        "no_beginning": "[Le début de cette conversation manque.]",
    },
)


def repair(messages: tuple[Message, ...], language: Language = "en") -> tuple[Message, ...]:
    """`messages` if they are sound, else what can be sent in their place.

    Idempotent, and stable: what stands repaired stays the same when messages are added behind it
    (a stray result that comes with them apart), so that servers can keep their caches.
    """
    if is_sound(messages):
        return messages
    turns = _pair(_alternate(messages), language)
    if turns and turns[0].role == "assistant":
        turns.insert(0, _Turn("user", [TextBlock(TEXTS.text(language, "no_beginning"))]))
    return tuple(Message(turn.role, tuple(turn.content)) for turn in turns)


def is_sound(messages: tuple[Message, ...]) -> bool:
    """Whether the history can be sent as it is."""
    soundness = Soundness()
    return all(map(soundness.add, messages)) and soundness.is_complete


class Soundness:
    """Whether messages, added one by one, can be sent as they are; `ids` are those of the calls."""

    def __init__(self) -> None:
        self.ids: set[str] = set()
        self.has_images = False
        self._wanted: Role = "user"
        self._open_calls: set[str] = set()

    @property
    def is_complete(self) -> bool:
        """Whether every call has its result."""
        return not self._open_calls

    def add(self, message: Message) -> bool:
        """False when the message cannot stand here; nothing may be added then."""
        if message.role != self._wanted:
            return False
        self._wanted = "assistant" if self._wanted == "user" else "user"
        calls: set[str] = set()
        has_substance = False
        for block in message.content:
            if isinstance(block, ToolUseBlock):
                if message.role == "user" or block.id in self.ids or not block.id:
                    return False
                self.ids.add(block.id)
                calls.add(block.id)
                has_substance = True
            elif isinstance(block, ToolResultBlock):
                if block.tool_use_id not in self._open_calls:  # in the assistant's mouth, or twice
                    return False
                self._open_calls.discard(block.tool_use_id)
                has_substance = True
            else:
                self.has_images = self.has_images or isinstance(block, ImageBlock)
                has_substance = has_substance or _has_substance(block, message.role)
        if self._open_calls or not has_substance:
            return False
        self._open_calls = calls
        return True


def call_ids(messages: Iterable[Message]) -> set[str]:
    """The ids of all calls in a history, which a new call must not reuse."""
    return {
        block.id
        for message in messages
        for block in message.content
        if isinstance(block, ToolUseBlock)
    }


class _Turn:
    """A message in the making."""

    def __init__(self, role: Role, content: list[ContentBlock]) -> None:
        self.role: Role = role
        self.content = content


class _Call:
    """A call and the result found for it. `old_id` is the id it came with."""

    def __init__(self, old_id: str, new_id: str) -> None:
        self.old_id = old_id
        self.new_id = new_id
        self.result: ToolResultBlock | None = None

    def answer(self, language: Language) -> ToolResultBlock:
        if self.result is None:
            return ToolResultBlock(self.new_id, TEXTS.text(language, "no_result"), is_error=True)
        return msgspec.structs.replace(self.result, tool_use_id=self.new_id)


def _has_substance(block: ContentBlock, role: Role) -> bool:
    if isinstance(block, TextBlock):
        return bool(block.text) and not block.text.isspace()
    return isinstance(block, ImageBlock) and role == "user"


def _alternate(messages: tuple[Message, ...]) -> list[_Turn]:
    """Messages with something to send, neighbours of one role merged.

    A call in the user's mouth is nothing; a result in the assistant's is moved to the user, who
    follows.
    """
    turns: list[_Turn] = []
    for message in messages:
        moved: list[ContentBlock] = []
        kept: list[ContentBlock] = []
        for block in message.content:
            if isinstance(block, ToolResultBlock) and message.role == "assistant":
                moved.append(block)
            elif not (isinstance(block, ToolUseBlock) and message.role == "user"):
                kept.append(block)
        _add_turn(turns, message.role, kept)
        _add_turn(turns, "user", moved)
    return turns


def _add_turn(turns: list[_Turn], role: Role, content: list[ContentBlock]) -> None:
    if not any(
        isinstance(block, (ToolUseBlock, ToolResultBlock)) or _has_substance(block, role)
        for block in content
    ):
        return
    if turns and turns[-1].role == role:
        turns[-1].content.extend(content)
    else:
        turns.append(_Turn(role, content))


def _pair(turns: list[_Turn], language: Language) -> list[_Turn]:
    """Give every call its own id and its result; turns keep alternating."""
    pairing = _Pairing(language)
    rounds: list[tuple[_Turn, list[_Call]]] = []
    calls: list[_Call] = []
    for turn in turns:
        if turn.role == "assistant":
            calls = pairing.open_calls(turn)
            rounds.append((turn, []))
        else:
            pairing.take_results(turn, calls)
            rounds.append((turn, calls))
            calls = []
    rounds.append((_Turn("user", []), calls))
    paired: list[_Turn] = []
    for turn, answered in rounds:
        results = [call.answer(language) for call in answered]
        _add_turn(paired, turn.role, [*results, *turn.content])
    return paired


class _Pairing:
    """Matches results to calls by id: of the message before, else the nearest call still open."""

    def __init__(self, language: Language) -> None:
        self._language: Language = language
        self._ids: set[str] = set()
        self._waiting: defaultdict[str, list[_Call]] = defaultdict(list)
        self._said: defaultdict[str, set[str]] = defaultdict(set)

    def open_calls(self, turn: _Turn) -> list[_Call]:
        """The calls of an assistant's turn, renamed in it where their ids are taken or missing."""
        calls: list[_Call] = []
        for place, block in enumerate(turn.content):
            if isinstance(block, ToolUseBlock):
                call = _Call(block.id, unique_id(block.id, self._ids))
                self._ids.add(call.new_id)
                calls.append(call)
                if call.new_id != block.id:
                    turn.content[place] = msgspec.structs.replace(block, id=call.new_id)
        return calls

    def take_results(self, turn: _Turn, calls: list[_Call]) -> None:
        """Take the results out of a user's turn; `calls` are those of the message before it."""
        here: defaultdict[str, deque[_Call]] = defaultdict(deque)
        for call in calls:
            here[call.old_id].append(call)
        rest: list[ContentBlock] = []
        for block in turn.content:
            if not isinstance(block, ToolResultBlock):
                rest.append(block)
            elif here[block.tool_use_id]:
                self._settle(here[block.tool_use_id].popleft(), block)
            elif self._waiting[block.tool_use_id]:
                self._settle(self._waiting[block.tool_use_id].pop(), block)
            elif self._is_worth_keeping(block):
                rest.append(TextBlock(TEXTS.text(self._language, "orphan", content=block.content)))
        turn.content = rest
        for unanswered in here.values():
            for call in unanswered:
                self._waiting[call.old_id].append(call)

    def _settle(self, call: _Call, result: ToolResultBlock) -> None:
        call.result = result
        self._said[call.old_id].add(result.content)

    def _is_worth_keeping(self, result: ToolResultBlock) -> bool:
        blank = not result.content or result.content.isspace()
        return not (blank or result.is_error or result.content in self._said[result.tool_use_id])
