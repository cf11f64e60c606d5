"""What is asked once: starter rules at the first start, and whether a folder is trusted."""

import asyncio
from collections.abc import Awaitable, Callable

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.policy import Policy
from maia.facades.repl.asking import Asker
from maia.facades.repl.policy_view import policy_facts
from maia.facades.repl.slash.desk import Desk

STARTER_RULES = ("Read(**)", "Glob(**)", "Grep(**)", "TodoWrite", "CurrentModel")
"""Reading inside the launch folder: the tools that `plan` passes."""


class FirstStart:
    """The questions of a first start, each asked until it is answered once, and then never."""

    def __init__(self, policy: Policy, asker: Asker, desk: Desk) -> None:
        self._policy = policy
        self._asker = asker
        self._desk = desk

    async def ask(self, trust: Callable[[], Awaitable[bool | None]]) -> None:
        """Offer starter rules where no rules are set; ask about a folder that would grant.

        `trust` puts the question about the folder, as `/trust` does. Ctrl+C decides nothing.
        """
        try:
            if self._policy.wants_starter_rules():
                await self._offer_rules()
            facts = await asyncio.to_thread(policy_facts, self._policy)
            asked = bool(facts.ignored) and self._policy.is_asked_about_trust()
            if asked and await trust() is False:
                await self._policy.decline_trust()
        except SettingsError as error:
            self._desk.tell("warning", error.key, **error.values)

    async def _offer_rules(self) -> None:
        said = self._desk.say("repl.offer_rules", rules=", ".join(STARTER_RULES))
        taken = await self._asker.decide(said)
        if taken is not None:
            await self._policy.take_starter_rules(STARTER_RULES if taken else ())
