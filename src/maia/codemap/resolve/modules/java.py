"""Java: packages are what files declare, whatever folders they lie in."""

from maia.codemap.model import Import
from maia.codemap.resolve.modules.port import External, Files, Module
from maia.codemap.resolve.program import Program, joined

_SAME_OWNER = 3
"""First parts of a package that two of one project share: `com.acme.shop`."""

_PLATFORM = ("java.", "javax.", "jdk.", "sun.")


class JavaModules:
    """What stands before the imported name is a package, or a type of one behind its package."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._owners = {_owner(space) for space in program.space_names}

    def find(self, importer: int, wanted: Import) -> Module | None:
        """The package, or the type in it whose members are imported."""
        del importer  # it is the same from everywhere
        found = self.named(wanted.module)
        if found is not None:
            return found
        if not f"{wanted.module}.".startswith(_PLATFORM) and _owner(wanted.module) in self._owners:
            return None
        return External(wanted.module)

    def named(self, name: str) -> Files | None:
        """By the longest package that begins the name and has the type that follows."""
        program = self._program
        if name in program.spaces:
            return Files(program.space_files(name), name, name)
        parts = name.split(".")
        for end in range(len(parts) - 1, -1, -1):
            space = ".".join(parts[:end])
            if parts[end] in program.spaces.get(space, ()):
                positions = program.spaces[space][parts[end]]
                files = tuple({program.position_of(each): None for each in positions})
                return Files(files, name, space, ".".join(parts[end:]))
        return None

    def submodule(self, module: Files, name: str) -> Files | None:
        """A package in a package."""
        inner = joined(module.space or "", name)
        known = module.space is not None and inner in self._program.spaces
        return self.named(inner) if known else None


def _owner(space: str) -> str:
    return ".".join(space.split(".")[:_SAME_OWNER])
