"""One reading: from the bytes of a file to what the model is told of them."""

import asyncio
from dataclasses import dataclass

from maia.agent.contracts.errors import ToolFailure
from maia.agent.contracts.messages import ImageBlock
from maia.agent.contracts.tools import ToolOutcome
from maia.agent.tools.file_access import FileAccess
from maia.agent.tools.read.images import pixel_size
from maia.agent.tools.read.large_files import RawLine, read_lines
from maia.agent.tools.read.media import (
    IMAGE_BYTES,
    IMAGE_PIXELS,
    ImageFormat,
    binary_format,
    unmarked_utf_16,
)
from maia.agent.tools.read.notebook import notebook_lines
from maia.agent.tools.read.page import Line, number_lines
from maia.agent.tools.read.texts import TEXTS
from maia.workspace.decoding import DecodedText, Encoding, decode_text
from maia.workspace.line_ends import line_end_style, to_lf

_HEAD = 65_536  # bytes of a large file by which its encoding is judged
_LONGEST_CHARACTER = 4  # bytes
_GUESSED_EXCEPT = ("utf-", "iso2022")  # encodings that show themselves


@dataclass(frozen=True, slots=True)
class Reading:
    """What a call asks for: `limit` lines of a file from line `offset`."""

    target: FileAccess
    offset: int
    limit: int

    def whole(self, data: bytes) -> ToolOutcome:
        """A file that was loaded."""
        if not data:
            return ToolOutcome(self._say("empty"))
        decoded = decode_text(data)
        if decoded is None:
            raise self._binary(data, len(data))
        language = self.target.context.language
        if self.target.path.suffix == ".ipynb":
            cells = notebook_lines(decoded.text, language)
            if cells == []:
                return ToolOutcome(self._say("notebook_empty"))
            if cells is not None:
                return self._lines(cells, [self._say("notebook")])
        lines = to_lf(decoded.text).split("\n")
        notes = self._notes(decoded)
        if not decoded.text:  # a byte-order mark alone
            return ToolOutcome("\n".join((self._say("empty_text", size=len(data)), *notes)))
        if lines[-1] == "":
            lines.pop()
        else:
            notes.append(self._say("no_final_newline"))
        return self._lines(lines, notes)

    async def large(self, size: int) -> ToolOutcome:
        """A file of `size` bytes, of which only a range is ever in memory."""
        head = await self.target.read(_HEAD)
        sample = _decoded_head(head)
        if sample is None:
            raise self._binary(head, size)
        if sample.encoding.codec.startswith(("utf-16", "utf-32")):
            name = sample.encoding.name
            raise ToolFailure(self._say("large_wide", encoding=name, size=size))

        async def read(offset: int, count: int) -> bytes:
            return await self.target.read(count, offset)

        found = await read_lines(read, self.offset, self.limit)
        if not found.lines:
            raise ToolFailure(self._say("past_end", lines=found.counted, offset=self.offset))
        lines = [_line(raw, sample.encoding) for raw in found.lines]
        page = number_lines(lines, self.offset, self.target.context.language)
        ended = found.at_end and page.last == self.offset - 1 + len(lines)
        key = "last_large" if ended else "more_unknown"
        values = {"first": self.offset, "last": page.last, "size": size, "next": page.last + 1}
        notes = [self._say(key, **values), *self._encoding_note(sample.encoding)]
        return ToolOutcome("\n".join((page.text, "", *notes)))

    async def image(self, data: bytes, size: int, kind: ImageFormat) -> ToolOutcome:
        """An image, where the model takes one."""
        context = self.target.context
        if size > IMAGE_BYTES:
            values = {"kind": kind.name, "size": size, "limit": IMAGE_BYTES}
            raise ToolFailure(self._say("image_too_large", **values))
        if not await context.model.accepts_images():
            raise ToolFailure(self._say("image_refused", kind=kind.name, size=size))
        pixels = await asyncio.to_thread(pixel_size, data, kind.name)
        if pixels is None:
            raise ToolFailure(self._say("image_broken", kind=kind.name, size=size))
        if max(pixels.width, pixels.height) > IMAGE_PIXELS:
            values = {"width": pixels.width, "height": pixels.height, "limit": IMAGE_PIXELS}
            raise ToolFailure(self._say("image_too_wide", kind=kind.name, **values))
        reference = await asyncio.to_thread(context.blobs.put, data)
        return ToolOutcome(
            self._say("image", kind=kind.name, size=size),
            images=(ImageBlock(reference, kind.media_type),),
        )

    def _lines(self, lines: list[str], notes: list[str]) -> ToolOutcome:
        total = len(lines)
        if self.offset > total:
            raise ToolFailure(self._say("past_end", lines=total, offset=self.offset))
        asked = lines[self.offset - 1 : self.offset - 1 + self.limit]
        page = number_lines(map(Line, asked), self.offset, self.target.context.language)
        if self.offset > 1 or page.last < total:
            key = "more" if page.last < total else "last"
            values = {"first": self.offset, "last": page.last, "total": total}
            notes.insert(0, self._say(key, **values, next=page.last + 1))
        # Notes stand apart from the lines: nothing of them can be taken for text of the file.
        return ToolOutcome("\n".join((page.text, "", *notes)) if notes else page.text)

    def _notes(self, decoded: DecodedText) -> list[str]:
        style = line_end_style(decoded.text)
        ends = [self._say(style)] if style in ("crlf", "mixed") else []
        return [*self._encoding_note(decoded.encoding), *ends]

    def _encoding_note(self, encoding: Encoding) -> list[str]:
        if encoding.is_utf_8:
            return []
        if encoding.errors != "strict":
            return [self._say("invalid_bytes")]
        shows_itself = encoding.codec.startswith(_GUESSED_EXCEPT)
        key = "encoding" if shows_itself else "encoding_guessed"
        return [self._say(key, encoding=encoding.name)]

    def _binary(self, data: bytes, size: int) -> ToolFailure:
        wide = unmarked_utf_16(data)
        if wide:
            return ToolFailure(self._say("unmarked", encoding=wide, size=size))
        kind = binary_format(data)
        return ToolFailure(self._say("binary", kind=f"{kind}, " if kind else "", size=size))

    def _say(self, key: str, **values: object) -> str:
        return TEXTS.text(self.target.context.language, key, path=self.target.shown, **values)


def _decoded_head(head: bytes) -> DecodedText | None:
    """The start of a file as text; a character that is cut at its end does not count against it."""
    ways = (decode_text(head[: len(head) - cut]) for cut in range(_LONGEST_CHARACTER))
    found = [each for each in ways if each is not None]
    known = (each for each in found if each.encoding.mark or each.encoding.is_utf_8)
    return next(known, found[0] if found else None)


def _line(raw: RawLine, encoding: Encoding) -> Line:
    # What is no longer UTF-8 beyond the head, and a character cut with its line, is still shown.
    errors = "surrogateescape" if encoding.codec == "utf-8" else "replace"
    text = raw.data.removesuffix(b"\r").decode(encoding.codec, errors)
    return Line(text.replace("\0", "␀"), raw.cut)
