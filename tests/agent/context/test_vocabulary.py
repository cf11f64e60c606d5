import hashlib
import lzma

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.context import vocabulary as room
from maia.agent.context.vocabulary import load_vocabulary, slices, vocabulary


@pytest.fixture(scope="module")
def words():
    return vocabulary()


def test_the_file_of_the_distribution_is_the_one_tiktoken_expects():
    data = lzma.decompress(room.VOCABULARY_FILE.read_bytes())
    assert hashlib.sha256(data).hexdigest() == room.VOCABULARY_SHA256


def test_its_licence_lies_beside_it():
    text = room.VOCABULARY_FILE.with_name("o200k_base.LICENSE.txt").read_text("utf-8")
    assert "MIT License" in text
    assert "OpenAI" in text


def test_pattern_and_special_tokens_are_those_of_tiktoken(monkeypatch):
    from tiktoken_ext import openai_public

    monkeypatch.setattr(openai_public, "load_tiktoken_bpe", lambda *_, **__: {})
    theirs = openai_public.o200k_base()
    assert theirs["pat_str"] == room._PATTERN
    assert theirs["special_tokens"] == room._SPECIAL


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("hello world", 2),
        ("Bonjour à tous", 3),
        ("12345678", 3),
        (" " * 100, 2),
    ],
)
def test_known_counts(words, text, tokens):
    assert words.count(text) == tokens


def test_what_looks_like_a_special_token_is_text(words):
    assert words.count("<|endoftext|>") > 1


def test_a_lone_surrogate_counts_as_the_replacement_character(words):
    assert words.count("a \ud83d b") == words.count("a \ufffd b")


@pytest.mark.parametrize("character", ["a", "\n", " ", "\t", "-", "é", "\u00a0", "😀"])
def test_a_million_of_one_character_is_counted(words, character):
    tokens = words.count(character * 1_000_000)
    assert 1_000 < tokens <= 1_000_000


@pytest.mark.parametrize("text", ["", "abc", "a\nb\n\n  c\n/d\r\nx" * 9, "x" * 50])
def test_slices_are_the_text(text):
    pieces = list(slices(text, 10))
    assert "".join(pieces) == text
    assert all(len(piece) <= 10 for piece in pieces)


@settings(max_examples=200)
@given(
    st.lists(
        st.sampled_from(
            ["a", "Zoé", " ", "\t", "\n", "\r\n", "/", ".", "1", "}", "\u0301", "\x1f"]
        ),
        max_size=60,
    )
)
def test_a_cut_after_a_line_changes_no_count(words, pieces):
    text = "".join(pieces)
    cuts = list(slices(text, 20))
    if all(piece.endswith("\n") for piece in cuts[:-1]):
        assert sum(map(words.count, cuts)) == words.count(text)


def test_a_long_text_of_lines_is_counted_exactly(words, monkeypatch):
    text = "def f(x):\n    return x  # été\n\n" * 300
    whole = words.count(text)
    monkeypatch.setattr(room, "SLICE_CHARACTERS", 100)
    assert words.count(text) == whole


async def test_there_is_one_vocabulary_in_a_process():
    assert await load_vocabulary() is vocabulary()
