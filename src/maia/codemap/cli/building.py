"""`index`, `status`, `languages`: the map itself."""

import sys
import time
from collections import Counter

from maia.codemap.cli.asked import Asked
from maia.codemap.cli.console import Code
from maia.codemap.indexing.ports import Progress
from maia.codemap.store.records import Status

_BAR = 30
_EVERY_SECONDS = 0.1


def index(asked: Asked) -> Code:
    """Build the map, or bring it up to date."""
    console = asked.console
    bar = _Bar() if sys.stderr.isatty() else None
    report = asked.opened.build(bar.show if bar else None)
    if bar:
        bar.clear()
    snapshot = report.snapshot
    if console.as_json:
        console.document(snapshot=snapshot, report=report, database=str(asked.opened.database))
        return Code.DONE
    if report.rebuilt:
        console.note("map.rebuilt", why=report.rebuilt)
    console.say(
        "map.indexed",
        root=snapshot.root,
        files=snapshot.files,
        symbols=snapshot.symbols,
        edges=snapshot.edges,
        read=report.read,
        seconds=f"{sum(report.seconds.values()):.1f}",
    )
    for path, reason in report.skipped:
        if reason.startswith(("index.crashed", "index.too_slow", "index.failed")):
            console.note("map.given_up", path=path, reason=_said(asked, reason))
    for path in report.unreadable:
        console.note("map.unreadable", path=path)
    return Code.DONE


def watch(asked: Asked) -> Code:
    """Keep the map up to date until Ctrl+C, a line for each update."""
    from maia.codemap.session.watching import watch as updates

    for number, report in enumerate(updates(asked.opened)):
        snapshot = report.snapshot
        if asked.console.as_json:
            asked.console.document(snapshot=snapshot, report=report)
        elif number == 0:
            asked.console.say("map.watching", root=snapshot.root, files=snapshot.files)
        else:
            asked.console.say(
                "map.updated",
                changed=report.changed,
                removed=report.removed,
                milliseconds=round(1000 * sum(report.seconds.values())),
            )
        sys.stdout.flush()
    return Code.DONE


def status(asked: Asked) -> Code:
    """What is on the map, by language, and what is only text, and why."""
    console, reader = asked.console, asked.opened.reader
    snapshot, counts = reader.snapshot(), reader.languages()
    if asked.words.files:
        return _files(asked)
    if console.as_json:
        console.document(snapshot=snapshot, database=str(asked.opened.database), languages=counts)
        return Code.DONE
    console.say(
        "map.status",
        root=snapshot.root,
        number=snapshot.number,
        commit=snapshot.commit[:12] or "-",
        time=time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(snapshot.published)),
        files=snapshot.files,
        symbols=snapshot.symbols,
        edges=snapshot.edges,
    )
    console.table(
        [
            (
                each.language or "?",
                _status(asked, each.status),
                str(each.files),
                str(each.lines),
                _said(asked, each.reason),
            )
            for each in counts
        ]
    )
    return Code.DONE


def languages(asked: Asked) -> Code:
    """Every language the map knows: how it is read, and why it is only text."""
    from maia.codemap.languages.grammars import Parsed, availability
    from maia.codemap.languages.packs import load_pack, pack_names
    from maia.codemap.languages.table import all_languages

    console = asked.console
    rows: list[tuple[str, str, str, str]] = []
    counts: Counter[str] = Counter()
    for language in all_languages().values():
        found = availability(language)
        parsed = isinstance(found, Parsed)
        if language.id in pack_names():
            level = "full"
        elif parsed and load_pack(language.id) is not None:
            level = "symbols"
        else:
            level = "text"
        reason = "" if isinstance(found, Parsed) else found.reason
        counts[level] += 1
        rows.append((language.id, level, reason, " ".join(language.extensions)))
    if console.as_json:
        keys = ("language", "level", "reason", "extensions")
        listed = [dict(zip(keys, row, strict=True)) for row in rows]
        console.document(languages=listed, counts=dict(counts))
        return Code.DONE
    levels = {level: _level(asked, level) for level in ("full", "symbols", "text")}
    console.table([(row[0], levels[row[1]], row[3]) for row in rows])
    console.say(
        "map.languages",
        all=len(rows),
        full=counts["full"],
        symbols=counts["symbols"],
        text=counts["text"],
    )
    return Code.DONE


def _files(asked: Asked) -> Code:
    """Each file, how it was read, and why not better."""
    files = asked.opened.reader.files()
    if asked.console.as_json:
        asked.console.document(snapshot=asked.snapshot(), files=files)
        return Code.DONE
    asked.console.table(
        [
            (
                each.path,
                each.language or "?",
                _status(asked, each.status),
                _said(asked, each.reason),
            )
            for each in files
        ]
    )
    return Code.DONE


def _said(asked: Asked, reason: str) -> str:
    """A reason in words; what is known beyond it stands behind a colon."""
    if not reason:
        return ""
    key, colon, detail = reason.partition(": ")
    texts = {
        "index.too_large": "index.too_large",
        "index.link": "index.link",
        "index.binary": "index.binary",
        "index.unreadable": "index.unreadable",
        "index.unknown_language": "index.unknown_language",
        "index.no_pack": "index.no_pack",
        "index.no_grammar": "index.no_grammar",
        "index.failed": "index.failed",
        "index.crashed": "index.crashed",
        "index.too_slow": "index.too_slow",
    }
    said = asked.console.catalogue.text(texts[key]) if key in texts else key
    return f"{said}{colon}{detail}"


def _status(asked: Asked, status: Status) -> str:
    catalogue = asked.console.catalogue
    match status:
        case "parsed":
            return catalogue.text("map.status_parsed")
        case "text":
            return catalogue.text("map.status_text")
        case "skipped":
            return catalogue.text("map.status_skipped")


def _level(asked: Asked, level: str) -> str:
    catalogue = asked.console.catalogue
    match level:
        case "full":
            return catalogue.text("map.level_full")
        case "symbols":
            return catalogue.text("map.level_symbols")
        case _:
            return catalogue.text("map.level_text")


class _Bar:
    """Progress on standard error, on one line."""

    def __init__(self) -> None:
        self._next = 0.0

    def show(self, progress: Progress) -> None:
        """Draw how far it is, not too often."""
        now = time.monotonic()
        if now < self._next and progress.done < progress.total:
            return
        self._next = now + _EVERY_SECONDS
        full = _BAR * progress.done // max(1, progress.total)
        bar = "█" * full + "░" * (_BAR - full)
        speed = f" {progress.per_second:,.0f}/s" if progress.per_second else ""
        sys.stderr.write(
            f"\r\x1b[K{progress.phase:<9} {bar} {progress.done}/{progress.total}{speed}"
        )
        sys.stderr.flush()

    def clear(self) -> None:
        """Take it off the screen."""
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()
