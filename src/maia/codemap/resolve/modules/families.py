"""The families of languages by the names that packs give them."""

from maia.codemap.resolve.modules.port import Modules
from maia.codemap.resolve.program import Program


def modules_of(family: str, program: Program) -> Modules | None:
    """The modules of a family; None for a language that has none."""
    match family:
        case "python":
            from maia.codemap.resolve.modules.python import PythonModules

            return PythonModules(program)
        case "ecmascript":
            from maia.codemap.resolve.modules.ecmascript import EcmaScriptModules

            return EcmaScriptModules(program)
        case "java":
            from maia.codemap.resolve.modules.java import JavaModules

            return JavaModules(program)
        case "csharp":
            from maia.codemap.resolve.modules.csharp import CSharpModules

            return CSharpModules(program)
        case _:
            return None
