"""C#: what one file says, and what its names mean in others."""

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction, Symbol
from maia.codemap.quality.gate import judge
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program, qualified_name

SAMPLE = """namespace Acme;

/// <summary>Holds things.</summary>
[Serializable, Foo.Bar(1)]
public partial class Shelf<T>(int seed) : Base<T>(seed), IShelf where T : Item
{
    private const int Max = 3, Min = 1;
    protected readonly List<T> items = new();
    public event EventHandler? Changed;

    public Shelf(int a, int b) : this(a) { }
    ~Shelf() { }

    public string Name { get; private set; } = "x";
    public T this[int index] => items[index];
    public static Shelf<T> operator +(Shelf<T> a, Shelf<T> b) => a;
    public static implicit operator int(Shelf<T> a) => 1;

    // Puts one in.
    [Obsolete]
    internal async Task<R> Put<R>(ref T item, params string[] more)
    {
        int Local(int x) => x;
        return default;
    }

    delegate int Op(int x);

    enum Color : byte { Red = 1, Blue }
}

public record Point(int X, Shelf Y);

struct Pair { int one; }

interface IShelf { void Clear(); int Size { get; } }
"""


def read(text: str) -> Extraction:
    pack = load_pack("csharp")
    assert pack is not None
    return extract(pack, text)


def named(found: Extraction) -> dict[str, Symbol]:
    return {
        qualified_name(found.symbols, index, "."): symbol
        for index, symbol in enumerate(found.symbols)
    }


def edges(*texts: str, paths: tuple[str, ...] = ()) -> list[str]:
    names = paths or tuple(f"F{number}.cs" for number in range(len(texts)))
    files = ((n, path, read(text)) for n, (path, text) in enumerate(zip(names, texts, strict=True)))
    program = Program.of(files)
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


def calls(*texts: str) -> list[str]:
    return [each for each in edges(*texts) if each.startswith("call ") and "@" in each]


def test_the_gate_of_csharp_is_green() -> None:
    verdict = judge("csharp")
    assert verdict.expected >= 40
    assert verdict.is_green, (verdict.missing, verdict.surplus)


def test_every_kind_of_definition_is_there_with_its_kind_and_place() -> None:
    found = read(SAMPLE)
    assert found.namespace == "Acme"
    kinds = [
        f"{symbol.kind} {qualified_name(found.symbols, index, '.')}@{symbol.line}:{symbol.column}"
        for index, symbol in enumerate(found.symbols)
    ]
    assert kinds == [
        "class Shelf@5:22",
        "field Shelf.seed@5:35",
        "constant Shelf.Max@7:23",
        "constant Shelf.Min@7:32",
        "field Shelf.items@8:32",
        "field Shelf.Changed@9:32",
        "constructor Shelf.Shelf@11:12",
        "method Shelf.~@12:5",
        "property Shelf.Name@14:19",
        "property Shelf.this@15:14",
        "method Shelf.+@16:37",
        "method Shelf.operator@17:28",
        "method Shelf.Put@21:28",
        "function Shelf.Put.Local@23:13",
        "type Shelf.Op@27:18",
        "enum Shelf.Color@29:10",
        "enum_member Shelf.Color.Red@29:25",
        "enum_member Shelf.Color.Blue@29:34",
        "class Point@32:15",
        "property Point.X@32:25",
        "property Point.Y@32:34",
        "struct Pair@34:8",
        "field Pair.one@34:19",
        "interface IShelf@36:11",
        "method IShelf.Clear@36:25",
        "property IShelf.Size@36:38",
    ]


def test_a_symbol_tells_its_signature_documentation_and_visibility() -> None:
    found = named(read(SAMPLE))
    shelf, put = found["Shelf"], found["Shelf.Put"]
    assert shelf.signature == (
        "public partial class Shelf<T>(int seed) : Base<T>(seed), IShelf where T : Item"
    )
    assert shelf.decorators == ("Serializable", "Foo.Bar")
    assert "Holds things." in shelf.doc
    assert put.signature == "internal async Task<R> Put<R>(ref T item, params string[] more)"
    assert (put.doc, put.type, put.decorators) == ("Puts one in.", "Task<R>", ("Obsolete",))
    assert (put.start_line, put.end_line) == (20, 25)
    name = found["Shelf.Name"]
    assert (name.signature, name.type) == ("public string Name", "string")
    visibilities = {
        "Shelf": "public",
        "Shelf.Put": "internal",
        "Shelf.items": "protected",
        "Shelf.Op": "private",
        "Shelf.Color.Red": "public",
        "Point.X": "public",
        "Pair": "internal",
        "Pair.one": "private",
        "IShelf.Clear": "public",
    }
    assert {each: found[each].visibility for each in visibilities} == visibilities


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        ("F(G(1));", ["call >F", "call >G"]),
        ("this.A?.B(1).C<int>();", ["read this>A", "call this.A>B", "call this.A?.B(1)>C"]),
        ("var x = new N.B<C>(1) { D = 2 };", ["new N>B", "type >C", "write N.B<C>>D"]),
        ("base.A();", ["call base>A"]),
        ("this.n++;", ["write this>n"]),
        ("n = ((A)n).B();", ["write >n", "type >A", "read >n", "call ((A)n)>B"]),
        ("Changed += OnChanged;", ["write >Changed", "read >OnChanged"]),
        ("F(name: G);", ["call >F", "read >G"]),
    ],
)
def test_uses_are_found(statement: str, expected: list[str]) -> None:
    found = read(f"class X {{ void M() {{ {statement} }} }}").references
    assert [f"{each.kind} {each.receiver}>{each.name}" for each in found] == expected


def test_broken_code_still_yields_what_can_be_had() -> None:
    found = read("class A {\n  void Good() { Help(); }\n  void Bad() { int = ; }\n}\nclass B {}\n")
    assert found.problems == ("extract.broken",)
    assert {"A", "A.Good"} <= named(found).keys()
    assert any(each.name == "Help" for each in found.references)


def test_utf16_text_has_its_definitions() -> None:
    text = "namespace N { class Wide { void WideFn() { } } }"
    found = read(text.encode("utf-16").decode("utf-16"))
    assert {"N.Wide", "N.Wide.WideFn"} <= named(found).keys()


def test_names_of_the_namespaces_around_are_seen_and_others_only_with_a_using() -> None:
    helper = "namespace A { public static class Near { public static void Go() { } } }"
    far = "namespace B { public static class Far { public static void Go() { } } }"
    user = "namespace A.In;\nclass C { void M() { Near.Go(); Far.Go(); } }"
    assert calls(helper, far, user) == ["call A.Near.Go@1"]
    assert calls(helper, far, "using B;\n" + user) == ["call A.Near.Go@1", "call B.Far.Go@1"]


def test_a_global_using_counts_below_its_folder_only() -> None:
    far = "namespace B { public static class Far { public static void Go() { } } }"
    user = "class C { void M() { Far.Go(); } }"
    paths = ("lib/Far.cs", "app/Usings.cs", "app/in/C.cs", "other/C.cs")
    found = edges(far, "global using B;", user, user, paths=paths)
    assert found.count("call B.Far.Go@1") == 1


def test_a_class_in_several_files_has_the_members_and_bases_of_all() -> None:
    lines = calls(
        "partial class A { void M() { Other(); Base(); } }",
        "partial class A : B { void Other() { M(); } }",
        "class B { protected void Base() { } }",
    )
    assert lines == ["call A.Other@1", "call B.Base@1", "call A.M@1"]


def test_an_extension_method_needs_a_receiver_of_a_known_type() -> None:
    extensions = (
        "static class E {\n public static int Size(this IBox box) => 1;\n"
        " public static int Size(this string text) => 2;\n}\n"
        "interface IBox { }\nclass Box : IBox { }\nclass Bag { }\n"
    )
    user = "class C { void M(Box box, string s, Bag bag, dynamic d, Missing m) { BODY } }"
    found = {
        body: calls(extensions, user.replace("BODY", body + ";"))
        for body in ("box.Size()", "s.Size()", "bag.Size()", "d.Size()", "m.Size()")
    }
    assert found == {
        "box.Size()": ["call E.Size@2"],
        "s.Size()": ["call E.Size@3"],
        "bag.Size()": [],
        "d.Size()": [],
        "m.Size()": [],
    }


def test_a_property_named_as_its_type_hides_the_type_from_nobody() -> None:
    lines = edges(
        "enum Color { Red }\nclass Car {\n Color Color { get; }\n"
        " bool M() => Color == Color.Red;\n Color N(Color one) => one;\n}"
    )
    assert [each for each in lines if each.startswith(("read", "type"))] == [
        "type Color@1",
        "read Car.Color@3",
        "read Color@1",
        "read Color.Red@1",
        "type Color@1",
        "type Color@1",
    ]


@pytest.mark.parametrize(
    "body",
    [
        "x.Go();",
        "items[0].Go();",
        "items.ForEach(each => each.Go());",
        "Make().Go();",
        "foreach (var one in items) { one.Go(); }",
        "Find(out var one); one.Go();",
    ],
)
def test_nothing_is_guessed(body: str) -> None:
    tool = "class Tool { public void Go() { } }"
    assert calls(tool, f"class A {{ List<Tool> items; void M() {{ {body} }} }}") == []


def test_code_that_the_grammar_breaks_gives_no_names_to_others() -> None:
    broken = "namespace N;\ninterface I {\n void Go(int a)\n#if X\n => Go(a, 1)\n#endif\n ;\n}"
    user = "namespace N;\nclass A { int M() => X; }"
    assert not [each for each in edges(broken, user) if each.startswith("read") and "@" in each]


def test_types_of_one_name_are_told_apart_by_how_many_parameters_they_have() -> None:
    types = "interface IBox {\n}\ninterface IBox<T> {\n}\ninterface IBox<T, U> {\n void Go();\n}\n"
    user = "class A : IBox, IBox<int> { IBox<int, A> both; void M() { both.Go(); } }"
    found = edges(types, user)
    assert [each for each in found if each.startswith(("implement", "type", "call"))] == [
        "implement IBox@1",
        "implement IBox@3",
        "type IBox@5",
        "type A@1",
        "call IBox.Go@6",
    ]
