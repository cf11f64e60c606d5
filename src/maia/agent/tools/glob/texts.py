"""What the Glob tool tells the model, in both languages."""

from maia.i18n import Texts

TEXTS = Texts(
    en={
        "none": 'No file matches "{pattern}" in {folder}.',
        "launch_folder": "the launch folder",
        "deeper": '"**/{pattern}" matches {count} files there.',
        "ignored": "{count} ignored files match (.gitignore, node_modules): "
        "name their folder in `path` to see them.",
        "more": "[{shown} of {count} files, newest first. A narrower pattern shows the rest.]",
        "unreadable": "[Not readable: {names}]",
        "and_more": "{names} and {count} more",
        "incomplete": "[The listing was cut short: files may be missing. Name a narrower folder "
        "in `path`.]",
        "not_folder": "{path} is not a folder.",
        "too_many": "The pattern stands for more than {limit} patterns. Use fewer braces.",
    },
    fr={
        "none": 'Aucun fichier ne correspond à "{pattern}" dans {folder}.',
        "launch_folder": "le dossier de lancement",
        "deeper": '"**/{pattern}" y correspond à {count} fichiers.',
        "ignored": "{count} fichiers ignorés correspondent (.gitignore, node_modules) : "
        "donne leur dossier dans `path` pour les voir.",
        "more": "[{shown} fichiers sur {count}, du plus récent au plus ancien. "
        "Un motif ou un dossier plus étroit montre la suite.]",
        "unreadable": "[Illisible : {names}]",
        "and_more": "{names} et {count} de plus",
        "incomplete": "[La liste a été interrompue : des fichiers peuvent manquer. Donne un "
        "dossier plus étroit dans `path`.]",
        "not_folder": "{path} n'est pas un dossier.",
        "too_many": "Le motif représente plus de {limit} motifs. Utilise moins d'accolades.",
    },
)
