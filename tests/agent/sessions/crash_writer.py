"""The process that `test_crash.py` kills: it records, tells, and goes on until it is gone."""

import random
import sys
from collections.abc import Iterator
from pathlib import Path

from maia.agent.contracts.messages import Message, TextBlock
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.saved import SavedSession

State = tuple[Message, ...]


def states(seed: int) -> Iterator[tuple[str, State]]:
    """What is done, and what the conversation then is: messages, merges, rollbacks, saves."""
    chance = random.Random(seed)
    messages: list[Message] = []
    while True:
        step = chance.choice(["message"] * 6 + ["merge", "cut", "save"])
        if step == "message" or not messages:
            step = "message"
            text = f"{len(messages)} " + "é" * chance.randrange(6000)
            role = "assistant" if len(messages) % 2 else "user"
            messages.append(Message(role, (TextBlock(text=text),)))
        elif step == "merge":
            last, more = messages[-1], TextBlock(text=f"{chance.random()}")
            messages[-1] = Message(last.role, (*last.content, more))
        elif step == "cut":
            del messages[chance.randrange(1, len(messages) + 1) :]
        yield step, tuple(messages)


def write(path: Path, seed: int) -> None:
    writer = SessionFolder(path).create("s")
    tell("begun")
    for number, (step, messages) in enumerate(states(seed)):
        if step in ("message", "merge"):
            writer.record_message(len(messages) - 1, messages[-1])
        elif step == "cut":
            writer.record_cut(len(messages), messages[-1])
        else:
            writer.save(SavedSession("s", messages=messages))
        tell(number)


def tell(what: object) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    write(Path(sys.argv[1]), int(sys.argv[2]))
