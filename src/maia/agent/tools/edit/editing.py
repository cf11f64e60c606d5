"""Making the edits of one call on one text: all of them, or ToolFailure saying why not."""

from collections.abc import Sequence
from dataclasses import dataclass

from maia.agent.contracts.errors import ToolFailure
from maia.agent.tools.edit.application import apply_edit, apply_line_ends
from maia.agent.tools.edit.explanations import Explainer
from maia.agent.tools.edit.matching import Absent, Ambiguous, Manner, find_edit
from maia.agent.tools.edit.requests import EditRequest
from maia.agent.tools.edit.texts import TEXTS
from maia.agent.tools.edit.visible import character_name
from maia.i18n import Language
from maia.workspace.decoding import Encoding
from maia.workspace.line_ends import LfText, to_lf


@dataclass(frozen=True, slots=True)
class Edited:
    """The text after all edits, how many places were replaced, and in which inexact manners."""

    raw: str
    count: int
    manners: tuple[Manner, ...]


class Editor:
    """Edits the text of one file."""

    def __init__(self, shown: str, encoding: Encoding, language: Language) -> None:
        self._shown = shown
        self._encoding = encoding
        self._language: Language = language

    def edit(self, raw: str, edits: Sequence[EditRequest]) -> Edited:
        """Apply `edits` in order, each to the result of the one before."""
        before = raw
        count = 0
        manners: list[Manner] = []
        for number, request in enumerate(edits, 1):
            try:
                done = self._one(raw, request)
            except ToolFailure as failure:
                if len(edits) == 1:
                    raise
                lead = self._say("edit_number", number=number, count=len(edits))
                nothing = self._say("nothing_written")
                raise ToolFailure(f"{lead}{failure.text}{nothing}") from failure
            raw = done.raw
            count += done.count
            manners += done.manners
        if raw == before:
            raise ToolFailure(self._say("no_effect"))
        return Edited(raw, count, tuple(dict.fromkeys(manners)))

    def _one(self, raw: str, request: EditRequest) -> Edited:
        if request.old == request.new:
            raise ToolFailure(self._say("identical"))
        file = LfText(raw)
        if not request.old:
            lines = file.text.count("\n") + (not file.text.endswith("\n"))
            raise ToolFailure(self._say("empty_old", lines=lines))
        self.refuse_unwritable(request.new)
        old = to_lf(request.old)
        found = find_edit(file.text, old, request.new, replace_all=request.replace_all)
        if isinstance(found, Ambiguous):
            raise ToolFailure(self._explainer(file).ambiguous(found))
        if isinstance(found, Absent):
            raise ToolFailure(self._explainer(file).absent(found, old))
        if old == to_lf(request.new):  # only line ends differ
            changed = apply_line_ends(file, found.starts, request.old, request.new)
        else:
            changed = apply_edit(file, request.old, found)
        inexact = () if found.manner == "exact" else (found.manner,)
        return Edited(changed, found.count, inexact)

    def refuse_unwritable(self, new: str) -> None:
        """ToolFailure when the encoding of the file lacks a character of the new text."""
        lacking = self._encoding.lacking(new)
        if lacking is None:
            return
        key = "not_a_character" if _is_surrogate(lacking) else "not_encodable"
        values = {"encoding": self._encoding.name, "character": character_name(lacking)}
        raise ToolFailure(self._say(key, **values))

    def _explainer(self, file: LfText) -> Explainer:
        return Explainer(self._shown, file.text, self._language)

    def _say(self, key: str, **values: object) -> str:
        return TEXTS.text(self._language, key, path=self._shown, **values)


def _is_surrogate(character: str) -> bool:
    return "\ud800" <= character <= "\udfff"
