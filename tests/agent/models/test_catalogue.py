import pytest

from maia.agent.contracts.errors import (
    EmptyBody,
    HttpRefused,
    ServerUnreachable,
    StreamFailed,
)
from maia.agent.contracts.model import ModelFacts
from maia.agent.models.catalogue import list_models, model_facts
from maia.agent.models.server import ServerConnection, ServerSettings


async def names(server, body):
    server.reply_json(body)
    return await list_models(ServerSettings(server.url, api_key="sk-1"))


async def test_names_are_sorted_and_each_is_given_once(server):
    body = {"data": [{"id": "b"}, {"model_name": "c"}, {"id": "a", "model_name": "z"}, {"id": "b"}]}
    assert await names(server, body) == ("a", "b", "c")
    (request,) = server.requests
    assert (request.method, request.path) == ("GET", "/v1/models")
    assert request.headers["authorization"] == "Bearer sk-1"


@pytest.mark.parametrize(
    "body", [{"data": []}, {"data": None}, {}, [], "x", {"data": [3, {"id": 4}]}]
)
async def test_a_list_without_names_is_empty(server, body):
    assert await names(server, body) == ()


async def test_a_bare_list_is_read(server):
    assert await names(server, [{"id": "a"}]) == ("a",)


@pytest.mark.parametrize(
    ("status", "body", "kind"),
    [(401, b"no key", HttpRefused), (200, b"", EmptyBody), (200, b"<html>hello", StreamFailed)],
)
async def test_answers_that_are_no_list_are_errors(server, status, body, kind):
    server.reply(body, status=status, framing="length")
    with pytest.raises(kind):
        await list_models(ServerSettings(server.url))


async def test_a_server_that_is_not_there_is_said(server):
    await server.stop()
    with pytest.raises(ServerUnreachable) as caught:
        await list_models(ServerSettings("http://127.0.0.1:9"))
    assert caught.value.values["reason"] == "Connection refused"


def entry(name, vision):
    return {"model_name": name, "model_info": {"supports_vision": vision}}


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ([entry("m", True), entry("n", False)], True),
        ([entry("m", True), entry("m", True)], True),
        ([entry("m", True), entry("m", None)], False),
        ([entry("m", False)], False),
        ([entry("m", "yes")], False),
        ([entry("n", True)], None),
        ([{"model_name": "m"}], None),
        (None, None),
    ],
)
async def test_images_are_taken_only_when_every_deployment_says_so(server, data, wanted):
    server.reply_json({"data": data})
    connection = ServerConnection(ServerSettings(server.url))
    assert (await model_facts(connection, "m")).takes_images is wanted
    await connection.close()
    assert server.requests[0].path == "/model/info"


def deployment(**info):
    return {"model_name": "m", "model_info": info}


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        ([deployment(max_input_tokens=200_000)], 200_000),
        ([deployment(max_input_tokens=200_000), deployment(max_input_tokens=128_000)], 128_000),
        ([deployment(max_input_tokens=1e6)], 1_000_000),
        ([deployment(max_input_tokens=None, max_tokens=8_192)], None),
        ([deployment(max_input_tokens="200k")], None),
        ([deployment(max_input_tokens=0)], None),
        ([deployment(max_input_tokens=True)], None),
    ],
)
async def test_the_window_is_the_smallest_of_all_deployments(server, data, wanted):
    server.reply_json({"data": data})
    connection = ServerConnection(ServerSettings(server.url))
    assert (await model_facts(connection, "m")).max_input_tokens == wanted
    await connection.close()


async def test_prices_are_the_highest_and_only_those_that_all_deployments_say(server):
    cheap = deployment(input_cost_per_token=1e-6, output_cost_per_token=2e-6)
    dear = deployment(input_cost_per_token=3e-6, cache_read_input_token_cost=3e-7)
    server.reply_json({"data": [cheap, dear]})
    connection = ServerConnection(ServerSettings(server.url))
    facts = await model_facts(connection, "m")
    assert (facts.input_price, facts.output_price, facts.cached_price) == (3e-6, None, None)
    await connection.close()


async def test_a_server_that_does_not_say_has_no_facts(server):
    server.reply_json({"detail": "Not Found"}, status=404)
    connection = ServerConnection(ServerSettings(server.url))
    assert await model_facts(connection, "m") == ModelFacts()
    await connection.close()
