"""Bash: runs commands, in the foreground and in the background (spec 8)."""

from maia.agent.tools.shell.tool import ShellTool

__all__ = ["ShellTool"]
