"""Markdown for the log: finished blocks out of a stream, formatted for a terminal."""
