"""What can be wrong with a map or its building.

MapProblem
├── NoMap              nothing has been published for this folder
├── MapUnusable        the file cannot be read as a map; a build makes it anew
│   ├── MapDamaged
│   └── MapOfAnotherVersion
├── WorkersUnusable    extraction cannot be started, whatever the file
└── BuildStopped       whoever asked for the build no longer wants it
"""


class MapProblem(Exception):
    """The map cannot be used."""

    def __init__(self, why: str = "") -> None:
        super().__init__(why or type(self).__doc__ or "")
        self.why = why


class NoMap(MapProblem):
    """There is no map of this folder yet."""


class MapUnusable(MapProblem):
    """The file of the map cannot be used; a build makes it anew."""


class MapDamaged(MapUnusable):
    """The file of the map is damaged."""


class MapOfAnotherVersion(MapUnusable):
    """The file of the map was written by another version."""


class WorkersUnusable(MapProblem):
    """The processes that read files do not start."""


class BuildStopped(MapProblem):
    """The build was stopped; what was published before stays."""
