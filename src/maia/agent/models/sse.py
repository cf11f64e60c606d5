"""The event-stream reader: bytes in, cut anywhere; events out, as the HTML standard frames them.

It works on bytes because text helpers such as `str.splitlines` also break lines at U+2028, U+0085
and others, which are ordinary characters inside JSON.
"""

from dataclasses import dataclass

MAX_EVENT_BYTES = 16 * 1024 * 1024
"""Above this, an event is not an answer but a runaway server: the reader gives up."""

_BOM = b"\xef\xbb\xbf"
_CR = b"\r"
_LF = b"\n"


@dataclass(frozen=True, slots=True)
class SseEvent:
    """One event: its `event:` field (`message` by default) and its `data:` lines, joined by LF."""

    data: str
    event: str = "message"


class EventTooLong(ValueError):
    """An event, or a line, larger than the reader's bound."""


class SseReader:
    """Reads one stream. Push the bytes as they come, then `flush` once at the end."""

    def __init__(self, max_event_bytes: int = MAX_EVENT_BYTES) -> None:
        self._max_event_bytes = max_event_bytes
        self._partial: list[bytes] = []  # the pieces of the line that has no end yet
        self._partial_size = 0
        self._after_cr = False  # a LF that comes first in the next chunk belongs to this CR
        self._at_start = True
        self._data: list[str] = []
        self._data_size = 0
        self._event = ""

    def push(self, chunk: bytes) -> list[SseEvent]:
        """The events that `chunk` completes. Raises `EventTooLong`."""
        if self._after_cr and chunk:
            self._after_cr = False
            if chunk.startswith(_LF):
                chunk = chunk[1:]
        if not chunk:
            return []
        self._after_cr = chunk.endswith(_CR)
        events: list[SseEvent] = []
        for line in chunk.splitlines(keepends=True):  # of bytes: CR, LF and CRLF only
            if not line.endswith((_LF, _CR)):
                self._keep_partial(line)
                break
            self._take_line(self._whole(line), events)
        return events

    def flush(self) -> list[SseEvent]:
        """What was left when the stream ended without its last blank line.

        The standard drops it; servers that forget the blank line exist, so it is given. Whether it
        is whole is for the caller to see: a cut event does not parse.
        """
        events: list[SseEvent] = []
        if self._partial:
            self._take_line(self._whole(b""), events)
        self._dispatch(events)
        return events

    def _keep_partial(self, piece: bytes) -> None:
        self._partial_size += len(piece)
        if self._partial_size > self._max_event_bytes:
            raise EventTooLong(f"a line of more than {self._max_event_bytes} bytes")
        self._partial.append(piece)

    def _whole(self, end: bytes) -> bytes:
        if self._partial:
            self._partial.append(end)
            end = b"".join(self._partial)
            self._partial.clear()
            self._partial_size = 0
        line = end.rstrip(b"\r\n")
        if self._at_start:
            self._at_start = False
            line = line.removeprefix(_BOM)
        return line

    def _take_line(self, line: bytes, events: list[SseEvent]) -> None:
        if not line:
            self._dispatch(events)
            return
        name, _, value = line.partition(b":")
        if name not in {b"data", b"event"}:  # comments have an empty name; id and retry are unused
            return
        text = value.removeprefix(b" ").decode("utf-8", errors="replace")
        if name == b"event":
            self._event = text
            return
        self._data_size += len(line)
        if self._data_size > self._max_event_bytes:
            raise EventTooLong(f"an event of more than {self._max_event_bytes} bytes")
        self._data.append(text)

    def _dispatch(self, events: list[SseEvent]) -> None:
        if self._data:
            events.append(SseEvent("\n".join(self._data), self._event or "message"))
            self._data = []
            self._data_size = 0
        self._event = ""
