"""What a pattern may ask for: an expression grows in memory when it is compiled, before any limit.

`x{1000000000}` is written out item by item, which takes the whole process down; recursion
(`(?R)`, not of JavaScript) does the same while it searches.
"""

import re
from dataclasses import dataclass

from maia.agent.tools.grep.dialect import QUANTIFIER, class_end, escape_end

MAX_ITEMS = 10_000
"""Characters, classes and groups that a pattern may stand for, its repetitions written out."""

_RECURSION = re.compile(r"\(\?(?:R|[+-]?\d+|&\w+|P>\w+)\)")


@dataclass(frozen=True, slots=True)
class Excess:
    """Why a pattern is refused, and where, from 0."""

    reason: str
    position: int


def find_excess(source: str) -> Excess | None:
    """The first thing in the pattern that could take memory without bound, or None."""
    groups = [0]  # items so far in each open group, the whole pattern first
    last = 0  # items of what a quantifier would repeat
    position = 0
    while position < len(source):
        character = source[position]
        end = position + 1
        if character == "\\":
            end, last = escape_end(source, position), 1
        elif character == "[":
            end, last = class_end(source, position), 1
        elif character == "(":
            if _RECURSION.match(source, position):
                return Excess("recursion is not supported", position)
            groups.append(0)
            last = 0
        elif character == ")" and len(groups) > 1:
            last = groups.pop() + 1
        elif found := QUANTIFIER.match(source, position):
            end = found.end()
            repeated = last * max(0, int(found[1][:9]) - 1)  # the first is counted already
            groups[-1] += repeated
            last += repeated
            if groups[-1] > MAX_ITEMS:
                return Excess(f"it stands for more than {MAX_ITEMS} items", position)
            position = end
            continue
        else:
            last = 1
        groups[-1] += last
        position = end
    return None
