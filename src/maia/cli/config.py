"""`maia config show`: each value that counts, and where it came from."""

from maia.cli.launch import Refusal, prepare
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import write_answer
from maia.workspace.terminal_text import visible


def show_config(words: Words) -> int:
    """Print the settings as `name = value  (source)`, secrets masked, then the rules by family."""
    launch = prepare(words)
    if isinstance(launch, Refusal):
        return launch.tell()
    for origin in launch.settings.origins:
        value = "••••" if origin.secret else origin.value
        write_answer(visible(f"{origin.name} = {value}  ({origin.source})") + "\n")
    for family, rule in launch.settings.rules.by_family():
        write_answer(visible(f"{family} {rule}  ({rule.source})") + "\n")
    return ExitCode.DONE
