"""Programs that run other commands: their options, and where the command stands. Data only."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

Then: TypeAlias = Literal["command", "elsewhere", "text", "text elsewhere", "first text", "nothing"]
"""What the operands are: a command's words; the same on another machine or in another package;
shell text once joined by blanks; the same elsewhere; shell text in the first; nothing to run."""


@dataclass(frozen=True, slots=True)
class Runner:
    """How a program is told what to run.

    `flags` and `values` are the letters of options without and with a value, `long_flags` and
    `long_values` their long names; `texts` are options whose value is shell text. `skip` operands
    stand before the command. `assigns`: `NAME=value` operands too. `appends`: words are added when
    it runs, or replace a mark inside. `stdin`: without a command it takes one from its input.
    """

    then: Then = "command"
    flags: str = ""
    values: str = ""
    long_flags: tuple[str, ...] = ()
    long_values: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    skip: int = 0
    assigns: bool = False
    appends: bool = False
    stdin: bool = False


_SUDO = Runner(
    flags="AbEeHKknPSsiVvl",
    values="CDghpRrTtUu",
    long_flags=("preserve-env", "non-interactive", "login", "shell", "set-home", "stdin"),
    long_values=("user", "group", "host", "chdir", "chroot", "prompt", "role", "type"),
    assigns=True,
)
_SU = Runner("nothing", flags="lmpP", values="gGsw", texts=("c", "command", "session-command"))
_XARGS = Runner(
    flags="0opPrtx",
    values="aEILnPsdJRS",
    long_flags=("null", "no-run-if-empty", "verbose", "interactive", "open-tty", "exit"),
    long_values=("arg-file", "delimiter", "max-args", "max-procs", "max-chars", "max-lines"),
    appends=True,
)
_ELSEWHERE = Runner("elsewhere")
_PACKAGE = Runner(
    "elsewhere",
    flags="yqv",
    values="p",
    long_flags=("yes", "no-install", "quiet", "bun", "isolated"),
    long_values=("package", "from", "with", "python", "spec"),
    texts=("c", "call"),
)
_TEXT = Runner("text")
_CONTAINER_RUN = Runner(
    "elsewhere",
    flags="dtiPq",
    values="aceghlmpuvw",
    long_flags=("rm", "interactive", "tty", "detach", "init", "privileged", "read-only"),
    long_values=("name", "env", "volume", "workdir", "user", "entrypoint", "network", "mount"),
    skip=1,
)

RUNNERS: dict[str, Runner] = {
    "command": Runner(flags="p"),
    "builtin": Runner(),
    "exec": Runner(flags="cl", values="a"),
    "noglob": Runner(),
    "jobs": Runner(flags="lnprsx"),
    "nocorrect": Runner(),
    "time": Runner(
        flags="pvqaV",
        values="fo",
        long_flags=("portability", "verbose", "append", "quiet"),
        long_values=("format", "output"),
    ),
    "nohup": Runner(),
    "timeout": Runner(
        flags="vfp",
        values="ks",
        long_flags=("foreground", "preserve-status", "verbose"),
        long_values=("kill-after", "signal"),
        skip=1,
    ),
    "nice": Runner(flags="0123456789", values="n", long_values=("adjustment",)),
    "ionice": Runner(flags="t", values="cn", long_values=("class", "classdata")),
    "chrt": Runner(flags="abfiormRv", values="TPD", skip=1),
    "taskset": Runner(flags="ac", skip=1),
    "stdbuf": Runner(values="ioe", long_values=("input", "output", "error")),
    "setsid": Runner(flags="cfw", long_flags=("ctty", "fork", "wait")),
    "setarch": Runner(flags="vR", skip=1),
    "flock": Runner(
        flags="enosuxFv",
        values="wE",
        long_flags=("exclusive", "shared", "nonblock", "nb", "close", "no-fork", "verbose"),
        long_values=("timeout", "wait", "conflict-exit-code"),
        texts=("c", "command"),
        skip=1,
    ),
    "watch": Runner(
        "text",
        flags="bcdegptwx",
        values="nq",
        long_flags=("beep", "color", "differences", "errexit", "no-title", "exec", "precise"),
        long_values=("interval",),
    ),
    "chroot": Runner(long_flags=("skip-chdir",), long_values=("userspec", "groups"), skip=1),
    "unshare": Runner(flags="fmnpuUicrT"),
    "nsenter": Runner(flags="mnpuUicCF", values="t"),
    "strace": Runner(flags="fqvtTyCcdD", values="eopPsOSuabE"),
    "ltrace": Runner(flags="fqvtTSc", values="eopsna"),
    "busybox": Runner(),
    "toybox": Runner(),
    "fakeroot": Runner(),
    "proot": Runner(),
    "caffeinate": Runner(flags="dimsu", values="tw"),
    "unbuffer": Runner(flags="p"),
    "catchsegv": Runner(),
    "firejail": Runner(),
    "bwrap": Runner(),
    "systemd-run": Runner(
        flags="dGPqrSt",
        values="EHMpu",
        long_flags=("user", "scope", "pty", "wait", "collect", "quiet"),
        long_values=("unit", "property", "setenv", "working-directory"),
    ),
    "systemd-inhibit": Runner(),
    "runuser": Runner(flags="lmp", values="gGsu", texts=("c", "command"), skip=0),
    "sudo": _SUDO,
    "doas": Runner(flags="Lns", values="Cu"),
    "pkexec": Runner(long_values=("user",)),
    "su": _SU,
    "env": Runner(
        flags="i0v",
        values="uCPS",
        long_flags=("ignore-environment", "null", "debug"),
        long_values=("unset", "chdir", "split-string"),
        texts=("S", "split-string"),
        assigns=True,
    ),
    "xargs": _XARGS,
    "parallel": Runner(
        "text",
        flags="0kmqtvX",
        values="adINPSnj",
        long_flags=("keep-order", "null", "dry-run", "bar"),
        long_values=("jobs", "arg-file", "colsep", "delay", "results", "joblog"),
        appends=True,
        stdin=True,
    ),
    "entr": Runner(flags="acdnprsz", appends=True),
    "script": Runner("nothing", flags="aefqt", values="EIOBTom", texts=("c", "command")),
    "eval": _TEXT,
    "trap": Runner("first text", flags="lp"),
    "ssh": Runner(
        "text elsewhere",
        flags="46AaCfGgKkMNnqsTtVvXxYy",
        values="BbcDEeFIiJLlmOopQRSWw",
        skip=1,
    ),
    "mosh": Runner("text elsewhere", skip=1),
    "tmux": _TEXT,
    "screen": _TEXT,
    "npx": _PACKAGE,
    "uvx": _PACKAGE,
    "bunx": _PACKAGE,
    "pipx run": _PACKAGE,
    "pnpx": _PACKAGE,
    "npm exec": _PACKAGE,
    "npm x": _PACKAGE,
    "pnpm dlx": _PACKAGE,
    "pnpm exec": _PACKAGE,
    "yarn dlx": _PACKAGE,
    "yarn exec": _PACKAGE,
    "bun x": _PACKAGE,
    "uv run": _PACKAGE,
    "uv tool run": _PACKAGE,
    "poetry run": _ELSEWHERE,
    "pipenv run": _ELSEWHERE,
    "pdm run": _ELSEWHERE,
    "hatch run": _ELSEWHERE,
    "bundle exec": _ELSEWHERE,
    "direnv exec": Runner("elsewhere", skip=1),
    "nix run": _ELSEWHERE,
    "docker run": _CONTAINER_RUN,
    "docker exec": _CONTAINER_RUN,
    "podman run": _CONTAINER_RUN,
    "podman exec": _CONTAINER_RUN,
    "kubectl exec": Runner("elsewhere", flags="it", values="nc", skip=1),
    "vagrant ssh": Runner("nothing", texts=("c", "command")),
    "git bisect run": _ELSEWHERE,
    "git submodule foreach": Runner("text elsewhere", long_flags=("recursive",)),
    "at": Runner("nothing", stdin=True),
    "batch": Runner("nothing", stdin=True),
    "crontab": Runner("nothing", stdin=True),
}

SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "ash", "mksh", "fish", "rbash", "csh"})
"""Run the text after `-c`, a file, or their input."""

SHELL_VALUES = frozenset({"-o", "+o", "-O", "+O", "--rcfile", "--init-file"})
"""Options of a shell that take the next word."""

INTERPRETERS: dict[str, str] = {
    **dict.fromkeys(("python", "python2", "python3", "pypy", "pypy3"), "c"),
    **dict.fromkeys(("perl", "raku"), "eE"),
    **dict.fromkeys(("ruby", "jruby"), "e"),
    **dict.fromkeys(("node", "nodejs", "bun"), "ep"),
    **dict.fromkeys(("php",), "rBRE"),
    **dict.fromkeys(("lua", "luajit", "osascript", "Rscript", "julia", "groovy", "scala"), "e"),
    **dict.fromkeys(("deno", "tclsh", "expect"), "c"),
}
"""Interpreters, and the letters of the options whose value is code."""

CODE_PROGRAMS = frozenset(
    (
        *("awk", "gawk", "mawk", "nawk", "sed", "gsed", "ed", "ex", "vi", "vim", "nvim", "view"),
        *("emacs", "less", "more", "man", "tar", "bsdtar", "rsync", "sort", "rg", "make", "gmake"),
        *("ninja", "zip", "scp", "sftp", "curl", "wget", "gdb", "lldb", "sqlite3", "psql"),
        *("mysql", "dd", "dc", "bc", "m4", "jq", "split", "csplit", "nmap", "ftp", "tcpdump"),
        *("hash", "complete", "compgen", "mapfile", "readarray", "bind", "enable", "alias"),
        *("capsh", "start-stop-daemon", "socat", "nc", "ncat", "pwsh", "powershell", "cmd"),
    )
)
"""Programs one of whose words may hold a command: each word is scanned for what is denied."""

GIT_CODE_OPTIONS = frozenset(
    (
        *("-c", "-x", "--exec", "--upload-pack", "-u", "--receive-pack", "--config", "--extcmd"),
        *("--tree-filter", "--index-filter", "--msg-filter", "--env-filter", "--commit-filter"),
        *("--parent-filter", "--tag-name-filter", "--to-cmd", "--cc-cmd", "--sendmail-cmd"),
        *("--open-files-in-pager", "--tool", "-O", "--exec-path", "--config-env"),
    )
)
"""Options of git whose value is, or holds, a command."""

FIND_EXECS = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
FD_EXECS = frozenset({"-x", "-X", "--exec", "--exec-batch"})
