"""A second reading by tree-sitter: where it differs from ours, the text is not understood.

Its grammar has holes (backticks in here-documents, for one) and so may ours; a text is understood
when both read the whole of it, and ours has every command that the other has. The bodies of
here-documents are left out: the grammar ends them where bash does not.
"""

import re
from functools import cache
from typing import TYPE_CHECKING

from maia.workspace.shell.facts import Findings

if TYPE_CHECKING:
    from tree_sitter import Node, Parser

_BODY = re.compile(r"[^\n]")
_OPAQUE = frozenset({"heredoc_body", "comment", "raw_string", "ansi_c_string", "word"})


@cache
def _parser() -> "Parser":
    import tree_sitter_bash
    from tree_sitter import Language, Parser

    return Parser(Language(tree_sitter_bash.language()))


def compare(text: str, findings: Findings) -> None:
    """Note what the grammar cannot read in `text`, or reads as commands where we do not."""
    for start, end in findings.bodies:
        text = text[:start] + _BODY.sub(" ", text[start:end]) + text[end:]
    data = text.encode("utf-8", "surrogatepass")
    root = _parser().parse(data).root_node
    if root.has_error:
        findings.doubt("syntax", _first_error(root, data))
        return
    ascii_only = len(data) == len(text)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.type == "command_name":
            at = node.start_byte
            start = at if ascii_only else len(data[:at].decode("utf-8", "replace"))
            if start not in findings.starts:
                findings.doubt("unsure", data[at : node.end_byte].decode("utf-8", "replace"))
        if node.type == "command_substitution" and data[node.start_byte] == ord("`"):
            continue
        if node.type not in _OPAQUE:
            waiting.extend(node.children)


def _first_error(root: "Node", data: bytes) -> str:
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if node.is_error or node.is_missing:
            token = data[node.start_byte : node.end_byte].decode("utf-8", "replace")
            return token.strip() or node.type
        waiting.extend(child for child in reversed(node.children) if child.has_error)
    return ""
