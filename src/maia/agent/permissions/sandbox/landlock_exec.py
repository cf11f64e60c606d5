"""Bounds itself by Landlock, then becomes the command; a script, started without site packages.

    python -I -S landlock_exec.py [OPTION...] -- ARGV...

    --write PATH    may be changed, with all below; reading is allowed everywhere
    --hide PATH     but here
    --no-network    no socket but local ones
    --abi N         as on an older kernel

Ends with 126 and a line on standard error when the bounds cannot be set: nothing runs unbounded.
"""

import ctypes
import os
import sys

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446  # the same number on every architecture
VERSION_FLAG = 1
PATH_RULE = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
MAKE_CHARACTER_DEVICE, MAKE_BLOCK_DEVICE = 1 << 6, 1 << 11
REFER, TRUNCATE, IOCTL_DEVICE = 1 << 13, 1 << 14, 1 << 15
READ = EXECUTE | READ_FILE | READ_DIR
FILE_ONLY = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEVICE
BIND_TCP, CONNECT_TCP = 1, 2
SCOPE_ABSTRACT_SOCKETS, SCOPE_SIGNALS = 1, 2

REFER_ABI, TRUNCATE_ABI, NETWORK_ABI, IOCTL_ABI, SCOPE_ABI = 2, 3, 4, 5, 6

NO_NEW_PRIVILEGES, SET_SECCOMP = 38, 22  # prctl
FILTER_MODE = 2
CAPABILITY_VERSION = 0x20080522
ROOT_KEEPS = sum(1 << number for number in (0, 1, 3, 4, 5, 6, 7))
"""CHOWN, DAC_OVERRIDE, FOWNER, FSETID, KILL, SETGID, SETUID: none reaches past the bounds."""

SYSTEM_CALLS = {  # audit architecture, socket, io_uring_setup
    "x86_64": (0xC000003E, 41, 425),
    "aarch64": (0xC00000B7, 198, 425),
}
LOCAL_FAMILIES = (1, 16)  # AF_UNIX, AF_NETLINK: neither leaves the machine
WRITABLE_DEVICES = (
    *("/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"),
    *("/dev/tty", "/dev/ptmx", "/dev/pts", "/dev/shm"),  # noqa: S108  # places, nothing is created
)
CANNOT_RUN = 126

libc = ctypes.CDLL(None, use_errno=True)


class RulesetAttributes(ctypes.Structure):
    """struct landlock_ruleset_attr; older kernels take its beginning."""

    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class PathRule(ctypes.Structure):
    """struct landlock_path_beneath_attr."""

    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


class FilterStep(ctypes.Structure):
    """struct sock_filter."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("if_true", ctypes.c_uint8),
        ("if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class FilterProgram(ctypes.Structure):
    """struct sock_fprog."""

    _fields_ = (("length", ctypes.c_uint16), ("steps", ctypes.POINTER(FilterStep)))


def landlock_version() -> int:
    """The ABI of the running kernel; 0 where there is none."""
    if sys.platform != "linux":
        return 0
    return max(0, libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), VERSION_FLAG))


def can_cut_network(abi: int) -> bool:
    """Whether a command can be kept from the network, by one means or the other."""
    return os.uname().machine in SYSTEM_CALLS or abi >= NETWORK_ABI


def handled_rights(abi: int) -> int:
    """All that this kernel can forbid about files."""
    rights = (1 << 13) - 1
    for right, since in ((REFER, REFER_ABI), (TRUNCATE, TRUNCATE_ABI), (IOCTL_DEVICE, IOCTL_ABI)):
        if abi >= since:
            rights |= right
    return rights


def restrict(writable: list[str], hidden: list[str], *, network: bool, newest: int) -> None:
    """Bound this process and all it will start. OSError when the kernel refuses."""
    abi = min(landlock_version(), newest)
    handled = handled_rights(abi)
    attributes = RulesetAttributes(
        handled,
        0 if network else BIND_TCP | CONNECT_TCP,
        SCOPE_ABSTRACT_SOCKETS | SCOPE_SIGNALS,
    )
    size = 8 if abi < NETWORK_ABI else 16 if abi < SCOPE_ABI else 24
    ruleset = checked(
        libc.syscall(CREATE_RULESET, ctypes.byref(attributes), ctypes.c_size_t(size), 0)
    )
    change = handled & ~(MAKE_CHARACTER_DEVICE | MAKE_BLOCK_DEVICE)
    allow(ruleset, "/", READ_DIR)
    for path in readable("/", set(hidden), set(writable)):
        allow(ruleset, path, READ)
    for path in writable:
        allow(ruleset, path, change)
    for path in WRITABLE_DEVICES:
        allow(ruleset, path, change)
    checked(libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0))
    if os.geteuid() == 0:
        drop_capabilities()
    checked(libc.syscall(RESTRICT_SELF, ruleset, 0))
    os.close(ruleset)
    if not network and os.uname().machine in SYSTEM_CALLS:
        refuse_sockets(*SYSTEM_CALLS[os.uname().machine])


def readable(folder: str, hidden: set[str], writable: set[str]) -> list[str]:
    """The paths which together hold all but what is hidden. Links lead nowhere by themselves.

    Inside a writable folder nothing is hidden: files made there by the command must be readable.
    """
    prefix = folder.rstrip("/") + "/"
    if folder in writable or not any(path.startswith(prefix) for path in hidden):
        return [folder]
    found: list[str] = []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.path in hidden or entry.is_symlink():
                    continue
                if entry.is_dir(follow_symlinks=False):
                    found += readable(entry.path, hidden, writable)
                else:
                    found.append(entry.path)
    except OSError:  # unreadable for us: for the command as well
        return found
    return found


def allow(ruleset: int, path: str, rights: int) -> None:
    """Grant rights on a path and all below; one that has just gone needs none."""
    try:
        handle = os.open(path, os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(f"/proc/self/fd/{handle}"):  # noqa: PTH112  # no pathlib in this script
            rights &= FILE_ONLY
        rule = PathRule(rights, handle)
        checked(libc.syscall(ADD_RULE, ruleset, PATH_RULE, ctypes.byref(rule), 0))
    finally:
        os.close(handle)


def drop_capabilities() -> None:
    """Root keeps what work on files of other owners needs; without new privileges, for good."""
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    sets = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; twice 32 bits of each
    checked(libc.capget(header, sets))
    for index in range(6):
        sets[index] &= ROOT_KEEPS if index < 3 else 0  # noqa: PLR2004  # the lower half
    checked(libc.capset(header, sets))


def refuse_sockets(architecture: int, socket_call: int, ring_call: int) -> None:
    """No socket that leaves the machine, by no door: io_uring and foreign system calls are shut."""
    denied, absent, passed = 0x00050000 | 13, 0x00050000 | 38, 0x7FFF0000  # EACCES, ENOSYS, allow
    load, equal, greater, end = 0x20, 0x15, 0x35, 0x06
    steps = [
        (load, 0, 0, 4),  # the architecture
        (equal, 1, 0, architecture),
        (end, 0, 0, absent),
        (load, 0, 0, 0),  # the number of the call
        (greater, 0, 1, 0x40000000),  # x32: the same calls under other numbers
        (end, 0, 0, absent),
        (equal, 0, 1, ring_call),
        (end, 0, 0, absent),
        (equal, 0, 4, socket_call),
        (load, 0, 0, 16),  # its first argument, the family
        (equal, 2, 0, LOCAL_FAMILIES[0]),
        (equal, 1, 0, LOCAL_FAMILIES[1]),
        (end, 0, 0, denied),
        (end, 0, 0, passed),
    ]
    table = (FilterStep * len(steps))(*(FilterStep(*step) for step in steps))
    program = FilterProgram(len(steps), table)
    checked(libc.prctl(SET_SECCOMP, FILTER_MODE, ctypes.byref(program), 0, 0))


def checked(result: int) -> int:
    """The result of a call; OSError when it failed."""
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def main(arguments: list[str]) -> int:
    """Read the options, restrict, run; returns only when that failed."""
    writable: list[str] = []
    hidden: list[str] = []
    network, newest = True, SCOPE_ABI
    rest = iter(arguments)
    for option in rest:
        if option == "--":
            break
        if option == "--no-network":
            network = False
        elif option == "--abi":
            newest = int(next(rest))
        else:
            (writable if option == "--write" else hidden).append(next(rest))
    argv = list(rest)
    try:
        restrict(writable, hidden, network=network, newest=newest)
        os.execv(argv[0], argv)  # noqa: S606  # no shell is wanted
    except (OSError, IndexError, ValueError) as error:
        sys.stderr.write(f"maia: the sandbox could not be set up: {error}\n")
    return CANNOT_RUN


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
