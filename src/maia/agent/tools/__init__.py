"""The nine built-in tools (spec 8)."""
