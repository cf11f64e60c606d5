"""A conversation with a scripted server, driven to the end of each thing it does."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from maia.agent.contracts.events import ContinuationAsked, Event, Notice, PermissionAsked
from maia.agent.contracts.operations import Answer, Operation, Submit
from maia.agent.permissions.rules import read_rules
from maia.agent.runtime.assembly import Place, open_conversation, session_folder
from maia.agent.runtime.conversation import Conversation
from maia.agent.runtime.rule_files import LoadedRules
from maia.agent.runtime.settings import Settings
from maia.agent.sessions.library import SessionFolder
from maia.testing.model_server import ModelServer

RULES = {"allow": ["Read", "Write", "Bash", "Redirect"], "ask": ["TodoWrite"]}


@dataclass(slots=True)
class Talk:
    """A conversation, and what a test wants to know of it."""

    conversation: Conversation
    launch_folder: Path

    async def do(self, operation: Operation) -> list[Event]:
        """Take it up and wait for its end; all that was told by then."""
        await self.conversation.submit(operation)
        return await self.told()

    async def ask(self, text: str = "go") -> list[Event]:
        """A request, to its end."""
        return await self.do(Submit(text))

    async def told(self) -> list[Event]:
        """What was told and not yet read, once nothing runs any more."""
        async with asyncio.timeout(20):
            await self.conversation.idle()
        events: list[Event] = []
        while self.conversation.has_events:
            events.append(await self.conversation.next_event())
        return events

    async def until(self, *kinds: type) -> list[Event]:
        """What is told up to an event of one of these kinds."""
        seen: list[Event] = []
        async with asyncio.timeout(20):
            while not (seen and isinstance(seen[-1], kinds)):
                seen.append(await self.conversation.next_event())
        return seen

    async def until_question(self) -> list[Event]:
        """What is told up to a question."""
        return await self.until(PermissionAsked, ContinuationAsked)

    async def answer(self, question: Any, answer: Any) -> list[Event]:
        """Answer it; all that was told by the end."""
        return await self.do(Answer(question.question_id, answer))

    async def tokens(self) -> int:
        """What the context takes now."""
        return await self.conversation.parts.room.compactor.tokens()

    @staticmethod
    def notices(events: list[Event]) -> list[str]:
        """The keys of what was said beside the conversation."""
        return [event.key for event in events if isinstance(event, Notice)]

    @property
    def sessions(self) -> SessionFolder:
        """The sessions on the disk, whoever holds them."""
        return session_folder(self.launch_folder)

    @property
    def texts(self) -> list[str]:
        """The texts of the conversation, in order."""
        messages = self.conversation.state.messages
        return [getattr(block, "text", "") for message in messages for block in message.content]


OpenTalk: TypeAlias = Callable[..., Talk]


@pytest.fixture
def settings(model_server: ModelServer) -> Settings:
    return Settings(
        url=model_server.url,
        chat_path="/v1/chat/completions",
        models_path="/v1/models",
        api_key=None,
        model=None,
        max_iterations=None,
        max_output_tokens=None,
        language=None,
        env={},
        rule_files=LoadedRules(read_rules(RULES, "test")),
    )


@pytest.fixture
async def open_talk(settings: Settings, tmp_path: Path, home: Path):
    opened: list[Conversation] = []

    def make(*, folder: Path = tmp_path, model: str = "scripted-model", **values: Any) -> Talk:
        attended = values.pop("attended", True)
        place = Place(home, folder, "en", attended=attended)
        opened.append(open_conversation(replace(settings, **values), place, model))
        return Talk(opened[-1], folder)

    yield make
    for conversation in opened:
        await conversation.close()


@pytest.fixture
def talk(open_talk: OpenTalk) -> Talk:
    return open_talk()
