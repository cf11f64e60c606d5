"""Confinement by bubblewrap: a root of its own in which little is writable and keys are not there.

The command gets process, IPC and, without network, network namespaces of its own; a loopback
interface is there in any case. It is not tied to our death (`--die-with-parent`): bubblewrap would
then kill what it runs the moment it is asked to end itself, and a command asked to stop could not
clean up, nor could `server &` outlive its shell as it does elsewhere. Whatever kills the first
process in there kills all of them.
"""

import atexit
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from maia.agent.permissions.sandbox.aftercare import Aftercare
from maia.agent.permissions.sandbox.bounds import Bounds, Surveyor
from maia.agent.permissions.sandbox.places import exists, is_folder, is_link, real

_RUN = "/run"
_KEPT_IN_RUN = ("current-system", "booted-system", "opengl-driver", "wrappers")
_RESOLVER = ("systemd/resolve", "resolvconf", "NetworkManager")
"""What name resolution needs of /run; not there without network."""

_ROOT_KEEPS = ("CHOWN", "DAC_OVERRIDE", "FOWNER", "FSETID", "KILL", "SETGID", "SETUID")
"""What root needs to build in a folder of other owners; nothing that reaches past a mount."""

_KERNEL_SWITCHES = ("/proc/sys", "/proc/sysrq-trigger", "/proc/irq", "/proc/bus", "/proc/fs")
"""Root owns these and needs no capability; kernel/core_pattern, for one, names a program to run."""


@dataclass(frozen=True, slots=True)
class Variant:
    """How much of the system's help there is: tried from the strongest on."""

    user_namespace: bool
    own_proc: bool = True


def variants() -> Iterator[Variant]:
    """Those worth trying. Root needs no user namespace, and in one loses other owners' files."""
    if os.geteuid() == 0:
        yield Variant(user_namespace=False)
    yield Variant(user_namespace=True)
    yield Variant(user_namespace=True, own_proc=False)


def bubblewrap_program(surveyor: Surveyor) -> str | None:
    """Where it is installed; one that the project brings along does not count."""
    found = shutil.which("bwrap")
    if found is None or not os.path.isabs(found):  # noqa: PTH117  # a text of `which`
        return None
    return None if surveyor.could_write(real(found)) else found


class Bubblewrap:
    """The Confinement port. `release` belongs to every `confine`, `close` to the end."""

    backend = "bubblewrap"

    def __init__(
        self, program: str, variant: Variant, surveyor: Surveyor, *, network: bool
    ) -> None:
        self._program = program
        self._variant = variant
        self._surveyor = surveyor
        self._network = network
        self._locks: str | None = None
        self._care = Aftercare(self._something_runs)

    @property
    def weaknesses(self) -> tuple[str, ...]:
        """Catalogue keys of what does not hold here though it does elsewhere."""
        return () if self._variant.own_proc else ("sandbox.weak_processes",)

    def confine(self, argv: tuple[str, ...], folder: Path) -> tuple[str, ...]:
        """The command line to run instead; OSError when there is no room for its lock."""
        bounds = self._surveyor.survey()
        self._care.begin(bounds)
        return (
            self._program,
            *self._namespaces(),
            *self._places(bounds, self._lock_folder()),
            "--chdir",
            str(folder),
            "--",
            *argv,
        )

    def release(self) -> tuple[Path, ...]:
        """One confined command has ended or could not start: tidy up after the last.

        Returns what the commands had put where nothing may be, and has been taken away again.
        """
        return self._care.end()

    def close(self) -> None:
        """Tidy up whatever was not released; done at exit too. Safe to call twice."""
        atexit.unregister(self.close)
        self._care.close()
        if self._locks is not None:
            shutil.rmtree(self._locks, ignore_errors=True)
            self._locks = None

    def _namespaces(self) -> Iterator[str]:
        yield from ("--unshare-pid", "--unshare-ipc")
        if not self._network:
            yield "--unshare-net"
        if self._variant.user_namespace:
            yield "--unshare-user"
        if os.geteuid() == 0:
            yield from ("--cap-drop", "ALL")
            for name in () if self._variant.user_namespace else _ROOT_KEEPS:
                yield from ("--cap-add", f"CAP_{name}")

    def _places(self, bounds: Bounds, locks: str) -> Iterator[str]:
        mounts = dict.fromkeys(bounds.readonly, "--ro-bind-try")
        mounts |= dict.fromkeys(bounds.writable, "--bind-try")
        mounts |= {place: "--ro-bind-try" for place in bounds.closed if exists(place)}
        empty = {place for place in bounds.closed if place not in mounts and _could_come(place)}
        empty |= {place for place in bounds.hidden | bounds.sockets if is_folder(place)}
        mounts |= dict.fromkeys(empty, "--tmpfs")
        mounts |= dict.fromkeys((bounds.hidden | bounds.sockets) - empty, "")
        mounts[Path(locks)] = "--ro-bind"
        yield from ("--ro-bind", "/", "/", "--dev", "/dev", *self._proc(), *self._run())
        for place in sorted(mounts, key=lambda one: (len(one.parts), one)):
            yield from _mount(mounts[place], str(place))
        for place in (*sorted(empty), *([Path(_RUN)] if _has_run() else [])):
            yield from ("--remount-ro", str(place))
        yield from ("--lock-file", f"{locks}/lock")

    def _proc(self) -> Iterator[str]:
        if not self._variant.own_proc:
            # In a container /proc is partly covered, and the kernel allows no second one.
            yield from ("--ro-bind", "/proc", "/proc")
            return
        yield from ("--proc", "/proc")
        if os.geteuid() == 0:
            for place in _KERNEL_SWITCHES:
                yield from ("--ro-bind-try", place, place)

    def _run(self) -> Iterator[str]:
        """An empty /run: through its sockets D-Bus, Docker and key agents act outside for us."""
        if not _has_run():
            return
        yield from ("--tmpfs", _RUN)
        for name in _KEPT_IN_RUN + (_RESOLVER if self._network else ()):
            yield from ("--ro-bind-try", f"{_RUN}/{name}", f"{_RUN}/{name}")

    def _lock_folder(self) -> str:
        if self._locks is None or not Path(self._locks, "lock").exists():
            self._locks = tempfile.mkdtemp(prefix="maia-sandbox-")
            Path(self._locks, "lock").touch()
            atexit.register(self.close)
        return self._locks

    def _something_runs(self) -> bool:
        """Whether a process lives in some sandbox of ours: each holds a lock on the file."""
        if self._locks is None:
            return False
        with Path(self._locks, "lock").open("r+b") as lock:
            try:
                fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return True
        return False


def _mount(how: str, place: str) -> tuple[str, ...]:
    if not how:  # a file: /dev/null, which cannot be opened where devices are off
        return ("--ro-bind", "/dev/null", place)
    return (how, place) if how == "--tmpfs" else (how, place, place)


def _could_come(place: Path) -> bool:
    """Whether an absent place could be made: nothing has to be held free where nothing can be."""
    return os.access(place.parent, os.W_OK)


def _has_run() -> bool:
    return is_folder(Path(_RUN)) and not is_link(Path(_RUN))
