"""A list to choose from: what is listed, where one stands in it, what is ticked."""

import asyncio
from collections.abc import Sequence

from prompt_toolkit.formatted_text import StyleAndTextTuples

from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.screen.widths import fitted, shown_line, width_of
from maia.i18n import Catalogue

WINDOW_ROWS = 10
"""Options seen at a time (spec 15.5)."""

_ABOVE_AND_BELOW = 2
_CURSOR, _NO_CURSOR = "❯ ", "  "
_TICKED, _NOT_TICKED = "[x] ", "[ ] "


class ChoiceList:
    """The state of one list; `chosen` None takes one option, else several."""

    def __init__(
        self,
        catalogue: Catalogue,
        title: str,
        options: Sequence[Choice],
        *,
        start: int = 0,
        chosen: frozenset[int] | None = None,
    ) -> None:
        self._catalogue = catalogue
        self._title = shown_line(title)
        self._options = [(shown_line(one.label), shown_line(one.detail)) for one in options]
        self._chosen = chosen
        self._listed = list(range(len(options)))
        self._at = min(max(start, 0), len(options) - 1)
        self._top = 0
        self._filter = ""
        self.is_filtering = False
        self.future: asyncio.Future[int | frozenset[int] | None] = (
            asyncio.get_running_loop().create_future()
        )

    @property
    def takes_several(self) -> bool:
        """Whether options are ticked rather than taken."""
        return self._chosen is not None

    def move(self, rows: int) -> None:
        """Up or down, to the ends and no further."""
        self._at = min(max(self._at + rows, 0), max(0, len(self._listed) - 1))

    def type(self, text: str) -> None:
        """Make the filter longer."""
        self._narrow(self._filter + text)

    def erase(self) -> None:
        """Make it shorter; none is left when it was empty."""
        self.is_filtering = bool(self._filter)
        self._narrow(self._filter[:-1])

    def tick(self) -> None:
        """Tick the current option, or take the tick away."""
        if self._chosen is not None and self._listed:
            self._chosen ^= {self._listed[self._at]}

    def enter(self) -> None:
        """Take the current option, or all that are ticked; in the filter of those, end typing."""
        if self._chosen is not None:
            if self.is_filtering:
                self.is_filtering = False
            else:
                self._end(self._chosen)
        elif self._listed:
            self._end(self._listed[self._at])

    def escape(self) -> None:
        """Out of the filter, or out of the list."""
        if self.is_filtering or self._filter:
            self.is_filtering = False
            self._narrow("")
        else:
            self.cancel()

    def cancel(self) -> None:
        """Nothing is chosen."""
        self._end(None)

    def draw(self, columns: int, room: int) -> list[StyleAndTextTuples]:
        """Title, the options around the current one, and the keys or the filter."""
        window = max(1, min(WINDOW_ROWS, room - _ABOVE_AND_BELOW, len(self._options)))
        self._top = min(max(self._top, self._at - window + 1), self._at)
        self._top = max(0, min(self._top, len(self._listed) - window))
        shown = range(self._top, min(self._top + window, len(self._listed)))
        rows = [self._row(place, columns) for place in shown]
        if not rows:
            text = fitted(self._catalogue.text("repl.choose_none_left"), columns)
            rows.append([("class:grey", text)])
        rows += [[] for _ in range(window - len(rows))]
        if room > window:
            rows.insert(0, self._title_row(columns))
        if room > window + 1:
            rows.append(self._last_row(columns))
        return rows

    def _end(self, result: int | frozenset[int] | None) -> None:
        if not self.future.done():
            self.future.set_result(result)

    def _narrow(self, text: str) -> None:
        """List what contains every word of `text`; stay on the current option if it is listed."""
        current = self._listed[self._at] if self._listed else -1
        self._filter = text
        words = text.casefold().split()
        self._listed = [
            index
            for index, option in enumerate(self._options)
            if all(word in " ".join(option).casefold() for word in words)
        ]
        self._at = self._listed.index(current) if current in self._listed else 0

    def _title_row(self, columns: int) -> StyleAndTextTuples:
        count = f" {self._at + 1}/{len(self._listed)}" if len(self._listed) > 1 else ""
        title = fitted(self._title, max(0, columns - width_of(count)))
        return [("class:title", title), ("class:grey", count if title else "")]

    def _last_row(self, columns: int) -> StyleAndTextTuples:
        if self.is_filtering or self._filter:
            return [("class:title", "/"), ("", fitted(self._filter + "▏", columns - 1))]
        key = "repl.choose_many_keys" if self.takes_several else "repl.choose_keys"
        return [("class:grey", fitted(self._catalogue.text(key), columns))]

    def _row(self, place: int, columns: int) -> StyleAndTextTuples:
        index = self._listed[place]
        label, detail = self._options[index]
        here = place == self._at
        start = _CURSOR if here else _NO_CURSOR
        if self._chosen is not None:
            start += _TICKED if index in self._chosen else _NOT_TICKED
        left = columns - width_of(start)
        label = fitted(label, left)
        left -= width_of(label) + 2
        row: StyleAndTextTuples = [("class:picked" if here else "", start + label)]
        if detail and left > 1:
            row.append(("class:grey", "  " + fitted(detail, left)))
        return row
