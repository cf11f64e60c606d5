"""All that helps a person type in one folder, put together."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from prompt_toolkit.completion import Completer
from prompt_toolkit.history import History

from maia.agent.contracts.errors import SessionError
from maia.agent.contracts.profiles import PROFILES
from maia.agent.runtime.kept_sessions import session_folder
from maia.facades.repl.screen.setup import OpenEditor
from maia.facades.repl.typing.completer import ZoneCompleter
from maia.facades.repl.typing.editor import editor_for
from maia.facades.repl.typing.folder_history import FolderHistory
from maia.i18n import Catalogue
from maia.workspace.path_completion import PathFinder


@dataclass(frozen=True, slots=True)
class TypingAids:
    """What the live screen is given."""

    history: History
    completer: Completer
    open_editor: OpenEditor


def typing_aids(
    folder: Path, home: Path, catalogue: Catalogue, environ: Mapping[str, str]
) -> TypingAids:
    """The history of `folder`, completion of its paths and sessions, the person's editor."""

    def sessions() -> tuple[str, ...]:
        try:
            return session_folder(folder).names()
        except SessionError:
            return ()

    values = {"load": sessions, "mode": lambda: PROFILES}
    return TypingAids(
        FolderHistory(folder, home),
        ZoneCompleter(catalogue, PathFinder(folder, home), values),
        editor_for(catalogue, environ),
    )
