"""Text from outside, made harmless before it reaches a terminal.

Model text, tool output, file and tool names, error messages of servers: no escape sequence,
control or bidirectional character of theirs may act on the terminal of the person reading.
"""

import contextlib
import json
import re
from collections.abc import Mapping
from typing import Any, cast

from maia.i18n import Catalogue

_NO_ENTRY = 401
_SERVER_FAULT = 500
"""The first status by which a server says that the fault is its own (RFC 9110, 15.6)."""

_MESSAGE = re.compile(r'"(?:message|detail)"\s*:\s*("(?:[^"\\]|\\.)*")')
_ESCAPES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]"  # CSI: colours, cursor moves
    r"|\x1b[\]PX^_].*?(?:\x07|\x1b\\|\Z)"  # OSC, DCS and other strings, to their end
    r"|\x1b[ -/]*[0-~]?"  # the short ones
    r"|\x9b[0-?]*[ -/]*[@-~]",  # CSI in one character
    re.DOTALL,
)
_CONTROLS = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u180e\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u206f"
    "\ufeff\ufff9-\ufffb\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a"
    "\U000e0000-\U000e007f]"
)
_PIECES = re.compile(
    r"\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]|\x1b[\]PX^_].*?(?:\x07|\x1b\\)"
    r"|(?P<open>(?:\x1b(?:\[[0-?]*)?[ -/]*|\x9b[0-?]*[ -/]*|\x1b[\]PX^_].*|\r)\Z)"
    r"|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)
_HELD_LIMIT = 4096


def harmless(text: str) -> str:
    """`text` without escape sequences; other controls become visible, by their code.

    Newline and tab stay; CRLF becomes a newline. Joiners, variation selectors and the soft hyphen
    stay too: emoji and real languages are written with them.
    """
    text = _ESCAPES.sub("", text.replace("\r\n", "\n"))
    return _CONTROLS.sub(_visible, text).encode("utf-8", "replace").decode("utf-8")


def one_line(text: str, width: int) -> str:
    """`text` harmless, on one line, cut at `width` characters."""
    line = " ".join(harmless(text).split())
    return line if len(line) <= width else line[: width - 1] + "…"


def failure_sentence(catalogue: Catalogue, key: str, values: Mapping[str, object]) -> str:
    """What went wrong, as a person reads it: `key` and `values` are those of an error.

    A server that failed (5xx) has not refused; a JSON body is shown by the message in it.
    """
    status, body = values.get("status"), values.get("body")
    if key == "error.http" and isinstance(status, int) and status >= _SERVER_FAULT:
        key = "error.http_failed"
    if key == "error.http" and status == _NO_ENTRY:
        key = "error.http_key"
    if key == "error.rate_limited" and not isinstance(values.get("retry_after"), int):
        key = "error.rate_limited_somewhat"
    if isinstance(body, str):
        values = {**values, "body": _message(body) or body}
    return catalogue.text(key, **values)


def _message(body: str) -> str:
    """`error.message` of a JSON body, or its like; empty without one. A body may be cut."""
    if not body.lstrip().startswith("{"):
        return ""
    try:
        value: Any = json.loads(body)
    except (ValueError, RecursionError):
        found = _MESSAGE.search(body)
        value = {}
        with contextlib.suppress(ValueError):
            value = {"message": json.loads(found[1])} if found else {}
    for name in ("error", "message", "detail"):
        if isinstance(value, dict) and name in value:
            value = cast("dict[str, Any]", value)[name]
    return value.strip() if isinstance(value, str) else ""


def _visible(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 256:  # noqa: PLR2004  # one byte
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"  # noqa: PLR2004  # two


class HarmlessStream:
    """`harmless` over pieces: a sequence cut between two pieces is held until its end comes."""

    def __init__(self) -> None:
        self._held = ""

    def push(self, piece: str) -> str:
        """What may be shown now."""
        text = self._held + piece
        self._held = ""
        for match in _PIECES.finditer(text):
            if match["open"] and len(match["open"]) <= _HELD_LIMIT:
                self._held, text = match["open"], text[: match.start()]
                break
        return harmless(text)

    def flush(self) -> str:
        """What was held and never ended."""
        held, self._held = self._held, ""
        return harmless(held)
