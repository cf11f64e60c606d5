"""Entry of `maguyva`: what was typed, and which command answers it.

Nothing heavy is imported before it is needed: `--help` loads argparse and the sentences.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from maia.codemap.cli.console import Code, Console, flush
from maia.codemap.errors import MapProblem, MapUnusable, NoMap
from maia.i18n import Catalogue, resolve_language

if TYPE_CHECKING:
    from maia.codemap.cli.asked import Asked

Command = Callable[["Asked"], Code]


def run() -> None:
    """The console script."""
    sys.exit(main(sys.argv[1:]))


def main(argv: Sequence[str]) -> int:
    """Run the command line `argv` and return the exit code (`Code`)."""
    catalogue = Catalogue(resolve_language(None, os.environ))
    words = make_parser(catalogue).parse_args(argv)
    console = Console(catalogue, as_json=words.json)
    try:
        code = _answer(words, console)
        return flush() or code
    except KeyboardInterrupt:
        console.note("map.interrupted")
        return Code.INTERRUPTED
    except BrokenPipeError:
        return flush() or Code.DONE
    except NoMap:
        console.note("map.none", folder=str(_folder(words)))
        return Code.NO_MAP
    except MapUnusable as problem:
        console.note("map.unusable", why=problem.why)
        return Code.NO_MAP
    except (MapProblem, OSError) as problem:
        console.note("map.failed", why=str(problem))
        return Code.FAILED


def make_parser(catalogue: Catalogue) -> argparse.ArgumentParser:
    """The grammar of the command line, its help in the language of the catalogue."""
    say = catalogue.text
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--json", action="store_true", help=say("map.help_json"))
    common.add_argument("--folder", metavar="DIR", default=".", help=say("map.help_folder"))
    common.add_argument("--no-refresh", action="store_true", help=say("map.help_no_refresh"))
    parser = argparse.ArgumentParser(
        prog="maguyva", description=say("map.help"), epilog=say("map.help_codes")
    )
    commands = parser.add_subparsers(dest="command", metavar=say("map.help_command"), required=True)

    def add(name: str, text: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=text, description=text, parents=[common])

    add("index", say("map.help_index")).add_argument("path", metavar="PATH", nargs="?")
    add("watch", say("map.help_watch")).add_argument("path", metavar="PATH", nargs="?")
    add("status", say("map.help_status")).add_argument(
        "--files", action="store_true", help=say("map.help_files")
    )
    add("languages", say("map.help_languages"))
    _add_names(add, catalogue)
    _add_relations(add, catalogue)
    add("overview", say("map.help_overview"))
    graph = add("graph", say("map.help_graph"))
    graph.add_argument("--format", choices=("dot", "mermaid", "html"), default="dot")
    graph.add_argument("--level", choices=("file", "package"), default="package")
    export = add("export", say("map.help_export"))
    export.add_argument("--scip", action="store_true", required=True, help=say("map.help_scip"))
    return parser


def _add_names(add: Callable[[str, str], argparse.ArgumentParser], catalogue: Catalogue) -> None:
    say = catalogue.text
    symbol = add("symbol", say("map.help_symbol"))
    symbol.add_argument("name", metavar="NAME")
    either = symbol.add_mutually_exclusive_group()
    either.add_argument("--similar", action="store_true", help=say("map.help_similar"))
    either.add_argument("--exact", action="store_true", help=say("map.help_exact"))
    add("outline", say("map.help_outline")).add_argument("file", metavar="FILE")
    add("file", say("map.help_file")).add_argument("file", metavar="PATH[:A-B]")


def _add_relations(
    add: Callable[[str, str], argparse.ArgumentParser], catalogue: Catalogue
) -> None:
    say = catalogue.text
    refs = add("refs", say("map.help_refs"))
    refs.add_argument("name", metavar="NAME")
    refs.add_argument("--kind", action="append", metavar="KIND", help=say("map.help_kind"))
    deps = add("deps", say("map.help_deps"))
    deps.add_argument("target", metavar="TARGET")
    deps.add_argument("--direction", choices=("dependencies", "dependents"), default="dependencies")
    deps.add_argument("--depth", type=_depth, default=1, metavar="N", help=say("map.help_depth"))
    impact = add("impact", say("map.help_impact"))
    impact.add_argument("target", metavar="TARGET")
    impact.add_argument("--depth", type=_depth, default=3, metavar="N", help=say("map.help_depth"))


def _depth(typed: str) -> int:
    number = int(typed)
    if number < 1:
        raise ValueError(typed)
    return number


def _folder(words: argparse.Namespace) -> Path:
    typed: str = getattr(words, "path", None) or words.folder
    return Path(typed).resolve()


def _answer(words: argparse.Namespace, console: Console) -> Code:
    from maia.codemap.cli.asked import Asked
    from maia.codemap.session.open_map import OpenMap

    folder = _folder(words)
    if not folder.is_dir():
        console.note("map.no_folder", folder=str(folder))
        return Code.USAGE
    is_built = words.command in ("index", "watch")
    with OpenMap.of(folder) if is_built else OpenMap.around(folder) as opened:
        return _command(words.command)(Asked(words, console, opened, folder))


def _command(name: str) -> Command:
    match name:
        case "index" | "watch" | "status" | "languages":
            from maia.codemap.cli import building as room
        case "symbol" | "outline" | "file":
            from maia.codemap.cli import naming as room
        case "refs" | "deps" | "impact":
            from maia.codemap.cli import relations as room
        case _:
            from maia.codemap.cli import picture as room
    return getattr(room, name)


if __name__ == "__main__":
    run()
