from pathlib import Path

import pytest

from maia.agent.contracts.errors import SettingsError
from maia.agent.permissions.sandbox.settings import SandboxSettings, read_sandbox

LAUNCH = Path("/projects/one")


def read(value):
    return read_sandbox(value, "settings.json", LAUNCH)


def test_nothing_said_is_off():
    assert read(None) == SandboxSettings("off", network=False, writable=(), required=False)


@pytest.mark.parametrize("mode", ["off", "workspace", "read-only"])
def test_a_mode_alone_is_enough(mode):
    assert read(mode) == SandboxSettings(mode)
    assert read({"mode": mode}) == SandboxSettings(mode)


def test_an_object_without_a_mode_is_about_the_workspace():
    assert read({"network": True}) == SandboxSettings("workspace", network=True)


def test_all_can_be_said(home):
    value = {
        "mode": "workspace",
        "network": True,
        "writable": ["~/.cache", "../other", "/var/lib/x/"],
        "required": True,
    }
    writable = (home / ".cache", Path("/projects/other"), Path("/var/lib/x"))
    assert read(value) == SandboxSettings(
        "workspace", network=True, writable=writable, required=True
    )


@pytest.mark.parametrize(
    ("value", "key", "name"),
    [
        (True, "settings.sandbox_shape", "sandbox"),
        (["workspace"], "settings.sandbox_shape", "sandbox"),
        ("on", "settings.sandbox_mode", "sandbox.mode"),
        ("", "settings.sandbox_mode", "sandbox.mode"),
        ("Workspace", "settings.sandbox_mode", "sandbox.mode"),
        ({"mode": None}, "settings.sandbox_mode", "sandbox.mode"),
        ({"mode": ["off"]}, "settings.sandbox_mode", "sandbox.mode"),
        ({"Mode": "off"}, "settings.sandbox_key", "sandbox.Mode"),
        ({"network": "yes"}, "settings.sandbox_flag", "sandbox.network"),
        ({"network": 1}, "settings.sandbox_flag", "sandbox.network"),
        ({"required": None}, "settings.sandbox_flag", "sandbox.required"),
        ({"writable": "~/.cache"}, "settings.sandbox_paths", "sandbox.writable"),
        ({"writable": [1]}, "settings.sandbox_paths", "sandbox.writable"),
        ({"writable": [" "]}, "settings.sandbox_paths", "sandbox.writable"),
        ({"writable": ["a\0b"]}, "settings.sandbox_paths", "sandbox.writable"),
        ({"writable": ["/"]}, "settings.sandbox_paths", "sandbox.writable"),
        ({"writable": ["../.."]}, "settings.sandbox_paths", "sandbox.writable"),
    ],
)
def test_what_is_wrong_is_named(value, key, name):
    with pytest.raises(SettingsError) as caught:
        read(value)
    assert caught.value.key == key
    assert caught.value.values["name"] == name
    assert caught.value.values["path"] == "settings.json"
    assert caught.value.values["written"]
