"""The edits of a call, however the model wrote them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from maia.agent.contracts.errors import ToolInputError
from maia.agent.tools.edit.texts import TEXTS
from maia.agent.tools.parameters import Parameters
from maia.i18n import Language

OLD_ALIASES = ("old", "old_str", "oldText", "old_text", "oldString", "search")
NEW_ALIASES = ("new", "new_str", "newText", "new_text", "newString", "replace")
ALL_ALIASES = ("replaceAll",)


@dataclass(frozen=True, slots=True)
class EditRequest:
    """One replacement, as the model wrote it."""

    old: str
    new: str
    replace_all: bool


def edits_of_call(arguments: Mapping[str, Any], language: Language) -> Sequence[EditRequest]:
    """The edits in order; ToolInputError when there are none or one is not usable.

    `edits` may be one object, or JSON in a string. An `old_string` beside it that is none of its
    edits is refused: to leave it out in silence, or to guess its turn, would both be wrong.
    """
    parameters = Parameters(arguments, language)
    listed = _listed(parameters.raw("edits"))
    if not listed and listed is not None:
        return (_edit(parameters),)
    shape = TEXTS.text(language, "edits_shape")
    if listed is None:
        raise parameters.invalid("edits", shape)
    # `replace_all` beside the list stands for each that does not say otherwise.
    shared = {"replace_all": parameters.raw("replace_all", *ALL_ALIASES)}
    edits: list[EditRequest] = []
    for number, each in enumerate(listed, 1):
        if not isinstance(each, Mapping):
            raise parameters.invalid("edits", shape)
        own = cast("Mapping[str, Any]", each)
        of_edit = Parameters({**shared, **own} if shared["replace_all"] else own, language)
        try:
            edits.append(_edit(of_edit))
        except ToolInputError as error:
            lead = TEXTS.text(language, "edit_number", number=number, count=len(listed))
            raise ToolInputError(f"{lead}{error.text}") from error
    beside = parameters.raw("old_string", *OLD_ALIASES)
    if beside and beside not in {edit.old for edit in edits}:
        raise ToolInputError(TEXTS.text(language, "edits_and_old"))
    return tuple(edits)


def _listed(value: object) -> list[object] | None:
    """The edits as a list, empty when there are none; None when they are something else."""
    if isinstance(value, str):
        try:
            value = json.loads(value) if value.strip() else None
        except (ValueError, RecursionError):
            return None
    if isinstance(value, Mapping):
        return [cast("object", value)]
    if value is None:
        return []
    return cast("list[object]", value) if isinstance(value, list) else None


def _edit(parameters: Parameters) -> EditRequest:
    return EditRequest(
        parameters.text("old_string", *OLD_ALIASES),
        parameters.text("new_string", *NEW_ALIASES),
        parameters.flag("replace_all", *ALL_ALIASES),
    )
