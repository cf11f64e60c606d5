"""Documents: current, complete, and without links into nothing."""

import ast
import re
import subprocess
import sys

import pytest

from maia.facades.commands import COMMANDS
from maia.facades.exit_codes import ExitCode

AGENTS_LINES = 120
USERS_GUIDES = ("docs/using.md", "docs/fr/using.md")
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")
RECIPE = re.compile(r"^([a-z][a-z-]*)(?: \*\w+)?:(?!=)", re.MULTILINE)
NAMED_RECIPES = re.compile(r"(?:uv run |`)just ([a-z-]+(?: (?:proxy|test))?)")
COMMAND_BLOCK = re.compile(r"^```sh\n(.*?)^```", re.MULTILINE | re.DOTALL)


def documents(root):
    found = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    return {path: path.read_text("utf-8") for path in sorted(found)}


def test_the_picture_of_the_rooms_is_current(root):
    command = [sys.executable, str(root / "tools" / "rooms.py"), "--check"]
    checked = subprocess.run(command, capture_output=True, text=True, check=False, timeout=50)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_picture_stands_in_the_architecture(root):
    assert "](rooms.svg)" in (root / "docs" / "architecture.md").read_text("utf-8")


def test_links_lead_somewhere(root):
    broken = [
        f"{path.relative_to(root)}: {target}"
        for path, text in documents(root).items()
        for target in LINK.findall(text)
        if "://" not in target and not (path.parent / target).exists()
    ]
    assert broken == []


def test_agents_page_is_short(root):
    assert len((root / "AGENTS.md").read_text("utf-8").splitlines()) < AGENTS_LINES


def test_both_readmes_give_the_same_two_commands_first(root):
    english, french = (
        COMMAND_BLOCK.findall((root / name).read_text("utf-8"))[:2]
        for name in ("README.md", "README.fr.md")
    )
    assert english == french
    assert "maia.testing.demo" in english[0]
    assert "just fixtures test" in english[1]


def test_the_recipes_that_documents_name_exist(root):
    recipes = set(RECIPE.findall((root / "justfile").read_text("utf-8")))
    named = {
        name
        for text in documents(root).values()
        for names in NAMED_RECIPES.findall(text)
        for name in names.split()
    }
    assert {"check", "fixtures", "rooms", "real-model"} <= named
    assert named <= recipes


@pytest.mark.parametrize("guide", USERS_GUIDES)
def test_every_option_command_and_exit_code_stands_in_the_users_guide(guide, root):
    text = (root / guide).read_text("utf-8")
    command = [sys.executable, "-m", "maia.cli.main", "--help"]
    helped = subprocess.run(command, capture_output=True, text=True, check=True, timeout=50)
    options = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", helped.stdout))
    assert {"--model", "--output-format", "--permission-mode"} <= options
    assert {option for option in options if option not in text} == set()
    assert {name for one in COMMANDS if f"/{(name := one.name)}" not in text} == set()
    assert {code for code in ExitCode if f"| {int(code)} |" not in text} == set()


@pytest.mark.parametrize("guide", USERS_GUIDES)
def test_every_setting_and_variable_stands_in_the_users_guide(guide, root, trees):
    said = {
        node.value
        for name in ("maia.agent.runtime.settings", "maia.cli.launch", "maia.i18n.language")
        for node in ast.walk(trees[name])
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    names = {word for word in said if re.fullmatch(r"MAIA_[A-Z_]+|Max\w+|LiteLLM_\w+", word)}
    assert {"MaxIterations", "MAIA_CWD", "MAIA_LANG"} <= names
    text = (root / guide).read_text("utf-8")
    assert {name for name in names if name not in text} == set()


def test_the_files_and_modules_that_recipes_name_exist(root):
    recipes = (root / "justfile").read_text("utf-8")
    files = re.findall(r"(?:python|pytest) ([\w/]+(?:\.py)?)(?= |$)", recipes, re.MULTILINE)
    modules = re.findall(r"python -m ([\w.]+)", recipes)
    paths = [module.replace(".", "/") for module in modules]
    found = [root / path for path in files] + [
        root / "src" / path for path in paths if path.startswith("maia")
    ]
    found += [root / path for path in paths if path.startswith("benchmarks")]
    assert len(found) > 5
    assert [path for path in found if not (path.exists() or path.with_suffix(".py").exists())] == []
