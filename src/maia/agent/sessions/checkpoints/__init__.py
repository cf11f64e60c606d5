"""Files as they were before a session changed them, kept outside the repository."""
