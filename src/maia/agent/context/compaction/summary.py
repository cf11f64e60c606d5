"""Asking the model for the summary of a conversation (spec 14.2, 14.5).

The conversation is sent as it is; where that does not fit, with its tool results cut down; where
that does not fit either, as text in slices, each summarised together with the summary so far. So
neither a window that is too small nor one that is unknown leaves a conversation that cannot go on.
"""

from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, replace

from maia.agent.context.compaction.limits import (
    EMERGENCY_TOOL_RESULT_CHARS,
    SMALLEST_SLICE_CHARS,
    SMALLEST_TOOL_RESULT_CHARS,
    SUMMARY_TOKENS,
)
from maia.agent.context.compaction.shrinking import shrink_tool_results, slices, transcript
from maia.agent.context.compaction.texts import TEXTS
from maia.agent.contracts.errors import CompactionFailed, ContextTooLong, ModelError, StreamCut
from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.contracts.model import ChatModel, ChatRequest, Done, Failed, TextDelta, Usage
from maia.agent.contracts.tools import ToolSpec
from maia.i18n import Language

_CHARACTERS_A_TOKEN = 3
"""At least so many in ordinary text: a slice made by it fits, or is halved when it is refused."""


@dataclass(frozen=True, slots=True)
class History:
    """What is to be summarised, as the model knows it."""

    system: str
    messages: tuple[Message, ...]
    tools: tuple[ToolSpec, ...] = ()
    pending: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Summary:
    """The summary; `cut` when the output limit ended it before its end."""

    text: str
    cut: bool = False


@dataclass(frozen=True, slots=True)
class Summariser:
    """Asks `model`. `fits` says whether a request is known to be small enough.

    `maximum` is the model's window where it is known; `on_usage` is told what each request cost.
    """

    model: ChatModel
    language: Language
    fits: Callable[[ChatRequest], Awaitable[bool]]
    maximum: int | None = None
    on_usage: Callable[[Usage], None] = lambda _usage: None

    async def summarise(self, history: History, *, emergency: bool = False) -> Summary:
        """The summary of `history`. Raises CompactionFailed; cancelling it changes nothing."""
        for request in self._requests(history, emergency=emergency):
            if await self.fits(request):
                try:
                    return await self._ask(request)
                except ContextTooLong:
                    continue
        return await self._in_slices(history)

    def _requests(self, history: History, *, emergency: bool) -> tuple[ChatRequest, ...]:
        limits = (EMERGENCY_TOOL_RESULT_CHARS, SMALLEST_TOOL_RESULT_CHARS)
        shrunk = [
            replace(history, messages=shrink_tool_results(history.messages, limit, self.language))
            for limit in limits
        ]
        tried = shrunk if emergency else [history, *shrunk]
        return tuple(self._request(each) for each in tried)

    def _request(self, history: History) -> ChatRequest:
        prompt = "\n\n".join([*history.pending, TEXTS.text(self.language, "prompt")])
        messages = list(history.messages)
        if messages and messages[-1].role == "user":
            last = messages.pop()
            messages.append(Message("user", (*last.content, TextBlock(prompt))))
        else:
            messages.append(Message("user", (TextBlock(prompt),)))
        system = f"{history.system}\n\n{TEXTS.text(self.language, 'no_tools')}"
        return ChatRequest(system, tuple(messages), history.tools, SUMMARY_TOKENS)

    async def _in_slices(self, history: History) -> Summary:
        shrunk = shrink_tool_results(history.messages, SMALLEST_TOOL_RESULT_CHARS, self.language)
        text = "\n\n".join([transcript(shrunk, self.language), *history.pending])
        size = max(SMALLEST_SLICE_CHARS, min(self._slice_size(text), len(text)))
        summary: Summary | None = None
        while summary is None:
            try:
                summary = await self._read(slices(text, size))
            except ContextTooLong as error:
                if size <= SMALLEST_SLICE_CHARS:
                    raise CompactionFailed("compaction.refused") from error
                size = max(SMALLEST_SLICE_CHARS, size // 2)
        return summary

    def _slice_size(self, text: str) -> int:
        if self.maximum is None:
            return len(text) // 2 + 1
        return (self.maximum - 2 * SUMMARY_TOKENS) * _CHARACTERS_A_TOKEN // 2

    async def _read(self, pieces: tuple[str, ...]) -> Summary:
        """The summary of all pieces, each read together with the summary of those before."""
        summary = Summary("")
        for number, piece in enumerate(pieces, start=1):
            before = (
                TEXTS.text(self.language, "slice_before", summary=summary.text)
                if summary.text
                else ""
            )
            asked = TEXTS.text(
                self.language,
                "slice",
                number=number,
                total=len(pieces),
                before=before,
                text=piece,
                prompt=TEXTS.text(self.language, "prompt"),
            )
            system = TEXTS.text(self.language, "no_tools")
            request = ChatRequest(
                system, (Message("user", (TextBlock(asked),)),), (), SUMMARY_TOKENS
            )
            summary = await self._ask(request)
        return summary

    async def _ask(self, request: ChatRequest) -> Summary:
        """One answer. Raises ContextTooLong, and CompactionFailed for all else that goes wrong."""
        text: list[str] = []
        error: ModelError | None = StreamCut(url="")
        cut = False
        async with aclosing(self.model.chat(request)) as events:
            async for event in events:
                match event:
                    case TextDelta(piece):
                        text.append(piece)
                    case Usage():
                        self.on_usage(event)
                    case Done(stop_reason, output_cut):
                        error, cut = None, output_cut or stop_reason == "max_tokens"
                    case Failed(failure):
                        error = failure
                    case _:  # a call, in spite of the instruction: it is not run
                        continue
        if isinstance(error, ContextTooLong):
            raise error
        if error is not None:
            raise CompactionFailed(error.key, **error.values)
        summary = "".join(text).strip()
        if not summary:
            raise CompactionFailed("compaction.empty")
        return Summary(summary, cut)
