"""What the Grep tool tells the model, in both languages."""

from maia.i18n import Texts

TEXTS = Texts(
    en={
        "none": "No match in {count} files.",
        "none_file": "No match in {path}.",
        "no_file": 'No file to search: nothing fits glob "{glob}".',
        "no_file_at_all": "No file to search there.",
        "bar": 'Here "\\|" is the character |; for alternatives write "|".',
        "newline": "The search is line by line: a line break never matches.",
        "total": "[{matches} matches in {files} files]",
        "limited": "[Stopped at head_limit {limit}: there is more.]",
        "cut": "[Cut at {limit} characters: there is more. Narrow the search.]",
        "incomplete": "[The search was cut short: matches may be missing. Narrow it.]",
        "slashes": 'The pattern is written without slashes around it; "-i" ignores case.',
        "not_shown": "[Left out by the permission rules on Read: {count} file(s)]",
        "too_large": "[Not searched, larger than {limit} MB: {names}; use grep in Bash for them]",
        "unreadable": "[Not readable: {names}]",
        "and_more": "{names} and {count} more",
        "slow": "The pattern takes too long on a line of {path} (more than {seconds:g} s): it "
        "backtracks without end. Avoid nested repetitions like (a+)+.",
        "invalid": "Invalid regular expression: {reason} at position {position}: {near}",
        "as_text": "To search this very text, write: {escaped}",
        "too_many": "The glob stands for more than {limit} patterns. Use fewer braces.",
        "binary": "{path} is not text: it cannot be searched.",
    },
    fr={
        "none": "Aucune correspondance dans {count} fichiers.",
        "none_file": "Aucune correspondance dans {path}.",
        "no_file": 'Aucun fichier à parcourir : rien ne correspond à glob "{glob}".',
        "no_file_at_all": "Aucun fichier à parcourir.",
        "bar": 'Ici "\\|" est le caractère | ; pour une alternative, écris "|".',
        "newline": "La recherche se fait ligne par ligne : un saut de ligne ne correspond jamais.",
        "total": "[{matches} correspondances dans {files} fichiers]",
        "limited": "[Arrêté à head_limit {limit} : il y en a d'autres.]",
        "cut": "[Coupé à {limit} caractères : il y en a d'autres. Restreins la recherche.]",
        "incomplete": "[La recherche a été interrompue : il peut en manquer. Restreins-la.]",
        "slashes": 'Le motif s\'écrit sans barres obliques autour ; "-i" ignore la casse.',
        "not_shown": "[Omis selon les règles de permissions sur Read : {count} fichier(s)]",
        "too_large": "[Non parcourus, plus de {limit} Mo : {names} ; utilise grep dans Bash]",
        "unreadable": "[Illisible : {names}]",
        "and_more": "{names} et {count} de plus",
        "slow": "Le motif est trop lent sur une ligne de {path} (plus de {seconds:g} s) : "
        "il revient en arrière sans fin. Évite les répétitions imbriquées comme (a+)+.",
        "invalid": "Expression régulière invalide : {reason} à la position {position} : {near}",
        "as_text": "Pour chercher ce texte même, écris : {escaped}",
        "too_many": "Le glob représente plus de {limit} motifs. Utilise moins d'accolades.",
        "binary": "{path} n'est pas du texte : il ne peut pas être parcouru.",
    },
)
