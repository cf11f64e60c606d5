"""Entry of `maia`: what was typed, and which command group answers it.

Nothing heavy is imported before it is needed: `--version` loads argparse and nothing else.
"""

import os
import sys
from collections.abc import Sequence

from maia.cli.words import read_words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import OutputLost, end_streams, settle_streams, write_note
from maia.i18n import Catalogue, resolve_language


def run() -> None:
    """The console script."""
    settle_streams()
    try:
        code = main(sys.argv[1:])
    except OutputLost as lost:
        if lost.reason:
            catalogue = Catalogue(resolve_language(None, os.environ))
            write_note(catalogue.text("cli.output_lost", reason=lost.reason) + "\n")
        code = ExitCode.ERROR
    except KeyboardInterrupt:
        code = ExitCode.INTERRUPTED
    end_streams()
    sys.exit(code)


def main(argv: Sequence[str]) -> int:
    """Run the command line `argv` and return the exit code (`maia.facades.exit_codes`)."""
    words = read_words(argv, os.environ)
    match words.command:
        case "version":
            from maia.cli.version import show_version as answer
        case "config":
            from maia.cli.config import show_config as answer
        case "models":
            from maia.cli.models import show_models as answer
        case "permissions":
            from maia.cli.permissions import show_rules as answer
        case "explain":
            from maia.cli.explain import explain as answer
        case "sessions":
            from maia.cli.sessions import manage_sessions as answer
        case "trust":
            from maia.cli.trust import change_trust as answer
        case "headless":
            from maia.cli.agent import run_prompt as answer
        case "repl":
            from maia.cli.lines import run_lines as answer
    return answer(words)


if __name__ == "__main__":
    run()
