import pytest
from prompt_toolkit.formatted_text import fragment_list_to_text

from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.screen.choosing import WINDOW_ROWS, ChoiceList
from maia.facades.repl.screen.widths import width_of
from maia.i18n import Catalogue

MANY = [Choice(f"model-{number}", "detail") for number in range(30)]


def choices(options=MANY, **options_of_list):
    return ChoiceList(Catalogue("en"), "Model", options, **options_of_list)


def seen(listed, columns=60, room=20):
    return [fragment_list_to_text(row) for row in listed.draw(columns, room)]


async def test_labels_details_and_title_are_made_harmless():
    listed = ChoiceList(Catalogue("en"), "A\x1b[2J\nB", [Choice("x\x07\ny", "z\u202e")])
    assert seen(listed)[:2] == ["A B", "❯ x\\x07 y  z\\u202e"]


async def test_ten_options_are_seen_at_a_time_and_the_window_follows():
    listed = choices()
    assert len(seen(listed)) == WINDOW_ROWS + 2
    listed.move(12)
    rows = seen(listed)
    assert rows[0] == "Model 13/30"
    assert rows[10].startswith("❯ model-12")
    listed.move(-5)
    assert seen(listed)[5].startswith("❯ model-7")
    listed.move(-(10**9))
    assert seen(listed)[1].startswith("❯ model-0")


async def test_the_start_is_seen_and_may_be_out_of_range():
    assert any(row.startswith("❯ model-25") for row in seen(choices(start=25)))
    listed = choices(start=99)
    listed.enter()
    assert await listed.future == 29


async def test_enter_takes_the_current_one():
    listed = choices()
    listed.move(2)
    listed.enter()
    assert await listed.future == 2


async def test_a_filter_finds_words_in_label_and_detail_and_keeps_the_place():
    listed = choices([Choice("Alpha", "old"), Choice("beta", "NEW"), Choice("gamma", "new")])
    listed.move(2)
    listed.is_filtering = True
    listed.type("new")
    assert seen(listed)[1:3] == ["  beta  NEW", "❯ gamma  new"]
    assert seen(listed)[-1] == "/new▏"
    listed.enter()
    assert await listed.future == 2


async def test_a_filter_without_match_takes_nothing():
    listed = choices()
    listed.type("nothing like it")
    assert "Nothing matches." in seen(listed)
    listed.enter()
    assert not listed.future.done()


async def test_escape_leaves_the_filter_first_and_the_list_then():
    listed = choices()
    listed.type("12")
    listed.escape()
    assert not listed.future.done()
    assert seen(listed)[0] == "Model 13/30"
    listed.escape()
    assert await listed.future is None


async def test_erasing_an_empty_filter_ends_it():
    listed = choices()
    listed.is_filtering = True
    listed.type("1")
    listed.erase()
    assert listed.is_filtering
    listed.erase()
    assert not listed.is_filtering


async def test_ticks_go_on_and_off():
    listed = choices(chosen=frozenset({1}))
    listed.tick()
    listed.move(1)
    listed.tick()
    listed.move(1)
    listed.tick()
    assert seen(listed)[1:4] == [
        "  [x] model-0  detail",
        "  [ ] model-1  detail",
        "❯ [x] model-2  detail",
    ]
    listed.enter()
    assert await listed.future == frozenset({0, 2})


async def test_enter_in_the_filter_of_a_list_of_ticks_only_ends_typing():
    listed = choices(chosen=frozenset())
    listed.is_filtering = True
    listed.type("7")
    listed.enter()
    assert not listed.future.done()
    listed.tick()
    listed.enter()
    assert await listed.future == frozenset({7})


@pytest.mark.parametrize("columns", [10, 11, 25, 300])
@pytest.mark.parametrize("room", [1, 2, 3, 7, 40])
async def test_it_fits_any_place(columns, room):
    wide = [Choice("日本語" * 9, "説明👩‍🚀" * 9) for _ in range(30)]
    for listed in (choices(wide), choices(wide, chosen=frozenset({0}))):
        rows = seen(listed, columns, room)
        assert 1 <= len(rows) <= room
        assert all(width_of(row) <= columns for row in rows)
