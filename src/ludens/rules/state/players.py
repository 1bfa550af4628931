"""Who still plays, and what a rank is worth."""

from __future__ import annotations

from functools import partial

from ludens.rules.state.context import Context
from ludens.rules.state.view import StateView
from ludens.stage import IntLike, RealLike, Stage


def next_active(c: Context, player: IntLike) -> IntLike:
    """The first active player after a player, cyclically (manual: runtime 7.3)."""
    n, s, p = c.model.num_players, c.s, c.state
    if n <= 1:
        return 1
    candidate = s.var(s.select(player >= n, 1, player + 1))
    s.while_(
        lambda: s.all_of(lambda: p.active.get() != 0, lambda: s.not_(p.is_active(candidate.get()))),
        lambda: candidate.set(s.select(candidate.get() >= n, 1, candidate.get() + 1)),
        rounds=n,
    )
    return candidate.get()


def played_by(p: StateView, seat: IntLike) -> IntLike:
    """The player whom a seat plays (`ludens.game.seats`)."""
    return p.player_order.get(seat) if p.player_order.present else seat


def seat_of(s: Stage, p: StateView, player: IntLike, players: int) -> IntLike:
    """The seat that plays a player; a number that nobody plays is given back."""
    if not p.player_order.present:
        return player
    result = s.var(player)
    for seat in range(1, players + 1):
        s.if_(p.player_order.get(seat) == player, partial(result.set, seat))
    return result.get()


def utility(s: Stage, rank: RealLike, players: IntLike) -> RealLike:
    """What a rank is worth: 1 for the first, -1 for the last; 0 while undecided (manual: runtime 17)."""
    many = s.real(1.0 - (rank - 1.0) * 2.0 / s.real(s.maximum(players - 1, 1)))
    single = rank * 2.0 - 1.0
    return s.select(rank == 0.0, s.select(players == 1, -1.0, 0.0), s.select(players == 1, single, many))


def told_utility(rank: float, players: int) -> float:
    """The same of a rank that is known here and not in play."""
    if rank == 0:
        return 0.0 if players > 1 else -1.0
    return 2 * rank - 1 if players == 1 else 1 - 2 * (rank - 1) / (players - 1)
