"""What may be changed of the permissions while a conversation runs, and what they are."""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from maia.agent.contracts.errors import SettingsError
from maia.agent.contracts.profiles import Profile
from maia.agent.permissions.gate import RuleGate
from maia.agent.permissions.rules import Family, Rule
from maia.agent.permissions.trust import TrustedFolders
from maia.agent.runtime.rule_files import LoadedRules


@dataclass(slots=True)
class Policy:
    """The gate of one conversation, as a person steers it.

    `read_rules` reads the rules again, those that a trusted folder grants among them.
    """

    gate: RuleGate
    trusted: TrustedFolders
    launch_folder: Path
    read_rules: Callable[[], LoadedRules]
    has_user_rules: bool = True

    @property
    def profile(self) -> Profile:
        """What decides where no rule does."""
        return self.gate.profile

    def select(self, profile: Profile) -> None:
        """Let `profile` decide from here on."""
        self.gate.profile = profile

    async def trust(self) -> None:
        """Trust the launch folder and read the rules again. Raises SettingsError."""
        await asyncio.to_thread(self.trusted.add, self.launch_folder)
        self.gate.rules = (await asyncio.to_thread(self.read_rules)).rules

    async def read_again(self) -> SettingsError | None:
        """Take the rules as the files have them now, and forget what this session allowed.

        What is wrong with a project's file is returned: while it cannot be read, nothing may be
        more permissive than with it. Rules that cannot be read at all leave the present ones.
        """
        self.gate.memory.allow = ()
        try:
            loaded = await asyncio.to_thread(self.read_rules)
        except SettingsError as error:
            return error
        self.gate.rules = loaded.rules
        if loaded.broken is not None:
            self.gate.profile = "ask"
        return loaded.broken

    def is_asked_about_trust(self) -> bool:
        """Whether a person has not said yet if the launch folder is trusted."""
        known = self.launch_folder in self.trusted or self.trusted.was_declined(self.launch_folder)
        return not known

    async def decline_trust(self) -> None:
        """Leave the launch folder untrusted and do not ask again. Raises SettingsError."""
        await asyncio.to_thread(self.trusted.decline, self.launch_folder)

    def wants_starter_rules(self) -> bool:
        """Whether the user's settings say nothing of permissions: the first start."""
        return not self.has_user_rules

    async def take_starter_rules(self, rules: tuple[str, ...]) -> None:
        """Allow `rules` for good; none notes that a person wants none. Raises SettingsError."""
        self.has_user_rules = True
        if rules:
            await self.gate.remember(rules, "always")
        else:
            await asyncio.to_thread(self.gate.memory.write_for_good, ())

    def rules(self) -> Iterator[tuple[Family, Rule]]:
        """Every rule that counts, by family, those remembered in this session last."""
        yield from self.gate.rules.by_family()
        for rule in self.gate.memory.allow:
            yield "allow", rule
