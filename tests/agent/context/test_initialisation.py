import pytest

from maia.agent.context.initialisation import initialisation_request


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_asks_to_look_first_and_to_write_the_file(language):
    new = initialisation_request(language, present=False)
    present = initialisation_request(language, present=True)
    assert new != present
    for text in (new, present):
        assert "MAIA.md" in text
        assert "AGENTS.md" in text
        assert "{" not in text


def test_each_language_has_its_own():
    assert initialisation_request("fr", present=True).startswith("MAIA.md existe déjà")
    assert initialisation_request("en", present=False).startswith("Write MAIA.md")
