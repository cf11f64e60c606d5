"""What a chat request must be: the rules of strict servers, gathered, as a list of violations.

Stricter than any one server: a request that passes here is taken by all of them. System only
first; the user side (tool results, then the user's text) and the assistant alternate; every call
is answered exactly once, at once, and before the user speaks.
"""

import json
from typing import Any, TypeAlias, cast

from maia.testing.model_server.message_rules import message_violations
from maia.testing.model_server.tool_rules import tool_violations

Json: TypeAlias = dict[str, Any]

# Parameters of the chat completions API, and those LiteLLM adds or passes on.
KNOWN_PARAMETERS = frozenset(
    (
        "model",
        "messages",
        "stream",
        "stream_options",
        "max_tokens",
        "max_completion_tokens",
        "tools",
        "tool_choice",
        "parallel_tool_calls",
        "temperature",
        "top_p",
        "stop",
        "seed",
        "n",
        "user",
        "response_format",
        "reasoning_effort",
        "metadata",
        "store",
        "presence_penalty",
        "frequency_penalty",
        "logit_bias",
        "logprobs",
        "top_logprobs",
        "modalities",
        "prediction",
        "service_tier",
        "verbosity",
        "thinking",
    )
)


def find_violations(body: object) -> list[str]:
    """Every rule that the request body breaks, in words; empty when it is right."""
    if not isinstance(body, dict):
        return ["the body is not a JSON object"]
    request = cast("Json", body)
    found = [f"unknown parameter {key!r}" for key in request if key not in KNOWN_PARAMETERS]
    found += _text_violations(request)
    if not isinstance(request.get("model"), str) or not request["model"]:
        found.append("model is not a non-empty string")
    found += _option_violations(request)
    if "tools" in request:
        found += tool_violations(request["tools"])
    messages = request.get("messages")
    if not isinstance(messages, list) or not messages:
        found.append("messages is not a non-empty list")
    else:
        found += message_violations(cast("list[Any]", messages))
    return found


def _text_violations(request: Json) -> list[str]:
    try:
        json.dumps(request, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        return [f"the body holds half a surrogate pair, which is not text: {error.reason}"]
    return []


def _option_violations(request: Json) -> list[str]:
    found: list[str] = []
    stream = request.get("stream", False)
    if not isinstance(stream, bool):
        found.append("stream is not a boolean")
    if "stream_options" in request:
        options = request["stream_options"]
        if stream is not True:
            found.append("stream_options without stream: true")
        if not isinstance(options, dict) or not isinstance(
            cast("Json", options).get("include_usage", True), bool
        ):
            found.append("stream_options is not an object with a boolean include_usage")
    for name in ("max_tokens", "max_completion_tokens"):
        value = request.get(name, 1)
        if not isinstance(value, int) or isinstance(value, bool) or value < 1:
            found.append(f"{name} is not a positive integer")
    if "tool_choice" in request and "tools" not in request:
        found.append("tool_choice without tools")
    return found
