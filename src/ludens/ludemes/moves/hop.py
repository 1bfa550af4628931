"""`(hop ..)`: over hurdles (manual: moves 5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from ludens import board
from ludens.ludemes.arguments import whether
from ludens.ludemes.clauses import Between, From, To
from ludens.ludemes.directions import Radial, each_radial, names_of_component, radial_runs
from ludens.ludemes.moves.clauses import (
    clause_type,
    condition,
    effect_of,
    is_iterator,
    levels_header,
    stack_need,
    top_level,
)
from ludens.ludemes.moves.sinks import by_mover
from ludens.ludemes.moves.steps import each_new_step
from ludens.ludemes.set_directions import ways_of
from ludens.ludemes.site_types import site_need
from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Move
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import DirectionLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import AbsoluteDirection, RelativeDirection
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.chains import EachSite, chain, chain_link
from ludens.rules.generation.draws import drawn
from ludens.rules.generation.piece_sets import PieceSet, Span, alike, alone, satisfying, standing
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Body, Region, collect, region_of
from ludens.stage import BoolLike, IntLike, LongLike
from ludens.stage.lanes import NotUniform


class Hop(MovesLudeme):
    """Moves a piece over a run of sites that satisfy `between`, to a site that satisfies `to`."""

    spellings = ("hop", "move Hop")
    says = (
        "[{stack~True}with the whole stack, ]jump[{from_.where!~FromSite} from {from_.where:one}][ {direction}| "
        "in any direction][{between.before!~0}, first past up to {between.before} empty {.sites},] over "
        "[{between.range} [{between.if_~IsEnemy}enemy pieces|{between.if_~IsFriend}pieces of your side|"
        "{between.if_~IsOccupied}pieces|{.sites}[ for which {between.if_}]]|{between.if_~IsEmpty}an empty {.site}|"
        "{between.if_~IsEnemy}an enemy piece|{between.if_~IsFriend}a piece of your "
        "side|{between.if_~IsOccupied}a piece|a {.site} for which "
        "{between.if_}|a piece][, {between.apply},]{to}[{between.after!~0}, up to {between.after} {.sites} "
        "further on]"
    )
    reads = BOARD
    writes = BOARD
    from_: From | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    between: Between | None = None
    to: To
    stack: bool = named(False)
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.from_.type if self.from_ else None, default_site) | stack_need(self.stack)

    def emit(self, c: Context, sink: Sink) -> None:
        kind, origin = clause_type(c, self.from_), self._origin(c)
        before, after, (low, high) = self._before(c), self._after(c), self._range(c)
        inner, sealed = c.bind(**{"from": origin}), by_mover(sink, c, self.then)

        def part_1() -> None:
            each_new_step(inner, self.direction, kind, origin, lambda site: self._step(inner.bind(to=site), sealed))

        def part_2() -> None:
            run = _HurdleSearch(self, inner, sealed, before, after, low, high)
            each_radial(inner, self.direction, kind, origin, run.along)

        def hop() -> None:
            c.s.if_(low == 0, part_1)
            c.s.if_(high > 0, part_2)

        c.s.if_(c.s.all_of(lambda: origin >= 0, lambda: condition(self.from_, inner)), hop)

    def spread(self, c: Context, sink: Sink, herd: PieceSet) -> None:
        """Over single sites next to the origin."""
        if not is_iterator(c, self._origin) or self.stack or self.has_alternative or self.between is None:
            raise NotUniform
        lengths = (self._before(c), self._after(c), *self._range(c))
        if not all(isinstance(length, int) for length in lengths) or lengths != (0, 0, 1, 1):
            raise NotUniform
        herd.push(by_mover(sink, c, self.then), ("between", "to"), self._spans, self._over_one)

    def _spans(self, c: Context, component: int) -> Iterable[Span]:
        runs = radial_runs(c, self.direction, clause_type(c, self.from_), component)
        return alike(c, component, [run[:3] for run in runs if len(run) > 2], self._tests)

    @property
    def _tests(self) -> dict[str, Callable[[Context], BoolLike]]:
        """The conditions on single sites."""
        return {"from": lambda at: condition(self.from_, at), "between": self.hurdle, "to": self.lands}

    def possible(self, c: Context, herd: PieceSet) -> BoolLike:
        """Over one site, next to the origin or as far away as there are sites to land on."""
        if not is_iterator(c, self._origin) or self.has_alternative or self.between is None:
            raise NotUniform
        lengths, before = self._range(c), self._before(c)
        if not (isinstance(before, int) and all(isinstance(length, int) for length in lengths) and lengths == (1, 1)):
            raise NotUniform
        return herd.some(lambda at, component: self._reached(at, component, before))

    def _reached(self, c: Context, component: int, before: int) -> LongLike:
        """A word that is 0 only where no piece of a component has a hurdle with a site to land on behind it."""
        first, hurdles, landings = (alone(satisfying(c, self._tests, name)) for name in self._tests)
        names, reached = names_of_component(c, self.direction, clause_type(c, self.from_), component), None
        ways = ways_of(c, clause_type(c, self.from_), names)
        if ways is None or any(0 < before < way.longest for way in ways):
            raise NotUniform
        own = first & standing(c, component)
        for way in ways:
            near = way.filled(own, landings - hurdles) if before else own
            over = way.on(way.on(near) & hurdles) & landings
            reached = over if reached is None else reached | over
        return reached.any_word() if reached is not None else 0

    def _over_one(self, c: Context) -> Candidate:
        """The move to `to` over the single site `between`."""
        return self.over(c, lambda c, body: body(c.get("between")), lambda c: region_of(c, [c.get("between")]))

    def over(
        self, c: Context, each: Callable[[Context, Body], object] | None, between: Callable[[Context], Region]
    ) -> Candidate:
        """The move to `to`; `each` runs through the sites whose hurdles it affects, from the last to the first."""
        effect = self.hurdle_effect if each is not None else None

        def build(c: Context) -> list[Act]:
            move = self.move(c)
            acts = chain(c, self.landing_effect, [move], levels_header(move, 0, 0))
            if effect is None or each is None:
                return acts
            sites, bind = partial(each, c), lambda site: c.bind(between=site)
            return chain_link(EachSite(effect, sites, bind), acts, levels_header(move, 0, 0))

        low, high = self.levels(c)
        origin, target = c.get("from"), c.get("to")
        move = Candidate(c, build, from_=origin, to=target, level_min=low, level_max=high, between=between)
        return drawn(move, self.landing_effect, effect)

    def _origin(self, c: Context) -> IntLike:
        """A region falls back to the iterator."""
        where = self.from_.where if self.from_ is not None else None
        return c.get("from") if where is None or isinstance(where, SitesLudeme) else where.emit(c)

    def _before(self, c: Context) -> IntLike:
        return self.between.before.emit(c) if self.between is not None and self.between.before is not None else 0

    def _after(self, c: Context) -> IntLike:
        return self.between.after.emit(c) if self.between is not None and self.between.after is not None else 0

    def _range(self, c: Context) -> tuple[IntLike, IntLike]:
        if self.between is None or self.between.range is None:
            return 1, 1
        return self.between.range.emit(c)

    def hurdle(self, c: Context) -> BoolLike:
        """Whether `(between)` is part of a hurdle: every site without `between`, none without a condition."""
        if self.between is None:
            return True
        return whether(c, self.between.if_)

    def lands(self, c: Context) -> BoolLike:
        return condition(self.to, c)

    def alternative(self, c: Context) -> BoolLike:
        """The condition of the destination's `(apply if: ..)`."""
        apply = self.to.apply
        return apply.if_.emit(c) if apply is not None and apply.if_ is not None else False

    @property
    def has_alternative(self) -> bool:
        return self.to.apply is not None and self.to.apply.if_ is not None

    @property
    def hurdle_effect(self) -> MovesLudeme | None:
        return effect_of(self.between.apply) if self.between is not None else None

    @property
    def landing_effect(self) -> MovesLudeme | None:
        return self.to.apply.effect if self.to.apply is not None else None

    def _step(self, c: Context, sink: Sink) -> BoolLike:
        def build(c: Context) -> list[Act]:
            return chain(c, self.hurdle_effect, [self.move(c)])

        holds = self.lands(c)
        c.s.if_(holds, lambda: sink.push(Candidate(c, build, from_=c.get("from"), to=c.get("to"))))
        return holds

    def move(self, c: Context) -> Move:
        kind = clause_type(c, self.from_)
        return Move(kind, c.get("from"), kind, c.get("to"), stack=self.stack, decision=self.decision)

    def levels(self, c: Context) -> tuple[IntLike, IntLike]:
        if not (self.stack and c.model.stacking):
            return 0, 0
        return 0, top_level(c, clause_type(c, self.from_), c.get("from"))


class _HurdleSearch:
    """The search for hurdles along a radial."""

    def __init__(
        self, hop: Hop, c: Context, sink: Sink, before: IntLike, after: IntLike, low: IntLike, high: IntLike
    ) -> None:
        self.hop, self.c, self.sink = hop, c, sink
        self.before, self.after, self.low, self.high = before, after, low, high

    def along(self, radial: Radial) -> None:
        s, hop = self.c.s, self.hop

        def search(out: Any) -> None:
            def visit(k: IntLike) -> None:
                here = radial.at(k)
                at = self.c.bind(between=here)
                s.if_(hop.hurdle(at), lambda: (self._over(radial, k, out), s.leave(out)))
                free = s.all_of(lambda: k <= self.before, lambda: hop.lands(self.c.bind(to=here)))
                s.if_(s.not_(free), lambda: s.leave(out))

            s.for_range(1, s.minimum(radial.length, self.before + 1) + 1, visit, rounds=radial.longest)

        s.scope(search)

    def _over(self, radial: Radial, k: IntLike, out: Any) -> None:
        """A hurdle begins at the k-th site."""
        s = self.c.s
        length = self._length(radial, k)
        s.if_(length < self.low, lambda: s.leave(out))
        land = lambda skipped: self._landings(radial, k, length, skipped)  # noqa: E731
        s.for_down(length - self.low + 1, 0, land, rounds=radial.longest)

    def _length(self, radial: Radial, k: IntLike) -> IntLike:
        """How many sites the hurdle has, at most the range's upper end."""
        s = self.c.s
        if isinstance(self.high, int) and self.high == 1:
            return 1
        length = s.var(1)

        def extend(out: Any) -> None:
            def more() -> BoolLike:
                short: BoolLike = length.get() < self.high
                inside: BoolLike = k + length.get() <= radial.length
                return short & inside

            def step() -> None:
                further = self.c.bind(between=radial.at(k + length.get()))
                s.if_(s.not_(self.hop.hurdle(further)), lambda: s.leave(out))
                length.set(length.get() + 1)

            s.while_(more, step, rounds=radial.longest)

        s.scope(extend)
        return length.get()

    def _landings(self, radial: Radial, k: IntLike, length: IntLike, skipped: IntLike) -> None:
        """The landing sites from `skipped` sites before the hurdle's end on."""
        s = self.c.s
        first = k + length - skipped
        if isinstance(self.after, int) and self.after == 0:
            last, single = first, True
        else:
            last, single = first + s.maximum(self.after, 0), False

        def walk(out: Any) -> None:
            def visit(i: IntLike) -> None:
                self._land(radial, k, length, skipped, i, out)

            if single:
                s.if_(first <= radial.length, lambda: visit(first))
            else:
                s.for_range(first, s.minimum(last, radial.length) + 1, visit, rounds=radial.longest)

        off_board = False if isinstance(self.low, int) and self.low >= 0 else first < 1
        s.if_(s.not_(off_board), lambda: s.scope(walk))

    def _land(self, radial: Radial, k: IntLike, length: IntLike, skipped: IntLike, i: IntLike, out: Any) -> None:
        s, hop = self.c.s, self.hop
        slots = {"hop.radial": radial.number, "hop.k": k, "hop.length": length, "hop.over": length - skipped}
        c = self.c.bind(**{"to": radial.at(i), "between": radial.at(k + length - 1), **slots})

        def refused() -> None:
            if hop.has_alternative:
                s.if_(hop.alternative(c), lambda: self._push(c, radial, over=False))
            s.leave(out)

        def landed() -> None:
            if not hop.has_alternative:
                self._push(c, radial, over=True)

        s.if_(hop.lands(c), landed, refused)

    def _push(self, c: Context, radial: Radial, *, over: bool) -> None:
        def again(c: Context) -> Radial:
            return Radial(c, c.get("from"), radial.tables, c.get("hop.radial"), 0)

        def between(c: Context) -> Region:
            first = c.get("hop.k")
            return collect(c, lambda add: again(c).each(add, first, first + c.get("hop.length") - 1))

        def each(c: Context, body: Callable[[IntLike], object]) -> None:
            line, first = again(c), c.get("hop.k")
            c.s.for_down(c.get("hop.over"), 0, lambda n: body(line.at(first + n)))

        self.sink.push(self.hop.over(c, each if over else None, between))
