"""`(step ..)`: one step in each of some directions (manual: moves 5.2)."""

from __future__ import annotations

from collections.abc import Iterable

from ludens import board
from ludens.ludemes.clauses import From, To
from ludens.ludemes.moves.clauses import (
    clause_type,
    condition,
    effect_of,
    is_iterator,
    levels_header,
    origin_of,
    stack_need,
    top_level,
)
from ludens.ludemes.moves.sinks import by_mover
from ludens.ludemes.moves.steps import each_new_step, step_sites
from ludens.ludemes.site_types import site_need
from ludens.ludemes.target_tables import where_step_leads
from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Move
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import DirectionLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import AbsoluteDirection, RelativeDirection
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.chains import chain
from ludens.rules.generation.draws import drawn
from ludens.rules.generation.piece_sets import PieceSet, Span, alike
from ludens.rules.state.context import Context
from ludens.stage import IntLike
from ludens.stage.lanes import NotUniform


class Step(MovesLudeme):
    """Moves a piece one step in each of the directions, where the condition on the destination holds."""

    spellings = ("step", "move Step")
    says = (
        "[{stack~True}with the whole stack, ]step[{from_.where!~FromSite} from {from_.where:one}][ {direction}| "
        "in any direction]{to}"
    )
    reads = BOARD
    writes = BOARD
    from_: From | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    to: To
    stack: bool = named(False)
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.from_.type if self.from_ else None, default_site) | stack_need(self.stack)

    def emit(self, c: Context, sink: Sink) -> None:
        if self.from_ is not None and isinstance(self.from_.where, SitesLudeme):
            return
        sink, kind, origin = by_mover(sink, c, self.then), clause_type(c, self.from_), origin_of(c, self.from_)
        level: IntLike = -1
        if self.from_ is not None and self.from_.level is not None:
            level = self.from_.level.emit(c)
        inner = c.bind(**{"from": origin, "step.level": level})

        def reach(target: IntLike) -> object:
            return self._reach(inner.bind(to=target), sink)

        def step() -> None:
            target = sink.aim
            if target is None:
                each_new_step(c, self.direction, kind, origin, reach)
            else:
                where_step_leads(c, self.direction, kind, origin, target, lambda: reach(target))

        c.s.if_(c.s.all_of(lambda: level >= -1, lambda: condition(self.from_, inner)), step)

    def spread(self, c: Context, sink: Sink, herd: PieceSet) -> None:
        levelled = self.from_ is not None and self.from_.level is not None
        if self.stack or levelled or not is_iterator(c, lambda c: origin_of(c, self.from_)):
            raise NotUniform
        c = c.bind(**{"step.level": -1})
        herd.push(by_mover(sink, c, self.then), ("to",), self._spans, self._move)

    def _spans(self, c: Context, component: int) -> Iterable[Span]:
        rows = step_sites(c, self.direction, clause_type(c, self.from_), component)
        tests = {"from": lambda at: condition(self.from_, at), "to": lambda at: condition(self.to, at)}
        return alike(c, component, rows, tests)

    def _reach(self, c: Context, sink: Sink) -> object:
        """Push the move to `to` if the condition allows it; gives whether it does."""
        holds = condition(self.to, c)
        c.s.if_(holds, lambda: sink.push(self._move(c)))
        return holds

    def _move(self, c: Context) -> Candidate:
        """The move to `to`."""
        low, high = self._levels(c) if effect_of(self.to.apply) is None else (0, 0)
        move = Candidate(c, self._build, from_=c.get("from"), to=c.get("to"), level_min=low, level_max=high)
        return drawn(move, effect_of(self.to.apply))

    def _levels(self, c: Context) -> tuple[IntLike, IntLike]:
        """The levels of the move: the given one, or all with `stack:`."""
        if not c.model.stacking:
            return 0, 0
        if self.stack:
            return 0, top_level(c, clause_type(c, self.from_), c.get("from"))
        level = c.s.maximum(c.get("step.level"), 0)
        return level, level

    def _build(self, c: Context) -> list[Act]:
        kind, origin, target = clause_type(c, self.from_), c.get("from"), c.get("to")
        move = Move(
            kind, origin, kind, target, level_from=self._level_from(c), stack=self.stack, decision=self.decision
        )
        return chain(c, effect_of(self.to.apply), [move], levels_header(move, *self._levels(c)))

    def _level_from(self, c: Context) -> IntLike:
        if self.stack or not c.model.stacking:
            return -1 if self.stack else c.get("step.level")
        given = c.get("step.level")
        top = top_level(c, clause_type(c, self.from_), c.get("from"))
        return c.s.select(given >= 0, given, top)
