"""How bash is called: the command line, the environment, and the report of its last folder."""

from collections.abc import Mapping
from pathlib import Path

BASH = "/bin/bash"

_REPORT_SCRIPT = Path(__file__).with_name("report_folder.bash")
_REPORT_VARIABLE = "MAIA_FOLDER_REPORT"
_CHANGES_THE_SHELL = frozenset(
    (
        *("BASH_ENV", "ENV", "SHELLOPTS", "BASHOPTS", "OLDPWD", "CDPATH", "PS4", "GLOBIGNORE"),
        _REPORT_VARIABLE,
    )
)
_EXPORTED_FUNCTION = "BASH_FUNC_"
_EXPANDED = str.maketrans({sign: f"\\{sign}" for sign in '\\$`"'})


def bash_argv(text: str) -> tuple[str, ...]:
    """The command line that runs exactly `text`: no start files, no wrapping."""
    return (BASH, "--noprofile", "--norc", "-c", text)


def bash_environment(
    env: Mapping[str, str], folder: Path, folder_report: Path | None
) -> dict[str, str]:
    """`env` without what would change the meaning of the text, for a shell that starts in `folder`.

    With `folder_report`, the shell writes its last folder there (`pwd -P`) when it ends by itself.
    A command that replaces the EXIT trap or the shell, or is killed, leaves no report.
    """
    result = {
        name: value
        for name, value in env.items()
        if name not in _CHANGES_THE_SHELL and not name.startswith(_EXPORTED_FUNCTION)
    }
    result["PWD"] = str(folder)
    if folder_report is not None:
        result["BASH_ENV"] = expanded_to(str(_REPORT_SCRIPT))
        result[_REPORT_VARIABLE] = str(folder_report)
    return result


def expanded_to(path: str) -> str:
    """What bash must find in BASH_ENV, which it expands, to arrive at `path`."""
    return path.translate(_EXPANDED)
