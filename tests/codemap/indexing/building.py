"""A build as a process of its own, to be killed: `building.py FOLDER`; says when it begins."""

import sys
from pathlib import Path

from maia.codemap.indexing.pipeline import BuildOptions, build_folder
from maia.codemap.indexing.workers import WorkerPool


def main() -> None:
    extractor = "dangerous_extractor:extract"
    with WorkerPool(2, extractor=extractor) as pool:
        say("begun")
        build_folder(Path(sys.argv[1]), options=BuildOptions(pool=pool))
        say("done")


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
