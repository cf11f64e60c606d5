"""Counting what requests cost while they happen: by request, session and day."""

import logging
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import date

from maia.agent.contracts.model import ChatModel, ChatRequest, ModelFacts, StreamEvent, Usage
from maia.agent.sessions.spending import SpendingLedger, Spent, spent_on


@dataclass(slots=True)
class Meter:
    """What was spent so far. Without a `ledger` no day is kept."""

    ledger: SpendingLedger | None = None
    request: Spent = field(default_factory=Spent)
    """Of the last request of the person, all its iterations together."""
    session: Spent = field(default_factory=Spent)

    def begin_request(self) -> None:
        """The next costs belong to another request."""
        self.request = Spent()

    def begin_session(self, spent: Spent | None = None) -> None:
        """The next costs belong to another session, which has cost this much already."""
        self.request, self.session = Spent(), spent or Spent()

    def add(self, usage: Usage, facts: ModelFacts) -> None:
        """Count what a server reported. A ledger that cannot be written is logged, no more."""
        spent = spent_on(usage, facts)
        self.request += spent
        self.session += spent
        if self.ledger is not None:
            try:
                self.ledger.add(_today(), spent)
            except OSError as error:
                logging.getLogger("maia").warning("the cost was not kept: %s", error)

    def today(self) -> Spent | None:
        """What was spent today in all sessions; None where it is not kept or cannot be read."""
        if self.ledger is None:
            return None
        try:
            return self.ledger.of(_today())
        except OSError:
            return None


def _today() -> date:
    return date.today()  # noqa: DTZ011  # the person's day


class MeteredModel:
    """A model whose costs are counted, whoever asks it."""

    def __init__(self, model: ChatModel, meter: Meter) -> None:
        self._model = model
        self._meter = meter

    @property
    def id(self) -> str:
        """The provider."""
        return self._model.id

    @property
    def model(self) -> str:
        """The model's name."""
        return self._model.model

    async def chat(self, request: ChatRequest) -> AsyncGenerator[StreamEvent]:
        """As the model answers; what it says it cost is counted on the way."""
        async with aclosing(self._model.chat(request)) as events:
            async for event in events:
                if isinstance(event, Usage):
                    self._meter.add(event, await self._model.facts())
                yield event

    async def accepts_images(self) -> bool:
        """As the model says."""
        return await self._model.accepts_images()

    async def facts(self) -> ModelFacts:
        """As the server says."""
        return await self._model.facts()

    async def close(self) -> None:
        """Close the model."""
        await self._model.close()
