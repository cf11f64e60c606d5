"""Read: a file with line numbers, an image, a notebook (spec 8)."""

from maia.agent.tools.read.tool import ReadTool

__all__ = ["ReadTool"]
