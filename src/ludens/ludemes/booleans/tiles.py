"""Tiles whose paths connect, and dominoes whose pips match (manual: booleans 3.5 and 6)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens import board
from ludens.board.directions import right
from ludens.ludemes.arguments import last_to
from ludens.ludemes.directions import Radial, each_radial, step_rows
from ludens.ludemes.equipment import Tile
from ludens.ludemes.searches import answer, outlined, some
from ludens.rules.base import BOARD
from ludens.rules.categories import BooleanLudeme, IntLudeme
from ludens.rules.enums import AbsoluteDirection
from ludens.rules.state import footprints
from ludens.rules.state.components import component_table
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, IntList, Region
from ludens.rules.state.sites import on_board
from ludens.stage import Bool, BoolLike, IntLike, Scope, Variable


def tile_of(c: Context, what: int) -> Tile | None:
    """The tile that a component is."""
    item = c.model.components[what].item if what else None
    return item if isinstance(item, Tile) and not item.walks else None


def component_is_tile(c: Context) -> Callable[[IntLike], BoolLike]:
    return component_table(c, lambda i: tile_of(c, i) is not None)


def sides_of(c: Context) -> int:
    """The number of sides of the board's cells."""
    return int(max(c.model.topology.num_sides, 1))


def side_targets(c: Context, kind: board.SiteType) -> list[int]:
    """For each site and each number of turns from north: the neighbour there, -1 if there is none."""
    supported, sides = c.model.topology.supported_directions(kind, "Orthogonal"), sides_of(c)
    facings = ["N"]
    while len(facings) < sides:
        facing = right(facings[-1])
        while facing not in supported and facing != "N":
            facing = right(facing)
        facings.append(facing)
    steps = c.model.topology.steps
    return [next(iter(steps(kind, site, f)), -1) for site in range(c.model.count(kind)) for f in facings]


def tile_loop(c: Context, starts: Region, colour: IntLike) -> BoolLike:
    """Whether paths of a colour lead from some start back to it, from tile to tile."""
    result = c.s.var(False, Bool)
    c.s.scope(lambda out: starts.each(lambda start: _follow(c, start, colour, result, out)))
    return result.get()


def _follow(c: Context, start: IntLike, colour: IntLike, result: Variable[BoolLike], out: Scope) -> None:
    """Follow the paths from tile to tile; the work list is bounded, as a loop beside the start never ends."""
    s, p, kind, sides = c.s, c.state, c.model.default_site, sides_of(c)
    capacity = 4 * c.model.count(kind)
    places, origins, size, done = s.alloca(4 * capacity), s.alloca(4 * capacity), s.var(0), s.var(0)
    targets, is_tile = s.table(side_targets(c, kind)), component_is_tile(c)
    ends = s.rows([_path_ends(c, what) for what in range(len(c.model.components))])

    def push(site: IntLike, origin: IntLike) -> None:
        at = size.get()

        def put() -> None:
            s.store(places, at, "i32", site)
            s.store(origins, at, "i32", origin)
            size.set(at + 1)

        s.if_(at < capacity, put)

    def expand() -> None:
        site, origin = s.load(places, done.get(), "i32"), s.load(origins, done.get(), "i32")
        done.set(done.get() + 1)
        turned = c.s.quotient(p.rotation(kind, site) * 2, sides)

        def end(code: IntLike) -> None:
            side = c.s.remainder(code + turned, sides)
            target = targets[site * sides + side]

            def reached() -> None:
                s.if_(target == start, lambda: answer(c, result, out, True))
                s.if_(is_tile(p.what(kind, target)), lambda: push(target, site))

            s.if_(s.all_of(lambda: target >= 0, lambda: target != origin), reached)

        each_end(site, end)

    def each_end(site: IntLike, body: Callable[[IntLike], object]) -> None:
        def look(code: IntLike) -> None:
            s.if_((code >> 8) == colour, lambda: body(code & 255))

        ends.each(p.what(kind, site), look)

    s.if_(s.all_of(lambda: on_board(c, kind, start), lambda: is_tile(p.what(kind, start))), lambda: push(start, start))
    s.while_(lambda: done.get() < size.get(), expand)


def _path_ends(c: Context, what: int) -> list[int]:
    """The ends of a tile's paths, each as colour * 256 + side."""
    tile = tile_of(c, what)
    return [path.colour * 256 + side for path in (tile.paths or ()) for side in (path.from_, path.to)] if tile else []


class IsSidesMatch(BooleanLudeme):
    """Whether the colours of a tile's sides, by default where the last move went, match the tiles beside it."""

    spellings = ("is SidesMatch",)
    says = "the sides of the tile [on {at:site} |just played ]<match> those beside it"
    reads = BOARD | {"last"}
    at: IntLudeme | None = None

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "sides_match", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        s, p, kind, site = c.s, c.state, c.model.default_site, last_to(c, self.at)
        is_tile, near, sides = component_is_tile(c), step_rows(c, kind, (("Orthogonal",),)), sides_of(c)
        slots, colours = self._colours(c)
        table = s.table(colours)
        first_side = s.rows([self._sides_towards(c, kind, t) for t in range(c.model.count(kind))])

        def colour(site: IntLike, side: IntLike, slot: IntLike) -> IntLike:
            source = c.s.remainder(side - c.s.quotient(p.rotation(kind, site), self._turn(c)) + 16 * sides, sides)
            return table[(p.what(kind, site) * sides + source) * slots + slot]

        def differs(k: IntLike) -> BoolLike:
            other, side = near.get(site, k), first_side.get(site, k)
            opposite = c.s.remainder(side + sides // 2, sides)
            unlike = lambda i: colour(site, side, i) != colour(other, opposite, slots - 1 - i)  # noqa: E731
            return s.all_of(
                lambda: is_tile(p.what(kind, other)), lambda: some(c, lambda body: s.for_range(0, slots, body), unlike)
            )

        def matches() -> BoolLike:
            return s.not_(some(c, lambda body: s.for_range(0, near.length(site), body), differs))

        def holds() -> BoolLike:
            what = p.what(kind, site)
            return s.all_of(lambda: what != 0, lambda: s.any_of(lambda: s.not_(is_tile(what)), matches))

        return s.all_of(lambda: on_board(c, kind, site), holds)

    def _turn(self, c: Context) -> int:
        topology = c.model.topology
        near, straight = (len(topology.supported_directions("Cell", d)) for d in ("Adjacent", "Orthogonal"))
        return max(near // max(straight, 1), 1)

    def _sides_towards(self, c: Context, kind: board.SiteType, site: int) -> list[int]:
        """For each orthogonal step of a site, the place of its direction among the board's."""
        topology = c.model.topology
        directions = topology.supported_directions(kind, "Orthogonal")

        def towards(t: int) -> int:
            return next((i for i, d in enumerate(directions) if t in topology.steps(kind, site, d)), 0)

        return [towards(t) for t in topology.steps(kind, site, "Orthogonal")]

    def _colours(self, c: Context) -> tuple[int, Sequence[int]]:
        """The slots of a side, and the colour of each slot of each side of each component."""
        sides = sides_of(c)
        tiles = [tile_of(c, what) for what in range(len(c.model.components))]
        slots = max([max(t.slots_ or (t.slots_per_side or 1,)) for t in tiles if t], default=1)
        colours = [0] * (len(tiles) * sides * slots)
        for what, tile in enumerate(tiles):
            for path in (tile.paths or ()) if tile else ():
                for side, slot in ((path.from_, path.slots_from), (path.to, path.slots_to)):
                    colours[(what * sides + side % sides) * slots + slot] = path.colour
        return slots, colours


class IsPipsMatch(BooleanLudeme):
    """Whether the pips of a domino, by default where the last move went, match those of the dominoes beside it."""

    spellings = ("is PipsMatch",)
    says = "the pips of the domino [on {at:site} |just played ]<match> those beside it"
    reads = BOARD | {"last"}
    at: IntLudeme | None = None

    def emit(self, c: Context) -> BoolLike:
        return outlined(c, "pips_match", self._body, self.identity)

    def _body(self, c: Context) -> BoolLike:
        site, result = last_to(c, self.at), c.s.var(True, Bool)
        domino = c.s.all_of(
            lambda: on_board(c, "Cell", site), lambda: footprints.is_domino(c, c.state.what("Cell", site))
        )
        c.s.if_(domino, lambda: c.s.scope(lambda out: _match_pips(c, site, result, out)))
        return result.get()


def _match_pips(c: Context, site: IntLike, result: Variable[BoolLike], out: Scope) -> None:
    s, p, number = c.s, c.state, c.model.count("Cell")
    prints, near = footprints.Footprints(c), step_rows(c, "Cell", (("Orthogonal",),))
    own, beside = BitRegion.empty(c), IntList.allocate(c, 4 * number)
    what, state = p.what("Cell", site), p.piece_state("Cell", site)
    prints.each(what, site, state, own.add)

    def compare(cell: IntLike, t: IntLike) -> None:
        unlike = s.all_of(lambda: s.not_(p.is_empty("Cell", t)), lambda: p.value("Cell", t) != p.value("Cell", cell))
        s.if_(unlike, lambda: answer(c, result, out, False))
        s.if_(p.count("Cell", t) != 0, lambda: beside.append(t))

    def around(cell: IntLike) -> None:
        near.each(cell, lambda t: s.if_(s.not_(own.contains(t)), lambda: compare(cell, t)))

    prints.each(what, site, state, around)
    s.if_(p.num_moves.get() <= 1, lambda: s.leave(out))
    result.set(False)
    beside.each(lambda t: _in_pairs(c, t, beside, result, out))


def _in_pairs(c: Context, start: IntLike, beside: IntList, result: Variable[BoolLike], out: Scope) -> None:
    """Neighbours in line with one of them: more than one other fails, and one other must have the same count."""
    s, p = c.s, c.state
    size, second = s.var(1), s.var(-1)

    def take(site: IntLike) -> None:
        s.if_(size.get() == 1, lambda: second.set(site))
        size.set(size.get() + 1)

    def ray(radial: Radial) -> None:
        radial.each(lambda site: beside.each(lambda t: s.if_(t == site, lambda: take(site))))
        s.if_(size.get() > 2, lambda: answer(c, result, out, False))
        s.if_(size.get() == 2, lambda: result.set(alike()))

    def alike() -> BoolLike:
        return p.count("Cell", start) == p.count("Cell", second.get())

    each_radial(c, AbsoluteDirection.Orthogonal, "Cell", start, ray)
