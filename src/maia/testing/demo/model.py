"""The scripted model of the demo. It looks at the real results and says so when they differ."""

import json
import re
from collections.abc import Callable
from typing import Any, TypeAlias

from maia.testing.demo.project import BROKEN, BROKEN_FILE, MENDED
from maia.testing.model_server import Answer, Delivery, Planned, ToolCall

Show: TypeAlias = Callable[[str], None]

PACE = Delivery(delay=0.02)  # seconds between two pieces: to be seen streaming
LAST_LINES = 2  # of a command's result are shown: the verdict of the tests, and the exit code
WIDEST = 100  # characters of a line that is shown

MENDED_REPORT = (
    "Done: parse() skipped whatever it did not know, so `1h30x` was read as one hour. It now "
    "refuses a text that is not a duration as a whole. All tests pass."
)
FAILED_REPORT = "The tests do not pass. Something on this machine differs from what I expected."


def plan(test_command: str, show: Show) -> list[Planned]:
    """The replies, in order. `show` is told each call that has run, and the end of its result."""

    def step(text: str, *calls: ToolCall) -> Planned:
        def reply(request: dict[str, Any]) -> Answer:
            _show_last_results(request["messages"], show)
            return Answer(_words(text), calls=calls, delivery=PACE)

        return reply

    def report(request: dict[str, Any]) -> Answer:
        _show_last_results(request["messages"], show)
        passed = "OK" in str(request["messages"][-1]["content"]).split()
        return Answer(_words(MENDED_REPORT if passed else FAILED_REPORT), delivery=PACE)

    tests = ToolCall("Bash", {"command": test_command})
    return [
        step("First the tests, to see what fails.", tests),
        step(
            "parse() lets text through that is no duration. I read it, and look who calls it.",
            ToolCall("Read", {"path": BROKEN_FILE}),
            ToolCall("Grep", {"pattern": r"parse\(", "output_mode": "content"}),
        ),
        step(
            "It takes the parts it knows and skips the rest. It must match the whole text.",
            ToolCall("Edit", {"path": BROKEN_FILE, "old_string": BROKEN, "new_string": MENDED}),
        ),
        step("Now the tests again.", tests),
        report,
    ]


def _words(text: str) -> tuple[str, ...]:
    return tuple(re.findall(r"\S+\s*", text))


def _show_last_results(messages: list[dict[str, Any]], show: Show) -> None:
    since: list[dict[str, Any]] = []
    while messages[-1 - len(since)]["role"] == "tool":
        since.insert(0, messages[-1 - len(since)])
    calls = messages[-1 - len(since)].get("tool_calls", [])
    said = {call["id"]: call["function"] for call in calls}
    for result in since:
        function = said[result["tool_call_id"]]
        first = next(iter(json.loads(function["arguments"]).values()), "")
        show(f"  {function['name']}  {first}"[:WIDEST])
        lines = [line for line in str(result["content"]).splitlines() if line.strip()]
        for line in lines[-LAST_LINES:] if function["name"] == "Bash" else lines[:1]:
            show(f"    {line}"[:WIDEST])
