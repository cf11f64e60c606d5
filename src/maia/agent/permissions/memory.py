"""What a person said to allow from now on: for this session, or for good."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from maia.agent.contracts.errors import SettingsError
from maia.agent.contracts.operations import Remembering
from maia.agent.permissions.rules import Rule, read_rules

SESSION = "session"
"""Where a remembered rule comes from, as it is shown."""


def _nowhere(_rules: tuple[str, ...]) -> None:
    """For a conversation that has no settings file to write to."""


@dataclass(slots=True)
class RuleMemory:
    """The rules allowed since the conversation began.

    `write_for_good` puts rules into `settings_file`, which they then come from.
    """

    write_for_good: Callable[[tuple[str, ...]], None] = _nowhere
    settings_file: str = SESSION
    allow: tuple[Rule, ...] = ()

    async def remember(self, rules: tuple[str, ...], scope: Remembering) -> None:
        """Keep `rules`. Raises SettingsError when one is malformed or cannot be written."""
        source = self.settings_file if scope == "always" else SESSION
        read = read_rules({"allow": list(rules)}, source)
        if read.malformed:
            wrong = read.malformed[0]
            raise SettingsError("permission.not_a_rule", written=wrong.written)
        if scope == "always":
            await asyncio.to_thread(self.write_for_good, rules)
        self.allow += tuple(rule for rule in read.allow if rule not in self.allow)
