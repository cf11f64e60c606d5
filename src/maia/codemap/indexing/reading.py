"""One file in a worker process: read, decoded, recognised, extracted."""

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from maia.codemap.indexing import reasons
from maia.codemap.indexing.discover import MAX_FILE_BYTES
from maia.codemap.indexing.messages import Outcome
from maia.codemap.indexing.names import referred_names
from maia.codemap.languages.detection import HEAD_BYTES, detect
from maia.codemap.languages.grammars import GrammarUnavailable, load
from maia.codemap.languages.packs import Pack, load_pack
from maia.codemap.model import Extraction
from maia.workspace.decoding import decode_text
from maia.workspace.files import read_bytes

KEY_BYTES = 20
"""Of a content's hash: enough that two contents never share one."""

Extract = Callable[[Pack, str], Extraction]


@dataclass(frozen=True, slots=True)
class Job:
    """What is the same for all files of a build."""

    root: str
    version: str
    extract: Extract
    known: frozenset[bytes]


def examine(job: Job, place: int, path: bytes) -> Outcome:
    """What a file is and says. Raises nothing that its content could cause, but may crash or hang.

    Nothing is extracted from a content that is known already.
    """
    name = os.fsdecode(path)
    try:
        data = _read(Path(job.root) / name)
    except FileNotFoundError:
        return Outcome(place, "skipped", is_gone=True)
    except OSError as error:
        return Outcome(place, "skipped", reasons.detailed(reasons.UNREADABLE, error.strerror or ""))
    if isinstance(data, str):
        return Outcome(place, "skipped", data)
    decoded = decode_text(data)
    if decoded is None:
        return Outcome(place, "skipped", reasons.BINARY, key=_key(job, "", data))
    found = detect(name, data[:HEAD_BYTES])
    language = found.language.id if found else ""
    pack, why = _usable_pack(language)
    # A text gets another key: its grammar may be there the next time.
    key = _key(job, language if pack else f"{language} as text", data)
    if pack is None:
        lines = data.count(b"\n") + (not data.endswith(b"\n") and bool(data))
        return Outcome(place, "text", why, key=key, language=language, lines=lines)
    outcome = Outcome(place, "parsed", key=key, language=language, is_known=key in job.known)
    return outcome if outcome.is_known else _extracted(job, outcome, pack, decoded.text)


def _read(file: Path) -> bytes | str:
    """The bytes of a file, or the reason why they are not read. Raises OSError."""
    if file.is_symlink():  # it was put there since the files were listed
        return reasons.LINK
    data = read_bytes(file, size=MAX_FILE_BYTES + 1)
    return reasons.TOO_LARGE if len(data) > MAX_FILE_BYTES else data


def _extracted(job: Job, outcome: Outcome, pack: Pack, text: str) -> Outcome:
    try:
        extraction = job.extract(pack, text)
        names = referred_names(extraction)
        record = msgspec.msgpack.encode(extraction)
    except Exception as error:  # noqa: BLE001  # a fault of ours must not cost the other files
        why = reasons.detailed(reasons.FAILED, f"{type(error).__name__}: {error}"[:_MAX_DETAIL])
        # Without a key: what failed is tried again by a later version, and shared with nobody.
        return Outcome(
            outcome.place, "text", why, language=outcome.language, lines=text.count("\n")
        )
    return msgspec.structs.replace(
        outcome,
        lines=extraction.lines,
        is_generated=extraction.is_generated,
        is_minified=extraction.is_minified,
        record=record,
        names=names,
    )


_MAX_DETAIL = 200


def _usable_pack(language: str) -> tuple[Pack | None, str]:
    """The pack of a language, its grammar loaded; else the reason why there is none."""
    if not language:
        return None, reasons.UNKNOWN_LANGUAGE
    pack = load_pack(language)
    if pack is None:
        return None, reasons.NO_PACK
    try:
        load(pack.grammar)
    except GrammarUnavailable as missing:
        return None, reasons.detailed(reasons.NO_GRAMMAR, missing.why)
    return pack, ""


def _key(job: Job, language: str, data: bytes) -> bytes:
    digest = hashlib.blake2b(digest_size=KEY_BYTES)
    digest.update(f"{language}\0{job.version}\0".encode())
    digest.update(data)
    return digest.digest()
