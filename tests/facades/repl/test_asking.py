from collections.abc import Sequence
from typing import Any

import pytest

from maia.agent.contracts.events import ContinuationAsked, PermissionAsked
from maia.agent.contracts.operations import Answer
from maia.facades.repl.asking import Asker
from maia.facades.repl.leaving import LeaveError
from maia.facades.repl.style import Style
from maia.i18n import Catalogue

CTRL_C = "\x03"


class Line:
    """A person who types these lines, `ENTER` leaving what stands on the line as it is."""

    def __init__(self, typed: Sequence[str]) -> None:
        self._typed = list(typed)
        self.screen = ""

    def write(self, text: str) -> None:
        self.screen += text

    async def read_answer(self, prompt: str, prefilled: str = "") -> str:
        typed = self._typed.pop(0)
        self.screen += f"{prompt}{prefilled}\n"
        if typed == CTRL_C:
            raise LeaveError
        return prefilled if typed == "ENTER" else typed

    async def ask_key(self, title: str, keys: str, accepts: Any, *, at_once: str) -> Any:
        while True:
            self.screen += f"{title} {keys} "
            typed = self._typed.pop(0)
            if typed == CTRL_C:
                raise LeaveError
            if (reply := accepts(typed)) is not None:
                return reply


async def put(
    *typed: str, suggestions: tuple[str, ...] = ("Bash(git push)",), language: Any = "en"
) -> tuple[Answer, str]:
    line = Line(typed)
    question = PermissionAsked(
        "q", "c", "Bash", "execute", "", {"command": "git push"}, suggestions=suggestions
    )
    answer = await Asker(line, Catalogue(language), Style(colour=False)).answer(question)
    return answer, line.screen


async def test_once_is_once() -> None:
    assert (await put("y"))[0] == Answer("q", "yes")
    assert (await put("o", language="fr"))[0] == Answer("q", "yes")


@pytest.mark.parametrize(("word", "remember"), [("e", "session"), ("a", "always"), ("t", "always")])
async def test_a_yes_for_longer_shows_its_rule_before_it_is_taken(word: str, remember: Any) -> None:
    answer, screen = await put(word, "ENTER")
    assert answer == Answer("q", "yes", remember=remember, rules=("Bash(git push)",))
    assert "rule 1/1: Bash(git push)\n◆ Allow Bash? yes, " in screen


async def test_the_rule_can_be_edited() -> None:
    answer, _ = await put("e", " Bash(git push *) ")
    assert answer.rules == ("Bash(git push *)",)


@pytest.mark.parametrize("nothing", ["", "-"])
async def test_an_empty_rule_or_ctrl_c_gives_up_and_asks_again(nothing: str) -> None:
    answer, screen = await put("a", nothing, "y")
    assert answer == Answer("q", "yes")
    assert screen.count("s=stop") == 2
    assert (await put("a", CTRL_C, "n"))[0] == Answer("q", "no")


async def test_each_of_several_rules_is_shown_and_taken_or_none_is() -> None:
    both = ("Bash(git push)", "Bash(make)")
    answer, screen = await put("e", "ENTER", "Bash(make *)", suggestions=both)
    assert answer.rules == ("Bash(git push)", "Bash(make *)")
    assert "  │ Bash(git push)\n  │ Bash(make)\nrule 1/2: " in screen
    assert (await put("e", "ENTER", "", "n", suggestions=both))[0] == Answer("q", "no")


@pytest.mark.parametrize("suggestions", [(), ("Bash(\u202e)",)])
async def test_without_a_rule_to_offer_only_once_is_possible(suggestions: tuple[str, ...]) -> None:
    answer, screen = await put("e", "t", "y", suggestions=suggestions)
    assert answer == Answer("q", "yes")
    assert "(y / n / r=no, saying why / s=stop)" in screen
    assert screen.count("No rule can allow this") == 2


async def test_a_no_may_say_why_and_stop_stops() -> None:
    assert (await put("n"))[0] == Answer("q", "no")
    assert (await put("n use the fixture"))[0] == Answer("q", "no", "use the fixture")
    assert (await put("s"))[0] == Answer("q", "stop")


async def test_ctrl_c_is_a_no_and_anything_else_asks_again() -> None:
    assert (await put("", "what?", CTRL_C))[0] == Answer("q", "no")


async def test_going_on_is_yes_or_no_only() -> None:
    line = Line(["s", "e", "n"])
    asker = Asker(line, Catalogue("en"), Style(colour=False))
    assert await asker.answer(ContinuationAsked("q", 50)) == Answer("q", "no")
    assert line.screen.count("(y/n)") == 3


async def test_a_confirmation_is_given_after_it_was_read() -> None:
    line = Line(["y", CTRL_C])
    asker = Asker(line, Catalogue("en"), Style(colour=False))
    assert await asker.confirm("Sure?\n") is True
    assert await asker.confirm("Sure?\n") is False
