"""Which encoding from before UTF-8 a file is in: a guess by charset-normalizer, then safe ones."""

import re
from collections.abc import Iterator

_NAMES = {
    # In order of preference where the guess is even.
    "cp1252": "Windows-1252",
    "cp932": "Shift_JIS (cp932)",
    "gb18030": "GB18030",
    "euc_jp": "EUC-JP",
    "euc_kr": "EUC-KR",
    "big5": "Big5",
    "cp1251": "Windows-1251",
    "koi8_r": "KOI8-R",
    "cp1250": "Windows-1250",
    "iso8859_2": "ISO-8859-2",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "cp1255": "Windows-1255",
    "cp1256": "Windows-1256",
}
_LAST = "iso8859_1"  # takes every byte, so there is always an answer

_SAMPLE = 32_000  # bytes the guess is made from
_PIECE = 1_000  # bytes taken at one place before looking for a blank to end at
_LEAD = 200  # bytes of plain text kept before a place
_ONE_BYTE_SCRIPTS = ("cp1251", "koi8_r", "cp1253", "cp1255", "cp1256")
"""Where a letter is one byte and no letter is ASCII: words are runs of high bytes."""

_CENTRAL_EUROPEAN = ("cp1250", "iso8859_2")
_SURE = 0.15  # charset-normalizer's coherence: how much the words look like a known language
_EAST_ASIAN = ("cp932", "gb18030", "euc_jp", "euc_kr", "big5")
_KANA = re.compile("[\u3041-\u30ff]")
_HALF_WIDTH = re.compile("[\uff61-\uff9f]")  # what bytes of other encodings give in cp932
_NOT_ASCII = re.compile("[^\x00-\x7f]")
_ALONE = re.compile(rb"(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])")
_MOSTLY = 0.6
_HIGH = re.compile(rb"[\x80-\xff]")
_END = re.compile(rb"[ \t\r\n]")


def candidates(data: bytes) -> Iterator[tuple[str, str]]:
    """Codecs to try on `data`, likeliest first, each with its name for people."""
    guessed = _guess(_sample(data))
    for codec in dict.fromkeys(guessed):
        yield codec, _NAMES[codec]
    yield _LAST, "ISO-8859-1"


def _guess(sample: bytes) -> list[str]:
    from charset_normalizer import from_bytes

    preference = list(_NAMES)
    ranked: list[tuple[bool, float, float, int]] = []
    for match in from_bytes(sample, cp_isolation=preference):
        for codec in set(match.could_be_from_charset) & _NAMES.keys():
            odd = _is_unlikely(codec, str(match), sample)
            if codec in _CENTRAL_EUROPEAN:  # Western text makes letters there too: ask for words
                odd = match.coherence < _SURE
            rank = preference.index(codec)
            ranked.append((odd, round(match.chaos, 2), -round(match.coherence, 1), rank))
    ranked.append((False, 1.0, 0.0, preference.index("cp1252")))  # before what is unlikely
    guessed = [preference[rank] for *_, rank in sorted(ranked)]
    if "euc_jp" in guessed and _is_japanese(sample.decode("euc_jp", "replace")):
        guessed.insert(0, "euc_jp")  # GB18030 reads the same kana, and other Chinese characters
    return guessed


def _is_unlikely(codec: str, text: str, sample: bytes) -> bool:
    """What the guess does not weigh: single bytes among ASCII letters, half-width katakana."""
    if codec in _ONE_BYTE_SCRIPTS:
        return len(_ALONE.findall(sample)) > _MOSTLY * len(_HIGH.findall(sample))
    if codec in _EAST_ASIAN:
        return len(_HALF_WIDTH.findall(text)) > (1 - _MOSTLY) * len(_NOT_ASCII.findall(text))
    return False


def _is_japanese(text: str) -> bool:
    """Kana in numbers: Chinese and Korean text has none."""
    return len(_KANA.findall(text)) > (1 - _MOSTLY) * len(_NOT_ASCII.findall(text))


def _sample(data: bytes) -> bytes:
    """The places of `data` that are not ASCII: the rest says nothing, and there may be much."""
    pieces: list[bytes] = []
    size = place = 0
    while size < _SAMPLE and (found := _HIGH.search(data, place)):
        # All between `place` and here is ASCII, so to cut there splits no character.
        start = max(place, found.start() - _LEAD, data.rfind(b"\n", place, found.start()) + 1)
        end = _END.search(data, found.start() + _PIECE, found.start() + 2 * _PIECE)
        line = data.find(b"\n", found.start(), found.start() + _PIECE)
        place = line + 1 if line >= 0 else end.end() if end else found.start() + 2 * _PIECE
        pieces.append(data[start:place])
        size += place - start
    return b"".join(pieces)
