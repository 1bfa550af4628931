"""How far paths of tiles extend (manual: integers 11)."""

from __future__ import annotations

from typing import Any

from ludens.board.directions import absolute, relative, turned_facing
from ludens.ludemes.arguments import optional
from ludens.ludemes.equipment import Tile
from ludens.ludemes.integers.sites_values import last_to
from ludens.ludemes.searches import apart
from ludens.rules.categories import IntLudeme, SitesLudeme
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.model import Component
from ludens.rules.state.regions import Region, region_of
from ludens.rules.state.sites import in_range
from ludens.stage import IntLike, Scope

CAPACITY = 4096


class PathExtent(IntLudeme):
    """The largest row or column distance that a path of a colour covers from where it starts."""

    spellings = ("pathExtent",)
    says = "the extent of the path[ from {start:site}]"
    colour: IntLudeme | None = None
    start: IntLudeme | SitesLudeme | None = None

    def emit(self, c: Context) -> IntLike:
        return apart(c, self, "path_extent", self._extent)

    def _starts(self, c: Context) -> Region:
        if isinstance(self.start, SitesLudeme):
            return self.start.emit(c)
        return region_of(c, [self.start.emit(c) if self.start is not None else last_to(c)])

    def _extent(self, c: Context) -> IntLike:
        colour = optional(c, self.colour, c.mover)
        if not any(_paths(piece) for piece in c.model.components):
            return 0
        best = c.s.var(0)
        c.s.scope(lambda out: self._starts(c).each(lambda site: _follow(c, site, colour, best, out)))
        return best.get()


class _Tiles:
    """The paths of the tiles, and the neighbours across each side of each cell, as tables."""

    def __init__(self, c: Context) -> None:
        self.c = c
        topology = c.model.topology
        self.sides = max(topology.num_sides, 1)
        paths = [_paths(p) for p in c.model.components]
        self.is_tile = c.s.table([int(p is not None) for p in paths])
        self.ends = c.s.rows([[x for path in (p or ()) for x in path] for p in paths])
        self.across = c.s.rows([row for side in range(self.sides) for row in self._targets(side)])
        elements = topology.elements("Cell")
        self.row, self.column = c.s.table([e.row for e in elements]), c.s.table([e.column for e in elements])
        self.count = len(elements)

    def _targets(self, side: int) -> list[list[int]]:
        """For each cell, what lies across a side: the first step in the facing that North has after `side` turns."""
        topology = self.c.model.topology
        supported = topology.supported_directions("Cell", "Orthogonal")
        ahead = relative("Forward", turned_facing("N", side, supported), supported)
        if not ahead:
            return [[] for _ in range(self.c.model.count("Cell"))]
        return [topology.steps("Cell", s, absolute(ahead[0]))[:1] for s in range(self.c.model.count("Cell"))]

    def holds(self, site: IntLike) -> Any:
        what = self.c.state.what("Cell", site)
        return self.is_tile[what] != 0


def _paths(component: Component) -> list[tuple[int, int, int]] | None:
    paths = component.item.paths if isinstance(component.item, Tile) else None
    return [(p.from_, p.to, p.colour) for p in paths] if paths else None


def _follow(c: Context, start: IntLike, colour: IntLike, best: Any, out: Scope) -> None:
    """Walk all paths of the colour from a start; without a tile there the whole search ends."""
    s, tiles = c.s, _Tiles(c)
    sites, came = s.alloca(2 * CAPACITY), s.alloca(2 * CAPACITY)
    size, done = s.var(1), s.var(0)
    s.if_(s.not_(s.all_of(lambda: in_range(start, tiles.count), lambda: tiles.holds(start))), lambda: s.leave(out))
    s.store(sites, 0, "u16", start)
    s.store(came, 0, "u16", start)

    def across(site: IntLike, before: IntLike, side: IntLike) -> None:
        number = s.remainder(side, tiles.sides)
        tiles.across.each(number * tiles.count + site, lambda t: reach(site, before, t))

    def reach(site: IntLike, before: IntLike, t: IntLike) -> None:
        for table in (tiles.row, tiles.column):
            best.set(s.maximum(best.get(), s.absolute(table[t] - table[start])))
        s.if_(s.all_of(lambda: t != before, lambda: tiles.holds(t)), lambda: push(site, t))

    def push(site: IntLike, t: IntLike) -> None:
        def put() -> None:
            s.store(sites, size.get(), "u16", t)
            s.store(came, size.get(), "u16", site)
            size.set(size.get() + 1)

        s.if_(size.get() < CAPACITY, put, lambda: memory.fail(c, 6))

    def expand() -> None:
        site, before = s.load(sites, done.get(), "u16"), s.load(came, done.get(), "u16")
        done.set(done.get() + 1)
        turned = s.quotient(c.state.rotation("Cell", site) * 2 + 0 * site, tiles.sides)
        what = c.state.what("Cell", site)
        first = tiles.ends.start(what)

        def path(k: IntLike) -> None:
            at = first + k * 3
            matches = tiles.ends.at(at + 2) == colour
            s.if_(matches, lambda: both_ends(at))

        def both_ends(at: IntLike) -> None:
            across(site, before, tiles.ends.at(at) + turned)
            across(site, before, tiles.ends.at(at + 1) + turned)

        s.for_range(0, s.quotient(tiles.ends.length(what), 3), path)

    s.while_(lambda: done.get() < size.get(), expand)
