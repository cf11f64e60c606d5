"""What requests cost: tokens, and money where the prices are known; kept a day a file."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from maia.agent.contracts.model import ModelFacts, Usage

_NAME = "spending"


class Spent(msgspec.Struct, frozen=True, omit_defaults=True, rename="camel"):
    """A sum of requests. `cost` in dollars is that of the requests whose price was known.

    `unpriced` counts the others: where it is not zero, the true cost is higher.
    """

    requests: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cached_tokens: int = 0
    cost: float = 0.0
    unpriced: int = 0

    def __add__(self, other: "Spent") -> "Spent":
        return Spent(
            self.requests + other.requests,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cached_tokens + other.cached_tokens,
            self.cost + other.cost,
            self.unpriced + other.unpriced,
        )


def spent_on(usage: Usage, facts: ModelFacts) -> Spent:
    """What one request cost. Reasoning is output, and is paid for; cached input has its own price.

    Without a price for cached input, it costs as much as other input.
    """
    output = usage.output_tokens + usage.reasoning_tokens
    if facts.input_price is None or facts.output_price is None:
        return Spent(1, usage.input_tokens, output, usage.cached_tokens, unpriced=1)
    cached_price = facts.input_price if facts.cached_price is None else facts.cached_price
    cost = (
        (usage.input_tokens - usage.cached_tokens) * facts.input_price
        + usage.cached_tokens * cached_price
        + output * facts.output_price
    )
    return Spent(1, usage.input_tokens, output, usage.cached_tokens, cost)


@dataclass(frozen=True, slots=True)
class SpendingLedger:
    """A folder with a file a day, a line a request; several Maias may write at the same time."""

    folder: Path

    def add(self, day: date, spent: Spent) -> None:
        """Note one request. Raises OSError."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        line = msgspec.json.encode(spent) + b"\n"
        handle = os.open(self._file(day), os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            size = os.fstat(handle).st_size
            if size and os.pread(handle, 1, size - 1) != b"\n":
                line = b"\n" + line  # behind a stump, which a full disk left
            os.write(handle, line)  # one write: lines of two processes do not mix
        finally:
            os.close(handle)

    def of(self, day: date) -> Spent:
        """The sum of a day; what is no line of ours is not counted. Raises OSError."""
        try:
            lines = self._file(day).read_bytes().splitlines()
        except FileNotFoundError:
            return Spent()
        return sum_of(_read(lines))

    def _file(self, day: date) -> Path:
        return self.folder / f"{day.isoformat()}.jsonl"


def sum_of(spendings: Iterable[Spent]) -> Spent:
    """All of them together."""
    total = Spent()
    for spent in spendings:
        total += spent
    return total


def spent_data(spent: Spent) -> dict[str, Any]:
    """What a session's file keeps of it, beside the other fields."""
    return {_NAME: msgspec.to_builtins(spent)}


def read_spent(fields: Mapping[str, Any]) -> Spent:
    """What a session's file kept; nothing where that cannot be understood."""
    try:
        return msgspec.convert(fields.get(_NAME), Spent)
    except msgspec.ValidationError:
        return Spent()


def _read(lines: Iterable[bytes]) -> Iterable[Spent]:
    for line in lines:
        try:
            yield msgspec.json.decode(line, type=Spent)
        except msgspec.DecodeError:  # a line cut by a full disk
            continue
