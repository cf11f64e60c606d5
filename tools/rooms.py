"""Draw `docs/rooms.svg`: the rooms of Maia and which imports which, read from the imports.

The places are laid by hand, from what may import to what may be imported; the lines are what
grimp finds. Each line has the colour of the room it leads to. `--check` draws nothing and fails
when the picture is not current. A room without a place is an error: give it one in `ROWS`.
"""

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import grimp

ROOT = Path(__file__).resolve().parent.parent
PICTURE = ROOT / "docs" / "rooms.svg"
PACKAGE = "maia"
GENERATED = {"maia._version", "maia.__main__"}
OPEN_FAMILIES = ("agent", "facades")  # drawn with their rooms; the others are one box each

WIDTH = 1200
GUTTER = 150  # room at both sides for the lines that pass a row
BOX_WIDTH, BOX_HEIGHT, BOX_GAP = 230, 58, 26
FULL_ROW = 4  # from here on the boxes fill the row
LANE = 13  # between two lines side by side
CHANNEL_PADDING = 20
CORNER = 7
PORT_GAP = 14


class Room(NamedTuple):
    """A box: what is drawn, and what is said under its name."""

    name: str
    holds: str


# From top to bottom: a row may import the rows under it.
ROWS: tuple[tuple[Room, ...], ...] = (
    (
        Room("testing", "fakes that ship, demo"),
        Room("cli", "options, exit codes"),
    ),
    (
        Room("facades.repl", "a person at a terminal"),
        Room("facades.headless", "one task, text or JSON"),
    ),
    (
        Room("facades.commands", "slash commands"),
        Room("facades.shown_text", "events in words"),
        Room("facades.exit_codes", "how a run ended"),
        Room("facades.process", "streams, signals"),
    ),
    (Room("agent.runtime", "settings, assembly, conversation"),),
    (
        Room("agent.context", "system prompt"),
        Room("agent.permissions", "rules, verdicts"),
        Room("agent.loop", "turns, calls"),
        Room("agent.models", "requests, streams"),
        Room("agent.tools", "the nine tools"),
        Room("agent.sessions", "codec"),
    ),
    (Room("agent.contracts", "words and ports, no logic"),),
    (Room("codemap", "symbols, references, edges"),),
    (
        Room("workspace", "files, git, processes"),
        Room("i18n", "English and French"),
    ),
)

INK, PAPER, FAINT = "#1f2933", "#ffffff", "#f3f5f7"
GREY = "#7b8794"
FONT = 'font-family="Helvetica, Arial, DejaVu Sans, sans-serif" font-size="14"'
LEGEND = "An arrow means “imports”; it has the colour of the room it leads to."


class Route(NamedTuple):
    """How the lines to a room look: their colour, and the x at which they pass other rows."""

    colour: str
    trunk: int


ROUTES = {
    "agent.contracts": Route("#2563a8", 62),
    "agent.runtime": Route("#8e44ad", 1092),
    "facades.commands": Route("#b03a6b", 1120),
    "facades.shown_text": Route("#c0671a", 1136),
    "facades.exit_codes": Route("#7a8b1e", 1150),
    "facades.process": Route("#1a7f8c", 1078),
    "facades.repl": Route("#5d6d7e", 1106),
    "facades.headless": Route("#5d6d7e", 1106),
    "workspace": Route("#9a6a1c", 90),
    "i18n": Route("#2e7d4f", 1160),
    "cli": Route("#5d6d7e", 1106),
}
BEHIND_THE_DOOR = Route("#5d6d7e", 1106)  # the rooms that only the runtime opens


@dataclass(frozen=True)
class Box:
    """Where a room is drawn."""

    room: Room
    row: int
    x: int
    y: int
    width: int

    @property
    def centre(self) -> int:
        """Where lines come in."""
        return self.x + self.width // 2

    @property
    def bottom(self) -> int:
        """Where lines go out."""
        return self.y + BOX_HEIGHT


@dataclass(frozen=True)
class Net:
    """Lines that share a colour: all that lead to a room, or from the runtime to its rooms."""

    name: str
    route: Route
    pairs: tuple[tuple[str, str], ...]


def room_of(module: str) -> str | None:
    """The room a module belongs to; None for what is not ours and for packages of rooms."""
    family, *rest = module.split(".")[1:] or [""]
    if not module.startswith(f"{PACKAGE}.") or module in GENERATED:
        return None
    if family not in OPEN_FAMILIES:
        return family
    return f"{family}.{rest[0]}" if rest else None


def read_imports() -> tuple[set[str], set[tuple[str, str]]]:
    """The rooms that exist, and (importer, imported) for each pair of them."""
    graph = grimp.build_graph(PACKAGE, cache_dir=None)
    rooms = {room for module in graph.modules if (room := room_of(module))}
    pairs = {
        (importer, imported)
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
        if (importer := room_of(module)) and (imported := room_of(other)) and importer != imported
    }
    return rooms, pairs


def rows_that_exist(rooms: set[str]) -> list[list[Room]]:
    """The rows without the rooms that are not there; SystemExit for a room without a place."""
    placed = {room.name for row in ROWS for room in row}
    if rooms - placed:
        sys.exit(f"give these rooms a place in tools/rooms.py: {', '.join(sorted(rooms - placed))}")
    rows = [[room for room in row if room.name in rooms] for row in ROWS]
    return [row for row in rows if row]


def gather_nets(pairs: set[tuple[str, str]]) -> list[Net]:
    """Lines by the room they lead to; those into the rooms behind the door by who opens them."""
    by_name: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for importer, imported in sorted(pairs):
        by_name[imported if imported in ROUTES else f"from {importer}"].append((importer, imported))
    return [
        Net(name, ROUTES.get(name, BEHIND_THE_DOOR), tuple(lines))
        for name, lines in sorted(by_name.items())
    ]


class Plan:
    """Where everything is: boxes, and the lanes of the channel under each row."""

    def __init__(self, rows: list[list[Room]], nets: list[Net]) -> None:
        self.row_of = {room.name: index for index, row in enumerate(rows) for room in row}
        self.nets = nets
        self.lanes = [self._nets_under(index) for index in range(len(rows))]
        self.tops: list[int] = []
        y = 64
        for lanes in self.lanes:
            self.tops.append(y)
            y += BOX_HEIGHT + 2 * CHANNEL_PADDING + LANE * max(0, len(lanes) - 1) + 8
        self.height = y - 2 * CHANNEL_PADDING + 16
        self.boxes = {
            room.name: box
            for index, row in enumerate(rows)
            for room, box in zip(row, self._lay_row(index, row), strict=True)
        }
        self.ports = self._lay_ports()

    def _nets_under(self, row: int) -> list[str]:
        """The nets that run sideways between this row and the next."""
        return [
            net.name
            for net in self.nets
            if any(
                row in {self.row_of[importer], self.row_of[imported] - 1}
                for importer, imported in net.pairs
            )
        ]

    def _lay_row(self, index: int, row: list[Room]) -> Iterator[Box]:
        inner = WIDTH - 2 * GUTTER
        width = min(BOX_WIDTH, (inner - BOX_GAP * (len(row) - 1)) // len(row))
        spread = (inner - width * len(row)) // (len(row) + 1) if len(row) < FULL_ROW else 0
        step = width + (spread or BOX_GAP)
        x = GUTTER + spread
        for room in row:
            yield Box(room, index, x, self.tops[index], width)
            x += step

    def _lay_ports(self) -> dict[tuple[str, str], int]:
        """The x at which a net leaves each of its importers, by (net, importer)."""
        leaving: dict[str, list[Net]] = defaultdict(list)
        for net in self.nets:
            for importer in sorted({importer for importer, _ in net.pairs}):
                leaving[importer].append(net)
        ports: dict[tuple[str, str], int] = {}
        for importer, nets in leaving.items():
            box = self.boxes[importer]
            nets.sort(key=lambda net: (self._aim(net, importer), net.name))
            # Never in the middle, where lines come in from above on the box below.
            first = box.centre - PORT_GAP * (len(nets) - 1) // 2 + PORT_GAP // 2
            for number, net in enumerate(nets):
                ports[net.name, importer] = first + PORT_GAP * number
        return ports

    def _aim(self, net: Net, importer: str) -> int:
        """The x that a line makes for: a room in the next row, else the trunk."""
        row = self.row_of[importer]
        near = [self.boxes[to].centre for who, to in net.pairs if who == importer]
        if all(self.row_of[to] == row + 1 for who, to in net.pairs if who == importer):
            return sum(near) // len(near)
        return net.route.trunk

    def lane(self, net: Net, row: int) -> int:
        """The y at which the net runs sideways under a row."""
        lanes = self.lanes[row]
        return self.tops[row] + BOX_HEIGHT + CHANNEL_PADDING - 4 + LANE * lanes.index(net.name)

    def paths(self, net: Net) -> Iterator[list[tuple[int, int]]]:
        """The corners of each line of a net, from importer to imported."""
        for importer, imported in net.pairs:
            start, end = self.boxes[importer], self.boxes[imported]
            port, target_row = self.ports[net.name, importer], end.row - 1
            above = self.lane(net, target_row)
            into = [(end.centre, above), (end.centre, end.y - 2)]
            if start.row == target_row:
                yield [(port, start.bottom), (port, above), *into]
            else:
                level, trunk = self.lane(net, start.row), net.route.trunk
                yield [(port, start.bottom), (port, level), (trunk, level), (trunk, above), *into]


def rounded(corners: list[tuple[int, int]]) -> str:
    """An SVG path through the corners, each one rounded."""
    corners = [corner for corner, after in pairwise(corners) if corner != after] + corners[-1:]
    parts = [f"M{corners[0][0]} {corners[0][1]}"]
    for before, corner, after in zip(corners, corners[1:], corners[2:], strict=False):
        enter, leave = towards(corner, before), towards(corner, after)
        parts.append(f"L{enter[0]} {enter[1]}Q{corner[0]} {corner[1]} {leave[0]} {leave[1]}")
    parts.append(f"L{corners[-1][0]} {corners[-1][1]}")
    return "".join(parts)


def towards(corner: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """The point near a corner in the direction of another."""
    (x, y), (to_x, to_y) = corner, other
    span = min(CORNER, max(abs(to_x - x), abs(to_y - y)) // 2)
    return (
        x + span * ((to_x > x) - (to_x < x)),
        y + span * ((to_y > y) - (to_y < y)),
    )


def draw_family(plan: Plan, family: str) -> Iterator[str]:
    """The frame around the rooms of a family."""
    boxes = [box for name, box in plan.boxes.items() if name.startswith(f"{family}.")]
    if not boxes:
        return
    top, bottom = min(box.y for box in boxes) - 14, max(box.bottom for box in boxes) + 12
    yield (
        f'<rect x="{GUTTER - 26}" y="{top}" width="{WIDTH - 2 * GUTTER + 52}" '
        f'height="{bottom - top}" rx="14" fill="{FAINT}" stroke="#d3dae1"/>'
    )
    yield (
        f'<text x="{GUTTER - 8}" y="{top + 22}" font-size="14" font-style="italic" '
        f'fill="{GREY}">{family}</text>'
    )


def draw_box(box: Box) -> Iterator[str]:
    """A room."""
    colour = ROUTES.get(box.room.name, BEHIND_THE_DOOR).colour
    name = box.room.name.rsplit(".", 1)[-1]
    yield (
        f'<rect x="{box.x}" y="{box.y}" width="{box.width}" height="{BOX_HEIGHT}" rx="9" '
        f'fill="{PAPER}" stroke="{colour}" stroke-width="2"/>'
    )
    yield (
        f'<text x="{box.centre}" y="{box.y + 26}" text-anchor="middle" font-size="16" '
        f'font-weight="600" fill="{INK}">{escape(name)}</text>'
    )
    yield (
        f'<text x="{box.centre}" y="{box.y + 45}" text-anchor="middle" font-size="12" '
        f'fill="{GREY}">{escape(box.room.holds)}</text>'
    )


def draw(plan: Plan) -> str:
    """The whole picture."""
    colours = sorted({net.route.colour for net in plan.nets})
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {plan.height}" {FONT}>',
        "<title>The rooms of Maia and their imports</title>",
        "<defs>",
        *(
            f'<marker id="to{colour[1:]}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" '
            f'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
            for colour in colours
        ),
        "</defs>",
        f'<rect width="{WIDTH}" height="{plan.height}" fill="{PAPER}"/>',
        f'<text x="{WIDTH // 2}" y="30" text-anchor="middle" fill="{GREY}">{LEGEND}</text>',
    ]
    for family in OPEN_FAMILIES:
        lines += draw_family(plan, family)
    for net in plan.nets:
        colour = net.route.colour
        lines += [
            f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="1.6" '
            f'marker-end="url(#to{colour[1:]})"/>'
            for path in sorted({rounded(corners) for corners in plan.paths(net)})
        ]
    for name in sorted(plan.boxes):
        lines += draw_box(plan.boxes[name])
    return "\n".join([*lines, "</svg>", ""])


def main(arguments: list[str]) -> int:
    """Draw the picture, or check it; the exit code of the command line."""
    rooms, pairs = read_imports()
    picture = draw(Plan(rows_that_exist(rooms), gather_nets(pairs)))
    name = PICTURE.relative_to(ROOT)
    if arguments == ["--check"]:
        if PICTURE.exists() and PICTURE.read_text("utf-8") == picture:
            return 0
        print(f"{name} is not what the imports say; draw it anew: just rooms")
        return 1
    PICTURE.write_text(picture, "utf-8")
    print(f"{name}: {len(rooms)} rooms, {len(pairs)} pairs of them joined by imports")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
