"""The findings of a search as the text the model reads."""

import re
from collections.abc import Iterator, Sequence

from maia.agent.tools.grep.request import GrepRequest
from maia.agent.tools.grep.search import MAX_FILE_BYTES, MAX_RESULT_CHARACTERS, Findings
from maia.agent.tools.grep.texts import TEXTS
from maia.i18n import Language

_MEGABYTE = 1_000_000
_LINE_BREAK = re.compile(r"(?<!\\)(?:\\\\)*\\n|\n")
_SLASHED = re.compile(r"/.+/[dgimsuvy]*\Z")
_SHOWN_GLOB = 200  # characters
_ESCAPED_BAR = re.compile(r"(?<!\\)(?:\\\\)*\\\|")


def report(request: GrepRequest, findings: Findings, place: str, language: Language) -> str:
    """The lines found, then what should be known about them. `place` is what was searched."""
    notes = list(_notes(request, findings, language))
    lines = list(findings.lines)
    if not lines and not (notes and findings.is_one_file):
        lines.append(_nothing(request, findings, place, language))
    return "\n".join(lines + notes)


def _nothing(request: GrepRequest, findings: Findings, place: str, language: Language) -> str:
    if findings.searched == 0:
        if request.glob:
            return TEXTS.text(language, "no_file", glob=request.glob[:_SHOWN_GLOB])
        return TEXTS.text(language, "no_file_at_all")
    if findings.is_binary:
        return TEXTS.text(language, "binary", path=place)
    if findings.is_one_file:
        said = [TEXTS.text(language, "none_file", path=place)]
    else:
        said = [TEXTS.text(language, "none", count=findings.searched)]
    if _ESCAPED_BAR.search(request.pattern):
        said.append(TEXTS.text(language, "bar"))
    if _LINE_BREAK.search(request.pattern):
        said.append(TEXTS.text(language, "newline"))
    if _SLASHED.match(request.pattern):
        said.append(TEXTS.text(language, "slashes"))
    return " ".join(said)


def _notes(request: GrepRequest, findings: Findings, language: Language) -> Iterator[str]:
    if request.mode == "count" and findings.files > 1:
        yield TEXTS.text(language, "total", matches=findings.matches, files=findings.files)
    if findings.is_limited:
        yield TEXTS.text(language, "limited", limit=request.head_limit)
    if findings.is_cut:
        yield TEXTS.text(language, "cut", limit=MAX_RESULT_CHARACTERS)
    if not findings.is_complete:
        yield TEXTS.text(language, "incomplete")
    skipped = findings.skipped
    if skipped.too_large:
        names = _names(skipped.too_large, skipped.too_large_count, language)
        yield TEXTS.text(language, "too_large", limit=MAX_FILE_BYTES // _MEGABYTE, names=names)
    if skipped.unreadable:
        names = _names(skipped.unreadable, skipped.unreadable_count, language)
        yield TEXTS.text(language, "unreadable", names=names)
    if skipped.not_shown:
        yield TEXTS.text(language, "not_shown", count=skipped.not_shown)


def _names(names: Sequence[str], count: int, language: Language) -> str:
    joined = ", ".join(names)
    left = count - len(names)
    return TEXTS.text(language, "and_more", names=joined, count=left) if left else joined
