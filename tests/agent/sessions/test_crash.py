"""`kill -9` at any instant loses nothing that was complete."""

import itertools
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.agent.sessions.crash_writer import states

from maia.agent.sessions.library import SessionFolder

WRITER = Path(__file__).with_name("crash_writer.py")
ROUNDS = 20


def one_round(folder: SessionFolder, seed: int) -> None:
    chance = random.Random(seed)
    with subprocess.Popen(
        [sys.executable, str(WRITER), str(folder.path), str(seed)],
        stdout=subprocess.PIPE,
        bufsize=0,
    ) as child:
        assert child.stdout.readline() == b"begun\n"
        time.sleep(chance.uniform(0, 0.05))
        os.kill(child.pid, signal.SIGKILL)
        told = child.stdout.read().count(b"\n")
    messages = folder.load("s").session.messages if folder.names() else ()
    known = [(), *(state for _, state in itertools.islice(states(seed), told + 1))]
    # The last that was told, or the one after it, whose end nobody was told of.
    assert messages in known[told : told + 2], f"seed {seed}, {told} told"
    assert folder.list().skipped == ()
    if folder.names():
        folder.delete("s")


def test_every_completed_message_is_there_after_a_kill(folder) -> None:
    for seed in range(ROUNDS):
        one_round(folder, seed)


@pytest.mark.crash
def test_every_completed_message_is_there_after_two_hundred_kills(folder) -> None:
    for seed in range(1000, 1200):
        one_round(folder, seed)
