"""The slash commands of the line facade (spec 5.6)."""

import asyncio
import difflib
import os
from collections.abc import Callable

from maia.agent.contracts.operations import SelectModel, SelectProfile, TrustFolder
from maia.agent.contracts.profiles import PROFILES, Profile
from maia.agent.runtime.conversation import Conversation
from maia.facades.commands import closest_command, commands_of
from maia.facades.repl.asking import Asker
from maia.facades.repl.model_choice import ListModels, pick_model
from maia.facades.repl.policy_view import (
    PolicyFacts,
    ignored_text,
    permissions_text,
    policy_facts,
    profiles_text,
)
from maia.facades.repl.printer import Printer
from maia.facades.repl.signals import on_ctrl_c
from maia.facades.repl.style import Style
from maia.facades.repl.terminal import Terminal
from maia.facades.shown_text import harmless, one_line
from maia.i18n import Catalogue
from maia.workspace.terminal_text import visible

BypassBarrier = Callable[[], str | None]
"""Why `bypass` may not be selected: the key of a sentence, None when it may."""

_NAME_WIDTH = 200


def refuse_bypass_as_root() -> str | None:
    """For a process without a sandbox: root asks, always."""
    return "repl.bypass_as_root" if os.geteuid() == 0 else None


class SlashCommands:
    """Carries out a command and writes what comes of it."""

    def __init__(
        self,
        conversation: Conversation,
        terminal: Terminal,
        catalogue: Catalogue,
        style: Style,
        list_models: ListModels,
        bypass_barrier: BypassBarrier,
    ) -> None:
        self._conversation = conversation
        self._terminal = terminal
        self._catalogue = catalogue
        self._style = style
        self._list_models = list_models
        self._bypass_barrier = bypass_barrier
        self._printer = Printer(catalogue, style)
        self._asker = Asker(terminal, catalogue, style)

    async def run(self, name: str, argument: str) -> bool:
        """False when the command ends the session."""
        match name:
            case "exit":
                return False
            case "help":
                self._help()
            case "model":
                await self._choose_model(argument)
            case "permissions":
                facts = await self._facts()
                self._terminal.write(permissions_text(facts, self._catalogue, self._style))
            case "mode":
                await self._choose_mode(argument)
            case "trust":
                await self.trust()
            case _:
                self._unknown(name)
        return True

    def _help(self) -> None:
        for command in commands_of("repl"):
            form = f"/{command.name} {command.argument}".strip()
            self._terminal.write(f"  {form:<16} {self._say(command.help_key)}\n")

    def _unknown(self, name: str) -> None:
        shown, close = one_line(name, _NAME_WIDTH), closest_command(name, "repl")
        if close is None:
            self._write(self._say("repl.unknown_command", name=shown), "warning")
        else:
            said = self._say("repl.unknown_command_close", name=shown, close=close)
            self._write(said, "warning")

    async def _choose_model(self, name: str) -> None:
        chosen = name.removeprefix("litellm:").strip() or await self._pick_model()
        if chosen:
            await self._submit(SelectModel(chosen))

    async def _pick_model(self) -> str | None:
        """Let the person choose from the server's list; Ctrl+C gives up, also while it loads."""
        picking = asyncio.ensure_future(
            pick_model(self._terminal, self._list_models, self._catalogue, self._style)
        )
        with on_ctrl_c(picking.cancel):
            await asyncio.wait([picking])
        return None if picking.cancelled() else picking.result()

    async def _choose_mode(self, name: str) -> None:
        current = self._conversation.policy.profile
        if not name:
            self._terminal.write(profiles_text(current, self._catalogue, self._style))
            return
        for profile in PROFILES:
            if profile == name.lower():
                if await self._may_select(profile):
                    await self._submit(SelectProfile(profile))
                return
        close = difflib.get_close_matches(name.lower(), PROFILES, n=1)
        names = ", ".join(close or PROFILES)
        shown = one_line(name, _NAME_WIDTH)
        self._write(self._say("repl.unknown_mode", name=shown, names=names), "warning")

    async def _may_select(self, profile: Profile) -> bool:
        """What asks less than `ask` wants the project's rules readable, and bypass a yes."""
        if profile in ("ask", "plan"):
            return True
        broken = (await self._facts()).broken
        if broken is not None:
            said = self._say(broken.key, **broken.values)
            self._write(harmless(self._say("repl.mode_needs_rules", problem=said)), "fail")
            return False
        if profile != "bypass":
            return True
        barrier = self._bypass_barrier()
        if barrier is not None:
            self._write(self._say(barrier), "fail")
            return False
        said = self._style.bad(self._say("repl.confirm_bypass"))
        return await self._asker.confirm(f"{self._style.badge('ask')} {said}\n")

    async def trust(self) -> bool | None:
        """Show what the folder's files would grant, and trust it on a yes; None: left open."""
        facts = await self._facts()
        folder = visible(facts.folder)
        if facts.trusted:
            self._write(self._say("repl.folder_trusted", folder=folder), "info")
            return True
        if facts.broken is not None:
            said = self._say(facts.broken.key, **facts.broken.values)
            self._write(harmless(said), "warning")
        grants = ignored_text(facts, self._catalogue, self._style)
        text = grants or self._say("repl.nothing_granted") + "\n"
        text += f"{self._style.badge('ask')} {self._say('repl.confirm_trust', folder=folder)}\n"
        decided = await self._asker.decide(text)
        if decided:
            await self._submit(TrustFolder())
        return decided

    async def _submit(self, operation: SelectModel | SelectProfile | TrustFolder) -> None:
        """Submit it, and show the event that says what came of it."""
        await self._conversation.submit(operation)
        self._terminal.write(self._printer.render(await self._conversation.next_event()))

    async def _facts(self) -> PolicyFacts:
        return await asyncio.to_thread(policy_facts, self._conversation.policy)

    def _write(self, text: str, level: str) -> None:
        self._terminal.write(f"{self._style.badge(level)} {text}\n")

    def _say(self, key: str, **values: object) -> str:
        return self._catalogue.text(key, **values)
