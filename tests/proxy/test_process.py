import os
import signal
import socket
import subprocess
import sys
import time

import pytest

OWNER = """
import sys, time
from pathlib import Path
from maia.testing.litellm_proxy import LiteLLMProxy
proxy = LiteLLMProxy(Path(sys.argv[1]), Path("proxy"), "http://127.0.0.1:9", ["m"], window=9)
print(proxy.start().port, flush=True)
time.sleep(600)
"""


@pytest.mark.proxy
def test_a_proxy_ends_when_the_process_that_started_it_is_killed(proxy_python, tmp_path):
    command = [sys.executable, "-c", OWNER, str(proxy_python)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=tmp_path) as owner:
        port = int(owner.stdout.readline())
        os.kill(owner.pid, signal.SIGKILL)

    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=5).close()
        except ConnectionRefusedError:
            return
        time.sleep(0.05)
    pytest.fail("the proxy outlived its owner")
