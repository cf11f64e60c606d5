"""A real terminal: a program in a detached tmux server of its own, of a fixed size."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

PROGRAM = Path(__file__).with_name("screen_program.py")
PATIENCE = 10.0
AFTERWARDS = "stty -a | tr ' ;' '\\n' | grep -x -e '-\\?icanon' -e '-\\?echo' -e '-\\?isig'; cat"


class Tmux:
    """Types keys, resizes, and tells what is on the screen; every wait has a deadline."""

    def __init__(self, folder: Path, columns: int, rows: int, after=AFTERWARDS, **environ: str):
        self._folder = folder
        self._sockets = tempfile.mkdtemp(prefix="maia", dir="/tmp")  # a socket's path is short
        kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        self._environ = kept | {"LC_ALL": "C.UTF-8", "TMUX_TMPDIR": self._sockets}
        self._environ |= {"SCREEN_PID": str(folder / "pid"), **environ}
        (folder / "tmux.conf").write_text("set -g status off\nset -sg escape-time 0\n")
        program = shlex.join([sys.executable, str(PROGRAM)])
        errors = shlex.quote(str(folder / "errors"))
        shell = f"set -m; {program} 2>{errors}; {after}"
        size = ["-x", str(columns), "-y", str(rows)]
        self("new-session", "-d", *size, "sh", "-c", shell)

    def __call__(self, *arguments: str) -> str:
        command = ["tmux", "-u", "-L", "maia", "-f", str(self._folder / "tmux.conf")]
        done = subprocess.run(
            [*command, *arguments],
            env=self._environ,
            check=True,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        return done.stdout

    def type(self, *keys: str) -> None:
        """Keys by their tmux names, or text."""
        self("send-keys", *keys)

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
        return (self._folder / "errors").read_text()

    @property
    def process(self) -> int:
        """The program's process id, as it has written it down."""
        self.until((self._folder / "pid").exists, "pid")
        return int((self._folder / "pid").read_text())

    def sees(self, *texts: str) -> str:
        """Wait until all of `texts` are on the screen; what is there then."""
        return self.until(lambda: all(text in self.screen for text in texts) and self.screen, texts)

    def until(self, check, what):
        deadline = time.monotonic() + PATIENCE
        while not (found := check()):
            if time.monotonic() > deadline:
                raise AssertionError(f"never came: {what}\n{self.scrollback}\n{self.errors}")
            time.sleep(0.02)
        return found

    def close(self) -> None:
        """End the server, and with it all that it has started."""
        self("kill-server")
        shutil.rmtree(self._sockets)
