"""What `/init` asks of the model: look at the repository and write its MAIA.md."""

from maia.agent.context.project_memory import INSTRUCTION_FILES
from maia.i18n import Language, Texts

INSTRUCTION_FILE = INSTRUCTION_FILES[0]

TEXTS = Texts(
    en={
        "new": "Write {file} in the launch folder: what an assistant that has never seen this "
        "repository must know to work in it.\n\n",
        "present": "{file} is already in the launch folder: read it, check it against the "
        "repository, and improve it. Keep what is right and what its authors decided; correct "
        "what is no longer true; change nothing for the sake of changing it.\n\n",
        "how": "First look, before you write:\n"
        "- the layout of the folders, the manifests (package.json, pyproject.toml, Cargo.toml, "
        "Makefile...) and the configuration of continuous integration;\n"
        "- README, CONTRIBUTING and instructions to other assistants (CLAUDE.md, AGENTS.md, "
        ".cursorrules), whose rules you carry over where they still hold;\n"
        "- some of the central source files and some of the tests.\n\n"
        "Then write, in at most 100 lines:\n"
        "- what the project is, in two sentences;\n"
        "- the commands to install, build, check, and run all tests or one: those that are "
        "really there;\n"
        "- the parts, what each is for, and which may depend on which;\n"
        "- the conventions that the code shows and a reader would not guess;\n"
        "- the traps.\n\n"
        "Write only what you have seen in the files. No general advice, no list of every file, no "
        "secret. Write in the language of the repository's documentation. End with one "
        "sentence that says what you wrote.",
    },
    fr={
        "new": "Écris {file} dans le dossier de lancement : ce que doit savoir, pour y travailler, "
        "une assistante qui n'a jamais vu ce dépôt.\n\n",
        "present": "{file} existe déjà dans le dossier de lancement : lis-le, confronte-le au "
        "dépôt et améliore-le. Garde ce qui est juste et ce que ses auteurs ont décidé ; corrige "
        "ce qui n'est plus vrai ; ne change rien pour le plaisir de changer.\n\n",
        "how": "Regarde d'abord, avant d'écrire :\n"
        "- l'organisation des dossiers, les manifestes (package.json, pyproject.toml, Cargo.toml, "
        "Makefile...) et la configuration de l'intégration continue ;\n"
        "- README, CONTRIBUTING et les consignes à d'autres assistants (CLAUDE.md, AGENTS.md, "
        ".cursorrules), dont tu reprends les règles qui valent encore ;\n"
        "- quelques fichiers source centraux et quelques tests.\n\n"
        "Puis écris, en 100 lignes au plus :\n"
        "- ce qu'est le projet, en deux phrases ;\n"
        "- les commandes pour installer, construire, vérifier, lancer tous les tests ou un seul : "
        "celles qui existent vraiment ;\n"
        "- les parties, à quoi sert chacune, et laquelle peut dépendre de laquelle ;\n"
        "- les conventions que le code montre et qu'un lecteur ne devinerait pas ;\n"
        "- les pièges.\n\n"
        "N'écris que ce que tu as vu dans les fichiers. Pas de conseils généraux, pas de liste de "
        "tous les fichiers, aucun secret. Écris dans la langue de la documentation du dépôt. "
        "Termine par une phrase qui dit ce que tu as écrit.",
    },
)


def initialisation_request(language: Language, *, present: bool) -> str:
    """The request of `/init`; `present`: there is a MAIA.md to improve."""
    opening = TEXTS.text(language, "present" if present else "new", file=INSTRUCTION_FILE)
    return opening + TEXTS.text(language, "how")
