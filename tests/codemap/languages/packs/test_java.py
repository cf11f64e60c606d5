"""Java: what one file says, and what its names mean in others."""

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction, Symbol
from maia.codemap.quality.gate import judge
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program, qualified_name

SAMPLE = """package com.acme;

/**
 * Holds things.
 */
@Entity(name = "x")
public abstract class Shelf<T extends Item> extends Base<T> implements Closeable {
    private static final int MAX = 3, MIN = 1;
    protected List<T> items = new ArrayList<>();

    public Shelf(int size) { super(size); }

    Shelf() { this(1); }

    /** Puts one in. */
    @Override
    public <R> List<R> put(final T item, String... more) throws IOException { return null; }

    abstract void clear();

    enum Color implements Paint { RED(1) { void mix() {} }, BLUE; }

    interface Part { int size(); default void go() {} int K = 2; }

    record Point(int x, Part y) { Point { check(); } }

    @interface Mark { int value() default 1; }

    Runnable later() { return new Task<Part>(1) { public void run() {} }; }
}
"""


def read(text: str) -> Extraction:
    pack = load_pack("java")
    assert pack is not None
    return extract(pack, text)


def named(found: Extraction) -> dict[str, Symbol]:
    return {
        qualified_name(found.symbols, index, "."): symbol
        for index, symbol in enumerate(found.symbols)
    }


def uses(text: str) -> list[str]:
    return [
        f"{each.kind} {each.receiver}>{each.name}@{each.line}:{each.column}"
        for each in read(text).references
    ]


def edges(**files: str) -> list[str]:
    texts = {f"{name.replace('__', '/')}.java": text for name, text in files.items()}
    program = Program.of(
        (number, path, read(text)) for number, (path, text) in enumerate(texts.items())
    )
    resolver = Resolver(program)
    lines: list[str] = []
    for position in range(len(program.files)):
        for each in resolver.edges(position):
            if each.target == NOTHING:
                lines.append(f"{each.kind} {each.how} {each.name}")
            elif each.target >= 0:
                line = program.symbol(each.target).line
                lines.append(f"{each.kind} {program.qualified(each.target)}@{line}")
    return lines


def test_the_gate_of_java_is_green() -> None:
    verdict = judge("java")
    assert verdict.expected >= 40
    assert verdict.is_green, (verdict.missing, verdict.surplus)


def test_every_kind_of_definition_is_there_with_its_kind_and_place() -> None:
    found = read(SAMPLE)
    assert found.namespace == "com.acme"
    kinds = [
        f"{symbol.kind} {qualified_name(found.symbols, index, '.')}@{symbol.line}:{symbol.column}"
        for index, symbol in enumerate(found.symbols)
    ]
    assert kinds == [
        "class Shelf@7:23",
        "constant Shelf.MAX@8:30",
        "constant Shelf.MIN@8:39",
        "field Shelf.items@9:23",
        "constructor Shelf.Shelf@11:12",
        "constructor Shelf.Shelf@13:5",
        "method Shelf.put@17:24",
        "method Shelf.clear@19:19",
        "enum Shelf.Color@21:10",
        "enum_member Shelf.Color.RED@21:35",
        "method Shelf.Color.RED.mix@21:49",
        "enum_member Shelf.Color.BLUE@21:61",
        "interface Shelf.Part@23:15",
        "method Shelf.Part.size@23:26",
        "method Shelf.Part.go@23:47",
        "constant Shelf.Part.K@23:59",
        "class Shelf.Point@25:12",
        "field Shelf.Point.x@25:22",
        "field Shelf.Point.y@25:30",
        "constructor Shelf.Point.Point@25:35",
        "interface Shelf.Mark@27:16",
        "method Shelf.Mark.value@27:27",
        "method Shelf.later@29:14",
        "class Shelf.later.new@29:31",
        "method Shelf.later.new.run@29:63",
    ]


def test_a_symbol_tells_its_signature_documentation_and_visibility() -> None:
    found = named(read(SAMPLE))
    shelf, put = found["Shelf"], found["Shelf.put"]
    assert shelf.signature == (
        "public abstract class Shelf<T extends Item> extends Base<T> implements Closeable"
    )
    assert (shelf.doc, shelf.decorators, shelf.visibility) == (
        "Holds things.",
        ("Entity",),
        "public",
    )
    assert put.signature == (
        "public <R> List<R> put(final T item, String... more) throws IOException"
    )
    assert (put.doc, put.type, put.decorators) == ("Puts one in.", "List<R>", ("Override",))
    assert (put.start_line, put.end_line) == (16, 17)
    items = found["Shelf.items"]
    assert (items.signature, items.type) == ("protected List<T> items", "List<T>")
    visibilities = {
        "Shelf.MAX": "private",
        "Shelf.items": "protected",
        "Shelf.clear": "internal",
        "Shelf.Part.size": "public",
        "Shelf.Color.RED": "public",
    }
    assert {name: found[name].visibility for name in visibilities} == visibilities


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("f(g(1));", ["call >f@1:22", "call >g@1:24"]),
        ("a.b(1).c();", ["read >a@1:22", "call a>b@1:24", "call a.b(1)>c@1:29"]),
        ("new a.B<C>(1);", ["new a>B@1:28", "type >C@1:30"]),
        ("x = A::b;", ["write >x@1:22", "read >A@1:26", "read A>b@1:29"]),
        ("x = A::new;", ["write >x@1:22", "new >A@1:26"]),
        ("this.n++;", ["write this>n@1:27"]),
        ("((A) o).b();", ["type >A@1:24", "call ((A)o)>b@1:30"]),
        ("new A() { };", ["inherit >A@1:26"]),
    ],
)
def test_uses_are_found_where_they_stand(statement: str, expected: list[str]) -> None:
    found = uses(f"class X {{ void m() {{ {statement} }} }}")
    assert [each for each in found if not each.startswith("read >o")] == expected


def test_broken_code_still_yields_what_can_be_had() -> None:
    found = read("package p;\nclass A {\n  void good() { help(); }\n  void bad( {\n}\nclass B {}\n")
    assert found.problems == ("extract.broken",)
    assert {"A", "A.good"} <= named(found).keys()
    assert any(each.name == "help" for each in found.references)


def test_a_call_means_the_overload_that_takes_its_arguments() -> None:
    lines = edges(
        A="class A {\n void f() {}\n void f(int a) {}\n void f(int a, String... b) {}\n"
        ' void g() { f(); f(1, "x", "y"); }\n}'
    )
    assert [each for each in lines if each.startswith("call")] == ["call A.f@2", "call A.f@4"]


def test_an_overload_of_a_base_is_found_beside_those_of_the_class() -> None:
    lines = edges(
        A="class A { void f(int a, int b) {} }",
        B="class B extends A {\n void f() {}\n void g() { f(1, 2); }\n}",
    )
    assert "call A.f@1" in lines
    assert not any(each.startswith("override") for each in lines)


def test_only_a_method_with_the_same_parameters_overrides() -> None:
    lines = edges(
        A="class A {\n void f(String a) {}\n void f(int a) {}\n}",
        B="class B extends A {\n void f(int b) {}\n void f(Long b) {}\n}",
    )
    assert [each for each in lines if each.startswith("override")] == ["override A.f@3"]


def test_a_constructor_hands_on_to_the_one_that_takes_its_arguments() -> None:
    lines = edges(
        A="class A {\n A() {}\n A(int a) {}\n}",
        B="class B extends A {\n B() { this(1, 2); }\n B(int a, int b) { super(a); }\n}",
    )
    assert [each for each in lines if each.startswith("call")] == ["call B.B@3", "call A.A@3"]


def test_names_of_types_methods_and_variables_are_kept_apart() -> None:
    lines = edges(
        A="class A { int size; int size() { return size; }\n"
        " void m(Tool size) { size(); A A = null; A.size(); new A(); size.go(); } }",
        Tool="class Tool { void go() {} }",
    )
    calls = [each for each in lines if each.startswith(("call", "new"))]
    assert calls == ["call A.size@1", "call A.size@1", "new A@1", "call Tool.go@1"]


@pytest.mark.parametrize(
    "body",
    [
        "x.go();",
        "items.get(0).go();",
        "items.forEach(each -> each.go());",
        "make().go();",
        "Missing.go();",
        "T value = null; value.go();",
    ],
)
def test_nothing_is_guessed(body: str) -> None:
    lines = edges(
        p__A="package p; import java.util.List;\n"
        f"class A<T> {{ List<Tool> items; void m() {{ {body} }} }}",
        p__Tool="package p; class Tool { void go() {} }",
        q__T="package q; public class T { public void go() {} }",
    )
    assert not any(each.startswith("call") and "go@" in each for each in lines)


def test_the_same_name_in_two_blocks_is_two_variables() -> None:
    lines = edges(
        A="class A { void m(boolean b) {\n if (b) {\n B x = new B();\n x.go();\n } else {\n"
        " C x = new C();\n x.go();\n }\n } }",
        B="class B { void go() {} }",
        C="class C { void go() {} }",
    )
    assert [each for each in lines if each.startswith("call")] == ["call B.go@1", "call C.go@1"]


@pytest.mark.parametrize(
    ("argument", "line"),
    [
        ('"x"', 2),
        ("1", 3),
        ("1L", 4),
        ("true", 5),
        ("tool", 6),
        ("new Hammer()", 6),
        ("tool.self()", 6),
        ("Tool.class", 7),
        ("count", 3),
    ],
)
def test_of_overloads_with_as_many_parameters_the_types_decide(argument: str, line: int) -> None:
    lines = edges(
        A="class A {\n void f(String a) {}\n void f(int a) {}\n void f(long a) {}\n"
        " void f(boolean a) {}\n void f(Tool a) {}\n void f(Class<?> a) {}\n"
        f" void g(Tool tool, int count) {{ f({argument}); }}\n}}",
        Tool="class Tool { Tool self() { return this; } }",
        Hammer="class Hammer extends Tool { }",
    )
    assert f"call A.f@{line}" in lines


def test_an_overload_that_nothing_decides_is_less_sure() -> None:
    text = "class A { void f(String a) {} void f(Tool a) {} void g() { f(missing()); } }"
    program = Program.of([(0, "A.java", read(text))])
    calls = [
        each for each in Resolver(program).edges(0) if each.kind == "call" and each.target >= 0
    ]
    assert [each.how for each in calls] == ["unique"]


@pytest.mark.parametrize(("kind", "line"), [("int[]", 2), ("String[]", 3), ("Tool[]", 4)])
def test_overloads_for_arrays_are_told_apart_by_what_they_hold(kind: str, line: int) -> None:
    lines = edges(
        A="class A {\n void f(int[] a) {}\n void f(String[] a) {}\n void f(Object[] a) {}\n"
        f" void g({kind} all) {{ f(all); }}\n}}",
        Tool="class Tool { }",
    )
    assert f"call A.f@{line}" in lines
