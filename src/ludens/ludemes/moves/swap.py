"""`(swap ..)`: exchanges players or pieces (manual: moves 5.15)."""

from __future__ import annotations

from ludens.ludemes.moves.sinks import by_mover
from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Move
from ludens.rules.actions.pieces import Add
from ludens.rules.actions.turn import set_next_player, swap_players
from ludens.rules.base import BOARD
from ludens.rules.categories import IntLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import RoleType
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.roles import index_of
from ludens.rules.state.context import Context
from ludens.rules.state.sites import has_site
from ludens.rules.state.view import StateView


class SwapPlayers(MovesLudeme):
    """Two players exchange their seats; the mover moves again."""

    spellings = ("swap Players", "move Swap Players")
    says = "swap the sides of {first:player} and {second:player}"
    fields = (StateView.player_order,)
    reads = frozenset({"turn"})
    writes = frozenset({"turn"})
    first: IntLudeme | RoleType
    second: IntLudeme | RoleType
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        first, second = index_of(c, self.first), index_of(c, self.second)

        def build(c: Context) -> list[Act]:
            return [swap_players(c.get("swap.first"), c.get("swap.second")), set_next_player(c.mover)]

        inner = c.bind(**{"swap.first": first, "swap.second": second})
        by_mover(sink, c, self.then).push(Candidate(inner, build))

    def parts(self) -> list[MovesLudeme]:
        return []


class SwapPieces(MovesLudeme):
    """The pieces on two sites change places."""

    spellings = ("swap Pieces", "move Swap Pieces")
    says = "swap [the pieces on {first:site} and {second:site}|two pieces]"
    reads = BOARD | {"turn", "last"}
    writes = BOARD
    first: IntLudeme | None = None
    second: IntLudeme | None = None
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        a = self.first.emit(c) if self.first is not None else c.state.last_from.get()
        b = self.second.emit(c) if self.second is not None else c.state.last_to.get()
        inner = c.bind(**{"swap.first": a, "swap.second": b})
        move = Candidate(inner, self._build, from_=a, to=b)
        is_site = (lambda site: has_site(c, "Cell", site)) if c.state.stored("Cell") else (lambda site: site >= 0)
        there = c.s.all_of(lambda: is_site(a), lambda: is_site(b))
        c.s.if_(there, lambda: by_mover(sink, c, self.then).push(move))

    def _build(self, c: Context) -> list[Act]:
        a, b = c.get("swap.first"), c.get("swap.second")
        there = c.state.what("Cell", b)
        kind = c.model.default_site if c.slots.plain("tried") == 1 else None  # applying it settles its type
        return [Move("Cell", a, "Cell", b, decision=self.decision), Add(kind, a, there)]

    def parts(self) -> list[MovesLudeme]:
        return []
