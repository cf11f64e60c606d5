"""Why an edit cannot be made, in words the model can act on; all bounded."""

from maia.agent.tools.edit.matching import SHOWN_PLACES, Absent, Ambiguous
from maia.agent.tools.edit.near_miss import NearLines, NearPrefix, find_near_miss
from maia.agent.tools.edit.texts import TEXTS
from maia.agent.tools.edit.visible import character_name, clipped
from maia.i18n import Language

_SHOWN_LINES = 12
_SHOWN_DIFFERENCES = 8
_COMPARED_LINES = 200


class Explainer:
    """Writes the errors about one file, in one language. Texts are in LF space."""

    def __init__(self, path: str, text: str, language: Language) -> None:
        self._path = path
        self._text = text
        self._language: Language = language

    def ambiguous(self, search: Ambiguous) -> str:
        """Every place, as far as there is room, and what to do."""
        key = "ambiguous" if search.manner == "exact" else f"ambiguous_{search.manner}"
        lines = [self._say(key, path=self._path, count=search.count)]
        lines += [f"- {self._place(start)}" for start in search.starts[:SHOWN_PLACES]]
        left = search.count - len(search.starts)
        if left > 0:
            lines.append(f"- {self._say('places_more', count=left)}")
        lines.append(self._say("or_replace_all" if search.manner == "exact" else "more_context"))
        return "\n".join(lines)

    def absent(self, search: Absent, old: str) -> str:
        """What is nearest, and in what it differs."""
        if search.numbered:
            return self._say("numbered", path=self._path)
        absent = self._say("absent", path=self._path)
        hint = self._hint(old)
        if hint:
            return f"{absent} {self._say(hint)}"
        near = find_near_miss(self._text, old)
        if near is None:
            return f"{absent} {self._say('absent_alone')}"
        if isinstance(near, NearPrefix):
            return f"{absent} {self._prefix(near, old)} {self._say('copy')}"
        return "\n".join((absent, *self._near_lines(near, old), self._say("copy")))

    def _hint(self, old: str) -> str | None:
        if old.endswith("\n") and self._text.endswith(old[:-1]) and old[:-1]:
            return "no_final_newline"
        unescaped = old.replace("\\r\\n", "\n").replace("\\n", "\n").replace("\\t", "\t")
        return "escaped" if unescaped != old and unescaped in self._text else None

    def _place(self, start: int) -> str:
        line = self._text.count("\n", 0, start) + 1
        begin = self._text.rfind("\n", 0, start) + 1
        shown = clipped(self._line_at(begin), start - begin, 100)
        before = self._text[max(0, begin - 2000) : begin].rstrip()
        before = before[before.rfind("\n") + 1 :]
        if not before:
            return self._say("place", line=line, text=shown)
        return self._say("place_after", line=line, text=shown, before=clipped(before, 0, 80))

    def _line_at(self, begin: int) -> str:
        end = self._text.find("\n", begin)
        return self._text[begin:] if end < 0 else self._text[begin:end]

    def _prefix(self, near: NearPrefix, old: str) -> str:
        after = near.start + near.length
        return self._say(
            "prefix",
            length=near.length,
            line=self._text.count("\n", 0, after) + 1,
            file=clipped(self._text[after : after + 61].replace("\n", "⏎"), 0, 60)
            or self._say("end_of_file"),
            old=clipped(old[near.length : near.length + 61].replace("\n", "⏎"), 0, 60),
        )

    def _near_lines(self, near: NearLines, old: str) -> list[str]:
        old_lines = old.removesuffix("\n").split("\n")[:_COMPARED_LINES]
        lines = self._text.split("\n")[near.start : near.end][:_COMPARED_LINES]
        shown = [
            f"{near.start + index + 1:>6} | {clipped(line)}"
            for index, line in enumerate(lines[:_SHOWN_LINES])
        ]
        if len(lines) > _SHOWN_LINES:
            shown.append(f"{'…':>6}")
        found = self._differences(near.start + 1, lines, old_lines)
        more = len(found) - _SHOWN_DIFFERENCES
        if more > 0:
            found = [*found[:_SHOWN_DIFFERENCES], self._say("diff_more", count=more)]
        title = self._say("nearest", line=near.start + 1, legend=self._say("legend"))
        differences = [self._say("differences"), *(f"- {each}" for each in found)]
        return [title, *shown, *(differences if found else [])]

    def _differences(self, first: int, lines: list[str], old_lines: list[str]) -> list[str]:
        from difflib import SequenceMatcher

        told: list[str] = []
        ours = [line.strip() for line in lines]
        theirs = [line.strip() for line in old_lines]
        for _tag, i1, i2, j1, j2 in SequenceMatcher(None, ours, theirs).get_opcodes():
            paired = min(i2 - i1, j2 - j1)
            for offset in range(paired):
                told += self._difference(
                    first + i1 + offset, lines[i1 + offset], old_lines[j1 + offset]
                )
            told += [
                self._say("diff_missing", line=first + index, file=clipped(lines[index]))
                for index in range(i1 + paired, i2)
            ]
            told += [
                self._say("diff_extra", line=first + i2, old=clipped(old_lines[index]))
                for index in range(j1 + paired, j2)
            ]
        return told

    def _difference(self, line: int, ours: str, theirs: str) -> list[str]:
        """In what one line differs: its indentation, its end, or the first other character."""
        if ours == theirs:
            return []
        ours_body, theirs_body = ours.lstrip(" \t"), theirs.lstrip(" \t")
        told: list[str] = []
        indentations = ours[: len(ours) - len(ours_body)], theirs[: len(theirs) - len(theirs_body)]
        if indentations[0] != indentations[1]:
            told.append(self._blanks("diff_indentation", line, *indentations))
        ours_text, theirs_text = ours_body.rstrip(" \t"), theirs_body.rstrip(" \t")
        if ours_text != theirs_text:
            told.append(self._texts_differ(line, ours, ours_text, theirs_text))
        ends = ours_body[len(ours_text) :], theirs_body[len(theirs_text) :]
        if ends[0] != ends[1]:
            told.append(self._blanks("diff_trailing", line, *ends))
        return told

    def _texts_differ(self, line: int, whole: str, ours: str, theirs: str) -> str:
        place = next(
            (i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b),
            min(len(ours), len(theirs)),
        )
        pair = ours[place : place + 1], theirs[place : place + 1]
        if all(pair) and not (pair[0].isalnum() and pair[1].isalnum()):
            column = whole.find(ours) + place + 1
            named = self._say(
                "diff_character",
                line=line,
                column=column,
                file=character_name(pair[0]),
                old=character_name(pair[1]),
            )
            if ours[place + 1 :] == theirs[place + 1 :]:
                return named
        return self._say(
            "diff_text", line=line, file=clipped(ours, place, 120), old=clipped(theirs, place, 120)
        )

    def _blanks(self, key: str, line: int, ours: str, theirs: str) -> str:
        return self._say(key, line=line, file=self._counted(ours), old=self._counted(theirs))

    def _counted(self, blanks: str) -> str:
        counts = (("tab", blanks.count("\t")), ("space", blanks.count(" ")))
        told = [self._say(f"blanks_{name}", count=count) for name, count in counts if count]
        return " + ".join(told) or self._say("blanks_none")

    def _say(self, key: str, **values: object) -> str:
        return TEXTS.text(self._language, key, **values)
