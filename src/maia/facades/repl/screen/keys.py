"""The keys of the live screen (spec 15.5)."""

from collections.abc import Callable
from dataclasses import dataclass

from prompt_toolkit.filters import Condition, has_completions, has_focus
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from maia.facades.repl.screen.asked import QuestionZone
from maia.facades.repl.screen.choosing import WINDOW_ROWS, ChoiceList
from maia.facades.repl.screen.pastes import cleaned
from maia.facades.repl.screen.request_zone import RequestZone

Bound = Callable[[KeyPressEvent], None]


@dataclass(frozen=True, slots=True)
class Actions:
    """What keys do beyond the zone they are typed in."""

    ctrl_c: Callable[[], None]
    redraw: Callable[[], None]
    suspend: Callable[[], None]
    edit: Callable[[], None]


def request_keys(zone: RequestZone, questions: QuestionZone, actions: Actions) -> KeyBindings:
    """The keys of the request zone."""
    keys = KeyBindings()
    buffer = zone.buffer
    typed = has_focus(buffer)
    is_empty = Condition(lambda: not buffer.text)
    has_queue = Condition(lambda: len(zone.queue) > 0)
    in_word = Condition(lambda: questions.in_word)

    @keys.add("enter", filter=typed)
    def _enter(_event: KeyPressEvent) -> None:
        state = buffer.complete_state
        if questions.rest.end() and not buffer.text:
            return
        chosen = state is not None and state.current_completion is not None
        if chosen and state is not None and len(state.completions) > 1:
            buffer.complete_state = None
        elif buffer.document.char_before_cursor == "\\":
            buffer.delete_before_cursor()
            buffer.insert_text("\n")
        else:
            zone.submit()

    @keys.add("c-j", filter=typed)
    @keys.add("escape", "enter", filter=typed)
    def _newline(_event: KeyPressEvent) -> None:
        buffer.insert_text("\n")

    @keys.add("escape", filter=typed & has_completions, eager=True)
    def _close(_event: KeyPressEvent) -> None:
        buffer.cancel_completion()

    @keys.add(Keys.Any, filter=typed & in_word)
    def _rest(event: KeyPressEvent) -> None:
        buffer.insert_text(questions.rest.take(event.data))

    @keys.add("up", filter=typed & is_empty & has_queue)
    def _take_back(_event: KeyPressEvent) -> None:
        zone.take_back()

    @keys.add("backspace", filter=typed)
    @keys.add("c-h", filter=typed)
    def _backspace(_event: KeyPressEvent) -> None:
        zone.delete_before()

    @keys.add(Keys.BracketedPaste, filter=typed)
    def _paste(event: KeyPressEvent) -> None:
        zone.paste(event.data)

    keys.add("c-x", "c-p", filter=typed)(_calls(zone.unfold))
    keys.add("c-x", "c-e", filter=typed)(_calls(actions.edit))
    keys.add("c-c", filter=typed)(_calls(actions.ctrl_c))
    keys.add("c-d", filter=typed & is_empty)(_calls(zone.leave))
    keys.add("c-l")(_calls(actions.redraw))
    keys.add("c-z")(_calls(actions.suspend))
    return keys


def question_keys(zone: QuestionZone, settle: Callable[[], None]) -> KeyBindings:
    """The keys of a question's line; `settle` follows each that may have answered it.

    At once: what comes with the same reading of the keyboard is meant for what is seen next.
    """
    keys = KeyBindings()
    buffer = zone.buffer
    typed = has_focus(buffer)
    is_empty = Condition(lambda: not buffer.text)

    def is_first_letter() -> bool:
        asked = zone.current
        return not buffer.text and asked is not None and (bool(asked.at_once) or zone.in_word)

    @keys.add(Keys.Any, filter=typed & Condition(is_first_letter))
    def _letter(event: KeyPressEvent) -> None:
        zone.first_letter(event.data)
        settle()

    @keys.add(Keys.BracketedPaste, filter=typed)
    def _paste(event: KeyPressEvent) -> None:
        buffer.insert_text(" ".join(cleaned(event.data).split("\n")))

    keys.add("enter", filter=typed)(_calls(zone.enter, settle))
    keys.add("c-j", filter=typed)(_calls(zone.enter, settle))
    keys.add("escape", filter=typed, eager=True)(_calls(zone.leave, settle))
    keys.add("c-c", filter=typed)(_calls(zone.leave, settle))
    keys.add("c-d", filter=typed & is_empty)(_calls(zone.leave, settle))
    return keys


def list_keys(
    current: Callable[[], ChoiceList | None], questions: QuestionZone, settle: Callable[[], None]
) -> KeyBindings:
    """The keys of a list: of its own, and letters for its filter; `settle` as for a question."""
    keys = KeyBindings()

    def bind(action: Callable[[ChoiceList], None]) -> Bound:
        def act(_event: KeyPressEvent) -> None:
            choices = current()
            if choices is not None:
                action(choices)
                settle()

        return act

    def letter(event: KeyPressEvent) -> None:
        choices = current()
        questions.rest.other_key()
        if choices is None or not event.data.isprintable():
            return
        if choices.is_filtering:
            choices.type(event.data)
        elif event.data == "/":
            choices.is_filtering = True
        elif event.data in _LETTERS:
            _LETTERS[event.data](choices)

    def enter(choices: ChoiceList) -> None:
        if not questions.rest.end():
            choices.enter()

    keys.add(Keys.Any)(letter)
    moves = {"up": -1, "c-p": -1, "down": 1, "c-n": 1, "pageup": -WINDOW_ROWS}
    moves |= {"pagedown": WINDOW_ROWS, "home": -(10**9), "end": 10**9}
    for key, rows in moves.items():
        keys.add(key)(_calls_both(questions.rest.other_key, bind(_mover(rows))))
    keys.add("enter")(bind(enter))
    keys.add("c-j")(bind(enter))
    keys.add("escape", eager=True)(bind(ChoiceList.escape))
    keys.add("c-c")(bind(ChoiceList.cancel))
    keys.add("c-d")(bind(ChoiceList.cancel))
    keys.add("backspace")(bind(ChoiceList.erase))
    keys.add("c-h")(bind(ChoiceList.erase))
    return keys


def _mover(rows: int) -> Callable[[ChoiceList], None]:
    return lambda choices: choices.move(rows)


_LETTERS: dict[str, Callable[[ChoiceList], None]] = {
    "j": _mover(1),
    "k": _mover(-1),
    " ": ChoiceList.tick,
}


def _calls_both(first: Callable[[], None], then: Bound) -> Bound:
    def act(event: KeyPressEvent) -> None:
        first()
        then(event)

    return act


def _calls(*actions: Callable[[], None]) -> Bound:
    def act(_event: KeyPressEvent) -> None:
        for action in actions:
            action()

    return act
