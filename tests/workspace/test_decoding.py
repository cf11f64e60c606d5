import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maia.workspace.decoding import UTF_8, decode_text, printable


@given(st.binary(max_size=300))
def test_any_bytes_come_back_exactly_or_are_binary(data: bytes) -> None:
    decoded = decode_text(data)
    assert decoded is None or decoded.encode() == data


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\x1b")))
def test_utf_8_is_always_read_as_utf_8(text: str) -> None:
    decoded = decode_text(text.encode())
    assert decoded is not None
    assert decoded.text == text.removeprefix("\ufeff")
    assert decoded.encoding.codec == "utf-8"


@pytest.mark.parametrize(
    "codec", ["utf-8-sig", "utf-16", "utf-32", "utf-16-le", "utf-16-be", "utf-32-be"]
)
def test_a_mark_tells_the_encoding_and_stays(codec: str) -> None:
    marks = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff", "utf-32-be": b"\0\0\xfe\xff"}
    data = marks.get(codec, b"") + "naïve 😀\r\n".encode(codec)
    decoded = decode_text(data)
    assert decoded is not None
    assert decoded.text == "naïve 😀\r\n"
    assert decoded.encode() == data
    assert not decoded.encoding.is_utf_8


@pytest.mark.parametrize(
    ("text", "codec", "name"),
    [
        ("café crème ™\nbonjour à tous, c'est l'été", "cp1252", "Windows-1252"),
        ("x = 'é'", "cp1252", "Windows-1252"),
        ("© 2020 Foo", "latin-1", "Windows-1252"),
        ("Größe: 10 µm", "latin-1", "Windows-1252"),
        ("# Autor: José Núñez\nprint(1)", "cp1252", "Windows-1252"),
        ("Zażółć gęślą jaźń. Wszystkie prawa zastrzeżone", "cp1250", "Windows-1250"),
        ("a=1\n設定=値", "cp932", "Shift_JIS (cp932)"),
        ("データ", "cp932", "Shift_JIS (cp932)"),
        ("ユーザー名を入力してください", "euc_jp", "EUC-JP"),
        ("ユーザー名を入力してください", "iso2022_jp", "ISO-2022-JP"),
        ("x = 1\n中文注释", "gb18030", "GB18030"),
        ("사용자 이름을 입력하십시오", "euc_kr", "EUC-KR"),
        ("請輸入使用者名稱 繁體中文", "big5", "Big5"),
        ("Привет, мир! Введите имя пользователя", "cp1251", "Windows-1251"),
        ("Привет, мир! Введите имя пользователя", "koi8_r", "KOI8-R"),
    ],
)
def test_older_encodings_are_recognised(text: str, codec: str, name: str) -> None:
    decoded = decode_text(text.encode(codec))
    assert decoded is not None
    assert (decoded.text, decoded.encoding.name) == (text, name)


@pytest.mark.parametrize(
    "data",
    [
        b"a\0b",
        "text".encode("utf-16-le"),
        b"\xff\xfea\0b",
        b"\xff\xfe\x00\xd8a\0",
        bytes(range(1, 256)),
    ],
)
def test_what_is_not_text_is_binary(data: bytes) -> None:
    assert decode_text(data) is None


def test_a_few_broken_bytes_leave_a_utf_8_file_one() -> None:
    data = "é è ê ë".encode() + b" \xff\n"
    decoded = decode_text(data)
    assert decoded is not None
    assert decoded.encoding.name == "UTF-8 with invalid bytes"
    assert decoded.encoding.encode(decoded.text + "ü") == data + "ü".encode()
    assert printable(decoded.text) == "é è ê ë \\xff\n"
    assert decoded.encoding.lacking("\udcff") == "\udcff"


def test_a_large_file_in_an_older_encoding_is_read_from_a_sample() -> None:
    data = ("x = 1\n" * 200_000 + "été à la crème\n").encode("cp1252")
    decoded = decode_text(data)
    assert decoded is not None
    assert decoded.encoding.codec == "cp1252"


def test_noise_without_nul_is_binary_or_comes_back() -> None:
    data = os.urandom(200_000).replace(b"\0", b"\1")
    assert decode_text(data) is None


def test_what_an_encoding_lacks_is_named() -> None:
    decoded = decode_text("déjà vu".encode("cp1252"))
    assert decoded is not None
    assert decoded.encoding.lacking("ok → no") == "→"
    assert decoded.encoding.lacking("œuvre") is None
    assert UTF_8.lacking("\ud800") == "\ud800"
