import copy

import pytest

from maia.testing.model_server import find_violations

PIXEL = "data:image/png;base64,iVBORw0KGgo="


def tool(name="Read", **schema):
    parameters = {"type": "object", "properties": {"path": {"type": "string"}}, **schema}
    function = {"name": name, "description": "Reads.", "parameters": parameters}
    return {"type": "function", "function": function}


def call(identity="c1", arguments="{}", name="Read"):
    return {
        "id": identity,
        "type": "function",
        "function": {"name": name, "arguments": arguments},
    }


def user(content="hello"):
    return {"role": "user", "content": content}


def assistant(*calls, content=None, **more):
    message = {"role": "assistant", "content": content, **more}
    return {**message, "tool_calls": list(calls)} if calls else message


def result(identity="c1", content="done"):
    return {"role": "tool", "tool_call_id": identity, "content": content}


SYSTEM = {"role": "system", "content": "Be good."}
RIGHT = {
    "model": "m",
    "stream": True,
    "stream_options": {"include_usage": True},
    "max_tokens": 100,
    "tools": [tool(), tool("Grep", required=["path"])],
    "messages": [
        SYSTEM,
        user(),
        assistant(call("a"), call("b", '{"path": "x"}'), content="Looking."),
        result("b"),
        result("a", ""),
        user(
            [{"type": "text", "text": "and?"}, {"type": "image_url", "image_url": {"url": PIXEL}}]
        ),
        assistant(content="So."),
        user(),
    ],
}


def right(**changes):
    return {**copy.deepcopy(RIGHT), **changes}


def talk(*messages):
    return right(messages=list(messages))


def test_a_right_request_has_no_violation():
    assert find_violations(right()) == []
    assert find_violations({"model": "m", "messages": [user()]}) == []


def test_tool_results_may_end_the_conversation():
    assert find_violations(talk(user(), assistant(call()), result())) == []


WRONG = {
    "not an object": ([], "not a JSON object"),
    "no model": (right(model=None), "model is not"),
    "unknown parameter": (right(max_token=3), "unknown parameter 'max_token'"),
    "half a surrogate pair": (talk(user("\ud83d")), "surrogate"),
    "stream not boolean": (right(stream="yes"), "stream is not"),
    "options without stream": (right(stream=False), "stream_options without"),
    "options not an object": (right(stream_options=1), "stream_options is not"),
    "max tokens of zero": (right(max_tokens=0), "max_tokens is not"),
    "max tokens true": (right(max_tokens=True), "max_tokens is not"),
    "choice without tools": (
        {"model": "m", "messages": [user()], "tool_choice": "auto"},
        "tool_choice without",
    ),
    "no messages": (talk(), "messages is not"),
    "a message that is text": (talk("hello"), "is not an object"),
    "unknown role": (talk({"role": "bot", "content": "x"}), "unknown role"),
    "inner key": (talk({**user(), "isError": True}), "unknown key: 'isError'"),
    "late system": (talk(user(), SYSTEM), "not the first"),
    "two systems": (talk(SYSTEM, SYSTEM, user()), "not the first"),
    "assistant first": (talk(assistant(content="x"), user()), "do not alternate"),
    "two users": (talk(user(), user()), "do not alternate"),
    "two assistants": (
        talk(user(), assistant(content="a"), assistant(content="b"), user()),
        "do not alternate",
    ),
    "ends with assistant": (talk(user(), assistant(content="x")), "ends with assistant"),
    "only system": (talk(SYSTEM), "ends with system"),
    "call without result": (talk(user(), assistant(call()), user()), "before the results"),
    "call without result at the end": (
        talk(user(), assistant(call("a"), call("b")), result("a")),
        "ends without results for ['b']",
    ),
    "result after the text": (
        talk(user(), assistant(call()), user(), result()),
        "before the results",
    ),
    "assistant before the result": (
        talk(user(), assistant(call()), assistant(content="x"), user()),
        "before the results",
    ),
    "result without call": (talk(user(), assistant(content="x"), result("zz")), "answers no call"),
    "two results for one call": (
        talk(user(), assistant(call()), result(), result()),
        "second or a late result",
    ),
    "late result": (
        talk(user(), assistant(call()), result(), user(), assistant(content="x"), result()),
        "second or a late result",
    ),
    "same id in one message": (
        talk(user(), assistant(call("a"), call("a")), result("a")),
        "two calls have the id 'a'",
    ),
    "same id later": (
        talk(user(), assistant(call("a")), result("a"), assistant(call("a")), result("a")),
        "two calls have the id 'a'",
    ),
    "empty id": (talk(user(), assistant(call("")), result("")), "no id"),
    "call of another type": (
        talk(user(), assistant({**call(), "type": "tool"}), result()),
        "a call is not",
    ),
    "call of a wrong name": (talk(user(), assistant(call(name="a b")), result()), "wrong name"),
    "arguments not text": (
        talk(user(), assistant(call(arguments={"a": 1})), result()),
        "not a JSON object",
    ),
    "arguments cut": (
        talk(user(), assistant(call(arguments='{"a"')), result()),
        "not a JSON object",
    ),
    "arguments a list": (
        talk(user(), assistant(call(arguments="[]")), result()),
        "not a JSON object",
    ),
    "empty list of calls": (talk(user(), {**assistant(), "tool_calls": []}, user()), "non-empty"),
    "null calls": (
        talk(user(), {**assistant(content="x"), "tool_calls": None}, user()),
        "leave it out",
    ),
    "assistant without anything": (talk(user(), assistant(), user()), "neither text"),
    "empty text": (talk(user("")), "empty content"),
    "empty text part": (talk(user([{"type": "text", "text": ""}])), "without text"),
    "no parts": (talk(user([])), "neither text"),
    "number as content": (talk(user(4)), "neither text"),
    "unknown part": (talk(user([{"type": "video"}])), "unknown type"),
    "image in system": (
        talk({"role": "system", "content": [{"type": "image_url"}]}, user()),
        "only the user side",
    ),
    "broken image": (
        talk(user([{"type": "image_url", "image_url": {"url": "data:image/png;base64,@@"}}])),
        "base64 is broken",
    ),
    "image from a file": (
        talk(user([{"type": "image_url", "image_url": {"url": "file:///a.png"}}])),
        "no data URL",
    ),
    "image without url": (talk(user([{"type": "image_url", "image_url": {}}])), "without a url"),
    "result without content": (
        talk(user(), assistant(call()), {"role": "tool", "tool_call_id": "c1"}),
        "has no content",
    ),
    "empty tools": (right(tools=[]), "non-empty list"),
    "bare tool": (right(tools=[tool()["function"]]), "is not {type: function"),
    "tool name with a space": (right(tools=[tool("a b")]), "wrong name"),
    "tool name too long": (right(tools=[tool("a" * 65)]), "wrong name"),
    "two tools of one name": (right(tools=[tool(), tool()]), "name of another"),
    "tool without description": (
        right(tools=[{"type": "function", "function": {**tool()["function"], "description": ""}}]),
        "no description",
    ),
    "schema of another type": (right(tools=[tool(type="string")]), "type object"),
    "required unknown": (right(tools=[tool(required=["nope"])]), "names 'nope'"),
    "property without type": (right(tools=[tool(properties={"a": {}})]), "has no type"),
    "property of unknown type": (
        right(tools=[tool(properties={"a": {"type": "str"}})]),
        "unknown type: 'str'",
    ),
    "array without items": (
        right(tools=[tool(properties={"a": {"type": "array"}})]),
        "without items",
    ),
    "wrong items": (
        right(tools=[tool(properties={"a": {"type": "array", "items": {"type": "x"}}})]),
        "parameters.a.items has an unknown type",
    ),
    "empty enum": (
        right(tools=[tool(properties={"a": {"type": "string", "enum": []}})]),
        "enum is not",
    ),
    "properties a list": (right(tools=[tool(properties=[])]), "properties is not"),
}


@pytest.mark.parametrize(("request_body", "said"), WRONG.values(), ids=WRONG.keys())
def test_each_kind_of_wrong_request_is_named(request_body, said):
    found = find_violations(request_body)

    assert any(said in violation for violation in found), found
