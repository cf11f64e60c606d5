"""What one Python file says: definitions, uses, bindings, imports, where they stand."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Binding, Extraction, Import
from maia.codemap.resolve.program import qualified_name

CASES = Path(__file__).resolve().parents[2] / "cases" / "code"


def read(text: str) -> Extraction:
    pack = load_pack("python")
    assert pack is not None
    return extract(pack, text)


def uses(text: str) -> list[str]:
    return [
        f"{each.kind} {each.receiver}>{each.name}@{each.line}:{each.column}"
        for each in read(text).references
    ]


def test_every_definition_is_there_under_its_own_name_and_line() -> None:
    case = CASES / "D09"
    found = read((case / "ledger.py").read_text(encoding="utf-8"))
    wanted = json.loads((case / "want.json").read_text(encoding="utf-8"))["definitions"]
    names = [
        f"{qualified_name(found.symbols, index, '.')}@{symbol.line}"
        for index, symbol in enumerate(found.symbols)
    ]
    assert [name for name in names if name != "Alias@47"] == [
        each.removesuffix(" (variable)") for each in wanted
    ]


def test_a_symbol_tells_its_kind_signature_type_and_documentation() -> None:
    cls, field, method, function = read(
        "class Shelf(Base):\n"
        '    """Holds things."""\n'
        "    size: int = 3\n"
        "    @property\n"
        "    def _full(self, *, x: int = 1) -> bool:\n"
        "        '''Whether it is.'''\n"
        "async def main(argv):\n"
        "    pass\n"
    ).symbols
    assert (cls.kind, cls.signature, cls.doc) == ("class", "class Shelf(Base)", "Holds things.")
    assert (field.kind, field.parent, field.type) == ("field", 0, "int")
    assert (method.kind, method.visibility, method.decorators) == (
        "method",
        "private",
        ("property",),
    )
    assert (method.signature, method.type) == ("def _full(self, *, x: int = 1) -> bool", "bool")
    assert (method.line, method.column, method.start_line, method.end_line) == (5, 9, 4, 6)
    assert (function.kind, function.signature) == ("function", "async def main(argv)")


def test_spans_slice_what_they_claim() -> None:
    text = "é = 1\n@d('é')\ndef ü(x):\n    return x\n\nclass Ñ:\n    def m(self): ...\n"
    data = text.encode()
    spans = {each.name: data[each.start : each.end].decode() for each in read(text).symbols}
    assert spans["ü"] == "@d('é')\ndef ü(x):\n    return x"
    assert spans["Ñ"] == "class Ñ:\n    def m(self): ..."


def test_columns_count_characters() -> None:
    (call,) = (each for each in read("x = 'ééé' + f(1)\n").references if each.kind == "call")
    assert "x = 'ééé' + f(1)"[call.column - 1] == "f"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("f(g(1))", ["call >f@1:1", "call >g@1:3"]),
        ("a.b(1).c(2)", ["call a>b@1:3", "call a.b(1)>c@1:8"]),
        ("class A(B, c.D): pass", ["inherit >B@1:9", "inherit c>D@1:14"]),
        ("@d\ndef f(): pass", ["decorate >d@1:2"]),
        ("@a.d(1)\ndef f(): pass", ["decorate a>d@1:4"]),
        ("x: Optional[Foo] = 1", ["type >Optional@1:4", "type >Foo@1:13"]),
        ("x: 'Foo'", ["type >Foo@1:5"]),
        ("x: Foo | None", ["type >Foo@1:4"]),
        ("def f(self): self.x = 1", ["write self>x@1:19"]),
        ("import m\nprint(m.y)", ["call >print@2:1", "read >m@2:7", "read m>y@2:9"]),
        ("def f(): ...\nrun(f)", ["call >run@2:1", "read >f@2:5"]),
        ("import a.b\nfrom c.d import e as g", []),
    ],
)
def test_uses_are_found_where_they_stand(text: str, found: list[str]) -> None:
    assert uses(text) == found


def test_imports_of_every_form() -> None:
    text = "import a.b\nimport c as d\nfrom .e.f import g as h, i\nfrom .. import *\n"
    found = [(each.level, each.module, each.name, each.alias) for each in read(text).imports]
    assert found == [
        (0, "a.b", "", ""),
        (0, "c", "", "d"),
        (1, "e.f", "g", "h"),
        (1, "e.f", "i", ""),
        (2, "", "*", ""),
    ]
    assert read("def f():\n    import late\n").imports == (Import("late", "", "", 2, 12, scope=0),)


def test_bindings_know_their_scope_and_type() -> None:
    text = "def f(a: Foo, *b):\n    c = Bar(1)\n    for d in a: pass\n    with e() as g: pass\n"
    assert read(text).bindings == (
        Binding("a", 0, "Foo", 1),
        Binding("b", 0, "", 1),
        Binding("c", 0, "=Bar(1)", 2),
        Binding("d", 0, "", 3),
        Binding("g", 0, "=e()", 4),
    )


def test_broken_code_still_yields_what_can_be_had() -> None:
    found = read(
        "def whole():\n    return 1\n\ndef broken(a):\n    x = = 2\n\nclass Kept:\n    pass\n"
    )
    assert {"whole", "Kept"} <= {each.name for each in found.symbols}
    assert found.problems == ("extract.broken",)


@pytest.mark.parametrize(
    ("name", "symbol"), [("chain.py", "chain"), ("elif.py", "pick"), ("neighbour.py", "Beside")]
)
def test_deep_trees_overflow_nothing(name: str, symbol: str, tmp_path: Path) -> None:
    subprocess.run([sys.executable, str(CASES / "D01" / "gen.py"), str(tmp_path)], check=True)
    folder = CASES / "D01" if name == "neighbour.py" else tmp_path
    found = read((folder / name).read_text(encoding="utf-8"))
    assert symbol in {each.name for each in found.symbols}


def test_generated_and_minified_files_say_so() -> None:
    assert read("# Code generated by x. DO NOT EDIT.\n").is_generated
    assert read("x = 1;" * 2_000).is_minified
    assert not read("x = 1\n" * 2_000).is_minified
