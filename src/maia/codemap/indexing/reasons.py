"""Why a file is only text, or only listed: keys of the catalogue, a detail behind a colon."""

TOO_LARGE = "index.too_large"
LINK = "index.link"
BINARY = "index.binary"
UNREADABLE = "index.unreadable"
UNKNOWN_LANGUAGE = "index.unknown_language"
NO_PACK = "index.no_pack"
NO_GRAMMAR = "index.no_grammar"
FAILED = "index.failed"
"""Extraction raised: a fault of ours, not of the file."""

CRASHED = "index.crashed"
"""The file ended the process that read it."""

TOO_SLOW = "index.too_slow"
"""The file kept its process busy past the deadline."""


def detailed(reason: str, detail: str) -> str:
    """A reason with what is known beyond it."""
    return f"{reason}: {detail}" if detail else reason
