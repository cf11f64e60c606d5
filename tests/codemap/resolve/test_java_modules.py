"""Java's imports: packages as files declare them, and types inside of types."""

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Import
from maia.codemap.resolve.modules.java import JavaModules
from maia.codemap.resolve.modules.port import External, Files
from maia.codemap.resolve.program import Program

FILES = {
    "core/src/a/A.java": "package com.acme.core; public class A { public static class In {} }",
    "core/src/elsewhere/B.java": "package com.acme.core; public class B {}",
    "app/src/M.java": "package com.acme.app; class M {}",
    "Alone.java": "class Alone {}",
}


def modules() -> JavaModules:
    pack = load_pack("java")
    assert pack is not None
    read = ((n, path, extract(pack, text)) for n, (path, text) in enumerate(FILES.items()))
    return JavaModules(Program.of(read))


def imported(module: str) -> Import:
    return Import(module, "X", "", 1, 1)


@pytest.mark.parametrize(
    ("module", "found"),
    [
        ("com.acme.core", Files((0, 1), "com.acme.core", "com.acme.core")),
        ("com.acme.core.A", Files((0,), "com.acme.core.A", "com.acme.core", "A")),
        ("com.acme.core.A.In", Files((0,), "com.acme.core.A.In", "com.acme.core", "A.In")),
        ("Alone", Files((3,), "Alone", "", "Alone")),
        ("java.util", External("java.util")),
        ("org.slf4j", External("org.slf4j")),
        ("com.acme.core.missing", None),
    ],
)
def test_a_module_is_a_package_or_a_type(module: str, found: Files | External | None) -> None:
    assert modules().find(2, imported(module)) == found


def test_a_package_is_found_in_another_by_its_name() -> None:
    java = modules()
    assert java.submodule(Files((), "com.acme", "com.acme"), "core") == java.named("com.acme.core")
    assert java.submodule(Files((), "com.acme", "com.acme"), "nothing") is None
