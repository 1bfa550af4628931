"""The board as a graph, as a player sees it: relations between sites, and what never changes of each site.

Sites are the slots of all containers (`Game.slots`). Directions are those of the observer's frame: where its pieces
face a way, that way is north.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ludens.board import SiteType
from ludens.board.directions import COMPASS
from ludens.encoding.geometry import first_slots
from ludens.encoding.graph.vocabulary import RELATIONS, SECTORS, STATIC, seat
from ludens.encoding.planes import Subject
from ludens.rules.state.model import Model

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
_COLUMN = {name: number for number, name in enumerate(STATIC)}
_RELATION = {name: number for number, name in enumerate(RELATIONS)}
#: so many relations are orthogonal and diagonal steps, the first ones
_STRAIGHT = 2 * len(SECTORS)
#: on boards of rings these directions count as sectors
_AROUND = {"Out": "N", "CW": "E", "In": "S", "CCW": "W"}
_NEAR = 1e-6


@dataclass(frozen=True)
class Board:
    """What an observer's board is: `edges` are rows of (from, to, relation), `static` what never changes of sites."""

    edges: Ints = field(repr=False)
    static: Floats = field(repr=False)


def board_of(subject: Subject, observer: int) -> Board:
    """The board of a game as a player sees it."""
    return _Builder(subject, observer).build()


def facing_of(model: Model, player: int) -> float | None:
    """Where a player's pieces face, in degrees from north clockwise; None where they face no way, or several."""
    facings = {c.facing for c in model.components[1:] if c.owner == player and c.facing is not None}
    if 1 <= player <= len(model.facings):
        facings = {model.facings[player - 1]}
    if len(facings) != 1 or not facings <= set(COMPASS):
        return None
    return COMPASS.index(str(facings.pop())) * 360 / len(COMPASS)


class _Builder:
    def __init__(self, subject: Subject, observer: int) -> None:
        self.subject, self.model, self.observer = subject, subject.model, observer
        self.facing = facing_of(self.model, observer)
        self.slots = subject.geometry.size
        self.static = np.zeros((self.slots, len(STATIC)), np.float32)
        self.edges: set[tuple[int, int, int]] = set()

    def build(self) -> Board:
        for site_type, first in first_slots(self.model):
            self._sites(site_type, first)
            self.edges.update(self._steps(site_type, first))
        self._containers()
        self._regions()
        self._tracks()
        self._incident()
        edges = np.array(sorted(self.edges), np.int32).reshape(-1, 3)
        near = np.bincount(edges[edges[:, 2] < _STRAIGHT, 0], minlength=self.slots)
        self.static[:, _COLUMN["neighbours"]] = near / len(SECTORS)
        for relation, name in enumerate(RELATIONS[:_STRAIGHT]):
            step, sector = name.split()
            self.static[edges[edges[:, 2] == relation, 0], _COLUMN[f"{step} neighbour {sector}"]] = 1
        return Board(edges, self.static)

    def _seat(self, owner: int) -> int:
        return seat(self.subject.relative(owner, self.observer))

    # --- sites

    def _sites(self, site_type: SiteType, first: int) -> None:
        """What is to be said of the sites of a type."""
        topology, count = self.model.topology, self.model.count(site_type)
        own = slice(first, first + count)
        if not count:
            return
        self.static[own, _COLUMN[f"is a {site_type.lower()}"]] = 1
        regions = topology.regions(site_type)
        for column, region in (("corner", "corners"), ("outer", "outer"), ("inner", "inner"), ("centre", "centre")):
            self.static[[first + site for site in regions.get(region, [])], _COLUMN[column]] = 1
        away = np.array(topology.distances_to(site_type, regions.get("outer", [])), np.float32)
        self.static[own, _COLUMN["from the edge"]] = away / max(float(away.max()), 1.0)
        points = np.asarray(topology.positions(site_type), np.float64).reshape(count, 3)
        apart = points - (points.max(axis=0) + points.min(axis=0)) / 2
        far = np.sqrt((apart**2).sum(axis=1))
        self.static[own, _COLUMN["from the middle"]] = far / max(float(far.max()), _NEAR)
        if self.facing is not None:
            turn = math.radians(self.facing)
            ahead = apart[:, 0] * math.sin(turn) + apart[:, 1] * math.cos(turn)
            self.static[own, _COLUMN["forward"]] = ahead / max(float(np.abs(ahead).max()), _NEAR)

    def _containers(self) -> None:
        for container in self.model.containers:
            own = slice(container.first_site, container.first_site + container.num_sites)
            if container.index:
                self.static[own, :] = 0
                self.static[own, _COLUMN[f"is a {container.kind}"]] = 1
                self.static[own, _COLUMN["container: own"] + self._seat(container.owner)] = 1

    def _regions(self) -> None:
        for region in self.model.regions:
            sites = [site for site in region.sites if 0 <= site < self.slots]
            self.static[sites, _COLUMN["region: own"] + self._seat(region.owner)] = 1

    # --- relations

    def _steps(self, site_type: SiteType, first: int) -> Iterator[tuple[int, int, int]]:
        """The steps between sites of a type."""
        topology, count = self.model.topology, self.model.count(site_type)
        if not count:
            return
        points = np.asarray(topology.positions(site_type), np.float64).reshape(count, 3)
        rings = {"CW", "Out"} <= set(topology.supported_directions(site_type, "All"))
        for site in range(count):
            done = set[int]()
            for name, sector in _AROUND.items() if rings else ():
                for other in topology.steps(site_type, site, name):
                    done.add(other)
                    yield first + site, first + other, _RELATION[f"orthogonal {sector}"]
            for relation in ("Orthogonal", "Diagonal", "Adjacent"):
                for other in topology.neighbours(site_type, site, relation):
                    if other not in done:
                        done.add(other)
                        yield first + site, first + other, self._class(points[other] - points[site], relation.lower())

    def _class(self, step: npt.NDArray[np.float64], relation: str) -> int:
        """The number of the relation of a step."""
        if abs(step[2]) > _NEAR:
            return _RELATION["up" if step[2] > 0 else "down"]
        return _RELATION[f"{relation} {SECTORS[sector_of(step[0], step[1], self.facing or 0.0)]}"]

    def _tracks(self) -> None:
        for track in self.model.tracks:
            owner = "own" if track.owner in (0, self.observer) else "other"
            along = [element for element in track.elements if 0 <= element.site < self.slots]
            on_track = [element.site for element in along]
            self.static[on_track, _COLUMN["on own track" if owner == "own" else "on another track"]] = 1
            if owner == "own":
                for number, element in enumerate(along):
                    self.static[element.site, _COLUMN["along own track"]] = number / len(along)
            for element in along:
                if 0 <= element.next < self.slots and element.next != element.site:
                    self.edges.add((element.site, element.next, _RELATION[f"{owner} track on"]))
                    self.edges.add((element.next, element.site, _RELATION[f"{owner} track back"]))

    def _incident(self) -> None:
        """Sites of different types that touch."""
        topology, firsts = self.model.topology, dict(first_slots(self.model))
        touching: tuple[tuple[SiteType, SiteType, list[list[int]]], ...] = (
            ("Vertex", "Edge", topology.vertex_edges), ("Vertex", "Cell", topology.vertex_cells),
            ("Edge", "Cell", topology.edge_cells),
        )  # fmt: skip
        for one, other, lists in touching:
            if one in firsts and other in firsts:
                for site, near in enumerate(lists):
                    for there in near:
                        pair = firsts[one] + site, firsts[other] + there
                        self.edges.add((*pair, _RELATION["incident"]))
                        self.edges.add((*pair[::-1], _RELATION["incident"]))


def sector_of(dx: float, dy: float, facing: float) -> int:
    """The compass sector of a step, seen by who faces that way; what lies between two counts as the one to the side.

    >>> [sector_of(*step, 0.0) for step in ((0, 1), (1, 1), (-1, 0))], sector_of(0, -1, 180.0)
    ([0, 1, 6], 0)
    """
    bearing = (math.degrees(math.atan2(dx, dy)) - facing + 180) % 360 - 180
    return int(math.copysign(math.floor(abs(bearing) / 45 + 0.5 + _NEAR), bearing)) % 8
