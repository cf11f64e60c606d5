"""Names and types of C++ as its tree has them: the name of `a::b::c` is its innermost part."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

QUALIFIED = "qualified_identifier"
_TEMPLATES = frozenset({"template_function", "template_method", "template_type"})
_SPECIFIERS = frozenset(
    {"struct_specifier", "union_specifier", "enum_specifier", "class_specifier"}
)
_UNSAID = frozenset({"placeholder_type_specifier", "decltype"})


def innermost(node: "Node") -> "Node":
    """The name at the end of a qualified one, without the arguments of a template."""
    while node.type == QUALIFIED or node.type in _TEMPLATES:
        inner = node.child_by_field_name("name")
        if inner is None:
            break
        node = inner
    return node


def named_type(node: "Node") -> "Node | None":
    """What names a type: the tag of `struct tag { int x; }`; None for what has no name."""
    if node.type in _SPECIFIERS:
        return node.child_by_field_name("name")
    return None if node.type in _UNSAID else node
