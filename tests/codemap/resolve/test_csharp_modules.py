"""C#'s usings: namespaces, types of `using static`, and what is seen from the namespaces around."""

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.model import Import
from maia.codemap.resolve.modules.csharp import CSharpModules
from maia.codemap.resolve.modules.port import External, Files
from maia.codemap.resolve.program import Program

FILES = {
    "A.cs": "namespace Acme.Core; public class A { public class In { } }",
    "B.cs": "namespace Acme { namespace Core { class B { } } namespace Util { class U { } } }",
    "M.cs": "namespace Acme.App; class M { }",
    "G.cs": "class G { }",
}


def modules() -> CSharpModules:
    pack = load_pack("csharp")
    assert pack is not None
    read = ((n, path, extract(pack, text)) for n, (path, text) in enumerate(FILES.items()))
    return CSharpModules(Program.of(read))


@pytest.mark.parametrize(
    ("module", "found"),
    [
        ("Acme.Core", Files((0, 1), "Acme.Core", "Acme.Core")),
        ("global::Acme.Core", Files((0, 1), "Acme.Core", "Acme.Core")),
        ("Core", Files((0, 1), "Acme.Core", "Acme.Core")),
        ("Acme.Core.A", Files((0,), "Acme.Core.A", "Acme.Core", "A")),
        ("Acme.Core.A.In", Files((0,), "Acme.Core.A.In", "Acme.Core", "A.In")),
        ("Acme", Files((), "Acme", "Acme")),
        ("", Files((), "", "")),
        ("System.Linq", External("System.Linq")),
        ("Newtonsoft.Json", External("Newtonsoft.Json")),
        ("Acme.Missing", None),
    ],
)
def test_a_using_names_a_namespace_or_a_type(module: str, found: Files | External | None) -> None:
    assert modules().find(2, Import(module, "*", "", 1, 1)) == found
