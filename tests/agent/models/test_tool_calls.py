import json
from itertools import count, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.agent.contracts.model import ArgumentProblem
from maia.agent.models.tool_calls import CallAssembler, unique_id

TOOLS = ("Read", "Bash", "Web", "WebFetch", "CurrentModel")
A, B = '{"path":"a"}', '{"path":"b"}'


def entry(index=None, call_id=None, name=None, arguments=None):
    function = {"name": name, "arguments": arguments}
    fields = {"index": index, "id": call_id, "function": function}
    return {key: value for key, value in fields.items() if value is not None}


def gather(*deltas, length=False, known=TOOLS):
    assembler = CallAssembler(known)
    for entries in deltas:
        assembler.push(entries)
    return assembler.finish((), length=length)


def said(*deltas, known=TOOLS):
    return [(call.name, call.input.get("path")) for call in gather(*deltas, known=known)]


def test_fragments_without_id_or_name_on_an_unknown_index_continue_the_last_call():
    deltas = (
        [entry(0, "x", "Read", "")],
        [entry(1, arguments='{"path":')],
        [entry(2, arguments='"a"}')],
    )
    assert said(*deltas) == [("Read", "a")]


def test_a_new_id_on_a_taken_index_starts_a_call():
    deltas = (
        [entry(0, "x", "Read", '{"path":')],
        [entry(0, arguments='"a"}')],
        [entry(0, "y", "Bash", '{"path":')],
        [entry(0, arguments='"b"}')],
    )
    assert said(*deltas) == [("Read", "a"), ("Bash", "b")]


def test_fragments_with_ids_find_their_call_when_interleaved_on_one_index():
    deltas = (
        [entry(0, "x", "Read", '{"pa')],
        [entry(0, "y", "Read", '{"path"')],
        [entry(0, "x", arguments='th":"a"}')],
        [entry(0, "y", arguments=':"b"}')],
    )
    assert said(*deltas) == [("Read", "a"), ("Read", "b")]


def test_a_name_after_closed_arguments_starts_a_call_without_any_id():
    deltas = [entry(0, name="Read", arguments=A)], [entry(0, name="Read", arguments=B)]
    assert said(*deltas) == [("Read", "a"), ("Read", "b")]


def test_arguments_may_follow_the_name_that_starts_a_call():
    deltas = (
        [entry(0, name="Read", arguments=A)],
        [entry(0, name="Read", arguments="")],
        [entry(0, arguments=B)],
    )
    assert said(*deltas) == [("Read", "a"), ("Read", "b")]


def test_a_name_said_once_more_at_the_end_is_not_a_call():
    deltas = [entry(0, name="Read", arguments=A)], [entry(0, name="Read", arguments="")]
    assert said(*deltas) == [("Read", "a")]


def test_one_delta_with_two_names_has_two_calls():
    same = entry(0, name="CurrentModel", arguments="")
    assert said([same, same]) == [("CurrentModel", None)] * 2
    assert (
        said([entry(name="Read", arguments=A), entry(name="Read", arguments=A)])
        == [("Read", "a")] * 2
    )


def test_a_whole_call_sent_twice_under_one_id_runs_once():
    deltas = (
        [entry(0, "x", "Read", '{"path":')],
        [entry(0, "x", arguments='"a"}')],
        [entry(0, "x", "Read", A)],
    )
    assert said(*deltas) == [("Read", "a")]


@pytest.mark.parametrize("again", [A, '{ "path" : "a" }', json.dumps(A), json.dumps(json.loads(A))])
@pytest.mark.parametrize("name", ["Read", None])
def test_a_whole_call_said_again_in_another_encoding_runs_once(again, name):
    deltas = [entry(0, "x", "Read", '{"path":')], [entry(0, "x", None, '"a"}')]
    assert said(*deltas, [entry(0, "x", name, again)]) == [("Read", "a")]
    assert said(*deltas, [entry(0, None, None, again)]) == [("Read", "a")]


def test_a_whole_call_said_again_in_fragments_runs_once():
    deltas = (
        [entry(0, "x", "Read", A)],
        [entry(0, arguments='{"path"')],
        [entry(0, arguments=':"a"}')],
    )
    assert said(*deltas) == [("Read", "a")]


@pytest.mark.parametrize("name", ["Bash", "Read"])
def test_a_server_with_one_id_for_every_call_keeps_them_apart(name):
    deltas = (
        [entry(0, "x", "Read", "")],
        [entry(0, arguments=A)],
        [entry(0, "x", name, "")],
        [entry(0, arguments=B)],
    )
    assert said(*deltas) == [("Read", "a"), (name, "b")]
    assert [call.id for call in gather(*deltas)] == ["x", "x_2"]


def test_a_name_and_an_id_said_once_more_at_the_end_are_not_a_call():
    assert said([entry(0, "x", "Read", A)], [entry(0, "x", "Read", "")]) == [("Read", "a")]


def test_a_placeholder_under_the_same_id_is_not_a_call():
    deltas = (
        [entry(0, "x", "Read", "{}")],
        [entry(0, "x", "Read", '{"path":')],
        [entry(0, "x", None, '"a"}')],
    )
    assert said(*deltas) == [("Read", "a")]
    assert said(*deltas, [entry(0, "x", "Read", A)]) == [("Read", "a")]


@pytest.mark.parametrize(
    "deltas",
    [
        (
            [entry(0, "x", "Read", "")],
            [entry(0, "y", None, '{"path"')],
            [entry(0, "z", "", ':"a"}')],
        ),
        ([entry(0, "x", "Read", '{"path"')], [entry(0, "y", "Read", ':"a"}')]),
        ([entry(0, "x", "Read", A)], [entry(0, "y", None, "")], [entry(0, "z", None, A)]),
        ([entry(None, "x", "Read", '{"path"')], [entry(None, "y", None, ':"a"}')]),
    ],
)
def test_an_id_made_up_for_every_fragment_does_not_make_calls(deltas):
    assert [(call.id, call.input) for call in gather(*deltas)] == [("x", {"path": "a"})]


def test_a_lone_fragment_that_was_given_index_0_belongs_to_the_call_still_open():
    deltas = (
        [entry(0, "x", "Read", A), entry(1, "y", "Bash", '{"path":')],
        [entry(0, arguments='"b"}')],
    )
    assert said(*deltas) == [("Read", "a"), ("Bash", "b")]


def test_a_name_and_its_arguments_in_one_delta_on_one_index_are_one_call():
    deltas = (
        [entry(0, "x", "Read", ""), entry(0, arguments='{"path"')],
        [entry(0, arguments=':"a"}')],
    )
    assert said(*deltas) == [("Read", "a")]


def test_a_name_that_is_corrected_replaces_the_one_before():
    assert said([entry(0, "x", "read", "")], [entry(0, "x", "Read", A)]) == [("Read", "a")]


def test_an_id_alone_is_no_call():
    assert said([entry(0, "x", "", "")]) == []


def test_numbers_as_ids_tell_calls_apart():
    assert [call.id for call in gather([entry(0, 1, "Read", A)], [entry(0, 2, "Read", A)])] == [
        "1",
        "2",
    ]


def test_another_call_under_the_same_id_and_index_gets_an_id_of_its_own():
    calls = gather([entry(0, "x", "Read", A)], [entry(0, "x", "Read", B)])
    assert [(call.id, call.input["path"]) for call in calls] == [("x", "a"), ("x_2", "b")]


def test_a_late_id_belongs_to_the_call_that_has_none():
    (call,) = gather(
        [entry(0, name="Read", arguments='{"path":')], [entry(0, "x", arguments='"a"}')]
    )
    assert (call.id, call.input) == ("x", {"path": "a"})


def test_an_id_repeated_under_another_index_without_a_name_continues_its_call():
    deltas = [entry(0, "x", "Read", '{"path":')], [entry(1, "x", arguments='"a"}')]
    assert said(*deltas) == [("Read", "a")]


@pytest.mark.parametrize(
    "pieces",
    [["Web", "Fetch"], ["Web", "WebFetch"], ["", "WebFetch"], ["WebFetch"] * 3, [None, "WebFetch"]],
)
def test_names_come_late_in_pieces_or_again(pieces):
    deltas = [[entry(0, "x", piece, "")] for piece in pieces]
    assert said(*deltas, [entry(0, arguments=A)], known=("WebFetch",)) == [("WebFetch", "a")]


def test_two_known_names_on_one_index_are_two_calls_not_one_long_name():
    deltas = [entry(0, name="CurrentModel")], [entry(0, name="Read", arguments=A)]
    assert said(*deltas) == [("CurrentModel", None), ("Read", "a")]


def test_another_name_during_open_arguments_is_another_call():
    first, second = gather(
        [entry(0, name="Bash", arguments='{"pa')], [entry(0, name="Read", arguments=A)]
    )
    assert (first.name, first.problem) == ("Bash", ArgumentProblem.CUT)
    assert (second.name, second.input) == ("Read", {"path": "a"})


def test_calls_come_out_by_index():
    deltas = [entry(1, "y", "Bash", B)], [entry(0, "x", "Read", A)]
    assert said(*deltas) == [("Read", "a"), ("Bash", "b")]


def test_an_object_is_whole_and_an_empty_one_is_a_placeholder():
    (call,) = gather([entry(0, "x", "Read", {})], [entry(0, "x", None, A)])
    assert call.input == {"path": "a"}
    (call,) = gather([entry(0, "x", "Read", "{}")], [entry(0, arguments=A)])
    assert call.input == {"path": "a"}
    (call,) = gather([entry(0, "x", "Read", {"path": "a"})], [entry(0, "x", "Read", {"path": "a"})])
    assert call.input == {"path": "a"}


def test_closed_arguments_sent_again_without_a_name_are_an_echo():
    assert said([entry(0, "x", "Read", A)], [entry(0, arguments=A)]) == [("Read", "a")]


def test_entries_of_other_shapes():
    assert said(None) == said(["x", None, 3, {}, {"function": None}]) == []
    assert said([{"index": "0", "id": 7, "name": "Read", "arguments": A}]) == [("Read", "a")]
    assert said(entry(0, "x", "Read", A)) == [("Read", "a")]
    assert said([entry(0.0, "x", "Read", A), entry(float("inf"), "y", "Bash", B)])[0] == (
        "Read",
        "a",
    )
    assert said([{"index": True, "function": {"name": 3, "arguments": A}}]) == [("", "a")]


def test_a_call_without_arguments_is_cut_only_if_the_limit_ended_the_answer():
    deltas = [entry(0, "x", "CurrentModel")], [entry(1, "y", "CurrentModel", " ")]
    assert [call.problem for call in gather(*deltas)] == [None, None]
    assert [call.problem for call in gather(*deltas, length=True)] == [None, ArgumentProblem.CUT]


def test_many_small_fragments_that_repeat_the_name_take_linear_time():
    piece = "{} \\n" * 10
    body = ['{"path":"', *[piece] * 20_000, '"}']
    (call,) = gather(*([entry(0, "x", "Read", part)] for part in body))
    assert len(call.input["path"]) == 20_000 * 40


@pytest.mark.parametrize("piece", ["junk ", "{}", " "])
def test_what_comes_behind_closed_arguments_takes_linear_time(piece):
    deltas = [[entry(0, "x", "Read", A)], *[[entry(0, arguments=piece)]] * 60_000]
    (call,) = gather(*deltas)
    assert call.name == "Read"


def test_unique_ids():
    assert unique_id("a", {"b"}) == "a"
    assert unique_id("a", {"a", "a_2"}) == "a_3"
    assert unique_id("", set()) == "call_1"
    assert unique_id("", {"call_2"}) == "call_3"


# How servers write the same calls: who numbers them, who gives which id, who repeats what.
INDEXES = ["own", "always 0", "none"]
IDS = ["first", "every", "none", "one for all", "new with every fragment"]
NAMES = ["first", "every"]
ECHOES = ["none", "fragment", "call", "call encoded twice"]


@st.composite
def dialects(draw):
    """Some calls, and the deltas of one server for them."""
    names = draw(st.lists(st.sampled_from(["Read", "Bash"]), min_size=1, max_size=4))
    wanted = [
        (
            name,
            {
                "n": number,
                "text": draw(st.text(max_size=6)),
                "more": draw(st.sampled_from([{}, [1]])),
            },
        )
        for number, name in enumerate(names)
    ]
    index, ids, repeated, echo = (
        draw(st.sampled_from(each)) for each in (INDEXES, IDS, NAMES, ECHOES)
    )
    if ids == "new with every fragment":
        repeated = "first"  # else nothing tells a fragment from a call
    numbers = count()
    deltas = []
    for number, (name, arguments) in enumerate(wanted):
        raw = json.dumps(arguments, ensure_ascii=draw(st.booleans()))
        places = sorted({0, len(raw)} | draw(st.sets(st.integers(0, len(raw)), max_size=3)))
        pieces = [raw[a:b] for a, b in pairwise(places)]
        pieces = draw(st.sampled_from([pieces, ["", *pieces], [*pieces, ""]]))
        for place, piece in enumerate(pieces):
            given_id = {
                "first": "" if place else f"id{number}",
                "every": f"id{number}",
                "none": "",
                "one for all": "same",
                "new with every fragment": f"new{next(numbers)}",
            }[ids]
            named = name if place == 0 or repeated == "every" else None
            place_of = {"own": number, "always 0": 0, "none": None}[index]
            deltas.append([entry(place_of, given_id or None, named, piece)])
        if echo == "fragment":
            deltas.append([entry(place_of, None, None, raw)])
        elif echo != "none" and ids in ("first", "every", "one for all"):
            again = raw if echo == "call" else json.dumps(raw)
            deltas.append(
                [entry(place_of, "same" if ids == "one for all" else f"id{number}", name, again)]
            )
    return wanted, deltas


@given(dialects())
def test_the_same_calls_come_out_whatever_the_dialect_of_the_server(dialect):
    wanted, deltas = dialect
    calls = gather(*deltas)
    assert [(call.name, call.input) for call in calls] == wanted
    assert len({call.id for call in calls}) == len(calls)
