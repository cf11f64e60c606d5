"""Which Maia this is: the tag or the commit it was built from."""

from maia.cli.words import Words
from maia.facades.process import write_answer


def show_version(_words: Words) -> int:
    """`maia --version`."""
    write_answer(f"maia {version()}\n")
    return 0


def version() -> str:
    """The version stamped at build time, else that of the installed distribution."""
    try:
        from maia._version import __version__
    except ModuleNotFoundError:
        from importlib.metadata import version as installed

        return installed("maia-code")
    return __version__
