import pickle
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType

import pytest
import tree_sitter

from maia.codemap.languages import (
    GrammarUnavailable,
    Language,
    Parsed,
    TextOnly,
    all_languages,
    availability,
    by_name,
    grammars,
    load,
)
from maia.codemap.languages.table import Kind

SAMPLES = tomllib.loads(Path(__file__).with_name("samples.toml").read_text("utf-8"))
GRAMMARS = sorted({each.grammar for each in all_languages().values() if each.grammar})

# Samples that are of a language whose grammar belongs to another.
DIALECTS = [
    ("systemverilog", "package p; class c; rand int x; endclass endpackage\n"),
    (
        "plpgsql",
        "CREATE FUNCTION f(a int) RETURNS int LANGUAGE plpgsql AS $$\nBEGIN\n  RETURN a;\nEND;\n$$;\n",
    ),
    ("jsonc", '// c\n{"a": 1, /* b */ "b": 2}\n'),
    ("jsonl", '{"a": 1}\n{"a": 2}\n'),
    ("jupyter", '{"cells": []}\n'),
    ("edn", '{:deps {a/b {:mvn/version "1"}}}\n'),
    ("zon", '.{ .name = "x", .paths = .{""} }\n'),
    ("ejs", "<% if (x) { %><b><%= x %></b><% } %>\n"),
    ("eex", "<%= for x <- @xs do %><b><%= x %></b><% end %>\n"),
    ("erb", "<% if x %><b><%= x %></b><% end %>\n"),
    ("svg", '<svg xmlns="x"><path d="M0"/></svg>\n'),
    ("systemd", "[Unit]\nDescription=A\n[Service]\nExecStart=/bin/x --y\n"),
    ("editorconfig", "root = true\n[*]\nindent_size = 2\n"),
    ("git-config", '[remote "origin"]\n\turl = x\n'),
    ("dotenv", 'A=1\nexport B="x y"\n'),
    ("bats", '@test "adds" {\n  run add 1 2\n  [ "$status" -eq 0 ]\n}\n'),
    ("zsh", "greet() {\n  print \"Bonjour $1\"\n}\nalias ll='ls -l'\n"),
    ("processing", "int x = 0;\nvoid setup() { size(200, 200); }\n"),
    ("nextflow", "process X {\n  input: val x\n  script: '''a'''\n}\n"),
    ("expect", 'spawn ssh x\nexpect "password:"\nsend "$p\\r"\n'),
    ("mdx", "import X from './x'\n\n# A\n\n<X a={1} />\n"),
    ("rmarkdown", "---\ntitle: x\n---\n\n```{r}\nx <- 1\n```\n"),
    ("mjml", "<mjml><mj-body><mj-text>a</mj-text></mj-body></mjml>\n"),
]

BEST_KNOWN = """
    python javascript typescript tsx java c cpp csharp go rust ruby php swift kotlin scala dart
    objective-c bash powershell perl lua r julia haskell ocaml fsharp elixir erlang clojure elm
    groovy sql html css scss vue svelte astro json yaml toml xml markdown latex dockerfile make
    cmake hcl terraform nix zig nim d ada fortran pascal matlab verilog systemverilog vhdl
    assembly solidity graphql protobuf thrift glsl hlsl cuda wgsl gdscript vim emacs-lisp
    common-lisp scheme racket tcl prisma odin v gleam purescript starlark
""".split()  # noqa: SIM905 - a list would be eighty lines


@pytest.fixture
def fresh_grammars() -> Iterator[None]:
    grammars.load_or_why.cache_clear()
    yield
    grammars.load_or_why.cache_clear()


def root_of(grammar: str, text: str) -> tree_sitter.Node:
    return tree_sitter.Parser(load(grammar)).parse(text.encode()).root_node


def test_every_grammar_has_a_sample() -> None:
    assert set(SAMPLES) == set(GRAMMARS)
    assert len(GRAMMARS) >= 155


@pytest.mark.parametrize("grammar", GRAMMARS)
def test_every_grammar_parses_its_sample_without_error(grammar: str) -> None:
    root = root_of(grammar, SAMPLES[grammar])
    assert root.child_count
    assert not root.has_error


@pytest.mark.parametrize(("name", "text"), DIALECTS)
def test_a_shared_grammar_parses_the_dialect(name: str, text: str) -> None:
    language = all_languages()[name]
    assert language.grammar
    assert not root_of(language.grammar, text).has_error


def test_the_table_says_what_loads() -> None:
    languages = all_languages().values()
    parsed = [each for each in languages if isinstance(availability(each), Parsed)]
    assert parsed == [each for each in languages if each.grammar]
    assert len(parsed) >= 190


@pytest.mark.parametrize("name", BEST_KNOWN)
def test_the_best_known_languages_are_parsed(name: str) -> None:
    language = by_name(name)
    assert language
    assert isinstance(availability(language), Parsed)


def test_text_only_says_why() -> None:
    table = all_languages()
    assert availability(table["cobol"]) == TextOnly("the grammar hangs")
    reason = availability(table["prolog"])
    assert isinstance(reason, TextOnly)
    assert "no grammar" in reason.reason


def test_a_grammar_is_loaded_once_by_many_threads(fresh_grammars: None) -> None:
    with ThreadPoolExecutor(8) as pool:
        loaded = list(pool.map(load, ["python", "go"] * 100))
    assert all(each is loaded[0] for each in loaded[::2])
    assert all(each is loaded[1] for each in loaded[1::2])


@pytest.mark.parametrize("name", ["klingon", "../python", "", "__init__", "a.b", "os\x00"])
def test_a_grammar_that_is_not_in_the_pack_is_named(name: str) -> None:
    with pytest.raises(GrammarUnavailable) as caught:
        load(name)
    assert caught.value.grammar == name
    assert version(grammars.PACK) in caught.value.why


def test_without_the_pack_the_error_says_what_to_install(
    fresh_grammars: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_installed(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(grammars, "find_spec", dict[str, None]().get)
    monkeypatch.setattr("importlib.metadata.version", not_installed)
    with pytest.raises(
        GrammarUnavailable, match=r"is not installed: pip install 'tree-sitter-lang"
    ):
        load("python")
    assert availability(all_languages()["go"]) == TextOnly(
        "tree-sitter-language-pack is not installed: "
        "pip install 'tree-sitter-language-pack==0.13.0'"
    )


def test_a_wheel_that_is_missing_is_named(
    fresh_grammars: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "tree_sitter_yaml", None)
    with pytest.raises(GrammarUnavailable, match=r"tree_sitter_yaml is not installed"):
        load("yaml")


def test_a_binding_that_does_not_load_says_so(
    fresh_grammars: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(name: str) -> ModuleType:
        raise ImportError("wrong ELF class")

    monkeypatch.setattr(grammars, "import_module", broken)
    with pytest.raises(GrammarUnavailable, match=r"does not load .wrong ELF class.: pip install"):
        load("python")


def test_the_error_survives_the_way_between_processes() -> None:
    error = GrammarUnavailable("python", "is not installed")
    back = pickle.loads(pickle.dumps(error))
    assert (back.grammar, back.why, str(back)) == (error.grammar, error.why, str(error))


def test_an_unknown_grammar_of_a_language_is_text_only() -> None:
    language = Language(id="x", name="X", kind=Kind.CODE, grammar="klingon")
    found = availability(language)
    assert isinstance(found, TextOnly)
    assert "no such grammar" in found.reason


OFFLINE = """
import socket, sys
def refuse(*a, **k) -> None: raise SystemExit("the network was asked for")
socket.socket.connect = socket.create_connection = socket.getaddrinfo = refuse
import tree_sitter
from maia.codemap.languages import detect, load
for path in ("app.py", "app.go", "app.ts", "app.zig"):
    language = detect(path, b"").language
    assert tree_sitter.Parser(load(language.grammar)).parse(b"").root_node
    print(language.id)
assert detect("app.unknownlang", b"nothing\\n") is None
"""


def in_empty_home(code: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    home = folder / "home"
    home.mkdir()
    dead = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
    source = str(Path(grammars.__file__).parents[3])
    paths = f"{environment.pop('before', source)}:{source}"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"HOME": str(home), "XDG_CACHE_HOME": f"{home}/c", "PYTHONPATH": paths, **dead},
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert list(home.iterdir()) == []
    return done


def test_case_d17_grammars_load_with_an_empty_home_and_no_network(tmp_path: Path) -> None:
    done = in_empty_home(OFFLINE, tmp_path)
    assert (done.stdout.split(), done.stderr) == (["python", "go", "typescript", "zig"], "")


DOWNLOADING = """
from maia.codemap.languages import all_languages, availability
for name in ("python", "go"):
    print(availability(all_languages()[name]).reason)
"""


def test_a_pack_that_downloads_is_never_imported(tmp_path: Path) -> None:
    pack = tmp_path / "site" / "tree_sitter_language_pack"
    pack.mkdir(parents=True)
    (pack / "__init__.py").write_text("raise SystemExit('it was imported')\n")
    facts = tmp_path / "site" / "tree_sitter_language_pack-1.25.0.dist-info"
    facts.mkdir()
    (facts / "METADATA").write_text("Name: tree-sitter-language-pack\nVersion: 1.25.0\n")
    done = in_empty_home(DOWNLOADING, tmp_path, before=str(tmp_path / "site"))
    assert done.stderr == ""
    why = (
        "tree-sitter-language-pack 1.25.0 holds no grammars and would download them, which is "
        "never done: pip install 'tree-sitter-language-pack==0.13.0'"
    )
    assert done.stdout.splitlines() == [why, why]


def test_nothing_heavy_is_imported_before_a_grammar_is_asked_for(tmp_path: Path) -> None:
    code = (
        "import sys; from maia.codemap.languages import detect; detect('a.h', b'x');"
        "print([m for m in sys.modules if m.startswith('tree_sitter')], 'importlib.metadata' in sys.modules)"
    )
    assert in_empty_home(code, tmp_path).stdout == "[] False\n"
