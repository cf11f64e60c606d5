import json
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.errors import SettingsError
from maia.agent.runtime.user_settings import add_allow_rules


def test_rules_are_added_once_and_the_rest_of_the_file_stays(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text(
        json.dumps({"LiteLLM_URL": "é", "permissions": {"allow": ["Read"], "deny": ["X"]}})
    )
    path.chmod(0o600)
    add_allow_rules(path, ("Bash(ls *)", "Read"))
    assert json.loads(path.read_text(encoding="utf-8")) == {
        "LiteLLM_URL": "é",
        "permissions": {"allow": ["Read", "Bash(ls *)"], "deny": ["X"]},
    }
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_file_without_permissions_gets_them(tmp_path: Path) -> None:
    path = tmp_path / ".maia" / "settings.json"
    add_allow_rules(path, ("Read",))
    assert json.loads(path.read_text()) == {"permissions": {"allow": ["Read"]}}


@pytest.mark.parametrize(
    "content", ["{oops", "[]", '{"permissions": []}', '{"permissions": {"allow": 1}}']
)
def test_a_file_that_cannot_be_understood_stays_as_it_is(tmp_path: Path, content: str) -> None:
    path = tmp_path / "settings.json"
    path.write_text(content)
    with pytest.raises(SettingsError) as caught:
        add_allow_rules(path, ("Read",))
    assert caught.value.values["path"] == str(path)
    assert path.read_text() == content


def test_two_writers_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text("{}")

    def add(name: str) -> Any:
        for number in range(10):
            add_allow_rules(path, (f"{name}({number})",))

    threads = [threading.Thread(target=add, args=(name,)) for name in ("A", "B")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(json.loads(path.read_text())["permissions"]["allow"]) == 20
