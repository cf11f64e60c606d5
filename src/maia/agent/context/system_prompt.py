"""The system prompt, in the user's language (spec 11.1)."""

from pathlib import Path

from maia.i18n import Language


def system_prompt(language: Language, launch_folder: Path) -> str:
    """Who Maia is, how it works, and where; the same bytes for the whole conversation."""
    template = Path(__file__).with_name(f"system_prompt.{language}.md")
    return template.read_text(encoding="utf-8").replace("{folder}", str(launch_folder)).rstrip()
