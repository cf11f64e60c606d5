r"""Files that the user names with `@` in a request: where they are named (spec 11.4).

Forms: `@path`, `@ path`, `@'path with blanks'` (`\'` is a quote), `@~/...`, `@/full/path`.
A mention begins where a word does, so `jean@exemple.fr` is text.
"""

import re
from dataclasses import dataclass

_MENTION = re.compile(
    r"""
    (?:^|(?<=[\s(\[{<"'`«“‘,;]))
    @
    (?:
        [ ]?'(?P<quoted>(?:\\'|\\(?!')|[^'\\\n]){1,4096}+)'
      | [ ]?(?P<word>[^\s@'](?:(?![,;]@)\S)*)
    )
    """,
    re.VERBOSE | re.MULTILINE,
)
_AFTER_A_PATH = ".,:;!?)]}>'\"`»”’…"
_LINE = re.compile(r"(?::\d+){1,2}(?:-\d+)?\Z")
_PATH_LIKE = re.compile(r"~?[\w.+@%/=-]+")
_ENDINGS = frozenset(
    """bash bat bib c cc cfg clj cmake conf cpp cs css csv cxx dart diff env erl ex exs fs gif go
    gradle graphql h hpp hs htm html ini ipynb java jpeg jpg js json jsonl jsx kt lock log lua m md
    ml mjs nix patch pdf php pl png proto ps1 py pyi r rb rs rst sass scala scss sh sql svelte svg
    swift tex tf toml ts tsv tsx txt vue webp xml yaml yml zig""".split()  # noqa: SIM905  # a list would be 70 lines
)
_SIGNS_TRIED = 4
_LONGEST_NAMED = 500  # characters: more is pasted data


@dataclass(frozen=True, slots=True)
class Mention:
    """A place `[start, end)` of a text, from its `@` on, and the path that is probably meant.

    `candidates` are all that may be meant, the longest first: `@notes.md).` may be a strange name,
    or a name in brackets at the end of a sentence.
    """

    start: int
    end: int
    path: str
    quoted: bool = False
    candidates: tuple[str, ...] = ()

    @property
    def looks_like_a_path(self) -> bool:
        """Whether it is worth a word when there is no such file: `@property` is not."""
        if self.quoted or len(self.path) > _LONGEST_NAMED:
            return self.quoted
        named = _PATH_LIKE.fullmatch(self.path) is not None
        return named and ("/" in self.path or _ending(self.path) in _ENDINGS)


def find_mentions(text: str) -> tuple[Mention, ...]:
    """All that may be a mention, in order; whether there is such a file is not known here."""
    found = map(_mention, _MENTION.finditer(text))
    return tuple(mention for mention in found if mention is not None)


def _mention(found: re.Match[str]) -> Mention | None:
    if found["quoted"] is not None:
        path = found["quoted"].replace("\\'", "'")
        return Mention(found.start(), found.end(), path, quoted=True, candidates=(path,))
    candidates = _candidates(found["word"])
    if not candidates:
        return None
    path = candidates[-1]
    return Mention(found.start(), found.start("word") + len(path), path, candidates=candidates)


def _candidates(word: str) -> tuple[str, ...]:
    """`word`, and what is left of it as signs that may follow a path are taken off its end."""
    bare = word.rstrip(_AFTER_A_PATH)
    if not bare:
        return (word,) if word in {".", ".."} else ()
    signs = len(word) - len(bare)
    kept = range(signs) if signs <= _SIGNS_TRIED else (0,)
    found = [*(word[: len(word) - count] for count in kept), bare, _LINE.sub("", bare)]
    return tuple(dict.fromkeys(filter(None, found)))


def _ending(path: str) -> str:
    name, _, ending = path.rpartition(".")
    return ending.lower() if name else ""
