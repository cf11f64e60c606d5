"""The model in use, which may be another one tomorrow."""

from typing import Protocol

from maia.agent.contracts.model import ChatModel, ModelFacts


class ModelMaker(Protocol):
    """Makes the model of a name, on the configured server."""

    def __call__(self, name: str) -> ChatModel:
        """A model ready to chat."""
        ...


class SelectedModel:
    """The model in use, as tools may know it; another one can take its place between turns."""

    def __init__(self, chosen: ChatModel) -> None:
        self.chosen = chosen

    @property
    def model(self) -> str:
        """Its name."""
        return self.chosen.model

    async def accepts_images(self) -> bool:
        """Whether it takes images."""
        return await self.chosen.accepts_images()

    async def facts(self) -> ModelFacts:
        """What the server says of it."""
        return await self.chosen.facts()
