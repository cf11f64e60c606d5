import json
import os
from pathlib import Path
from typing import Any

import pytest

from maia.agent.contracts.errors import SettingsError
from maia.agent.permissions.sandbox.settings import SandboxSettings
from maia.agent.runtime.rule_files import trusted_folders
from maia.agent.runtime.settings import (
    Settings,
    bypass_bounds,
    load_settings,
    may_bypass,
    model_name,
)
from maia.agent.runtime.settings_reader import DEFAULT

REQUIRED = {
    "LiteLLM_URL": "http://localhost:4000",
    "OpenAI_EndPoint": "/v1/chat/completions",
    "LiteLLM_Models": "/v1/models",
}


def write(path: Path, value: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(value if isinstance(value, str) else json.dumps(value), encoding="utf-8")


@pytest.fixture
def load(tmp_path: Path):
    home, folder = tmp_path / "home", tmp_path / "project"
    folder.mkdir()

    def _load(
        user: Any = None, environ: Any = None, project: Any = None, **options: Any
    ) -> Settings:
        if user is not None:
            write(home / ".maia" / "settings.json", user)
        if project is not None:
            write(folder / ".maia" / "settings.json", project)
        return load_settings(home, folder, environ or {}, **options)

    _load.home, _load.folder = home, folder
    return _load


def test_the_three_required_keys_are_enough(load: Any) -> None:
    settings = load(REQUIRED)
    assert settings.url == "http://localhost:4000"
    assert settings.model is None
    assert settings.api_key is None
    assert settings.max_iterations is None


@pytest.mark.parametrize(
    ("written", "key", "said"),
    [
        (None, "settings.absent", {"example"}),
        ({"LiteLLM_URL": "http://x"}, "settings.missing_key", {"name": "OpenAI_EndPoint"}),
        (
            {**REQUIRED, "LiteLLM_URL": "localhost:4000"},
            "settings.not_url",
            {"name": "LiteLLM_URL"},
        ),
        ('{"permissions": {"deny": ["Bash"], "deny": []}}', "settings.duplicate_key", {"name"}),
        ('{"MaxIterations": ' + "9" * 6000 + "}", "settings.not_json", {"reason"}),
        ("[" * 100_000, "settings.not_json", {"reason"}),
        ('{"x": "' + "y" * 1_000_001 + '"}', "settings.too_large", {"size"}),
        *(
            ({**REQUIRED, "LiteLLM_URL": url}, "settings.not_url", {"name": "LiteLLM_URL"})
            for url in ("http://", "http://[::1", "http://h:99999", "http://h o", "http://h/\x01")
        ),
        ({**REQUIRED, "LiteLLM_API_Key": "a\nb"}, "settings.bad_key", {"path"}),
        ({**REQUIRED, "env": {"A": True}}, "settings.env", {"name": "env.A"}),
        ({**REQUIRED, "env": {"A=B": "x"}}, "settings.env", {"name": "env.A=B"}),
        ({**REQUIRED, "env": {"A": "\0"}}, "settings.env", {"name": "env.A"}),
        ({**REQUIRED, "LiteLLM_Models": 3}, "settings.not_text", {"name": "LiteLLM_Models"}),
        ({**REQUIRED, "MaxIterations": 0}, "settings.not_positive", {"name": "MaxIterations"}),
        ({**REQUIRED, "MaxIterations": True}, "settings.not_positive", {"name": "MaxIterations"}),
        (
            {**REQUIRED, "MaxOutputTokens": "9"},
            "settings.not_positive",
            {"name": "MaxOutputTokens"},
        ),
        ({**REQUIRED, "env": ["A"]}, "settings.env", {"name": "env"}),
        ({**REQUIRED, "env": {"A": None}}, "settings.env", {"name": "env.A"}),
        ('{\n  "a": 1,\n  b\n}', "settings.not_json", {"line": 3, "column": 3}),
        ("[1]", "settings.not_object", {}),
        ("[" * 100_000, "settings.not_json", {"reason": "nested too deeply"}),
    ],
)
def test_what_is_wrong_is_said_with_its_file_and_place(
    load: Any, written: Any, key: str, said: Any
) -> None:
    with pytest.raises(SettingsError) as caught:
        load(written)
    assert caught.value.key == key
    assert caught.value.values["path"] == str(load.home / ".maia" / "settings.json")
    if isinstance(said, dict):
        assert said.items() <= caught.value.values.items()
    else:
        assert said <= set(caught.value.values)


def test_a_file_that_is_not_utf8_says_where(load: Any) -> None:
    path = load.home / ".maia" / "settings.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(b'{"a": "\xe9"}')
    with pytest.raises(SettingsError) as caught:
        load()
    assert (caught.value.key, caught.value.values["position"]) == ("settings.not_utf8", 7)


def test_a_byte_order_mark_is_accepted(load: Any) -> None:
    assert load("\ufeff" + json.dumps(REQUIRED)).url == "http://localhost:4000"


def test_the_model_is_resolved_flag_variable_project_user(load: Any) -> None:
    write(load.home / ".maia" / "config.json", {"model": "litellm:user"})
    assert load(REQUIRED).model == "user"
    write(load.folder / ".maia" / "config.json", {"model": "project"})
    assert load(REQUIRED).model == "project"
    assert load(REQUIRED, {"MAIA_MODEL": "litellm:variable"}).model == "variable"
    assert load(REQUIRED, {"MAIA_MODEL": "variable"}, model_flag="litellm:a/b:c").model == "a/b:c"


def test_a_model_name_keeps_its_colons_and_slashes() -> None:
    assert model_name("openai/gpt:5") == "openai/gpt:5"
    assert model_name(" litellm:ollama/qwen:7b ") == "ollama/qwen:7b"


def test_the_key_comes_from_the_file_else_from_the_environment(load: Any) -> None:
    environ = {"LITELLM_API_KEY": "from-env"}
    assert load(REQUIRED, environ).api_key == "from-env"
    assert load({**REQUIRED, "LiteLLM_API_Key": "from-file"}, environ).api_key == "from-file"


def test_project_rules_restrict_but_never_grant(load: Any) -> None:
    user = {**REQUIRED, "permissions": {"allow": ["Read"]}}
    project = {
        "permissions": {"allow": ["Bash"], "ask": ["Edit"], "deny": ["Write"]},
        "env": {"PATH": "x"},
    }
    settings = load(user, project=project)
    assert [str(rule) for rule in settings.rules.allow] == ["Read"]
    assert [str(rule) for rule in settings.rules.ask] == ["Edit"]
    assert [str(rule) for rule in settings.rules.deny] == ["Write"]
    assert settings.env == {}


def test_every_value_knows_where_it_came_from(load: Any) -> None:
    user = {**REQUIRED, "MaxIterations": 7, "env": {"TOKEN": "secret", "N": 3}}
    settings = load(user, {"LITELLM_API_KEY": "k", "MAIA_MODEL": "m"})
    path = str(load.home / ".maia" / "settings.json")
    found = {origin.name: (origin.source, origin.secret) for origin in settings.origins}
    assert found["LiteLLM_URL"] == (path, False)
    assert found["LiteLLM_API_Key"] == ("LITELLM_API_KEY", True)
    assert found["model"] == ("MAIA_MODEL", False)
    assert found["env.TOKEN"] == (path, True)
    assert settings.env == {"TOKEN": "secret", "N": "3"}
    assert settings.max_iterations == 7


@pytest.mark.parametrize("kind", ["folder", "pipe", "device"])
def test_a_settings_file_that_is_no_file_is_said_at_once(load: Any, kind: str) -> None:
    path = load.home / ".maia" / "settings.json"
    path.parent.mkdir(parents=True)
    {
        "folder": path.mkdir,
        "pipe": lambda: os.mkfifo(path),
        "device": lambda: path.symlink_to("/dev/null"),
    }[kind]()
    with pytest.raises(SettingsError) as raised:
        load()
    assert raised.value.key == "settings.not_regular"


def test_broken_rules_of_a_project_are_left_out_and_said(load: Any) -> None:
    settings = load({**REQUIRED, "permissions": {"deny": ["Bash"]}}, project="{")
    assert [str(rule) for rule in settings.rules.deny] == ["Bash"]
    assert settings.rule_files.broken.key == "settings.not_json"


def test_a_key_from_the_environment_loses_the_line_end_that_came_with_it(load: Any) -> None:
    assert load(REQUIRED, {"LITELLM_API_KEY": "sk-1\r\n"}).api_key == "sk-1"


@pytest.mark.parametrize("url", ["HTTPS://host", "http://[::1]:4000", "http://u:p@h:1/base/"])
def test_an_address_may_have_any_usual_form(load: Any, url: str) -> None:
    assert load({**REQUIRED, "LiteLLM_URL": url}).url == url


def test_a_trusted_folder_grants(load: Any) -> None:
    project = {"permissions": {"allow": ["Bash"], "deny": ["Write"]}}
    untrusted = load(REQUIRED, project=project)
    assert [str(rule) for rule in untrusted.rule_files.ignored] == ["Bash"]
    trusted_folders(load.home).add(load.folder)
    trusted = load(REQUIRED, project=project)
    assert [str(rule) for rule in trusted.rules.allow] == ["Bash"]
    assert trusted.rule_files.ignored == ()


def test_while_a_projects_file_is_broken_no_allow_rule_counts(load: Any) -> None:
    user = {**REQUIRED, "permissions": {"allow": ["Read"], "deny": ["Bash"]}}
    settings = load(user, project="{oops")
    assert settings.rules.allow == ()
    assert [str(rule) for rule in settings.rules.deny] == ["Bash"]


def said(settings: Settings) -> list[tuple[str, Any]]:
    return [(warning.key, warning.values.get("name")) for warning in settings.warnings]


def test_a_key_that_nothing_reads_is_said_with_the_one_it_is_close_to(load: Any) -> None:
    settings = load({**REQUIRED, "MaxIteration": 3, "hooks": {}, "$schema": "x"})
    assert said(settings) == [
        ("settings.unknown_key_close", "MaxIteration"),
        ("settings.unknown_key", "hooks"),
    ]
    assert settings.warnings[0].values["close"] == "MaxIterations"
    assert settings.max_iterations is None


def test_an_unknown_key_or_tool_under_permissions_is_said_with_its_place(load: Any) -> None:
    settings = load({**REQUIRED, "permissions": {"alow": ["Read"], "deny": ["Raed(x)", "Zzz"]}})
    assert [(one.key, one.values) for one in settings.warnings] == [
        (
            "settings.unknown_key_close",
            {
                "path": str(load.home / ".maia" / "settings.json"),
                "name": "permissions.alow",
                "close": "permissions.allow",
            },
        ),
        (
            "settings.unknown_tool_close",
            {
                "path": str(load.home / ".maia" / "settings.json"),
                "family": "deny",
                "position": 1,
                "name": "Raed",
                "close": "Read",
            },
        ),
        (
            "settings.unknown_tool",
            {
                "path": str(load.home / ".maia" / "settings.json"),
                "family": "deny",
                "position": 2,
                "name": "Zzz",
            },
        ),
    ]
    assert [str(rule) for rule in settings.rules.deny] == ["Raed(x)", "Zzz"]


@pytest.mark.parametrize(("language", "known"), [("fr", True), ("EN_us", True), ("de", False)])
def test_an_unknown_language_is_said(load: Any, language: str, known: bool) -> None:
    settings = load({**REQUIRED, "language": language})
    assert said(settings) == ([] if known else [("settings.unknown_language", None)])


def test_what_a_project_may_not_set_is_said(load: Any) -> None:
    project = {"sandbox": "off", "permissions": {"deny": ["Zzz"]}, "Permission": {}}
    settings = load({**REQUIRED, "sandbox": "workspace"}, project=project)
    assert settings.sandbox.mode == "workspace"
    assert said(settings) == [
        ("settings.unknown_tool", "Zzz"),
        ("settings.users_only", "sandbox"),
        ("settings.unknown_key_close", "Permission"),
    ]


@pytest.mark.parametrize("permissions", [["Bash"], {"deny": "Bash"}, {"ask": {"Bash": True}}])
def test_lists_of_rules_that_are_none_count_as_a_broken_file(load: Any, permissions: Any) -> None:
    user = {**REQUIRED, "permissions": {"allow": ["Read"]}}
    settings = load(user, project={"permissions": permissions})
    assert settings.rule_files.broken.key == "settings.not_rules"
    assert settings.rules.allow == ()
    with pytest.raises(SettingsError) as caught:
        load({**REQUIRED, "permissions": permissions}, project={})
    assert caught.value.key == "settings.not_rules"


def test_the_sandbox_and_the_names_to_pass_are_read(load: Any) -> None:
    sandbox = {"mode": "read-only", "network": True, "writable": ["out"], "required": True}
    settings = load({**REQUIRED, "sandbox": sandbox, "passEnvironment": ["GH_TOKEN", "AWS_*"]})
    assert (settings.sandbox.mode, settings.sandbox.network) == ("read-only", True)
    assert settings.pass_environment == ("GH_TOKEN", "AWS_*")
    found = {origin.name: origin.value for origin in settings.origins}
    spelt = f"read-only, network on, writable {load.folder / 'out'}, required"
    assert found["sandbox"] == spelt
    assert found["passEnvironment"] == "GH_TOKEN, AWS_*"


@pytest.mark.parametrize("written", ["GH_TOKEN", [3], ["A=B"], [""], ["A\0"], {}])
def test_names_to_pass_that_are_none_stop_the_start(load: Any, written: Any) -> None:
    with pytest.raises(SettingsError) as caught:
        load({**REQUIRED, "passEnvironment": written})
    assert (caught.value.key, caught.value.values["name"]) == (
        "settings.not_names",
        "passEnvironment",
    )


def test_a_sandbox_that_is_none_stops_the_start(load: Any) -> None:
    with pytest.raises(SettingsError) as caught:
        load({**REQUIRED, "sandbox": "of"})
    assert caught.value.key == "settings.sandbox_mode"


def test_values_that_count_by_default_are_told_as_such(load: Any) -> None:
    origins = {origin.name: origin for origin in load(REQUIRED).origins}
    assert (origins["MaxIterations"].value, origins["MaxIterations"].source) == (50, DEFAULT)
    assert (origins["sandbox"].value, origins["sandbox"].source) == ("off", DEFAULT)


def test_a_project_folder_that_is_a_link_to_the_home_is_the_users(
    load: Any, tmp_path: Path
) -> None:
    load({**REQUIRED, "permissions": {"allow": ["Read"]}})
    link = tmp_path / "link"
    link.symlink_to(load.home)
    settings = load_settings(load.home, link, {})
    assert [str(rule) for rule in settings.rules.allow] == ["Read"]
    assert settings.rule_files.ignored == ()


@pytest.mark.parametrize("mode", ["off", "workspace", "read-only"])
def test_root_bypasses_inside_a_sandbox_that_must_work_or_by_the_override(mode: Any) -> None:
    root = os.geteuid() == 0
    sandbox = SandboxSettings(mode)
    assert may_bypass("ask", sandbox, {})
    assert may_bypass("bypass", sandbox, {}) is (not root or mode != "off")
    assert may_bypass("bypass", sandbox, {"MAIA_ALLOW_ROOT_BYPASS": "1"})
    assert bypass_bounds("bypass", sandbox, {}).required is root
    assert not bypass_bounds("bypass", sandbox, {"MAIA_ALLOW_ROOT_BYPASS": "1"}).required
    assert not bypass_bounds("ask", sandbox, {}).required
