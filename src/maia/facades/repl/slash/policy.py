"""/permissions, /mode, /trust: how much is asked."""

import asyncio
import difflib

from maia.agent.contracts.operations import SelectProfile, TrustFolder
from maia.agent.contracts.profiles import PROFILES, Profile
from maia.facades.repl.policy_view import (
    PolicyFacts,
    ignored_text,
    permissions_text,
    policy_facts,
    profiles_text,
)
from maia.facades.repl.slash.desk import Desk
from maia.facades.shown_text import harmless, one_line
from maia.workspace.terminal_text import visible

_NAME_WIDTH = 200


async def show_permissions(desk: Desk) -> None:
    """The rules that count, by file."""
    desk.write(permissions_text(await _facts(desk), desk.catalogue, desk.style))


async def choose_mode(desk: Desk, name: str) -> None:
    """Select a profile by name; without one, show them."""
    current = desk.conversation.policy.profile
    if not name:
        desk.write(profiles_text(current, desk.catalogue, desk.style))
        return
    for profile in PROFILES:
        if profile == name.lower():
            if await _may_select(desk, profile):
                await desk.submit(SelectProfile(profile))
            return
    close = difflib.get_close_matches(name.lower(), PROFILES, n=1)
    names = ", ".join(close or PROFILES)
    desk.tell("warning", "repl.unknown_mode", name=one_line(name, _NAME_WIDTH), names=names)


async def ask_trust(desk: Desk) -> bool | None:
    """Show what the folder's files would grant, and trust it on a yes; None: left open."""
    facts = await _facts(desk)
    folder = visible(facts.folder)
    if facts.trusted:
        desk.tell("info", "repl.folder_trusted", folder=folder)
        return True
    if facts.broken is not None:
        desk.tell("warning", facts.broken.key, **facts.broken.values)
    grants = ignored_text(facts, desk.catalogue, desk.style)
    details = grants or desk.say("repl.nothing_granted") + "\n"
    decided = await desk.asker.decide(desk.say("repl.confirm_trust", folder=folder), details)
    if decided:
        await desk.submit(TrustFolder())
    return decided


async def _may_select(desk: Desk, profile: Profile) -> bool:
    """What asks less than `ask` wants the project's rules readable, and bypass a yes."""
    if profile in ("ask", "plan"):
        return True
    broken = (await _facts(desk)).broken
    if broken is not None:
        said = desk.say(broken.key, **broken.values)
        desk.tell("fail", "repl.mode_needs_rules", problem=harmless(said))
        return False
    if profile != "bypass":
        return True
    barrier = desk.services.bypass_barrier()
    if barrier is not None:
        desk.tell("fail", barrier)
        return False
    return await desk.asker.confirm(desk.style.bad(desk.say("repl.confirm_bypass")))


async def _facts(desk: Desk) -> PolicyFacts:
    return await asyncio.to_thread(policy_facts, desk.conversation.policy)
