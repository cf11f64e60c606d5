"""The variables a command gets besides the process environment: nothing may wait for a person."""

from collections.abc import Mapping
from pathlib import Path

NON_INTERACTIVE: Mapping[str, str] = {
    "TERM": "dumb",
    "PAGER": "cat",
    "GIT_PAGER": "cat",
    "MANPAGER": "cat",
    "SYSTEMD_PAGER": "cat",
    "GIT_EDITOR": "true",
    "GIT_TERMINAL_PROMPT": "0",
    "DEBIAN_FRONTEND": "noninteractive",
}
"""There is no terminal: pagers pass text through, git takes the message it has and asks nothing.

NO_COLOR and CI are not set: programs under test behave otherwise with them, and colours are taken
out of the output anyway.
"""


def command_environment(launch_folder: Path, settings: Mapping[str, str]) -> dict[str, str]:
    """What is laid over the process environment: these, then the `env` setting, then MAIA_CWD.

    MAIA_CWD is the launch folder (spec 10.3).
    """
    return {**NON_INTERACTIVE, **settings, "MAIA_CWD": str(launch_folder)}
