r"""A mention as it is typed: `@path`, or `@'path with blanks'` in which `\'` is a quote (11.4)."""

import re
from dataclasses import dataclass

_LONGEST = 1_000  # characters before the cursor that are looked at: a line may be pasted data
_LONGEST_PATH = 4_096
_TYPED = re.compile(
    r"""
    (?:^|(?<=[\s(\[{<"'`«“‘,;]))
    @
    (?:
        [ ]?'(?P<quoted>(?:\\'|[^'\n])*+)
      | [ ]?(?P<word>[^\s@'](?:(?![,;]@)\S)*+)
      |
    )
    \Z
    """,
    re.VERBOSE,
)
_BARE = re.compile(r"[^\s@'\"()\[\]{}<>«»“”‘’`,;:!?…\\]+(?<!\.)")


@dataclass(frozen=True, slots=True)
class TypedMention:
    """The mention that ends at the cursor: its length with all its signs, and the path so far."""

    length: int
    path: str


def mention_before(line: str) -> TypedMention | None:
    """The mention that is being typed at the end of `line`, if one is."""
    if len(line) > _LONGEST:
        line = "x" + line[-_LONGEST:]  # no mention begins where the line was cut
    found = _TYPED.search(line)
    if found is None:
        return None
    quoted: str | None = found["quoted"]
    path = found["word"] or "" if quoted is None else quoted.replace("\\'", "'")
    return TypedMention(len(found[0]), path)


def mention_of(path: str) -> str | None:
    """`path` as a mention that names exactly it; None where none can."""
    if _BARE.fullmatch(path):
        return f"@{path}"
    if path.endswith("\\") or "\n" in path or not 0 < len(path) <= _LONGEST_PATH:
        return None
    escaped = path.replace("'", "\\'")
    return f"@'{escaped}'"
