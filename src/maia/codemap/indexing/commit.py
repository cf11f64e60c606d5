"""The commit that a work tree is at."""

import os
from pathlib import Path

from maia.workspace.git import GitFailed, GitQuestion

_MAX_ANSWER_BYTES = 1_000


def head_commit(root: Path) -> str:
    """The hash of HEAD; empty outside of git and before the first commit."""
    if not os.path.lexists(root / ".git"):
        return ""
    try:
        with GitQuestion(os.fsencode(root), "rev-parse", "--verify", "--quiet", "HEAD") as question:
            return question.answer(_MAX_ANSWER_BYTES).decode("ascii", "replace").strip()
    except GitFailed:
        return ""  # no commit yet, or git is not to be had: the map does without
