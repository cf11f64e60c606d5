"""`overview` and `graph`: the repository as a whole."""

import sys

from maia.codemap.cli.asked import Asked
from maia.codemap.cli.console import Code
from maia.codemap.session.drawing import as_dot, as_mermaid, as_page
from maia.codemap.session.survey import file_network, survey

_FILES_SHOWN = 4


def overview(asked: Asked) -> Code:
    """Languages, what is central, communities, cycles."""
    asked.questions()
    console, found = asked.console, survey(asked.opened.reader)
    if console.as_json:
        console.document(snapshot=asked.snapshot(), overview=found)
        return Code.DONE
    console.say("map.overview_languages")
    console.table(
        [(f"  {each.language}", str(each.files), str(each.lines)) for each in found.languages]
    )
    console.say("map.overview_central")
    console.table(
        [
            (
                f"  {each.path}:{each.symbol.line}",
                each.symbol.kind,
                each.symbol.qualified_name,
                str(each.incoming),
            )
            for each in found.central
        ]
    )
    console.say("map.overview_communities")
    for each in found.communities:
        shown = ", ".join(each.files[:_FILES_SHOWN])
        more = f" … +{len(each.files) - _FILES_SHOWN}" if len(each.files) > _FILES_SHOWN else ""
        console.table([(f"  {each.name}", f"{shown}{more}")])
    if found.cycles:
        console.say("map.overview_cycles")
        for cycle in found.cycles:
            shown = " ↔ ".join(cycle[:_FILES_SHOWN])
            console.table(
                [(f"  {len(cycle)}", shown + (" …" if len(cycle) > _FILES_SHOWN else ""))]
            )
    return Code.DONE


def graph(asked: Asked) -> Code:
    """The graph between files, or between folders, as text for other programs to draw."""
    asked.questions()
    network, files = file_network(asked.opened.reader)
    paths = network.collapsed(lambda number: files[number].path)
    if asked.words.level == "package":
        paths = paths.collapsed(lambda path: path.rpartition("/")[0] or ".")
    match asked.words.format:
        case "html":
            asked.console.line(as_page(paths, asked.opened.root.name, _page_words(asked)))
        case "mermaid":
            asked.console.line(as_mermaid(paths))
        case _:
            asked.console.line(as_dot(paths))
    return Code.DONE


def export(asked: Asked) -> Code:
    """The whole map as a SCIP index, on standard output."""
    from maia.codemap.scip.export import export_index

    if sys.stdout.isatty():
        asked.console.note("map.export_to_terminal")
        return Code.USAGE
    asked.questions()
    version = asked.opened.reader.snapshot().tool_version
    for piece in export_index(asked.opened.reader, asked.opened.root, version):
        sys.stdout.buffer.write(piece)
    return Code.DONE


def _page_words(asked: Asked) -> dict[str, str]:
    say = asked.console.catalogue.text
    return {
        "LANGUAGE": asked.console.catalogue.language,
        "FIND": say("map.page_find"),
        "USES": say("map.page_uses"),
        "USED": say("map.page_used"),
    }
