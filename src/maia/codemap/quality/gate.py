"""The gate of a language: the edges of its fixtures against those that were expected.

A fixture is a folder with sources and `edges.txt`, one edge a line:

    call app.py:12 main -> lib.py Helper.run
    import app.py:1 - -> lib.py -
    call app.py:13 main -> external os.path.join

`-` is a file itself. Edges whose target is unknown are left out on both sides.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Edge, Extraction
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program

LEAST_PRECISION, LEAST_RECALL, LEAST_F1, LEAST_EDGES = 0.95, 0.99, 0.97, 20
"""Specification: what a language needs to be called green."""

EXPECTED = "edges.txt"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome for one language: the lines that were expected, found, and only one of both."""

    expected: int
    missing: tuple[str, ...]
    surplus: tuple[str, ...]

    @property
    def precision(self) -> float:
        """The share of what was found that was expected."""
        right = self.expected - len(self.missing)
        return right / (right + len(self.surplus)) if right else 0.0

    @property
    def recall(self) -> float:
        """The share of what was expected that was found."""
        return (self.expected - len(self.missing)) / self.expected if self.expected else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0

    @property
    def is_green(self) -> bool:
        """Whether the language may be shipped as one with a full pack."""
        return (
            self.expected >= LEAST_EDGES
            and self.precision >= LEAST_PRECISION
            and self.recall >= LEAST_RECALL
            and self.f1 >= LEAST_F1
        )


def judge(language: str) -> Verdict:
    """All fixtures of a language together."""
    expected: Counter[str] = Counter()
    found: Counter[str] = Counter()
    for fixture in fixtures_of(language):
        text = (fixture / EXPECTED).read_text(encoding="utf-8")
        lines = (line.strip() for line in text.splitlines())
        here = Counter(f"{fixture.name}: {line}" for line in lines if line and line[0] != "#")
        expected += here
        found += Counter(f"{fixture.name}: {line}" for line in edge_lines(fixture))
    return Verdict(
        expected.total(),
        tuple(sorted((expected - found).elements())),
        tuple(sorted((found - expected).elements())),
    )


def fixtures_of(language: str) -> list[Path]:
    """The folders of the fixtures of a language."""
    folder = Path(str(files("maia.codemap.languages") / "packs" / language / "fixtures"))
    return sorted(each for each in folder.iterdir() if each.is_dir()) if folder.is_dir() else []


def edge_lines(fixture: Path) -> list[str]:
    """The edges of a fixture as they would stand in `edges.txt`."""
    program = _program(fixture)
    resolver = Resolver(program)
    lines: list[str] = []
    for position in range(len(program.files)):
        edges = (each for each in resolver.edges(position) if each.how != "unknown")
        lines += [_line(program, position, each) for each in edges]
    return lines


def _program(fixture: Path) -> Program:
    texts = {
        path.relative_to(fixture).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(fixture.rglob("*"))
        if path.is_file() and path.name != EXPECTED
    }
    return Program.of(_extracted(texts), texts.get)


def _extracted(texts: Mapping[str, str]) -> Iterable[tuple[int, str, Extraction]]:
    from maia.codemap.languages.detection import detect

    for number, (path, text) in enumerate(texts.items()):
        detected = detect(path, text[:8192].encode())
        pack = load_pack(detected.language.id) if detected else None
        if pack is not None:
            yield number, path, extract(pack, text)


def _line(program: Program, position: int, edge: Edge) -> str:
    where = f"{program.files[position].path}:{edge.line}"
    source = program.qualified(edge.source) if edge.source >= 0 else "-"
    if edge.target == NOTHING:
        return f"{edge.kind} {where} {source} -> external {edge.name}"
    if edge.target < 0:
        return f"{edge.kind} {where} {source} -> {program.files[~edge.target].path} -"
    path = program.files[program.position_of(edge.target)].path
    return f"{edge.kind} {where} {source} -> {path} {program.qualified(edge.target)}"
