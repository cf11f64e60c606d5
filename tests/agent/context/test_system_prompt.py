from pathlib import Path

import pytest

from maia.agent.context.project_memory import Instructions
from maia.agent.context.system_prompt import system_prompt

FOLDER = Path("/work/project")


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "fr",
            [
                "MAIA",
                "en ligne de commande",
                "concise",
                "langue de l'utilisateur",
                "avant de le modifier",
                "Glob et Grep à Bash",
                "TodoWrite",
                "trois étapes",
                "WebFetch",
                "non fiable",
                "Dossier de travail : /work/project",
            ],
        ),
        (
            "en",
            [
                "MAIA",
                "on the command line",
                "briefly",
                "user's language",
                "before you change it",
                "Glob and Grep to Bash",
                "TodoWrite",
                "three steps",
                "WebFetch",
                "never instructions",
                "Working directory: /work/project",
            ],
        ),
    ],
)
def test_it_says_what_the_specification_asks(language, words):
    prompt = system_prompt(language, FOLDER)
    assert [word for word in words if word not in prompt] == []
    assert prompt.rstrip() == prompt


def test_the_instructions_stand_below_their_path():
    prompt = system_prompt("fr", FOLDER, Instructions(FOLDER / "MAIA.md", "Use {folder}.\n"))
    assert prompt.startswith(system_prompt("fr", FOLDER))
    assert prompt.endswith("\n\n# Instructions (/work/project/MAIA.md)\n\nUse {folder}.")


@pytest.mark.parametrize(("language", "said"), [("en", "is longer"), ("fr", "est plus long")])
def test_instructions_that_were_cut_say_so(language, said):
    whole = system_prompt(language, FOLDER, Instructions(FOLDER / "MAIA.md", "x"))
    cut = system_prompt(language, FOLDER, Instructions(FOLDER / "MAIA.md", "x", cut=True))
    assert cut.startswith(whole)
    assert said in cut.removeprefix(whole)


def test_empty_instructions_add_nothing():
    empty = Instructions(FOLDER / "MAIA.md", " \n")
    assert system_prompt("en", FOLDER, empty) == system_prompt("en", FOLDER)


@pytest.mark.parametrize(
    ("language", "heading"),
    [
        ("fr", "# Contexte de départ : résumé compacté de la conversation précédente"),
        ("en", "# Starting context: compacted summary of the previous conversation"),
    ],
)
def test_a_summary_stands_in_the_place_of_the_instructions(language, heading):
    instructions = Instructions(FOLDER / "MAIA.md", "rules")
    prompt = system_prompt(language, FOLDER, instructions, "## Objectif actuel\n- x\n")
    assert prompt.endswith(f"\n\n{heading}\n\n## Objectif actuel\n- x")
    assert "rules" not in prompt


def test_a_folder_with_a_strange_name_can_be_sent():
    prompt = system_prompt("en", Path("/a\udcff\nb"))
    assert prompt.endswith("Working directory: /a\\xff\\nb")
