"""`(fromTo ..)` and `(move (from ..) (to ..))`: from any sites to any sites (manual: moves 5.1)."""

from __future__ import annotations

from collections.abc import Callable

from ludens import board
from ludens.ludemes.arguments import whether
from ludens.ludemes.clauses import From, To
from ludens.ludemes.moves import large
from ludens.ludemes.moves.clauses import clause_type, condition, levels_header, player_of, stack_need, top_level
from ludens.ludemes.site_types import site_need
from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Copy, Move, MovePile, StackMove
from ludens.rules.actions.sites import SetRotation
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, SitesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.chains import chain
from ludens.rules.generation.draws import drawn
from ludens.rules.generation.sinks import sealed
from ludens.rules.state.context import Context
from ludens.stage import IntLike


class FromTo(MovesLudeme):
    """Moves a piece, a stack or a part of it from a site to another."""

    spellings = ("fromTo", "move")
    says = (
        "[{copy?}put a copy of |move ][{stack?}the stack|{count~IntConstant}{count} pieces|"
        "{count.at=from_.where}all pieces|{count?}as many pieces as {count}|the piece] from {from_}{to}"
    )
    reads = BOARD | {"turn"}
    writes = BOARD
    from_: From
    to: To
    count: IntLudeme | None = named(None)
    copy: BooleanLudeme | None = named(None)
    stack: bool = named(False)
    role: RoleType | None = None
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        needs = site_need(self.from_.type, default_site) | site_need(self.to.type, default_site)
        turned = frozenset({Need.ROTATION}) if self.to.rotations is not None else frozenset()
        return needs | stack_need(self.stack or self.from_.level is not None) | turned

    @property
    def makes_pieces(self) -> bool:
        return self.copy is not None

    @property
    def moves_piles(self) -> bool:
        return self.count is not None

    def parts(self) -> list[MovesLudeme] | None:
        many = isinstance(self.from_.where, SitesLudeme) or isinstance(self.to.where, SitesLudeme)
        return None if many or self.to.rotations is not None else []

    def emit(self, c: Context, sink: Sink) -> None:
        sink = sealed(sink, player_of(c, self.role), self.then)
        outer = c.bind(**{"ft.outer": c.get("from"), **self._level_slots(c)})

        def start(site: IntLike) -> None:
            inner = outer.bind(**{"from": site})
            occupied = c.state.what(clause_type(c, self.from_), site) != 0
            movable = c.s.all_of(lambda: site >= 0, lambda: occupied, lambda: condition(self.from_, inner))
            c.s.if_(movable, lambda: self._from(inner, sink))

        where = self.from_.where
        if isinstance(where, SitesLudeme):
            where.emit(c).each(start)
        else:
            start(c.get("from") if where is None else where.emit(c))

    def _level_slots(self, c: Context) -> dict[str, IntLike]:
        """Levels are evaluated before the iterators of a pair are set."""
        slots = {}
        if self.from_.level is not None:
            slots["ft.level_from"] = self.from_.level.emit(c)
        if self.to.level is not None:
            slots["ft.level_to"] = self.to.level.emit(c)
        return slots

    def _from(self, c: Context, sink: Sink) -> None:
        s = c.s
        if self.count is not None:
            c = c.bind(**{"ft.count": self.count.emit(c)})
        copied = whether(c, self.copy)
        copies = copied if self.count is None and self.from_.level is None and self.to.level is None else False

        def to(copying: bool) -> None:
            self._each_target(c, lambda site: self._to(c.bind(to=site), sink, copying), sink.aim)

        def small() -> None:
            s.if_(copies, lambda: to(True), lambda: to(False))

        if not large.any_large(c):
            small()
            return
        piece = c.state.what(clause_type(c, self.from_), c.get("from"))
        s.if_(large.is_large(c, piece), lambda: self._move_large(c, sink), small)

    def _move_large(self, c: Context, sink: Sink) -> None:
        effect = self.to.apply.effect if self.to.apply is not None else None
        large.move(c, sink, clause_type(c, self.from_), self._targets(c), effect, decision=self.decision)

    def _targets(self, c: Context) -> Callable[[Callable[[IntLike], object]], object]:
        return lambda body: self._each_target(c, body)

    def _each_target(self, c: Context, body: Callable[[IntLike], object], target: IntLike | None = None) -> None:
        """Run the body for each destination, or for `target` alone."""
        where = self.to.where
        if isinstance(where, SitesLudeme) and target is not None:
            c.s.if_(where.contains(c, target), lambda: body(target))
            return
        if isinstance(where, SitesLudeme):
            where.emit(c).each(body)
            return
        site = c.get("to") if where is None else where.emit(c)
        c.s.if_(c.s.all_of(lambda: site >= 0, lambda: True if target is None else site == target), lambda: body(site))

    def _to(self, c: Context, sink: Sink, copying: bool) -> None:
        s = c.s

        def push(effect: MovesLudeme | None) -> None:
            low, high = self._levels(c) if effect is None else (0, 0)
            build = self._builder(copying, effect)
            move = Candidate(c, build, from_=c.get("from"), to=c.get("to"), level_min=low, level_max=high)
            sink.push(drawn(move, effect))

        def chosen() -> None:
            if self.to.rotations is not None:
                self._each_rotation(c, sink, copying)
                return
            apply = self.to.apply
            if apply is None or apply.effect is None:
                push(None)
                return
            holds = apply.if_.emit(c.bind(**{"from": c.get("ft.outer")})) if apply.if_ is not None else True
            s.if_(holds, lambda: push(apply.effect), lambda: push(None))

        s.if_(condition(self.to, c), chosen)

    def _each_rotation(self, c: Context, sink: Sink, copying: bool) -> None:
        assert self.to.rotations is not None

        def build(c: Context) -> list[Act]:
            turn = SetRotation(clause_type(c, self.to), c.get("to"), c.get("ft.rotation"))
            return [self._action(c, copying), turn]

        def turned(rotation: IntLike) -> None:
            inner = c.bind(**{"ft.rotation": rotation})
            sink.push(Candidate(inner, build, from_=c.get("from"), to=c.get("to")))

        self.to.rotations.emit(c).each(turned)

    def _builder(self, copying: bool, effect: MovesLudeme | None) -> Callable[[Context], list[Act]]:
        def build(c: Context) -> list[Act]:
            action = self._action(c, copying)
            return chain(c, effect, [action], levels_header(action, *self._levels(c)))

        return build

    def _levels(self, c: Context) -> tuple[IntLike, IntLike]:
        """The levels of the move, in stacking games."""
        if not c.model.stacking:
            return 0, 0
        top = top_level(c, clause_type(c, self.from_), c.get("from"))
        if self.stack:
            return 0, top
        level = c.get("ft.level_from") if self.from_.level is not None else top
        return level, level

    def _action(self, c: Context, copying: bool) -> Act:
        """The action that the arguments ask for (the table of manual: moves 5.1)."""
        kind, to_kind, a, b = clause_type(c, self.from_), self._to_kind(c), c.get("from"), c.get("to")
        if self.to.level is not None:
            level_from: IntLike = 0 if self.stack else c.get("ft.level_from")
            return Move(kind, a, to_kind, b, level_from, c.get("ft.level_to"), stack=self.stack, decision=self.decision)
        if self.from_.level is not None:
            return Move(kind, a, to_kind, b, c.get("ft.level_from"), decision=self.decision)
        if self.count is not None:
            return self._part(c, kind, to_kind)
        if copying:
            level = 0 if self.stack else top_level(c, kind, a)
            return Copy(kind, a, to_kind, b, level, decision=self.decision)
        return Move(kind, a, to_kind, b, 0 if self.stack else -1, stack=self.stack, decision=self.decision)

    def _part(self, c: Context, kind: board.SiteType, to_kind: board.SiteType) -> Act:
        a, b, count = c.get("from"), c.get("to"), c.get("ft.count")
        if not self.stack and not c.model.stacking:
            return MovePile(kind, a, to_kind, b, count, decision=self.decision)
        low, high = c.state.size(kind, a) - count, c.state.size(to_kind, b)
        return StackMove(kind, a, to_kind, b, count, low, high, decision=self.decision)

    def _to_kind(self, c: Context) -> board.SiteType:
        return clause_type(c, self.to)
