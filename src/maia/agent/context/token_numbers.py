"""Reads a number of tokens out of what a model answers, however it writes numbers (spec 13.2)."""

import re
from decimal import Decimal

PLAUSIBLE = range(1_000, 100_000_001)
"""A size of a context that is believed (spec 23)."""

READ_CHARACTERS = 100_000
"""How much of an answer is looked at; a number of more digits than Decimal holds has no place."""

_BLANKS = re.compile("[\u00a0\u2007\u2009\u202f]")
_DATE = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_NUMBER = re.compile(
    r"""
    (?<!\w)(?<!\d[.,])
    (?>
        (?P<groups>[0-9]{1,3}(?P<between>[ .,'’_])[0-9]{3}(?:(?P=between)[0-9]{3})*(?![0-9]))
        (?P<fraction>[.,][0-9]+)?
      | (?P<plain>[0-9]+(?:[.,][0-9]+)?)
    )
    (?:
        [ -]?(?:
            (?P<thousand>k|mille|thousand|milliers?)
          | (?P<million>m|mio|millions?)
        )(?:(?!\w)|(?=tok))
      | (?!\w)(?![.,][0-9])
      | (?=tok)
    )
    """,
    re.VERBOSE | re.IGNORECASE,
)
_THOUSAND, _MILLION = 1_000, 1_000_000


def parse_token_count(text: str) -> int | None:
    """The size that `text` names, or None when it names no plausible one.

    A value with a unit (`200k`, `1,5 million`) wins over a larger one without; else the largest.
    """
    readable = _DATE.sub(" ", _BLANKS.sub(" ", text[:READ_CHARACTERS]))
    with_unit: list[int] = []
    without: list[int] = []
    for number in _NUMBER.finditer(readable):
        unit = _unit(number)
        values = [value for value in _readings(number, unit) if value in PLAUSIBLE]
        (without if unit == 1 else with_unit).extend(values[:1])
    return max(with_unit or without, default=None)


def _unit(number: re.Match[str]) -> int:
    if number["thousand"]:
        return _THOUSAND
    return _MILLION if number["million"] else 1


def _readings(number: re.Match[str], unit: int) -> list[int]:
    """What was written may mean, the likeliest first: `1,050k` and `1.05M` both have a separator.

    A comma or point before exactly three digits parts thousands; where a unit follows, a point
    (`1.024k`), or a comma that would make too much of it (`1,048 M`), begins the decimals.
    """
    plain, grouped, between = number["plain"], number["groups"], number["between"]
    if grouped is None:
        return [_whole(plain.replace(",", "."), unit)]
    whole = grouped.replace(between, "")
    if number["fraction"]:
        return [_whole(whole + number["fraction"].replace(",", "."), unit)]
    as_groups = _whole(whole, unit)
    if unit == 1 or between not in ".," or grouped.count(between) > 1:
        return [as_groups]
    as_decimals = _whole(grouped.replace(",", "."), unit)
    return [as_decimals, as_groups] if between == "." else [as_groups, as_decimals]


def _whole(written: str, unit: int) -> int:
    return int(Decimal(written) * unit)
