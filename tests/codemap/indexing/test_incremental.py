"""After any edits an incremental build says what a build from nothing says."""

import random

import pytest
from tests.codemap.indexing.test_build import edges_in_words

MODULES = [f"m{number}" for number in range(7)]
NAMES = ["alpha", "beta", "gamma", "delta"]
STEPS = 12


def random_module(chance: random.Random) -> str:
    lines: list[str] = []
    for _ in range(chance.randint(0, 3)):
        module, name = chance.choice(MODULES), chance.choice(NAMES)
        form = chance.choice(["from {m} import {n}", "import {m}", "from {m} import *",
                              "from {m} import {n} as other", "from pkg.{m} import {n}"])  # fmt: skip
        lines.append(form.format(m=module, n=name))
    for _ in range(chance.randint(0, 3)):
        name, used = chance.choice(NAMES), chance.choice(NAMES)
        form = chance.choice(
            [
                "class {n}:\n    def {u}(self):\n        return self.{u}()\n",
                "class {n}({u}):\n    def run(self):\n        return self.alpha()\n",
                "def {n}() -> {u}:\n    return {u}()\n",
                "def {n}(x: {u}):\n    x.alpha()\n    x.beta().gamma()\n",
                "{n} = {u}()\n{n}.alpha()\n",
                "{m}.{u}.alpha()\n",
                "other.beta()\n",
            ]
        )
        lines.append(form.format(n=name, u=used, m=chance.choice(MODULES)))
    return "\n".join(lines) + "\n"


def random_edit(repository, chance: random.Random) -> None:
    folder = chance.choice(["", "pkg/"])
    path = f"{folder}{chance.choice(MODULES)}.py"
    file = repository.folder / path
    match chance.choice(["write", "write", "write", "remove", "move"]):
        case "remove":
            file.unlink(missing_ok=True)
        case "move" if file.exists():
            target = chance.choice(MODULES)
            file.rename(repository.folder / f"{target}.py")
        case _:
            repository.write(path, random_module(chance))


def counts_of(repository) -> tuple[int, int, int]:
    snapshot = repository.store.reader().snapshot()
    return snapshot.files, snapshot.symbols, snapshot.edges


@pytest.mark.parametrize("seed", [*range(5), 114])
def test_edits_in_steps_lead_where_a_whole_build_leads(
    repository, pool, monkeypatch, tmp_path, seed
):
    chance = random.Random(seed)
    grown = str(tmp_path / "grown")
    for module in MODULES:
        repository.write(f"{module}.py", random_module(chance))
    for step in range(STEPS):
        for _ in range(chance.randint(1, 2)):
            random_edit(repository, chance)
        monkeypatch.setenv("MAGUYVA_CACHE", grown)
        repository.build(pool)
        found, counts = edges_in_words(repository), counts_of(repository)
        monkeypatch.setenv("MAGUYVA_CACHE", str(tmp_path / f"whole{step}"))
        repository.build(pool)
        assert found == edges_in_words(repository), f"step {step}"
        assert counts == counts_of(repository)
