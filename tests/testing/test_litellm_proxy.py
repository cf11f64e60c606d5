import sys
from pathlib import Path

import pytest

from maia.testing.litellm_proxy import LiteLLMProxy, ProxyFailedError


def test_a_proxy_that_cannot_start_says_why(tmp_path):
    # Our own Python has no LiteLLM, and never will.
    proxy = LiteLLMProxy(Path(sys.executable), tmp_path, "http://127.0.0.1:9", ["m"], window=9)

    with pytest.raises(ProxyFailedError, match="No module named 'litellm'"):
        proxy.start()

    proxy.stop()
