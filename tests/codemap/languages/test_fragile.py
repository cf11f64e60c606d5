import subprocess
import sys
from collections.abc import Callable

import pytest

from maia.codemap.languages import safe_text
from maia.codemap.languages.fragile import MAX_BRACKETS, MAX_LEVELS


def ladder(line: bytes, count: int, step: int = 1) -> bytes:
    return b"".join(b" " * (each * step) + line + b"\n" for each in range(count))


# Each made its grammar crash at some count below the first number given here.
CRASHING: list[tuple[str, Callable[[int], bytes]]] = [
    ("markdown", lambda n: b"- " * n),
    ("markdown", lambda n: b">" * n),
    ("markdown", lambda n: b"> " * n),
    ("markdown", lambda n: b"1. " * n),
    ("markdown", lambda n: b"> - " * n),
    ("markdown", lambda n: ladder(b"- a", n, 2)),
    ("markdown", lambda n: ladder(b"1) a", n, 3)),
    ("markdown", lambda n: b"".join(b"\t" * each + b"- a\n" for each in range(n))),
    ("markdown", lambda n: b"".join(b"> " + b" " * (2 * each) + b"- a\n" for each in range(n))),
    (
        "markdown",
        lambda n: b"- " * (n // 2) + b"a\n" + b"  " * (n // 2) + b"- " * (n // 2) + b"b\n",
    ),
    ("yaml", lambda n: b"- " * n),
    ("yaml", lambda n: b"? " * n),
    ("yaml", lambda n: ladder(b"a:", n)),
    ("yaml", lambda n: ladder(b"- ", n)),
    ("yaml", lambda n: b"".join(b" " * e + b"a:\n" + b" " * e + b"- b:\n" for e in range(0, n, 2))),
    ("perl", lambda n: b'"${' * n),
    ("perl", lambda n: b"`${" * n),
    ("perl", lambda n: b'"@{[' * n),
    ("kotlin", lambda n: b'"${' * n),
]
TRY = """
import sys, tree_sitter
from maia.codemap.languages import load, safe_text
parser = tree_sitter.Parser(load(sys.argv[1]))
for text in sys.stdin.buffer.read().split(b"\\0"):
    parser.parse(safe_text(sys.argv[1], text))
print("alive")
"""


def survives(grammar: str, texts: list[bytes]) -> bool:
    done = subprocess.run(
        [sys.executable, "-c", TRY, grammar],
        input=b"\0".join(texts),
        capture_output=True,
        check=False,
        timeout=30,
    )
    return (done.returncode, done.stdout) == (0, b"alive\n")


@pytest.mark.parametrize(("grammar", "text"), CRASHING)
@pytest.mark.parametrize("count", [260, 1100, 5000])
def test_texts_that_crash_a_grammar_are_told(
    grammar: str, text: Callable[[int], bytes], count: int
) -> None:
    if text(1).startswith(b" ") or b"\n" in text(2):
        count = min(count, 400)  # ladders grow with the square
    assert safe_text(grammar, text(count)) is None


@pytest.mark.parametrize("grammar", ["markdown", "yaml", "perl", "kotlin"])
def test_the_deepest_texts_that_are_let_through_do_not_crash(grammar: str) -> None:
    texts: list[bytes] = []
    for other, text in CRASHING:
        if other == grammar:
            let_through = [text(n) for n in range(1, 260) if safe_text(grammar, text(n))]
            assert len(let_through) >= 20
            texts.append(let_through[-1])
    assert survives(grammar, texts)


@pytest.mark.parametrize("text", [b"foo # c", b"r#", b"m#", b"tr###", b"foo ## it's"])
def test_perl_ends_although_a_comment_ends_the_text(text: bytes) -> None:
    assert safe_text("perl", text) == text + b"\n"
    assert safe_text("perl", text + b"\n") == text + b"\n"
    assert survives("perl", [text])


@pytest.mark.parametrize("grammar", ["markdown", "yaml", "perl", "kotlin", "python"])
def test_plain_texts_are_let_through(grammar: str) -> None:
    for text in (
        b"",
        b"-" * 3000,
        b"=" * 3000 + b"\n" + b"*" * 3000 + b"\n" + b"+-----" * 50,
        b"|---|---|\n" * 500,
        b" " * 3000 + b"x\n",
        b"\t" * 200 + b"x\n",
        b"a: 1\n  - b\n" * 2000,
        b"(a) {b} [c]\n" * 2000,
        b"1.5.10\n" * 500,
    ):
        assert safe_text(grammar, text) in {text, text + b"\n"}


def test_only_grammars_that_crash_are_watched() -> None:
    assert safe_text("python", b"(" * 5000) == b"(" * 5000


def test_the_limits_leave_room_below_the_depths_that_crash() -> None:
    assert 2 * MAX_LEVELS < 254
    assert MAX_BRACKETS < 83
