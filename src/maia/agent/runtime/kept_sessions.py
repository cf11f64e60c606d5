"""The sessions of a folder, as the other rooms may know them."""

from maia.agent.sessions.export import ExportWords
from maia.agent.sessions.export import to_json as session_json
from maia.agent.sessions.export import to_markdown as session_markdown
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.saved import SavedSession

__all__ = ["ExportWords", "SavedSession", "SessionFolder", "session_json", "session_markdown"]
