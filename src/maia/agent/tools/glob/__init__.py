"""Glob: finds files by name (spec 8)."""

from maia.agent.tools.glob.tool import GlobTool

__all__ = ["GlobTool"]
