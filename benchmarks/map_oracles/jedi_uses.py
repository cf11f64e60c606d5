"""Where uses are defined, against jedi (which is no dependency: `uv pip install jedi`)."""

import random
from collections import Counter, defaultdict
from pathlib import Path

from benchmarks.map_oracles.program import open_folder
from maia.codemap.model import Edge
from maia.codemap.resolve.edges import NOTHING, Resolver
from maia.codemap.resolve.program import Program

SHOWN = 12


def main(words: list[str]) -> None:
    import jedi

    root = Path(words[0]).resolve()
    inside = words[1] if len(words) > 1 else ""
    samples = int(words[2]) if len(words) > 2 else 500
    program = open_folder(root, "python")
    project = jedi.Project(str(root), smart_sys_path=True)
    uses = sampled(program, inside, samples)
    counts: Counter[str] = Counter()
    examples: dict[str, list[str]] = defaultdict(list)
    for position, edge in uses:
        path = program.files[position].path
        script = jedi.Script(path=root / path, project=project)
        try:
            told = script.goto(edge.line, edge.column - 1, follow_imports=True)
        except Exception as error:  # noqa: BLE001  # the oracle's own faults are counted
            counts[f"jedi failed ({type(error).__name__})"] += 1
            continue
        theirs = {place(root, each) for each in told}
        kind = judged(ours(program, edge), theirs)
        counts[kind] += 1
        examples[kind].append(
            f"{path}:{edge.line}:{edge.column} {edge.kind} {edge.how} {edge.name}"
        )
    for kind, count in counts.most_common():
        print(f"{count:6} {kind}")
        if not kind.startswith("agree"):
            print(*(f"         {each}" for each in examples[kind][:SHOWN]), sep="\n")


def sampled(program: Program, inside: str, samples: int) -> list[tuple[int, Edge]]:
    resolver = Resolver(program)
    uses = [
        (position, edge)
        for position, file in enumerate(program.files)
        if file.path.startswith(inside)
        for edge in resolver.edges(position)
        # That a module is imported is said by us for the module too: jedi knows the name only.
        if edge.kind not in ("override", "import") or edge.target >= 0
    ]
    random.Random(42).shuffle(uses)
    return uses[:samples]


def place(root: Path, found: "object") -> tuple[str, int, str]:
    path = getattr(found, "module_path", None)
    name = getattr(found, "full_name", None) or ""
    if path is not None and str(path).startswith(str(root)):
        return str(Path(path).relative_to(root)), getattr(found, "line", 0) or 0, name
    return "", 0, name


def ours(program: Program, edge: Edge) -> tuple[str, int, str]:
    if edge.target >= 0:
        file = program.files[program.position_of(edge.target)]
        return file.path, program.symbol(edge.target).line, program.qualified(edge.target)
    if edge.target == NOTHING:
        return ("unknown" if edge.how == "unknown" else ""), 0, edge.name
    return program.files[~edge.target].path, 0, ""


def judged(mine: tuple[str, int, str], theirs: set[tuple[str, int, str]]) -> str:  # noqa: PLR0911  # a verdict a line
    path, line, name = mine
    if not theirs:
        return "jedi knows nothing"
    if path == "unknown":
        inside = any(each for each, _, _ in theirs)
        return "unknown to us, inside for jedi" if inside else "unknown to us, outside for jedi"
    if not path:
        outside = any(not each for each, _, _ in theirs)
        return "agree: outside" if outside else "DISAGREE: outside for us, inside for jedi"
    if any(each == path and at == line for each, at, _ in theirs):
        return "agree: the same line"
    if any(not each and told.endswith(f".{name}") for each, _, told in theirs):
        return "agree: the same name, in an installed copy"
    if any(each == path for each, _, _ in theirs):
        return "another line of the same file (an assignment nearer by, for jedi)"
    return "DISAGREE: inside for both, elsewhere"
