"""Legal moves: the play rules of the mover's phase, filtered by the meta rules, or a forced pass (manual: runtime
8)."""

from __future__ import annotations

from ludens.rules.actions.base import Act
from ludens.rules.actions.turn import Pass, set_next_player, swap_players
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.sinks import DropSink, count_moves
from ludens.rules.state.context import Context
from ludens.rules.state.metarules import MetaRules
from ludens.rules.turns import metas
from ludens.rules.turns.filters import filtered
from ludens.rules.turns.phases import for_phase, phases, play_rules
from ludens.stage import BoolLike, IntLike


def legal_moves(c: Context, sink: Sink) -> None:
    """The legal moves of an alternating game, but the forced pass."""
    play_rules(c, metas.extended(c, filtered(c, sink)))
    if c.model.meta.swap:
        c.s.if_(may_swap(c), lambda: sink.push(swap_move(c)))


def draw_for_legal_moves(c: Context) -> None:
    """Draw the random numbers that finding the legal moves draws; without finding them, where rules allow that."""
    if draws_alone(c):
        for_phase(c, c.mover, lambda phase: phase.play.draw(c))
    elif draws_for_each(c):
        legal_moves(c, DropSink())  # every move is looked at, as where they are listed
    else:
        count_moves(c, lambda sink: legal_moves(c, sink))


def draws_for_each(c: Context) -> bool:
    """Whether random numbers are drawn for each move."""
    own = [piece.moves for piece in c.model.components if piece.moves is not None]
    return any("rng" in moves.all_writes for moves in own) or any(phase.play.draws_for_each for phase in phases(c))


def draws_alone(c: Context) -> bool:
    """Whether what finding the legal moves draws can be drawn without finding them."""
    own = [piece.moves for piece in c.model.components if piece.moves is not None]
    bare = c.model.meta == MetaRules() and all("rng" not in moves.all_writes for moves in own)
    return bare and c.model.mode == "Alternating" and all(phase.play.draws_alone for phase in phases(c))


def may_swap(c: Context) -> BoolLike:
    """Whether the swap rule offers its move (manual: runtime 8.3)."""
    second = c.state.num_moves.get() == c.model.num_players - 1
    return second & (c.state.last_mover.get() != c.mover)


def swap_move(c: Context) -> Candidate:
    def build(c: Context) -> list[Act]:
        other = c.state.last_mover.get()
        return [swap_players(c.mover, other), set_next_player(c.mover)]

    return Candidate(c, build, mover=c.mover)


def forced_pass(c: Context, mover: IntLike | None = None) -> Candidate:
    """The move of a player who has none."""
    return Candidate(c, lambda c: [Pass(forced=True, decision=True)], mover=c.mover if mover is None else mover)
