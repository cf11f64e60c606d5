"""Type annotations as they are written, down to the names that may have members."""

import re

_NAME = re.compile(r"\\?[\w$]+(?:(?:\.|::|\\)[\w$]+)*")
_WRAPPERS = frozenset(
    {
        "Optional",
        "Union",
        "Annotated",
        "Final",
        "ClassVar",
        "Required",
        "NotRequired",
        "Readonly",
        "Type",
        "type",
        "Self",
        "Box",
        "Rc",
        "Arc",
        "RefCell",
        "Mutex",
        "Awaitable",
        "Coroutine",
        "Promise",
        "unique_ptr",
        "std::unique_ptr",
        "shared_ptr",
        "std::shared_ptr",
    }
)
"""Generic types that stand for what is in them, as far as its members are concerned."""

_NOTHING = frozenset(
    {"None", "null", "undefined", "const", "mut", "dyn", "impl", "struct", "enum", "class", "ref"}
    | {"typename", "volatile", "static", "readonly", "final", "unsigned", "signed", "in", "out"}
)


def type_names(written: str) -> list[str]:
    """The names that a type stands for, the first that has members first.

    >>> type_names("Optional[Foo]"), type_names("*pkg.Queue[T]"), type_names('"Foo" | None')
    (['Foo'], ['pkg.Queue'], ['Foo'])
    """
    names: list[str] = []
    depth = 0
    opened_by_wrapper = [True]
    position = 0
    while position < len(written):
        found = _NAME.match(written, position)
        if found:
            name = found[0]
            position = found.end()
            if not opened_by_wrapper[-1] or name in _NOTHING:
                continue
            if name.rsplit(".", 1)[-1] in _WRAPPERS and written.startswith(("[", "<"), position):
                opened_by_wrapper.append(True)
                position += 1
                continue
            if written.startswith("[]", position):
                continue  # an array of it
            names.append(name)
            continue
        character = written[position]
        position += 1
        if character in "[<(":
            opened_by_wrapper.append(character == "[" and not names and depth == 0)
            depth += 1
        elif character in "]>)" and len(opened_by_wrapper) > 1:
            opened_by_wrapper.pop()
            depth = max(0, depth - 1)
    return names
