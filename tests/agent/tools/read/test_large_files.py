from hypothesis import given
from hypothesis import strategies as st

from maia.agent.tools.read.large_files import _Collector


@given(
    st.binary(max_size=60).map(lambda data: data.replace(b"x", b"\n")),
    st.integers(1, 8),
    st.integers(1, 8),
    st.integers(1, 7),
)
def test_any_cut_into_blocks_gives_the_same_lines(
    data: bytes, first: int, count: int, block: int
) -> None:
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    collector = _Collector(first, count)
    at_end = all(collector.take(data[i : i + block]) for i in range(0, len(data), block))
    found = collector.finished(at_end=at_end)
    assert [line.data for line in found.lines] == lines[first - 1 : first - 1 + count]
    if at_end:
        assert found.counted == len(lines)
