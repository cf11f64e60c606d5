"""Which files shell scripts source."""

import pytest

from maia.codemap.extract.extraction import extract
from maia.codemap.languages.packs import load_pack
from maia.codemap.resolve.modules.bash import BashModules
from maia.codemap.resolve.modules.port import External, Files
from maia.codemap.resolve.program import Program

FILES = {
    "bin/lib.sh": "",
    "lib/core/log.sh": "",
    "lib/one.sh": "",
    "other/one.sh": "",
    "top.sh": "",
}


def sourced(text: str, path: str = "bin/main.sh") -> str | None:
    pack = load_pack("bash")
    assert pack is not None
    files = {**FILES, path: text}
    program = Program.of((n, each, extract(pack, files[each])) for n, each in enumerate(files))
    position = program.by_path[path]
    wanted = program.extraction(position).imports[-1]
    found = BashModules(program).find(position, wanted)
    if isinstance(found, External):
        return "external"
    return program.files[found.positions[0]].path if isinstance(found, Files) else None


@pytest.mark.parametrize(
    ("text", "path"),
    [
        (". ./lib.sh", "bin/lib.sh"),
        ("source lib.sh", "bin/lib.sh"),
        ("source ../lib/core/log.sh", "lib/core/log.sh"),
        ("source top.sh", "top.sh"),
        ('source "$(dirname "$0")/lib.sh"', "bin/lib.sh"),
        ('source "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"', "bin/lib.sh"),
        ('. "`dirname $0`/lib.sh"', "bin/lib.sh"),
        ('. "${BASH_SOURCE%/*}/../lib/one.sh"', "lib/one.sh"),
        ('. "$(dirname "$(readlink -f "$0")")/lib.sh"', "bin/lib.sh"),
        ('. "$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/lib.sh"', "bin/lib.sh"),
        ('D="$(cd "$(dirname "$0")/.." && pwd)"\n. "$D/lib/one.sh"', "lib/one.sh"),
        ('D=$(dirname "$0")\nL=${D}/../lib\n. "$L/core/log.sh"', "lib/core/log.sh"),
        ('. "$UNKNOWN/core/log.sh"', "lib/core/log.sh"),
        ('. "$UNKNOWN/one.sh"', None),
        ('. "$file"', None),
        (". ./missing.sh", None),
        (". /etc/profile", "external"),
        (". ~/.bashrc", "external"),
        ('. "$HOME/lib.sh"', "external"),
    ],
)
def test_paths_as_they_are_written(text: str, path: str | None) -> None:
    assert sourced(text) == path
