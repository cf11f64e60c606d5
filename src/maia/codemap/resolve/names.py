"""Names alone: from the scopes around them, the file, its imports, its package."""

import msgspec

from maia.codemap.model import CONTAINERS, NO_SCOPE, Import
from maia.codemap.resolve.meaning import Defined, InModule, Instance, Local, Meaning, Outside
from maia.codemap.resolve.modules.families import modules_of
from maia.codemap.resolve.modules.port import External, Files, Module, Modules
from maia.codemap.resolve.parts import FindsMembers
from maia.codemap.resolve.program import Program


class Names:
    """Answers for one program; what an import brings is found once."""

    classes: FindsMembers

    def __init__(self, program: Program) -> None:
        self._program = program
        self._modules: dict[str, Modules | None] = {}
        self._imported: dict[tuple[int, Import], Meaning | None] = {}
        self._exported: dict[tuple[int, str], Meaning | None] = {}

    def find(self, position: int, scope: int, name: str, *, line: int = 0) -> Meaning | None:
        """What `name` means in a scope (an index in its file). None: unknown.

        `line` is where it is said, where the body of a class runs from its top down; 0: anywhere.
        """
        return (
            self._in_scopes(position, scope, name, line)
            or self._in_file(position, name)
            or self._through_stars(position, name)
            or self._in_package(position, name)
            or self._unique(position, name)
            or self._builtin(position, name)
        )

    def exported(self, files: Files, name: str) -> Meaning | None:
        """What `name` is for those who import it from a module."""
        for position in files.positions:
            key = (position, name)
            if key not in self._exported:
                self._exported[key] = None  # a circle of modules ends here
                self._exported[key] = self._exported_by(position, name)
            if (found := self._exported[key]) is not None:
                return found
        for modules in self._modules.values():
            inner = modules.submodule(files, name) if modules is not None else None
            if inner is not None:
                return InModule(inner)
        return None

    def module(self, position: int, wanted: Import) -> Module | None:
        """The module that an import names."""
        family = self._program.pack(position).import_family
        if family not in self._modules:
            self._modules[family] = modules_of(family, self._program)
        modules = self._modules[family]
        return modules.find(position, wanted) if modules is not None else None

    def imported(self, position: int, wanted: Import) -> Meaning | None:
        """What an import brings into a file."""
        key = (position, wanted)
        if key not in self._imported:
            self._imported[key] = None
            self._imported[key] = self._brought(position, wanted)
        return self._imported[key]

    def _in_scopes(self, position: int, scope: int, name: str, line: int) -> Meaning | None:
        program = self._program
        file = program.files[position]
        symbols, bindings = program.extraction(position).symbols, program.bindings(position)
        innermost = True
        while scope != NO_SCOPE:
            symbol = symbols[scope]
            if symbol.kind in CONTAINERS or symbol.owner:
                found = self._in_class(position, scope, name, innermost=innermost)
                if found is not None and not self._comes_later(position, found, line):
                    return found
            if symbol.kind not in CONTAINERS:
                numbers = program.members(file.first + scope).get(name)
                if numbers:
                    return Defined(numbers[-1], "local")
                binding = bindings.get(scope, {}).get(name)
                if binding is not None:
                    return Local(name, binding.type, position, scope)
                innermost = innermost and symbol.kind not in ("function", "method", "constructor")
            scope = symbol.parent
        return None

    def _comes_later(self, position: int, found: Meaning, line: int) -> bool:
        """Whether a class has this member only below `line`, in a language where that matters."""
        if not line or not isinstance(found, Defined):
            return False
        program = self._program
        is_here = program.position_of(found.number) == position
        is_later = is_here and program.symbol(found.number).line > line
        return is_later and not program.pack(position).members_are_visible

    def _in_class(self, position: int, scope: int, name: str, *, innermost: bool) -> Meaning | None:
        """A member without a receiver: in the body of its class, else where a language has it."""
        if not (innermost or self._program.pack(position).members_are_visible):
            return None
        number = self.classes.around(position, scope)
        if number is None:
            return None
        return self.classes.member(Instance(number, "local"), name, defined_only=True)

    def _in_file(self, position: int, name: str) -> Meaning | None:
        numbers = self._program.top(position).get(name)
        if numbers:
            return Defined(numbers[-1], "local")
        named, _ = self._program.imports(position)
        wanted = named.get(name)
        if wanted is not None:
            return self.imported(position, wanted)
        binding = self._program.bindings(position).get(NO_SCOPE, {}).get(name)
        return Local(name, binding.type, position, NO_SCOPE) if binding else None

    def _through_stars(self, position: int, name: str) -> Meaning | None:
        _, stars = self._program.imports(position)
        for wanted in stars:
            module = self.module(position, wanted)
            if isinstance(module, Files) and not name.startswith("_"):
                found = self.exported(module, name)
                if found is not None:
                    return found
        return None

    def _in_package(self, position: int, name: str) -> Meaning | None:
        program = self._program
        file, pack = program.files[position], program.pack(position)
        others: list[int] = []
        if pack.package == "folder":
            folder = file.path.rpartition("/")[0] or "."
            others = program.folders.get((folder, pack.language), [])
        elif pack.package == "namespace":
            others = program.namespaces.get(program.extraction(position).namespace, [])
        for other in others:
            if other != position and (numbers := program.top(other).get(name)):
                return Defined(numbers[-1], "package")
        return None

    def _unique(self, position: int, name: str) -> Meaning | None:
        """Only where the language lets a name be seen from everywhere."""
        program = self._program
        if program.pack(position).package != "repository":
            return None
        numbers = program.by_name[program.files[position].language].get(name, ())
        return Defined(numbers[0], "unique") if len(numbers) == 1 else None

    def _builtin(self, position: int, name: str) -> Meaning | None:
        return Outside(name) if name in self._program.pack(position).builtins else None

    def _brought(self, position: int, wanted: Import) -> Meaning | None:
        if not (wanted.name or wanted.alias) and self._binds_first_part(position):
            wanted = msgspec.structs.replace(wanted, module=wanted.module.partition(".")[0])
        module = self.module(position, wanted)
        if isinstance(module, External):
            is_whole = wanted.name in ("", "*", "default")
            return Outside(module.name if is_whole else f"{module.name}.{wanted.name}")
        if module is None:
            return None
        if wanted.name in ("", "*"):
            return InModule(module)
        found = self.exported(module, wanted.name)
        return Defined(found.number, "import") if isinstance(found, Defined) else found

    def _binds_first_part(self, position: int) -> bool:
        """`import os.path` binds `os`."""
        return self._program.pack(position).import_family == "python"

    def _exported_by(self, position: int, name: str) -> Meaning | None:
        numbers = self._program.top(position).get(name)
        if numbers:
            return Defined(numbers[-1], "import")
        named, stars = self._program.imports(position)
        wanted = named.get(name)
        if wanted is not None:
            return self.imported(position, wanted)
        for star in stars:
            module = self.module(position, star)
            if isinstance(module, Files) and (found := self.exported(module, name)) is not None:
                return found
        binding = self._program.bindings(position).get(NO_SCOPE, {}).get(name)
        return Local(name, binding.type, position, NO_SCOPE) if binding else None
