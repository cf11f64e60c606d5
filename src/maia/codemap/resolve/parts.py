"""The three parts of resolution as they see each other: names, classes and values need all."""

from typing import Protocol

from maia.codemap.resolve.meaning import Defined, Meaning, Outside
from maia.codemap.resolve.modules.port import Files
from maia.codemap.resolve.overloads import Wanted


class FindsNames(Protocol):
    """Names alone."""

    def find(
        self, position: int, scope: int, name: str, *, line: int = 0, wanted: Wanted = ""
    ) -> Meaning | None:
        """What `name` means in a scope of a file."""
        ...

    def exported(self, files: Files, name: str) -> Meaning | None:
        """What `name` is for those who import it from a module."""
        ...

    def foreign(self, number: int) -> str:
        """The name of a class of others that is only opened here; empty for one's own."""
        ...

    def inside(self, number: int, name: str) -> Meaning | None:
        """A constant of a class or a module, where constants nest."""
        ...

    def qualified(self, position: int, before: str, name: str) -> Meaning | None:
        """A name behind the path of a namespace, which ends with a backslash."""
        ...


class FindsSides(Protocol):
    """A class and its instances, where each has methods of its own."""

    def own(self, position: int, scope: int) -> Meaning | None:
        """What `self` is."""
        ...

    def made(self, owner: Meaning, name: str) -> Meaning | None:
        """What `Foo.new` and `foo.class` give."""
        ...


class FindsMembers(Protocol):
    """Classes and what they have."""

    @property
    def sides(self) -> FindsSides:
        """The same, where a class and its instances are told apart."""
        ...

    def around(self, position: int, scope: int) -> int | None:
        """The class that a scope is in, by its number."""
        ...

    def ancestry(self, number: int) -> tuple[int | Outside, ...]:
        """A class, then its bases; what is outside comes last."""
        ...

    def assigned(self, owner: Defined, name: str) -> Defined | None:
        """A member that is given to a variable after it was made."""
        ...

    def is_object(self, number: int) -> bool:
        """Whether a variable holds an object whose members are written in its file."""
        ...

    def member(self, owner: Meaning, name: str, *, defined_only: bool = False) -> Meaning | None:
        """What a member of `owner` is."""
        ...


class Evaluates(Protocol):
    """Expressions and types."""

    def referred(
        self,
        position: int,
        scope: int,
        receiver: str,
        name: str,
        *,
        line: int = 0,
        wanted: Wanted = "",
    ) -> Meaning | None:
        """What a name behind a receiver, or alone, refers to."""
        ...

    def given(self, position: int, scope: int, text: str, *, line: int = 0) -> Meaning | None:
        """What an expression gives."""
        ...

    def held(self, meaning: Meaning) -> Meaning | None:
        """The value that a variable, a field or a property holds."""
        ...

    def of_type(self, position: int, scope: int, written: str) -> Meaning | None:
        """An instance of the type that is written."""
        ...
