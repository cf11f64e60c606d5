"""Words in two languages: the catalogue of what people read, and `Texts` for what models read."""

from maia.i18n.catalogue import Catalogue
from maia.i18n.language import Language, resolve_language
from maia.i18n.texts import Texts

__all__ = ["Catalogue", "Language", "Texts", "resolve_language"]
