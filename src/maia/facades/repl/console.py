"""The terminal as it was set up for one person."""

from collections.abc import Callable
from dataclasses import dataclass

from maia.facades.repl.measured import ContextBar
from maia.facades.repl.screen.port import Screen
from maia.facades.repl.style import Style
from maia.i18n import Catalogue


@dataclass(frozen=True, slots=True)
class Console:
    """The screen, and how things look on it; `bar` is the context bar that the screen draws.

    `is_live`: a live area stands below the log. `width` gives the columns of the terminal. `banner`
    is written first; without `markdown` answers stay as the model wrote them.
    """

    screen: Screen
    catalogue: Catalogue
    style: Style
    bar: ContextBar
    is_live: bool
    width: Callable[[], int]
    banner: str = ""
    markdown: bool = True

    def welcome(self) -> None:
        """Write the banner."""
        self.screen.write(self.banner)
