import pytest

from maia.facades.commands import COMMANDS, commands_of, parse_command
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


def test_the_line_facade_offers_help_model_and_exit() -> None:
    assert [command.name for command in commands_of("repl")] == ["help", "model", "exit"]
    assert commands_of("headless") == ()
