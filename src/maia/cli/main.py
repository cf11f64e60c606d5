"""Entry of `maia`: what was typed, and which command group answers it.

Nothing heavy is imported before it is needed: `--version` loads argparse and nothing else.
"""

import os
import sys
from collections.abc import Sequence

from maia.cli.words import read_words


def run() -> None:
    """The console script."""
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Run the command line `argv` and return the exit code (`maia.facades.exit_codes`)."""
    words = read_words(argv, os.environ)
    match words.command:
        case "version":
            from maia.cli.version import version

            sys.stdout.write(f"maia {version()}\n")
            return 0
        case "config":
            from maia.cli.config import show_config

            return show_config(words)
        case "models":
            from maia.cli.models import show_models

            return show_models(words)
        case "headless":
            from maia.cli.agent import run_prompt

            return run_prompt(words)
        case "repl":
            from maia.cli.agent import run_lines

            return run_lines(words)


if __name__ == "__main__":
    run()
