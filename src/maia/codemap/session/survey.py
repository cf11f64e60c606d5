"""The repository as a whole: languages, what is central, what belongs together, what goes round."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from maia.codemap.graph.communities import communities, community_name, words_of
from maia.codemap.graph.network import Network
from maia.codemap.graph.tests_of import is_test
from maia.codemap.model import SURENESS
from maia.codemap.store.numbers import file_of
from maia.codemap.store.port import Reader
from maia.codemap.store.records import LanguageCount, StoredFile, StoredSymbol

_SHOWN = 15
_LEAST = 3
"""Files of a community that is worth a name."""


@dataclass(frozen=True, slots=True)
class Central:
    """A symbol that much depends on."""

    path: str
    symbol: StoredSymbol
    pagerank: float
    incoming: int


@dataclass(frozen=True, slots=True)
class Community:
    """Files that depend on each other more than on others."""

    name: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """What `overview` shows."""

    languages: tuple[LanguageCount, ...]
    central: tuple[Central, ...]
    communities: tuple[Community, ...]
    cycles: tuple[tuple[str, ...], ...]


def survey(reader: Reader) -> Survey:
    """The repository in a few lists; tests are left out of what is central."""
    files = {file.id: file for file in reader.files()}
    columns = reader.graph()
    edges = [
        (source, target, SURENESS[how])
        for source, target, how in zip(columns.sources, columns.targets, columns.hows, strict=True)
    ]
    network = _file_network(files, edges)
    return Survey(
        languages=tuple(each for each in reader.languages() if each.status == "parsed"),
        central=tuple(_central(reader, files, columns.symbols)),
        communities=tuple(_communities(reader, files, network)),
        cycles=tuple(
            tuple(files[each].path for each in cycle) for cycle in network.cycles()[:_SHOWN]
        ),
    )


def file_network(reader: Reader) -> tuple[Network[int], dict[int, StoredFile]]:
    """Which file depends on which."""
    files = {file.id: file for file in reader.files()}
    columns = reader.graph()
    weights = (SURENESS[how] for how in columns.hows)
    edges = list(zip(columns.sources, columns.targets, weights, strict=True))
    return _file_network(files, edges), files


def _file_network(
    files: dict[int, StoredFile], edges: Iterable[tuple[int, int, float]]
) -> Network[int]:
    between = ((file_of(source), file_of(target), weight) for source, target, weight in edges)
    return Network(
        (file.id for file in files.values() if file.status == "parsed"),
        (edge for edge in between if edge[0] in files and edge[1] in files),
    )


def _central(reader: Reader, files: dict[int, StoredFile], symbols: list[int]) -> Iterable[Central]:
    measured = reader.metrics(
        [each for each in symbols if (file := files.get(file_of(each))) and not is_test(file.path)]
    )
    best = sorted(measured.values(), key=lambda each: (-each.pagerank, each.symbol))[:_SHOWN]
    for each in best:
        symbol = reader.symbol(each.symbol)
        if symbol is not None:
            yield Central(files[file_of(each.symbol)].path, symbol, each.pagerank, each.incoming)


def _communities(
    reader: Reader, files: dict[int, StoredFile], network: Network[int]
) -> Iterable[Community]:
    names = {
        number: [symbol.name for symbol in reader.symbols_of(number)] for number in network.nodes
    }
    everywhere = Counter(
        word for found in names.values() for name in found for word in words_of(name)
    )
    groups = communities(network.nodes, network.edges())
    for group in groups[:_SHOWN]:
        if len(group) < _LEAST:
            break
        used = Counter(name for number in group for name in names[number])
        paths = [files[number].path for number in group]
        yield Community(community_name(paths, used, everywhere), tuple(paths))
