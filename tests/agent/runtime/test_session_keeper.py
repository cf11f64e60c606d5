"""Whatever happens to a conversation, what is on the disk is what it holds."""

import shutil
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.loop.state import ConversationState, Snapshot
from maia.agent.runtime.session_keeper import Contents, SessionKeeper
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.names import next_compacted_name

TEXTS = st.text(max_size=5)
NAMES = st.sampled_from(["a", "A", "b", "a__1", "é"])


class KeptConversation(RuleBasedStateMachine):
    """One conversation and its keeper; after each step, the power may fail."""

    @initialize()
    def begin(self) -> None:
        self.place = Path(tempfile.mkdtemp())
        self.folder = SessionFolder(self.place / "sessions")
        self.folder.prepare()
        self.state = ConversationState()
        self.start_context: str | None = None
        self.said: list[Any] = []
        self.keeper = SessionKeeper(self.folder, "/w", self.said.append, self.contents)
        self.state.listener = self.keeper
        self.earlier = [Snapshot()]

    def contents(self) -> Contents:
        snapshot = self.state.snapshot()
        return Contents(snapshot.messages, snapshot.pending_context, self.start_context, "model")

    @rule(text=TEXTS, answered=st.booleans())
    def ask(self, text: str, *, answered: bool) -> None:
        self.earlier.append(self.state.snapshot())
        self.state.add_request(text)
        if answered:
            self.state.add_assistant_blocks((TextBlock(text),))

    @rule(text=TEXTS)
    def run_command(self, text: str) -> None:
        self.state.add_pending(text)

    @rule(text=TEXTS)
    def interrupt(self, text: str) -> None:
        before = self.state.snapshot()
        self.state.add_request(text)
        self.state.add_assistant_blocks((TextBlock(text),))
        self.state.restore(before)
        self.keeper.effects((text,), ())
        self.state.add_pending(text)

    @rule(text=st.text(min_size=1, max_size=5))
    def compact(self, text: str) -> None:
        if self.state.messages:
            self.keeper.save()
            self.start_context = text
            self.take(Snapshot())
            self.keeper.compacted(next_compacted_name(self.keeper.name))

    @rule(data=st.data())
    def go_back(self, data: st.DataObject) -> None:
        place = data.draw(st.integers(0, len(self.earlier) - 1))
        del self.earlier[place + 1 :]  # what came after is no part of the conversation any more
        self.state.restore(self.earlier[place])

    @rule()
    def take_the_compaction_back(self) -> None:
        self.start_context = None
        self.state.take(self.earlier[-1])
        self.keeper.rewritten()

    @rule()
    def clear(self) -> None:
        self.keeper.save()
        self.start_context = None
        self.take(Snapshot())
        self.keeper.rewritten()

    @rule(name=NAMES)
    def rename(self, name: str) -> None:
        self.keeper.rename(name)

    @rule()
    def save(self) -> None:
        self.keeper.save()

    @rule()
    def begin_another(self) -> None:
        self.keeper.leave()
        self.keeper.begin()
        self.start_context = None
        self.take(Snapshot())

    @rule(data=st.data())
    def load(self, data: st.DataObject) -> None:
        self.keeper.save()
        names = self.folder.names()
        if names:
            loaded = self.folder.load(data.draw(st.sampled_from(names)))
            session = loaded.session
            assert not loaded.damage
            is_present_one = session.name == self.keeper.name
            self.keeper.adopt(session)
            self.start_context = session.start_context
            self.take(Snapshot(session.messages, session.pending_context))
            if loaded.unfinished or is_present_one:
                self.keeper.rewritten()

    def take(self, snapshot: Snapshot) -> None:
        self.state.take(snapshot)
        self.earlier = [snapshot]

    @invariant()
    def nothing_is_wrong(self) -> None:
        assert self.said == []
        assert self.keeper.folder is self.folder

    @invariant()
    def what_was_said_survives_a_failing_power(self) -> None:
        if not (self.state.messages or self.start_context is not None):
            return
        copy = self.place / "copy"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.folder.path, copy)
        loaded = SessionFolder(copy).load(self.keeper.name)
        snapshot = self.state.snapshot()
        assert loaded.session.messages == snapshot.messages
        assert loaded.session.pending_context == snapshot.pending_context
        assert loaded.session.start_context == self.start_context
        assert not loaded.damage

    def teardown(self) -> None:
        if hasattr(self, "keeper"):
            self.keeper.leave()
            contents = self.contents()
            if contents.messages or contents.start_context is not None:
                loaded = self.folder.load(self.keeper.name)
                assert not loaded.unfinished
                assert loaded.session.messages == contents.messages
            shutil.rmtree(self.place)


TestKeptConversation = KeptConversation.TestCase
TestKeptConversation.settings = settings(max_examples=60, stateful_step_count=15, deadline=None)


def test_messages_of_a_conversation_that_was_never_kept_cost_nothing(tmp_path: Path) -> None:
    state = ConversationState()
    keeper = SessionKeeper(
        None, "/w", lambda _event: None, lambda: Contents(tuple(state.messages), (), None, "model")
    )
    state.listener = keeper
    state.add_request("hi")
    state.add_assistant_blocks((TextBlock("hello"),))
    keeper.compacted("other")
    keeper.leave()
    assert keeper.name == "other"
    assert state.messages == [
        Message("user", (TextBlock("hi"),)),
        Message("assistant", (TextBlock("hello"),)),
    ]
    assert list(tmp_path.iterdir()) == []
