# Everything one does with this repository. `just` lists the recipes; CI calls the same ones.
# On a bare machine: python3 -m venv .uv && .uv/bin/pip install uv && .uv/bin/uv run just

# `uv run` tells its children where uv is; otherwise it is on PATH.
uv := env("UV", "uv")
run := uv + " run --"
workers := env("MAIA_TEST_WORKERS", "2")

# List the recipes
default:
    @just --list --unsorted

# Fill the environment and install the git hooks
setup:
    {{uv}} sync
    {{run}} pre-commit install

# All that CI checks
check: lint types contracts rooms-check test

# Run the tests; takes pytest's options
test *options:
    {{run}} pytest -n {{workers}} --dist loadgroup -m "not real_model and not bwrap and not crash" {{options}}

# Style and format
lint:
    {{run}} ruff check
    {{run}} ruff format --check

# Put the code in its format
fmt:
    {{run}} ruff check --fix
    {{run}} ruff format

# Strict types
types:
    {{run}} basedpyright

# Which room may import which
contracts:
    {{run}} lint-imports --no-logo

# What the end-to-end tests need: the environment of the LiteLLM proxy, and a source archive
fixtures:
    {{run}} python tools/proxy_environment.py
    {{run}} python tools/source_archives.py

# Run the tests that need a real 1.5B model, laid out first (1.2 GB)
real-model *options:
    {{run}} python tools/real_model.py
    {{run}} pytest tests/real_model -m real_model {{options}}

# Kill a session's writer two hundred times, a build of the map a hundred: nothing may be lost
crash *options:
    {{run}} pytest tests/agent/sessions/test_crash.py tests/codemap/indexing/test_crash.py -m crash {{options}}

# Run the tests that need bubblewrap (`apt-get install bubblewrap`): the sandbox, the oracle
confinement *options:
    {{run}} pytest -n {{workers}} --dist loadgroup -m bwrap {{options}}

# Draw docs/rooms.svg from the imports
rooms:
    {{run}} python tools/rooms.py

# Check that docs/rooms.svg is what the imports say
rooms-check:
    {{run}} python tools/rooms.py --check

# Write what `maia permissions explain` says of the examples into docs/permissions.md
permission-examples *options:
    {{run}} python tools/permission_examples.py {{options}}

# What the tests reach, subprocesses included
coverage *options:
    {{run}} coverage erase
    -{{run}} coverage run -m pytest -n {{workers}} --dist loadgroup -m "not real_model" {{options}}
    {{run}} python tools/coverage_files.py
    {{run}} coverage report --show-missing --skip-covered

# Start-up, iterations and memory beside a bare script
bench *options:
    {{run}} python -m benchmarks.agent {{options}}

# `maia --version` and the time to a prompt, beside bare processes
bench-line *options:
    {{run}} python -m benchmarks.line {{options}}

# Build the map of a folder, beside parsing its files alone
bench-map folder *options:
    {{run}} python -m benchmarks.map_build {{folder}} {{options}}

# The agent at work, with a scripted model server
demo:
    {{run}} python -m maia.testing.demo
