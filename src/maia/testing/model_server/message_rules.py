"""What the conversation of a request must be: alternation, and one result for every call."""

import base64
import binascii
import json
from typing import Any, TypeAlias, cast

from maia.testing.model_server.tool_rules import NAME

Json: TypeAlias = dict[str, Any]

# Keys that servers take on a message; others (`isError`, `toolUseId`) are leaks of inner formats.
KEYS = {
    "system": {"role", "content", "name"},
    "user": {"role", "content", "name"},
    "tool": {"role", "content", "name", "tool_call_id"},
    "assistant": {
        *("role", "content", "name", "tool_calls", "refusal", "audio", "function_call"),
        *("reasoning_content", "reasoning", "thinking_blocks", "provider_specific_fields"),
    },
}
IMAGE_TYPES = ("png", "jpeg", "gif", "webp")


def message_violations(messages: list[Any]) -> list[str]:
    """Every rule that the conversation breaks, in words with the place of each."""
    reader = _Conversation()
    for position, message in enumerate(messages):
        if not isinstance(message, dict):
            reader.say(position, "is not an object")
            continue
        reader.read(position, cast("Json", message))
    return reader.end()


class _Conversation:
    """Reads the messages in order and remembers which calls wait for their result."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._before: str | None = None
        self._waiting: list[str] = []
        self._ids: set[str] = set()

    def say(self, position: int, text: str) -> None:
        self.found.append(f"messages[{position}] {text}")

    def read(self, position: int, message: Json) -> None:
        role = message.get("role")
        if not isinstance(role, str) or role not in KEYS:
            self.say(position, f"has an unknown role: {role!r}")
            return
        for key in message.keys() - KEYS[role]:
            self.say(position, f"({role}) has an unknown key: {key!r}")
        if role == "system":
            self._system(position, message)
        elif role == "user":
            self._user(position, message)
        elif role == "tool":
            self._tool(position, message)
        else:
            self._assistant(position, message)
        self._before = role

    def end(self) -> list[str]:
        if self._waiting:
            self.found.append(f"the conversation ends without results for {self._waiting}")
        if self._before not in ("user", "tool"):
            self.found.append(f"the conversation ends with {self._before}, not with the user side")
        return self.found

    def _system(self, position: int, message: Json) -> None:
        if position:
            self.say(position, "(system) is not the first message")
        self._content(position, message, images=False)

    def _user(self, position: int, message: Json) -> None:
        if self._before == "user":
            self.say(position, "(user) follows another user message: the roles do not alternate")
        if self._waiting:
            self.say(position, f"(user) comes before the results of {self._waiting}")
            self._waiting = []
        self._content(position, message, images=True)

    def _tool(self, position: int, message: Json) -> None:
        identity = message.get("tool_call_id")
        if identity in self._waiting:
            self._waiting.remove(identity)
        elif identity in self._ids:
            self.say(position, f"(tool) is a second or a late result of {identity!r}")
        else:
            self.say(position, f"(tool) answers no call: tool_call_id {identity!r}")
        if self._before not in ("assistant", "tool"):
            self.say(position, f"(tool) follows {self._before}, not the calls or another result")
        if not isinstance(message.get("content"), (str, list)):
            self.say(position, "(tool) has no content")
        elif message["content"] not in ("", []):
            self._content(position, message, images=True)

    def _assistant(self, position: int, message: Json) -> None:
        if self._before not in ("user", "tool"):
            self.say(position, f"(assistant) follows {self._before}: the roles do not alternate")
        if self._waiting:
            self.say(position, f"(assistant) comes before the results of {self._waiting}")
        self._waiting = []
        if message.get("tool_calls") is None:
            if "tool_calls" in message:
                self.say(position, "(assistant) has tool_calls: null (leave it out)")
            self._content(position, message, images=False)
            return
        calls = message["tool_calls"]
        if not isinstance(calls, list) or not calls:
            self.say(position, "(assistant) tool_calls is not a non-empty list")
            return
        for call in cast("list[Any]", calls):
            self._call(position, call)
        if message.get("content") not in (None, ""):
            self._content(position, message, images=False)

    def _call(self, position: int, call: object) -> None:
        function = cast("Json", call).get("function") if isinstance(call, dict) else None
        if not isinstance(function, dict) or cast("Json", call).get("type") != "function":
            self.say(position, "(assistant) a call is not {id, type: function, function: {...}}")
            return
        identity, function = cast("Json", call).get("id"), cast("Json", function)
        if not isinstance(identity, str) or not identity:
            self.say(position, f"(assistant) a call has no id: {identity!r}")
        elif identity in self._ids:
            self.say(position, f"(assistant) two calls have the id {identity!r}")
        else:
            self._ids.add(identity)
            self._waiting.append(identity)
        name = function.get("name")
        if not isinstance(name, str) or not NAME.fullmatch(name):
            self.say(position, f"(assistant) the call {identity!r} has a wrong name: {name!r}")
        if not _is_object(function.get("arguments")):
            arguments = function.get("arguments")
            self.say(
                position,
                f"(assistant) arguments of {identity!r} are not a JSON object: {arguments!r}",
            )

    def _content(self, position: int, message: Json, *, images: bool) -> None:
        content, role = message.get("content"), message["role"]
        if isinstance(content, str):
            if not content:
                self.say(position, f"({role}) has empty content")
        elif isinstance(content, list) and content:
            for part in cast("list[Any]", content):
                problem = _part_problem(part, images=images)
                if problem:
                    self.say(position, f"({role}) {problem}")
        else:
            self.say(position, f"({role}) content is neither text nor a list of parts: {content!r}")


def _is_object(arguments: object) -> bool:
    if not isinstance(arguments, str):
        return False
    try:
        return isinstance(json.loads(arguments), dict)
    except ValueError:
        return False


def _part_problem(part: object, *, images: bool) -> str | None:
    block = cast("Json", part) if isinstance(part, dict) else {}
    if block.get("type") == "text":
        text = block.get("text")
        return None if isinstance(text, str) and text else "has a text part without text"
    if block.get("type") != "image_url":
        return f"has a part of an unknown type: {block.get('type')!r}"
    if not images:
        return "has an image, which only the user side may"
    source = block.get("image_url")
    return _image_problem(cast("Json", source).get("url") if isinstance(source, dict) else None)


def _image_problem(url: object) -> str | None:
    if not isinstance(url, str):
        return "has an image without a url"
    if url.startswith(("http://", "https://")):
        return None
    head, _, data = url.partition(";base64,")
    if head.removeprefix("data:image/") not in IMAGE_TYPES:
        return f"has an image that is no data URL of {', '.join(IMAGE_TYPES)}: {url[:40]!r}"
    try:
        return None if base64.b64decode(data, validate=True) else "has an empty image"
    except binascii.Error:
        return "has an image whose base64 is broken"
