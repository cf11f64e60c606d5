"""What the architecture tests look at: the package, its syntax trees and its import graph."""

import ast
from collections.abc import Mapping
from pathlib import Path

import grimp
import pytest

import maia

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = Path(maia.__file__).parent
GENERATED = "_version.py"


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def package() -> Path:
    return PACKAGE


@pytest.fixture(scope="session")
def trees() -> Mapping[str, ast.Module]:
    """The syntax tree of each module of the package, by dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == GENERATED or "fixtures" in path.parts:  # sources that packs read
            continue
        parts = ("maia", *path.relative_to(PACKAGE).with_suffix("").parts)
        name = ".".join(parts).removesuffix(".__init__")
        found[name] = ast.parse(path.read_text("utf-8"), filename=str(path))
    return found


@pytest.fixture(scope="session")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("maia", include_external_packages=True, cache_dir=None)
