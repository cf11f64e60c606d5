"""Rules on what is neither a path nor a command: hosts, servers, names (spec 9.3, 22)."""

import re
import socket
from collections.abc import Mapping
from typing import Any
from urllib.parse import unquote, urlsplit

from maia.agent.contracts.tools import URL_NAMES
from maia.agent.permissions.rules import Rule
from maia.agent.permissions.targets import first_text

_MCP = "mcp__"


def value_matches(rule: Rule, tool: str, arguments: Mapping[str, Any], *, restrict: bool) -> bool:
    """Whether `rule` is on this tool and its pattern on a value of the call."""
    if rule.tool == "Mcp":
        return _server_matches(rule.pattern, tool)
    same = rule.tool == tool or (restrict and rule.tool.lower() == tool.lower())
    if not same:
        return False
    if rule.pattern is None:
        return True
    if tool == "WebFetch":
        return _host_matches(rule.pattern, first_text(arguments, URL_NAMES) or "", restrict)
    wanted = _star(rule.pattern)
    return any(wanted.fullmatch(value) for value in arguments.values() if isinstance(value, str))


def _server_matches(pattern: str | None, tool: str) -> bool:
    """`Mcp(server)` and `Mcp(server,tool)` on the tool `mcp__server__tool`; `*` is any."""
    if not tool.startswith(_MCP):
        return False
    server, _, name = tool.removeprefix(_MCP).partition("__")
    wanted_server, _, wanted_name = (pattern or "*").partition(",")
    wanted = ((wanted_server.strip(), server), (wanted_name.strip() or "*", name))
    return all(_star(each).fullmatch(value) for each, value in wanted)


def _host_matches(pattern: str, url: str, restrict: bool) -> bool:  # noqa: FBT001  # one caller
    """The host, without the dot that may end it."""
    wanted = pattern.removeprefix("domain:").strip().lower().rstrip(".")
    if restrict and "://" in wanted:
        wanted = urlsplit(wanted).hostname or ""
    host = (urlsplit(url.strip()).hostname or "").rstrip(".")
    hosts = [_ascii(host)]
    if restrict:
        hosts += [_ascii(unquote(host)), _dotted(host)]
    return any(each and _star(_ascii(wanted)).fullmatch(each) for each in hosts)


def _dotted(host: str) -> str:
    """An IPv4 address in its usual form: `127.1` and `0x7f000001` are addresses too."""
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except (OSError, UnicodeError):
        return ""


def _ascii(host: str) -> str:
    """The name as it is asked for; as it stands when it is none."""
    try:
        return host.encode("idna").decode("ascii").lower() if not host.isascii() else host.lower()
    except UnicodeError:
        return host.lower()


def _star(pattern: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in pattern.split("*")), re.DOTALL)
