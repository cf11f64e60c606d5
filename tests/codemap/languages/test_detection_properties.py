import time

from hypothesis import example, given, settings
from hypothesis import strategies as st

from maia.codemap.languages import Detection, all_languages, detect
from maia.codemap.languages.claims import all_claims
from maia.codemap.languages.content import all_rules

EXTENSIONS = sorted(all_claims().extensions) + [each for each in all_rules() if each]
PIECES = [
    *(b"#!", b"/usr/bin/env ", b"python", b"-*-", b"mode:", b"vim:", b"ft=", b"exec ", b"$0"),
    *(b"\n", b"\r\n", b"\r", b" ", b"\t", b"(", b"[", b"{", b"<", b"%", b"\\", b"'", b'"', b";"),
    *(b"class ", b"module ", b"function ", b"begin", b"=", b":", b"\xff\xfe", b"\xef\xbb\xbf"),
    *(b"\x00", b"\xe9", b"x", b"A", b"_", b".", b"Local Variables:\n"),
]


def repeated(pieces: list[bytes], times: int) -> bytes:
    return b"".join(pieces) * times


paths = st.one_of(
    st.text(),
    st.builds("{}{}".format, st.text(), st.sampled_from(EXTENSIONS)),
    st.sampled_from(sorted(all_claims().file_names)),
)
heads = st.one_of(
    st.binary(max_size=9000),
    st.builds(repeated, st.lists(st.sampled_from(PIECES), max_size=200), st.just(1)),
    st.builds(
        repeated,
        st.lists(st.sampled_from(PIECES), max_size=6),
        st.integers(1, 2000),
    ),
)


@given(paths, heads)
@example("~" * 5000, b"")
@example("." * 5000, b"")
@example(".in" * 5000, b"#!")
@example("a\x00\ud800.py", b"\xff\xfe\x00")
@settings(max_examples=400, deadline=None)
def test_detection_never_raises_and_is_quick(path: str, head: bytes) -> None:
    started = time.perf_counter()
    found = detect(path, head)
    assert time.perf_counter() - started < 0.5
    if found is not None:
        assert isinstance(found, Detection)
        assert all_languages()[found.language.id] is found.language


@given(heads)
@settings(max_examples=100, deadline=None)
def test_the_folder_says_nothing(head: bytes) -> None:
    assert detect("a/b.c/x.h", head) == detect("x.h", head)
