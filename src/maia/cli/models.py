"""`maia models`: what the server offers, one name a line."""

import asyncio

from maia.agent.contracts.errors import ModelError
from maia.agent.runtime.assembly import list_models
from maia.cli.launch import Refusal, prepare
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import write_answer
from maia.facades.shown_text import failure_sentence, harmless


def show_models(words: Words) -> int:
    """Print the model names in order; a server that cannot be asked is an error (code 1)."""
    launch = prepare(words)
    if isinstance(launch, Refusal):
        return launch.tell()
    catalogue = launch.catalogue
    try:
        models = asyncio.run(list_models(launch.settings))
    except ModelError as error:
        sentence = failure_sentence(catalogue, error.key, error.values)
        return Refusal(sentence, catalogue, ExitCode.ERROR).tell()
    if not models:
        return Refusal(catalogue.text("repl.no_models"), catalogue, ExitCode.ERROR).tell()
    for name in models:
        write_answer(harmless(name) + "\n")
    return ExitCode.DONE
