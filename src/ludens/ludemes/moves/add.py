"""`(add ..)` and `(claim ..)`: puts pieces down (manual: moves 5.9 and 5.16)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from ludens import board
from ludens.ludemes.arguments import optional
from ludens.ludemes.clauses import PieceChoice, To
from ludens.ludemes.moves import large
from ludens.ludemes.moves.clauses import choice_or_mover, clause_type, condition, effect_of, stack_need
from ludens.ludemes.moves.sinks import by_mover
from ludens.ludemes.site_types import site_need
from ludens.rules.actions.base import Act, further
from ludens.rules.actions.pieces import Add, Insert
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import IntConstant, IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.chains import chain
from ludens.rules.generation.draws import drawn, draws
from ludens.rules.generation.execution import ExecuteSink
from ludens.rules.generation.fusion import disjoint
from ludens.rules.generation.single import Footprint, Single, expression
from ludens.rules.state import sets
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region
from ludens.stage import BoolLike, IntLike


class AddPieces(MovesLudeme):
    """Puts a piece on a site, or offers each site of a region for it."""

    spellings = ("add", "move Add")
    says = (
        "place [{count} of ][{piece}|a piece of yours][ on {to.where:landing}][{stack~True}, on top of what lies "
        "there][, provided that {to.if_}][, {to.apply}]"
    )
    only_adds = True
    reads = BOARD | {"turn"}
    writes = BOARD
    piece: PieceChoice | None = None
    to: To
    count: IntLudeme | None = named(None)
    stack: bool = named(False)
    then: Then | None = None

    @property
    def makes_pieces(self) -> bool:
        return True

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        needs = site_need(self.to.type, default_site) | stack_need(self.stack or self.to.level is not None)
        one = isinstance(self.count, IntConstant) and self.count.value == 1
        if self.count is not None and not one and not self.stack:
            needs |= {Need.COUNT}
        if self.piece is not None and self.piece.state is not None:
            needs |= {Need.STATE}
        return needs

    def parts(self) -> list[MovesLudeme] | None:
        return None if isinstance(self.to.where, SitesLudeme) else []

    def emit(self, c: Context, sink: Sink) -> None:
        count = optional(c, self.count, 1)
        counted = c.bind(**{"add.count": count})
        c.s.if_(count >= 1, lambda: self._offer(counted, sink))

    def _offer(self, c: Context, sink: Sink) -> None:
        components = choice_or_mover(c, self.piece)
        for what in components:
            piece = c.bind(**{"add.what": what})
            c.s.if_(what >= 0, partial(self._by_size, piece, sink))
            if not isinstance(self.to.where, SitesLudeme):
                break

    def _by_size(self, c: Context, sink: Sink) -> None:
        if not large.any_large(c):
            self._small(c, sink)
            return
        c.s.if_(large.is_large(c, c.get("add.what")), lambda: self._large(c, sink), lambda: self._small(c, sink))

    def _large(self, c: Context, sink: Sink) -> None:
        what, sealed = c.get("add.what"), by_mover(sink, c, None)
        state = self.piece.state.emit(c) if self.piece is not None and self.piece.state is not None else None
        self._each_site(c, lambda site: large.add(c, sealed, what, site, state, clause_type(c, self.to), self.decision))

    def _each_site(self, c: Context, body: Callable[[IntLike], object]) -> None:
        where = self.to.where
        if isinstance(where, SitesLudeme):
            where.emit(c).each(body)
            return
        body(c.get("to") if where is None else where.emit(c))

    def _small(self, c: Context, sink: Sink) -> None:
        where = self.to.where
        twice = isinstance(where, SitesLudeme)
        sealed = by_mover(sink, c, None if twice and effect_of(self.to.apply) is not None else self.then)
        if not isinstance(where, SitesLudeme):
            self._put(c, sealed, c.get("to") if where is None else where.emit(c), twice=twice)
            return
        region = where.emit(c)
        offered: Region | None = region
        condition = self.to.if_
        if condition is not None:
            offered = sets.filtered(c, region, lambda count: condition.holding(c, count, ("to",)))
        if offered is None or effect_of(self.to.apply) is not None or self._draws_state:
            region.each(lambda site: self._put(c, sealed, site, twice=twice))
        else:
            sealed.push_each(offered, lambda site: self._move(c, site))

    @property
    def _draws_state(self) -> bool:
        """Whether each move found draws: then none may be found without being looked at."""
        return self.piece is not None and self.piece.state is not None and draws(self.piece.state)

    def _put(self, c: Context, sink: Sink, site: IntLike, *, twice: bool) -> None:
        """Push the move to a site; a region's moves with an effect stand in the list twice (manual: moves 5.9)."""
        at, effect = c.bind(to=site), effect_of(self.to.apply)
        own = () if self.then is None else (self.then,)

        def push() -> None:
            move = drawn(self._move(c, site), effect)
            if effect is None or not twice:
                sink.push(move)
                return
            double = replace(move, then=own, entries=2)
            c.s.if_(
                self._holds(at),
                lambda: sink.push_twice(double),
                lambda: sink.push(replace(move, then=own)),
            )

        c.s.if_(condition(self.to, at), push)

    def footprint(self, c: Context) -> Footprint | None:
        """Of a piece put down on a site: it lies there, however often that is done."""
        where, to, piece = self.to.where, self.to, self.piece
        if not isinstance(where, IntLudeme) or self.count is not None or c.model.stacking or c.model.counts:
            return None
        if self.then is not None or to.if_ is not None or to.apply is not None or to.level is not None:
            return None
        parts = [where, *((piece.state,) if piece is not None and piece.state is not None else ())]
        what = choice_or_mover(c, piece)[0]
        if large.any_large(c) or not isinstance(what, int) or what < 0:
            return None
        if not all(disjoint(BOARD, ludeme.all_reads) for ludeme in parts):
            return None
        return Footprint(changes=frozenset({expression(where)}))

    def single(self, c: Context) -> Single | None:
        where = self.to.where
        return Single(True, where.emit(c)) if isinstance(where, IntLudeme) and self.footprint(c) is not None else None

    def _move(self, c: Context, site: IntLike) -> Candidate:
        at = c.bind(to=site)
        state = self.piece.state.emit(at) if self.piece is not None and self.piece.state is not None else -1
        return placed(at.bind(**{"add.state": state}), self._build, site, clause_type(c, self.to))

    def _holds(self, c: Context) -> BoolLike:
        return self.to.apply.holds(c) if self.to.apply is not None else False

    def _build(self, c: Context) -> list[Act]:
        acts = [self._action(c, True), *further(self._action(c, False), c.get("add.count"))]
        site = c.get("to")
        return chain(c.bind(**{"from": site}), effect_of(self.to.apply), acts)

    def _action(self, c: Context, first: bool) -> Act:
        kind, site, what, state = clause_type(c, self.to), c.get("to"), c.get("add.what"), c.get("add.state")
        decision = self.decision and first
        if self.to.level is not None:
            return Insert(kind, site, self.to.level.emit(c), what, state, decision=decision)
        level = c.state.size(kind, site) if first and c.model.stacking else -1
        return Add(kind, site, what, state=state, level=level, decision=decision)


class Claim(MovesLudeme):
    """Puts a piece on a site, as `(add ..)` does, without counts and effects."""

    spellings = ("claim", "move Claim")
    says = "claim [{to.where:landing}|a {.site}][ with {piece}][, provided that {to.if_}]"
    only_adds = True
    reads = BOARD | {"turn"}
    writes = BOARD
    piece: PieceChoice | None = None
    to: To
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.to.type, default_site)

    def parts(self) -> list[MovesLudeme] | None:
        return None if isinstance(self.to.where, SitesLudeme) else []

    def emit(self, c: Context, sink: Sink) -> None:
        for what in choice_or_mover(c, self.piece):
            inner = c.bind(**{"add.what": what})
            c.s.if_(what >= 0, partial(self._offer, inner, sink))
            if not isinstance(self.to.where, SitesLudeme):
                break

    def _offer(self, c: Context, sink: Sink) -> None:
        where = self.to.where
        if isinstance(where, SitesLudeme):
            sealed = by_mover(sink, c, self.then)
            where.emit(c).each(lambda site: self._put(c, sealed, site))
        else:
            self._put(c, sink, c.get("to") if where is None else where.emit(c))

    def _put(self, c: Context, sink: Sink, site: IntLike) -> None:
        at = c.bind(to=site)
        state = self.piece.state.emit(at) if self.piece is not None and self.piece.state is not None else -1
        move = placed(at.bind(**{"add.state": state}), self._build, site, clause_type(c, self.to))
        c.s.if_(condition(self.to, at), lambda: sink.push(move))

    def _build(self, c: Context) -> list[Act]:
        site = c.get("to")
        acts: list[Act] = [
            Add(clause_type(c, self.to), site, c.get("add.what"), state=c.get("add.state"), decision=self.decision)
        ]
        if self.then is not None and not isinstance(self.to.where, SitesLudeme):
            acts.append(ExpandedAct(self.then.moves, c.bind(**{"from": site})))
        return acts


class ExpandedAct(Act):
    """The actions of an effect's moves, without their consequents."""

    def __init__(self, effect: MovesLudeme, c: Context) -> None:
        super().__init__()
        self.effect, self.c = effect, c

    def perform(self, c: Context) -> None:
        self.effect.emit(self.c, _BareSink(ExecuteSink(c)))

    def describe(self, c: Context) -> None:
        self.effect.emit(self.c, _ActsSink())


class _BareSink(Sink):
    def __init__(self, inner: Sink) -> None:
        self.inner = inner

    def push(self, move: Candidate) -> None:
        self.inner.push(replace(move, then=()))


class _ActsSink(Sink):
    def push(self, move: Candidate) -> None:
        for act in move.build(move.c):
            act.describe(move.c)


def placed(c: Context, build: Callable[[Context], list[Act]], site: IntLike, kind: board.SiteType) -> Candidate:
    """The move of a placement; on an edge it carries the edge and has no orientation."""
    if kind == "Edge":
        return Candidate(c, build, from_=site, to=site, edge=site, oriented=0)
    return Candidate(c, build, from_=site, to=site)


__all__ = ["AddPieces", "Claim"]
