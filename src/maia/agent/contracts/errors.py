"""What can go wrong, as one tree. A facade shows `key` and `values` through its catalogue.

    MaiaError
    ├── SituationError           one sentence a situation, named when raised
    │   ├── SettingsError            a settings file or option is missing or wrong
    │   ├── SessionError             a session cannot be read, written or named so
    │   └── CompactionFailed         no summary could be had
    ├── ModelError               a request to the model did not give an answer
    │   ├── ServerUnreachable        no connection, or it broke before the answer
    │   ├── HttpRefused              a status other than 2xx
    │   │   ├── RateLimited              429, or a body that says so
    │   │   └── ContextTooLong           the server says the conversation does not fit
    │   ├── EmptyBody                2xx without a body
    │   ├── StreamFailed             an `error` object inside a 200 stream, or a stream of nonsense
    │   ├── StreamCut                the connection closed before the end of the answer
    │   └── StreamSilent             no event within the deadline
    ├── ToolInputError           the model called a tool with unusable parameters
    └── ToolFailure              a tool could not do what was asked; its text goes to the model

Model errors are values carried by the last event of a stream; only those of situations and the two
tool errors are raised, and the executor turns the latter into results.
"""


class MaiaError(Exception):
    """Something went wrong."""

    key: str = "error.unknown"

    def __init__(self, **values: str | int) -> None:
        self.values = values
        said = ", ".join(f"{name}={value}" for name, value in values.items())
        summary = (type(self).__doc__ or "").split("\n", 1)[0]
        super().__init__(f"{summary} ({said})" if said else summary)


class SituationError(MaiaError):
    """Something went wrong; `key` is given when raised, one sentence a situation."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(**values)
        self.key = key


class SettingsError(SituationError):
    """A setting is missing or wrong."""


class SessionError(SituationError):
    """A session cannot be read, written or named so; what is on the disk is as it was."""


class CompactionFailed(SituationError):
    """No summary could be had; the conversation is as it was."""


class ModelError(MaiaError):
    """The model did not answer."""

    key = "error.model"


class ServerUnreachable(ModelError):
    """The model server cannot be reached. Values: url, reason."""

    key = "error.server_unreachable"


class HttpRefused(ModelError):
    """The model server refused the request. Values: url, status, body (first 500 characters)."""

    key = "error.http"


class RateLimited(HttpRefused):
    """The model server asks to slow down. Values: as HttpRefused, and retry_after (seconds)."""

    key = "error.rate_limited"


class ContextTooLong(HttpRefused):
    """The conversation does not fit the model's window. Values: as HttpRefused."""

    key = "error.context_too_long"


class EmptyBody(ModelError):
    """The model server answered without a body. Values: url."""

    key = "error.no_body"


class StreamFailed(ModelError):
    """The model server reported an error inside its stream. Values: message."""

    key = "error.stream"


class StreamCut(ModelError):
    """The answer stopped before its end. Values: url."""

    key = "error.stream_cut"


class StreamSilent(ModelError):
    """The model server stayed silent. Values: url, seconds."""

    key = "error.stream_silent"


class ToolInputError(MaiaError):
    """A tool was called with unusable parameters; `text` is what the model reads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.args = (text,)


class ToolFailure(MaiaError):
    """A tool could not do what was asked; `text` is what the model reads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text
        self.args = (text,)
