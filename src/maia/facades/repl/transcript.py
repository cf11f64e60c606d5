"""A conversation that was loaded, as it is shown again (spec 12.3)."""

from collections.abc import Iterator, Sequence

from maia.agent.contracts.messages import (
    ContentBlock,
    ImageBlock,
    Message,
    TextBlock,
    ToolResultBlock,
    ToolUseBlock,
)
from maia.facades.repl.answer import render_answer
from maia.facades.repl.previews import Previews
from maia.facades.repl.style import Style
from maia.facades.shown_text import harmless, one_line
from maia.i18n import Catalogue

MOST_MESSAGES = 400
"""Messages that are shown, the last ones: a long session opens at once, and is scrolled by hand."""

REQUEST_CHARACTERS = 1_500
"""How much of a message of the user is shown (spec 12.3)."""

_SUMMARY_WIDTH = 160


class Transcript:
    """Writes messages as the log would have shown them."""

    def __init__(
        self, catalogue: Catalogue, style: Style, width: int, *, markdown: bool = True
    ) -> None:
        self._catalogue = catalogue
        self._style = style
        self._width = width
        self._markdown = markdown
        self._previews = Previews(catalogue, style)

    def of(self, messages: Sequence[Message]) -> Iterator[str]:
        """A piece of text for each thing that was said or done; the last messages of many."""
        earlier = max(0, len(messages) - MOST_MESSAGES)
        if earlier:
            said = self._catalogue.text("repl.earlier_messages", count=earlier)
            yield f"\n{self._style.dim(said)}\n"
        for message in messages[earlier:]:
            for block in message.content:
                shown = self._block(message.role, block)
                if shown:
                    yield f"\n{shown}"

    def _block(self, role: str, block: ContentBlock) -> str:
        match block:
            case TextBlock(text=text) if role == "user":
                return self._request(text)
            case TextBlock(text=text):
                return self._answer(text)
            case ToolUseBlock(name=name, input=arguments):
                first = next((each for each in arguments.values() if isinstance(each, str)), "")
                return f"{self._style.dim('●')} {one_line(f'{name} {first}', _SUMMARY_WIDTH)}\n"
            case ToolResultBlock(content=content):
                return self._previews.text(content)
            case ImageBlock(media_type=kind):
                return f"  [{one_line(kind, _SUMMARY_WIDTH)}]\n"
            case _:
                return ""

    def _request(self, text: str) -> str:
        cut = "…" if len(text) > REQUEST_CHARACTERS else ""
        first, *rest = harmless(text[:REQUEST_CHARACTERS] + cut).split("\n")
        lines = [f"{self._style.strong('❯')} {first}", *(f"  {line}" for line in rest)]
        return "\n".join(lines) + "\n"

    def _answer(self, text: str) -> str:
        shown = render_answer(text, self._width, self._style, markdown=self._markdown)
        return shown if shown.endswith("\n") else shown + "\n"

    def summary(self, text: str) -> str:
        """The summary that a compacted conversation began with."""
        return self._answer(text)
