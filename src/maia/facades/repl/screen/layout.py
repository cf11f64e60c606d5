"""How the live area is put together: windows, and which of the three zones is seen."""

from typing import TYPE_CHECKING

from prompt_toolkit.application import get_app
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.key_binding import KeyBindingsBase
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    Dimension,
    HSplit,
    Layout,
    VSplit,
    Window,
)
from prompt_toolkit.layout.processors import (
    AfterInput,
    BeforeInput,
    ConditionalProcessor,
    TabsProcessor,
)
from prompt_toolkit.widgets import SearchToolbar

from maia.facades.repl.screen.area import PROMPT, Area
from maia.facades.repl.screen.asked import QuestionZone
from maia.facades.repl.screen.choosing import ChoiceList
from maia.facades.repl.screen.request_zone import RequestZone
from maia.facades.repl.screen.rows import Rows, rows_window
from maia.facades.repl.screen.widths import fitted, width_of
from maia.i18n import Catalogue

if TYPE_CHECKING:
    from prompt_toolkit.layout.containers import AnyContainer

_SHARE = 3
"""The zone grows to a third of the screen."""

_BESIDES_OPEN_BLOCK = 7
"""Rows kept free of the open block: a line of log, status, zone and its frame, context bar."""

_BESIDES_LIST = 5


def _open_block_share(rows: int) -> int:
    """Half the screen, no more.

    When a terminal is made narrower in mid-stream, it wraps what stands there, and what then leaves
    the screen at its top cannot be taken back.
    """
    return min(rows - _BESIDES_OPEN_BLOCK, rows // 2)


def _list_share(rows: int) -> int:
    return rows - _BESIDES_LIST


class Zones:
    """The windows that take keys, and which of them is on."""

    def __init__(self, requests: RequestZone, questions: QuestionZone) -> None:
        self.requests = requests
        self.questions = questions
        self.choices: ChoiceList | None = None
        self.request_window: Window
        self.question_window: Window
        self.choice_window: Window
        self.layout: Layout

    def settle(self) -> None:
        """Take off the screen what has been answered, and give the keys to what is seen then."""
        asked, choices = self.questions.current, self.choices
        if asked is not None and asked.future.done():
            self.questions.current = None
            self.questions.buffer.reset()
        if choices is not None and choices.future.done():
            self.choices = None
        self.focus()

    def focus(self) -> None:
        """Give the keys to what is seen; a question that is not armed yet gets none."""
        asked = self.questions.current
        if self.choices is not None:
            self.layout.focus(self.choice_window)
        elif asked is not None and asked.armed:
            self.layout.focus(self.question_window)
        else:
            self.layout.focus(self.request_window)


def build(zones: Zones, area: Area, catalogue: Catalogue, list_keys: KeyBindingsBase) -> None:
    """Fill `zones` with its windows and its layout."""
    choosing = Condition(lambda: zones.choices is not None)
    asking = Condition(lambda: zones.questions.current is not None) & ~choosing
    search = SearchToolbar(
        forward_search_prompt=catalogue.text("repl.search"),
        backward_search_prompt=catalogue.text("repl.search_backward"),
        ignore_case=True,
    )
    zones.request_window = _request_window(zones.requests, search)
    zones.question_window = _question_window(zones.questions)
    zones.choice_window = rows_window(
        Rows(
            lambda columns, room: zones.choices.draw(columns, room) if zones.choices else [],
            share=_list_share,
            key_bindings=list_keys,
        )
    )
    arrow = Window(Rows(lambda _columns, _room: [_arrow(zones.requests)]), width=2)
    zone = VSplit([arrow, zones.request_window])
    parts: list[AnyContainer] = [
        _filler(),
        rows_window(Rows(area.open_rows, share=_open_block_share)),
        _completions(area, zones.requests.buffer),
        rows_window(Rows(area.queue_rows)),
        search,
        rows_window(Rows(area.status_rows)),
        _dotted(area),
        _shown(zones.choice_window, choosing),
        _shown(zones.question_window, asking),
        _shown(zone, ~asking & ~choosing),
        _dotted(area),
        rows_window(Rows(area.context_rows)),
    ]
    zones.layout = Layout(HSplit(parts), focused_element=zones.request_window)


def _arrow(requests: RequestZone) -> StyleAndTextTuples:
    return [("class:prompt" if requests.is_awaited else "class:grey", PROMPT)]


def _filler() -> Window:
    """Takes the rows that nothing else needs, so that the zone stays where it is."""
    return Window(height=Dimension(min=0, preferred=0))


def _shown(content: "AnyContainer", when: Filter) -> ConditionalContainer:
    return ConditionalContainer(content, filter=when)


def _dotted(area: Area) -> Window:
    return rows_window(Rows(lambda columns, _room: area.dotted_rows(columns, _screen_rows())))


def _completions(area: Area, buffer: Buffer) -> Window:
    return rows_window(Rows(lambda columns, room: area.completion_rows(buffer, columns, room)))


def _request_window(requests: RequestZone, search: SearchToolbar) -> Window:
    def placeholder() -> StyleAndTextTuples:
        room = get_app().output.get_size().columns - width_of(PROMPT) - 1
        return [("class:grey", fitted(requests.placeholder, room))]

    control = BufferControl(
        requests.buffer,
        input_processors=[
            TabsProcessor(char1=" ", char2=" "),
            ConditionalProcessor(
                AfterInput(placeholder), Condition(lambda: not requests.buffer.text)
            ),
        ],
        search_buffer_control=search.control,
        preview_search=True,
    )
    return Window(control, height=_zone_height, wrap_lines=True, dont_extend_height=True)


def _question_window(questions: QuestionZone) -> Window:
    def prompt() -> StyleAndTextTuples:
        return questions.current.prompt if questions.current else []

    control = BufferControl(questions.buffer, input_processors=[BeforeInput(prompt)])
    return Window(control, height=_zone_height, wrap_lines=True, dont_extend_height=True)


def _zone_height() -> Dimension:
    return Dimension(min=1, max=max(1, _screen_rows() // _SHARE))


def _screen_rows() -> int:
    return get_app().output.get_size().rows
