"""Fitting the rooms together: from settings to a conversation that a facade can hold."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from maia.agent.contracts.errors import SessionError
from maia.agent.contracts.events import Notice
from maia.agent.contracts.profiles import Profile
from maia.agent.contracts.tools import Tool, ToolContext
from maia.agent.loop.agent_loop import AgentLoop
from maia.agent.loop.limits import MAX_ITERATIONS
from maia.agent.loop.state import ConversationState
from maia.agent.loop.tool_calls import ToolCalls
from maia.agent.models.chat_completions import ChatCompletions
from maia.agent.models.server import ServerSettings
from maia.agent.permissions.gate import RuleGate
from maia.agent.permissions.memory import RuleMemory
from maia.agent.permissions.sandbox.prepared import PreparedSandbox
from maia.agent.runtime.blob_files import BlobFiles
from maia.agent.runtime.checkpointed_host import CheckpointedHost
from maia.agent.runtime.conversation import Closable, Conversation
from maia.agent.runtime.file_history import FileHistory
from maia.agent.runtime.joining import Surroundings, join
from maia.agent.runtime.kept_sessions import session_folder
from maia.agent.runtime.local_host import LocalHost
from maia.agent.runtime.mailbox import Mailbox
from maia.agent.runtime.metering import Meter, MeteredModel
from maia.agent.runtime.policy import Policy
from maia.agent.runtime.rule_files import USER_FOLDER, load_rules, trusted_folders
from maia.agent.runtime.selected_model import SelectedModel
from maia.agent.runtime.settings import Settings
from maia.agent.runtime.standing import Standing
from maia.agent.runtime.user_settings import add_allow_rules
from maia.agent.sessions.library import SessionFolder
from maia.agent.sessions.spending import SpendingLedger
from maia.agent.tools.built_in import built_in_tools
from maia.i18n import Language

if TYPE_CHECKING:
    from maia.agent.sessions.checkpoints.store import CheckpointStore


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how the agent works: whose home, which folder, in which language and profile.

    `attended`: a person sees the conversation and answers. It is then kept as a session, if the
    settings want that.
    """

    home: Path
    launch_folder: Path
    language: Language
    profile: Profile = "ask"
    attended: bool = True


def server_settings(settings: Settings) -> ServerSettings:
    """What the engine needs to know of the server."""
    return ServerSettings(
        url=settings.url,
        chat_path=settings.chat_path,
        models_path=settings.models_path,
        api_key=settings.api_key or "",
        max_output_tokens=settings.max_output_tokens,
    )


async def list_models(settings: Settings) -> tuple[str, ...]:
    """The names the server offers. Raises ModelError."""
    from maia.agent.models.catalogue import list_models as ask_server

    return await ask_server(server_settings(settings))


def open_conversation(settings: Settings, place: Place, model: str) -> Conversation:
    """A new conversation with `model`, its tools, rules and machine."""
    return _Assembly(settings, place).conversation(model)


class _Assembly:
    """One conversation being put together."""

    def __init__(self, settings: Settings, place: Place) -> None:
        self._settings = settings
        self._place = place
        self._mailbox = Mailbox()
        self._meter = Meter(
            SpendingLedger(place.home / USER_FOLDER / "spending") if place.attended else None
        )
        self._blobs = BlobFiles(place.home / USER_FOLDER / "blobs")
        self._sandbox = _sandbox(settings, place)
        self._host = LocalHost(self._sandbox.confinement, settings.pass_environment)
        self._folder = self._session_folder()
        self._files = FileHistory(self._checkpoint_store(), place.launch_folder, self._mailbox.emit)
        self._files.begin_session()
        self._files_host = CheckpointedHost(self._host, self._files)
        self._gate = self._make_gate()
        self._standing = Standing(place.language, place.launch_folder)

    def conversation(self, model: str) -> Conversation:
        """All of it."""
        emit = self._mailbox.emit
        for notice in self._sandbox.notices:
            emit(Notice(notice.key, values=dict(notice.values)))
        selected = SelectedModel(self._make_model(model))
        notice = self._standing.build()
        loop = self._loop(selected)
        return join(
            loop,
            self._mailbox,
            selected,
            self._make_model,
            self._policy(),
            Surroundings(
                standing=self._standing,
                home=self._place.home,
                host=self._files_host,
                own_host=self._own_host(),
                meter=self._meter,
                files=self._files,
                folder=self._folder,
                context=self._settings.context,
                env=self._settings.env,
                attended=self._place.attended,
                first_notices=(notice,) if notice is not None else (),
                resources=(*_closable(dict(loop.tools)), self._host),
            ),
        )

    def _make_model(self, name: str) -> MeteredModel:
        server = server_settings(self._settings)
        chat = ChatCompletions(server, name, self._blobs, language=self._place.language)
        return MeteredModel(chat, self._meter)

    def _make_gate(self) -> RuleGate:
        user_file = self._place.home / USER_FOLDER / "settings.json"
        memory = RuleMemory(partial(add_allow_rules, user_file), str(user_file))
        # While the project's rules cannot be read, nothing may be more permissive than with them.
        profile = "ask" if self._settings.rule_files.broken else self._place.profile
        return RuleGate(
            self._settings.rules,
            self._place.launch_folder,
            profile,
            self._place.attended,
            memory,
            confined=self._sandbox.keeps_protected_names,
        )

    def _policy(self) -> Policy:
        home, folder = self._place.home, self._place.launch_folder
        return Policy(
            self._gate,
            trusted_folders(home),
            folder,
            partial(load_rules, home, folder),
            self._settings.has_user_rules,
        )

    def _loop(self, selected: SelectedModel) -> AgentLoop:
        tools = {tool.spec.name: tool for tool in built_in_tools()}
        ask, emit = self._mailbox.ask, self._mailbox.emit

        def open_context() -> ToolContext:
            return ToolContext(
                launch_folder=self._place.launch_folder,
                host=self._files_host,
                model=selected,
                blobs=self._blobs,
                language=self._place.language,
                env=self._settings.env,
                may_show=self._gate.may_read,
            )

        return AgentLoop(
            state=ConversationState(),
            model=selected.chosen,
            system=self._standing.system,
            tools=tools,
            executor=ToolCalls(tools, self._gate, open_context, emit, ask, self._place.language),
            emit=emit,
            ask=ask,
            max_iterations=self._settings.max_iterations or MAX_ITERATIONS,
        )

    def _session_folder(self) -> SessionFolder | None:
        """Ready to be written to; None where sessions are off or cannot be (spec 5.4)."""
        if not (self._place.attended and self._settings.sessions):
            return None
        folder = session_folder(self._place.launch_folder)
        try:
            folder.prepare()
        except SessionError as error:
            self._mailbox.emit(Notice(error.key, values=error.values))
            self._mailbox.emit(Notice("session.off"))
            return None
        return folder

    def _checkpoint_store(self) -> "CheckpointStore | None":
        """Files are kept where the conversation is."""
        if self._folder is None:
            return None
        from maia.agent.sessions.checkpoints.store import CheckpointStore

        return CheckpointStore(self._place.home / USER_FOLDER / "checkpoints")

    def _own_host(self) -> LocalHost:
        """The machine for what the person runs: no bounds, the secrets of the environment apart."""
        if self._sandbox.confinement is None:
            return self._host
        return LocalHost(None, self._settings.pass_environment)


def _sandbox(settings: Settings, place: Place) -> PreparedSandbox:
    """The bounds that the settings ask for. Raises SettingsError when they cannot be had."""
    if settings.sandbox.mode == "off":
        return PreparedSandbox()
    from maia.agent.permissions.sandbox.preparation import make_confinement

    return make_confinement(settings.sandbox, place.launch_folder, place.home)


def _closable(tools: dict[str, Tool]) -> tuple[Closable, ...]:
    """The tools that hold something of the machine: background commands."""
    return tuple(tool for tool in tools.values() if isinstance(tool, Closable))
