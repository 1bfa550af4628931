"""The ends of a game and of a phase, and its limits (manual: runtime 9.1 and 9.3)."""

from __future__ import annotations

from ludens.rules.actions import kinds
from ludens.rules.state.context import Context
from ludens.rules.structure import End
from ludens.rules.turns import phases, results
from ludens.rules.turns.passes import all_passed, draws_when_all_pass

MAX_TURNS = 1250


MAX_MOVES = 10_000


def evaluate_phase_end(c: Context) -> None:
    if any(phase.end is not None for phase in phases.phases(c)):
        phases.for_phase(c, c.state.mover.get(), lambda phase: evaluate_end(c, phase.end) if phase.end else None)


def evaluate_end(c: Context, end: End) -> None:
    """Every rule of an end block, then the draw when everybody passed."""
    p, s = c.state, c.s
    ending = c.unbound()
    for rule in end.listed:
        rule.emit(ending)
    if draws_when_all_pass(c.model) and c.model.mode == "Alternating":
        s.if_(
            s.all_of(lambda: p.over.get() == 0, lambda: kinds.is_pass(c), lambda: all_passed(c)),
            lambda: results.draw(c),
        )
    p.losses_decided.set(0)


def check_limits(c: Context) -> None:
    p, s = c.state, c.s
    turns = p.turn.get() >= MAX_TURNS * max(c.model.num_players, 1)
    moves = p.num_moves.get() >= MAX_MOVES
    s.if_(s.any_of(lambda: turns, lambda: moves), lambda: results.limit_reached(c))
