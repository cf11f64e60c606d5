"""Time to a verdict on a shell command."""
