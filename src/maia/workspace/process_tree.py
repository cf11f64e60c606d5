"""Finding and signalling everything that a started process has become, across sessions and forks.

A child leaves its group with `setsid`, its parent with a double fork. What stays is its
environment, so every process we start carries a mark there, and on Linux /proc is searched for it.
Found are: the members of the session and group, whoever carries the mark, and all descendants of
these. A process escapes when it does all of this: a session of its own, an environment wiped clean,
a parent that has ended; or when it runs as another user. Without /proc, only the group is reached.
"""

import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

MARK_VARIABLE = "MAIA_COMMAND"
"""Environment variable that holds the marks, each closed by `;`: nested agents add theirs."""

KILL_ROUNDS = 50
"""How often a tree that forks while it is killed is searched again."""

_PROC = "/proc"
_GONE = (b"Z", b"X")


@dataclass(frozen=True, slots=True)
class _Facts:
    """One line of /proc/PID/stat."""

    parent: int
    group: int
    session: int


@dataclass(frozen=True, slots=True)
class ProcessTree:
    """What processes started under `mark` have become; `leaders` are their first processes.

    `leader_is_ours` tells whether a number still means our process: once a leader is reaped, the
    kernel may give its number to a stranger.
    """

    mark: str
    leaders: frozenset[int]
    leader_is_ours: Callable[[int], bool]

    def members(self) -> set[int]:
        """The processes that are alive now (zombies are not); only leaders where /proc lacks."""
        leaders = self._groups()
        facts = _all_facts()
        if facts is None:
            return {leader for leader in leaders if group_alive(leader)}
        wanted = self.mark.encode()
        found = {
            pid
            for pid, fact in facts.items()
            if fact.session in leaders or fact.group in leaders or wanted in _marks(pid)
        }
        return _with_descendants(found, facts)

    def may_live(self) -> bool:
        """Whether there may be something to end; the groups are asked first, it costs nothing."""
        return any(group_alive(leader) for leader in self._groups()) or bool(self.members())

    def send(self, *numbers: signal.Signals) -> None:
        """Signal every member: the groups at once, then whoever has left them.

        The groups are halted before the search: one that forks without end would make it long, and
        a parent that ends before it is searched takes the way to its children with it.
        """
        groups = self._groups()
        for leader in groups:
            _signal_group(leader, signal.SIGSTOP)
        members = self.members()
        for number in numbers:
            for leader in groups:
                _signal_group(leader, number)
        for pid in members:
            with suppress(ProcessLookupError, PermissionError):
                if os.getpgid(pid) not in groups:
                    for number in numbers:
                        os.kill(pid, number)

    def terminate(self) -> None:
        """Ask every member to end; a stopped one is woken to hear it."""
        self.send(signal.SIGTERM, signal.SIGCONT)

    def kill(self) -> None:
        """SIGKILL until nothing is found; what forks meanwhile is found by the next round."""
        if not self.may_live():
            return
        for _round in range(KILL_ROUNDS):
            self.send(signal.SIGKILL)
            time.sleep(0.001)
            if not self.members():
                return

    def _groups(self) -> set[int]:
        return {leader for leader in self.leaders if self.leader_is_ours(leader)}


def _signal_group(leader: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, number)


def group_alive(leader: int) -> bool:
    """Whether the process group still has a member (zombies count on Linux)."""
    try:
        os.killpg(leader, 0)
    except (ProcessLookupError, PermissionError):
        return False
    return True


def process_exists(pid: int) -> bool:
    """Whether some process has this number now."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def _all_facts() -> dict[int, _Facts] | None:
    """Every live process but ourselves; None where there is no /proc to ask."""
    try:
        names = os.listdir(_PROC)  # noqa: PTH208  # bare names, hundreds at a time
    except OSError:
        return None
    ourselves = os.getpid()
    facts: dict[int, _Facts] = {}
    for name in names:
        if name.isdecimal() and int(name) != ourselves:
            fact = _facts_of(name)
            if fact is not None:
                facts[int(name)] = fact
    return facts or None


def _facts_of(name: str) -> _Facts | None:
    raw = _read(f"{_PROC}/{name}/stat")
    # The program's name is in parentheses and may itself hold blanks and parentheses.
    fields = raw.rpartition(b")")[2].split()
    if len(fields) < 4 or fields[0] in _GONE:  # noqa: PLR2004  # state, parent, group, session
        return None
    return _Facts(parent=int(fields[1]), group=int(fields[2]), session=int(fields[3]))


def _marks(pid: int) -> bytes:
    """The marks in the environment a process was started with; empty when it may not be read."""
    variable = f"{MARK_VARIABLE}=".encode()
    for entry in _read(f"{_PROC}/{pid}/environ").split(b"\0"):
        if entry.startswith(variable):
            return entry
    return b""


def _read(path: str) -> bytes:
    """A file of /proc; a process that has just ended, or belongs to another, has none."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123  # hundreds at a time
            return file.read()
    except OSError:
        return b""


def _with_descendants(found: set[int], facts: dict[int, _Facts]) -> set[int]:
    children: dict[int, list[int]] = {}
    for pid, fact in facts.items():
        children.setdefault(fact.parent, []).append(pid)
    todo: list[int] = list(found)
    while todo:
        for child in children.get(todo.pop(), ()):
            if child not in found:
                found.add(child)
                todo.append(child)
    return found


def join_marks(existing: str | None, mark: str) -> str:
    """The value of the variable for a new process: what is inherited stays findable."""
    return f"{existing or ''}{mark}"
