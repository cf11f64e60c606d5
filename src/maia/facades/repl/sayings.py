"""What is told in a sentence, behind its badge."""

from collections.abc import Callable, Iterable
from typing import TypeAlias

from maia.agent.contracts.events import (
    CompactionEnded,
    ErrorRaised,
    FilesRestored,
    FolderTrusted,
    ModelSelected,
    Notice,
    ProfileSelected,
    SessionOpened,
    SessionOpening,
    SessionRenamed,
)
from maia.facades.repl.markdown.spans import Span, wrapped
from maia.facades.repl.policy_view import profile_text
from maia.facades.repl.style import Style
from maia.facades.shown_text import failure_sentence, harmless, one_line
from maia.i18n import Catalogue

Said: TypeAlias = (
    Notice
    | ErrorRaised
    | ModelSelected
    | ProfileSelected
    | FolderTrusted
    | SessionOpened
    | SessionRenamed
    | FilesRestored
)
_OPENED: dict[SessionOpening, str] = {
    "new": "repl.session_new",
    "cleared": "repl.session_cleared",
    "rewound": "repl.session_rewound",
}
_BADGE, _LEAST = 7, 16  # columns
_WIDTH = 160
_FILES = 20


class Sayings:
    """Sentences for events; wrapped between words where the `width` is known."""

    def __init__(
        self, catalogue: Catalogue, style: Style, width: Callable[[], int] | None = None
    ) -> None:
        self._catalogue = catalogue
        self._style = style
        self._width = width

    def of(self, event: Said) -> tuple[str, ...]:  # noqa: PLR0911  # one arm an event
        """One or more sentences, each behind its badge."""
        match event:
            case Notice(key, level, values):
                return (self._badge(level, self._say(key, **values)),)
            case ErrorRaised(key, values):
                said = failure_sentence(self._catalogue, key, values)
                return (self._badge("fail", said),)
            case ModelSelected(model):
                return (self._badge("info", self._say("repl.model_selected", model=model)),)
            case ProfileSelected(profile):
                said = profile_text(profile, self._catalogue, self._style)
                return (f"{self._style.badge('info')} {said}",)
            case FolderTrusted(folder):
                return (self._badge("info", self._say("repl.folder_trusted", folder=folder)),)
            case SessionOpened(name, how) if how in _OPENED:
                return (self._badge("info", self._say(_OPENED[how], name=name)),)
            case SessionOpened():
                return ()  # the conversation itself is shown
            case SessionRenamed(name, former):
                said = self._say("repl.session_renamed", name=name, former=former)
                return (self._badge("info", said),)
            case FilesRestored():
                return tuple(self._restored(event))

    def compacted(self, event: CompactionEnded) -> str:
        """That a summary stands in the conversation's place."""
        values = {"before": event.tokens_before, "after": event.tokens_after}
        return self._badge("info", self._say("repl.compacted", session=event.session, **values))

    def interrupted(self, changed: tuple[str, ...]) -> tuple[str, ...]:
        """That a request was taken back, and which files it had changed."""
        said = self._badge("warning", self._say("repl.interrupted"))
        if not changed:
            return (said,)
        files = self._say("repl.files_changed", files=_listed(changed))
        return said, self._badge("warning", files)

    def _restored(self, event: FilesRestored) -> Iterable[str]:
        if not (event.restored or event.removed or event.kept):
            yield self._badge("info", self._say("repl.nothing_restored"))
        if event.restored:
            files = self._say("repl.files_restored", files=_listed(event.restored))
            yield self._badge("info", files)
        if event.removed:
            files = self._say("repl.files_removed", files=_listed(event.removed))
            yield self._badge("info", files)
        for path, key in event.kept[:_FILES]:
            said = self._say("repl.file_kept", file=one_line(path, _WIDTH), why=self._say(key))
            yield self._badge("warning", said)

    def _badge(self, level: str, text: str) -> str:
        badge = self._style.badge(level)
        if self._width is None:
            return f"{badge} {self._style.said(level, harmless(text))}"
        room = max(_LEAST, self._width() - _BADGE)
        lines = [
            "".join(span.text for span in line) for line in wrapped([Span(harmless(text))], room)
        ]
        return f"\n{' ' * _BADGE}".join(
            f"{'' if number else f'{badge} '}{self._style.said(level, line)}"
            for number, line in enumerate(lines)
        )

    def _say(self, key: str, **values: object) -> str:
        return self._catalogue.text(key, **values)


def _listed(paths: tuple[str, ...]) -> str:
    shown = ", ".join(one_line(path, _WIDTH) for path in paths[:_FILES])
    return shown if len(paths) <= _FILES else f"{shown}, … ({len(paths)})"
