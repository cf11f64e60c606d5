"""Maia: a coding agent that looks at a map of the code before it edits."""
