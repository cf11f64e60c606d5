"""Git's `wildmatch` as regular expressions over bytes; never exponential, whatever the pattern."""

import re

_POSIX_CLASSES = {
    b"alnum": rb"a-zA-Z0-9",
    b"alpha": rb"a-zA-Z",
    b"blank": rb" \t",
    b"cntrl": rb"\x00-\x1f\x7f",
    b"digit": rb"0-9",
    b"graph": rb"\x21-\x7e",
    b"lower": rb"a-z",
    b"print": rb"\x20-\x7e",
    b"punct": rb"!-/:-@\[-`{-~",
    b"space": rb" \t\n\r\f\v",
    b"upper": rb"A-Z",
    b"xdigit": rb"0-9a-fA-F",
}
_SEGMENT_END = rb"(?=/|\Z)"
_FOLDERS = rb"(?:[^/]*/)*"


def name_expression(pattern: bytes) -> bytes | None:
    """A pattern without a slash: it matches the last name of a path."""
    tokens = _tokens(pattern)
    return None if tokens is None else _FOLDERS + _segment(tokens)


def path_expression(pattern: bytes) -> bytes | None:
    """A pattern with a slash: it matches the whole path.

    Git compares the text before the first special character by itself and only then looks for
    `**`, so `src/lib**` crosses slashes too; the same is done here.
    """
    special = re.search(rb"[*?\[\\]", pattern)
    if special is None:
        return re.escape(pattern)
    tokens = _tokens(pattern[special.start() :])
    if tokens is None:
        return None
    return re.escape(pattern[: special.start()]) + _path(_split(tokens))


_STAR = b"*"
_GLOBSTAR = b"**"
_SLASH = b"/"


def _tokens(pattern: bytes) -> list[bytes] | None:
    """`*`, `**`, `/`, or the expression of one byte; None when the pattern can match nothing."""
    tokens: list[bytes] = []
    position = 0
    while position < len(pattern):
        byte = pattern[position : position + 1]
        position += 1
        if byte == b"*":
            start = position - 1
            while pattern[position : position + 1] == b"*":
                position += 1
            tokens.append(_stars(pattern, start, position))
        elif byte == b"?":
            tokens.append(b"[^/]")
        elif byte == b"[":
            found = _bracket(pattern, position)
            if found is None:
                return None
            expression, position = found
            tokens.append(expression)
        else:
            if byte == b"\\":
                byte = pattern[position : position + 1]
                position += 1
                if not byte:
                    return None
            tokens.append(byte if byte == _SLASH else re.escape(byte))
    return tokens


def _stars(pattern: bytes, start: int, end: int) -> bytes:
    """What the stars from `start` to `end` stand for: `**` counts between slashes only."""
    if end - start == 1 or (start > 0 and pattern[start - 1 : start] != b"/"):
        return _STAR
    if pattern.startswith(b"\\/", end):  # git's shortcut for "no folder at all" misses this form
        return rb".*"
    return _GLOBSTAR if end == len(pattern) or pattern.startswith(b"/", end) else _STAR


def _bracket(pattern: bytes, position: int) -> tuple[bytes, int] | None:
    """The expression of a `[...]` whose inside starts at `position`, and where it ends."""
    negated = pattern[position : position + 1] in (b"!", b"^")
    position += negated
    parts: list[bytes] = []
    first = True
    while True:
        byte = pattern[position : position + 1]
        if not byte:
            return None
        if byte == b"]" and not first:
            break
        first = False
        if pattern.startswith(b"[:", position):
            end = pattern.find(b"]", position + 2)
            if end < 0:
                return None
            if pattern[end - 1 : end] == b":" and end - 1 >= position + 2:
                named = _POSIX_CLASSES.get(pattern[position + 2 : end - 1])
                if named is None:
                    return None
                parts.append(named)
                position = end + 1
                continue
        low, position = _member(pattern, position)
        high = low
        if pattern[position : position + 1] == b"-" and pattern[
            position + 1 : position + 2
        ] not in (
            b"]",
            b"",
        ):
            high, position = _member(pattern, position + 1)
        if not low or not high:
            return None
        # Git compares the first of a range by itself, also when the range is turned round.
        parts.append(b"\\x%02x-\\x%02x" % (low[0], max(low[0], high[0])))
    inside = (b"^" if negated else b"") + b"".join(parts)
    return rb"(?!/)[" + inside + b"]", position + 1


def _member(pattern: bytes, position: int) -> tuple[bytes, int]:
    if pattern[position : position + 1] == b"\\":
        position += 1
    return pattern[position : position + 1], position + 1


def _split(tokens: list[bytes]) -> list[list[bytes]]:
    """The segments between the slashes."""
    segments: list[list[bytes]] = [[]]
    for token in tokens:
        if token == _SLASH:
            segments.append([])
        else:
            segments[-1].append(token)
    return segments


def _segment(tokens: list[bytes]) -> bytes:
    """One segment. A star gives nothing back once what follows it is found: never exponential."""
    chunks: list[bytes] = [b""]
    for token in tokens:
        if token in (_STAR, _GLOBSTAR):
            chunks.append(b"")
        else:
            chunks[-1] += token
    first, *rest = chunks
    if not rest:
        return first + _SEGMENT_END
    *middle, last = rest
    inner = b"".join(rb"(?>[^/]*?" + chunk + b")" for chunk in middle if chunk)
    return first + inner + rb"[^/]*" + last + _SEGMENT_END


def _path(segments: list[list[bytes]]) -> bytes:
    """Segments joined by slashes; `**` stands for any number of folders, and gives nothing back."""
    runs: list[list[bytes]] = [[]]
    for segment in segments:
        if segment == [_GLOBSTAR]:
            runs.append([])
        else:
            runs[-1].append(_segment(segment))
    first, *rest = runs
    if not rest:
        return b"/".join(first)
    source = b"".join(segment + b"/" for segment in first)
    *middle, last = rest
    for run in middle:
        if run:
            source += rb"(?>(?:[^/]*/)*?" + b"/".join(run) + b"/)"
    return source + (_FOLDERS + b"/".join(last) if last else rb".*")
