"""Grep: searches the lines of files (spec 8)."""

from maia.agent.tools.grep.tool import GrepTool

__all__ = ["GrepTool"]
