from maia.codemap.indexing.names import files_naming, hashed, path_names, referred_names
from maia.codemap.model import Binding, Extraction, Import, Reference


def said(**what: object) -> Extraction:
    return Extraction("python", 1, **what)


def mentions(extraction: Extraction, name: str) -> bool:
    return list(files_naming(hashed([name]), [(7, referred_names(extraction))])) == [7]


def test_every_identifier_that_is_written_counts():
    extraction = said(
        references=(Reference("call", "go", "self.client.make()", -1, 1, 1),),
        imports=(Import("a.b", "thing", "other", 1, 1),),
        bindings=(Binding("x", -1, "=Maker[int]", 1),),
    )
    for name in ("go", "self", "client", "make", "a", "b", "thing", "other", "Maker", "int"):
        assert mentions(extraction, name), name
    assert not mentions(extraction, "x")
    assert not mentions(extraction, "self.client")


def test_a_file_without_names_mentions_nothing():
    assert referred_names(said()) == b""
    assert not mentions(said(), "a")


def test_a_path_is_called_by_its_name_or_by_that_of_its_folder():
    assert path_names("pkg/base.py") == {"base"}
    assert path_names("pkg/__init__.py") == {"__init__", "pkg"}
    assert path_names("ui/index.ts") == {"index", "ui"}
    assert path_names("a/b/c.py", with_folder=True) == {"a", "b", "c"}
