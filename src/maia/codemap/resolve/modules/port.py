"""What the resolver asks of a family of languages."""

from dataclasses import dataclass
from typing import Protocol

from maia.codemap.model import Import


@dataclass(frozen=True, slots=True)
class Files:
    """The module is these files, by their positions in the program; `name` is what it is called."""

    positions: tuple[int, ...]
    name: str = ""
    space: str | None = None
    """The namespace, where the module is one: names are looked up in that."""

    inside: str = ""
    """The type in there whose members are meant (`import static`), behind those around it."""


@dataclass(frozen=True, slots=True)
class External:
    """The module is none of the repository's."""

    name: str
    separator: str = "."

    def of(self, name: str) -> str:
        """What a name in there is called in full."""
        return f"{self.name}{self.separator}{name}" if self.name else name


Module = Files | External


class Modules(Protocol):
    """Finds modules. None: it should be here, and is not."""

    def find(self, importer: int, wanted: Import) -> Module | None:
        """The module that an import of the file `importer` names, whatever it takes out of it."""
        ...

    def submodule(self, module: Files, name: str) -> Files | None:
        """What `name` is inside of a module, where that is a module too."""
        ...
