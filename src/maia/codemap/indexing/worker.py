"""A worker process: examines files as it is told, and may be killed by one of them.

It ends when its input does, also in the middle of a file, so that it never outlives the build. What
grammars print goes to its error output; frames have a descriptor of their own.
"""

import importlib
import os
import queue
import resource
import signal
import sys
import threading
from contextlib import suppress

import msgspec

from maia.codemap.indexing.messages import (
    READY,
    Batch,
    Begin,
    Request,
    encode,
    frame,
    read_frames,
    write_all,
)
from maia.codemap.indexing.reading import Extract, Job, examine

MAX_MEMORY_BYTES = 4 << 30
"""Of address space: a file that takes more ends its worker, not the machine."""

_OUTPUT_IS_GONE = 1


def main() -> None:
    """Serve until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the build, which ends us
    with suppress(ValueError, OSError):  # a system may not know the limit, or have a lower one
        resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    output = os.dup(sys.stdout.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests,), daemon=True).start()
    try:
        _serve(requests, output)
    except BrokenPipeError:
        os._exit(_OUTPUT_IS_GONE)


def _serve(requests: "queue.SimpleQueue[Request]", output: int) -> None:
    job: Job | None = None
    seconds = 0.0
    while True:
        match requests.get():
            case Begin() as begin:
                job = _job(begin)
                seconds = begin.cpu_seconds
                write_all(output, frame(READY))
            case Batch(files=files):
                if job is None:
                    raise AssertionError("a batch came before its job")
                for place, path in files:
                    # The kernel keeps the deadline, also while a grammar holds the interpreter.
                    signal.setitimer(signal.ITIMER_PROF, seconds)
                    outcome = examine(job, place, path)
                    signal.setitimer(signal.ITIMER_PROF, 0)
                    write_all(output, encode(outcome))


def _listen(requests: "queue.SimpleQueue[Request]") -> None:
    decoder = msgspec.msgpack.Decoder(Request)
    for each in read_frames(sys.stdin.fileno()):
        requests.put(decoder.decode(each))
    os._exit(0)


def _job(begin: Begin) -> Job:
    module, _, name = begin.extractor.partition(":")
    extract: Extract = getattr(importlib.import_module(module), name)
    return Job(os.fsdecode(begin.root), begin.version, extract, frozenset(begin.known))


if __name__ == "__main__":
    main()
