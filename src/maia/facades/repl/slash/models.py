"""/model: another model for the same conversation (spec 5.6)."""

import asyncio
import contextlib

from maia.agent.contracts.errors import ModelError
from maia.agent.contracts.operations import SelectModel
from maia.agent.runtime.settings import model_name
from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.screen.port import Screen
from maia.facades.repl.slash.desk import Desk, ListModels
from maia.facades.repl.style import Style
from maia.facades.shown_text import failure_sentence, harmless
from maia.i18n import Catalogue


async def choose_model(desk: Desk, argument: str) -> None:
    """The model that was named, or one of the server's list."""
    chosen = model_name(argument) or await pick_model(
        desk.screen, desk.services.list_models, desk.catalogue, desk.style, desk.conversation.model
    )
    if chosen:
        await desk.submit(SelectModel(chosen))


async def pick_model(
    screen: Screen,
    list_models: ListModels,
    catalogue: Catalogue,
    style: Style,
    current: str = "",
) -> str | None:
    """Let the person choose from the server's list; Ctrl+C gives up, also while it loads."""
    loading = asyncio.ensure_future(list_models())
    screen.set_status(catalogue.text("status.loading_models"), busy=True)

    def give_up() -> None:
        loading.cancel()

    screen.on_interrupt(give_up)
    names: tuple[str, ...] = ()
    try:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.wait([loading])
        if loading.cancelled():
            return None
        names = loading.result()
    except ModelError as error:
        said = harmless(failure_sentence(catalogue, error.key, error.values))
        screen.write(f"{style.badge('warning')} {said}\n")
    finally:
        screen.on_interrupt(None)
        screen.set_status("", busy=False)
    if not names:
        screen.write(f"{style.badge('fail')} {catalogue.text('repl.no_models')}\n")
        return None
    start = names.index(current) if current in names else 0
    title = catalogue.text("repl.which_model")
    index = await screen.choose(title, [Choice(name) for name in names], start)
    return None if index is None else names[index]
