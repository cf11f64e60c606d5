"""What the loop is given by whoever holds the conversation."""

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from maia.agent.contracts.events import ContinuationAsked, Event, PermissionAsked
from maia.agent.contracts.operations import Answer
from maia.agent.contracts.tools import ToolContext

Emit: TypeAlias = Callable[[Event], None]
"""Takes every event, in order. Never blocks, never raises."""

Question: TypeAlias = PermissionAsked | ContinuationAsked

Ask: TypeAlias = Callable[[Question], Awaitable[Answer]]
"""Puts a question to the person and waits for the answer; one question at a time."""

OpenContext: TypeAlias = Callable[[], ToolContext]
"""The context of one call; the executor adds where output, changes and folders are told."""
