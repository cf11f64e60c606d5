"""Compare the map with other programs that know code, on a folder.

    python -m benchmarks.map_oracles ctags FOLDER [LANGUAGE]
    python -m benchmarks.map_oracles jedi FOLDER [SUBFOLDER] [SAMPLES]

`ctags`: definitions against universal-ctags, by file, name and line. `jedi`: where uses are
defined, for a sample (seed 42). Both print what agrees, and the disagreements with examples.
"""

import sys
from collections.abc import Callable

from benchmarks.map_oracles import ctags, jedi_uses

ORACLES: dict[str, Callable[[list[str]], None]] = {"ctags": ctags.main, "jedi": jedi_uses.main}


def main() -> None:
    if len(sys.argv) < 3 or sys.argv[1] not in ORACLES:
        sys.exit(__doc__)
    ORACLES[sys.argv[1]](sys.argv[2:])


if __name__ == "__main__":
    main()
