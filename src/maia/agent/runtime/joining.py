"""Joining a loop with what surrounds it: the session, the context, the files, the costs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from maia.agent.contracts.events import Notice
from maia.agent.contracts.host import Host
from maia.agent.loop.agent_loop import AgentLoop
from maia.agent.runtime.compactor import Compactor, TokenCount
from maia.agent.runtime.context_room import ContextRoom
from maia.agent.runtime.conversation import Closable, Conversation, Parts
from maia.agent.runtime.file_history import FileHistory
from maia.agent.runtime.mailbox import Mailbox
from maia.agent.runtime.metering import Meter
from maia.agent.runtime.model_window import ModelWindow
from maia.agent.runtime.policy import Policy
from maia.agent.runtime.selected_model import ModelMaker, SelectedModel
from maia.agent.runtime.session_changes import SessionChanges
from maia.agent.runtime.session_keeper import Contents, SessionKeeper
from maia.agent.runtime.standing import Standing
from maia.agent.runtime.turns import Turns
from maia.agent.runtime.user_shell import UserShell
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.spending import spent_data


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a conversation has around its loop.

    `host` is the machine of the tools, `own_host` that of what the person runs. `folder` None: no
    session is kept. `context` is the setting of that name. `attended`: somebody sees it.
    """

    standing: Standing
    home: Path
    host: Host
    own_host: Host
    files: FileHistory
    meter: Meter = field(default_factory=Meter)
    folder: SessionFolder | None = None
    context: int | None = None
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    attended: bool = True
    first_notices: tuple[Notice, ...] = ()
    resources: tuple[Closable, ...] = ()


def join(
    loop: AgentLoop,
    mailbox: Mailbox,
    selected: SelectedModel,
    make_model: ModelMaker,
    policy: Policy,
    around: Surroundings,
) -> Conversation:
    """The conversation of `loop`."""
    emit, standing = mailbox.emit, around.standing

    def contents() -> Contents:
        return Contents(
            tuple(loop.state.messages),
            tuple(loop.state.pending_context),
            standing.start_context,
            selected.model,
            {**spent_data(around.meter.session), **around.files.fields()},
        )

    keeper = SessionKeeper(around.folder, str(standing.launch_folder), emit, contents)
    window = ModelWindow(selected, standing.language, around.context, emit, around.attended)
    room = ContextRoom(
        Compactor(loop, standing, keeper, window, TokenCount(), emit), is_watched=around.attended
    )
    loop.state.listener, loop.room = keeper, room
    meter, files = around.meter, around.files
    turns = Turns(loop, room, standing, keeper, meter, files, around.host, around.home, emit)
    shell = UserShell(around.own_host, standing.launch_folder, around.env, standing.language, emit)
    return Conversation(
        Parts(
            loop=loop,
            mailbox=mailbox,
            selected=selected,
            make_model=make_model,
            policy=policy,
            room=room,
            turns=turns,
            changes=SessionChanges(loop, standing, keeper, room, policy, meter, files, emit),
            shell=shell,
            meter=meter,
            files=files,
            first_notices=around.first_notices,
            resources=around.resources,
        )
    )
