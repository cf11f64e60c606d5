"""What a request that was taken back had already done, told to the model with the next one.

The conversation of before the request is restored on Ctrl+C; the files it had changed and the
commands it had run are not undone by that, and a model that does not know would do them again.
"""

from maia.i18n import Language, Texts

_SHOWN = 30  # files and commands that are named
_WIDTH = 300  # characters of one

TEXTS = Texts(
    en={
        "head": "(A request before this one was interrupted and taken out of the conversation. "
        "What it had done until then still holds.)",
        "files": "Files it changed:",
        "commands": "Commands it started:",
        "more": "- and {count} more",
    },
    fr={
        "head": "(Une demande précédente a été interrompue et retirée de la conversation. "
        "Ce qu'elle avait fait jusque-là est resté en place.)",
        "files": "Fichiers modifiés :",
        "commands": "Commandes lancées :",
        "more": "- et {count} de plus",
    },
)


def effects_note(
    files: tuple[str, ...], commands: tuple[str, ...], language: Language
) -> str | None:
    """The note for the model; None when nothing had happened."""
    if not files and not commands:
        return None
    parts = [TEXTS.text(language, "head")]
    for key, lines in (("files", files), ("commands", commands)):
        if lines:
            parts.append(TEXTS.text(language, key))
            parts += [f"- {_short(line)}" for line in lines[:_SHOWN]]
            if len(lines) > _SHOWN:
                parts.append(TEXTS.text(language, "more", count=len(lines) - _SHOWN))
    return "\n".join(parts)


def _short(line: str) -> str:
    line = " ".join(line.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
