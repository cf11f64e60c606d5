"""The catalogue: every sentence a person reads, by key, in both languages."""

from maia.i18n.language import Language


class Catalogue:
    """Looks sentences up in one language. The other language's table is never loaded."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        if language == "fr":
            from maia.i18n.fr import SENTENCES
        else:
            from maia.i18n.en import SENTENCES
        self._sentences = SENTENCES

    def text(self, key: str, /, **values: object) -> str:
        """The sentence `key`, its `str.format` placeholders filled; an unknown key is KeyError."""
        return self._sentences[key].format(**values)
