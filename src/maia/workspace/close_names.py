"""The known name that a mistyped one may have meant."""

import difflib
from collections.abc import Iterable

_CLOSE = 0.7  # difflib's ratio
_LONGEST = 60  # characters: what is longer is no name of ours


def close_name(written: str, known: Iterable[str]) -> str:
    """The name of `known` that `written` is close to, whatever the case; "" when none is."""
    if len(written) > _LONGEST:
        return ""
    by_folded = {name.casefold(): name for name in known}
    found = difflib.get_close_matches(written.casefold(), by_folded, n=1, cutoff=_CLOSE)
    return by_folded[found[0]] if found else ""
