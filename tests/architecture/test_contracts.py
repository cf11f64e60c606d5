"""Direction: the contracts of .importlinter hold, and nothing slips past them."""

import ast
import configparser
import sys

from importlinter.cli import lint_imports

ROOMS_WITHOUT_A_DOOR = {"contracts", "runtime"}


def test_imports_keep_the_contracts(root):
    assert lint_imports(config_filename=str(root / ".importlinter"), no_cache=True) == 0


def test_every_room_of_the_agent_is_behind_the_facade_door(root, package):
    rules = configparser.ConfigParser()
    rules.read(root / ".importlinter")
    behind = set(rules["importlinter:contract:facade-door"]["protected_modules"].split())
    rooms = {path.parent.name for path in (package / "agent").glob("*/__init__.py")}
    assert behind == {f"maia.agent.{room}" for room in rooms - ROOMS_WITHOUT_A_DOOR}


def test_contracts_need_the_standard_library_and_msgspec_only(graph):
    needed = {
        imported.split(".")[0]
        for module in graph.find_descendants("maia.agent.contracts")
        for imported in graph.find_modules_directly_imported_by(module)
        if not imported.startswith("maia.agent.contracts")
    }
    assert needed - sys.stdlib_module_names == {"msgspec"}


def test_every_folder_with_modules_is_a_package(package):
    # import-linter does not see a folder without __init__.py.
    folders = {path.parent for path in package.rglob("*.py") if "fixtures" not in path.parts}
    assert {folder for folder in folders if not (folder / "__init__.py").exists()} == set()


def test_imports_are_absolute(trees):
    relative = [
        f"{name}:{node.lineno}"
        for name, tree in trees.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.level
    ]
    assert relative == []
