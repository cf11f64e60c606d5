"""An answer as it streams: finished blocks for the log, the open one for the live area."""

from collections.abc import Callable, Iterable

from maia.facades.repl.markdown.blocks import Block, BlockSplitter
from maia.facades.repl.markdown.render import render_block
from maia.facades.repl.style import Style
from maia.facades.shown_text import HarmlessStream


class LiveAnswer:
    """Each block stands once in the log, formatted; until it is finished it is shown raw.

    Without `markdown` the blocks are committed as they were written (MAIA_NO_MARKDOWN).
    """

    def __init__(self, style: Style, width: Callable[[], int], *, markdown: bool) -> None:
        self._style = style
        self._width = width
        self._markdown = markdown
        self._begin()

    @property
    def open_block(self) -> str:
        """What has not been committed yet."""
        return self._blocks.open

    def push(self, piece: str) -> str:
        """What of the answer belongs to the log now."""
        return self._shown(self._blocks.push(self._stream.push(piece)))

    def finish(self) -> str:
        """The rest; the next piece begins another answer."""
        blocks = self._blocks.push(self._stream.flush())
        rest = self._shown([*blocks, *self._blocks.finish()])
        self._begin()
        return rest

    def _begin(self) -> None:
        self._stream = HarmlessStream()
        self._blocks = BlockSplitter()
        self._committed = False

    def _shown(self, blocks: Iterable[Block]) -> str:
        if not self._markdown:
            return "".join(block.text for block in blocks)
        text = ""
        for block in blocks:
            shown = render_block(block, self._width(), self._style)
            if shown:
                text += "\n" if self._committed and not block.opening else ""
                text += shown
                self._committed = True
        return text


def render_answer(text: str, width: int, style: Style, *, markdown: bool) -> str:
    """A whole answer at once, as it would stand in the log."""
    answer = LiveAnswer(style, lambda: width, markdown=markdown)
    return answer.push(text) + answer.finish()
