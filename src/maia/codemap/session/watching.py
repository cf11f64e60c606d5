"""Keeping a map up to date while files change."""

from collections.abc import Iterator
from threading import Event

from maia.codemap.indexing.ports import BuildReport
from maia.codemap.session.open_map import OpenMap

_TURN_MS = 500
_PAUSE_MS = 50
"""Files that are written together are read together."""


def watch(opened: OpenMap, stop: Event | None = None) -> Iterator[BuildReport]:
    """What each update did, the first at once; until `stop` is set, or for ever.

    Changes that concern no file on the map give no report. The workers stay warm meanwhile.
    """
    from watchfiles import watch as file_changes

    yield opened.build()
    git = str(opened.root / ".git")
    is_first = True  # what was written before the watch began
    with opened.warm():
        for changes in file_changes(
            opened.root,
            watch_filter=lambda _change, path: not path.startswith(git),
            debounce=_PAUSE_MS,
            step=_PAUSE_MS,
            stop_event=stop,
            rust_timeout=_TURN_MS,
            yield_on_timeout=True,
            raise_interrupt=True,
        ):
            if changes or is_first:
                is_first = False
                report = opened.refresh()
                if report.changed or report.removed or report.renamed:
                    yield report
