"""The sessions of a folder, as the other rooms may know them."""

from pathlib import Path

from maia.agent.runtime.rule_files import USER_FOLDER
from maia.agent.sessions.export import ExportWords
from maia.agent.sessions.export import to_json as session_json
from maia.agent.sessions.export import to_markdown as session_markdown
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.saved import SavedSession

__all__ = [
    "ExportWords",
    "SavedSession",
    "SessionFolder",
    "session_folder",
    "session_json",
    "session_markdown",
]

SESSIONS_FOLDER = ".sessions"
"""Inside `.maia` of the launch folder (spec 12.1)."""


def session_folder(launch_folder: Path) -> SessionFolder:
    """Where the sessions of a folder are kept."""
    return SessionFolder(launch_folder / USER_FOLDER / SESSIONS_FOLDER)
