"""What the server says of its models: their names, window, prices, images (spec 7.4, 13.2)."""

import asyncio
import json
import math
from contextlib import aclosing
from typing import Any, cast

from maia.agent.contracts.errors import EmptyBody, ModelError, StreamFailed, StreamSilent
from maia.agent.contracts.model import ModelFacts
from maia.agent.models.failures import BODY_EXCERPT, refusal
from maia.agent.models.server import ServerConnection, ServerSettings, read_refusal, shown

LIST_SECONDS = 30.0
"""How long the list of models may take."""

FACTS_SECONDS = 5.0
"""How long a server may take to say what it knows of a model; a tool may wait for it."""

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


async def model_facts(connection: ServerConnection, model: str) -> ModelFacts:
    """What `/model/info` says of `model`; nothing where a server has no such page.

    Where one name stands for several deployments, what holds for all of them: the smallest window,
    images if all take them, the highest price.
    """
    try:
        body = await _get(connection, connection.settings.address(_INFO_PATH), FACTS_SECONDS)
    except ModelError:
        return ModelFacts()  # servers other than LiteLLM have no such page
    said: list[dict[str, Any]] = []
    for entry in _entries(body):
        info = entry.get("model_info")
        if entry.get("model_name") == model and isinstance(info, dict):
            said.append(cast("dict[str, Any]", info))
    if not said:
        return ModelFacts()
    windows = [window for info in said if (window := _positive(info.get("max_input_tokens")))]
    return ModelFacts(
        max_input_tokens=min(map(int, windows), default=None),
        takes_images=all(info.get("supports_vision") is True for info in said),
        input_price=_highest(said, "input_cost_per_token"),
        output_price=_highest(said, "output_cost_per_token"),
        cached_price=_highest(said, "cache_read_input_token_cost"),
    )


def _highest(infos: list[dict[str, Any]], name: str) -> float | None:
    """The highest price; None when one of them does not say it."""
    prices = [_price(info.get(name)) for info in infos]
    known = [price for price in prices if price is not None]
    return max(known) if known and len(known) == len(prices) else None


def _price(value: object) -> float | None:
    number = _number(value)
    return number if number is not None and number >= 0 else None


def _positive(value: object) -> float | None:
    number = _number(value)
    return number if number is not None and number >= 1 else None


def _number(value: object) -> float | None:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    return float(value) if math.isfinite(value) else None


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
