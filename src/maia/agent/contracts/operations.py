"""What a facade sends: a closed set of operations."""

from typing import Literal, TypeAlias

import msgspec

from maia.agent.contracts.profiles import Profile

AnswerWord: TypeAlias = Literal["yes", "no", "stop"]
Remembering: TypeAlias = Literal["session", "always"]
"""How long an answer holds: until the conversation ends, or for good in the user's settings."""

RewoundPart: TypeAlias = Literal["conversation", "files", "both"]
"""What `/rewind` puts back."""


class _Operation(msgspec.Struct, frozen=True, tag_field="type", rename="camel", omit_defaults=True):
    """What all operations share."""


class Submit(_Operation, frozen=True, tag="submit"):
    """A request of the user: starts a turn."""

    text: str


class Interrupt(_Operation, frozen=True, tag="interrupt"):
    """Stop the turn and put the conversation back as it was before the request (spec 5.5)."""


class Answer(_Operation, frozen=True, tag="answer"):
    """The answer to a question, by its id. `reason` is a sentence for the model when it is no.

    With a yes, `rules` are allowed for as long as `remember` says (the suggestions of the
    question, or what the person made of them).
    """

    question_id: str
    answer: AnswerWord
    reason: str = ""
    remember: Remembering | None = None
    rules: tuple[str, ...] = ()


class SelectModel(_Operation, frozen=True, tag="select_model"):
    """Go on with another model, the conversation kept."""

    model: str


class SelectProfile(_Operation, frozen=True, tag="select_profile"):
    """Ask more or less from here on about what no rule decides."""

    profile: Profile


class TrustFolder(_Operation, frozen=True, tag="trust_folder"):
    """Let the project files of the launch folder take effect, now and from now on."""


class RunShell(_Operation, frozen=True, tag="run_shell"):
    """Run what the person typed behind `!`, the line whole; no rule is asked (spec 11.2)."""

    line: str


class Compact(_Operation, frozen=True, tag="compact"):
    """Put a summary in the place of the conversation (spec 14)."""


class Clear(_Operation, frozen=True, tag="clear"):
    """Begin anew under the same name: messages gone, instructions and rules read again."""


class NewSession(_Operation, frozen=True, tag="new_session"):
    """Save the session, and begin another one."""


class LoadSession(_Operation, frozen=True, tag="load_session"):
    """Save the session, and go on with the one of this name."""

    name: str


class RenameSession(_Operation, frozen=True, tag="rename_session"):
    """Give the session another name."""

    name: str


class Rewind(_Operation, frozen=True, tag="rewind"):
    """Go back to before a request, counted from 1: the conversation, the files, or both."""

    request: int
    what: RewoundPart = "both"


Operation: TypeAlias = (
    Submit
    | Interrupt
    | Answer
    | SelectModel
    | SelectProfile
    | TrustFolder
    | RunShell
    | Compact
    | Clear
    | NewSession
    | LoadSession
    | RenameSession
    | Rewind
)
