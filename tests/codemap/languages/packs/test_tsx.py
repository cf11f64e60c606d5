"""TypeScript with JSX: components are called, elements of the page are not."""

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction
from maia.codemap.quality.gate import judge


def read(text: str) -> Extraction:
    pack = load_pack("tsx")
    assert pack is not None
    return extract(pack, text)


def test_the_gate_is_green() -> None:
    verdict = judge("tsx")
    assert verdict.is_green, (verdict.missing, verdict.surplus)
    assert verdict.expected >= 40


def test_components_are_called_where_they_open() -> None:
    found = read(
        "import { A } from './a';\n"
        "const App: React.FC<Props> = ({ b }) => (\n"
        "  <A.Box onClick={go}>\n    <div><List<string> of={b} /></div>\n  </A.Box>\n);\n"
        "function go() {}\n"
    )
    uses = [f"{each.kind} {each.receiver}>{each.name}@{each.line}" for each in found.references]
    assert uses == [
        "type React>FC@2",
        "type >Props@2",
        "read >A@3",
        "call A>Box@3",
        "read >go@3",
        "call >List@4",
    ]
    assert [(each.kind, each.name) for each in found.symbols] == [
        ("function", "App"),
        ("function", "go"),
    ]


def test_what_typescript_has_is_there_too() -> None:
    (cls, field, method) = read(
        "/** C. */\nexport class C<T> {\n  private a?: T;\n  b(): T {}\n}\n"
    ).symbols
    assert (cls.kind, cls.doc, cls.line, cls.column) == ("class", "C.", 2, 14)
    assert (field.kind, field.type, field.visibility) == ("field", "T", "private")
    assert (method.kind, method.signature, method.parent) == ("method", "b(): T", 0)


def test_broken_code_still_yields_what_can_be_had() -> None:
    found = read("const A = () => <div>;\nfunction Kept() { return <A /> }\n")
    assert found.problems == ("extract.broken",)
