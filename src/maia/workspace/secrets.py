"""What looks like a key: variables that commands do not get, values that logs do not keep."""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

HIDDEN = "[secret]"
"""What stands in a text where a secret stood."""

SHORTEST_SECRET = 6
"""Characters; shorter values are found by accident in any text, and are not replaced."""

_LONGEST_PATH = 4096
_LINE_OF_A_KEY = 20

_WORDS = frozenset(
    {
        *("SECRET", "SECRETS", "TOKEN", "PASSWORD", "PASSWORDS", "PASSWD", "PASSPHRASE"),
        *("CREDENTIAL", "CREDENTIALS", "CREDS", "JWT", "BEARER", "COOKIE", "APIKEY", "APIKEYS"),
    }
)
"""Anywhere in a name."""

_LAST_WORDS = frozenset({"KEY", "KEYS", "PASS", "PWD", "AUTH", "PAT", "SALT"})
"""At its end only, and after another word: PWD is the folder, MYSQL_PWD a password."""

_ENDINGS = (
    *("PASSWORD", "PASSWD", "SECRET", "TOKEN", "APIKEY", "AUTHKEY", "ACCESSKEY"),
    *("SECRETKEY", "PRIVATEKEY", "MASTERKEY", "ENCRYPTIONKEY"),
)
"""Of a word written as one, as in PGPASSWORD."""

_DESCRIBING = frozenset(
    {
        *(
            "ALGORITHM",
            "COUNT",
            "DIR",
            "ENABLED",
            "ENDPOINT",
            "EXPIRES",
            "EXPIRY",
            "FILE",
            "FOLDER",
        ),
        *("FORMAT", "HEADER", "HOST", "ID", "LENGTH", "LIMIT", "NAME", "PATH", "SIZE", "SOCK"),
        *("TIMEOUT", "TTL", "TYPE", "URI", "URL", "VERSION"),
    }
)
"""A last word that says something about a secret without being it."""

_HARMLESS_KEYS = frozenset(
    {"PUBLIC", "PUB", "PUBLISHABLE", "PRIMARY", "FOREIGN", "SORT", "PARTITION", "CACHE", "COMPOSE"}
)
"""Before KEY: no secret."""

_NAMES = frozenset(
    {
        *("KEY", "TOKEN", "AWS_ACCESS_KEY_ID", "DOCKER_AUTH_CONFIG", "NPM_CONFIG__AUTH"),
        *("ARM_CLIENT_ID", "AZURE_CLIENT_ID", "VAULT_SECRET_ID", "VAULT_ROLE_ID"),
    }
)
"""Whole names that the rules do not find."""

_SPLIT = re.compile(r"[^A-Z0-9]+")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")

_SHAPES = re.compile(
    r"""
    (?<![A-Za-z0-9])(?:
      (?<![_-])sk-(?=[\w-]{0,200}\d)[\w-]{16,}         # OpenAI, Anthropic, OpenRouter, LiteLLM
    | (?:gsk|xai|pplx|r8|fw|nvapi|hf|csk)[_-](?=[A-Za-z0-9]{0,99}\d)[A-Za-z0-9]{20,} # models
    | AIza[\w-]{35} | ya29\.[\w-]{20,} | GOCSPX-[\w-]{20,}                 # Google
    | (?:AKIA|ASIA)[A-Z0-9]{16}(?![A-Za-z0-9])         # AWS
    | gh[pousr]_[A-Za-z0-9]{36,} | github_pat_\w{22,}
    | gl(?:pat|dt|rt|cbt|ptt|ft|soat)-[\w.-]{20,}      # GitLab
    | ATATT3[\w=-]{20,} | ATBB[A-Za-z0-9]{24,}         # Atlassian
    | npm_[A-Za-z0-9]{36} | pypi-AgE[\w-]{40,} | dckr_pat_[\w-]{20,} | cio[A-Za-z0-9]{32}
    | xox[abeoprs]-[\w-]{10,} | xapp-\d-[\w-]{10,}     # Slack
    | (?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,} | whsec_[A-Za-z0-9+/=]{16,} # Stripe
    | SG\.[\w-]{22}\.[\w-]{43} | key-[0-9a-f]{32}(?![0-9a-f])              # mail
    | do[opr]_v1_[0-9a-f]{64} | shp(?:at|ca|pa|ss)_[0-9a-f]{32} | hv[sbr]\.[\w-]{20,}
    | tskey-[\w-]{16,} | lin_api_\w{20,} | ntn_\w{20,} | sntry[su]_[\w+/=]{20,}
    | AGE-SECRET-KEY-1[A-Z0-9]{20,} | \d{8,10}:AA[\w-]{33}                 # age, Telegram
    | (?<![_-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*      # JSON web tokens
    | (?:[Bb]earer|[Bb]asic)[ ][\w.~+/=-]{16,}
    | [a-z][a-z0-9+.-]{0,29}://[^\s/?\#:@]{0,200}:[^\s/?\#@]{1,900}@    # a password in an address
    )
    | -----BEGIN[ ](?:[A-Z]+[ ])*PRIVATE[ ]KEY-----
      (?:[^-]*-----END[ ](?:[A-Z]+[ ])*PRIVATE[ ]KEY-----)?
    """,
    re.VERBOSE,
)


def is_secret_name(name: str) -> bool:
    """Whether a variable of this name usually holds a key, a token or a password."""
    words = [word for word in _SPLIT.split(_HUMP.sub("_", name).upper()) if word]
    if name.upper() in _NAMES:
        return True
    if not words or words[-1] in _DESCRIBING:
        return False
    if any(word in _WORDS or word.endswith(_ENDINGS) for word in words):
        return True
    if words[-1] not in _LAST_WORDS or len(words) == 1:
        return False
    return words[-2] not in _HARMLESS_KEYS


def is_secret_value(value: str) -> bool:
    """Whether it holds a key of a known shape, a private key, or an address with a password."""
    return _SHAPES.search(value) is not None


def secret_variables(environ: Mapping[str, str], keep: Collection[str] = ()) -> dict[str, str]:
    """Those that look like keys, by name or by value; `keep` are names, `*` for any characters.

    A name that suggests a secret but leads to a file that is there only says where one is.
    """
    return {
        name: value
        for name, value in environ.items()
        if value and _is_secret(name, value) and not any(fnmatchcase(name, one) for one in keep)
    }


def without_secrets(environ: Mapping[str, str], keep: Collection[str] = ()) -> dict[str, str]:
    """The environment for commands that the model runs: of the secrets, those of `keep` only."""
    secret = secret_variables(environ, keep)
    return {name: value for name, value in environ.items() if name not in secret}


def redact(text: str, secrets: Iterable[str]) -> str:
    """The text with each secret replaced, also as written in JSON or in an address.

    The lines of a long one count by themselves. Secrets under SHORTEST_SECRET stay.
    """
    pattern = _pattern(tuple(secrets))
    return text if pattern is None else pattern.sub(HIDDEN, text)


def redact_shapes(text: str) -> str:
    """The text without what has the shape of a key, whosever it is."""
    return _SHAPES.sub(HIDDEN, text)


def _is_secret(name: str, value: str) -> bool:
    return is_secret_value(value) or (is_secret_name(name) and not _is_file(value))


def _is_file(value: str) -> bool:
    try:
        return value.startswith("/") and len(value) < _LONGEST_PATH and Path(value).exists()
    except (OSError, ValueError):
        return False


def _tells(line: str) -> bool:
    """Whether a line of a longer secret gives it away; the frame of a key does not."""
    return len(line) >= _LINE_OF_A_KEY and not line.startswith("-----")


@lru_cache(maxsize=8)
def _pattern(secrets: tuple[str, ...]) -> re.Pattern[str] | None:
    forms: set[str] = set()
    for secret in secrets:
        lines = [line.strip() for line in secret.splitlines()]
        forms.add(secret.strip())
        forms.update(line for line in lines if _tells(line))
    forms |= {json.dumps(form)[1:-1] for form in forms}
    forms |= {json.dumps(form, ensure_ascii=False)[1:-1] for form in forms}
    forms |= {quote(form, safe="", errors="replace") for form in forms}
    wanted = sorted((one for one in forms if len(one) >= SHORTEST_SECRET), key=len, reverse=True)
    return re.compile("|".join(map(re.escape, wanted))) if wanted else None
