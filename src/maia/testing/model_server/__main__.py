"""`python -m maia.testing.model_server --script FILE.json --port N`: the server as a process.

The first line on stdout is its URL. It ends on SIGTERM or SIGINT; the exit code is 1, with the
list on stderr, when a request was wrong. `--record FILE` gets the request bodies, one a line.
"""

import argparse
import json
import signal
import sys
from pathlib import Path

from maia.testing.model_server.script_files import server_from_file


def main() -> int:
    """Serve until told to end; the exit code."""
    parser = argparse.ArgumentParser(prog="python -m maia.testing.model_server")
    parser.add_argument("--script", type=Path, required=True, help="a JSON file of replies")
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--record", type=Path, help="where to write the request bodies")
    options = parser.parse_args()
    ending = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, ending)  # before the thread starts, which inherits it
    server = server_from_file(options.script, options.port).start()
    sys.stdout.write(server.url + "\n")
    sys.stdout.flush()
    signal.sigwait(ending)
    server.stop()
    if options.record is not None:
        lines = [json.dumps(request.body) + "\n" for request in server.chats]
        options.record.write_text("".join(lines), encoding="utf-8")
    for violation in server.violations:
        sys.stderr.write(violation + "\n")
    return 1 if server.violations else 0


if __name__ == "__main__":
    sys.exit(main())
