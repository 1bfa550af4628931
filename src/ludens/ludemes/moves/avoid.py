"""`(avoidStoredState ..)`: the moves that do not lead back to a remembered position (manual: moves 8.7)."""

from __future__ import annotations

from ludens.ludemes.effects.memory import STORED_HASH
from ludens.rules.base import ANY
from ludens.rules.categories import MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.generation.candidates import Candidate, FilterSink, Sink, outline_move
from ludens.rules.generation.execution import execute
from ludens.rules.state import hashing
from ludens.rules.state.context import Context
from ludens.rules.state.scratch import with_copy
from ludens.rules.turns import turn
from ludens.stage import BoolLike


class AvoidStoredState(MovesLudeme):
    """The moves after which the position is another than the stored one; the consequent is dropped."""

    spellings = ("avoidStoredState",)
    says = "{moves}, unless that brings the remembered position back"
    reads = ANY
    moves: MovesLudeme
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        self.moves.emit(c, FilterSink(sink, lambda move: outline_move(move, "avoids", _differs)))


def _differs(move: Candidate) -> BoolLike:
    def on_copy(c: Context) -> BoolLike:
        if not STORED_HASH.of(c.state).present:
            return True
        stored = STORED_HASH.of(c.state).get()
        turn.begin_move(c)
        execute(move.seen_from(c), store=True)
        differs: BoolLike = hashing.state_hash(c) != stored
        return differs

    result: BoolLike = with_copy(move.c, on_copy)
    return result
