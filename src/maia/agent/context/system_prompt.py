"""The system prompt, in the user's language (spec 11.1)."""

from pathlib import Path

from maia.agent.context.project_memory import Instructions
from maia.i18n import Language, Texts
from maia.workspace.discovery import printable

TEXTS = Texts(
    en={
        "instructions": "# Instructions ({path})",
        "cut": "(The file is longer; Read shows the rest.)",
        "start_context": "# Starting context: compacted summary of the previous conversation",
    },
    fr={
        "instructions": "# Instructions ({path})",
        "cut": "(Le fichier est plus long ; Read montre la suite.)",
        "start_context": "# Contexte de départ : résumé compacté de la conversation précédente",
    },
)


def system_prompt(
    language: Language,
    launch_folder: Path,
    instructions: Instructions | None = None,
    start_context: str | None = None,
) -> str:
    """Who Maia is, how it works, where, and what it starts from; the same for a conversation.

    After a compaction the summary, `start_context`, stands in the place of the project's
    instructions (14.1).
    """
    template = Path(__file__).with_name(f"system_prompt.{language}.md").read_text(encoding="utf-8")
    sections = [template.replace("{folder}", printable(str(launch_folder))).rstrip()]
    if start_context is not None:
        sections += [TEXTS.text(language, "start_context"), start_context.strip()]
    elif instructions is not None and instructions.text.strip():
        path = printable(str(instructions.path))
        sections += [TEXTS.text(language, "instructions", path=path), instructions.text.strip()]
        if instructions.cut:
            sections.append(TEXTS.text(language, "cut"))
    return "\n\n".join(sections)
