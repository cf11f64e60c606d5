"""TodoWrite: the plan of the work, kept visible (spec 8)."""

from maia.agent.tools.todo.tool import TodoTool

__all__ = ["TodoTool"]
