"""What goes wrong with checkpoints; it never stops the work."""

from pathlib import Path

from maia.agent.contracts.errors import SituationError


class CheckpointProblem(SituationError):
    """Checkpoints cannot be written or read any more."""


def disk_problem(folder: Path, error: OSError) -> CheckpointProblem:
    """That the disk refuses."""
    reason = error.strerror or type(error).__name__
    return CheckpointProblem("checkpoint.unwritable", path=str(folder), reason=reason)
