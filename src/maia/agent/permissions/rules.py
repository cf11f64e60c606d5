"""Permission rules as they are written: `Tool` or `Tool(pattern)`, in three families (spec 9.1)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, cast

Family: TypeAlias = Literal["allow", "ask", "deny"]
FAMILIES: tuple[Family, ...] = ("allow", "ask", "deny")

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
    """An element that is not a rule, and where it stands (position from 1)."""

    source: str
    family: str
    position: int
    written: str


@dataclass(frozen=True, slots=True)
class Rules:
    """The three families, each in the order read."""

    allow: tuple[Rule, ...] = ()
    ask: tuple[Rule, ...] = ()
    deny: tuple[Rule, ...] = ()
    malformed: tuple[MalformedRule, ...] = ()

    def __add__(self, other: "Rules") -> "Rules":
        return Rules(
            self.allow + other.allow,
            self.ask + other.ask,
            self.deny + other.deny,
            self.malformed + other.malformed,
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
        return Rules((), self.ask, self.deny, self.malformed)


def read_rules(permissions: Any, source: str) -> Rules:
    """The rules of one file's `permissions`; what is malformed is listed, the rest counts."""
    if permissions is None:
        return Rules()
    if not isinstance(permissions, dict):
        return Rules(malformed=(MalformedRule(source, "permissions", 1, str(permissions)),))
    written = cast("dict[str, Any]", permissions)
    families: dict[Family, tuple[Rule, ...]] = {}
    malformed: list[MalformedRule] = []
    for family in FAMILIES:
        families[family] = _read_family(written.get(family), family, source, malformed)
    unknown = [key for key in written if key not in FAMILIES]
    malformed += [MalformedRule(source, key, 1, key) for key in unknown]
    return Rules(families["allow"], families["ask"], families["deny"], tuple(malformed))


def _read_family(
    written: Any, family: Family, source: str, malformed: list[MalformedRule]
) -> tuple[Rule, ...]:
    if written is None:
        return ()
    if not isinstance(written, list):
        malformed.append(MalformedRule(source, family, 1, str(written)))
        return ()
    rules: list[Rule] = []
    for position, element in enumerate(cast("list[Any]", written), start=1):
        match = _RULE.fullmatch(element.strip()) if isinstance(element, str) else None
        # `Tool()` could mean everything or nothing: as a grant it is no rule at all.
        if match is None or (family == "allow" and match[2] == ""):
            malformed.append(MalformedRule(source, family, position, str(element)))
        else:
            rules.append(Rule(match[1], match[2] or None, source))
    return tuple(rules)
