from pathlib import Path

import pytest

from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.saved import SavedSession

CASES = Path(__file__).resolve().parents[2] / "cases" / "sessions"


def said(role: str, text: str) -> Message:
    return Message(role, (TextBlock(text),))


def exchange(count: int) -> tuple[Message, ...]:
    return tuple(
        said("assistant" if place % 2 else "user", f"text {place}") for place in range(count)
    )


def session(name: str, *messages: Message, **fields) -> SavedSession:
    fields.setdefault("updated_at", "2026-12-01T10:00:00.000+01:00")
    return SavedSession(name, messages=messages, **fields)


@pytest.fixture
def folder(tmp_path) -> SessionFolder:
    made = SessionFolder(tmp_path / ".maia" / ".sessions")
    made.prepare()
    return made


@pytest.fixture
def write_case(folder):
    """Put a damaged journal where sessions live."""

    def write(case: str, file: str, name: str) -> None:
        data = (CASES / case / file).read_bytes()
        (folder.path / f"{name}.journal").write_bytes(data)

    return write
