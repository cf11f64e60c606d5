"""What Edit tells the model, in both languages."""

from maia.i18n import Texts

TEXTS = Texts(
    en={
        "done": "Edited {path}: {count} replacement(s), +{added} -{removed} lines.",
        "manner_lookalike": "Note: old_string did not match exactly; it matched one place whose "
        "spaces, quotes, dashes or accents only look alike. Those were kept.",
        "manner_indentation": "Note: old_string matched one place with another indentation; "
        "new_string was indented like the file.",
        "encoding": "The file is {encoding}; it stays so.",
        "created": "Created {path} ({lines} lines).",
        "filled": "{path} was empty; it now has {lines} lines.",
        "edit_number": "Edit {number} of {count}: ",
        "nothing_written": " Nothing was written.",
        "edits_shape": "a list of objects with old_string and new_string expected",
        "edits_and_old": "There is an old_string beside edits that is not among them. Put every "
        "edit into edits. Nothing was written.",
        "not_a_character": "new_string holds {character}, half of a character, which cannot be "
        "written. Nothing was written.",
        "holds_nul": "Note: the file now holds a NUL character (U+0000), so it counts as binary. "
        "If a backslash and a 0 were meant, write the file again with Write.",
        "identical": "old_string and new_string are the same: there is nothing to change.",
        "no_effect": "The edit leaves the file as it is: there is nothing to change.",
        "empty_old": "old_string is empty, but {path} already has content ({lines} lines). Give "
        "the text to replace, or use Write to replace the whole file.",
        "create_alone": "an empty old_string creates a file and must be the only edit",
        "binary": "{path} is a binary file ({size} bytes): Edit changes text only.",
        "too_large": "{path} has {size} bytes; Edit takes files up to {limit} bytes. Use Bash "
        "(for example sed) for this one.",
        "not_encodable": "{path} is {encoding}, which has no {character}. Nothing was written. "
        "Use other characters, or convert the file first (for example with iconv in Bash).",
        "numbered": "old_string was not found in {path}: its lines start with the line numbers "
        "that Read shows. Leave out the number and the tab after it, in new_string too.",
        "absent": "old_string was not found in {path}.",
        "absent_alone": "Nothing in the file resembles it. Read the file again.",
        "escaped": "It holds \\n or \\t as two characters; with real line ends and tabs "
        "it would be found.",
        "no_final_newline": "It ends with a newline, but the file ends without one: leave out the "
        "last newline.",
        "nearest": "Nearest text, from line {line} ({legend}):",
        "legend": "→ tab, · blank at the end, ‹U+…› other invisible character",
        "differences": "Differences:",
        "diff_indentation": "line {line}: the file is indented with {file}, old_string with {old}",
        "diff_trailing": "line {line}: blanks at the end differ: the file has {file}, "
        "old_string {old}",
        "diff_character": "line {line}, column {column}: the file has {file}, old_string {old}",
        "diff_text": "line {line}: the file has `{file}`, old_string `{old}`",
        "diff_missing": "line {line}: only in the file: `{file}`",
        "diff_extra": "before line {line}: only in old_string: `{old}`",
        "diff_more": "and {count} more",
        "prefix": "Its first {length} characters are at line {line}; then the file has `{file}`, "
        "old_string `{old}`.",
        "end_of_file": "the end of the file",
        "copy": "Copy the text from the file as it is.",
        "blanks_none": "nothing",
        "blanks_tab": "{count} tab(s)",
        "blanks_space": "{count} space(s)",
        "ambiguous": "old_string is at {count} places in {path}:",
        "ambiguous_lookalike": "old_string is not in {path} exactly; with spaces, quotes, dashes "
        "and accents that look alike it is at {count} places:",
        "ambiguous_indentation": "old_string is not in {path} exactly; with another indentation "
        "it is at {count} places:",
        "place": "line {line}: `{text}`",
        "place_after": "line {line}: `{text}`, after `{before}`",
        "places_more": "and {count} more",
        "more_context": "Add lines around it until it is unique.",
        "or_replace_all": "Add lines around it until it is unique, or set replace_all to change "
        "every place.",
    },
    fr={
        "done": "{path} modifié : {count} remplacement(s), +{added} -{removed} lignes.",
        "manner_lookalike": "Remarque : old_string ne correspondait pas exactement ; un seul "
        "endroit y ressemble, aux espaces, guillemets, tirets ou accents près. Ils sont conservés.",
        "manner_indentation": "Remarque : old_string correspondait à un seul endroit, avec une "
        "autre indentation ; new_string a été indenté comme le fichier.",
        "encoding": "Le fichier est en {encoding} ; il le reste.",
        "created": "{path} créé ({lines} lignes).",
        "filled": "{path} était vide ; il a maintenant {lines} lignes.",
        "edit_number": "Modification {number} sur {count} : ",
        "nothing_written": " Rien n'a été écrit.",
        "edits_shape": "liste d'objets avec old_string et new_string attendue",
        "edits_and_old": "Il y a, à côté de edits, un old_string qui n'y est pas. Mets toutes les "
        "modifications dans edits. Rien n'a été écrit.",
        "not_a_character": "new_string contient {character}, la moitié d'un caractère, qui ne "
        "peut pas être écrite. Rien n'a été écrit.",
        "holds_nul": "Remarque : le fichier contient maintenant un caractère NUL (U+0000), donc "
        "passe pour binaire. S'il fallait une barre oblique inverse et un 0, réécris le fichier "
        "avec Write.",
        "identical": "old_string et new_string sont identiques : il n'y a rien à changer.",
        "no_effect": "La modification laisse le fichier tel quel : il n'y a rien à changer.",
        "empty_old": "old_string est vide, mais {path} a déjà un contenu ({lines} lignes). "
        "Donne le texte à remplacer, ou utilise Write pour remplacer tout le fichier.",
        "create_alone": "un old_string vide crée un fichier et doit être la seule modification",
        "binary": "{path} est un fichier binaire ({size} octets) : Edit ne modifie que du texte.",
        "too_large": "{path} fait {size} octets ; Edit accepte jusqu'à {limit} octets. Utilise "
        "Bash (par exemple sed) pour celui-ci.",
        "not_encodable": "{path} est en {encoding}, qui n'a pas {character}. Rien n'a été écrit. "
        "Utilise d'autres caractères, ou convertis d'abord le fichier (par exemple avec iconv "
        "dans Bash).",
        "numbered": "old_string est introuvable dans {path} : ses lignes commencent par les "
        "numéros de ligne affichés par Read. Enlève le numéro et la tabulation qui suit, dans "
        "new_string aussi.",
        "absent": "old_string est introuvable dans {path}.",
        "absent_alone": "Rien dans le fichier n'y ressemble. Relis le fichier.",
        "escaped": "Il contient \\n ou \\t en deux caractères ; avec de vraies fins de ligne et "
        "tabulations il serait trouvé.",
        "no_final_newline": "Il finit par un saut de ligne, mais le fichier finit sans : enlève "
        "le dernier saut de ligne.",
        "nearest": "Texte le plus proche, à partir de la ligne {line} ({legend}) :",
        "legend": "→ tabulation, · blanc en fin de ligne, ‹U+…› autre caractère invisible",
        "differences": "Différences :",
        "diff_indentation": "ligne {line} : le fichier est indenté avec {file}, old_string "
        "avec {old}",
        "diff_trailing": "ligne {line} : les blancs de fin diffèrent : le fichier a {file}, "
        "old_string {old}",
        "diff_character": "ligne {line}, colonne {column} : le fichier a {file}, old_string {old}",
        "diff_text": "ligne {line} : le fichier a `{file}`, old_string `{old}`",
        "diff_missing": "ligne {line} : seulement dans le fichier : `{file}`",
        "diff_extra": "avant la ligne {line} : seulement dans old_string : `{old}`",
        "diff_more": "et {count} de plus",
        "prefix": "Ses {length} premiers caractères sont à la ligne {line} ; ensuite le fichier "
        "a `{file}`, old_string `{old}`.",
        "end_of_file": "la fin du fichier",
        "copy": "Copie le texte du fichier tel quel.",
        "blanks_none": "rien",
        "blanks_tab": "{count} tabulation(s)",
        "blanks_space": "{count} espace(s)",
        "ambiguous": "old_string est à {count} endroits dans {path} :",
        "ambiguous_lookalike": "old_string n'est pas exactement dans {path} ; aux espaces, "
        "guillemets, tirets et accents près il est à {count} endroits :",
        "ambiguous_indentation": "old_string n'est pas exactement dans {path} ; avec une autre "
        "indentation il est à {count} endroits :",
        "place": "ligne {line} : `{text}`",
        "place_after": "ligne {line} : `{text}`, après `{before}`",
        "places_more": "et {count} de plus",
        "more_context": "Ajoute des lignes autour jusqu'à ce qu'il soit unique.",
        "or_replace_all": "Ajoute des lignes autour jusqu'à ce qu'il soit unique, ou mets "
        "replace_all pour changer tous les endroits.",
    },
)
