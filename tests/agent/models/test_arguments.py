import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.agent.contracts.model import ArgumentProblem
from maia.agent.models.arguments import MAX_DEPTH, JsonExtent, parse_arguments


@pytest.mark.parametrize("raw", ["", "  \n", "null", " null ", '"null"', '""', "{}", '"{}"'])
def test_nothing_said_is_no_arguments(raw):
    assert parse_arguments(raw) == ({}, None)


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ("{", ArgumentProblem.CUT),
        ('{"a": "b', ArgumentProblem.CUT),
        ('{"a": "b\\"}', ArgumentProblem.CUT),
        ('{"a": [1, {"b": 2}', ArgumentProblem.CUT),
        ('"{\\"a\\": 1', ArgumentProblem.CUT),
        ('"{\\"a\\": 1"', ArgumentProblem.CUT),
        ("{'a': 1}", ArgumentProblem.NOT_JSON),
        ("ls -la", ArgumentProblem.NOT_JSON),
        ('{"a":1}{"a":2}', ArgumentProblem.NOT_JSON),
        ('{"a":1}{"a":1}x', ArgumentProblem.NOT_JSON),
        ('{"a":1}}', ArgumentProblem.NOT_JSON),
        ('{"a":1}"{"', ArgumentProblem.NOT_JSON),
        ("7 7", ArgumentProblem.NOT_JSON),
        ("[1][1]", ArgumentProblem.NOT_JSON),
        ('{"a": Infinity}', ArgumentProblem.NOT_JSON),
        ('{"a": 1e999}', ArgumentProblem.NOT_JSON),
        ('{"a": ' + "9" * 5000 + "}", ArgumentProblem.NOT_JSON),
        ("[" * 5000 + "]" * 5000, ArgumentProblem.NOT_JSON),
        ("true", ArgumentProblem.NOT_AN_OBJECT),
        ('"ls -la"', ArgumentProblem.NOT_AN_OBJECT),
        ('"7"', ArgumentProblem.NOT_AN_OBJECT),
        ('"\\"{}\\""', ArgumentProblem.NOT_AN_OBJECT),
    ],
)
def test_what_cannot_be_used_is_told_apart(raw, problem):
    assert parse_arguments(raw) == ({}, problem)


@pytest.mark.parametrize(
    "raw",
    [
        '{"a":1}{"a":1}',
        '{"a":1} \n{ "a": 1 }',
        '{"a":1}"{\\"a\\":1}"',
        '{"a":1}' * 5,
        "{}" * 10_000,
    ],
)
def test_an_object_said_again_behind_itself_is_said_once(raw):
    assert parse_arguments(raw) == ({} if "a" not in raw else {"a": 1}, None)


def test_a_raw_line_break_in_a_string_means_itself():
    assert parse_arguments('{"a": "x\ny\tz"}') == ({"a": "x\ny\tz"}, None)


def test_lone_halves_do_not_get_into_arguments():
    value, _ = parse_arguments('{"a\\ud83d": ["\\ud83d\\ude00 \\ud83d", {"b": "\\udfff"}]}')
    assert value == {"a\ufffd": ["😀 \ufffd", {"b": "\ufffd"}]}


def test_depth_is_bounded():
    def nested(depth):
        return '{"a":' * depth + "1" + "}" * depth

    assert parse_arguments(nested(MAX_DEPTH))[1] is None
    assert parse_arguments(nested(MAX_DEPTH + 1)) == ({}, ArgumentProblem.NOT_JSON)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
_OBJECTS = st.dictionaries(st.text(), _VALUES)


@given(_OBJECTS)
def test_every_object_comes_back_plain_and_encoded_twice(value):
    raw = json.dumps(value)
    assert parse_arguments(raw) == (value, None)
    assert parse_arguments(json.dumps(raw)) == (value, None)


@given(_OBJECTS, st.data())
def test_every_object_cut_short_is_cut(value, data):
    raw = json.dumps(value)
    place = data.draw(st.integers(1, len(raw) - 1))
    assert parse_arguments(raw[:place]) == ({}, ArgumentProblem.CUT)


@given(_OBJECTS, st.lists(st.integers(0, 100)))
def test_the_extent_is_closed_exactly_at_the_end_however_it_is_cut(value, cuts):
    raw = json.dumps(value)
    places = sorted({min(cut, len(raw)) for cut in cuts} | {0, len(raw)})
    extent = JsonExtent()
    for start, end in pairwise(places):
        assert not extent.complete
        extent.feed(raw[start:end])
    assert extent.complete
