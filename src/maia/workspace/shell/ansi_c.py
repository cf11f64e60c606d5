"""The inside of `$'...'`: escapes as bash decodes them."""

import re

_ESCAPE = re.compile(
    r"\\(?:(?P<simple>[abeEfnrtv\\'\"?])|(?P<octal>[0-7]{1,3})|x(?P<hex>[0-9A-Fa-f]{1,2})"
    r"|u(?P<u4>[0-9A-Fa-f]{1,4})|U(?P<u8>[0-9A-Fa-f]{1,8})|c(?P<control>.))",
    re.DOTALL,
)
_SIMPLE = {
    **dict(zip("abeEfnrtv", "\a\b\x1b\x1b\f\n\r\t\v", strict=True)),
    **{sign: sign for sign in "\\'\"?"},
}
_LAST_CODE = 0x10FFFF


def decode_ansi_c(inside: str) -> str:
    """The characters that `inside` stands for; those above ASCII given as bytes stay one each."""
    return _ESCAPE.sub(_decoded, inside)


def _decoded(match: re.Match[str]) -> str:
    if simple := match["simple"]:
        return _SIMPLE[simple]
    if octal := match["octal"]:
        return chr(int(octal, 8) & 0xFF)
    for name in ("hex", "u4", "u8"):
        if digits := match[name]:
            code = int(digits, 16)
            return chr(code) if code <= _LAST_CODE else match.group()
    return chr(ord(match["control"]) & 0x1F)
