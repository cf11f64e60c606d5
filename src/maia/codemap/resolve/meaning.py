"""What an expression is: a symbol, an instance of a class, a module, something outside."""

from dataclasses import dataclass

from maia.codemap.model import How
from maia.codemap.resolve.modules.port import Files


@dataclass(frozen=True, slots=True)
class Defined:
    """A symbol of the repository, by its number; `how` is the weakest step that led to it."""

    number: int
    how: How
    others: tuple[int, ...] = ()
    """More of that name in the same place, in languages that tell them apart by their use."""


@dataclass(frozen=True, slots=True)
class Instance:
    """A value whose class is known, by the number of the class.

    `above` is what `super` gives: the members of its bases, not its own.
    """

    number: int
    how: How
    above: bool = False
    of_class: bool = False
    """Above, where the class itself is meant: `super` in a method of the class."""

    pointed: bool = False
    """Held by a pointer that is an object too: what it is asked for may be the pointer's."""


@dataclass(frozen=True, slots=True)
class InModule:
    """A module, or a package of several files."""

    files: Files


@dataclass(frozen=True, slots=True)
class Outside:
    """Something that the repository does not define, by the name it has outside."""

    name: str
    is_instance: bool = False
    """A value of that type, in a language where what its members give cannot be told."""


@dataclass(frozen=True, slots=True)
class Local:
    """A parameter or a local variable of the file at `position`; `type` is as in `Binding`."""

    name: str
    type: str
    position: int
    scope: int
    line: int = 0


Meaning = Defined | Instance | InModule | Outside | Local

_WEAKEST: tuple[How, ...] = ("local", "import", "member", "inherited", "type", "package", "unique")


def weaker(one: How, other: How) -> How:
    """The less sure of two steps."""
    return one if _WEAKEST.index(one) >= _WEAKEST.index(other) else other
