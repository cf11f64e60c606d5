"""One line of a list to choose from."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Choice:
    """`label` is what is chosen and searched, `detail` stands dimmed behind it; both untrusted."""

    label: str
    detail: str = ""
