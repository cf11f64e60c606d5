"""Looking sentences up."""

import pytest

from maia.i18n import Catalogue, Texts


@pytest.fixture
def table():
    texts = Texts(
        en={"plain": "as {it} stands", "filled": "{count} lines"},
        fr={"plain": "tel {it} quel", "filled": "{count} lignes"},
    )
    yield texts
    Texts.all_tables.remove(texts)


def test_a_text_follows_the_language_and_is_filled(table):
    assert table.text("en", "filled", count=3) == "3 lines"
    assert table.text("fr", "filled", count=3) == "3 lignes"


def test_a_text_without_values_keeps_its_braces(table):
    assert table.text("fr", "plain") == "tel {it} quel"


def test_each_language_has_its_sentence():
    assert Catalogue("en").text("error.unknown") == "Something went wrong."
    assert Catalogue("fr").text("error.unknown") == "Une erreur est survenue."


def test_an_unknown_key_is_an_error():
    with pytest.raises(KeyError):
        Catalogue("en").text("no.such.key")
