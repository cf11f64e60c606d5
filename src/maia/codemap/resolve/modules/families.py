"""The families of languages by the names that packs give them."""

from collections.abc import Callable
from importlib import import_module

from maia.codemap.resolve.modules.port import Modules
from maia.codemap.resolve.program import Program

_CLASSES = {
    "python": "PythonModules",
    "ecmascript": "EcmaScriptModules",
    "java": "JavaModules",
    "csharp": "CSharpModules",
    "php": "PhpModules",
    "bash": "BashModules",
    "c": "CModules",
    "ruby": "RubyModules",
}
"""Each in the module of its name beside this one, imported when a file of the family is met."""


def modules_of(family: str, program: Program) -> Modules | None:
    """The modules of a family; None for a language that has none."""
    name = _CLASSES.get(family)
    if name is None:
        return None
    make: Callable[[Program], Modules] = getattr(
        import_module(f"maia.codemap.resolve.modules.{family}"), name
    )
    return make(program)
