"""Confinement by Landlock, where bubblewrap is missing or may not make namespaces.

Landlock can only add rights, never take some away below a folder: what is protected inside the
launch folder stays writable. `weaknesses` says this and all else that does not hold.
"""

import sys
from pathlib import Path

from maia.agent.permissions.sandbox.bounds import Surveyor
from maia.agent.permissions.sandbox.landlock_exec import (
    REFER_ABI,
    SCOPE_ABI,
    TRUNCATE_ABI,
    can_cut_network,
    landlock_version,
)

LAUNCHER = Path(__file__).with_name("landlock_exec.py")


class Landlock:
    """The Confinement port; `release` and `close` are there to be called like bubblewrap's."""

    backend = "landlock"

    def __init__(self, surveyor: Surveyor, *, network: bool) -> None:
        self._surveyor = surveyor
        self._network = network
        self._abi = landlock_version()

    @property
    def weaknesses(self) -> tuple[str, ...]:
        """Catalogue keys of what does not hold here though it does with bubblewrap."""
        lacking = [
            ("sandbox.weak_protected", True),
            ("sandbox.weak_sockets", True),
            ("sandbox.weak_metadata", True),
            ("sandbox.weak_temporary", bool(self._surveyor.survey().readonly)),
            ("sandbox.weak_loopback", not self._network),
            ("sandbox.weak_renames", self._abi < REFER_ABI),
            ("sandbox.weak_truncation", self._abi < TRUNCATE_ABI),
            ("sandbox.weak_signals", self._abi < SCOPE_ABI),
            ("sandbox.weak_udp", not self._network and not can_cut_network(0)),
        ]
        return tuple(key for key, lacks in lacking if lacks)

    def confine(self, argv: tuple[str, ...], folder: Path) -> tuple[str, ...]:  # noqa: ARG002  # the folder of the process is kept
        """The command line to run instead."""
        bounds = self._surveyor.survey()
        options: list[str] = []
        for place in sorted(bounds.writable):
            options += ("--write", str(place))
        for place in sorted(bounds.hidden):
            options += ("--hide", str(place))
        if not self._network:
            options.append("--no-network")
        return (sys.executable, "-I", "-S", str(LAUNCHER), *options, "--", *argv)

    def release(self) -> tuple[Path, ...]:
        """Nothing remains of a command here."""
        return ()

    def close(self) -> None:
        """Nothing is held."""


def landlock_works(*, network: bool) -> bool:
    """Whether the kernel has it, and can do without network what was asked."""
    abi = landlock_version()
    return abi > 0 and (network or can_cut_network(abi))
