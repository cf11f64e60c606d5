"""`maia sessions`: list, show, export and delete what is kept of conversations."""

import os

from maia.agent.contracts.errors import SessionError, SettingsError
from maia.agent.runtime.kept_sessions import (
    ExportWords,
    SavedSession,
    SessionFolder,
    session_folder,
    session_json,
    session_markdown,
)
from maia.agent.runtime.settings import language_setting
from maia.cli.launch import Refusal, home_folder, launch_folder
from maia.cli.words import Words
from maia.facades.exit_codes import ExitCode
from maia.facades.process import write_answer, write_note
from maia.facades.shown_text import harmless, one_line
from maia.i18n import Catalogue, resolve_language

_REQUEST = 60


def manage_sessions(words: Words) -> int:
    """Carry out `maia sessions [list|show|export|delete]` in the launch folder."""
    catalogue = Catalogue(words.language)
    try:
        home = home_folder(os.environ)
        catalogue = Catalogue(resolve_language(language_setting(home), os.environ))
        folder = launch_folder(os.environ)
        action, names = (words.arguments or ("list",))[0], words.arguments[1:]
        manager = _Manager(words, catalogue, session_folder(folder))
        match action:
            case "list":
                return manager.list()
            case "show":
                return manager.show(names[0])
            case "export":
                return manager.export(names[0])
            case _:
                return manager.delete(names)
    except (SettingsError, SessionError) as error:
        said = catalogue.text(error.key, **error.values)
        return Refusal(said, catalogue, ExitCode.ERROR).tell()


class _Manager:
    """The sessions of one folder, at the command line."""

    def __init__(self, words: Words, catalogue: Catalogue, folder: SessionFolder) -> None:
        self._words = words
        self._catalogue = catalogue
        self._folder = folder

    def list(self) -> int:
        """One line a session, newest first; what cannot be read is said on stderr."""
        listing = self._folder.list()
        for skipped in listing.skipped:
            write_note(harmless(self._say(skipped.key, **skipped.values)) + "\n")
        for entry in listing.entries:
            mark = " *" if entry.unfinished else ""
            request = one_line(entry.first_request, _REQUEST)
            moment = one_line(entry.updated_at[:16].replace("T", " "), _REQUEST)
            name = one_line(entry.name, 2 * _REQUEST) + mark
            write_answer(f"{moment}  {name}  {entry.message_count}  {request}\n")
        if not listing.entries:
            write_note(self._say("cli.no_sessions") + "\n")
        return ExitCode.DONE

    def show(self, typed: str) -> int:
        """The conversation as text."""
        write_answer(harmless(self._markdown(typed)))
        return ExitCode.DONE

    def export(self, typed: str) -> int:
        """The conversation as Markdown or JSON, for a file."""
        if self._words.export_format == "json":
            write_answer(session_json(self._load(typed)))
        else:
            write_answer(self._markdown(typed))
        return ExitCode.DONE

    def delete(self, names: tuple[str, ...]) -> int:
        """Each that is there; the others are said."""
        code = ExitCode.DONE
        for typed in names:
            try:
                name = self._find(typed)
                self._folder.delete(name)
                write_answer(harmless(self._say("cli.session_deleted", name=name)) + "\n")
            except SessionError as error:
                write_note(harmless(self._say(error.key, **error.values)) + "\n")
                code = ExitCode.ERROR
        return code

    def _markdown(self, typed: str) -> str:
        words = ExportWords(
            user=self._say("session.word_user"),
            assistant=self._say("session.word_assistant"),
            summary=self._say("session.word_summary"),
            model=self._say("session.word_model"),
            created=self._say("session.word_created"),
            result=self._say("session.word_result"),
            failed=self._say("session.word_failed"),
        )
        return session_markdown(self._load(typed), words)

    def _load(self, typed: str) -> SavedSession:
        loaded = self._folder.load(self._find(typed))
        for damage in loaded.damage:
            write_note(harmless(self._say(damage.key, **damage.values)) + "\n")
        return loaded.session

    def _find(self, typed: str) -> str:
        name = self._folder.find(typed)
        if name is not None:
            return name
        close = ", ".join(self._folder.suggest(typed))
        key = "session.unknown_close" if close else "session.unknown"
        raise SessionError(key, name=typed, close=close)

    def _say(self, key: str, **values: object) -> str:
        return self._catalogue.text(key, **values)
