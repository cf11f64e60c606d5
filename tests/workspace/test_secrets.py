import json
from urllib.parse import quote

import pytest

from maia.workspace.secrets import (
    HIDDEN,
    is_secret_name,
    is_secret_value,
    redact,
    redact_shapes,
    secret_variables,
    without_secrets,
)

# Made up, in the shapes that providers give out; put together so that no scanner takes them for
# real ones.
HEX32 = "0123456789abcdef" * 2
MIXED = "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"
SHAPES = {
    "openai": "sk-proj-" + MIXED,
    "anthropic": "sk-ant-api03-" + MIXED,
    "openrouter": "sk-or-v1-" + HEX32 * 2,
    "groq": "gsk_" + MIXED,
    "xai": "xai-" + MIXED,
    "hugging face": "hf_" + MIXED,
    "google": "AIza" + MIXED[:35],
    "google oauth": "GOCSPX-" + MIXED[:28],
    "aws": "AKIA" + "IOSFODNN7EXAMPLE",
    "github": "ghp_" + MIXED,
    "github fine": "github_pat_" + MIXED,
    "gitlab": "glpat-" + MIXED[:20],
    "npm": "npm_" + MIXED,
    "pypi": "pypi-AgEIcHlwaS5vcmc" + MIXED,
    "docker": "dckr_pat_" + MIXED[:27],
    "slack": "xoxb-" + "123456789012-" + MIXED[:24],
    "stripe": "sk_live_" + MIXED[:24],
    "sendgrid": "SG." + MIXED[:22] + "." + (MIXED * 2)[:43],
    "digitalocean": "dop_v1_" + HEX32 * 2,
    "vault": "hvs." + MIXED[:24],
    "telegram": "123456789:AA" + MIXED[:33],
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0." + MIXED[:30],
    "header": "Bearer " + MIXED,
    "database": "postgres://maia:hunter22@db.example.com:5432/app",
    "proxy": "http://user:pa55@proxy.example.com:3128",
    "redis": "redis://:pa55word@cache:6379/0",
    "private key": f"-----BEGIN OPENSSH PRIVATE KEY-----\n{MIXED}\n-----END OPENSSH PRIVATE KEY-----",
}

SECRET_NAMES = """
OPENAI_API_KEY ANTHROPIC_API_KEY LITELLM_API_KEY LiteLLM_API_Key LITELLM_MASTER_KEY GITHUB_TOKEN GH_TOKEN
AWS_ACCESS_KEY_ID AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_SECURITY_TOKEN AZURE_CLIENT_SECRET
GOOGLE_APPLICATION_CREDENTIALS DB_PASSWORD PGPASSWORD MYSQL_PWD MYSQL_ROOT_PASSWORD SMTP_PASS DJANGO_SECRET_KEY
SECRET_KEY_BASE NPM_TOKEN NODE_AUTH_TOKEN NPM_CONFIG__AUTH npm_config__authToken DOCKER_AUTH_CONFIG
CI_JOB_JWT VAULT_TOKEN SSH_PRIVATE_KEY SSH_KEY GPG_PASSPHRASE TWINE_PASSWORD UV_PUBLISH_TOKEN HF_TOKEN
apiKey APIKEY OPENAI_APIKEY stripe-secret-key SESSION_COOKIE JWT_SECRET TOKEN KEY BASIC_AUTH GITHUB_PAT
KUBE_TOKEN ACTIONS_RUNTIME_TOKEN SENTRY_AUTH_TOKEN TF_VAR_db_password
""".split()  # noqa: SIM905  # a table

PLAIN_NAMES = """
PATH HOME PWD OLDPWD INIT_CWD USER SHELL LANG TERM EDITOR DISPLAY KEYBOARD KEYBOARD_LAYOUT XKB_DEFAULT_LAYOUT
TOKENIZERS_PARALLELISM MAX_TOKENS TOKEN_LIMIT SSH_AUTH_SOCK SSH_AGENT_PID GPG_AGENT_INFO GIT_AUTHOR_NAME
GIT_AUTHOR_EMAIL GIT_ASKPASS SSH_ASKPASS XDG_SESSION_ID DBUS_SESSION_BUS_ADDRESS AWS_REGION AWS_PROFILE
AWS_DEFAULT_REGION AWS_CONFIG_FILE PUBLIC_KEY STRIPE_PUBLISHABLE_KEY CACHE_KEY PRIMARY_KEY MONKEY HOTKEY
PASSWORD_FILE SECRET_NAME TOKEN_URL AUTHOR BYPASS COMPASS PASSENGER_COUNT SECRETARY CI NO_COLOR PYTHONPATH
LITELLM_URL MAIA_MODEL KUBECONFIG XAUTHORITY PAGER COLORTERM
""".split()  # noqa: SIM905  # a table

PLAIN_VALUES = (
    "",
    "true",
    "1",
    "/usr/bin:/bin",
    "en_US.UTF-8",
    "https://example.com/a:b@c",
    "http://localhost:4000",
    "git@github.com:owner/repo.git",
    "ssh://git@github.com:22/owner/repo",
    "scikit-learn and disk-encryption-something",
    "sk-learn-contrib-examples",
    "2026-12-01T10:11:12",
    "d41d8cd98f00b204e9800998ecf8427e",
    "npm_lifecycle_event",
    "key-value",
    "pk_live_" + MIXED[:24],
)


@pytest.mark.parametrize("name", SECRET_NAMES)
def test_names_of_secrets_are_known(name):
    assert is_secret_name(name)


@pytest.mark.parametrize("name", [*PLAIN_NAMES, "", "_", "42"])
def test_other_names_are_not_taken_for_secrets(name):
    assert not is_secret_name(name)


@pytest.mark.parametrize("shape", SHAPES)
def test_values_of_known_shapes_are_secrets(shape):
    assert is_secret_value(SHAPES[shape])
    assert is_secret_value(f"x={SHAPES[shape]}")


@pytest.mark.parametrize("value", PLAIN_VALUES)
def test_other_values_are_not_taken_for_secrets(value):
    assert not is_secret_value(value)


def test_commands_get_the_environment_without_secrets():
    environ = {
        "PATH": "/bin",
        "GITHUB_TOKEN": "x",
        "HARMLESS": SHAPES["github"],
        "DATABASE_URL": SHAPES["database"],
        "SSH_AUTH_SOCK": "/tmp/ssh/agent",
        "API_KEY": "",
    }
    assert without_secrets(environ) == {
        "PATH": "/bin",
        "SSH_AUTH_SOCK": "/tmp/ssh/agent",
        "API_KEY": "",
    }


def test_names_to_keep_are_passed_and_stay_known():
    environ = {"GITHUB_TOKEN": "x", "NPM_TOKEN": "y", "NPM_OTHER_TOKEN": "z", "DB_PASSWORD": "w"}
    assert without_secrets(environ, ["GITHUB_TOKEN", "NPM_*"]) == {
        "GITHUB_TOKEN": "x",
        "NPM_TOKEN": "y",
        "NPM_OTHER_TOKEN": "z",
    }
    assert set(secret_variables(environ)) == set(environ)


def test_a_name_to_keep_is_no_prefix_and_minds_its_case():
    environ = {"GITHUB_TOKEN": "x", "github_token": "y"}
    assert without_secrets(environ, ["GITHUB"]) == {}
    assert without_secrets(environ, ["github_token"]) == {"github_token": "y"}


def test_where_a_secret_lies_is_not_the_secret(tmp_path):
    file = tmp_path / "key.pem"
    file.write_text("-")
    environ = {"GOOGLE_APPLICATION_CREDENTIALS": str(file), "TLS_KEY": str(tmp_path / "absent")}
    assert without_secrets(environ) == {"GOOGLE_APPLICATION_CREDENTIALS": str(file)}


@pytest.mark.parametrize("value", ["/" + "a" * 5000, "/\0", "/" + "\udcff"])
def test_a_strange_value_of_a_secret_is_a_secret(value):
    assert without_secrets({"API_KEY": value}) == {}


def test_redacted_text_holds_no_secret_in_any_writing():
    secret = 'pa"55 wörd/\\n'
    text = f"{secret} | {json.dumps(secret)} | {quote(secret, safe='')} | {json.dumps(secret, ensure_ascii=False)}"
    assert redact(text, [secret]) == f'{HIDDEN} | "{HIDDEN}" | {HIDDEN} | "{HIDDEN}"'


def test_the_longer_of_two_secrets_is_replaced_first():
    assert redact("abcdef-ghijkl abcdef", ["abcdef", "abcdef-ghijkl"]) == f"{HIDDEN} {HIDDEN}"


def test_the_lines_of_a_private_key_are_replaced_one_by_one():
    text = f"line: {MIXED}\r\n-----BEGIN OPENSSH PRIVATE KEY-----"
    assert redact(text, [SHAPES["private key"]]) == text.replace(MIXED, HIDDEN)


@pytest.mark.parametrize("secrets", [[], [""], ["1"], ["true"], ["\n\n"]])
def test_what_any_text_holds_is_not_replaced(secrets):
    assert redact("1 true\n\n", secrets) == "1 true\n\n"


def test_signs_of_patterns_in_a_secret_mean_themselves():
    assert redact("a.c+(x)* abcc", ["a.c+(x)*"]) == f"{HIDDEN} abcc"


@pytest.mark.parametrize("shape", SHAPES)
def test_shapes_are_replaced_whosever_they_are(shape):
    text = redact_shapes(f"before {SHAPES[shape]} after")
    assert HIDDEN in text
    assert MIXED[:20] not in text
    assert text.startswith("before ")


@pytest.mark.parametrize(
    "piece", ["a", "a.", "sk-", "sk-a-", "eyJaaaaaaaa-", "eyJ", "hf_", "x://", "x:", "-----BEGIN "]
)
def test_a_long_text_is_searched_in_linear_time(piece):
    text = piece * (600_000 // len(piece))
    assert redact_shapes(text) == text
