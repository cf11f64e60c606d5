"""Characters that look alike: text folded to plain forms, with the way back to each position."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

_INVISIBLE = "\u200b\u200c\u2060\ufeff\u00ad"

_PLAIN = {
    **dict.fromkeys("\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007", " "),
    **dict.fromkeys("\u2008\u2009\u200a\u202f\u205f\u3000", " "),
    **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc", "'"),
    **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
    **dict.fromkeys(_INVISIBLE, ""),
    **{chr(code): chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)},  # full width
}

# Marks that join the character before them, and the pieces of Korean syllables.
_MARKS = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f"
_JAMO = "\u1100-\u11ff"
_DROPPED = dict.fromkeys(map(ord, _INVISIBLE))
_CHANGED = re.compile(
    f"[^\\s{_MARKS}](?:[{_INVISIBLE}]*[{_MARKS}])+|[{_JAMO}](?:[{_INVISIBLE}]*[{_JAMO}])*"
    f"|[{re.escape(''.join(_PLAIN))}]|(?<![ \t])[ \t]+(?=\n)"
)


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch that folding changes: where it starts, in both texts, and both lengths."""

    source: int
    folded: int
    source_length: int
    folded_length: int


class FoldedText:
    """`source` with look-alikes in plain form and without blanks at the end of lines.

    Spaces, quotes, dashes and full-width forms become ASCII, composed and decomposed accents the
    composed form, invisible characters nothing. Positions on the edge of what was changed can be
    taken from one text to the other; those inside cannot.
    """

    def __init__(self, source: str) -> None:
        self.source = source
        self._pieces: list[_Piece] = []
        self.text = "".join(self._fold())
        self._folded_starts = [piece.folded for piece in self._pieces]
        self._source_starts = [piece.source for piece in self._pieces]

    def _fold(self) -> Iterator[str]:
        done = length = 0
        for match in _CHANGED.finditer(self.source):
            start, end = match.span()
            plain = _plain(match.group())
            if plain == match.group():
                continue
            yield self.source[done:start]
            yield plain
            length += start - done
            self._pieces.append(_Piece(start, length, end - start, len(plain)))
            length += len(plain)
            done = end
        yield self.source[done:]

    def to_folded(self, position: int) -> int | None:
        """Where `position` of `source` is in `text`; None inside a changed piece."""
        index = bisect_right(self._source_starts, position) - 1
        if index < 0:
            return position
        piece = self._pieces[index]
        inside = position - piece.source
        if inside == 0:
            return piece.folded
        if inside < piece.source_length:
            return None
        return piece.folded + piece.folded_length + inside - piece.source_length

    def start_in_source(self, position: int) -> int | None:
        """Where a stretch that starts at `position` of `text` starts in `source`."""
        index = bisect_right(self._folded_starts, position) - 1
        if index < 0:
            return position
        piece = self._pieces[index]
        inside = position - piece.folded
        if inside == 0 and piece.folded_length:
            return piece.source
        if inside < piece.folded_length:
            return None
        return piece.source + piece.source_length + inside - piece.folded_length

    def end_in_source(self, position: int) -> int | None:
        """Where a stretch that ends at `position` of `text` ends in `source`.

        What folds to nothing and follows is left out.
        """
        index = bisect_right(self._folded_starts, position - 1) - 1
        if index < 0:
            return position
        piece = self._pieces[index]
        inside = position - piece.folded
        if inside < piece.folded_length:
            return None
        return piece.source + piece.source_length + inside - piece.folded_length


def _plain(changed: str) -> str:
    if changed[0] in " \t":
        return ""
    plain = _PLAIN.get(changed)
    if plain is not None:
        return plain
    # What is invisible must not keep apart what is one letter without it.
    return unicodedata.normalize("NFC", changed.translate(_DROPPED))


def fold(text: str) -> str:
    """`text` as FoldedText shows it."""
    return FoldedText(text).text


def fold_name(name: str) -> str:
    """A file name in plain form: two names with the same one look alike."""
    return unicodedata.normalize("NFC", "".join(_PLAIN.get(each, each) for each in name))
