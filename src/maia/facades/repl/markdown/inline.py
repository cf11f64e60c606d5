"""What stands inside a line of Markdown, as styled spans."""

from typing import TYPE_CHECKING

from maia.facades.repl.markdown.spans import Span
from maia.facades.shown_text import harmless

if TYPE_CHECKING:
    from markdown_it.token import Token

_CODES = {"strong_open": "1", "em_open": "3", "s_open": "9", "link_open": "4"}
_INLINE_CODE = "36"
_DIM = "2"


def inline_spans(token: "Token", code: str = "") -> list[Span]:
    """The spans of an inline token; `code` is the look that all of them have."""
    spans: list[Span] = []
    looks = [code] if code else []
    link, shown = "", ""
    for child in token.children or []:
        match child.type:
            case "text" | "text_special" | "html_inline":
                spans.append(Span(child.content, _joined(looks)))
                shown += child.content
            case "code_inline":
                spans.append(Span(child.content, _joined([*looks, _INLINE_CODE])))
                shown += child.content
            case "softbreak":
                spans.append(Span(" ", _joined(looks)))
            case "hardbreak":
                spans.append(Span("\n"))
            case "image":
                spans.append(Span(f"[{child.content}]", _joined(looks)))
                spans += _address(str(child.attrs.get("src", "")), child.content)
            case "link_open":
                link, shown = str(child.attrs.get("href", "")), ""
                looks.append(_CODES["link_open"])
            case "link_close":
                _close(looks, _CODES["link_open"])
                spans += _address(link, shown)
            case opening if opening in _CODES:
                looks.append(_CODES[opening])
            case closing if closing.endswith("_close"):
                _close(looks, _CODES.get(closing.replace("_close", "_open"), ""))
            case _:
                spans.append(Span(child.content, _joined(looks)))
    # Entities (`&#x202e;`) are characters only now.
    spans = [Span(harmless(span.text), span.code) for span in spans]
    return [span for span in spans if span.text]


def _address(address: str, shown: str) -> list[Span]:
    """Where a link leads, unless that is what it shows."""
    if not address or address.removeprefix("mailto:") == shown:
        return []
    return [Span(f" ({address})", _DIM)]


def _close(looks: list[str], code: str) -> None:
    if code in looks:
        del looks[len(looks) - 1 - looks[::-1].index(code)]


def _joined(looks: list[str]) -> str:
    return ";".join(dict.fromkeys(looks))
