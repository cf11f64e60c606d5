"""Names: every room says what it holds, and every tool has its description."""

import ast

SAYS_NOTHING = {"utils", "util", "helpers", "helper", "common", "misc", "shared", "tools_utils"}


def test_no_room_or_module_is_named_for_nothing(package):
    found = [
        path
        for path in package.rglob("*")
        if path.stem in SAYS_NOTHING and "fixtures" not in path.parts
    ]
    assert found == []


def test_every_module_opens_with_a_docstring(trees):
    assert [name for name, tree in trees.items() if not ast.get_docstring(tree)] == []


def defines_a_tool(tree: ast.Module) -> bool:
    return any(
        isinstance(member, ast.AsyncFunctionDef) and member.name == "execute"
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        for member in node.body
    )


def test_every_tool_has_its_description_beside_it(trees, package):
    # A tool is a module `read` with `read.md`, or a package `shell` with `shell/shell.md`.
    inside = "maia.agent.tools."
    tools = {
        name.removeprefix(inside).split(".")[0]
        for name, tree in trees.items()
        if name.startswith(inside) and defines_a_tool(tree)
    }
    folder = package / "agent" / "tools"
    beside = {path.stem for path in folder.glob("*.md")}
    within = {path.stem for path in folder.glob("*/*.md") if path.stem == path.parent.name}
    assert beside | within == tools
