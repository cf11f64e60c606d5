"""A sandbox made ready, and what there is to say of it; apart, for it costs nothing to import."""

from dataclasses import dataclass, field
from typing import Protocol

from maia.agent.contracts.host import Confinement


class Sandbox(Confinement, Protocol):
    """A confinement that knows by what it works, and where it is weaker than asked."""

    @property
    def backend(self) -> str:
        """`bubblewrap` or `landlock`."""
        ...

    @property
    def weaknesses(self) -> tuple[str, ...]:
        """Catalogue keys of what it does not keep."""
        ...


@dataclass(frozen=True, slots=True)
class Notice:
    """Something the user should know of the sandbox: a catalogue key and its values."""

    key: str
    values: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class PreparedSandbox:
    """The confinement, None without one; and what to say about it."""

    confinement: Sandbox | None = None
    notices: tuple[Notice, ...] = ()

    @property
    def keeps_protected_names(self) -> bool:
        """Whether what decides on later runs (`.git/hooks`, `.envrc`...) cannot be written."""
        if self.confinement is None:
            return False
        return "sandbox.weak_protected" not in self.confinement.weaknesses
