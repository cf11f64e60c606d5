"""How a person who looks elsewhere is told that something waits."""

from maia.facades.repl.screen.port import Attention
from maia.i18n import Catalogue


def attention_sequence(kind: Attention, catalogue: Catalogue) -> str:
    """What to write: a bell, a desktop notification (OSC 9), or nothing."""
    if kind == "osc9":
        return f"\x1b]9;{catalogue.text('repl.attention')}\x07"
    return "\x07" if kind == "bell" else ""
