"""JavaScript: what a file says, old and new ways of classes and modules."""

from pathlib import Path

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction
from maia.codemap.quality.gate import edge_lines, judge

SHAPES = """\
/**
 * Old style.
 */
function Shape(name) {
  this.name = name;
}
Shape.prototype.area = function () { return 1; };
Shape.of = (n) => new Shape(n);
const api = { name: 'a', run() {}, stop: () => 1, get on() { return 1; } };
module.exports = { shape: Shape, helper() {}, level: api.run() };
exports.one = function () {};
exports.two = 2;
export default class { #secret = 1; static start() {} }
var lazy = function* () {}, early = class { go() {} };
it('x', () => { const local = () => 1; function inner() {} });
"""


def read(text: str) -> Extraction:
    pack = load_pack("javascript")
    assert pack is not None
    return extract(pack, text)


def edges_of(tmp_path: Path, **files: str) -> list[str]:
    for name, text in files.items():
        (tmp_path / f"{name}.js").write_text(text, encoding="utf-8")
    return edge_lines(tmp_path)


def test_the_gate_is_green() -> None:
    verdict = judge("javascript")
    assert verdict.is_green, (verdict.missing, verdict.surplus)
    assert verdict.expected >= 40


def test_every_kind_of_definition_has_its_place() -> None:
    symbols = read(SHAPES).symbols
    found = [
        (each.kind, each.name, symbols[each.parent].name if each.parent >= 0 else each.owner)
        for each in symbols
    ]
    assert found == [
        ("class", "Shape", ""),
        ("field", "name", "Shape"),
        ("method", "area", "Shape"),
        ("method", "of", "Shape"),
        ("variable", "api", ""),
        ("property", "name", "api"),
        ("method", "run", "api"),
        ("method", "stop", "api"),
        ("property", "on", "api"),
        ("function", "helper", ""),
        ("variable", "level", ""),
        ("function", "one", ""),
        ("variable", "two", ""),
        ("class", "default", ""),
        ("field", "#secret", "default"),
        ("method", "start", "default"),
        ("function", "lazy", ""),
        ("class", "early", ""),
        ("method", "go", "early"),
        ("function", "local", ""),
        ("function", "inner", ""),
    ]


def test_a_definition_tells_where_it_is_and_what_it_is() -> None:
    symbols = {each.name: each for each in read(SHAPES).symbols}
    shape, area = symbols["Shape"], symbols["area"]
    assert (shape.line, shape.column, shape.start_line, shape.end_line) == (4, 10, 4, 6)
    assert (shape.signature, shape.doc) == ("function Shape(name)", "Old style.")
    assert (area.line, area.column, area.owner) == (7, 17, "Shape")
    assert symbols["local"].signature == "const local = () =>"
    assert symbols["#secret"].visibility == "private"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("f?.(g?.h())", ["call >f@1:1", "call g>h@1:8"]),
        ("a.b().c?.d(1)", ["call a>b@1:3", "call a.b().c>d@1:10"]),
        ("new a.B(new C)", ["new a>B@1:7", "new >C@1:13"]),
        ("class A extends b.C {}", ["inherit b>C@1:19"]),
        ("@d() class A {}", ["decorate >d@1:2"]),
        ("tag`x`", ["call >tag@1:1"]),
        ("this.x += 1", ["write this>x@1:6"]),
        ("<A b={c}><d.E/></A>", ["call >A@1:2", "call d>E@1:13"]),
        ("<div></div>", []),
        ("function f() {}\nrun(f, { f })", ["call >run@2:1", "read >f@2:5", "read >f@2:10"]),
    ],
)
def test_uses_are_found_where_they_stand(text: str, found: list[str]) -> None:
    uses = [
        f"{each.kind} {each.receiver}>{each.name}@{each.line}:{each.column}"
        for each in read(text).references
    ]
    assert uses == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("module.exports = A", [("", "A", "export=")]),
        ("module.exports = { a: b, c }", [("", "b", "a")]),
        ("exports.a = b", [("", "b", "a")]),
        ("exports.a = require('./m').b", [("./m", "b", "a")]),
        ("module.exports = require('./m')", [("./m", "export=", "export=")]),
        ("const m = require('./m')", [("./m", "export=", "m")]),
        ("export { x as default } from './m'", [("./m", "x", "default")]),
        ("import j from './j.json' with { type: 'json' }", [("./j.json", "default", "j")]),
    ],
)
def test_what_files_give_and_take(text: str, found: list[tuple[str, str, str]]) -> None:
    assert [(each.module, each.name, each.alias) for each in read(text).imports] == found


def test_members_of_an_object_are_no_names_beside_it(tmp_path: Path) -> None:
    text = "const api = { go() { return go(); } };\napi.go();\ngo();\nconst made = make({ go() {} });\nmade.go();\n"
    lines = edges_of(tmp_path, app=text)
    assert [line for line in lines if line.startswith("call")] == [
        "call app.js:2 - -> app.js api.go"
    ]


def test_this_is_the_object_or_the_class_around(tmp_path: Path) -> None:
    lines = edges_of(
        tmp_path,
        app=(
            "class A {\n  go() {\n    return { stop() { this.go(); } };\n  }\n"
            "  run() {\n    [].map(() => this.go());\n  }\n}\n"
            "const b = {\n  go() {},\n  run() {\n    this.go();\n  },\n};\n"
        ),
    )
    calls = [line for line in lines if line.startswith("call")]
    assert calls == ["call app.js:6 A.run -> app.js A.go", "call app.js:12 b.run -> app.js b.go"]


def test_a_function_has_its_own_this_and_an_arrow_has_not(tmp_path: Path) -> None:
    lines = edges_of(
        tmp_path,
        app=(
            "class A {\n  go() {\n    function one() {\n      this.go();\n    }\n"
            "    const two = () => this.go();\n    run({ three: () => this.go() });\n  }\n}\n"
            "const b = run({ go() {}, stop() { this.go(); } });\n"
        ),
    )
    assert [line for line in lines if line.endswith(".go")] == [
        "call app.js:6 A.go.two -> app.js A.go",
        "call app.js:7 A.go.three -> app.js A.go",
    ]


def test_what_a_variable_is_given_later_is_its_own(tmp_path: Path) -> None:
    lines = edges_of(
        tmp_path,
        app=(
            "var res = Object.create(null);\nres.get = function () {};\n"
            "res.send = function () {\n  this.get();\n};\nres.get();\nres.other();\n"
        ),
    )
    calls = [line for line in lines if line.startswith("call")]
    assert calls[1:] == [
        "call app.js:4 res.send -> app.js res.get",
        "call app.js:6 - -> app.js res.get",
        "call app.js:7 - -> external Object.create().other",
    ]


def test_super_calls_the_constructor_above(tmp_path: Path) -> None:
    lines = edges_of(
        tmp_path,
        app=(
            "class A { constructor() {} }\nclass B extends A {}\n"
            "class C extends B {\n  constructor() {\n    super();\n  }\n}\n"
        ),
    )
    assert "call app.js:5 C.constructor -> app.js A.constructor" in lines


def test_circles_of_modules_hide_nothing(tmp_path: Path) -> None:
    lines = edges_of(
        tmp_path,
        a="export * from './b';\n",
        b="export * from './a';\nexport * from './c';\n",
        c="export const found = () => 1;\n",
        use="import { found } from './b';\nimport { found as same } from './a';\nfound();\nsame();\n",
    )
    assert "call use.js:3 - -> c.js found" in lines
    assert "call use.js:4 - -> c.js found" in lines


def test_broken_code_still_yields_what_can_be_had() -> None:
    found = read("class Whole { go() {} }\nfunction broken( {\n  let x = = 2;\nclass Kept {}\n")
    assert {"Whole", "go"} <= {each.name for each in found.symbols}
    assert found.problems == ("extract.broken",)
