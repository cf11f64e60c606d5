"""The real command in a real terminal: `maia` in a tmux server of its own, of a given size."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PATIENCE = 20.0
MAIA = (
    "import atexit, os, sys; "
    "atexit.register(lambda: open(os.environ['HOME'] + '/modules', 'w').write(' '.join(sys.modules))); "
    "import maia.cli.version as v; v.version = lambda: '1.2.3'; "  # goldens name no commit
    "from maia.cli.main import run; run()"
)
SESSION = re.compile(r"session_\d{4}-\d\d-\d\d_\d\d_\d\d_\d\d")


class LiveTerminal:
    """Types keys, resizes, and tells what is on the screen; every wait has a deadline."""

    def __init__(
        self, folder: Path, home: Path, columns: int, rows: int, *options: str, **environ: str
    ) -> None:
        self._sockets = tempfile.mkdtemp(prefix="maia", dir="/tmp")  # a socket's path is short
        self._home = home
        kept = {name: os.environ[name] for name in ("PATH",) if name in os.environ}
        self._environ = kept | {
            "HOME": str(home),
            "LC_ALL": "C.UTF-8",
            "TMUX_TMPDIR": self._sockets,
            "COLORTERM": "truecolor",
            "EDITOR": "true",
            **environ,
        }
        (home / "tmux.conf").write_text("set -g status off\nset -sg escape-time 0\n")
        command = shlex.join([sys.executable, "-c", MAIA, *options])
        errors, code = shlex.quote(str(home / "errors")), shlex.quote(str(home / "code"))
        shell = f"{command} 2>{errors}; echo $? > {code}; stty -a; cat"
        size = ["-x", str(columns), "-y", str(rows)]
        self("new-session", "-d", *size, "-c", str(folder), "sh", "-c", shell)

    def __call__(self, *arguments: str) -> str:
        command = ["tmux", "-u", "-L", "maia", "-f", str(self._home / "tmux.conf"), *arguments]
        return subprocess.run(
            command, env=self._environ, check=True, capture_output=True, text=True, timeout=PATIENCE
        ).stdout

    def type(self, *keys: str) -> None:
        """Keys by their tmux names."""
        self("send-keys", *keys)

    def send(self, text: str) -> None:
        """Text, then Enter."""
        self("send-keys", "-l", text)
        self("send-keys", "Enter")

    def resize(self, columns: int, rows: int) -> None:
        self("resize-window", "-x", str(columns), "-y", str(rows))

    @property
    def screen(self) -> str:
        return self("capture-pane", "-p")

    @property
    def scrollback(self) -> str:
        """All there is, from its first line on."""
        return self("capture-pane", "-p", "-S", "-")

    @property
    def errors(self) -> str:
        return (self._home / "errors").read_text()

    @property
    def modules(self) -> set[str]:
        """The top-level modules that the command had loaded when it ended."""
        written = (self._home / "modules").read_text().split()
        return {name.partition(".")[0] for name in written}

    @property
    def process(self) -> int:
        """The command itself, which the shell has started."""
        shell = self("display-message", "-p", "#{pane_pid}").strip()
        children = Path(f"/proc/{shell}/task/{shell}/children").read_text().split()
        return int(children[0])

    def sees(self, *texts: str) -> str:
        """Wait until all of `texts` are on the screen; what is there then."""
        return self.until(lambda: all(text in self.screen for text in texts) and self.screen, texts)

    def told(self, *texts: str) -> str:
        """Wait until all of `texts` are in the log."""
        return self.until(
            lambda: all(text in self.scrollback for text in texts) and self.scrollback, texts
        )

    def ends(self) -> int:
        """Wait for the end; the exit code."""
        code = self._home / "code"
        self.until(lambda: code.exists() and code.read_text().strip(), "the end")
        return int(code.read_text())

    def until(self, check, what):
        deadline = time.monotonic() + PATIENCE
        while not (found := check()):
            if time.monotonic() > deadline:
                raise AssertionError(f"never came: {what}\n{self.scrollback}\n{self.errors}")
            time.sleep(0.05)
        return found

    def close(self) -> None:
        """End the server, and with it all that it has started."""
        subprocess.run(
            ["tmux", "-L", "maia", "kill-server"],
            env=self._environ,
            check=False,
            capture_output=True,
        )
        shutil.rmtree(self._sockets, ignore_errors=True)
