"""Edit: exact replacement in a file, one or several at once (spec 8)."""

from maia.agent.tools.edit.tool import EditTool

__all__ = ["EditTool"]
