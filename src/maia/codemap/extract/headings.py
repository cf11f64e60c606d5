"""What stands before a definition in its own node: annotations and attributes."""

import re

_NAME = re.compile(r"@(?!interface\b)([\w.]+)\s*")
_ATTRIBUTE = re.compile(r"\s*(?:\w+:\s*)?\\?((?:\w+::)?[\w.\\]+)")
_OPENING, _CLOSING = "([{", ")]}"


def split_heading(text: str) -> tuple[tuple[str, ...], str]:
    """The names of the decorators at the beginning of a definition, and what follows them.

    >>> split_heading('@Test(at = 1) void f()'), split_heading("[A, B.C(1)] int F()")
    ((('Test',), 'void f()'), (('A', 'B.C'), 'int F()'))
    """
    names: list[str] = []
    while text.startswith(("@", "[", "//", "/*")):
        if text[0] == "/":
            end = text.find("\n") if text[1] == "/" else text.find("*/") + 2
            end = end if end > 1 else len(text)
        elif text[0] == "[":
            end = _end(text, 0)
            names += [found[1] for each in _split(text[1 : end - 1]) if (found := _matched(each))]
        else:
            found = _NAME.match(text)
            if found is None:
                break
            names.append(found[1])
            end = found.end()
            if text[end : end + 1] == "(":
                end = _end(text, end)
        text = text[end:].lstrip()
    return tuple(names), text


def _matched(text: str) -> re.Match[str] | None:
    return _ATTRIBUTE.match(text)


def _end(text: str, start: int) -> int:
    """Behind the bracket that closes the one at `start`; the end of the text where none does."""
    depth, quoted = 0, False
    for position in range(start, len(text)):
        character = text[position]
        if character == '"' and text[position - 1] != "\\":
            quoted = not quoted
        elif not quoted:
            depth += (character in _OPENING) - (character in _CLOSING)
            if depth == 0:
                return position + 1
    return len(text)


def _split(text: str) -> list[str]:
    parts, depth, start = [""], 0, 0
    for position, character in enumerate(text):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == "," and depth == 0:
            parts[-1] = text[start:position]
            parts.append("")
            start = position + 1
    parts[-1] = text[start:]
    return parts
