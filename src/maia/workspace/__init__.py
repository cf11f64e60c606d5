"""Files, git and processes as they are."""
