"""The board of a Zillions game: its positions and links, and the board of a description that has the same.

A direction of the file is said by a direction of the compass where that leads from each site to the same one, and by a
map otherwise.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ludens.board.graph import Graph
from ludens.board.topology import Topology
from ludens.imports.ini import ImportFailed
from ludens.imports.pieces import ABSOLUTE
from ludens.imports.zillions.reading import Clause, Word

#: the way back of each direction of a board of squares
BACK: Final = {way: ABSOLUTE[-x, -y] for (x, y), way in ABSOLUTE.items()}
_COMPASS: Final = (
    "N", "E", "S", "W", "NE", "SE", "SW", "NW", "NNE", "ENE", "ESE", "SSE", "SSW", "WSW", "WNW", "NNW",
)  # fmt: skip

#: how often directions are taken away to match the others, and the positions of the largest board that is matched
_TRIES: Final = 6
_LARGEST: Final = 300

Links = dict[str, dict[str, str]]


@dataclass
class Board:
    """A board: its sites by the names of the file, where each direction leads, and the text of a description."""

    names: list[str]
    text: str
    #: of each direction of the file the sites that it leads to
    links: dict[str, dict[int, int]]
    #: of each direction the steps of the compass that it stands for; it is not here where there are none
    compass: dict[str, tuple[str, ...]]
    #: whether it is a whole rectangle
    is_square: bool
    columns: int
    remarks: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.sites = {name.lower(): site for site, name in enumerate(self.names)}

    @property
    def labelled(self) -> bool:
        """Whether the file's names are the labels that a description has."""
        return self.is_square and all(
            name.upper() == f"{chr(ord('A') + site % self.columns)}{site // self.columns + 1}"
            for site, name in enumerate(self.names)
        )

    def opposite(self, direction: str) -> str | None:
        """The direction that leads back."""
        if direction not in self.links:
            return None
        back = {(b, a) for a, b in self.links[direction].items()}
        best = max(self.links, key=lambda other: len(back & {*self.links[other].items()}), default=None)
        return best if best is not None and back & {*self.links[best].items()} else None


@dataclass
class _Read:
    """A board as the file has it."""

    points: dict[str, tuple[float, float]] = field(default_factory=dict)
    links: Links = field(default_factory=dict)
    #: the sizes of a grid with columns that go right, and rows that go down; None for all other boards
    shape: tuple[int, int] | None = None
    lattice: dict[str, tuple[int, ...]] = field(default_factory=dict)
    steps: dict[str, tuple[int, ...]] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def board_of(clause: Clause) -> Board:
    """The board that a clause says. Raises ImportFailed where it has no positions."""
    read, killed = _Read(), set[str]()
    for part in clause.rest:
        if not isinstance(part, Clause):
            continue
        if part.head == "grid":
            _grid(read, part)
        elif part.head == "positions":
            _positions(read, part)
        elif part.head == "links":
            _links(read, part)
        elif part.head == "unlink":
            _unlink(read, part)
        elif part.head == "kill-positions":
            killed |= {word.lower() for word in part.words()}
        elif part.head not in ("image", "zone", "symmetry", "dummy"):
            read.remarks.append(f"{part.place}: ({part.head} ...) of the board is not said")
    if not read.points:
        raise ImportFailed(f"{clause.place}: the board has no positions")
    for name in killed & read.points.keys():
        del read.points[name]
    read.links = {
        direction: {a: b for a, b in pairs.items() if a in read.points and b in read.points}
        for direction, pairs in read.links.items()
    }
    return _square(read) or _graph(read)


def _number(word: object) -> float:
    try:
        return float(word.text) if isinstance(word, Word) else 0.0
    except ValueError:
        return 0.0


def _grid(read: _Read, clause: Clause) -> None:
    corner = [_number(part) for c in clause.clauses("start-rectangle") for part in c.rest]
    x, y = (
        ((corner[0] + corner[2]) / 2, (corner[1] + corner[3]) / 2)
        if len(corner) >= 4
        else (corner[0], corner[1])
        if len(corner) >= 2
        else (0.0, 0.0)
    )
    names, offsets = list[list[str]](), list[tuple[float, float]]()
    for dimensions in clause.clauses("dimensions"):
        for one in (part for part in dimensions.parts if isinstance(part, Clause)):
            words = [part for part in one.parts if isinstance(part, Word)]
            shift = next((part for part in one.parts if isinstance(part, Clause)), None)
            names.append(words[0].text.split("/") if words else [""])
            numbers = [_number(part) for part in shift.parts] if shift else []
            offsets.append((numbers[0], numbers[1]) if len(numbers) > 1 else (0.0, 0.0))
    if not names:
        raise ImportFailed(f"{clause.place}: the grid has no dimensions")
    lattice: dict[tuple[int, ...], str] = {}
    for index in itertools.product(*(range(len(one)) for one in names)):
        name = "".join(one[i] for one, i in zip(names, index, strict=True)).lower()
        lattice[index] = name
        read.lattice[name] = index
        read.points[name] = (
            x + sum(i * offset[0] for i, offset in zip(index, offsets, strict=True)),
            y + sum(i * offset[1] for i, offset in zip(index, offsets, strict=True)),
        )
    for directions in clause.clauses("directions"):
        for one in (part for part in directions.parts if isinstance(part, Clause)):
            step = tuple(int(_number(part)) for part in one.rest)
            step += (0,) * (len(names) - len(step))
            direction = one.head
            read.steps[direction] = step
            pairs = read.links.setdefault(direction, {})
            for index, name in lattice.items():
                other = lattice.get(tuple(a + b for a, b in zip(index, step, strict=False)))
                if other is not None:
                    pairs[name] = other
    across, down = ([*offsets, (0.0, 0.0)])[:2]
    upright = (across[1] == 0 and across[0] >= 0) and (down[0] == 0 and down[1] >= 0)
    if read.shape is None and len(names) <= 2 and upright and len(read.points) == len(lattice):
        read.shape = (len(names[0]), len(names[1]) if len(names) > 1 else 1)
    else:
        read.shape = None


def _positions(read: _Read, clause: Clause) -> None:
    for part in clause.rest:
        if isinstance(part, Clause) and part.parts and isinstance(part.parts[0], Word):
            numbers = [_number(one) for one in part.rest]
            x, y = (
                ((numbers[0] + numbers[2]) / 2, (numbers[1] + numbers[3]) / 2)
                if len(numbers) >= 4
                else (float(len(read.points)), 0.0)
            )
            read.points[part.parts[0].text.lower()] = (x, y)
            read.shape = None


def _links(read: _Read, clause: Clause) -> None:
    pairs = read.links.setdefault((clause.words() or [""])[0].lower(), {})
    for part in clause.rest:
        if isinstance(part, Clause) and len(part.parts) >= 2:
            a, b = (one.text.lower() if isinstance(one, Word) else "" for one in part.parts[:2])
            if a in read.points and b in read.points:
                pairs[a] = b
            else:
                read.remarks.append(f"{part.place}: a link from {a} to {b}, which are not both positions")


def _unlink(read: _Read, clause: Clause) -> None:
    for part in clause.rest:
        if isinstance(part, Word):
            name = part.text.lower()
            for pairs in read.links.values():
                pairs.pop(name, None)
                for a in [a for a, b in pairs.items() if b == name]:
                    del pairs[a]
        elif len(part.parts) >= 2:
            a, b = (one.text.lower() if isinstance(one, Word) else "" for one in part.parts[:2])
            for direction, pairs in read.links.items():
                if pairs.get(a) == b and (len(part.parts) < 3 or direction in {w.lower() for w in part.words()[1:]}):
                    del pairs[a]


# --- boards of squares


def _square(read: _Read) -> Board | None:
    """A rectangle of cells, if the positions are one; without some of them where these are killed."""
    if read.shape is None:
        return None
    columns, rows = read.shape
    placed = {name: (index[0], rows - 1 - (index[1] if len(index) > 1 else 0)) for name, index in read.lattice.items()}
    alive = sorted((name for name in placed if name in read.points), key=lambda name: placed[name][::-1])
    sites, holes = {name: site for site, name in enumerate(alive)}, len(alive) < len(placed)
    shape = f"(square {rows})" if rows == columns else f"(rectangle {rows} {columns})"
    if holes:
        gone = sorted(row * columns + column for name, (column, row) in placed.items() if name not in sites)
        shape = f"(remove {shape} cells:{{{' '.join(map(str, gone))}}})"
    at = {placed[name]: name for name in alive}
    compass = {}
    for direction, pairs in read.links.items():
        for steps in _walks(read.steps.get(direction), holes):
            if all(_end(at, placed[name], steps) == pairs.get(name) for name in alive):
                compass[direction] = tuple(ABSOLUTE[step] for step in steps)
                break
    links = {d: {sites[a]: sites[b] for a, b in pairs.items()} for d, pairs in read.links.items()}
    return Board(alive, f"(board {shape})", links, compass, not holes, columns, read.remarks)


def _walks(step: tuple[int, ...] | None, holes: bool) -> Iterator[tuple[tuple[int, int], ...]]:
    """The steps of kings that a step of a grid may be made of, a single one first."""
    for single in ABSOLUTE:
        yield (single,)
    if step is None or holes:
        return
    x, y = step[0], -step[1] if len(step) > 1 else 0
    result = list[tuple[int, int]]()
    while (x, y) != (0, 0) and len(result) < 8:
        one = ((x > 0) - (x < 0) if abs(x) >= abs(y) else 0, (y > 0) - (y < 0) if abs(y) >= abs(x) else 0)
        result.append(one)
        x, y = x - one[0], y - one[1]
    if len(result) > 1:
        yield tuple(result)


def _end(at: Mapping[tuple[int, int], str], start: tuple[int, int], steps: Sequence[tuple[int, int]]) -> str | None:
    x, y = start
    for a, b in steps:
        x, y = x + a, y + b
        if (x, y) not in at:
            return None
    return at[x, y]


# --- other boards


def _graph(read: _Read) -> Board:
    """Vertices where the positions are, and edges where links are that the compass can say."""
    names = list(read.points)
    sites = {name: site for site, name in enumerate(names)}
    links = {d: {sites[a]: sites[b] for a, b in pairs.items()} for d, pairs in read.links.items()}
    points = _spread(read, links)
    joined = [d for d in links if links[d]]
    compass: dict[str, tuple[str, ...]] = {}
    for _ in range(_TRIES if len(points) <= _LARGEST else 0):
        edges = sorted({(min(a, b), max(a, b)) for d in joined for a, b in links[d].items() if a != b})
        compass = _matched(points, edges, {d: links[d] for d in joined})
        unsaid = [d for d in joined if d not in compass]
        if not unsaid:
            break
        # a direction that no direction of the compass follows may have spoilt the others: try without it
        covered = {frozenset(pair) for d in compass for pair in links[d].items()}
        spare = [d for d in unsaid if any(frozenset(pair) not in covered for pair in links[d].items())]
        if not spare:
            break
        joined.remove(max(spare, key=lambda d: _length(points, links[d])))
    edges = sorted({(min(a, b), max(a, b)) for d in joined for a, b in links[d].items() if a != b})
    vertices = " ".join(f"{{{_plain(x)} {_plain(y)}}}" for x, y in points)
    text = f"(graph vertices:{{{vertices}}}"
    if edges:
        text += f" edges:{{{' '.join(f'{{{a} {b}}}' for a, b in edges)}}}"
    return Board(names, f"(board {text}) use:Vertex)", links, compass, False, 0, read.remarks)


def _length(points: Sequence[tuple[float, float]], pairs: Mapping[int, int]) -> float:
    return max(abs(points[a][0] - points[b][0]) + abs(points[a][1] - points[b][1]) for a, b in pairs.items())


def _plain(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") or "0"


def _spread(read: _Read, links: Mapping[str, Mapping[int, int]]) -> list[tuple[float, float]]:
    """The positions with y upwards, the usual link being about one long; none of them in the same place."""
    raw = [(x, -y) for x, y in read.points.values()]
    lengths = sorted(
        ((raw[a][0] - raw[b][0]) ** 2 + (raw[a][1] - raw[b][1]) ** 2) ** 0.5
        for pairs in links.values()
        for a, b in pairs.items()
        if raw[a] != raw[b]
    )
    unit = lengths[len(lengths) // 2] if lengths else 50.0
    low_x, low_y = min(x for x, _ in raw), min(y for _, y in raw)
    taken: set[tuple[float, float]] = set()
    result = []
    for x, y in raw:
        point = (round((x - low_x) / unit, 2) + 0.0, round((y - low_y) / unit, 2) + 0.0)
        while point in taken:
            point = (round(point[0] + 0.25, 2), round(point[1] + 0.15, 2))
        taken.add(point)
        result.append(point)
    return result


def _matched(
    points: Sequence[tuple[float, float]],
    edges: Sequence[tuple[int, int]],
    links: Mapping[str, Mapping[int, int]],
) -> dict[str, tuple[str, ...]]:
    """The directions of the compass that lead where those of the file do, step by step."""
    graph = Graph()
    vertices = [graph.add_vertex(x, y) for x, y in points]
    for a, b in edges:
        graph.add_edge(vertices[a], vertices[b])
    topology = Topology(graph, "Vertex")
    steps: dict[str, dict[int, int]] = {}
    for way in _COMPASS:
        lines = {site: topology.radials_from("Vertex", site, way) for site in range(len(points))}
        if all(len(radials) <= 1 for radials in lines.values()):
            steps[way] = {site: radials[0].steps[1] for site, radials in lines.items() if radials}
            chains = {site: radials[0].steps for site, radials in lines.items() if radials}
            if any(steps[way].get(a) != b for chain in chains.values() for a, b in itertools.pairwise(chain)):
                del steps[way]
    return {
        direction: (way,) for direction, pairs in links.items() for way in _COMPASS if pairs and steps.get(way) == pairs
    }
