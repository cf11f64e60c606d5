"""What Write tells the model, in both languages."""

from maia.i18n import Texts

TEXTS = Texts(
    en={
        "content": "text expected",
        "created": "Created {path}: {lines} lines, {size} bytes.",
        "overwritten": "Overwrote {path}: {lines} lines, {size} bytes (+{added} -{removed} lines).",
        "overwritten_other": "Overwrote {path}: {lines} lines, {size} bytes.",
        "same": "{path} already has exactly this content; nothing was written.",
        "encoding_kept": "Encoding: {encoding}, as the file had before.",
        "encoding_changed": "Encoding: UTF-8; the file was {encoding} before, which has no "
        "{character}.",
        "crlf": "Line ends: CRLF, as the file had before.",
        "holds_nul": "Note: it holds a NUL character (U+0000), so it counts as binary. If a "
        "backslash and a 0 were meant, write it again.",
        "not_encodable": "The content holds {character}, which is not a character and cannot be "
        "written. Nothing was written.",
    },
    fr={
        "content": "texte attendu",
        "created": "{path} créé : {lines} lignes, {size} octets.",
        "overwritten": "{path} écrasé : {lines} lignes, {size} octets "
        "(+{added} -{removed} lignes).",
        "overwritten_other": "{path} écrasé : {lines} lignes, {size} octets.",
        "same": "{path} a déjà exactement ce contenu ; rien n'a été écrit.",
        "encoding_kept": "Encodage : {encoding}, comme le fichier avant.",
        "encoding_changed": "Encodage : UTF-8 ; le fichier était en {encoding}, qui n'a pas "
        "{character}.",
        "crlf": "Fins de ligne : CRLF, comme le fichier avant.",
        "holds_nul": "Remarque : il contient un caractère NUL (U+0000), donc passe pour binaire. "
        "S'il fallait une barre oblique inverse et un 0, réécris-le.",
        "not_encodable": "Le contenu a {character}, qui n'est pas un caractère et ne peut pas "
        "être écrit. Rien n'a été écrit.",
    },
)
