"""`(forEach ..)` of sites, levels, players, values, teams, groups, directions (manual: moves 7)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from ludens import board
from ludens.ludemes.clauses import Between, From, To
from ludens.ludemes.directions import Query, Radial, each_radial, resolve
from ludens.ludemes.moves.clauses import clause_type, condition, origin_of
from ludens.ludemes.moves.sinks import CountedSink
from ludens.ludemes.site_types import kind_of, site_need, type_name
from ludens.rules.base import BOARD, NOTHING, Need, named, positional
from ludens.rules.categories import BooleanLudeme, DirectionLudeme, IntLudeme, IntsLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import AbsoluteDirection, RelativeDirection, SiteType, StackDirection
from ludens.rules.generation.candidates import Sink
from ludens.rules.generation.fusion import disjoint
from ludens.rules.generation.single import Expression
from ludens.rules.generation.sinks import with_then
from ludens.rules.roles import has_teams, team_of
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, IntList, Region
from ludens.rules.state.sites import in_range
from ludens.stage import BoolLike, IntLike

#: the site from which a group was found
_START: Final = "group.start"
#: the iterator of each site
_EACH: Final[frozenset[Expression]] = frozenset({("SiteIterator", "(site)"), ("ToSite", "(to)")})


class _Repeated(MovesLudeme):
    """A generator that evaluates others again and again."""

    def repeated(self) -> MovesLudeme:
        raise NotImplementedError

    def parts(self) -> list[MovesLudeme]:
        """One pass must not disturb the next."""
        return [self.repeated(), self.repeated()]


class ForEachSite(_Repeated):
    """The moves for each site of a region."""

    spellings = ("forEach Site",)
    says = "for {region:each}: {moves}[; where there is none, {no_move_yet}]"
    reads = NOTHING
    region: SitesLudeme
    moves: MovesLudeme
    no_move_yet: MovesLudeme | None = named(None)
    then: Then | None = None

    def repeated(self) -> MovesLudeme:
        return self.moves

    def emit(self, c: Context, sink: Sink) -> None:
        each, otherwise = with_then(sink, self.then), self.no_move_yet
        if otherwise is None:
            region = self.region.emit(c)
            if not self.moves.emit_each(c, region, each):
                region.each(lambda site: self.moves.emit(c.bind(site=site, to=site), each))
            return
        total, last = c.s.var(0), c.s.var(-1)
        counted = CountedSink(each, total)

        def visit(site: IntLike) -> None:
            last.set(site)
            self.moves.emit(c.bind(site=site, to=site), counted)

        self.region.emit(c).each(visit)
        at = c.s.select(last.get() >= 0, last.get(), c.get("site"))
        left = c.bind(site=at, to=c.s.select(last.get() >= 0, last.get(), c.get("to")))
        c.s.if_(total.get() == 0, lambda: otherwise.emit(left, sink))

    def at_once(self, c: Context) -> Callable[[Sink], object] | None:
        """Where what happens on each site has to do with no other."""
        there, others = self.moves.footprint(c), self.moves.all_writes - BOARD
        if there is None or not (there.sees | there.changes) <= _EACH or not disjoint(others, self.moves.all_reads):
            return None
        alone = c.tracer is None and self.then is None and self.no_move_yet is None
        return partial(self.emit, c) if alone and Need.LARGE_PIECE not in c.model.needs else None


class ForEachLevel(_Repeated):
    """The moves for each level of a stack, by default from the top; the level stays the last one."""

    spellings = ("forEach Level",)
    says = "for each level of the stack on {site:site}: {moves}"
    leaves_level = True
    reads = BOARD
    site_type: SiteType | None = None
    site: IntLudeme
    direction: StackDirection | None = None
    moves: MovesLudeme
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.site_type, default_site)

    def repeated(self) -> MovesLudeme:
        return self.moves

    def emit(self, c: Context, sink: Sink) -> None:
        sink, site = with_then(sink, self.then), self.site.emit(c)
        height = c.s.choose(site >= 0, lambda: c.state.size(type_name(self.site_type), site), lambda: 0)

        left = c.slots.variable("level")

        def visit(level: IntLike) -> None:
            if left is None:
                self.moves.emit(c.bind(level=level), sink)
            else:
                left.set(level)
                self.moves.emit(c, sink)

        loop = c.s.for_range if self.direction is StackDirection.FromBottom else _downward(c)
        loop(0, height, visit)


def _downward(c: Context) -> Callable[[IntLike, IntLike, Callable[[IntLike], object]], None]:
    return lambda low, high, body: c.s.for_down(high, low, body)


class ForEachPlayer(_Repeated):
    """The moves for each player; the consequent is dropped (manual: moves 7.4)."""

    spellings = ("forEach Player",)
    says = "for each player: {moves}"
    reads = NOTHING
    moves: MovesLudeme
    then: Then | None = None

    def repeated(self) -> MovesLudeme:
        return self.moves

    def emit(self, c: Context, sink: Sink) -> None:
        c.s.for_range(1, c.model.num_players + 1, lambda player: self.moves.emit(c.bind(player=player), sink))


class ForEachValue(_Repeated):
    """The moves for each value of a range."""

    spellings = ("forEach Value",)
    says = "for each number from {min} to {max}: {moves}"
    reads = NOTHING
    min: IntLudeme = named()
    max: IntLudeme = named()
    moves: MovesLudeme
    then: Then | None = None

    def repeated(self) -> MovesLudeme:
        return self.moves

    def emit(self, c: Context, sink: Sink) -> None:
        sink, low, high = with_then(sink, self.then), self.min.emit(c), self.max.emit(c)
        c.s.for_range(low, high + 1, lambda value: self.moves.emit(c.bind(value=value), sink))


class ForEachValueOf(_Repeated):
    """The moves for each value of an array."""

    spellings = ("forEach Value",)
    says = "for each of {values}: {moves}"
    reads = NOTHING
    values: IntsLudeme
    moves: MovesLudeme
    then: Then | None = None

    def repeated(self) -> MovesLudeme:
        return self.moves

    def emit(self, c: Context, sink: Sink) -> None:
        sink = with_then(sink, self.then)
        self.values.emit(c).each(lambda value: self.moves.emit(c.bind(value=value), sink))


class ForEachTeam(_Repeated):
    """The moves for each team that has players."""

    spellings = ("forEach Team",)
    says = "for each team: {moves}"
    reads = frozenset({"team"})
    moves: MovesLudeme
    then: Then | None = None

    def repeated(self) -> MovesLudeme:
        return self.moves

    def emit(self, c: Context, sink: Sink) -> None:
        if not has_teams(c):
            return
        s, n, sink = c.s, c.model.num_players, with_then(sink, self.then)

        def team(number: IntLike) -> None:
            members = IntList.allocate(c, n)
            s.for_range(1, n + 1, lambda p: s.if_(team_of(c, p) == number, lambda: members.append(p)))
            s.if_(members.length() > 0, lambda: self.moves.emit(replace(c, team=members), sink))

        s.for_range(1, n + 1, team)


class _RegrownGroup(BitRegion):
    """A group that is visited. Where a move that was found then is made, it is grown again: nothing has moved since."""

    def __init__(self, group: BitRegion, grow: Callable[[Context], Region]) -> None:
        super().__init__(group.c, group.address)
        self._group, self._grow = group, grow

    def in_record(self) -> Region:
        return _GrownAgain(self._group, self._grow)


class _GrownAgain(_RegrownGroup):
    """The same where it has to be grown first."""

    def here(self, c: Context) -> Region:
        return self._grow(c)


class ForEachGroup(_Repeated):
    """The moves for each group of connected pieces."""

    spellings = ("forEach Group",)
    says = "for each group of pieces[ joined {direction}][ for which {if_}]: {moves}"
    reads = BOARD | {"turn"}
    site_type: SiteType | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    if_: BooleanLudeme | None = named(None)
    moves: MovesLudeme
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.site_type, default_site)

    def repeated(self) -> MovesLudeme:
        return self.moves

    @property
    def asks_where(self) -> bool:
        return True

    def emit(self, c: Context, sink: Sink) -> None:
        sink, seen = with_then(sink, self.then), BitRegion.empty(c)
        kind = kind_of(c, self.site_type)

        def start(site: IntLike) -> None:
            fresh = c.s.all_of(lambda: in_range(site, c.model.count(kind)), lambda: c.s.not_(seen.contains(site)))
            begins = c.s.all_of(lambda: fresh, lambda: self._belongs(c.bind(**{"from": site, "to": site}), kind))
            c.s.if_(begins, lambda: self._group(c, kind, site, seen, sink))

        self._starts(c, start)

    def _starts(self, c: Context, body: Callable[[IntLike], object]) -> None:
        """The sites of owned lists: the mover's, or with a condition everybody's."""
        components = [[p.index for p in c.model.owned_by(player)] for player in range(c.model.num_players + 2)]

        def component(what: IntLike) -> None:
            p = c.state
            c.s.for_range(
                0, p.owned_count(what), lambda i: body(p.site_of(p.owned_slot(what, i))), rounds=p.owned_capacity
            )

        if self.if_ is None:
            c.s.rows(components).each(c.mover, component)
        else:
            c.s.rows([[what for row in components for what in row]]).each(0, component)

    def _belongs(self, c: Context, kind: board.SiteType) -> BoolLike:
        """Whether `(to)` is of the group."""
        if self.if_ is not None:
            return self.if_.emit(c)
        return c.state.who(kind, c.get("to")) == c.mover

    def _group(self, c: Context, kind: board.SiteType, start: IntLike, seen: BitRegion, sink: Sink) -> None:
        group, queue, last = self._grown(c, kind, start)
        queue.each(seen.add)
        inner = c.bind(**{"from": start, "to": last, _START: start})
        self.moves.emit(
            replace(inner, region=_RegrownGroup(group, lambda c: self._grown(c, kind, c.get(_START))[0])), sink
        )

    def _grown(self, c: Context, kind: board.SiteType, start: IntLike) -> tuple[BitRegion, IntList, IntLike]:
        """The group around a site, its sites in the order in which they are found, and the site looked at last."""
        s, group = c.s, BitRegion.empty(c)
        queue, at, last = IntList.allocate(c, c.model.universe), s.var(0), s.var(start)
        group.add(start)
        queue.append(start)
        inner = c.bind(**{"from": start})

        def look(site: IntLike) -> None:
            last.set(site)
            joins = s.all_of(lambda: s.not_(group.contains(site)), lambda: self._belongs(inner.bind(to=site), kind))
            s.if_(joins, lambda: (group.add(site), queue.append(site)))

        def grow() -> None:
            site = queue.get(at.get())
            at.set(at.get() + 1)
            query = Query(kind, site)
            resolve(inner, self.direction, query).each_step(inner, query, look)

        s.while_(lambda: at.get() < queue.length(), grow, rounds=queue.capacity)
        return group, queue, last.get()


class ForEachDirection(_Repeated):
    """The moves for each site along lines from the origin."""

    spellings = ("forEach Direction",)
    says = (
        "for each {.site} [{direction}|in any direction][ from {from_.where:site}][, where {to.if_}][: {moves}|, "
        "{to.apply}]"
    )
    reads = BOARD
    from_: From | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    between: Between | None = None
    to: To | None = positional(None, group="what")
    moves: MovesLudeme | None = positional(None, group="what")
    then: Then | None = None

    def repeated(self) -> MovesLudeme:
        generator = self._generator
        return generator if generator is not None else self

    @property
    def _generator(self) -> MovesLudeme | None:
        if self.to is not None and self.to.apply is not None and self.to.apply.effect is not None:
            return self.to.apply.effect
        return self.moves

    def parts(self) -> list[MovesLudeme]:
        return [] if self._generator is None else super().parts()

    def emit(self, c: Context, sink: Sink) -> None:
        generator, kind, origin = self._generator, clause_type(c, self.from_), origin_of(c, self.from_)
        if generator is None:
            return
        sink, (low, high) = with_then(sink, self.then), self._range(c)
        piece = c.s.choose(c.get("from") >= 0, lambda: c.state.what(kind, c.get("from")), lambda: 0)

        def along(radial: Radial) -> None:
            self._along(c, radial, low, high, lambda at: generator.emit(at, sink))

        ready, leg = c.s.all_of(lambda: origin >= 0, lambda: piece != 0), (c.get("from"), c.get("to"))
        c.s.if_(ready, lambda: each_radial(c, self.direction, kind, origin, along, component=piece, leg=leg))

    def _range(self, c: Context) -> tuple[IntLike, IntLike]:
        if self.between is None or self.between.range is None:
            return 1, 1
        return self.between.range.emit(c)

    def _along(
        self, c: Context, radial: Radial, low: IntLike, high: IntLike, generate: Callable[[Context], object]
    ) -> None:
        s = c.s

        def walk(out: Any) -> None:
            def visit(k: IntLike) -> None:
                site = radial.at(k)
                blocked = s.all_of(lambda: low > 1, lambda: k < low, lambda: s.not_(self._passes(c.bind(between=site))))
                s.if_(blocked, lambda: s.leave(out))
                at = c.bind(to=site)
                s.if_(s.not_(condition(self.to, at)), lambda: s.leave(out))
                s.if_(k >= low, lambda: generate(at))

            s.for_range(1, s.minimum(radial.length, high) + 1, visit, rounds=radial.longest)

        s.scope(walk)

    def _passes(self, c: Context) -> BoolLike:
        return self.between.if_.emit(c) if self.between is not None and self.between.if_ is not None else True


class ForEachPlayerOf(_Repeated):
    """The moves for each player of an array; the consequent is dropped (manual: moves 7.4)."""

    spellings = ("forEach",)
    says = "for each of {players}: {moves}"
    reads = NOTHING
    players: IntsLudeme
    moves: MovesLudeme
    then: Then | None = None

    def repeated(self) -> MovesLudeme:
        return self.moves

    def emit(self, c: Context, sink: Sink) -> None:
        def visit(player: IntLike) -> None:
            real = c.s.all_of(lambda: player >= 0, lambda: player <= c.model.num_players + 1)
            c.s.if_(real, lambda: self.moves.emit(c.bind(player=player), sink))

        self.players.emit(c).each(visit)
