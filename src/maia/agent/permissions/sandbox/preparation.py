"""Choosing a means of confinement that works on this machine, by trying it."""

import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from maia.agent.contracts.errors import SettingsError
from maia.agent.permissions.sandbox.bounds import Surveyor
from maia.agent.permissions.sandbox.bubblewrap import Bubblewrap, bubblewrap_program, variants
from maia.agent.permissions.sandbox.landlock import Landlock, landlock_works
from maia.agent.permissions.sandbox.prepared import Notice, PreparedSandbox
from maia.agent.permissions.sandbox.settings import SandboxSettings
from maia.workspace.bash_invocation import bash_argv

PROBE_SECONDS = 10.0
"""For a command that does nothing; a loaded machine needs some of it."""


def make_confinement(
    settings: SandboxSettings,
    launch_folder: Path,
    home: Path,
    *,
    unreadable: Iterable[Path] = (),
) -> PreparedSandbox:
    """Confine by bubblewrap, else by Landlock; `unreadable` are further places to hide.

    Nothing working: SettingsError `sandbox.unavailable` (values: mode, reason) where the settings
    require it, else a notice of that key and no confinement. It costs a few processes: call once.
    """
    if settings.mode == "off":
        return PreparedSandbox()
    surveyor = Surveyor(settings, launch_folder, home, unreadable)
    confinement, reason = _working(surveyor, launch_folder, network=settings.network)
    if confinement is None:
        if settings.required:
            raise SettingsError("sandbox.unavailable", mode=settings.mode, reason=reason)
        notice = Notice("sandbox.unavailable", {"mode": settings.mode, "reason": reason})
        return PreparedSandbox(None, (notice,))
    notices = [Notice(key) for key in confinement.weaknesses]
    if surveyor.too_wide:
        notices.insert(0, Notice("sandbox.too_wide", {"folder": str(launch_folder)}))
    return PreparedSandbox(confinement, tuple(notices))


def _working(
    surveyor: Surveyor, launch_folder: Path, *, network: bool
) -> tuple[Bubblewrap | Landlock | None, str]:
    """The first that runs a command, else why none does: the complaint of the last one tried."""
    reason = "bwrap: not found"
    program = bubblewrap_program(surveyor)
    if program is not None:
        for variant in variants():
            wrapped = Bubblewrap(program, variant, surveyor, network=network)
            reason = _complaint(wrapped, launch_folder)
            if not reason:
                return wrapped, ""
            wrapped.close()
    if landlock_works(network=network):
        bounded = Landlock(surveyor, network=network)
        complaint = _complaint(bounded, launch_folder)
        if not complaint:
            return bounded, ""
        return None, f"{reason}; {complaint}"
    return None, f"{reason}; Landlock: not in this kernel"


def _complaint(confinement: Bubblewrap | Landlock, folder: Path) -> str:
    """Why a command that does nothing fails in there; "" when it works."""
    try:
        return _outcome(confinement.confine(bash_argv(":"), folder), str(folder))
    except OSError as error:
        return str(error)
    finally:
        confinement.release()


@cache
def _outcome(argv: tuple[str, ...], folder: str) -> str:
    try:
        done = subprocess.run(
            argv,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            timeout=PROBE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"{argv[0]}: no answer within {PROBE_SECONDS:g} s"
    if done.returncode == 0:
        return ""
    said = done.stderr.decode(errors="replace").strip().splitlines()
    return said[-1] if said else f"{argv[0]}: exit code {done.returncode}"
