"""Which language is spoken."""

import pytest

from maia.i18n import resolve_language


@pytest.mark.parametrize(
    ("setting", "environ", "language"),
    [
        (None, {}, "en"),
        ("fr", {}, "fr"),
        ("en", {"MAIA_LANG": "fr", "LANG": "fr_FR.UTF-8"}, "en"),
        (None, {"MAIA_LANG": "fr", "LANG": "en_GB.UTF-8"}, "fr"),
        (None, {"LC_ALL": "fr_CA.UTF-8", "LANG": "en_GB.UTF-8"}, "fr"),
        (None, {"LC_MESSAGES": "fr_FR", "LANG": "C"}, "fr"),
        (None, {"MAIA_LANG": "", "LANG": "fr_FR.UTF-8"}, "fr"),
        ("", {"LANG": "FR"}, "fr"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LC_ALL": "C", "LANG": "fr_FR.UTF-8"}, "en"),
    ],
)
def test_the_first_that_is_set_decides(setting, environ, language):
    assert resolve_language(setting, environ) == language
