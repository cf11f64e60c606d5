import pytest

from maia.agent.models.server import ServerSettings, shown


@pytest.mark.parametrize("url", ["http://h:4000", "http://h:4000/", " http://h:4000// "])
@pytest.mark.parametrize("path", ["/v1/models", "v1/models", "//v1/models "])
def test_one_slash_joins_the_server_and_the_path(url, path):
    assert ServerSettings(url).address(path) == "http://h:4000/v1/models"


def test_a_path_in_the_address_of_the_server_is_kept():
    assert ServerSettings("https://h/llm/").address("/v1/models") == "https://h/llm/v1/models"
    assert ServerSettings("https://h/llm").address("") == "https://h/llm"


def test_a_login_is_not_shown():
    assert shown("http://me:secret@h:4000/v1?a=b") == "http://h:4000/v1?a=b"
    assert shown("http://h:4000/v1") == "http://h:4000/v1"
    assert shown("http://[oops") == "http://[oops"
