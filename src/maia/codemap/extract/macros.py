"""Macros of C and C++ that their grammars take for something else, hidden from the grammar.

Only where a file does not parse as it is: each is made blank, so that no offset moves.
"""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

_MACRO = rb"[A-Z_][A-Z0-9_]{2,60}"
_ARGUMENTS = rb"(?:[ \t]?\([^()\n]{0,200}\))?"
_NO_NAME = rb"(?<!\breturn)(?<!\belse)(?<!\bcase)(?<!\bgoto)(?<!\bthrow)(?<!\bnew)(?<!\bdefine)"

_PATTERNS = tuple(
    re.compile(each, re.MULTILINE)
    for each in (
        # int ZEXPORT deflate(
        rb"(?<=[\w*&>])"
        + _NO_NAME
        + rb"[ \t]{1,8}("
        + _MACRO
        + rb")(?=\s{1,8}[\w:~]{1,120}\s{0,8}\()",
        # LIB_API const char *name(void);
        rb"^[ \t]{0,40}(?:(?:extern|static|inline|virtual|typedef|explicit|constexpr|friend)"
        rb"[ \t]{1,8}){0,3}("
        + _MACRO
        + _ARGUMENTS
        + rb")(?=\s{1,8}(?:[\w:<>,]{1,120}[ \t\r\n*&]{1,8}){1,6}[\w:~]{1,120}\s{0,8}[(;=\[])",
        # std::mutex lock_ GUARDED_BY(other_);
        rb"(?<=[\w\])])"
        + _NO_NAME
        + rb"[ \t]{1,8}("
        + _MACRO
        + rb"[ \t]?\([^()\n]{0,200}\))(?=\s{0,8}(?:;|=[^=]))",
        # void lock() EXCLUSIVE_LOCK_FUNCTION() {
        rb"^(?![ \t]*(?:\}?[ \t]*else|if|while|for|switch|do|return)\b)[^\n;{}#]{1,200}\)[ \t]{0,8}"
        rb"(?:const\b[ \t]{0,8})?((?:[ \t]{0,8}" + _MACRO + _ARGUMENTS + rb"){1,3})(?=\s{0,8}[;{])",
        # BEGIN_DECLS, Q_OBJECT, DEFINE_LIST(int): a line of its own
        rb"(?:\A|(?<=[;{}:/>\"\n])\n)[ \t]{0,40}("
        + _MACRO
        + _ARGUMENTS
        + rb")[ \t\r]{0,8}$(?!\s{0,40}[{}=,;)|&+\-*?:(])",
    )
)


_MARKED_CLASS = re.compile(
    rb"\b(?:class|struct|union)[ \t]{1,8}("
    + _MACRO
    + _ARGUMENTS
    + rb")(?=\s{1,8}\w{1,120}(?:<[^{};()]{0,80}>)?\s{0,8}(?:final\s{0,8})?[:{;])"
)
"""`class LIB_EXPORT Foo : public Bar {`: to the grammar it may be a function, and no mistake."""


def without_marked_classes(text: bytes) -> bytes:
    """The same text with blanks where a macro stands between `class` and the name."""
    return _MARKED_CLASS.sub(_blank, text)


def without_macros(text: bytes) -> bytes:
    """The same text with blanks where macros stand that say nothing of what is defined."""
    for pattern in _PATTERNS:
        text = pattern.sub(_blank, text)
    return text


def errors_in(root: "Node") -> int:
    """How many places of a tree are not as the grammar has them."""
    count, nodes = 0, [root]
    while nodes:
        node = nodes.pop()
        count += node.is_error or node.is_missing
        nodes += [each for each in node.children if each.has_error]
    return count


def _blank(found: re.Match[bytes]) -> bytes:
    start, end = found.start(1) - found.start(), found.end(1) - found.start()
    hidden = re.sub(rb"[^\r\n]", b" ", found[1])
    return found[0][:start] + hidden + found[0][end:]
