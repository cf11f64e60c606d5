"""C: what one file says, and what its names mean in others."""

import json
from pathlib import Path

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction, Symbol
from maia.codemap.quality.gate import judge
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program, qualified_name

SAMPLE = """#include "a.h"
#include <stdio.h>
#define LIMIT 3
#define TWICE(x) ((x) * 2)

/* A node
 * of a list. */
struct node {
    int a, *b;
    int (*call)(struct node *);
    union { int u; } in;
    struct { int z; };
};
typedef struct { int x; } point_t;
typedef struct node node_t;
struct later;
enum color { RED = 1, GREEN };
extern int shared;
static const struct node table[] = { { .a = LIMIT, .call = on_call } };

// Makes one.
struct node *make(int size, char *names[]);

static inline struct node *hidden(const struct node *n)
{
    int inner = 3;
    return n->call(n) + inner;
}

int old(a, b) int a; char *b; { return a; }

#ifdef FAST
void twin(void) {}
#else
void twin(void) {}
#endif
"""


def read(text: str, language: str = "c") -> Extraction:
    pack = load_pack(language)
    assert pack is not None
    return extract(pack, text)


def named(found: Extraction) -> dict[str, Symbol]:
    return {
        qualified_name(found.symbols, index, "::"): symbol
        for index, symbol in enumerate(found.symbols)
    }


def edges(**texts: str) -> list[str]:
    """The edges of `name_c` and `name_h`, as far as they are known."""
    paths = [f"{name[:-2]}.{name[-1]}" for name in texts]
    files = [
        (index, path, read(text))
        for index, (path, text) in enumerate(zip(paths, texts.values(), strict=True))
    ]
    program = Program.of(files)
    resolver = Resolver(program)
    lines: list[str] = []
    for position in range(len(paths)):
        for edge in resolver.edges(position):
            if edge.kind == "import" or edge.how == "unknown":
                continue
            target = "external" if edge.target == NOTHING else program.qualified(edge.target)
            where = "" if edge.target < 0 else program.files[edge.target >> 24].path
            lines.append(f"{edge.kind} {target} {where}".strip())
    return lines


def test_the_gate_is_green() -> None:
    verdict = judge("c")
    assert verdict.is_green, (verdict.missing, verdict.surplus)
    assert verdict.expected >= 40


def test_kinds_and_parents() -> None:
    kinds = {name: symbol.kind for name, symbol in named(read(SAMPLE)).items()}
    assert kinds == {
        "LIMIT": "macro",
        "TWICE": "macro",
        "node": "struct",
        "node::a": "field",
        "node::b": "field",
        "node::call": "field",
        "node::in": "field",
        "node::in::u": "field",
        "node::z": "field",
        "point_t": "struct",
        "point_t::x": "field",
        "node_t": "type",
        "later": "struct",
        "color": "enum",
        "color::RED": "enum_member",
        "color::GREEN": "enum_member",
        "shared": "variable",
        "table": "variable",
        "make": "function",
        "hidden": "function",
        "old": "function",
        "twin": "function",
    }


def test_lines_signatures_docs_and_visibility() -> None:
    found = named(read(SAMPLE))
    node, make, hidden = found["node"], found["make"], found["hidden"]
    assert (node.line, node.column, node.end_line, node.doc) == (8, 8, 13, "A node\nof a list.")
    assert (make.signature, make.doc) == (
        "struct node *make(int size, char *names[]);",
        "Makes one.",
    )
    assert (hidden.visibility, hidden.type, make.visibility) == ("private", "node", "public")
    assert found["shared"].signature == "extern int shared;"
    assert found["LIMIT"].end_line == 3
    assert found["node_t"].type == "node"


def test_both_branches_of_a_condition_are_symbols() -> None:
    twins = [each.line for each in read(SAMPLE).symbols if each.name == "twin"]
    assert twins == [33, 35]


def test_what_a_function_holds_is_no_symbol() -> None:
    found = read(SAMPLE)
    assert "hidden::inner" not in named(found)
    assert [each.type for each in found.bindings if each.name == "inner"] == ["int"]


def test_a_callback_in_a_designated_initialiser_is_read() -> None:
    uses = [(each.kind, each.receiver, each.name) for each in read(SAMPLE).references]
    assert ("write", "node", "call") in uses
    assert ("read", "", "on_call") in uses


def test_a_call_means_the_definition_behind_the_declaration() -> None:
    assert "call run b.c" in edges(
        a_h="void run(void);",
        b_c='#include "a.h"\nvoid run(void) {}',
        c_c='#include "a.h"\nvoid go(void) { run(); }',
    )


def test_of_two_definitions_none_is_chosen() -> None:
    found = edges(
        a_h="void run(void);",
        b_c="void run(void) {}",
        c_c="void run(void) {}",
        d_c='#include "a.h"\nvoid go(void) { run(); }',
    )
    assert "call run a.h" in found


def test_a_static_function_stays_in_its_file() -> None:
    found = edges(
        a_h="void run(void);",
        b_c="static void run(void) {}",
        c_c='#include "a.h"\nvoid go(void) { run(); }',
    )
    assert "call run a.h" in found


def test_what_nothing_includes_is_not_seen() -> None:
    assert edges(a_c="void run(void) {}", b_c="void go(void) { run(); }") == []


def test_includes_are_seen_through() -> None:
    found = edges(a_h="#define N 3", b_h='#include "a.h"', c_c='#include "b.h"\nint n = N;')
    assert "read N a.h" in found


def test_circular_includes_end() -> None:
    found = edges(
        a_h='#include "b.h"\nint one;',
        b_h='#include "a.h"\nint two;',
        c_c='#include "a.h"\nint f(void) { return two; }',
    )
    assert "read two b.h" in found


def test_a_member_of_something_unknown_stays_unknown() -> None:
    found = edges(a_c="struct s { int x; };\nint f(void *p) { return other(p)->x; }")
    assert found == []


def test_a_tag_and_a_function_may_share_a_name() -> None:
    found = edges(
        a_c="struct it { int x; };\nint it(struct it *p) { return p->x; }\nint g(struct it *p) { return it(p); }"
    )
    assert found.count("call it a.c") == 1
    assert found.count("read it::x a.c") == 1


def test_broken_code_yields_what_can_be_had() -> None:
    found = read(
        "int a(int x { return b(;\n\nAPI_EXPORT int c(void);\nBEGIN_DECLS\nint d(void) { return a(1); }\n"
    )
    assert {"c", "d"} <= {each.name for each in found.symbols}
    assert "extract.broken" in found.problems


def test_locals_of_a_function_that_is_not_understood_are_no_globals() -> None:
    found = read("int f KR((a)) int a; {\n    int lost = 1;\n    g(lost;\n}\n")
    assert "lost" not in {each.name for each in found.symbols}


def test_the_case_of_other_encodings() -> None:
    folder = Path("/work/shared/cases/code/D03")
    if not folder.is_dir():
        return
    want = json.loads((folder / "want.json").read_text(encoding="utf-8"))
    text = (folder / "sj.c").read_bytes().decode("shift_jis")
    names = {each.name for each in read(text).symbols}
    assert names, want
