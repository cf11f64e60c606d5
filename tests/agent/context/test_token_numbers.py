import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from maia.agent.context.token_numbers import PLAUSIBLE, parse_token_count


@pytest.mark.parametrize(
    "text",
    [
        "",
        "I do not know.",
        "999",
        "100 000 001",
        "12",
        "0",
        "9" * 6_000,
        "9" * 200_000,
        "1 billion",
        "1.500.000k",
        "3.5B",
        "llama-3.1-405B",
        "128kb",
        "1 MB",
        "a128000",
        "128000x",
        "1.5",
        "2024-08-06",
        "99,5 %",
        "1" + "k" * 5_000,
    ],
)
def test_no_plausible_size(text):
    assert parse_token_count(text) is None


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("128000", 128_000),
        ("128 000 tokens", 128_000),
        ("128\u00a0000", 128_000),
        ("128\u202f000 tokens", 128_000),
        ("131,072", 131_072),
        ("1.000.000", 1_000_000),
        ("1,048,576", 1_048_576),
        ("1 048 576", 1_048_576),
        ("1'000'000", 1_000_000),
        ("128_000", 128_000),
        ("128.000", 128_000),
        ("128,000.00", 128_000),
        ("128000.0", 128_000),
        ("200k", 200_000),
        ("200K", 200_000),
        ("200 K", 200_000),
        ("200 k tokens", 200_000),
        ("200k-token", 200_000),
        ("200ktokens", 200_000),
        ("1M", 1_000_000),
        ("1m", 1_000_000),
        ("1.05M", 1_050_000),
        ("1,05 M", 1_050_000),
        ("1,048M", 1_048_000),
        ("1,050k", 1_050_000),
        ("1.024k", 1_024),
        ("1 500k", 1_500_000),
        ("0,5 million", 500_000),
        ("1,5 million", 1_500_000),
        ("2 millions", 2_000_000),
        ("2 millions de tokens.", 2_000_000),
        ("200 mille", 200_000),
        ("100 thousand", 100_000),
        ("128000tokens", 128_000),
        ("**128000**", 128_000),
        ("La taille est de 128000.", 128_000),
        ("(200,000)", 200_000),
        ("=32768;", 32_768),
        ("1000", 1_000),
        ("100 000 000", 100_000_000),
    ],
)
def test_all_ways_to_write_a_size(text, tokens):
    assert parse_token_count(text) == tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("200k, that is 204800", 200_000),
        ("32k, or 128k when extended", 128_000),
        ("8192 in, 128000 in all", 128_000),
        ("gpt-4o-2024-08-06: 128000", 128_000),
        ("3000k k, but 5k output", 3_000_000),
        ("Llama 3.1 70B: 131072", 131_072),
        ("5k of 900 000 000k", 5_000),
    ],
)
def test_a_value_with_a_unit_wins_else_the_largest(text, tokens):
    assert parse_token_count(text) == tokens


sizes = st.integers(PLAUSIBLE.start, PLAUSIBLE.stop - 1)
around = st.sampled_from(["", "tokens", "(", ".", ", ", " exactly ", "\n", "é"])


@settings(max_examples=200)
@given(sizes, st.sampled_from(["", " ", ",", ".", "\u00a0", "\u202f", "_", "'"]), around, around)
def test_any_size_is_read_back(size, between, before, after):
    written = f"{size:,}".replace(",", between)
    assert parse_token_count(f"{before} {written} {after}") == size


@settings(max_examples=200)
@given(st.integers(1, 99_999), sizes, st.sampled_from(["k", "K", " k", " mille"]))
def test_a_unit_wins_over_any_size_without(thousands, size, unit):
    assert parse_token_count(f"{size} {thousands}{unit}") == thousands * 1_000 or size < 1_000


@settings(max_examples=200)
@given(st.text(alphabet="0123456789.,kKmM _-'\u00a0tokens", max_size=40))
def test_whatever_is_written_the_size_is_plausible_or_none(text):
    found = parse_token_count(text)
    assert found is None or found in PLAUSIBLE
