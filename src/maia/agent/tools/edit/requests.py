"""The edits of a call, however the model wrote them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

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
    """The edits in order; ToolInputError when there are none or one is not usable."""
    parameters = Parameters(arguments, language)
    listed = parameters.raw("edits")
    if listed is None or listed == []:
        return (_edit(parameters),)
    if not isinstance(listed, list):
        raise parameters.invalid("edits", TEXTS.text(language, "edits_shape"))
    edits: list[EditRequest] = []
    for each in cast("list[object]", listed):
        if not isinstance(each, Mapping):
            raise parameters.invalid("edits", TEXTS.text(language, "edits_shape"))
        # `replace_all` beside the list stands for each that does not say otherwise.
        shared = {"replace_all": parameters.raw("replace_all", *ALL_ALIASES)}
        edits.append(_edit(Parameters({**shared, **cast("Mapping[str, Any]", each)}, language)))
    return tuple(edits)


def _edit(parameters: Parameters) -> EditRequest:
    return EditRequest(
        parameters.text("old_string", *OLD_ALIASES),
        parameters.text("new_string", *NEW_ALIASES),
        parameters.flag("replace_all", *ALL_ALIASES),
    )
