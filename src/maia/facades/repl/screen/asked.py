"""A question in place of the zone, and what of the keyboard may answer it."""

import asyncio
import contextlib
from collections.abc import Callable

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.formatted_text import StyleAndTextTuples

from maia.facades.repl.leaving import LeaveError

QUIET_SECONDS = 0.4
"""A person in the middle of a word goes on typing it: so long after its last letter, a question
takes no key."""

_WORDS = ("oui", "yes", "non", "stop", "toujours", "always", "session", "raison", "reason")
_WORD_SECONDS = 1.0

_REPEAT_SECONDS = 0.5
"""A key that is held down, or hit twice, answers once: the next question was not read yet."""

_HABIT_SECONDS = 0.3
"""Enter so soon after a letter that has answered belongs to that letter: it must not take the rule
or the option that has come up meanwhile."""


class Asked:
    """One question: `offer` is given each text typed, and its first result that is not None counts.

    The letters of `at_once` are offered as they are typed. With `prefilled` there is a line to
    edit, which may be emptied.
    """

    def __init__(
        self,
        prompt: StyleAndTextTuples,
        offer: Callable[[str], object | None],
        *,
        at_once: str = "",
        prefilled: str | None = None,
    ) -> None:
        self.prompt = prompt
        self.prefilled = prefilled or ""
        self.armed = True
        self.at_once = frozenset(at_once + at_once.upper())
        self._offer = offer
        self._takes_empty = prefilled is not None
        self.future: asyncio.Future[object] = asyncio.get_running_loop().create_future()

    def answer(self, text: str) -> bool:
        """Whether `text` settles it."""
        if self.future.done() or not (text.strip() or self._takes_empty):
            return False
        try:
            result = self._offer(text)
        except Exception as error:  # noqa: BLE001  # the asker's own fault, for the asker
            self.fail(error)
            return True
        if result is None:
            return False
        self.future.set_result(result)
        return True

    def leave(self) -> None:
        """No answer: the asker gets LeaveError."""
        self.fail(LeaveError())

    def fail(self, error: Exception) -> None:
        """The asker gets `error`."""
        with contextlib.suppress(asyncio.InvalidStateError):
            self.future.set_exception(error)


class RestOfWord:
    """Swallows the rest of a word whose first letter has answered already: the "ui" of "oui".

    Without it, that would be typed into the next request, or answer the next question: the second
    letter of "non" is a yes.
    """

    def __init__(self) -> None:
        self._typed = ""
        self._until = 0.0
        self._habit_until = 0.0
        self._letter = ""
        self._repeat_until = 0.0

    def start(self, letter: str) -> None:
        """`letter` has just answered."""
        self._typed = self._letter = letter.lower()
        self._repeat_until = _now() + _REPEAT_SECONDS
        self._until = _now() + _WORD_SECONDS
        self._habit_until = _now() + _HABIT_SECONDS

    def is_repeated(self, typed: str) -> bool:
        """Whether the key that has answered comes once more, too soon to be meant."""
        if typed.lower() != self._letter or _now() >= self._repeat_until:
            return False
        self._repeat_until = _now() + _REPEAT_SECONDS
        return True

    @property
    def is_expected(self) -> bool:
        """Whether the next key may still belong to the word."""
        return bool(self._typed) and _now() < self._until

    def take(self, text: str) -> str:
        """What of `text` is meant for the zone: nothing while it goes on the word."""
        longer = self._typed + text.lower()
        if any(word.startswith(longer) for word in _WORDS):
            self._typed, self._until = longer, _now() + _WORD_SECONDS
            return ""
        swallowed, self._typed = self._typed[1:], ""
        return swallowed + text

    def other_key(self) -> None:
        """Another key was pressed: an Enter after it is meant."""
        self._habit_until = 0.0

    def end(self) -> bool:
        """Enter: whether it belongs to the word, or to the letter, that has answered."""
        belongs = (self.is_expected and len(self._typed) > 1) or _now() < self._habit_until
        self._typed, self._habit_until = "", 0.0
        return belongs


class QuestionZone:
    """The question on the screen, if any, and the line its answer is typed on."""

    def __init__(self) -> None:
        self.current: Asked | None = None
        self.buffer = Buffer(name="answer", multiline=False, accept_handler=self._accept)
        self.rest = RestOfWord()

    @property
    def in_word(self) -> bool:
        """Whether the next key may still belong to a word that has answered."""
        return self.rest.is_expected

    def first_letter(self, typed: str) -> None:
        """A key in the empty line: it may answer at once, go on a word, or begin a text."""
        if self.rest.is_repeated(typed):
            return
        asked = self.current
        text = self.rest.take(typed) if self.in_word else typed
        if asked is not None and text in asked.at_once and asked.answer(text):
            self.rest.start(text)
        else:
            self.buffer.insert_text(text)

    def enter(self) -> None:
        """Offer the line; one that is no answer is taken away."""
        if self.current is not None:
            if self.buffer.text == self.current.prefilled and self.rest.end():
                return
            self.current.answer(self.buffer.text)
            self.buffer.reset()

    def leave(self) -> None:
        """Esc, Ctrl+C, Ctrl+D."""
        if self.current is not None:
            self.current.leave()

    def _accept(self, buffer: Buffer) -> bool:
        del buffer
        self.enter()
        return True


def _now() -> float:
    return asyncio.get_running_loop().time()
