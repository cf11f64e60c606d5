"""Choosing a model from the server's list."""

from collections.abc import Awaitable, Callable

from maia.agent.contracts.errors import ModelError
from maia.facades.repl.style import Style
from maia.facades.repl.terminal import LeaveError, Terminal
from maia.facades.shown_text import failure_sentence, harmless, one_line
from maia.i18n import Catalogue

ListModels = Callable[[], Awaitable[tuple[str, ...]]]

_NAME_WIDTH = 200


async def pick_model(
    terminal: Terminal, list_models: ListModels, catalogue: Catalogue, style: Style
) -> str | None:
    """A numbered list of the server's models; a number, a name, or nothing to give up."""
    try:
        models = await list_models()
    except ModelError as error:
        said = harmless(failure_sentence(catalogue, error.key, error.values))
        terminal.write(f"{style.badge('warning')} {said}\n")
        models = ()
    if not models:
        terminal.write(f"{style.badge('fail')} {catalogue.text('repl.no_models')}\n")
        return None
    for number, name in enumerate(models, start=1):
        terminal.write(f"  {number:>3}  {one_line(name, _NAME_WIDTH)}\n")
    while True:
        try:
            typed = (await terminal.read_answer(catalogue.text("repl.which_model") + " ")).strip()
        except LeaveError:
            return None
        if not typed:
            return None
        if typed.isdecimal() and 1 <= int(typed) <= len(models):
            return models[int(typed) - 1]
        if typed in models:
            return typed
