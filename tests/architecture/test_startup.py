"""Start-up: what the command line loads before it knows what it is asked."""

import json
import subprocess
import sys

import pytest

HEAVY = {
    "charset_normalizer",
    "httpx",
    "litellm",
    "markdownify",
    "pathspec",
    "prompt_toolkit",
    "pydantic",
    "regex",
    "rich",
    "textual",
    "tree_sitter",
    "wcmatch",
}


@pytest.mark.parametrize("module", ["maia.cli.main", "maia.agent.contracts.events"])
def test_importing_loads_no_heavy_library(module):
    code = f"import {module}, json, sys; print(json.dumps(sorted(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=50)
    loaded = {name.split(".")[0] for name in json.loads(said.stdout)}
    assert loaded & HEAVY == set()
    assert "maia" in loaded
