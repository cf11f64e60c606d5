"""`refs`, `deps`, `impact`: who uses what."""

from maia.codemap.cli.asked import Asked
from maia.codemap.cli.console import Code
from maia.codemap.cli.naming import mark
from maia.codemap.session.questions import Use


def refs(asked: Asked) -> Code:
    """The uses of a name, each with what it was resolved to, how, and how surely."""
    questions, words = asked.questions(), asked.words
    nodes = [each.id for each in questions.symbols(words.name)]
    kinds = words.kind or ()
    found = questions.uses(nodes, kinds) if nodes else questions.uses_outside(words.name, kinds)
    if asked.console.as_json:
        asked.console.document(snapshot=asked.snapshot(), defined=bool(nodes), uses=found)
    elif not nodes and not found:
        asked.console.note("map.no_symbol", name=words.name)
    elif not found:
        asked.console.note("map.no_uses", name=words.name)
    else:
        _show_uses(asked, found)
    return Code.DONE if found else Code.NOTHING


def deps(asked: Asked) -> Code:
    """What a file or a symbol depends on, or what depends on it, step by step."""
    questions, words = asked.questions(), asked.words
    nodes = asked.targets(questions, words.target)
    if not nodes:
        asked.console.note("map.no_target", name=words.target)
        return Code.NOTHING
    found = questions.related(nodes, words.direction, words.depth)
    if asked.console.as_json:
        asked.console.document(snapshot=asked.snapshot(), direction=words.direction, steps=found)
        return Code.DONE
    asked.console.table(
        [
            (
                str(each.depth),
                f"{each.place.path}:{each.place.line}{mark(each.place.changed)}",
                each.place.kind,
                each.place.name,
                f"← {each.through}" if words.direction == "dependencies" else f"→ {each.through}",
            )
            for each in found
        ]
    )
    return Code.DONE


def impact(asked: Asked) -> Code:
    """What a change of a file or a symbol reaches, and the tests that cover it."""
    questions, words, console = asked.questions(), asked.words, asked.console
    nodes = asked.targets(questions, words.target)
    if not nodes:
        console.note("map.no_target", name=words.target)
        return Code.NOTHING
    found = questions.impact(nodes, words.depth)
    places = [(each.depth, questions.place(each.node)) for each in found.reached]
    if console.as_json:
        reached = [{"depth": depth, "place": place} for depth, place in places]
        console.document(
            snapshot=asked.snapshot(),
            reached=reached,
            files=found.files,
            packages=found.packages,
            tests=found.tests,
        )
        return Code.DONE
    console.say(
        "map.impact",
        places=len(places),
        files=len(found.files),
        packages=len(found.packages),
        tests=len(found.tests),
    )
    console.table(
        [
            (str(depth), f"{place.path}:{place.line}{mark(place.changed)}", place.kind, place.name)
            for depth, place in places
        ]
    )
    if found.tests:
        console.say("map.tests")
        console.table([(each.path, ", ".join(each.because)) for each in found.tests])
    return Code.DONE


def _show_uses(asked: Asked, uses: list[Use]) -> None:
    asked.console.table(
        [
            (
                f"{each.path}:{each.line}:{each.column}{mark(each.changed)}",
                each.kind,
                each.user or "-",
                f"→ {each.target}",
                f"{each.how} {each.sureness:.2f}",
            )
            for each in uses
        ]
    )
