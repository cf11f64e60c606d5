"""Where programs keep keys, sessions and passwords: what a confined command cannot read."""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

IN_HOME = (
    # keys and password stores
    ".ssh",
    ".gnupg",
    ".password-store",
    ".age",
    ".config/age",
    ".config/sops",
    ".config/op",
    ".config/Bitwarden CLI",
    ".config/keybase",
    ".local/share/keyrings",
    ".local/share/kwalletd",
    ".kde/share/apps/kwallet",
    ".pki",
    ".vault-token",
    # clouds and clusters
    ".aws",
    ".azure",
    ".boto",
    ".s3cfg",
    ".oci",
    ".aliyun",
    ".config/gcloud",
    ".config/doctl",
    ".config/hcloud",
    ".config/rclone",
    ".config/heroku",
    ".config/fly",
    ".fly",
    ".kube",
    ".config/helm/registry",
    ".terraform.d/credentials.tfrc.json",
    ".terraformrc",
    # containers: credentials, and sockets that give the whole machine
    ".docker/config.json",
    ".docker/run",
    ".docker/desktop",
    ".config/containers/auth.json",
    ".colima",
    ".lima",
    # forges and package registries
    ".netrc",
    "_netrc",
    ".git-credentials",
    ".config/git/credentials",
    ".config/gh",
    ".config/hub",
    ".config/glab-cli",
    ".config/github-copilot",
    ".npmrc",
    ".yarnrc.yml",
    ".pypirc",
    ".config/pypoetry/auth.toml",
    ".cargo/credentials",
    ".cargo/credentials.toml",
    ".gem/credentials",
    ".composer/auth.json",
    ".config/composer/auth.json",
    ".m2/settings-security.xml",
    ".gradle/gradle.properties",
    # databases
    ".pgpass",
    ".my.cnf",
    ".mylogin.cnf",
    # model providers, and our own settings (they hold keys)
    ".huggingface/token",
    ".cache/huggingface/token",
    ".claude.json",
    ".claude/.credentials.json",
    ".codex/auth.json",
    ".gemini/oauth_creds.json",
    ".maia/settings.json",
    ".maia/mcp.json",
    # browsers and mail: sessions are as good as passwords
    ".mozilla",
    ".thunderbird",
    ".config/google-chrome",
    ".config/chromium",
    ".config/BraveSoftware",
    ".config/microsoft-edge",
    ".config/opera",
    ".config/vivaldi",
    ".config/Slack",
    ".config/discord",
    "snap/firefox",
    "snap/chromium",
    ".var/app/org.mozilla.firefox",
    ".var/app/com.google.Chrome",
    ".var/app/org.chromium.Chromium",
    # what was typed, passwords included
    ".bash_history",
    ".zsh_history",
    ".local/share/fish/fish_history",
    ".psql_history",
    ".mysql_history",
)
"""Relative to a home folder."""

OF_THE_SYSTEM = (
    "/etc/shadow",
    "/etc/shadow-",
    "/etc/gshadow",
    "/etc/gshadow-",
    "/etc/sudoers",
    "/etc/sudoers.d",
    "/etc/ssl/private",
    "/etc/krb5.keytab",
    "/var/lib/docker",
    "/var/lib/containers",
    "/var/lib/kubelet",
)
"""Root alone can read these: they matter where Maia runs as root."""

_CONFIG = ".config/"
_HOST_KEYS = ("/etc/ssh", "ssh_host_", "_key")


NAMED_BY_VARIABLES = (
    *("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE", "AZURE_CONFIG_DIR", "BOTO_CONFIG"),
    *("CLOUDSDK_CONFIG", "DOCKER_CONFIG", "GH_CONFIG_DIR", "GNUPGHOME", "KUBECONFIG", "NETRC"),
    *("GOOGLE_APPLICATION_CREDENTIALS", "HF_TOKEN_PATH", "NPM_CONFIG_USERCONFIG", "PGPASSFILE"),
    *("PASSWORD_STORE_DIR", "REGISTRY_AUTH_FILE", "XAUTHORITY"),
)
"""Variables that say where credentials are instead; some hold several paths."""


def credential_places(home: Path, environ: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """The places that exist now, links resolved. As root, those of every user of the machine."""
    wanted = [f"{one}/{name}" for one in homes(home) for name in IN_HOME]
    wanted += _by_variables(environ)
    if os.geteuid() == 0:
        wanted += [*OF_THE_SYSTEM, *_host_keys()]
    found = {os.path.realpath(path) for path in wanted if os.path.lexists(path)}
    return tuple(Path(path) for path in sorted(found) if os.path.exists(path))  # noqa: PTH110


def homes(home: Path) -> tuple[str, ...]:
    """The home folders whose credentials this process could read."""
    found = [str(home), _home_of_account()]
    if os.geteuid() == 0:
        found.append("/root")
        with suppress(OSError), os.scandir("/home") as entries:
            found += [entry.path for entry in entries if entry.is_dir()]
    return tuple(dict.fromkeys(os.path.realpath(one) for one in found if one))


def _home_of_account() -> str:
    """The home that the system knows, whatever HOME says; "" without an account."""
    import pwd

    try:
        return pwd.getpwuid(os.geteuid()).pw_dir
    except KeyError:
        return ""


def _by_variables(environ: Mapping[str, str]) -> Iterator[str]:
    for name in NAMED_BY_VARIABLES:
        for path in environ.get(name, "").split(os.pathsep):
            if path.startswith("/") and path.strip("/"):
                yield path
    elsewhere = environ.get("XDG_CONFIG_HOME", "")
    if elsewhere.startswith("/"):
        for name in IN_HOME:
            if name.startswith(_CONFIG):
                yield f"{elsewhere}/{name.removeprefix(_CONFIG)}"


def _host_keys() -> Iterator[str]:
    folder, start, end = _HOST_KEYS
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.startswith(start) and entry.name.endswith(end):
                yield entry.path
