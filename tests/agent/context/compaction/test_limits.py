import pytest

from maia.agent.context.compaction.limits import threshold


@pytest.mark.parametrize(
    ("maximum", "limit"),
    [(200_000, 195_500), (4_501, 1), (4_500, None), (1_000, None), (None, None)],
)
def test_room_is_made_above_the_window_less_summary_and_margin(maximum, limit) -> None:
    assert threshold(maximum) == limit
