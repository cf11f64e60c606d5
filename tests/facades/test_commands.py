import pytest

from maia.facades.commands import COMMANDS, closest_command, commands_of, parse_command
from maia.i18n import Catalogue


@pytest.mark.parametrize(
    ("line", "parsed"),
    [
        ("/help", ("help", "")),
        ("/model  a/b:c ", ("model", "a/b:c")),
        ("/", ("", "")),
        ("/etc/hosts is wrong", None),
        ("no command /help", None),
        ("", None),
    ],
)
def test_a_command_is_a_word_after_a_slash(line: str, parsed: tuple[str, str] | None) -> None:
    assert parse_command(line) == parsed


def test_every_command_has_its_help_in_both_languages() -> None:
    for command in COMMANDS:
        assert Catalogue("en").text(command.help_key)
        assert Catalogue("fr").text(command.help_key)


def test_the_line_facade_offers_its_commands_in_the_order_of_the_table() -> None:
    names = [command.name for command in commands_of("repl")]
    assert names[:5] == ["help", "model", "permissions", "mode", "trust"]
    assert names[5:12] == ["init", "compact", "clear", "new", "load", "rename", "rewind"]
    assert names[12:] == ["diff", "copy", "cost", "tools", "config", "exit"]
    assert commands_of("headless") == ()


@pytest.mark.parametrize(
    ("typed", "close"),
    [
        ("modl", "model"),
        ("perm", "permissions"),
        ("TRUST", "trust"),
        ("exti", "exit"),
        ("xyz", None),
        ("", None),
    ],
)
def test_a_word_that_looks_like_a_command_leads_to_it(typed: str, close: str | None) -> None:
    assert closest_command(typed, "repl") == close
    assert closest_command(typed, "headless") is None
