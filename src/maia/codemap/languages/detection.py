"""Detection: the language of a file, from its name and from how its text starts.

Whether the content is binary is judged elsewhere: a name alone may be enough here.
"""

import codecs
from dataclasses import dataclass
from enum import StrEnum

from maia.codemap.languages.claims import ExtensionClaim, claims_on
from maia.codemap.languages.content import NO_EXTENSION, rules_of
from maia.codemap.languages.first_lines import by_modeline, by_shebang
from maia.codemap.languages.table import Language, is_dialect

HEAD_BYTES = 8192
"""How much of a file is looked at; a shorter head is the whole file."""

# UTF-32 first: its mark in little-endian order starts with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF8, "utf-8"),
)


class Why(StrEnum):
    """What told the language."""

    FILE_NAME = "file name"
    MODELINE = "mode line"
    SHEBANG = "shebang"
    EXTENSION = "extension"
    CONTENT = "content"


@dataclass(frozen=True, slots=True)
class Detection:
    """The language of a file, and what told it."""

    language: Language
    why: Why


def detect(path: str, head: bytes) -> Detection | None:
    """The language of the file at `path`, `head` being its first bytes; None if it is not known.

    A whole file name counts first; then what the file says of itself, unless its extension names
    a close relative (`#!/usr/bin/env node` in `cli.ts`); then the extension, with the text where
    languages share it. Never raises.
    """
    named, claim = claims_on(path.rpartition("/")[2])
    if named is not None:
        return Detection(named, Why.FILE_NAME)
    text = _text_of(head[:HEAD_BYTES])
    said = _said(text, claim, is_whole=len(head) < HEAD_BYTES)
    return said or _by_extension(text, claim)


def _said(text: str, claim: ExtensionClaim, *, is_whole: bool) -> Detection | None:
    """What the file says of itself, where that counts more than its extension."""
    language = by_modeline(text, is_whole=is_whole)
    if language is not None and (
        language in claim.languages
        or not any(is_dialect(each, language) for each in claim.languages)
    ):
        return Detection(language, Why.MODELINE)
    language = by_shebang(text)
    if language is not None and (
        language in claim.languages
        # What runs TypeScript runs JavaScript too: between relatives the extension counts.
        or not any(_are_related(each, language) for each in claim.languages)
    ):
        return Detection(language, Why.SHEBANG)
    return None


def _by_extension(text: str, claim: ExtensionClaim) -> Detection | None:
    rules = rules_of(claim.extension)
    if rules is None and claim.languages:
        return Detection(claim.languages[0], Why.EXTENSION)
    rules = rules or rules_of(NO_EXTENSION)
    if rules is None:
        return None
    fitting = rules.fitting(text)
    if fitting is not None:
        return Detection(fitting.language, Why.CONTENT) if fitting.language else None
    return Detection(rules.default, Why.EXTENSION) if rules.default else None


def _are_related(one: Language, other: Language) -> bool:
    return is_dialect(one, other) or is_dialect(other, one)


def _text_of(head: bytes) -> str:
    """The head as text with line feeds; bytes stand for themselves where no mark says better."""
    text = None
    for mark, encoding in _MARKS:
        if head.startswith(mark):
            text = head[len(mark) :].decode(encoding, errors="replace")
            break
    if text is None:
        text = head.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
