"""Putting a question to the person until there is an answer."""

from typing import Protocol

from maia.agent.contracts.events import ContinuationAsked, PermissionAsked
from maia.agent.contracts.operations import Answer, Remembering
from maia.facades.repl.answers import read_reply
from maia.facades.repl.questions import question_text, usable_suggestions
from maia.facades.repl.style import Style
from maia.facades.repl.terminal import LeaveError
from maia.i18n import Catalogue

_TAKEN: dict[Remembering, str] = {
    "session": "repl.remember_session",
    "always": "repl.remember_always",
}


class AnswerLine(Protocol):
    """The terminal, as far as questions need it."""

    def write(self, text: str) -> None:
        """Write at once."""
        ...

    async def read_answer(self, prompt: str, prefilled: str = "") -> str:
        """A line; raises LeaveError on Ctrl+C and Ctrl+D."""
        ...

    def drop_typed_ahead(self) -> None:
        """Forget what was typed before the question was on the screen."""
        ...


class Asker:
    """Asks one question at a time; Ctrl+C and Ctrl+D are a no (spec 5.5)."""

    def __init__(self, line: AnswerLine, catalogue: Catalogue, style: Style) -> None:
        self._line = line
        self._catalogue = catalogue
        self._style = style

    async def answer(self, question: PermissionAsked | ContinuationAsked) -> Answer:
        """Show `question` and read until something is an answer to it."""
        self._line.drop_typed_ahead()
        self._line.write(question_text(question, self._catalogue, self._style))
        if isinstance(question, ContinuationAsked):
            going_on = await self._yes_or_no()
            return Answer(question.question_id, "yes" if going_on else "no")
        rules = usable_suggestions(question)
        keys = "repl.keys_remember" if rules else "repl.keys_stop"
        return await self._read(question.question_id, keys, rules)

    async def confirm(self, text: str) -> bool:
        """Write `text` and ask for a yes or a no about it; Ctrl+C is a no."""
        return await self.decide(text) is True

    async def decide(self, text: str) -> bool | None:
        """The same, where leaving it open with Ctrl+C is not a no: None."""
        self._line.drop_typed_ahead()
        self._line.write(text)
        return await self._yes_or_no()

    async def _yes_or_no(self) -> bool | None:
        """None on Ctrl+C and Ctrl+D."""
        while True:
            try:
                typed = await self._line.read_answer(self._catalogue.text("repl.keys") + " ")
            except LeaveError:
                return None
            reply = read_reply(typed, stop_offered=False)
            if reply is not None:
                return reply.word == "yes"

    async def _read(self, question_id: str, keys: str, rules: tuple[str, ...]) -> Answer:
        while True:
            try:
                typed = await self._line.read_answer(self._catalogue.text(keys) + " ")
            except LeaveError:
                return Answer(question_id, "no")
            reply = read_reply(typed, stop_offered=True)
            if reply is None:
                continue
            if reply.remember is None:
                return Answer(question_id, reply.word, reply.reason)
            if not rules:
                self._line.write(f"  {self._catalogue.text('repl.nothing_to_remember')}\n")
                continue
            taken = await self._taken(rules, reply.remember)
            if taken:
                return Answer(question_id, "yes", remember=reply.remember, rules=taken)

    async def _taken(self, rules: tuple[str, ...], remember: Remembering) -> tuple[str, ...]:
        """The rules as the person leaves them; none when one is emptied, or on Ctrl+C."""
        say = self._catalogue.text
        self._line.write(f"  {say(_TAKEN[remember])}\n")
        if len(rules) > 1:
            self._line.write("".join(f"  │ {rule}\n" for rule in rules))
        taken: list[str] = []
        for number, rule in enumerate(rules, start=1):
            prompt = say("repl.rule", number=number, count=len(rules)) + " "
            try:
                typed = (await self._line.read_answer(prompt, rule)).strip()
            except LeaveError:
                return ()
            if not typed:
                return ()
            taken.append(typed)
        return tuple(taken)
