"""Names alone: from the scopes around them, the file, its imports, its package."""

from dataclasses import replace

import msgspec

from maia.codemap.model import CONTAINERS, NO_SCOPE, Import
from maia.codemap.resolve.blocks import find_in_blocks, innermost_of
from maia.codemap.resolve.included import Included
from maia.codemap.resolve.meaning import Defined, InModule, Instance, Local, Meaning, Outside
from maia.codemap.resolve.modules.families import modules_of
from maia.codemap.resolve.modules.port import External, Files, Module, Modules
from maia.codemap.resolve.nesting import Nesting
from maia.codemap.resolve.overloads import CALLABLE, Wanted, defined, fitting
from maia.codemap.resolve.parts import FindsMembers
from maia.codemap.resolve.program import TYPES, Program, joined

ASSIGNED = ("default", "export=")
"""What a module exports without a name: never among what it passes on whole."""

WHOLE = ("", "*", *ASSIGNED)


class Names:
    """Answers for one program; what an import brings is found once."""

    classes: FindsMembers

    def __init__(self, program: Program) -> None:
        self._program = program
        self.included = Included(program, self.module)
        self.nesting = Nesting(program, self)
        self._modules: dict[str, Modules | None] = {}
        self._stars: dict[int, list[Files]] = {}
        self._imported: dict[tuple[int, Import], Meaning | None] = {}
        self._exported: dict[tuple[int, str], Meaning | None] = {}
        self._asked: dict[tuple[int, str], None] = {}
        self._circular = False

    def find(
        self, position: int, scope: int, name: str, *, line: int = 0, wanted: Wanted = ""
    ) -> Meaning | None:
        """What `name` means in a scope (an index in its file). None: unknown.

        `line` is where it is said, where the body of a class runs from its top down; 0: anywhere.
        `wanted`: only types or callables, in a language where they have names of their own.
        """
        if wanted and f"{wanted}s_apart" not in self._program.pack(position).traits:
            wanted = ""
        traits = self._program.pack(position).traits
        if "reopened" in traits:
            return self.nesting.find(position, scope, name, line)
        if name[:1] == "$" and scope != NO_SCOPE and "closed_functions" in traits:
            found = self._in_scopes(position, scope, name, line, wanted)
            is_shared = isinstance(found, Local) and found.type == f"={name}"  # `global $name`
            return self._in_file(position, name, wanted) if is_shared else found
        if "includes" in traits:
            return (
                self.included.settled(self._in_scopes(position, scope, name, line, wanted))
                or self.included.find(position, scope, name, types_only=wanted == "type")
                or self._builtin(position, name)
            )
        return (
            self._in_blocks_or_scopes(position, scope, name, line, wanted)
            or self._in_file(position, name, wanted)
            or self._in_package(position, scope, name)
            or self._through_stars(position, name, wanted)
            or self._unique(position, name, wanted)
            or self._builtin(position, name)
            or self._space(position, scope, name)
            or self._only_outside(position, name)
        )

    def exported(self, files: Files, name: str) -> Meaning | None:
        """What `name` is for those who import it from a module."""
        if files.space is not None:
            first = files.positions[:1]
            if first and "includes" in self._program.pack(first[0]).traits:
                found = self.included.inside(files, name)
                if found is None and files.space == "std":  # reopened here, and not all of it
                    return Outside(f"std.{name}")
                return found if files.space else found or self._builtin(files.positions[0], name)
            return self._in_space(files, name)
        for position in files.positions:
            if (found := self._exported_of(position, name)) is not None:
                return found
        for modules in self._modules.values():
            inner = modules.submodule(files, name) if modules is not None else None
            if inner is not None:
                return InModule(inner)
        return None

    def foreign(self, number: int) -> str:
        """The name of a class of others that is only opened here; empty for one's own."""
        return self.nesting.foreign(number)

    def inside(self, number: int, name: str) -> Meaning | None:
        """A constant of a class or a module, where constants nest."""
        return self.nesting.inside(number, name)

    def qualified(self, position: int, before: str, name: str) -> Meaning | None:
        r"""A name behind a path (`\App\User`, `Models\User`, `namespace\User`)."""
        path = before.strip("\\")
        if not before.startswith("\\"):
            first, _, rest = path.partition("\\")
            taken = self._program.imports(position)[0].get(first)
            if first == "namespace":
                parts = (self._program.extraction(position).namespace, rest)
            elif taken is not None:
                parts = (taken.module, taken.name, rest)
            else:
                parts = (self._program.extraction(position).namespace, path)
            path = "\\".join(filter(None, parts))
        return self.imported(position, Import(path, name, "", 0, 0))

    def _exported_of(self, position: int, name: str) -> Meaning | None:
        """A circle of modules ends where it began; what it hid from those within is forgotten."""
        key = (position, name)
        if key in self._exported:
            self._circular = self._circular or key in self._asked
            return self._exported[key]
        self._exported[key] = None
        self._asked[key] = None
        self._exported[key] = found = self._exported_by(position, name)
        if next(iter(self._asked)) == key:
            if self._circular:
                for each in [*self._asked][1:]:
                    if self._exported[each] is None:
                        del self._exported[each]
            self._asked.clear()
            self._circular = False
        return found

    def module(self, position: int, wanted: Import) -> Module | None:
        """The module that an import names."""
        if wanted.name != "*" and "includes" in self._program.pack(position).traits:
            return self.included.space(position, wanted.scope, wanted.module)
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

    def _in_space(self, files: Files, name: str) -> Meaning | None:
        """A name of a namespace, or of a type in there; the imports of its files are their own."""
        space, program = files.space or "", self._program
        if files.inside:
            owner: Meaning | None = InModule(Files(files.positions, files.name, space))
            for part in (*files.inside.split("."), name):
                if owner is not None:
                    owner = self.classes.member(owner, part, defined_only=True)
            return owner
        numbers = program.spaces.get(space, {}).get(name)
        if numbers:
            return defined(program, numbers, "import")
        return self._module_of(joined(space, name))

    def _only_outside(self, position: int, name: str) -> Meaning | None:
        """A type that nothing but the one `import x.*` from outside can have brought."""
        if not name[:1].isupper() or "lone_star" not in self._program.pack(position).traits:
            return None
        modules = [self.module(position, each) for each in self._program.imports(position)[1]]
        outside = {each.name for each in modules if isinstance(each, External)}
        packages = [each for each in outside if not each.rpartition(".")[2][:1].isupper()]
        return Outside(f"{packages[0]}.{name}") if len(packages) == 1 else None

    def _module_of(self, space: str) -> InModule | None:
        program = self._program
        if space not in program.space_names:
            return None
        return InModule(Files(program.space_files(space), space, space))

    def _space(self, position: int, scope: int, name: str) -> Meaning | None:
        """The first part of the full name of a namespace."""
        program = self._program
        if program.pack(position).package != "namespace":
            return None
        if "nested_spaces" in program.pack(position).traits:
            for space in program.spaces_around(position, scope):
                if space and (found := self._module_of(joined(space, name))) is not None:
                    return found
        return self._module_of(name)

    def _in_blocks_or_scopes(
        self, position: int, scope: int, name: str, line: int, wanted: Wanted
    ) -> Meaning | None:
        if self._program.pack(position).has_objects:
            return find_in_blocks(self._program, position, scope, name, line)
        return self._in_scopes(position, scope, name, line, wanted)

    def _in_scopes(
        self, position: int, scope: int, name: str, line: int, wanted: Wanted
    ) -> Meaning | None:
        program = self._program
        file = program.files[position]
        symbols = program.extraction(position).symbols
        innermost = True
        locals_first = "includes" in program.pack(position).traits
        while scope != NO_SCOPE:
            symbol = symbols[scope]
            is_late = locals_first and symbol.kind not in CONTAINERS
            if (symbol.kind in CONTAINERS or symbol.owner) and not is_late:
                found = self._of_class(position, scope, name, line, wanted, innermost=innermost)
                if found is not None:
                    return found
            if symbol.kind not in CONTAINERS:
                numbers = program.members(file.first + scope).get(name)
                if numbers:
                    inner = fitting(program, defined(program, numbers, "local"), wanted)
                    if inner is not None:
                        return inner
                local = self._local(position, scope, name, line)
                if local is not None and (not wanted or local.type.startswith("<")):
                    return local
                if is_late and symbol.owner:
                    found = self._of_class(position, scope, name, line, wanted, innermost=innermost)
                    if found is not None:
                        return found
                innermost = innermost and symbol.kind not in ("function", "method", "constructor")
            scope = symbol.parent
        return None

    def _of_class(
        self,
        position: int,
        scope: int,
        name: str,
        line: int,
        wanted: Wanted,
        *,
        innermost: bool,
    ) -> Meaning | None:
        """What the class around gives a name, its own type parameters before its members."""
        found = self._bound_by_class(position, scope, name, 0 if wanted else line)
        if found is not None:
            return found
        found = self._in_class(position, scope, name, innermost=innermost)
        if isinstance(found, Defined):
            found = fitting(self._program, found, wanted)
        if found is not None and self._comes_later(position, found, line):
            return None
        return found

    def _bound_by_class(self, position: int, scope: int, name: str, line: int) -> Meaning | None:
        """A type parameter, or a local variable of a block that stands directly in a class."""
        kind = self._program.bindings(position).get(scope, {}).get(name)
        if kind is not None and kind.type.startswith("<"):
            return Local(name, kind.type, position, scope)
        inner = self._program.in_blocks(position).get((scope, name)) if line else None
        return innermost_of(inner, position, scope, line) if inner else None

    def _local(self, position: int, scope: int, name: str, line: int) -> Local | None:
        inner = self._program.in_blocks(position).get((scope, name))
        if inner and line:
            found = innermost_of(inner, position, scope, line)
            if isinstance(found, Local):
                return found
        binding = self._program.bindings(position).get(scope, {}).get(name)
        return Local(name, binding.type, position, scope, binding.line) if binding else None

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

    def _in_file(self, position: int, name: str, wanted: Wanted) -> Meaning | None:
        numbers = self._program.top(position).get(name)
        if numbers:
            found = fitting(self._program, defined(self._program, numbers, "local"), wanted)
            if found is not None:
                return found
        named, _ = self._program.imports(position)
        taken = named.get(name)
        if taken is not None:
            return self.imported(position, taken)
        binding = self._program.bindings(position).get(NO_SCOPE, {}).get(name)
        if binding is None or wanted == "call":
            return None
        if "one_space" in self._program.pack(position).traits:
            found = self._through_stars(position, name, wanted)
            if found is not None:
                return found
        return Local(name, binding.type, position, NO_SCOPE, binding.line)

    def _through_stars(self, position: int, name: str, wanted: Wanted) -> Meaning | None:
        if name.startswith("_") and self._program.pack(position).import_family == "python":
            return None
        for module in self._star_modules(position):
            found = self.exported(module, name)
            if isinstance(found, Defined):
                found = fitting(self._program, found, wanted)
            if found is not None:
                return found
        return None

    def _in_package(self, position: int, scope: int, name: str) -> Meaning | None:
        program = self._program
        file, pack = program.files[position], program.pack(position)
        if pack.package == "namespace":
            for space in program.spaces_around(position, scope):
                if numbers := program.spaces.get(space, {}).get(name):
                    return defined(program, numbers, "package")
            if program.extraction(position).namespace or "global_space" in pack.traits:
                return None
        folder = file.path.rpartition("/")[0] or "."
        others = program.folders.get((folder, pack.language), []) if pack.package else []
        for other in others:
            if pack.package == "repository":
                break
            if pack.package == "namespace" and program.extraction(other).namespace:
                continue
            if other != position and (numbers := program.top(other).get(name)):
                return Defined(numbers[-1], "package")
        return None

    def _star_modules(self, position: int) -> list[Files]:
        known = self._stars.get(position)
        if known is None:
            _, stars = self._program.imports(position)
            wanted = (*stars, *self._given_to_all(position))
            found = [self.module(position, each) for each in wanted]
            known = self._stars[position] = [each for each in found if isinstance(each, Files)]
        return known

    def _given_to_all(self, position: int) -> list[Import]:
        """What the files above pass on to all below them."""
        program = self._program
        if "global_imports" not in program.pack(position).traits:
            return []
        path = program.files[position].path
        return [
            each
            for folder, each in program.passed_to_all
            if each.name == "*" and (not folder or path.startswith(folder + "/"))
        ]

    def _unique(self, position: int, name: str, wanted: Wanted) -> Meaning | None:
        """Only where the language lets a name be seen from everywhere."""
        program = self._program
        if "global_space" in program.pack(position).traits:
            return self._in_global_space(position, name, wanted)
        if program.pack(position).package != "repository":
            return None
        if name in program.pack(position).builtins:
            return None
        numbers = program.by_name[program.files[position].language].get(name, ())
        if wanted == "call":
            numbers = [each for each in numbers if program.symbol(each).kind in CALLABLE]
        return Defined(numbers[0], "unique") if len(numbers) == 1 else None

    def _in_global_space(self, position: int, name: str, wanted: Wanted) -> Meaning | None:
        """What stands in no namespace: classes for files in none, all else for everyone."""
        program = self._program
        numbers = program.spaces.get("", {}).get(name, [])
        if program.extraction(position).namespace:
            numbers = [each for each in numbers if program.symbol(each).kind not in TYPES]
        if wanted:
            kinds = TYPES if wanted == "type" else CALLABLE
            numbers = [each for each in numbers if program.symbol(each).kind in kinds]
        return Defined(numbers[0], "unique") if len(numbers) == 1 else None

    def _builtin(self, position: int, name: str) -> Meaning | None:
        if name == "exports" and not self._program.pack(position).reexports_bind:
            return InModule(Files((position,)))
        return Outside(name) if name in self._program.pack(position).builtins else None

    def _brought(self, position: int, wanted: Import) -> Meaning | None:
        if not (wanted.name or wanted.alias) and self._binds_first_part(position):
            wanted = msgspec.structs.replace(wanted, module=wanted.module.partition(".")[0])
        module = self.module(position, wanted)
        if isinstance(module, External):
            is_whole = wanted.name in WHOLE
            return Outside(module.name if is_whole else module.of(wanted.name))
        if module is None:
            return None
        if wanted.name in ("", "*"):
            return InModule(module)
        found = self.exported(module, wanted.name)
        if found is None and not self._program.pack(position).reexports_bind:
            found = self._assigned(module, wanted.name)
        return replace(found, how="import") if isinstance(found, Defined) else found

    def _assigned(self, module: Files, name: str) -> Meaning | None:
        """What a module gives that assigns what it exports (`module.exports = api`)."""
        whole = self.exported(module, "export=")
        if name in ASSIGNED:
            return whole or InModule(module)
        return self.classes.member(whole, name) if whole is not None else None

    def _binds_first_part(self, position: int) -> bool:
        """`import os.path` binds `os`."""
        return self._program.pack(position).import_family == "python"

    def _exported_by(self, position: int, name: str) -> Meaning | None:
        passed, passed_whole = self._program.passed_on(position)
        if name in passed and (passed[name].module or passed[name].name != name):
            return self.imported(position, passed[name])
        numbers = self._program.top(position).get(name)
        if numbers:
            return defined(self._program, numbers, "import")
        named, stars = self._program.imports(position)
        wanted = named.get(name)
        if wanted is not None:
            return self.imported(position, wanted)
        for star in (*stars, *(passed_whole if name not in ASSIGNED else ())):
            module = self.module(position, star)
            if isinstance(module, Files) and (found := self.exported(module, name)) is not None:
                return found
        binding = self._program.bindings(position).get(NO_SCOPE, {}).get(name)
        return Local(name, binding.type, position, NO_SCOPE, binding.line) if binding else None
