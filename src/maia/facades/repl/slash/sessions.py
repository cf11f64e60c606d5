"""/clear, /new, /load, /rename, /compact, /rewind: which conversation this is."""

import asyncio

from maia.agent.contracts.operations import (
    Clear,
    Compact,
    LoadSession,
    NewSession,
    RenameSession,
    Rewind,
    RewoundPart,
)
from maia.facades.repl.screen.choice import Choice
from maia.facades.repl.slash.desk import Desk
from maia.facades.shown_text import one_line

_WIDTH = 100
_PARTS: dict[RewoundPart, str] = {
    "both": "repl.rewind_both",
    "conversation": "repl.rewind_conversation",
    "files": "repl.rewind_files",
}


async def clear(desk: Desk) -> None:
    """Begin anew."""
    await desk.submit(Clear())


async def new_session(desk: Desk) -> None:
    """Begin another session."""
    await desk.submit(NewSession())


async def compact(desk: Desk) -> None:
    """Put a summary in the place of the conversation."""
    await desk.submit(Compact())


async def rename(desk: Desk, name: str) -> None:
    """Give the session the name that was typed."""
    if not name:
        desk.tell("warning", "repl.rename_usage", name=desk.conversation.session)
        return
    await desk.submit(RenameSession(name))


async def load(desk: Desk, name: str) -> None:
    """The session that was named, or one of the list."""
    chosen = name or await pick_session(desk)
    if chosen:
        await desk.submit(LoadSession(chosen))


async def pick_session(desk: Desk) -> str | None:
    """One of the folder's sessions, newest first; those that cannot be read are named."""
    folder = desk.conversation.sessions
    if folder is None:
        desk.tell("warning", "session.are_off")
        return None
    listing = await asyncio.to_thread(folder.list)
    for skipped in listing.skipped:
        desk.tell("warning", skipped.key, **skipped.values)
    entries = [entry for entry in listing.entries if entry.name != desk.conversation.session]
    if not entries:
        desk.tell("info", "repl.no_sessions")
        return None
    choices = [
        Choice(
            entry.name,
            desk.say(
                "repl.session_detail",
                count=entry.message_count,
                request=one_line(entry.first_request, _WIDTH),
            ),
        )
        for entry in entries
    ]
    index = await desk.screen.choose(desk.say("repl.which_session"), choices)
    return None if index is None else entries[index].name


async def rewind(desk: Desk) -> None:
    """Back to before one of the requests: the conversation, the files, or both."""
    requests = desk.conversation.requests()
    if not requests:
        desk.tell("info", "repl.nothing_to_rewind")
        return
    shown = [Choice(one_line(_last_lines(request.text), _WIDTH)) for request in requests]
    chosen = await desk.screen.choose(desk.say("repl.which_request"), shown, len(shown) - 1)
    if chosen is None:
        return
    parts = [Choice(desk.say(key)) for key in _PARTS.values()]
    part = await desk.screen.choose(desk.say("repl.rewind_what"), parts)
    if part is not None:
        await desk.submit(Rewind(requests[chosen].number, tuple(_PARTS)[part]))


def _last_lines(text: str) -> str:
    """What was typed stands behind the context that was joined to it."""
    return text.rpartition("\n\n")[2] or text
