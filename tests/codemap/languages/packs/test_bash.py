"""Bash: what one file says, and what its names mean in others."""

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Extraction
from maia.codemap.quality.gate import judge
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program

SAMPLE = """#!/bin/bash
readonly VERSION=1.0
export TARGET="x" MODE
declare -r LIMIT=3
count=0

# Says hello.
# To everyone.
greet() {
  local name=$1
  echo "$name"
}

function leave { inner() { :; }; }

alias ll='ls -l' la="ls -a"

if true; then
  found=1
fi
"""


def read(text: str) -> Extraction:
    pack = load_pack("bash")
    assert pack is not None
    return extract(pack, text)


def edges(**files: str) -> list[str]:
    texts = {f"{name}.sh": text for name, text in files.items()}
    program = Program.of((n, path, read(text)) for n, (path, text) in enumerate(texts.items()))
    resolver, found = Resolver(program), list[str]()
    for position, file in enumerate(program.files):
        for edge in resolver.edges(position):
            if edge.target == NOTHING:
                target = f"{edge.how} {edge.name}"
            elif edge.target < 0:
                target = program.files[~edge.target].path
            else:
                path = program.files[program.position_of(edge.target)].path
                target = f"{path} {program.qualified(edge.target)}"
            found.append(f"{edge.kind} {file.path}:{edge.line} -> {target}")
    return found


def test_the_gate_is_green() -> None:
    verdict = judge("bash")
    assert verdict.is_green, (verdict.missing, verdict.surplus)


def test_definitions_with_their_kinds_and_places() -> None:
    found = [(each.name, each.kind, each.line, each.column) for each in read(SAMPLE).symbols]
    assert found == [
        ("VERSION", "constant", 2, 10),
        ("TARGET", "variable", 3, 8),
        ("MODE", "variable", 3, 19),
        ("LIMIT", "constant", 4, 12),
        ("count", "variable", 5, 1),
        ("greet", "function", 9, 1),
        ("leave", "function", 14, 10),
        ("inner", "function", 14, 18),
        ("ll", "macro", 16, 7),
        ("la", "macro", 16, 18),
        ("found", "variable", 19, 3),
    ]


def test_a_function_has_its_signature_lines_and_comment() -> None:
    greet = next(each for each in read(SAMPLE).symbols if each.name == "greet")
    assert greet.signature == "greet()"
    assert greet.doc == "Says hello.\nTo everyone."
    assert (greet.start_line, greet.end_line, greet.parent) == (9, 12, -1)


def test_calls_are_found_wherever_they_stand() -> None:
    text = "f() { :; }\nx=$(f)\ny=`f`\nf | f && f\ncat <<A\n$(f)\nA\ndiff <(f) x\n! f\nA=1 f &\n"
    calls = [each.line for each in read(text).references if each.name == "f"]
    assert calls == [2, 3, 4, 4, 4, 6, 8, 9, 10]


def test_a_heredoc_that_is_quoted_calls_nothing() -> None:
    assert not [e for e in read("cat <<'A'\n$(f)\nA\n").references if e.name == "f"]


def test_a_name_that_two_files_define_is_unknown_to_a_third() -> None:
    found = edges(a="f() { :; }\n", b="f() { :; }\n", c="f\n", d=". ./a.sh\nf\n")
    assert "call c.sh:1 -> unknown f" in found
    assert "call d.sh:2 -> a.sh f" in found


def test_a_variable_is_no_command_and_a_command_no_variable() -> None:
    found = edges(a='git=$(which git)\ngit log\nhelp_me() { :; }\necho "$help_me"\n')
    assert "call a.sh:2 -> external git" in found
    assert "read a.sh:4 -> unknown help_me" in found


def test_local_variables_hide_those_of_the_file() -> None:
    found = edges(a='x=1\nf() { local x=2; echo "$x"; x=3; }\ng() { x=2; }\n')
    assert [each for each in found if each.endswith("a.sh x")] == ["write a.sh:3 -> a.sh x"]


def test_broken_code_still_yields_what_can_be_had() -> None:
    found = read("f() { g; }\nif true; then\nh() { f\n")
    assert "f" in {each.name for each in found.symbols}
    assert found.problems == ("extract.broken",)
