"""Fixed texts for the model, in both languages, kept beside the code that says them."""

from collections.abc import Mapping
from typing import ClassVar

from maia.i18n.language import Language


class Texts:
    """A small table of one room: the same keys and placeholders in `en` and `fr` (a test checks).

    Placeholders are those of `str.format`. Never used for what people read: that is the catalogue.
    """

    all_tables: ClassVar["list[Texts]"] = []

    def __init__(self, *, en: Mapping[str, str], fr: Mapping[str, str]) -> None:
        self.en = en
        self.fr = fr
        Texts.all_tables.append(self)

    def text(self, language: Language, key: str, /, **values: object) -> str:
        """The sentence `key` in `language`, its placeholders filled."""
        template = (self.fr if language == "fr" else self.en)[key]
        return template.format(**values) if values else template
