import os
from pathlib import Path


def test_home_and_folder_are_of_this_test_alone(tmp_path, home):
    assert Path.cwd() == tmp_path
    assert list(tmp_path.iterdir()) == []
    assert Path.home() == home
    assert list(home.iterdir()) == []
    assert home != tmp_path


def test_the_machine_says_nothing_of_language_models_or_proxies():
    said = ("MAIA_", "LITELLM_", "XDG_", "LC_", "LANG", "HTTP_PROXY")

    assert [name for name in os.environ if name.upper().startswith(said)] == []
