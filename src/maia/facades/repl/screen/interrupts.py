"""What Ctrl+C does: clear, leave, interrupt a turn, and never nothing at all."""

from collections.abc import Callable

from maia.facades.repl.screen.layout import Zones


class Interrupts:
    """Ctrl+C goes to a question, to the zone of a request, to the turn, in this order.

    Where nobody takes it, it counts for a turn that begins to run; pressed again, it interrupts
    the process as it would without a screen.
    """

    def __init__(self, zones: Zones) -> None:
        self._zones = zones
        self._action: Callable[[], None] | None = None
        self._is_missed = False

    def direct_to(self, action: Callable[[], None] | None) -> None:
        """What interrupts the turn that runs; None: no turn runs."""
        self._action = action
        if action is not None and self._is_missed:
            self.ctrl_c()

    def forget(self) -> None:
        """A request is read: what was pressed before it is no wish to leave."""
        self._is_missed = False

    def ctrl_c(self) -> None:
        """The key has been pressed. Raises KeyboardInterrupt where nothing else is left."""
        requests, questions = self._zones.requests, self._zones.questions
        if questions.current is not None:
            questions.leave()
            self._zones.settle()
        elif requests.is_awaited:
            if requests.buffer.text:
                requests.clear()
            else:
                requests.leave()
        elif self._action is not None:
            self._is_missed = False
            requests.take_all_back()
            self._action()
        elif self._is_missed:
            raise KeyboardInterrupt
        else:
            self._is_missed = True
