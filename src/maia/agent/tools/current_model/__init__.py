"""CurrentModel: which model is answering (spec 8)."""

from maia.agent.tools.current_model.tool import CurrentModelTool

__all__ = ["CurrentModelTool"]
