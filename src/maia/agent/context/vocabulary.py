"""The o200k_base vocabulary, out of a file of the distribution, and how many tokens a text is.

tiktoken would download the file; here it is beside the code, compressed. That it is the right one
is checked by the tests and at build, not at each start.
"""

import asyncio
import base64
import lzma
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tiktoken import Encoding

VOCABULARY_FILE = Path(__file__).with_name("o200k_base.tiktoken.xz")

VOCABULARY_SHA256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d"
"""Of the uncompressed file: the one that tiktoken itself expects."""

SLICE_CHARACTERS = 200_000
"""Longer texts are counted in slices: tiktoken's expressions fail on a million blanks in a row."""

_SPECIAL = {"<|endoftext|>": 199_999, "<|endofprompt|>": 200_018}
_CONTRACTION = "(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
_PATTERN = "|".join(  # of tiktoken's o200k_base, whose classes Python's `re` does not know
    (
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
        + _CONTRACTION,
        r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
        + _CONTRACTION,
        r"\p{N}{1,3}",
        r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
        r"\s*[\r\n]+",
        r"\s+(?!\S)",
        r"\s+",
    )
)
_SURE_END = re.compile(r".*\n(?=[^\s/])", re.DOTALL)
"""Up to a line end that no piece of the vocabulary reaches beyond: a cut there changes no count."""


class Vocabulary:
    """Counts tokens. Safe in several threads."""

    def __init__(self, encoding: "Encoding") -> None:
        self._encoding = encoding

    def count(self, text: str) -> int:
        """The tokens of `text`. What looks like a special token counts as the text it is.

        A lone surrogate counts as the replacement character. Exact up to `SLICE_CHARACTERS` and,
        beyond, for text with a line end in each slice; else a token or two too many for a slice.
        """
        if len(text) <= SLICE_CHARACTERS:
            return self._count(text)
        return sum(map(self._count, slices(text, SLICE_CHARACTERS)))

    def _count(self, text: str) -> int:
        return len(self._encoding.encode(text, disallowed_special=()))


def slices(text: str, size: int) -> Iterator[str]:
    """`text` in pieces of at most `size` characters, cut at ends of lines where there are any."""
    start = 0
    while len(text) - start > size:
        sure = _SURE_END.match(text, start, start + size)
        end = sure.end() if sure else start + size
        yield text[start:end]
        start = end
    yield text[start:]


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The one vocabulary of this process; the first call takes about 0.3 s.

    OSError or lzma.LZMAError when the file of the distribution is gone or broken.
    """
    from tiktoken import Encoding

    ranks = _ranks(lzma.decompress(VOCABULARY_FILE.read_bytes()))
    encoding = Encoding(
        "o200k_base", pat_str=_PATTERN, mergeable_ranks=ranks, special_tokens=_SPECIAL
    )
    ranks.clear()  # tiktoken has its own copy, and holds this one too: 28 MB
    return Vocabulary(encoding)


async def load_vocabulary() -> Vocabulary:
    """The same without holding up the event loop."""
    return await asyncio.to_thread(vocabulary)


def _ranks(data: bytes) -> dict[bytes, int]:
    lines = (line.split() for line in data.splitlines())
    return {base64.b64decode(token): int(rank) for token, rank in lines}
