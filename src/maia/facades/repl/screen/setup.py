"""What a screen is built with, the same for both kinds."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from maia.facades.repl.screen.port import Attention
from maia.facades.repl.style import Style
from maia.i18n import Catalogue

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.history import History

OpenEditor = Callable[[str], Awaitable[str]]
"""Takes the text being typed, gives what the person made of it in an editor of theirs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ScreenSetup:
    """`draw_context` gives the context bar, with its colours, in at most so many columns.

    `animate` false draws nothing that changes by time alone.
    """

    style: Style
    catalogue: Catalogue
    draw_context: Callable[[int], str]
    history: "History | None" = None
    completer: "Completer | None" = None
    open_editor: OpenEditor | None = None
    animate: bool = True
    attention: Attention = "bell"
