"""What every command is given: the open map, the console, and what was typed."""

import os
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from maia.codemap.cli.console import Console
from maia.codemap.session.open_map import OpenMap
from maia.codemap.session.questions import Questions
from maia.codemap.store.records import StoredFile


@dataclass(frozen=True, slots=True)
class Asked:
    """One command line."""

    words: Namespace
    console: Console
    opened: OpenMap
    folder: Path

    def questions(self) -> Questions:
        """The map, brought up to date unless that was declined. Raises NoMap, MapUnusable."""
        if not self.words.no_refresh and not self.opened.is_up_to_date():
            self.opened.refresh()
        return Questions(self.opened.reader, self.opened.root)

    def snapshot(self) -> dict[str, Any]:
        """Which snapshot answers, for JSON."""
        found = self.opened.reader.snapshot()
        return {
            "root": found.root,
            "number": found.number,
            "commit": found.commit,
            "published": found.published,
        }

    def inside(self, path: str) -> str:
        """A path as typed, relative to the top of the work tree."""
        absolute = os.path.normpath(self.folder / path)
        return os.path.relpath(absolute, self.opened.root)

    def file(self, questions: Questions, path: str) -> StoredFile | None:
        """The file that is meant: from the current folder, else from the top."""
        return questions.file(self.inside(path)) or questions.file(path)

    def targets(self, questions: Questions, target: str) -> list[int]:
        """The nodes that a path or a name means."""
        return questions.targets(self.inside(target)) or questions.targets(target)
