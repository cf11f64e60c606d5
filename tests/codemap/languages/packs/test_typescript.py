"""TypeScript: what a file says, and the cases of re-exports."""

import json
from pathlib import Path

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction
from maia.codemap.quality.gate import edge_lines, judge

CASES = Path(__file__).resolve().parents[3] / "cases" / "code"

SHELF = """\
/** A shelf. */
@Stored()
export abstract class Shelf<T extends Thing> extends Base implements Holder {
  /* how many */
  private readonly size: number = 3;
  static #made = 0;
  constructor(protected owner: Owner, readonly name = 'x') {
    super();
  }
  // Puts it.
  @logged
  put(thing: T): this {
    return this;
  }
  get full(): boolean {
    return false;
  }
  abstract empty(): void;
  each = (what: T): Promise<T> => what;
}
export default function (a: number): string {}
export const LIMIT = 3, make = (): Shelf => new Shelf();
const { a, b: renamed } = LIMIT;
type Bag = { thing: Thing; take(): Thing };
interface Holder { readonly name?: string; hold(it: Thing): void }
enum Kind { One, Two = 'two' }
namespace Inner { export function deep() {} }
declare function outer(x: string): void;
"""


def read(text: str) -> Extraction:
    pack = load_pack("typescript")
    assert pack is not None
    return extract(pack, text)


def edges_of(tmp_path: Path, **files: str) -> list[str]:
    for name, text in files.items():
        (tmp_path / f"{name}.ts").write_text(text, encoding="utf-8")
    return edge_lines(tmp_path)


def test_the_gate_is_green() -> None:
    verdict = judge("typescript")
    assert verdict.is_green, (verdict.missing, verdict.surplus)
    assert verdict.expected >= 40


def test_every_kind_of_definition_has_its_place() -> None:
    symbols = read(SHELF).symbols
    found = [
        (each.kind, each.name, symbols[each.parent].name if each.parent >= 0 else "")
        for each in symbols
    ]
    assert found == [
        ("class", "Shelf", ""),
        ("field", "size", "Shelf"),
        ("field", "#made", "Shelf"),
        ("constructor", "constructor", "Shelf"),
        ("field", "owner", "Shelf"),
        ("field", "name", "Shelf"),
        ("method", "put", "Shelf"),
        ("property", "full", "Shelf"),
        ("method", "empty", "Shelf"),
        ("method", "each", "Shelf"),
        ("function", "default", ""),
        ("constant", "LIMIT", ""),
        ("function", "make", ""),
        ("variable", "a", ""),
        ("variable", "renamed", ""),
        ("type", "Bag", ""),
        ("property", "thing", "Bag"),
        ("method", "take", "Bag"),
        ("interface", "Holder", ""),
        ("property", "name", "Holder"),
        ("method", "hold", "Holder"),
        ("enum", "Kind", ""),
        ("enum_member", "One", "Kind"),
        ("enum_member", "Two", "Kind"),
        ("namespace", "Inner", ""),
        ("function", "deep", "Inner"),
        ("function", "outer", ""),
    ]


def test_a_definition_tells_where_it_is_and_what_it_is() -> None:
    symbols = {each.name: each for each in read(SHELF).symbols if each.parent <= 0}
    shelf, size, put = symbols["Shelf"], symbols["size"], symbols["put"]
    assert (shelf.line, shelf.column, shelf.start_line, shelf.end_line) == (3, 23, 2, 20)
    assert (shelf.doc, shelf.decorators) == ("A shelf.", ("Stored",))
    assert shelf.signature.startswith("abstract class Shelf<T extends Thing> extends Base")
    assert (size.type, size.visibility, size.doc) == ("number", "private", "how many")
    assert (put.signature, put.type, put.doc) == ("put(thing: T): this", "this", "Puts it.")
    assert symbols["#made"].visibility == "private"
    assert (symbols["owner"].visibility, symbols["owner"].type) == ("protected", "Owner")
    assert symbols["each"].type == "Promise<T>"
    assert (symbols["default"].line, symbols["default"].column) == (21, 8)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("import a, * as b from './m'", [("./m", "default", "a"), ("./m", "*", "b")]),
        ("import { a as b, type C } from 'm'", [("m", "a", "b"), ("m", "C", "")]),
        ("import './m'", [("./m", "", "")]),
        ("import x = require('./m')", [("./m", "export=", "x")]),
        ("export * from './m'", [("./m", "*", "")]),
        ("export * as n from './m'", [("./m", "*", "n")]),
        ("export { default as a, b } from './m'", [("./m", "default", "a"), ("./m", "b", "")]),
        ("export { a as b }", [("", "a", "b")]),
        ("export default a", [("", "a", "default")]),
        ("export = a", [("", "a", "export=")]),
        ("const { a, b: c } = require('./m')", [("./m", "a", ""), ("./m", "b", "c")]),
        ("const a = require('./m').b", [("./m", "b", "a")]),
        ("require('./m')", [("./m", "", "")]),
        ("f(import('./m'))", [("./m", "", "")]),
        ("const { a } = await import('./m')", [("./m", "a", "")]),
    ],
)
def test_imports_of_every_form(text: str, found: list[tuple[str, str, str]]) -> None:
    assert [(each.module, each.name, each.alias) for each in read(text).imports] == found


def test_names_are_those_of_the_innermost_block(tmp_path: Path) -> None:
    lines = edges_of(
        tmp_path,
        tools="export class A { run() {} }\nexport class B { run() {} }\n",
        app=(
            "import { A, B } from './tools';\n"
            "it('a', () => {\n  const it = new A();\n  it.run();\n});\n"
            "it('b', () => {\n  const it = new B();\n  it.run();\n});\n"
            "for (const A of []) {\n  new A();\n}\n"
        ),
    )
    assert "call app.ts:4 - -> tools.ts A.run" in lines
    assert "call app.ts:8 - -> tools.ts B.run" in lines
    assert not any("app.ts:11" in line for line in lines)


def test_what_a_file_only_passes_on_is_no_name_of_its_own(tmp_path: Path) -> None:
    lines = edges_of(
        tmp_path,
        maps="export class Map {}\n",
        barrel="export { Map } from './maps';\nnew Map();\n",
    )
    assert "new barrel.ts:2 - -> external Map" in lines


def test_a_type_and_a_value_of_one_name_are_told_apart(tmp_path: Path) -> None:
    lines = edges_of(
        tmp_path,
        app=(
            "export const Item = { parse(text: string): Item { return text as any; } };\n"
            "export type Item = { name: string };\n"
            "const one: Item = Item.parse('x');\n"
            "one.name;\n"
        ),
    )
    assert "call app.ts:3 one -> app.ts Item.parse" in lines
    assert "read app.ts:4 - -> app.ts Item.name" in lines


def test_types_of_blocks_are_seen_in_them_only(tmp_path: Path) -> None:
    lines = edges_of(
        tmp_path,
        app=(
            "it('a', () => {\n  type T = string;\n  let a: T;\n});\n"
            "it('b', () => {\n  interface T {}\n  let a: T;\n});\nlet c: T;\n"
        ),
    )
    assert [line for line in lines if line.endswith(" T")] == [
        "type app.ts:3 - -> app.ts T",
        "type app.ts:7 - -> app.ts T",
    ]


def test_an_array_of_a_class_is_none_of_it(tmp_path: Path) -> None:
    text = (
        "class A { find() {} }\nfunction f(all: A[], one: A) {\n  all.find();\n  one.find();\n}\n"
    )
    lines = edges_of(tmp_path, app=text)
    assert [line for line in lines if line.startswith("call")] == [
        "call app.ts:4 f -> app.ts A.find"
    ]


def test_broken_code_still_yields_what_can_be_had() -> None:
    found = read("class Whole { go() {} }\nfunction broken( {\n  let x = = 2;\nclass Kept {}\n")
    assert {"Whole", "go"} <= {each.name for each in found.symbols}
    assert found.problems == ("extract.broken",)


def test_chains_of_reexports_lead_to_the_definition() -> None:
    case = CASES / "D05"
    wanted = json.loads((case / "want.json").read_text(encoding="utf-8"))
    lines = edge_lines(case)

    def callers(name: str) -> list[str]:
        calls = {line.split()[2] for line in lines if line[:4] == "call" and line.endswith(name)}
        return sorted(calls)

    assert callers("lib/core/decor.ts decor") == wanted["callers_of_decor"]
    assert callers("lib/Card.ts Card") == wanted["callers_of_Card"]
    reaching = {
        line.split()[1].partition(":")[0]
        for line in lines
        if line.split()[0] in ("import", "reexport") and " lib/core/decor.ts " in line
    }
    assert reaching == {"lib/core/index.ts", "app.ts", "page.ts"}
    cyclic = [line for line in lines if "cyc/use.ts:2" in line]
    assert cyclic == [
        "read cyc/use.ts:2 sum_ab -> cyc/a.ts in_a",
        "read cyc/use.ts:2 sum_ab -> cyc/b.ts in_b",
    ]
    assert not any("/work/" in line for line in lines)
