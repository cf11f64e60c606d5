"""Both languages say the same things: same keys, same placeholders, nothing missing or left over."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from string import Formatter

import pytest

import maia
from maia.agent.contracts import errors
from maia.i18n import Texts
from maia.i18n.en import SENTENCES as ENGLISH
from maia.i18n.fr import SENTENCES as FRENCH

ERRORS = {
    name: kind
    for name, kind in vars(errors).items()
    if isinstance(kind, type) and issubclass(kind, errors.ModelError)
}
NOT_READ = {"_version.py", "__main__.py"}
GROUPS = "|".join(sorted({key.split(".")[0] for key in ENGLISH}))
LOOKS_LIKE_A_KEY = re.compile(rf"({GROUPS})(\.[a-z_]+)+")
FILE_NAMES = (".json", ".md", ".py", ".toml")
SOURCES = Path(maia.__file__).parent


def placeholders(sentence: str) -> set[str]:
    return {
        name.split(".")[0].split("[")[0]
        for _, name, _, _ in Formatter().parse(sentence)
        if name is not None
    }


def differences(english: Mapping[str, str], french: Mapping[str, str]) -> dict[str, object]:
    """What one language has and the other has not, by key."""
    wrong: dict[str, object] = dict.fromkeys(english.keys() ^ french.keys(), "in one language")
    for key in english.keys() & french.keys():
        if placeholders(english[key]) != placeholders(french[key]):
            wrong[key] = (english[key], french[key])
    return wrong


def all_modules() -> list[str]:
    found = pkgutil.walk_packages(maia.__path__, prefix="maia.")
    return sorted(module.name for module in found if "__main__" not in module.name)


def calls(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Each call, with the last part of the name of what is called."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id, node
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr, node


def literal(node: ast.AST | None) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def key_of_a_call(called: str, call: ast.Call) -> tuple[str | None, set[str] | None]:
    """The catalogue key that a call says, and the names of its values where they can be read."""
    first = literal(call.args[0] if call.args else None)
    keywords = {keyword.arg or "**": keyword.value for keyword in call.keywords}
    if called == "text" and "catalogue" in ast.unparse(call.func).lower():
        return first, None if "**" in keywords else set(keywords)
    key = literal(keywords.get("key")) or first
    if called == "SettingsError":
        return key, None if "**" in keywords else set(keywords) - {"key"}
    if called in ERRORS:
        return ERRORS[called].key, None if "**" in keywords else set(keywords)
    if called in {"Notice", "ErrorRaised"}:
        given = [*call.args[1:], keywords.get("values")]
        values = [one for one in given if isinstance(one, ast.Dict) and None not in one.keys]
        if values:
            return key, {name for name in map(literal, values[0].keys) if name}
        said_elsewhere = "values" in keywords or any(literal(one) is None for one in call.args[1:])
        return key, None if said_elsewhere else set()
    return None, None


def keys_said(tree: ast.AST) -> Iterator[tuple[str, set[str] | None, int]]:
    """Each literal key of a catalogue, with its values (None: not readable) and its line."""
    for called, call in calls(tree):
        key, values = key_of_a_call(called, call)
        if key is not None:
            yield key, values, call.lineno
    for node in ast.walk(tree):
        text = literal(node) or ""
        if LOOKS_LIKE_A_KEY.fullmatch(text) and not text.endswith(FILE_NAMES):
            yield text, None, node.lineno


def literal_name(node: ast.expr | None) -> str | None:
    return node.id if isinstance(node, ast.Name) else None


@pytest.fixture(scope="module")
def trees():
    paths = [
        path
        for path in sorted(SOURCES.rglob("*.py"))
        if path.name not in NOT_READ and "fixtures" not in path.parts
    ]
    paths = [path for path in paths if path.parent.name != "i18n"]
    return {path: ast.parse(path.read_text("utf-8")) for path in paths}


def test_the_catalogues_hold_the_same_keys_and_placeholders():
    assert differences(ENGLISH, FRENCH) == {}


def test_every_table_for_the_model_holds_the_same_keys_and_placeholders():
    for module in all_modules():
        importlib.import_module(module)
    wrong = [differences(table.en, table.fr) for table in Texts.all_tables]
    assert [one for one in wrong if one] == []


def test_no_sentence_is_empty():
    tables = [
        ENGLISH,
        FRENCH,
        *(side for table in Texts.all_tables for side in (table.en, table.fr)),
    ]
    assert [
        key for table in tables for key, sentence in table.items() if not sentence.strip()
    ] == []


def test_every_key_in_the_code_is_in_the_catalogues_with_its_values(trees):
    wrong = []
    for path, tree in trees.items():
        for key, values, line in keys_said(tree):
            place = f"{path.relative_to(SOURCES)}:{line} {key}"
            if key not in ENGLISH:
                wrong.append(f"{place} is in no catalogue")
            elif values is not None and not placeholders(ENGLISH[key]) <= values:
                wrong.append(f"{place} lacks {sorted(placeholders(ENGLISH[key]) - values)}")
    assert wrong == []


def test_every_sentence_of_the_catalogues_is_used(trees):
    said = {literal(node) for tree in trees.values() for node in ast.walk(tree)} - {None}
    # A key may be put together: f"command.{name}".
    starts = tuple(
        start
        for tree in trees.values()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and (start := literal(node.values[0])) and "." in start
    )
    in_use = {key for key in ENGLISH if key in said or key.startswith(starts)}
    assert ENGLISH.keys() - in_use == set()


def test_every_key_of_a_table_for_the_model_is_in_that_table(trees):
    wrong = []
    for path, tree in trees.items():
        parts = ("maia", *path.relative_to(SOURCES).with_suffix("").parts)
        module = importlib.import_module(".".join(parts).removesuffix(".__init__"))
        for called, call in calls(tree):
            if called != "text" or not isinstance(call.func, ast.Attribute):
                continue
            table = getattr(module, literal_name(call.func.value) or "", None)
            key = literal(call.args[1]) if len(call.args) > 1 else None
            if isinstance(table, Texts) and key is not None and key not in table.en:
                wrong.append(f"{path.relative_to(SOURCES)}:{call.lineno} {key}")
    assert wrong == []
