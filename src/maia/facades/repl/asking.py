"""Putting a question to the person until there is an answer."""

from collections.abc import Callable
from typing import Protocol, TypeVar

from maia.agent.contracts.events import ContinuationAsked, PermissionAsked
from maia.agent.contracts.operations import Answer, AnswerWord, Remembering
from maia.facades.repl.answers import Reply, read_reply
from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.questions import question_details, question_title, usable_suggestions
from maia.facades.repl.style import Style
from maia.i18n import Catalogue

T = TypeVar("T")

_TAKEN: dict[Remembering, str] = {
    "session": "repl.remember_session",
    "always": "repl.remember_always",
}

_SAID: dict[AnswerWord | Remembering, str] = {
    "yes": "repl.answer_yes",
    "no": "repl.answer_no",
    "stop": "repl.answer_stop",
    "session": "repl.answer_session",
    "always": "repl.answer_always",
}


class AnswerLine(Protocol):
    """The screen, as far as questions need it."""

    def write(self, text: str) -> None:
        """Write to the log."""
        ...

    async def ask_key(
        self, title: str, keys: str, accepts: Callable[[str], T | None], *, at_once: str
    ) -> T:
        """What is typed at a question, once it is an answer; raises LeaveError on Ctrl+C."""
        ...

    async def read_answer(self, prompt: str, prefilled: str = "") -> str:
        """A line; raises LeaveError on Ctrl+C and Ctrl+D."""
        ...


class Asker:
    """Asks one question at a time; Ctrl+C and Ctrl+D are a no (spec 5.5)."""

    def __init__(
        self, line: AnswerLine, catalogue: Catalogue, style: Style, *, is_live: bool = False
    ) -> None:
        self._between = "\n" if is_live else ""
        self._line = line
        self._catalogue = catalogue
        self._style = style

    async def answer(self, question: PermissionAsked | ContinuationAsked) -> Answer:
        """Show `question` and read until something is an answer to it."""
        title = question_title(question, self._catalogue)
        details = question_details(question, self._catalogue, self._style)
        if details:
            self._line.write(f"{self._between}{details}")
        if isinstance(question, ContinuationAsked):
            going_on = await self._yes_or_no(title)
            return Answer(question.question_id, "yes" if going_on else "no")
        return await self._permission(question, title)

    async def confirm(self, question: str, details: str = "") -> bool:
        """Ask for a yes or a no about `details`, lines above the question; Ctrl+C is a no."""
        return await self.decide(question, details) is True

    async def decide(self, question: str, details: str = "") -> bool | None:
        """The same, where leaving it open with Ctrl+C is not a no: None."""
        if details:
            self._line.write(f"{self._between}{details}")
        return await self._yes_or_no(question)

    async def _yes_or_no(self, title: str) -> bool | None:
        """None on Ctrl+C and Ctrl+D."""
        try:
            reply = await self._line.ask_key(
                title,
                self._say("repl.keys"),
                lambda typed: read_reply(typed, stop_offered=False),
                at_once="oyn",
            )
        except LeaveError:
            self._note(title, "no")
            return None
        self._note(title, reply.word)
        return reply.word == "yes"

    async def _permission(self, question: PermissionAsked, title: str) -> Answer:
        rules = usable_suggestions(question)
        keys = self._say("repl.keys_remember" if rules else "repl.keys_stop")
        while True:
            try:
                reply = await self._line.ask_key(
                    title,
                    keys,
                    lambda typed: read_reply(typed, stop_offered=True),
                    at_once="oynetars",
                )
            except LeaveError:
                self._note(title, "no")
                return Answer(question.question_id, "no")
            if reply.remember is None:
                answer = Answer(question.question_id, reply.word, await self._reason(reply))
                self._note(title, reply.word)
                return answer
            if not rules:
                self._line.write(f"  {self._say('repl.nothing_to_remember')}\n")
                continue
            taken = await self._taken(rules, reply.remember)
            if taken:
                self._note(title, reply.remember)
                return Answer(question.question_id, "yes", remember=reply.remember, rules=taken)

    async def _reason(self, reply: Reply) -> str:
        """Why not, in the person's words; Ctrl+C leaves it at the no."""
        if not reply.wants_reason:
            return reply.reason
        try:
            return (await self._line.read_answer(self._say("repl.why_not") + " ")).strip()
        except LeaveError:
            return ""

    async def _taken(self, rules: tuple[str, ...], remember: Remembering) -> tuple[str, ...]:
        """The rules as the person leaves them; none when one is emptied, or on Ctrl+C."""
        how = self._say("repl.rule_how" if self._between else "repl.rule_how_plain")
        self._line.write(f"  {self._say(_TAKEN[remember])} {how}\n")
        if len(rules) > 1:
            self._line.write("".join(f"  │ {rule}\n" for rule in rules))
        taken: list[str] = []
        for number, rule in enumerate(rules, start=1):
            prompt = self._say("repl.rule", number=number, count=len(rules)) + " "
            try:
                typed = (await self._line.read_answer(prompt, rule)).strip()
            except LeaveError:
                return ()
            if typed in ("", "-"):  # where a line cannot be emptied, a dash is none
                return ()
            taken.append(typed)
        return tuple(taken)

    def _note(self, title: str, word: AnswerWord | Remembering) -> None:
        """The question and its answer, as they stay in the log (spec 15.2)."""
        said = self._say("repl.answered", question=title, answer=self._say(_SAID[word]))
        self._line.write(f"◆ {said}\n")

    def _say(self, key: str, **values: object) -> str:
        return self._catalogue.text(key, **values)
