"""What a server's refusal means: errors told apart by status, headers and the usual phrases."""

import json
import re
from collections.abc import Mapping
from typing import Any, cast

from maia.agent.contracts.errors import (
    ContextTooLong,
    HttpRefused,
    ModelError,
    RateLimited,
    StreamFailed,
)
from maia.agent.models.surrogates import join_surrogates

UNSAID = "?"
"""Stands for the wait when the server names none; people read it."""

BODY_EXCERPT = 500
"""Characters of a server's answer that are shown (spec 7.2)."""

_CONTEXT_TOO_LONG = re.compile(
    r"context_(?:length|window)_exceeded|ContextWindowExceeded|exceed_context_size"
    r"|string_above_max_length|request_too_large|request entity too large"
    r"|(?:input|prompt|conversation|context|request|messages?) (?:\([^)]*\) )?(?:is |was |are )?"
    r"too (?:long|large for (?:the |this )?(?:model|context|requested))"
    r"|maximum context length|max(?:imum)? (?:allowed )?(?:input|prompt|model) length"
    r"|(?:exceed(?:s|ing|ed)?|(?:larg|long|great)er than|more than|over) (?:[\w'’-]+ ){0,5}"
    r"context (?:window|length|limit|size)"
    r"|context (?:window|length|limit|size) (?:\w+ ){0,3}(?:exceeded|exceeds)"
    r"|context (?:the )?overflow|model's context (?:window|length) is"
    r"|exceeds? the maximum number of (?:input )?tokens|maximum allowed number of input tokens"
    r"|exceed(?:s|ed)? (?:the |this )?model(?:'s)? (?:token )?limit|input tokens exceed"
    r"|token count of [\d,]+ exceeds|input length (?:[\d,]+ )?exceeds"
    r"|tokens (?:in the prompt |[\d,]+ )?cannot exceed|request more than max tokens allowed"
    r"|tokens \+ `?max_new_tokens`? must be|inputs`? must have less than [\d,]+ tokens"
    r"|range of input length should be"
    r"|reduce the length of (?:the|your) (?:messages|prompt|input)",
    re.IGNORECASE,
)
"""Spec 14.5, and the words of the providers and local servers behind LiteLLM."""

_RETRY_AFTER = ("retry-after", "llm_provider-retry-after")  # LiteLLM renames its provider's
_RATE_LIMITED = re.compile(
    r"rate.?limit|too many requests|insufficient_quota|throttl", re.IGNORECASE
)
_TOO_MANY_REQUESTS = 429
_TOO_LARGE = 413
_REDIRECTIONS = range(300, 400)
_NOT_ABOUT_SIZE = frozenset({401, 403, 404, 405})


def refusal(url: str, status: int, headers: Mapping[str, str], body: str) -> HttpRefused:
    """The error for an answer with a status other than 2xx."""
    said = join_surrogates(body.strip())
    target = headers.get("location", "").strip()
    if target and status in _REDIRECTIONS:  # not followed: the key is for this server only
        said = f"Location: {target}\n{said}".strip()
    excerpt = said[:BODY_EXCERPT]
    if status not in _NOT_ABOUT_SIZE:
        if status == _TOO_LARGE or _CONTEXT_TOO_LONG.search(said):
            return ContextTooLong(url=url, status=status, body=excerpt)
        if status == _TOO_MANY_REQUESTS or _RATE_LIMITED.search(said):
            return RateLimited(
                url=url, status=status, body=excerpt, retry_after=_retry_after(headers)
            )
    return HttpRefused(url=url, status=status, body=excerpt)


def stream_error(url: str, error: object) -> ModelError:
    """The error for an `error` object that came with status 200."""
    message, code = _message_of(error)
    excerpt = join_surrogates(message)[:BODY_EXCERPT]
    if code == str(_TOO_LARGE) or _CONTEXT_TOO_LONG.search(f"{code} {message}"):
        return ContextTooLong(url=url, status=200, body=excerpt)
    if code == str(_TOO_MANY_REQUESTS) or _RATE_LIMITED.search(f"{code} {message}"):
        return RateLimited(url=url, status=200, body=excerpt, retry_after=UNSAID)
    return StreamFailed(message=excerpt)


def error_in(chunk: Mapping[str, Any]) -> object | None:
    """The error a chunk carries, whichever way its server writes errors, or None."""
    error = chunk.get("error")
    if error:
        return cast("object", error)
    return dict(chunk) if chunk.get("object") == "error" else None


def _message_of(error: object) -> tuple[str, str]:
    """What an error says, and its code or type."""
    if not isinstance(error, dict):
        return (error if isinstance(error, str) else json.dumps(error)), ""
    fields = cast("dict[str, Any]", error)
    message = fields.get("message") or fields.get("detail")
    if not isinstance(message, str):
        message = json.dumps(fields, ensure_ascii=False)
    return message, str(fields.get("code") or fields.get("type") or "")


def _retry_after(headers: Mapping[str, str]) -> int | str:
    """Seconds to wait, rounded up, or `UNSAID` when the server names none (a number or a date)."""
    named = (headers.get(name, "") for name in _RETRY_AFTER)
    value = next((text.strip() for text in named if text.strip()), "")
    if not value:
        return UNSAID
    try:
        seconds = float(value)
    except ValueError:
        from datetime import UTC, datetime
        from email.utils import parsedate_to_datetime  # 6 ms

        try:
            seconds = (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds()
        except (ValueError, TypeError):  # no date, or one without a zone
            return UNSAID
    return max(0, -int(-seconds // 1)) if abs(seconds) < float("inf") else UNSAID
