"""What Read tells the model, in both languages."""

from maia.i18n import Texts

TEXTS = Texts(
    en={
        "lookalike": "[{wanted} does not exist; this is {path}, whose name looks the same]",
        "empty": "{path} is empty (0 bytes).",
        "empty_text": "{path} has no text ({size} bytes).",
        "past_end": "{path} has {lines} line(s): nothing at offset {offset}.",
        "more": "[Lines {first}-{last} of {total}; more with offset={next}.]",
        "last": "[Lines {first}-{last} of {total}.]",
        "more_unknown": "[Lines {first}-{last} of a file of {size} bytes; more with "
        "offset={next}.]",
        "last_large": "[Lines {first}-{last}: the end of a file of {size} bytes.]",
        "no_final_newline": "[No newline at the end of the file.]",
        "crlf": "[Line ends: CRLF.]",
        "mixed": "[Line ends: LF and CRLF mixed.]",
        "encoding": "[Encoding: {encoding}.]",
        "encoding_guessed": "[Encoding: {encoding} (guessed).]",
        "invalid_bytes": "[UTF-8 with invalid bytes, shown as \\xNN.]",
        "cut": "…[{cut} more characters in this line; see them with Bash: "
        "sed -n {line}p FILE | cut -c{next}-]",
        "cut_bytes": "…[{cut} more bytes in this line; see them with Bash: "
        "sed -n {line}p FILE | cut -c{next}-]",
        "binary": "{path} is a binary file ({kind}{size} bytes): it has no text to show.",
        "unmarked": "{path} ({size} bytes) seems to be {encoding} text without a byte-order mark. "
        "See it with Bash: iconv -f {encoding} -t UTF-8 FILE",
        "large_wide": "{path} is a {encoding} file of {size} bytes, too large to be shown by "
        "lines. Convert it first (for example with iconv in Bash).",
        "image": "{path}: {kind} image, {size} bytes.",
        "image_refused": "{path} is a {kind} image ({size} bytes); the current model does not "
        "take images.",
        "image_too_large": "{path} is a {kind} image of {size} bytes; images up to {limit} bytes "
        "can be shown. Make a smaller copy first (for example with Bash).",
        "image_too_wide": "{path} is a {kind} image of {width} x {height} pixels; images up to "
        "{limit} pixels on each side can be shown. Make a smaller copy first (for example with "
        "Bash).",
        "image_broken": "{path} begins like a {kind} image ({size} bytes), but it is cut short or "
        "broken: it cannot be shown.",
        "notebook": "[Notebook, shown by cells; Edit and Write work on its JSON, which Grep "
        "shows.]",
        "notebook_empty": "{path} is a notebook without cells.",
        "cell": "[cell {number}: {kind}]",
        "output": "[output]",
        "output_cut": "[… {cut} more characters of output]",
        "output_other": "[{kind}, {size} characters, not shown]",
    },
    fr={
        "lookalike": "[{wanted} n'existe pas ; voici {path}, dont le nom a le même aspect]",
        "empty": "{path} est vide (0 octet).",
        "empty_text": "{path} n'a pas de texte ({size} octets).",
        "past_end": "{path} a {lines} ligne(s) : rien à offset {offset}.",
        "more": "[Lignes {first}-{last} sur {total} ; la suite avec offset={next}.]",
        "last": "[Lignes {first}-{last} sur {total}.]",
        "more_unknown": "[Lignes {first}-{last} d'un fichier de {size} octets ; la suite avec "
        "offset={next}.]",
        "last_large": "[Lignes {first}-{last} : la fin d'un fichier de {size} octets.]",
        "no_final_newline": "[Pas de saut de ligne à la fin du fichier.]",
        "crlf": "[Fins de ligne : CRLF.]",
        "mixed": "[Fins de ligne : LF et CRLF mêlés.]",
        "encoding": "[Encodage : {encoding}.]",
        "encoding_guessed": "[Encodage : {encoding} (deviné).]",
        "invalid_bytes": "[UTF-8 avec des octets invalides, montrés comme \\xNN.]",
        "cut": "…[{cut} caractères de plus dans cette ligne ; pour les voir avec Bash : "
        "sed -n {line}p FICHIER | cut -c{next}-]",
        "cut_bytes": "…[{cut} octets de plus dans cette ligne ; pour les voir avec Bash : "
        "sed -n {line}p FICHIER | cut -c{next}-]",
        "binary": "{path} est un fichier binaire ({kind}{size} octets) : pas de texte à montrer.",
        "unmarked": "{path} ({size} octets) semble être du texte {encoding} sans marque d'ordre. "
        "Pour le voir avec Bash : iconv -f {encoding} -t UTF-8 FICHIER",
        "large_wide": "{path} est un fichier {encoding} de {size} octets, trop grand pour être "
        "montré par lignes. Convertis-le d'abord (par exemple avec iconv dans Bash).",
        "image": "{path} : image {kind}, {size} octets.",
        "image_refused": "{path} est une image {kind} ({size} octets) ; le modèle actuel "
        "n'accepte pas d'images.",
        "image_too_large": "{path} est une image {kind} de {size} octets ; les images jusqu'à "
        "{limit} octets peuvent être montrées. Fais-en d'abord une copie plus petite (par exemple "
        "avec Bash).",
        "image_too_wide": "{path} est une image {kind} de {width} x {height} pixels ; les images "
        "jusqu'à {limit} pixels de côté peuvent être montrées. Fais-en d'abord une copie plus "
        "petite (par exemple avec Bash).",
        "image_broken": "{path} commence comme une image {kind} ({size} octets), mais est coupée "
        "ou abîmée : elle ne peut pas être montrée.",
        "notebook": "[Notebook, montré par cellules ; Edit et Write travaillent sur son JSON, "
        "que Grep montre.]",
        "notebook_empty": "{path} est un notebook sans cellules.",
        "cell": "[cellule {number} : {kind}]",
        "output": "[sortie]",
        "output_cut": "[… {cut} caractères de sortie de plus]",
        "output_other": "[{kind}, {size} caractères, non montré]",
    },
)
