"""Extraction that does what a file's text says: grammars have done each of these things."""

import os
import signal
import time
from pathlib import Path

from maia.codemap.extract.extraction import extract as real_extract


def extract(pack, text):
    if "SEGFAULT" in text:
        os.kill(os.getpid(), signal.SIGSEGV)
    if "EXIT" in text:
        os._exit(3)
    if "SLEEP" in text:
        time.sleep(60)
    if "SPIN" in text:
        while True:
            pass
    if "RAISE" in text:
        raise ValueError("no")
    if "ONCE" in text:
        mark = Path(os.environ["MARK"])
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
    if "SLOW" in text:
        time.sleep(0.05)
    return real_extract(pack, text)
