"""Bounds of a compaction (spec 14.3, 14.5, 23)."""

SUMMARY_TOKENS = 4000
"""What a summary may take."""

MARGIN_TOKENS = 500
"""What the count may be wrong by."""

EMERGENCY_TOOL_RESULT_CHARS = 1500
"""What is left of each tool result when the conversation did not fit any more."""

SMALLEST_TOOL_RESULT_CHARS = 200
"""What is left of each when that was not enough; then the conversation is read in slices."""

SMALLEST_SLICE_CHARS = 2_000
"""A slice that is refused at this size ends the attempt."""


def threshold(maximum: int | None) -> int | None:
    """Above how many tokens room is made; None where the maximum is unknown or too small."""
    if maximum is None:
        return None
    limit = maximum - SUMMARY_TOKENS - MARGIN_TOKENS
    return limit if limit > 0 else None
