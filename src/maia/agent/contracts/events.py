"""What a facade reads: a closed set of events, in the order things happen.

Ids are stable: `message_id` joins the pieces of one answer, `call_id` those of one tool call,
`question_id` a question and its answer. A notice or an error names a sentence of the catalogues
(`key`) and its `values`; no event carries prose for people.
"""

from typing import Any, Literal, TypeAlias

import msgspec

from maia.agent.contracts.display import Display
from maia.agent.contracts.judgement import JudgedPart
from maia.agent.contracts.model import StopReason
from maia.agent.contracts.operations import AnswerWord
from maia.agent.contracts.profiles import Profile
from maia.agent.contracts.tools import ToolKind

TurnEnd: TypeAlias = Literal["done", "max_iterations", "stopped", "interrupted", "failed"]
SessionOpening: TypeAlias = Literal["new", "cleared", "loaded", "compacted", "rewound"]
CompactionCause: TypeAlias = Literal["manual", "automatic", "emergency"]
CallEnd: TypeAlias = Literal["ran", "failed", "refused", "denied", "stopped", "not_run"]


class _Event(msgspec.Struct, frozen=True, tag_field="type", rename="camel", omit_defaults=True):
    """What all events share."""


class TurnStarted(_Event, frozen=True, tag="turn_started"):
    """A request was taken up."""

    turn_id: int


class RequestStarted(_Event, frozen=True, tag="request_started"):
    """The model is asked; `iteration` counts from 1 within the turn."""

    iteration: int


class TextArrived(_Event, frozen=True, tag="text_arrived"):
    """A piece of the answer."""

    message_id: str
    text: str


class ReasoningArrived(_Event, frozen=True, tag="reasoning_arrived"):
    """A piece of the reasoning, which is not the answer."""

    message_id: str
    text: str


class ResponseEnded(_Event, frozen=True, tag="response_ended"):
    """The model has finished speaking. `stop_reason` is `failed` when the stream broke."""

    message_id: str
    stop_reason: StopReason | Literal["failed"]


class UsageReported(_Event, frozen=True, tag="usage_reported"):
    """What the server says the request cost, in tokens."""

    input_tokens: int
    output_tokens: int
    reasoning_tokens: int = 0
    cached_tokens: int = 0


class ToolCallAnnounced(_Event, frozen=True, tag="tool_call_announced"):
    """The model wants to run a tool. `summary` is the tool's one-line description of the call."""

    call_id: str
    tool: str
    kind: ToolKind
    summary: str
    input: dict[str, Any]


class ToolCallStarted(_Event, frozen=True, tag="tool_call_started"):
    """It was allowed and runs now."""

    call_id: str


class ToolOutputArrived(_Event, frozen=True, tag="tool_output_arrived"):
    """Live output of a running tool."""

    call_id: str
    text: str


class ToolCallEnded(_Event, frozen=True, tag="tool_call_ended"):
    """How the call ended, with what the model is told (`content`) and what people are shown.

    Of a call that was denied, `rule` is what denied it, and `suggestions` are the rules that would
    let it pass, if any.
    """

    call_id: str
    tool: str
    end: CallEnd
    content: str
    display: tuple[Display, ...] = ()
    rule: str = ""
    suggestions: tuple[str, ...] = ()


class ToolsRunning(_Event, frozen=True, tag="tools_running"):
    """Several tools at once: their names, and how many are done (spec 6.3)."""

    names: tuple[str, ...]
    done: int


class ToolsSettled(_Event, frozen=True, tag="tools_settled"):
    """The tools of one response have all ended."""


class PermissionAsked(_Event, frozen=True, tag="permission_asked"):
    """May this call run? Carries all a person needs to decide; answers: yes, no, stop.

    `rule` names what asks, "" when no rule decides; `parts` what each part does to the decision;
    `suggestions` the narrowest rules that would let it pass next time.
    """

    question_id: str
    call_id: str
    tool: str
    kind: ToolKind
    summary: str
    input: dict[str, Any]
    rule: str = ""
    parts: tuple[JudgedPart, ...] = ()
    suggestions: tuple[str, ...] = ()


class ContinuationAsked(_Event, frozen=True, tag="continuation_asked"):
    """The series of iterations is used up: go on with another? Answers: yes, no."""

    question_id: str
    iterations: int


class QuestionClosed(_Event, frozen=True, tag="question_closed"):
    """A question was answered, or fell away with its turn (`answer` is then None)."""

    question_id: str
    answer: AnswerWord | None = None


class Notice(_Event, frozen=True, tag="notice"):
    """Something the person should know. `level` is `info` or `warning`."""

    key: str
    level: Literal["info", "warning"] = "warning"
    values: dict[str, str | int] = {}


class ErrorRaised(_Event, frozen=True, tag="error_raised"):
    """The turn cannot go on; `TurnEnded` follows."""

    key: str
    values: dict[str, str | int] = {}


class ModelSelected(_Event, frozen=True, tag="model_selected"):
    """Another model answers from here on."""

    model: str


class ProfileSelected(_Event, frozen=True, tag="profile_selected"):
    """Another profile decides from here on what no rule does."""

    profile: Profile


class FolderTrusted(_Event, frozen=True, tag="folder_trusted"):
    """The project files of this folder take effect from here on."""

    folder: str


class ContextMeasured(_Event, frozen=True, tag="context_measured"):
    """How many tokens the context takes now, and how many the model takes; None: not known."""

    tokens: int
    maximum: int | None = None


class ShellStarted(_Event, frozen=True, tag="shell_started"):
    """A command of the person runs now."""

    command: str


class ShellOutputArrived(_Event, frozen=True, tag="shell_output_arrived"):
    """What it printed since."""

    text: str


class ShellEnded(_Event, frozen=True, tag="shell_ended"):
    """It has ended; its output waits for the next request. `status` as the model is told.

    Without a `command` nothing was run: a notice before says why.
    """

    command: str
    status: str
    exit_code: int | None = None


class CompactionStarted(_Event, frozen=True, tag="compaction_started"):
    """The model is asked for a summary of the conversation."""

    cause: CompactionCause


class CompactionEnded(_Event, frozen=True, tag="compaction_ended"):
    """The summary stands in the conversation's place, in a session of its own.

    Without a `summary` nothing changed: a notice before says why.
    """

    summary: str = ""
    session: str = ""
    tokens_before: int = 0
    tokens_after: int = 0


class SessionOpened(_Event, frozen=True, tag="session_opened"):
    """The conversation is another one from here on, and how that came; `name` is the session's."""

    name: str
    how: SessionOpening


class SessionRenamed(_Event, frozen=True, tag="session_renamed"):
    """The session bears another name from here on."""

    name: str
    former: str


class FilesRestored(_Event, frozen=True, tag="files_restored"):
    """Files were put back; `kept` are those that were not, each with the key that says why."""

    restored: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()


class TurnEnded(_Event, frozen=True, tag="turn_ended"):
    """The turn is over. `changed_files` are the files its tools wrote, whatever the reason."""

    turn_id: int
    reason: TurnEnd
    iterations: int = 0
    changed_files: tuple[str, ...] = ()


Event: TypeAlias = (
    TurnStarted
    | RequestStarted
    | TextArrived
    | ReasoningArrived
    | ResponseEnded
    | UsageReported
    | ToolCallAnnounced
    | ToolCallStarted
    | ToolOutputArrived
    | ToolCallEnded
    | ToolsRunning
    | ToolsSettled
    | PermissionAsked
    | ContinuationAsked
    | QuestionClosed
    | Notice
    | ErrorRaised
    | ModelSelected
    | ProfileSelected
    | FolderTrusted
    | ContextMeasured
    | ShellStarted
    | ShellOutputArrived
    | ShellEnded
    | CompactionStarted
    | CompactionEnded
    | SessionOpened
    | SessionRenamed
    | FilesRestored
    | TurnEnded
)
