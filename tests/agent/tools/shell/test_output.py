import asyncio

from hypothesis import given
from hypothesis import strategies as st

from maia.agent.tools.shell.output import LIVE_LIMIT, CommandOutputStream, OutputBuffer

MARK = " characters left out ...]\n"


@given(st.lists(st.text(max_size=400)), st.integers(100, 200).map(lambda half: half * 4))
def test_a_text_within_the_limit_is_whole_and_a_longer_one_keeps_its_ends(pieces, limit):
    buffer = OutputBuffer(limit)
    for piece in pieces:
        buffer.append(piece)
    whole, kept = "".join(pieces), buffer.take("en")
    if len(whole) <= limit:
        assert kept == whole
    else:
        assert len(kept) <= limit
        head, _, rest = kept.partition("\n[... ")
        count, mark, tail = rest.partition(MARK)
        assert mark
        assert whole.startswith(head)
        assert whole.endswith(tail)
        assert len(head) + int(count) + len(tail) == len(whole)


def test_what_is_kept_does_not_grow():
    buffer = OutputBuffer(1000)
    for _ in range(100_000):
        buffer.append("x")
    assert len(buffer._tail) + len(buffer._head) <= 1001
    buffer.append("y" * 1_000_000)
    assert sum(map(len, buffer._tail)) <= 1000


def test_taking_begins_anew():
    buffer = OutputBuffer()
    buffer.append("one")
    assert buffer.take("en") == "one"
    assert buffer.take("en") == ""
    buffer.append("two")
    assert buffer.take("en") == "two"


async def shown(*pieces: bytes, pause: float = 0.15) -> list[str]:
    live: list[str] = []
    stream = CommandOutputStream(live.append)
    for piece in pieces:
        stream.receive(piece)
        await asyncio.sleep(pause)
    stream.finish()
    return live


async def test_many_small_pieces_are_shown_together():
    live = await shown(*[b"line\n"] * 50, pause=0)
    assert "".join(live) == "line\n" * 50
    assert len(live) < 5


async def test_a_rewritten_line_is_shown_again_on_a_line_of_its_own():
    live = await shown(b"10%", b"\r50%", b"\r100%\n", b"done\n")
    assert "".join(live) == "10%\n100%\ndone\n"


async def test_a_fast_command_is_skipped_through():
    live = await shown(b"x" * 79 + b"\n", b"y\n" * 100_000, pause=0)
    assert sum(map(len, live)) <= LIVE_LIMIT + 10
    assert live[-1].endswith("\n…\n")


async def test_nothing_is_shown_after_the_end():
    live: list[str] = []
    stream = CommandOutputStream(live.append)
    stream.receive(b"part")
    stream.finish()
    stream.finish()
    await asyncio.sleep(0.2)
    assert live == ["part"]
