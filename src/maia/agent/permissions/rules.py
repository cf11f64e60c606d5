"""Permission rules as they are written: `Tool` or `Tool(pattern)`, in three families (spec 9.1)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

from maia.workspace.close_names import close_name

Family: TypeAlias = Literal["allow", "ask", "deny"]
FAMILIES: tuple[Family, ...] = ("allow", "ask", "deny")

TOOLS = (
    *("Read", "Glob", "Grep", "Write", "Edit", "Bash", "TodoWrite", "WebFetch", "CurrentModel"),
    *("Mcp", "Agent", "Skill", "Redirect"),
)
"""What a rule may name, besides the tools of MCP servers (`mcp__server__tool`)."""

_FOLDED_TOOLS = frozenset(name.lower() for name in TOOLS)
_RULE = re.compile(r"([A-Za-z0-9_.-]+)(?:\((.*)\))?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; no `pattern` covers every use of the tool."""

    tool: str
    pattern: str | None
    source: str

    def __str__(self) -> str:
        return self.tool if self.pattern is None else f"{self.tool}({self.pattern})"


@dataclass(frozen=True, slots=True)
class MalformedRule:
    """An element that is not a rule, and where it stands (position from 1).

    Position 0: the whole list `family` is no list, or `permissions` no object.
    """

    source: str
    family: str
    position: int
    written: str


@dataclass(frozen=True, slots=True)
class UnknownName:
    """A name that nothing is called by, and the known one that it is close to ("": none is).

    It is that of the rule at `position` (from 1) of the list `family`; 0: `name` is itself a key.
    """

    source: str
    family: str
    position: int
    name: str
    close: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The three families, each in the order read."""

    allow: tuple[Rule, ...] = ()
    ask: tuple[Rule, ...] = ()
    deny: tuple[Rule, ...] = ()
    malformed: tuple[MalformedRule, ...] = ()
    unknown: tuple[UnknownName, ...] = ()

    def __add__(self, other: "Rules") -> "Rules":
        return Rules(
            self.allow + other.allow,
            self.ask + other.ask,
            self.deny + other.deny,
            self.malformed + other.malformed,
            self.unknown + other.unknown,
        )

    def by_family(self) -> Iterator[tuple[Family, Rule]]:
        """Every rule with its family, in the order they are evaluated."""
        for rule in self.deny:
            yield "deny", rule
        for rule in self.ask:
            yield "ask", rule
        for rule in self.allow:
            yield "allow", rule

    def without_grants(self) -> "Rules":
        """Only what restricts: what counts of a folder the user has not trusted."""
        return Rules((), self.ask, self.deny, self.malformed, self.unknown)


def read_rules(permissions: Any, source: str) -> Rules:
    """The rules of one file's `permissions`; what is malformed is listed, the rest counts."""
    if permissions is None:
        return Rules()
    if not isinstance(permissions, dict):
        return Rules(malformed=(MalformedRule(source, "", 0, str(permissions)),))
    written = cast("dict[str, Any]", permissions)
    families: dict[Family, tuple[Rule, ...]] = {}
    malformed: list[MalformedRule] = []
    unknown = [
        UnknownName(source, "", 0, key, close_name(key, FAMILIES))
        for key in written
        if key not in FAMILIES
    ]
    for family in FAMILIES:
        placed = list(_read_family(written.get(family), family, source, malformed))
        families[family] = tuple(rule for _, rule in placed)
        unknown += [
            UnknownName(source, family, position, rule.tool, close_name(rule.tool, TOOLS))
            for position, rule in placed
            if not _is_tool(rule.tool, family)
        ]
    return Rules(
        families["allow"], families["ask"], families["deny"], tuple(malformed), tuple(unknown)
    )


def _is_tool(name: str, family: Family) -> bool:
    """A restriction is read whatever the case of letters; a grant is not."""
    if family == "allow":
        return name in TOOLS or name.startswith("mcp__")
    return name.lower() in _FOLDED_TOOLS or name.lower().startswith("mcp__")


def _read_family(
    written: Any, family: Family, source: str, malformed: list[MalformedRule]
) -> Iterator[tuple[int, Rule]]:
    """The rules of one list, each with its position."""
    if written is None:
        return
    if not isinstance(written, list):
        malformed.append(MalformedRule(source, family, 0, str(written)))
        return
    for position, element in enumerate(cast("list[Any]", written), start=1):
        match = _RULE.fullmatch(element.strip()) if isinstance(element, str) else None
        # `Tool()` could mean everything or nothing: as a grant it is no rule at all.
        if match is None or (family == "allow" and match[2] == ""):
            malformed.append(MalformedRule(source, family, position, str(element)))
        else:
            yield position, Rule(match[1], match[2] or None, source)
