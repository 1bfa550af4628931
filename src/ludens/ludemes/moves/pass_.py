"""`(pass)` and `(playCard)` (manual: moves 5.11)."""

from __future__ import annotations

from functools import partial

from ludens.ludemes.moves.sinks import by_mover
from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Move
from ludens.rules.actions.turn import Pass
from ludens.rules.base import BOARD, Need
from ludens.rules.categories import MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.state.context import Context
from ludens.rules.state.model import Container
from ludens.stage import IntLike


class PassMove(MovesLudeme):
    """Does nothing."""

    spellings = ("pass", "move Pass")
    says = "pass"
    needs = frozenset({Need.PASS})
    reads = frozenset({"turn"})
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        by_mover(sink, c, self.then).push(Candidate(c, lambda c: [Pass(decision=self.decision)]))

    def parts(self) -> list[MovesLudeme]:
        return []


class PlayCard(MovesLudeme):
    """Plays a card of the mover's hand onto the board, on the site of the mover."""

    spellings = ("playCard", "move PlayCard")
    says = "play a card"
    needs = frozenset({Need.CELL, Need.CARD, Need.HIDDEN, Need.NOT_ALL_PASS})
    reads = BOARD | {"turn"}
    writes = BOARD
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        sealed = by_mover(sink, c, self.then)
        for container in c.model.containers[1:]:
            c.s.if_(c.mover == container.owner, partial(self._from, c, container, sealed))

    def _from(self, c: Context, container: Container, sink: Sink) -> None:
        def site(site: IntLike) -> None:
            c.s.for_range(0, c.state.size("Cell", site), lambda level: card(site, level))

        def card(site: IntLike, level: IntLike) -> None:
            target = c.mover - 1
            inner = c.bind(**{"card.from": site, "card.level": level, "card.to": target})
            sink.push(Candidate(inner, self._build, from_=site, to=target, level_min=level, level_max=level))

        c.s.for_range(container.first_site, container.first_site + container.num_sites, site)

    def _build(self, c: Context) -> list[Act]:
        origin, target, level = c.get("card.from"), c.get("card.to"), c.get("card.level")
        return [Move("Cell", origin, "Cell", target, level_from=level, decision=self.decision)]
