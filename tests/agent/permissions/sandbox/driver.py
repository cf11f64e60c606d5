"""Runs confined commands as whoever starts it: a description on standard input, results on output.

The tests of the sandbox start it as themselves and, where they are root, as nobody.
"""

import json
import subprocess
import sys
import time
from pathlib import Path


class Unconfined:
    """No sandbox: shows that the commands of the tests would do what they try."""

    weaknesses = ()

    def confine(self, argv, folder):
        return argv

    def release(self):
        return ()

    def close(self):
        pass


def chosen(backend, settings, launch, home, unreadable):
    from maia.agent.permissions.sandbox.bounds import Surveyor
    from maia.agent.permissions.sandbox.bubblewrap import Bubblewrap, bubblewrap_program, variants
    from maia.agent.permissions.sandbox.landlock import Landlock, landlock_works

    surveyor = Surveyor(settings, launch, home, unreadable)
    if backend == "none":
        return Unconfined()
    if backend == "landlock":
        if not landlock_works(network=settings.network):
            return None
        return Landlock(surveyor, network=settings.network)
    program = bubblewrap_program(surveyor)
    for variant in variants() if program else ():
        sandbox = Bubblewrap(program, variant, surveyor, network=settings.network)
        argv = sandbox.confine(("/bin/true",), launch)
        works = subprocess.run(argv, cwd=launch, capture_output=True, check=False).returncode == 0
        sandbox.release()
        if works:
            return sandbox
        sandbox.close()
    return None


def main(order):
    from maia.agent.permissions.sandbox.settings import read_sandbox
    from maia.workspace.bash_invocation import bash_argv, bash_environment

    launch, home = Path(order["launch"]), Path(order["home"])
    settings = read_sandbox(order["sandbox"], "test", launch)
    unreadable = [Path(path) for path in order["unreadable"]]
    sandbox = chosen(order["backend"], settings, launch, home, unreadable)
    if sandbox is None:
        return None
    results = []
    env = bash_environment(order["env"], launch, None)
    for command in order["commands"]:
        argv = sandbox.confine(bash_argv(command), launch)
        started = time.perf_counter()
        done = subprocess.run(
            argv,
            check=False,
            cwd=launch,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        took = time.perf_counter() - started
        undone = [str(path) for path in sandbox.release()]
        said = done.stdout.decode(errors="replace")
        results.append({"code": done.returncode, "said": said, "undone": undone, "took": took})
    sandbox.close()
    return {"results": results, "weaknesses": list(sandbox.weaknesses)}


if __name__ == "__main__":
    json.dump(main(json.load(sys.stdin)), sys.stdout)
