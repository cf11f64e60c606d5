"""C#: namespaces, seen from the namespaces around the `using` outwards."""

from maia.codemap.model import Import
from maia.codemap.resolve.modules.java import JavaModules
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.program import joined

_PLATFORM = frozenset({"System", "Microsoft", "Windows"})


class CSharpModules(JavaModules):
    """`using` names a namespace, `using static` a type, an alias what stands before its name."""

    def find(self, importer: int, wanted: Import) -> Module | None:
        """The namespace or type; what begins like none of the repository's is external."""
        program = self._program
        module = wanted.module.removeprefix("global::")
        if not module:
            return Files((), "", "")
        for space in program.spaces_around(importer, wanted.scope):
            full = joined(space, module)
            found = self.named(full)
            if found is not None:
                return found
            if full in program.space_names:
                return Files((), full, full)
        root = module.split(".")[0]
        return External(module) if root in _PLATFORM or root not in program.space_names else None
