"""Events out and answers in."""

import asyncio

from maia.agent.contracts.events import Event, QuestionClosed
from maia.agent.contracts.operations import Answer
from maia.agent.loop.ports import Question


class Mailbox:
    """Events out and answers in: the side of the conversation that the loop sees.

    Questions are put one at a time, whoever asks; a question whose turn ends is closed unanswered.
    """

    def __init__(self) -> None:
        self._events: asyncio.Queue[Event] = asyncio.Queue()
        self._one_question = asyncio.Lock()
        self._waiting: dict[str, asyncio.Future[Answer]] = {}

    def emit(self, event: Event) -> None:
        """Hand an event to the facade."""
        self._events.put_nowait(event)

    async def next_event(self) -> Event:
        """The next event, in order."""
        return await self._events.get()

    async def ask(self, question: Question) -> Answer:
        """Put a question and wait for its answer."""
        async with self._one_question:
            future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
            self._waiting[question.question_id] = future
            self.emit(question)
            try:
                answer = await future
            except asyncio.CancelledError:
                self.emit(QuestionClosed(question.question_id))
                raise
            finally:
                del self._waiting[question.question_id]
            self.emit(QuestionClosed(question.question_id, answer.answer))
            return answer

    def answer(self, answer: Answer) -> None:
        """Give an answer; one that comes too late, or twice, changes nothing."""
        future = self._waiting.get(answer.question_id)
        if future is not None and not future.done():
            future.set_result(answer)

    @property
    def has_events(self) -> bool:
        """Whether an event waits to be read."""
        return not self._events.empty()
