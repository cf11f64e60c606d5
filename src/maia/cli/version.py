"""Which Maia this is: the tag or the commit it was built from."""


def version() -> str:
    """The version stamped at build time, else that of the installed distribution."""
    try:
        from maia._version import __version__
    except ModuleNotFoundError:
        from importlib.metadata import version as installed

        return installed("maia-code")
    return __version__
