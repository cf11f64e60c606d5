"""The wish to leave, said at a prompt: known to every screen and to whoever reads from one."""


class LeaveError(Exception):
    """The person wants to leave: Ctrl+C or Ctrl+D at the prompt."""
