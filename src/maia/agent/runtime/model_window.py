"""How many tokens the model in use takes (spec 13.2), from whoever knows it best.

The server's own word first, then the setting `context`, then a small table, and only then the
model itself. A refusal that names the window is believed more than any of them.
"""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from maia.agent.context.maximum import QUESTION, QUESTION_SECONDS, known_maximum
from maia.agent.context.refusals import maximum_from_refusal
from maia.agent.context.token_numbers import PLAUSIBLE, parse_token_count
from maia.agent.contracts.errors import ContextTooLong
from maia.agent.contracts.events import Event, Notice
from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.contracts.model import ChatModel, ChatRequest, Failed, TextDelta
from maia.agent.runtime.selected_model import SelectedModel
from maia.i18n import Language

Source: TypeAlias = Literal["server", "setting", "table", "model", "refusal"]

_TOLD: dict[Source, str] = {
    "server": "notice.context_from_server",
    "setting": "notice.context_from_setting",
    "table": "notice.context_from_table",
    "model": "notice.context_from_model",
    "refusal": "notice.context_from_refusal",
}


@dataclass(slots=True)
class ModelWindow:
    """The window of each model, found out once. `asks` is false where nobody waits for a person.

    A model that is being asked while somebody gives up waiting (Ctrl+C) has an unknown window.
    """

    selected: SelectedModel
    language: Language
    setting: int | None
    emit: Callable[[Event], None]
    asks: bool = True
    _known: dict[str, int | None] = field(default_factory=dict[str, int | None])
    _finding: asyncio.Lock = field(default_factory=asyncio.Lock)
    _question: asyncio.Task[int | None] | None = None

    @property
    def known(self) -> int | None:
        """What is known by now of the model in use; nobody is asked."""
        return self._known.get(self.selected.model)

    async def find(self) -> int | None:
        """The window of the model in use; None when nobody knows. The first time it is told.

        Never raises. Cancelled before the model was asked, it is looked for again next time;
        cancelled while it is asked, whoever asks, the question is abandoned.
        """
        try:
            await self._finding.acquire()
        except asyncio.CancelledError:
            if self._question is not None:
                self._question.cancel()
            raise
        try:
            return await self._find(self.selected.chosen)
        finally:
            self._finding.release()

    async def _find(self, chosen: ChatModel) -> int | None:
        model = chosen.model
        if model in self._known:
            return self._known[model]
        found = await self._look(chosen)
        if found is None and chosen is self.selected.chosen:  # else it was closed meanwhile
            self._unknown(model)
        if found is None:
            return None
        size, source = found
        self._known[model] = size
        if self.asks:
            self._tell(model, size, source)
        return size

    def learn(self, refusal: ContextTooLong) -> int | None:
        """What a refusal says of the window, kept; None when it says nothing new."""
        size = maximum_from_refusal(str(refusal.values.get("body", "")))
        model = self.selected.model
        if size is None or size == self._known.get(model):
            return None
        self._known[model] = size
        self._tell(model, size, "refusal")
        return size

    def _tell(self, model: str, size: int, source: Source) -> None:
        values: dict[str, str | int] = {"model": model, "size": size}
        self.emit(Notice(_TOLD[source], "info", values))

    def _unknown(self, model: str) -> None:
        self._known[model] = None
        if self.asks:
            self.emit(Notice("notice.context_unknown", values={"model": model}))

    async def _look(self, chosen: ChatModel) -> tuple[int, Source] | None:
        facts = await chosen.facts()
        said = facts.max_input_tokens
        if said is not None and said in PLAUSIBLE:
            return said, "server"
        if self.setting is not None:
            return self.setting, "setting"
        known = known_maximum(chosen.model)
        if known is not None:
            return known, "table"
        asked = await self._ask(chosen) if self.asks else None
        return None if asked is None else (asked, "model")

    async def _ask(self, chosen: ChatModel) -> int | None:
        """What the model says; None when the question is abandoned. It is not put a second time."""
        self._question = asyncio.create_task(self._answer(chosen))
        try:
            return await self._question
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                self._unknown(chosen.model)
                raise
            return None
        finally:
            self._question = None

    async def _answer(self, chosen: ChatModel) -> int | None:
        """Ask the model itself; its answer may be wrong, and is better than nothing."""
        question = Message("user", (TextBlock(QUESTION.text(self.language, "maximum")),))
        said: list[str] = []
        try:
            async with asyncio.timeout(QUESTION_SECONDS):
                chat = chosen.chat(ChatRequest("", (question,)))
                async with aclosing(chat) as events:
                    async for event in events:
                        if isinstance(event, TextDelta):
                            said.append(event.text)
                        if isinstance(event, Failed):
                            return None
        except TimeoutError:
            return None
        return parse_token_count("".join(said))
