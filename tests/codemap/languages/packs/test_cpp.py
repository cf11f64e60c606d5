"""C++: what one file says, and what its names mean in others."""

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction, Symbol
from maia.codemap.quality.gate import judge
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program, qualified_name

SAMPLE = """#include "a.h"
namespace a::b {
/// A box.
template <typename T>
class LIB_API Box final : public Base<T>, private ns::Other {
public:
    Box();
    explicit Box(int a) : Base<T>(a), x_{a} {}
    virtual ~Box() = default;
    virtual void run(const Foo &f) const = 0;
    static Box *make();
    Box &operator=(const Box &o);
    using value_type = T;
protected:
    int x_ = 0, *y_;
    enum class Color : int { Red, Green };
private:
    struct Impl;
    operator bool() const;
};
}
template <typename T> void a::b::Box<T>::run(const Foo &f) const { f.go(); }
a::b::Foo::Foo(int x) : Base(x), y(3) {}
int Foo::K = 3;
static int helper() { Foo one(2); return 1; }
concept C = requires { 1; };
"""


def read(text: str) -> Extraction:
    pack = load_pack("cpp")
    assert pack is not None
    return extract(pack, text)


def named(found: Extraction) -> dict[str, Symbol]:
    return {
        qualified_name(found.symbols, index, "::"): symbol
        for index, symbol in enumerate(found.symbols)
    }


def edges(*texts: str) -> list[str]:
    """The edges of `a.h`, `b.cpp`, `c.cpp`, as far as they are known."""
    files = [
        (index, path, read(text))
        for index, (path, text) in enumerate(zip(("a.h", "b.cpp", "c.cpp"), texts, strict=False))
    ]
    program = Program.of(files)
    resolver = Resolver(program)
    lines: list[str] = []
    for position in range(len(files)):
        for edge in resolver.edges(position):
            if edge.how == "unknown" or (edge.kind == "import" and edge.target < 0):
                continue
            name = edge.name if edge.target == NOTHING else program.qualified(edge.target)
            where = "external" if edge.target == NOTHING else program.files[edge.target >> 24].path
            lines.append(f"{edge.kind} {where} {name}")
    return lines


def test_the_gate_is_green() -> None:
    verdict = judge("cpp")
    assert verdict.is_green, (verdict.missing, verdict.surplus)
    assert verdict.expected >= 40


def test_kinds_and_owners() -> None:
    found = named(read(SAMPLE))
    kinds = {name.removeprefix("a::b::Box::"): symbol.kind for name, symbol in found.items()}
    assert kinds["a::b"] == "namespace"
    assert kinds["a::b::Box"] == "class"
    assert kinds["Box"] == "constructor"
    assert kinds["~Box"] == kinds["operator="] == kinds["operator"] == "method"
    assert kinds["value_type"] == "type"
    assert kinds["Color"] == "enum"
    assert kinds["Color::Red"] == "enum_member"
    assert kinds["helper"] == "function"
    assert kinds["C"] == "type"
    owners = [(each.name, each.kind, each.owner) for each in read(SAMPLE).symbols if each.owner]
    assert owners == [
        ("run", "method", "a::b::Box<T>"),
        ("Foo", "constructor", "a::b::Foo"),
        ("K", "variable", "Foo"),
    ]


def test_visibility_signatures_and_docs() -> None:
    found = named(read(SAMPLE))
    box = found["a::b::Box"]
    assert (box.line, box.start_line, box.end_line, box.doc) == (5, 4, 20, "A box.")
    assert found["a::b::Box::run"].visibility == "public"
    assert found["a::b::Box::x_"].visibility == "protected"
    assert found["a::b::Box::Impl"].visibility == "private"
    assert found["a::b::Box::Impl"].signature == "struct Impl;"
    assert found["a::b::Box::make"].visibility == "public"
    assert found["helper"].visibility == "private"


def test_a_member_needs_its_class() -> None:
    header = "class One { public: void go(); };"
    assert edges(header, '#include "a.h"\nvoid f() { unknown()->go(); }') == []
    assert "call a.h One::go" in edges(header, '#include "a.h"\nvoid f() { One one; one.go(); }')


def test_the_definition_outside_of_the_class_is_meant() -> None:
    found = edges(
        "namespace n { class One { public: void go(); int x; }; }",
        '#include "a.h"\nvoid n::One::go() { x = 1; }',
        '#include "a.h"\nvoid f(n::One *one) { one->go(); }',
    )
    assert "call b.cpp n::One::go" in found
    assert "write a.h n::One::x" in found


def test_a_namespace_hides_what_is_in_it() -> None:
    header = "namespace n { int deep(); }"
    assert edges(header, '#include "a.h"\nint f() { return deep(); }') == []
    used = edges(header, '#include "a.h"\nusing namespace n;\nint f() { return deep(); }')
    assert "call a.h n::deep" in used


def test_a_parameter_hides_a_member() -> None:
    found = edges(
        "class One { int x; void set(int x); };",
        '#include "a.h"\nvoid One::set(int x) { this->x = x; }',
    )
    assert found.count("write a.h One::x") == 1
    assert "read a.h One::x" not in found


def test_a_global_name_is_no_member() -> None:
    found = edges("struct One { void close() { ::close(3); } };")
    assert found == ["call external close"]


def test_overloads_are_told_apart_by_their_arguments() -> None:
    header = "int one(int a);\nint one(int a, int b);\n"
    source = '#include "a.h"\nint one(int a) { return a; }\nint f() { return one(1, 2); }'
    assert [each for each in edges(header, source) if each.startswith("call")] == ["call a.h one"]


def test_smart_pointers_stand_for_what_they_hold() -> None:
    found = edges(
        "#include <memory>\nstruct One { void go(); };",
        '#include "a.h"\nvoid f() { auto one = std::make_unique<One>(); one->go(); std::shared_ptr<One> two; two->go(); }',
    )
    assert found.count("call a.h One::go") == 2


def test_a_smart_pointer_has_members_of_its_own() -> None:
    found = edges(
        "#include <memory>\nstruct One { void reset(); };",
        '#include "a.h"\nvoid f(std::unique_ptr<One> one) { one.reset(); }',
    )
    assert "call a.h One::reset" not in found


def test_a_type_in_a_template_is_not_the_template() -> None:
    header = "template <typename T> struct Map { void go(); struct Iter { void step(); }; };"
    found = edges(header, '#include "a.h"\nvoid f(Map<int>::Iter it) { it.step(); it.go(); }')
    assert "call a.h Map::Iter::step" in found
    assert "call a.h Map::go" not in found


def test_several_bases_and_overrides() -> None:
    found = edges(
        "struct A { virtual void run(); }; struct B { void other(); };"
        "struct C : A, virtual B { void run() override { other(); A::run(); } };"
    )
    assert "inherit a.h A" in found
    assert "inherit a.h B" in found
    assert "override a.h A::run" in found
    assert "call a.h B::other" in found
    assert "call a.h A::run" in found


def test_broken_code_yields_what_can_be_had() -> None:
    found = read(
        "class LIB_API One {\n  Q_OBJECT\npublic:\n  void go() { x(; }\n};\nint after() { return 1; }\n"
    )
    assert {"One", "go", "after"} <= {each.name for each in found.symbols}


def test_an_alias_that_leads_back_to_itself_ends() -> None:
    found = edges(
        "namespace n { template <typename T> struct One { using iterator = iterator; void go(); };"
        " using A = B; using B = A; }",
        '#include "a.h"\nvoid f(n::A a, n::One<int>::iterator b) { a.go(); b.go(); }',
    )
    assert "call a.h n::One::go" not in found


def test_a_function_is_no_type() -> None:
    assert edges("int One(int a);", '#include "a.h"\nvoid f(One one) {}') == []


def test_what_std_has_is_outside_where_it_is_reopened() -> None:
    found = edges(
        "namespace std { struct mine {}; }", '#include "a.h"\nstd::string a; std::mine b;'
    )
    assert found == ["type external std.string", "type a.h std::mine"]
