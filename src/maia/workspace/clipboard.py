"""The clipboard of the desktop, through whatever program it has for that."""

import shutil
import subprocess
from collections.abc import Mapping

_SECONDS = 5.0
_PROGRAMS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("WAYLAND_DISPLAY", ("wl-copy",)),
    ("DISPLAY", ("xclip", "-selection", "clipboard")),
    ("DISPLAY", ("xsel", "--clipboard", "--input")),
    ("", ("pbcopy",)),
)


def copy_to_clipboard(text: str, environ: Mapping[str, str]) -> bool:
    """Put `text` on the clipboard; False when no program of this machine did."""
    path = environ.get("PATH")
    for variable, command in _PROGRAMS:
        if variable and not environ.get(variable):
            continue
        program = shutil.which(command[0], path=path)
        if program is None:
            continue
        try:
            done = subprocess.run(
                [program, *command[1:]],
                input=text.encode("utf-8", "replace"),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=_SECONDS,
                check=False,
                env=dict(environ),
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if done.returncode == 0:
            return True
    return False
