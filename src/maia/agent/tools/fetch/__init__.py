"""WebFetch: reads a page or a text from the web (spec 8)."""

from maia.agent.tools.fetch.tool import FetchTool

__all__ = ["FetchTool"]
