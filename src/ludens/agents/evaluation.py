"""Evaluation of games of territory: pieces that slide over empty sites, and shots that close sites for good.

After Lieberum, "An evaluation function for the game of Amazons" (Theoretical Computer Science 349, 2005), and Müller
and Tegos, "Experiments in computer Amazons" (More Games of No Chance, 2002): who reaches which site first, by moves of
a queen and by steps of a king, and how freely the pieces move. The features are

- t1, t2: sites nearer to player 1 less those nearer to player 2, by slides and by steps;
- c1: twice the sum of 2^-distance by slides over the sites, player 1 less player 2;
- c2: the mean lead in steps, each between -1 and 1, summed over the sites;
- m: how much more immobile player 2's pieces are;

and who starts the next turn; each weighted by how far the game has got: w, the sum over the sites of
2^-|difference of distances|, falls to 0 as the players are parted. Distances above `SLIDES` and `STEPS` count as these.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from ludens.agents.bits import Bits, any_bits, bits_type
from ludens.agents.grid import Grid, grid_of
from ludens.agents.weights import HALF, Weights, weights_for
from ludens.game.hidden import hides
from ludens.ludemes.moves.shoot import Shoot
from ludens.ludemes.moves.slide import Slide
from ludens.native import Program, compiled
from ludens.rules.enums import AbsoluteDirection
from ludens.stage import Address, BoolLike, Function, Int, IntLike, Memory, Real, RealLike, Stage

if TYPE_CHECKING:
    from ludens.game import Game

SLIDES, STEPS = 6, 7
#: steps from a piece that count for its mobility
REACH = 4
FEATURES = ("t1", "t2", "c1", "c2", "m", "w")
#: evaluations are inside of it, results of games are not
BOUND = 0.98


class NotApplicable(ValueError):
    """A game that is not one of territory; the message says why."""


@dataclass(frozen=True)
class Ground:
    """What the evaluation knows of a game: its grid, the components that slide for each player, offsets of fields.

    `state` is how functions take one of its states.
    """

    state: Memory
    grid: Grid
    sliders: tuple[tuple[int, ...], tuple[int, ...]]
    empty: int
    counts: int
    slots: int
    slot_element: str
    capacity: int
    mover: int
    turn_moves: int


def ground_of(game: Game) -> Ground:
    """What the evaluation needs to know of a game. Raises NotApplicable."""
    _check_setting(game)
    sliders = [tuple(c.index for c in game.components if c.owner == player) for player in (1, 2)]
    slides = [c.moves for c in game.components if c.owner in (1, 2)]
    if not all(sliders) or not all(_is_plain_slide(slide) for slide in slides):
        raise NotApplicable("its pieces do not all slide over empty sites")
    directions = {_direction(cast(Slide, slide)) for slide in slides}
    if len(directions) > 1:
        raise NotApplicable("its pieces slide in different directions")
    if not any(isinstance(ludeme, Shoot) for ludeme in game.ludemes()):
        raise NotApplicable("nothing is shot, so no site is closed")
    grid = grid_of(game.topology, game.model.default_site, directions.pop())
    if grid is None:
        raise NotApplicable("the lines of its board are not straight")
    if not game.model.lists_places:
        raise NotApplicable("nothing in its rules asks where its pieces are")
    fields = game.layout.fields
    slots = fields["owned_slot"]
    empty, counts, mover, turn_moves = (fields[n].offset for n in ("empty", "owned_count", "mover", "turn_moves"))
    element, capacity = slots.element, slots.shape[1]
    own, places = (sliders[0], sliders[1]), (empty, counts, slots.offset)
    return Ground(game.layout.whole, grid, own, *places, element, capacity, mover, turn_moves)


def _check_setting(game: Game) -> None:
    model = game.model
    if game.num_players != 2 or model.mode != "Alternating":
        raise NotApplicable("it is not for two players who move in turn")
    if game.is_stochastic or model.stacking or len(model.containers) > 1 or len(model.site_types) > 1:
        raise NotApplicable("it has chance, stacks, hands or several types of sites")
    if hides(game):
        raise NotApplicable("something is hidden from its players")


def _is_plain_slide(moves: object) -> bool:
    if not isinstance(moves, Slide):
        return False
    simple = all(part is None for part in (moves.from_, moves.track, moves.between, moves.to))
    return simple and not moves.stack and isinstance(moves.direction, AbsoluteDirection | None)


def _direction(slide: Slide) -> str:
    return "Adjacent" if slide.direction is None else str(cast(AbsoluteDirection, slide.direction).value)


class TerritoryEvaluation:
    """Emits the evaluation of one ground.

    features(state, out): the features, as doubles in the order of `FEATURES`, player 1's less player 2's.
    evaluate(state, env, player): what the player may expect, above -1 and below 1; 0.98 is nearly won.
    """

    def __init__(self, ground: Ground, weights: Weights) -> None:
        self.ground, self.grid, self.weights = ground, ground.grid, weights
        self.s = Stage()
        self.bits = bits_type(self.grid.width)

    def emit(self) -> Stage:
        """The module."""
        kinds = [self.ground.state, Memory("the features", 8 * len(FEATURES))]
        measured = self.s.function("measure", kinds, None, self._measure)
        self.s.function("features", kinds, None, lambda st, out: self.s.call(measured, st, out), exported=True)
        self.s.function("evaluate", [self.ground.state, Address, Int], Real, self._evaluator(measured), exported=True)
        return self.s

    # --- the position as sets

    def _constant(self, value: int) -> Bits:
        return self.bits.constant(self.s, value)

    def _empty(self, state: Address) -> Bits:
        s, words = self.s, self.s.offset(state, self.ground.empty)
        if self.grid.is_plain:
            return self.bits.load(s, words) & self._constant(self.grid.set_of(range(len(self.grid.positions))))
        places, empty = s.table(self.grid.positions), s.var_like(self._constant(0))

        def look(site: IntLike) -> None:
            word = s.load(words, s.to_int(site) >> 6 if not isinstance(site, int) else site >> 6, "i64")
            bit = (word >> s.long(site & 63)) & 1
            s.if_(bit != 0, lambda: empty.set(empty.get() | self.bits.single(s, places[site])))

        s.for_range(0, len(self.grid.positions), look)
        return empty.get()

    def _each_piece(self, state: Address, player: int, body: Callable[[IntLike], object]) -> None:
        """Run `body(position)` for each piece of a player that slides."""
        s, ground = self.s, self.ground
        places = s.table(self.grid.positions)
        for component in ground.sliders[player - 1]:
            slots = s.offset(state, ground.slots)
            count = s.load(s.offset(state, ground.counts), component, "i16")
            first = component * ground.capacity

            def piece(i: IntLike, slots: Address = slots, first: int = first) -> None:
                body(places[s.to_int(s.load_integer(slots, first + i, ground.slot_element))])

            s.for_range(0, count, piece)

    def _pieces(self, state: Address, player: int) -> Bits:
        pieces = self.s.var_like(self._constant(0))
        self._each_piece(state, player, lambda p: pieces.set(pieces.get() | self.bits.single(self.s, p)))
        return pieces.get()

    # --- floods

    def _propagators(self, empty: Bits) -> dict[int, list[Bits]]:
        """For each direction the empty sites that are entered by a step of it, by two in a row, by four, ...

        They serve fills in parallel prefix (the Kogge-Stone fill of chess programs).
        """
        propagators: dict[int, list[Bits]] = {}
        for by, origins in self.grid.steps:
            entered = self._constant(origins << by if by > 0 else origins >> -by)
            levels, length = [empty & entered], 1
            while 2 * length - 1 < self.grid.longest:
                levels.append(levels[-1] & levels[-1].moved(by * length))
                length *= 2
            propagators[by] = levels
        return propagators

    def _slides(self, origins: Bits, propagators: dict[int, list[Bits]]) -> Bits:
        """The sites that pieces on the origins can slide to."""
        rays: list[Bits] = []
        for by, levels in propagators.items():
            ray, length = origins, 1
            for level in levels:
                ray = ray | (level & ray.moved(by * length))
                length *= 2
            rays.append(ray)
        return any_bits(rays)

    def _steps(self, origins: Bits, propagators: dict[int, list[Bits]]) -> Bits:
        """The empty sites next to the origins."""
        return any_bits([origins.moved(by) & levels[0] for by, levels in propagators.items()])

    def _layers(self, starts: list[Bits], grow: Callable[[Bits], Bits], empty: Bits, limit: int) -> list[Address]:
        """The empty sites by distance from each start, 1 .. limit; farther ones are put in the last layer."""
        s, size = self.s, self.grid.width // 8
        layers = [s.alloca(size * limit) for _ in starts]
        for place in layers:
            s.clear(place, size * limit)
        frontiers = [s.var_like(start) for start in starts]
        left = [s.var_like(empty) for _ in starts]
        distance = s.var(0)

        def grow_all() -> None:
            at = s.minimum(distance.get(), limit - 1)
            for frontier, unreached, place in zip(frontiers, left, layers, strict=True):
                grown = grow(frontier.get()) & unreached.get()
                (self.bits.load(s, place, at) | grown).store(place, at)
                unreached.set(unreached.get() ^ grown)
                frontier.set(grown)
            distance.set(distance.get() + 1)

        s.while_(lambda: s.not_(any_bits([f.get() for f in frontiers]).is_empty()), grow_all)
        return layers

    # --- features

    def _measure(self, state: Address, out: Address) -> None:
        s = self.s
        empty = self._empty(state)
        starts = [self._pieces(state, 1), self._pieces(state, 2)]
        ahead = self._propagators(empty)
        slides = self._layers(starts, lambda f: self._slides(f, ahead), empty, SLIDES)
        steps = self._layers(starts, lambda f: self._steps(f, ahead), empty, STEPS)
        t1, c1, _ = self._compare(slides, SLIDES)
        t2, _, c2 = self._compare(steps, STEPS)
        mobile = self._immobility(state, 2, empty, ahead) - self._immobility(state, 1, empty, ahead)
        values = [s.real(t1), s.real(t2), s.real(c1) * (1.0 / 64), s.real(c2) * (1.0 / (STEPS - 1))]
        values += [mobile, self._contact(slides)]
        for i, value in enumerate(values):
            s.store(out, i, "f64", value)

    def _starts_turn(self, state: Address, player: IntLike) -> BoolLike:
        """Whether the next turn to begin is the player's; who is within a turn is not to begin one."""
        s = self.s
        moves = s.load(s.offset(state, self.ground.mover), 0, "i32") == player
        return moves ^ (s.load(s.offset(state, self.ground.turn_moves), 0, "i32") > 0)

    def _compare(self, layers: list[Address], limit: int) -> tuple[IntLike, IntLike, IntLike]:
        """Over all layers: sites nearer to player 1 less to player 2; sum of 64 / 2^(distance - 1); lead."""
        s = self.s
        nearer, weighted, lead = s.var(0), s.var(0), s.var(0)
        before = [s.var_like(self._constant(0)) for _ in layers]

        def layer(k: IntLike) -> None:
            one, two = (self.bits.load(s, place, k) for place in layers)
            gain = (one & ~(before[1].get() | two)).count() - (two & ~(before[0].get() | one)).count()
            nearer.set(nearer.get() + gain)
            more = one.count() - two.count()
            weighted.set(weighted.get() + more * s.binary(Int, "lshr", 64, k))
            before[0].set(before[0].get() | one)
            before[1].set(before[1].get() | two)
            within = s.select(k < limit - 1, 1, 0)
            lead.set(lead.get() + (before[0].get().count() - before[1].get().count()) * within)

        s.for_range(0, limit, layer)
        return nearer.get(), weighted.get(), lead.get()

    def _contact(self, layers: list[Address]) -> Real:
        """The sum over the sites that both reach of 2^-|difference of distances|."""
        s = self.s
        total = s.var(0)

        def row(i: IntLike) -> None:
            one = self.bits.load(s, layers[0], i)

            def column(j: IntLike) -> None:
                shared = (one & self.bits.load(s, layers[1], j)).count()
                total.set(total.get() + shared * s.binary(Int, "lshr", 64, s.absolute(i - j)))

            s.if_(s.not_(one.is_empty()), lambda: s.for_range(0, SLIDES, column))

        s.for_range(0, SLIDES, row)
        return cast(Real, s.real(total.get()) * (1.0 / 64))

    def _immobility(self, state: Address, player: int, empty: Bits, ahead: dict[int, list[Bits]]) -> RealLike:
        """The sum over a player's pieces of 1 / (1 + a): a sums, over the sites that a slide reaches, the empty sites
        next to each, halved with every step (Lieberum's alpha)."""
        s = self.s
        total = s.var(0.0, Real)
        planes = self._neighbour_counts(ahead)

        def piece(position: IntLike) -> None:
            mobility = s.var(0)
            heads = {by: self.bits.single(s, position) for by in ahead}
            for k in range(REACH):
                heads = {by: head.moved(by) & ahead[by][0] for by, head in heads.items()}
                ring = any_bits(list(heads.values()))
                count: IntLike = 0
                for i, plane in enumerate(planes):
                    count = (ring & plane).count() * (1 << i) + count
                mobility.set(mobility.get() + (count + ring.count()) * (1 << (REACH - 1 - k)))
            alpha = s.real(mobility.get()) * (1.0 / (1 << (REACH - 1)))
            total.set(total.get() + 1.0 / (alpha * 0.25 + 1.0))

        self._each_piece(state, player, piece)
        return total.get()

    def _neighbour_counts(self, ahead: dict[int, list[Bits]]) -> list[Bits]:
        """How many empty neighbours each position has: the digits of the number in base 2, from the lowest."""
        planes: list[Bits] = []
        for by, levels in ahead.items():
            carry = levels[0].moved(-by)
            for i, plane in enumerate(planes):
                planes[i], carry = plane ^ carry, plane & carry
            if (len(planes) == 0) or (1 << len(planes)) <= len(ahead):
                planes.append(carry)
        return planes

    # --- the value

    def _evaluator(self, measured: Function[None]) -> Callable[..., RealLike]:
        s = self.s

        def evaluate(state: Address, _env: Address, player: Int) -> Real:
            values = s.alloca(8 * len(FEATURES))
            s.call(measured, state, values)
            *features, contact = (s.load(values, i, "f64") for i in range(len(FEATURES)))
            features.append(s.select(self._starts_turn(state, 1), 1.0, -1.0))
            within = s.load(s.offset(state, self.ground.turn_moves), 0, "i32") > 0
            score: RealLike = 0.0
            for i, feature in enumerate(features):
                score = feature * self._weighted(i, contact, within) + score
            score = score * s.select(player == 1, -1.0, 1.0)
            return (2.0 / (s.math("exp", score) + 1.0) - 1.0) * BOUND

        return evaluate

    def _weighted(self, feature: int, contact: RealLike, within: BoolLike) -> RealLike:
        """The weight of a feature at a stage of the game, one table for turns begun and one for turns to begin."""
        stage = contact / (contact + HALF)
        result: RealLike = 0.0
        for to_begin, begun in zip(*(reversed(table[feature]) for table in self.weights), strict=True):
            result = result * stage + self.s.select(within, begun, to_begin)
        return result


@functools.lru_cache(maxsize=64)
def program(ground: Ground, weights: Weights | None = None) -> Program:
    """The compiled evaluation of a ground, with the weights for its size unless others are given."""
    return compiled(TerritoryEvaluation(ground, weights or weights_for(len(ground.grid.positions))).emit())
