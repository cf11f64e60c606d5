"""Write: a whole file at once (spec 8)."""

from maia.agent.tools.write.tool import WriteTool

__all__ = ["WriteTool"]
