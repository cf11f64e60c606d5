"""Part of the live area that is drawn row by row by a function of its width and height."""

from collections.abc import Callable

from prompt_toolkit.application import get_app
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindingsBase
from prompt_toolkit.layout.containers import Window
from prompt_toolkit.layout.controls import GetLinePrefixCallable, UIContent, UIControl

DrawRows = Callable[[int, int], list[StyleAndTextTuples]]
"""(columns, rows there is room for) -> at most so many rows."""

Share = Callable[[int], int]
"""Rows of the screen -> rows of them that a part may have."""


class Rows(UIControl):
    """Wants as many rows as `draw` gives; of a screen's rows it may have what `share` says."""

    def __init__(
        self, draw: DrawRows, *, share: Share = int, key_bindings: KeyBindingsBase | None = None
    ) -> None:
        self._draw = draw
        self._share = share
        self._bindings = key_bindings

    def is_focusable(self) -> bool:
        """Only what has keys of its own takes them."""
        return self._bindings is not None

    def get_key_bindings(self) -> KeyBindingsBase | None:
        """The keys it takes while it has the focus."""
        return self._bindings

    def preferred_height(
        self,
        width: int,
        max_available_height: int,
        wrap_lines: bool,  # noqa: FBT001  # prompt_toolkit's signature
        get_line_prefix: GetLinePrefixCallable | None,
    ) -> int | None:
        """As many rows as there are to draw; the same in each step of a layout."""
        del max_available_height, wrap_lines, get_line_prefix
        screen = get_app().output.get_size().rows
        return len(self._draw(width, max(1, self._share(screen))))

    def create_content(self, width: int, height: int) -> UIContent:
        """The rows for the place that was given."""
        rows = self._draw(width, height)

        def row(number: int) -> StyleAndTextTuples:
            return rows[number] if number < len(rows) else []

        return UIContent(get_line=row, line_count=max(1, len(rows)), show_cursor=False)


def rows_window(control: Rows) -> Window:
    """The window of such a control: as high as its rows, and no higher."""
    return Window(control, dont_extend_height=True, always_hide_cursor=True)
