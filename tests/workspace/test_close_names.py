import pytest

from maia.workspace.close_names import close_name

KNOWN = ("MaxIterations", "MaxOutputTokens", "language", "env")


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("MaxIteration", "MaxIterations"),
        ("maxiterations", "MaxIterations"),
        ("langage", "language"),
        ("Env", "env"),
        ("hooks", ""),
        ("", ""),
        ("x" * 100_000, ""),
    ],
)
def test_a_mistyped_name_is_close_to_one_known_or_to_none(written: str, meant: str) -> None:
    assert close_name(written, KNOWN) == meant
