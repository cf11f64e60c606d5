"""A turn from the person's side: references, room, the loop; or all of it taken back."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from maia.agent.context.mentioned_files import Place, resolve_mentions
from maia.agent.contracts.events import ErrorRaised, Event, TurnEnded, TurnStarted
from maia.agent.contracts.host import Host
from maia.agent.loop.agent_loop import AgentLoop, TurnResult
from maia.agent.loop.state import Snapshot
from maia.agent.runtime.context_room import ContextRoom
from maia.agent.runtime.effects import effects_note
from maia.agent.runtime.file_history import FileHistory
from maia.agent.runtime.metering import Meter
from maia.agent.runtime.session_keeper import SessionKeeper
from maia.agent.runtime.standing import Standing


@dataclass(slots=True)
class Turns:
    """Runs the requests of one conversation."""

    loop: AgentLoop
    room: ContextRoom
    standing: Standing
    keeper: SessionKeeper
    meter: Meter
    files: FileHistory
    host: Host
    home: Path
    emit: Callable[[Event], None]

    async def run(self, text: str, turn_id: int) -> None:
        """Answer `text`; its end is told whatever happens.

        Cancelled (spec 5.5), the conversation is what it was before the request, and what had
        taken effect is kept for the model to know.
        """
        before, start_context = self.loop.state.snapshot(), self.standing.start_context
        result = TurnResult()
        self.meter.begin_request()
        self.emit(TurnStarted(turn_id))
        try:
            await self._answer(text, turn_id, result)
        except asyncio.CancelledError:
            result.reason = "interrupted"
            await self._take_back(before, start_context, result)
        except Exception as error:
            # A fault of ours: the history stays, the facade is told, the log has the traceback.
            logging.getLogger("maia").exception("the turn failed")
            result.reason = "failed"
            self.emit(ErrorRaised("error.internal", {"error": f"{type(error).__name__}: {error}"}))
        finally:
            self.emit(TurnEnded(turn_id, result.reason, result.iterations, result.changed_files))

    async def _answer(self, text: str, turn_id: int, result: TurnResult) -> None:
        place = Place(self.standing.launch_folder, self.home, self.standing.language)
        resolved = await resolve_mentions(text, place, self.host)
        for notice in resolved.notices:
            self.emit(notice)
        await self.room.before_request(text, resolved.contexts)
        for context in resolved.contexts:
            self.loop.state.add_pending(context)
        await self.files.begin_request(text)
        await self.loop.run_turn(text, turn_id, result)
        with contextlib.suppress(asyncio.CancelledError):  # the turn is over: it is not taken back
            await self.room.after_turn()

    async def _take_back(
        self, before: Snapshot, start_context: str | None, result: TurnResult
    ) -> None:
        """Restore what was before the request; a compaction on the way is taken back too."""
        if self.standing.start_context is start_context:
            self.loop.state.restore(before)
        else:
            await self.standing.rebuild(start_context)
            self.loop.system = self.standing.system
            self.loop.state.take(before)
            self.room.begin()
            self.keeper.rewritten()
        note = effects_note(result.changed_files, result.commands, self.standing.language)
        if note is not None:
            self.keeper.effects(result.changed_files, result.commands)
            self.loop.state.add_pending(note)
        await self.room.measure()
