import pytest

from maia.agent.contracts.errors import (
    EmptyBody,
    HttpRefused,
    ServerUnreachable,
    StreamFailed,
)
from maia.agent.models.catalogue import list_models, takes_images
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
        ([entry("n", True)], False),
        ([{"model_name": "m"}], False),
        (None, False),
    ],
)
async def test_images_are_taken_only_when_every_deployment_says_so(server, data, wanted):
    server.reply_json({"data": data})
    connection = ServerConnection(ServerSettings(server.url))
    assert await takes_images(connection, "m") is wanted
    await connection.close()
    assert server.requests[0].path == "/model/info"


async def test_a_server_that_does_not_say_takes_no_images(server):
    server.reply_json({"detail": "Not Found"}, status=404)
    connection = ServerConnection(ServerSettings(server.url))
    assert await takes_images(connection, "m") is False
    await connection.close()
