"""One library, one list of rooms: each place a library may be imported from, with its reason."""

import sys

LIBRARIES = {
    "msgspec": {
        "maia.agent.contracts": "messages, events and operations are structs",
        "maia.agent.models": "JSON of the wire",
        "maia.agent.tools": "JSON of tool parameters",
        "maia.agent.runtime": "JSON of the settings files",
        "maia.facades.headless": "JSON output",
        "maia.testing": "JSON of the scripted server",
    },
    "httpx": {
        "maia.agent.models": "the connection to the model server",
        "maia.agent.tools.fetch": "WebFetch",
    },
    "prompt_toolkit": {"maia.facades.repl": "the input line"},
    "regex": {"maia.agent.tools.grep": "JavaScript-like patterns, with a deadline"},
    "markdownify": {"maia.agent.tools.fetch": "HTML to Markdown"},
    "charset_normalizer": {"maia.workspace": "the encoding of files that are not UTF-8"},
    "pathspec": {
        "maia.workspace": "ignore rules",
        "maia.agent.tools.glob": "ignore rules",
        "maia.agent.tools.grep": "ignore rules",
    },
    "wcmatch": {
        "maia.workspace": "glob patterns",
        "maia.agent.permissions": "path patterns of rules",
        "maia.agent.tools.glob": "glob patterns",
        "maia.agent.tools.grep": "glob patterns",
    },
}


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
