"""How much of the context is taken, as it was last measured, for the screen to draw."""

from maia.agent.contracts.events import ContextMeasured
from maia.facades.repl.context_bar import context_bar
from maia.facades.repl.style import Style
from maia.i18n import Catalogue


class ContextBar:
    """The context bar as it is now; drawn by the screen whenever it wants to."""

    def __init__(self, catalogue: Catalogue, style: Style) -> None:
        self._catalogue = catalogue
        self._style = style
        self._measured: ContextMeasured | None = None

    def take(self, event: ContextMeasured) -> None:
        """What is taken now."""
        self._measured = event

    def draw(self, columns: int) -> str:
        """One row; nothing before the first count."""
        if self._measured is None:
            return ""
        return context_bar(
            self._measured.tokens, self._measured.maximum, columns, self._style, self._catalogue
        )
