"""Which screen a person gets, and how things look on it."""

import os
import sys
from collections.abc import Mapping
from typing import cast

from maia.cli.launch import Launch
from maia.cli.version import version
from maia.cli.words import Words
from maia.facades.repl.console import Console
from maia.facades.repl.measured import ContextBar
from maia.facades.repl.screen.port import Attention, Screen
from maia.facades.repl.screen.setup import ScreenSetup
from maia.facades.repl.style import Style, style_for
from maia.workspace.terminal_text import visible

_USUAL_COLUMNS = 80


def open_console(words: Words, launch: Launch) -> Console:
    """The live screen; the plain one where it was asked for, or the terminal can do no more."""
    plain = wants_plain(words, os.environ)
    style = style_for(os.environ, terminal=True)
    bar = ContextBar(launch.catalogue, style)
    return Console(
        screen=_plain(launch, style, bar) if plain else _live(launch, style, bar),
        catalogue=launch.catalogue,
        style=style,
        bar=bar,
        is_live=not plain,
        width=columns,
        banner=_banner(launch, style, plain=plain),
        markdown=os.environ.get("MAIA_NO_MARKDOWN", "") in ("", "0"),
    )


def columns() -> int:
    """How wide the terminal is now, whatever the environment says."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or _USUAL_COLUMNS
    except (OSError, ValueError):
        return _USUAL_COLUMNS


def wants_plain(words: Words, environ: Mapping[str, str]) -> bool:
    """--plain, MAIA_PLAIN, or a terminal that cannot move its cursor."""
    asked = words.plain or environ.get("MAIA_PLAIN", "") not in ("", "0")
    return asked or environ.get("TERM", "") in ("", "dumb", "unknown")


def _plain(launch: Launch, style: Style, bar: ContextBar) -> Screen:
    from maia.facades.repl.screen.plain import PlainScreen

    return PlainScreen(
        ScreenSetup(
            style=style,
            catalogue=launch.catalogue,
            draw_context=bar.draw,
            animate=False,
            attention=_attention(launch),
        )
    )


def _live(launch: Launch, style: Style, bar: ContextBar) -> Screen:
    from maia.facades.repl.screen.live import LiveScreen
    from maia.facades.repl.typing.aids import typing_aids

    aids = typing_aids(launch.folder, launch.home, launch.catalogue, os.environ)
    return LiveScreen(
        ScreenSetup(
            style=style,
            catalogue=launch.catalogue,
            draw_context=bar.draw,
            history=aids.history,
            completer=aids.completer,
            open_editor=aids.open_editor,
            animate=launch.settings.animation,
            attention=_attention(launch),
        )
    )


def _attention(launch: Launch) -> Attention:
    return cast("Attention", launch.settings.attention)  # the settings know no other word


def _banner(launch: Launch, style: Style, *, plain: bool) -> str:
    folder = visible(str(launch.folder))
    if plain:
        return launch.catalogue.text("repl.banner", version=version(), folder=folder) + "\n"
    from maia.facades.repl.banner.banner import banner

    return banner(columns(), style, launch.catalogue, version=version(), folder=folder)
