"""What the server says of its models: their names, and whether one takes images (spec 7.4)."""

import asyncio
import json
from contextlib import aclosing
from typing import Any, cast

from maia.agent.contracts.errors import EmptyBody, ModelError, StreamFailed, StreamSilent
from maia.agent.models.failures import BODY_EXCERPT, refusal
from maia.agent.models.server import ServerConnection, ServerSettings, read_refusal, shown

LIST_SECONDS = 30.0
"""How long the list of models may take."""

IMAGE_SECONDS = 5.0
"""How long a server may take to say whether a model takes images; a tool waits for it."""

_INFO_PATH = "/model/info"
_MAX_BYTES = 32 * 1024 * 1024


async def list_models(settings: ServerSettings) -> tuple[str, ...]:
    """The names of the models, sorted, each once; empty when the server has none.

    Raises a `ModelError` when the server cannot be reached, refuses, or says something else.
    """
    connection = ServerConnection(settings)
    try:
        body = await _get(connection, settings.address(settings.models_path), LIST_SECONDS)
    finally:
        await connection.close()
    names: set[str] = set()
    for entry in _entries(body):
        name = entry.get("id") or entry.get("model_name")
        if isinstance(name, str):
            names.add(name)
    return tuple(sorted(names))


async def takes_images(connection: ServerConnection, model: str) -> bool:
    """Whether every deployment of `model` is said to take images; False when it is not said."""
    try:
        body = await _get(connection, connection.settings.address(_INFO_PATH), IMAGE_SECONDS)
    except ModelError:
        return False  # servers other than LiteLLM have no such page
    said: list[bool] = []
    for entry in _entries(body):
        info = entry.get("model_info")
        if entry.get("model_name") == model and isinstance(info, dict):
            said.append(cast("dict[str, Any]", info).get("supports_vision") is True)
    return bool(said) and all(said)


async def _get(connection: ServerConnection, url: str, seconds: float) -> object:
    """The JSON at `url`. Raises a `ModelError`."""
    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            answer = await connection.request("GET", url)
            try:
                if not 200 <= answer.status < 300:  # noqa: PLR2004 -- the class of success
                    raise refusal(
                        shown(url), answer.status, answer.headers, await read_refusal(answer)
                    )
                async with aclosing(answer.chunks()) as chunks:
                    async for chunk in chunks:
                        data += chunk
                        if len(data) > _MAX_BYTES:
                            break
            finally:
                await answer.close()
    except TimeoutError as error:
        raise StreamSilent(url=shown(url), seconds=int(seconds)) from error
    if not data.strip():
        raise EmptyBody(url=shown(url))
    text = data.decode("utf-8", errors="replace")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise StreamFailed(message=text.strip()[:BODY_EXCERPT]) from error


def _entries(body: object) -> list[dict[str, Any]]:
    """The objects of `data`, or of a bare list."""
    listed = cast("dict[str, Any]", body).get("data") if isinstance(body, dict) else body
    if not isinstance(listed, list):
        return []
    entries = cast("list[object]", listed)
    return [cast("dict[str, Any]", entry) for entry in entries if isinstance(entry, dict)]
