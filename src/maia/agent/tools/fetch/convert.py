"""HTML to Markdown, in a process of its own: pages exist that take a parser minutes to read.

The process reads UTF-8 HTML and writes one JSON object. It has limits on time and memory, and is
killed when the call is cancelled or its time is over.
"""

import asyncio
import contextlib
import json
import re
import sys
from dataclasses import dataclass
from typing import Any, cast

MAX_CHARACTERS = 100_000
"""How much of the Markdown is given back: the largest `max_length` (spec 8)."""

DROPPED_TAGS = ("head", "script", "style", "noscript", "iframe", "svg", "template", "title")
"""Elements that hold nothing to read (spec 8), and the title, which has its own line."""

_CPU_SECONDS = 30
_MEMORY_BYTES = 2_000_000_000
_DEPTH = 10_000
_ANY_CASE = re.DOTALL | re.IGNORECASE
_PROGRAM = f"from {__name__} import main; main()"
_BLANK_LINES = re.compile(r"\n(?:[ \t]*\n){2,}")


@dataclass(frozen=True, slots=True)
class Markdown:
    """A page as Markdown. `is_whole` is false when it was cut at MAX_CHARACTERS."""

    title: str
    text: str
    is_whole: bool


async def html_to_markdown(html: str) -> Markdown | None:
    """Convert; None when the converter failed. The caller sets the deadline."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-c", _PROGRAM),  # -P: nothing from the working directory
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        answer, _nothing = await process.communicate(html.encode("utf-8", "replace"))
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        return None
    found = cast("dict[str, Any]", json.loads(answer))
    return Markdown(**found)


def convert(html: str) -> Markdown:
    """The conversion itself. A page nested too deeply for Markdown comes as plain text."""
    from bs4 import BeautifulSoup
    from markdownify import MarkdownConverter

    soup = BeautifulSoup(html, "html.parser")
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    for tag in soup(list(DROPPED_TAGS)):
        tag.decompose()
    for image in soup("img", src=re.compile(r"^\s*data:", re.IGNORECASE)):
        image["src"] = ""
    converter = MarkdownConverter(
        heading_style="ATX",
        bullets="-",
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
    )
    try:
        text = converter.convert_soup(soup)
    except RecursionError:
        text = soup.get_text("\n")
    text = _BLANK_LINES.sub("\n\n", text).strip()
    return Markdown(title, text[:MAX_CHARACTERS], len(text) <= MAX_CHARACTERS)


def strip_tags(html: str) -> str:
    """The words of a short page, in one pass: for error messages, where layout does not matter."""
    for tag in ("head", "script", "style"):
        html = re.sub(rf"<{tag}\b.{{0,20000}}?</{tag}\s*>", " ", html, flags=_ANY_CASE)
    return re.sub(r"<[^<>]{0,2000}>", " ", html)


def main() -> None:
    """The program of the process."""
    import resource

    _limit(resource.RLIMIT_CPU, _CPU_SECONDS)
    _limit(resource.RLIMIT_AS, _MEMORY_BYTES)
    sys.setrecursionlimit(_DEPTH)
    done = convert(sys.stdin.buffer.read().decode("utf-8", "replace"))
    answer = {"title": done.title, "text": done.text, "is_whole": done.is_whole}
    sys.stdout.write(json.dumps(answer))


def _limit(kind: int, most: int) -> None:
    """Lower a limit of this process, where the system has it."""
    import resource

    _soft, hard = resource.getrlimit(kind)
    if hard == resource.RLIM_INFINITY or hard > most:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(kind, (most, most))
