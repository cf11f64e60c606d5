"""Fitting the rooms together: from settings to a conversation that a facade can hold."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from maia.agent.context.system_prompt import system_prompt
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
from maia.agent.runtime.conversation import Closable, Conversation, Mailbox, SelectedModel
from maia.agent.runtime.local_host import LocalHost
from maia.agent.runtime.policy import Policy
from maia.agent.runtime.rule_files import USER_FOLDER, load_rules, trusted_folders
from maia.agent.runtime.settings import Settings
from maia.agent.runtime.user_settings import add_allow_rules
from maia.agent.tools.built_in import built_in_tools
from maia.i18n import Language


@dataclass(frozen=True, slots=True)
class Place:
    """Where and how the agent works: whose home, which folder, in which language and profile."""

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
    blobs = BlobFiles(place.home / USER_FOLDER / "blobs")
    server = server_settings(settings)

    def make_model(name: str) -> ChatCompletions:
        return ChatCompletions(server, name, blobs, language=place.language)

    selected = SelectedModel(make_model(model))
    sandbox = _sandbox(settings, place)
    host = LocalHost(sandbox.confinement, settings.pass_environment)
    tools = {tool.spec.name: tool for tool in built_in_tools()}
    mailbox = Mailbox()

    def open_context() -> ToolContext:
        return ToolContext(
            launch_folder=place.launch_folder,
            host=host,
            model=selected,
            blobs=blobs,
            language=place.language,
            env=settings.env,
            may_show=gate.may_read,
        )

    user_file = place.home / USER_FOLDER / "settings.json"
    memory = RuleMemory(partial(add_allow_rules, user_file), str(user_file))
    # While the project's rules cannot be read, nothing may be more permissive than with them.
    profile = "ask" if settings.rule_files.broken else place.profile
    gate = RuleGate(
        settings.rules,
        place.launch_folder,
        profile,
        place.attended,
        memory,
        confined=sandbox.keeps_protected_names,
    )
    for notice in sandbox.notices:
        mailbox.emit(Notice(notice.key, values=dict(notice.values)))
    policy = Policy(
        gate,
        trusted_folders(place.home),
        place.launch_folder,
        partial(load_rules, place.home, place.launch_folder),
        settings.has_user_rules,
    )
    executor = ToolCalls(tools, gate, open_context, mailbox.emit, mailbox.ask, place.language)
    loop = AgentLoop(
        state=ConversationState(),
        model=selected.chosen,
        system=system_prompt(place.language, place.launch_folder),
        tools=tools,
        executor=executor,
        emit=mailbox.emit,
        ask=mailbox.ask,
        max_iterations=settings.max_iterations or MAX_ITERATIONS,
    )
    return Conversation(loop, mailbox, selected, make_model, policy, (*_closable(tools), host))


def _sandbox(settings: Settings, place: Place) -> PreparedSandbox:
    """The bounds that the settings ask for. Raises SettingsError when they cannot be had."""
    if settings.sandbox.mode == "off":
        return PreparedSandbox()
    from maia.agent.permissions.sandbox.preparation import make_confinement

    return make_confinement(settings.sandbox, place.launch_folder, place.home)


def _closable(tools: dict[str, Tool]) -> tuple[Closable, ...]:
    """The tools that hold something of the machine: background commands."""
    return tuple(tool for tool in tools.values() if isinstance(tool, Closable))
