"""One library, one list of rooms: each place a library may be imported from, with its reason."""

import re
import sys
import tomllib
from importlib.metadata import packages_distributions

LIBRARIES = {
    "msgspec": {
        "maia.agent.contracts": "messages, events and operations are structs",
        "maia.agent.models": "JSON of the wire",
        "maia.agent.context": "messages with other contents",
        "maia.agent.sessions": "JSON of the messages",
        "maia.testing": "JSON of the scripted server",
        "maia.codemap": "the records of the map",
    },
    "rustworkx": {"maia.codemap.graph": "PageRank, components"},
    "google": {"maia.codemap.scip": "the messages of SCIP, by protobuf"},
    "watchfiles": {"maia.codemap.session": "which files change"},
    "httpx": {
        "maia.agent.models": "the connection to the model server",
        "maia.agent.tools.fetch": "WebFetch",
    },
    "prompt_toolkit": {"maia.facades.repl": "the live screen, widths of characters"},
    "markdown_it": {"maia.facades.repl": "what an answer's Markdown means"},
    "pygments": {"maia.facades.repl": "the colours of code"},
    "tiktoken": {"maia.agent.context": "the tokens of a text"},
    "tree_sitter": {
        "maia.workspace": "the syntax tree of shell commands",
        "maia.codemap.languages": "the grammars, as they are loaded",
        "maia.codemap.extract": "the syntax trees of sources",
    },
    "tree_sitter_bash": {"maia.workspace": "the grammar of bash"},
    "regex": {"maia.agent.tools.grep": "JavaScript-like patterns, with a deadline"},
    "bs4": {"maia.agent.tools.fetch": "the tree that markdownify reads"},
    "markdownify": {"maia.agent.tools.fetch": "HTML to Markdown"},
    "charset_normalizer": {"maia.workspace": "the encoding of files that are not UTF-8"},
    "wcmatch": {
        "maia.workspace": "glob patterns",
        "maia.agent.permissions": "path patterns of rules",
    },
}


LOADED_BY_NAME = {"tree-sitter-language-pack": "each grammar is a module of its own"}


def is_inside(module: str, room: str) -> bool:
    return module == room or module.startswith(f"{room}.")


def imports_of_libraries(graph):
    """Each (module, library) pair of the package, the standard library left out."""
    for module in graph.modules:
        if not is_inside(module, "maia"):
            continue
        for imported in graph.find_modules_directly_imported_by(module):
            library = imported.split(".")[0]
            if library != "maia" and library not in sys.stdlib_module_names:
                yield module, library


def test_libraries_stay_in_their_rooms(graph):
    strays = [
        f"{module} imports {library}"
        for module, library in imports_of_libraries(graph)
        if not any(is_inside(module, room) for room in LIBRARIES.get(library, {}))
    ]
    assert strays == []


def test_each_room_of_the_list_imports_its_library(graph):
    found = set(imports_of_libraries(graph))
    idle = [
        f"{room} does not import {library}"
        for library, rooms in LIBRARIES.items()
        for room in rooms
        if not any(is_inside(module, room) and used == library for module, used in found)
    ]
    assert idle == []


def normalised(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_declared_dependencies_are_what_is_imported(graph, root):
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {normalised(re.split(r"[\s<>=!~;\[]", line)[0]) for line in project["dependencies"]}
    distributions = packages_distributions()
    imported = {normalised(distributions[library][0]) for _, library in imports_of_libraries(graph)}
    assert declared == imported | LOADED_BY_NAME.keys()
