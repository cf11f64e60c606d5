"""Sizes: what no longer fits in one head fails here. Think at 300 lines and at 40."""

import ast

import pytest

MODULE_LINES = 500
FUNCTION_LINES = 60

# Tables: one entry a line, read by key and never from top to bottom.
EXEMPT_MODULES = {
    "src/maia/i18n/en.py",
    "src/maia/i18n/fr.py",
}
FOLDERS = ("src/maia", "tests", "tools", "benchmarks")
GENERATED = "src/maia/_version.py"
COPIED_CASES = "tests/cases/"


@pytest.fixture(scope="module")
def sources(root):
    found = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*.py")):
            name = path.relative_to(root).as_posix()
            if name != GENERATED and not name.startswith(COPIED_CASES):
                found[name] = path.read_text("utf-8")
    return found


def test_no_module_is_too_long(sources):
    lengths = {name: len(text.splitlines()) for name, text in sources.items()}
    too_long = {
        name: lines
        for name, lines in lengths.items()
        if lines > MODULE_LINES and name not in EXEMPT_MODULES
    }
    assert too_long == {}


def test_no_function_is_too_long(sources):
    too_long = {}
    for name, text in sources.items():
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or node.lineno) - node.lineno + 1
                if lines > FUNCTION_LINES:
                    too_long[f"{name}:{node.lineno} {node.name}"] = lines
    assert too_long == {}


def test_the_exempt_modules_exist(root):
    assert {name for name in EXEMPT_MODULES if not (root / name).exists()} == set()
