"""The Tool port: what the model can call, and what a tool is given to work with (spec 4.3)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Protocol, TypeAlias

from maia.agent.contracts.display import Display
from maia.agent.contracts.host import Host
from maia.agent.contracts.messages import ImageBlock

DefaultPermission: TypeAlias = Literal["auto", "ask"]
ToolKind: TypeAlias = Literal["read", "edit", "search", "execute", "think", "fetch", "other"]
Language: TypeAlias = Literal["en", "fr"]

PATH_NAMES = ("path", "file_path", "filePath", "filepath", "filename", "file")
"""The parameter `path` of the file tools, then the names models use for it, in order of choice."""

COMMAND_NAMES = ("command", "cmd", "script")
"""The parameter `command` of Bash, then the names models use for it."""

URL_NAMES = ("url", "uri", "link")
"""The parameter `url` of WebFetch, then the names models use for it."""


@dataclass(frozen=True, slots=True)
class ToolSpec:
    """What the model is told of a tool; `input_schema` is JSON Schema."""

    name: str
    description: str
    input_schema: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    """What a tool gave back: `content` for the model, `display` for people, `images` for both."""

    content: str
    is_error: bool = False
    display: tuple[Display, ...] = ()
    images: tuple[ImageBlock, ...] = ()


class BlobStore(Protocol):
    """Where the bytes of images live, by content."""

    def put(self, data: bytes) -> str:
        """Keep `data` and return its reference (`sha256:...`)."""
        ...

    def get(self, reference: str) -> bytes | None:
        """The bytes, or None when they are gone."""
        ...


class ModelInUse(Protocol):
    """What a tool may know of the model in use; read at the moment of the call."""

    @property
    def model(self) -> str:
        """The model's name."""
        ...

    async def accepts_images(self) -> bool:
        """Whether an image may be given back."""
        ...


def _silent(_text: str) -> None:
    """Live output that nobody listens to."""


def _shown(_path: Path) -> bool:
    """No file is kept from the model."""
    return True


def _unnoted(_path: Path) -> None:
    """Changes that nobody keeps account of."""


@dataclass(frozen=True, slots=True)
class ToolContext:
    """What a call is given: the launch folder, the machine through `host`, the model, the language.

    `env` holds the variables of the `env` setting (spec 4.5), laid over the process environment.
    `emit_output` takes live output as it comes, for people; never awaited, never raises.
    `note_change` is told every file that was written, as soon as it was: also a call that is then
    interrupted or fails has its changes listed.
    `may_show` says whether the content of a file met on the way may be given to the model: a tool
    that shows many files leaves out, and counts, those that may not (rules on Read).
    `folder` is where commands start (None: the launch folder): the same for all calls of a
    response, whatever they do; `keep_folder` says where those of the next response start.
    """

    launch_folder: Path
    host: Host
    model: ModelInUse
    blobs: BlobStore
    language: Language = "en"
    env: Mapping[str, str] = field(default_factory=dict[str, str])
    emit_output: Callable[[str], None] = _silent
    note_change: Callable[[Path], None] = _unnoted
    may_show: Callable[[Path], bool] = _shown
    folder: Path | None = None
    keep_folder: Callable[[Path], None] = _unnoted


class Tool(Protocol):
    """One thing the model can do.

    A tool touches the machine through `context.host` only. What goes wrong is raised as
    `ToolInputError` or `ToolFailure` (or returned with `is_error`), in words the model can act on;
    anything else that escapes is a fault of ours and is reported as such. Cancellation passes
    through after the tool has stopped what it started.
    """

    @property
    def spec(self) -> ToolSpec:
        """What the model is told."""
        ...

    @property
    def kind(self) -> ToolKind:
        """What sort of act it is, for icons and for editors."""
        ...

    @property
    def default_permission(self) -> DefaultPermission:
        """`auto` for what only reads, `ask` for the rest; rules and profiles decide (spec 9.2)."""
        ...

    def describe(self, arguments: Mapping[str, Any]) -> str:
        """One short line for people: the path, the command, the pattern. Never raises."""
        ...

    def lock_key(self, arguments: Mapping[str, Any], launch_folder: Path) -> str | None:
        """Calls with the same key run one after the other, in call order (spec 6.3)."""
        ...

    async def execute(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolOutcome:
        """Do it."""
        ...
