"""Which of many paths a few letters mean: asked at each key, over tens of thousands of paths.

The letters stand in a path in their order, with others between them. They count more at the
beginning of a name or of a part of one, one after another, and in the last name; a shorter path
counts more. Capitals count where the letters have some.

All paths are looked at in a few passes that are quick in this language; only some hundreds, the
shortest of each kind of match, are scored with care.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from heapq import nsmallest
from itertools import islice

MOST_FOUND = 50
"""How many paths are offered at once."""

_SCORED_OF_A_KIND = 100
_LONGEST_QUERY = 200  # characters: more is no path any more
_PART = re.compile(r"(?:^|(?<=[/_\-. ]))[^/_\-. ]|(?<=[a-z\d])[A-Z]|(?<=[^\W\d])\d")
_MASK_BITS = 61

_MATCHED, _FOLLOWS, _BEGINS_PART, _BEGINS_NAME, _IN_NAME = 16, 12, 10, 8, 4
_SKIPPED, _MOST_SKIPPED, _LENGTH = 1, 8, 0.2
_TOGETHER, _WHOLE_NAME, _WHOLE_STEM = 20, 60, 40


class PathIndex:
    """A list of paths, made ready to be asked; folders end with a slash."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = sorted(paths, key=lambda path: (len(path), path))
        self._names = [path[_name_start(path) :] for path in self._paths]
        self._folded = [_folded(path) for path in self._paths]
        self._folded_names = [_folded(name) for name in self._names]
        self._masks = [_mask(path) for path in self._folded]
        self._first = nsmallest(MOST_FOUND, self._paths, key=_depth)

    def __len__(self) -> int:
        return len(self._paths)

    def best(self, query: str) -> list[str]:
        """The paths that `query` may mean, best first; without letters, those nearest the top."""
        if not query:
            return list(self._first)
        if len(query) > _LONGEST_QUERY:
            return []
        folded = query == query.lower()
        likely = self._likely(query, folded=folded)
        scored = [(-score(query, self._paths[each], folded=folded), each) for each in likely]
        return [self._paths[each] for _, each in sorted(scored)[:MOST_FOUND]]

    def _likely(self, query: str, *, folded: bool) -> list[int]:
        """The places of paths that hold the letters: of each kind of match, the shortest."""
        found: dict[int, None] = {}
        for kind in self._kinds(query, folded=folded):
            new = (each for each in kind if each not in found)
            found.update(dict.fromkeys(list(islice(new, _SCORED_OF_A_KIND))))
        return list(found)

    def _kinds(self, query: str, *, folded: bool) -> Iterator[Iterator[int]]:
        """Each without the one before it: a common kind must not crowd out a rarer one."""
        paths = self._folded if folded else self._paths
        names = self._folded_names if folded else self._names
        wanted = _mask(query.lower())
        left = [each for each, mask in enumerate(self._masks) if mask & wanted == wanted]
        in_order = _in_order(query)
        if "/" not in query[:-1]:
            yield (each for each in left if names[each].startswith(query))
            yield (each for each in left if names[each].find(query) > 0)
            yield (each for each in left if query not in names[each] and in_order(names[each]))
        yield (each for each in left if query in paths[each] and query not in names[each])
        yield (each for each in left if query not in paths[each] and in_order(paths[each]))


def score(query: str, path: str, *, folded: bool) -> float:
    """How well `query` is meant by `path`, in which its letters stand in order."""
    text = path.lower() if folded else path
    start = _name_start(text)
    parts = {found.start() for found in _PART.finditer(path)}
    ways = [_places(query, text, parts, begin) for begin in {0, start}]
    whole = max(text.find(query, start), text.find(query))
    if whole >= 0:
        ways.append(list(range(whole, whole + len(query))))
    best = max(_worth(way, parts, start) for way in ways if way)
    if whole in parts:
        best += _TOGETHER
    name = text[start:]
    if query in {name, name.rstrip("/")}:
        best += _WHOLE_NAME
    elif query == name.partition(".")[0]:
        best += _WHOLE_STEM
    return best - len(path) * _LENGTH


def _places(query: str, text: str, parts: set[int], start: int) -> list[int]:
    """Where the letters stand from `start` on: next to each other, or where a part begins."""
    latest: list[int] = []  # for each letter, the last place that leaves room for those after it
    end = len(text)
    for letter in reversed(query):
        end = text.rfind(letter, start, end)
        if end < 0:
            return []
        latest.append(end)
    latest.reverse()
    places: list[int] = []
    place = start - 1
    for letter, last in zip(query, latest, strict=True):
        after = text.find(letter, place + 1)
        if after != place + 1 or not places:
            part = after
            while part not in parts and 0 <= part < last:
                part = text.find(letter, part + 1, last + 1)
            after = part if part in parts else after
        places.append(after)
        place = after
    return places


def _worth(places: list[int], parts: set[int], name_start: int) -> float:
    total, before = 0.0, -1
    for place in places:
        total += _MATCHED
        if place in parts:
            total += _BEGINS_PART
        if place == name_start:
            total += _BEGINS_NAME
        if place >= name_start:
            total += _IN_NAME
        if before >= 0:
            gap = place - before - 1
            total += _FOLLOWS if gap == 0 else -min(gap * _SKIPPED, _MOST_SKIPPED)
        before = place
    return total


def _name_start(path: str) -> int:
    """Where the last name begins."""
    return path.rfind("/", 0, len(path) - 1) + 1


def _depth(path: str) -> tuple[int, str]:
    return path.count("/", 0, -1), path


def _folded(text: str) -> str:
    """In lower case; the same object where it is, for there are many."""
    lower = text.lower()
    return text if lower == text else lower


def _in_order(query: str) -> Callable[[str], object]:
    """Whether a text holds the letters in their order; never looks back."""
    letters = map(re.escape, query)
    return re.compile("".join(f"[^{letter}]*+{letter}" for letter in letters)).match


def _mask(text: str) -> int:
    """Bits for the characters of `text`: what lacks one of them cannot hold the letters."""
    mask = 0
    for character in set(text):
        mask |= 1 << ord(character) % _MASK_BITS
    return mask
