"""The stalemate flags: who could not move when it was last tested (manual: runtime 8.5)."""

from __future__ import annotations

from ludens.rules.base import Need
from ludens.rules.state.context import Context
from ludens.rules.state.players import next_active
from ludens.rules.turns.legal import draw_for_legal_moves, draws_alone
from ludens.rules.turns.mobility import mover_can_move
from ludens.stage import Bool, BoolLike, IntLike


def test_stalemate(c: Context) -> None:
    """Recompute the stalemate flag of the mover (manual: runtime 8.5). Where nothing reads it, only the draws are
    made."""
    if Need.STALEMATE not in c.model.needs and draws_alone(c):
        draw_for_legal_moves(c)
        return
    stuck = c.s.not_(mover_can_move(c))
    set_stalemated(c, c.state.mover.get(), stuck)


def set_stalemated(c: Context, player: IntLike, stuck: BoolLike) -> None:
    def change() -> None:
        bits = c.state.stalemated.get()
        bit = (bits * 0 + 1) << player
        c.state.stalemated.set(c.s.select(stuck, bits | bit, bits & (bit ^ -1)))

    c.s.if_(c.s.inside(player, 32), change)


def is_stalemated(c: Context, player: IntLike) -> BoolLike:
    return c.state.is_in(c.state.stalemated, player)


def next_is_stalemated(c: Context) -> BoolLike:
    """`(no Moves Next)`: the test is made with the next player to move (manual: runtime 8.5)."""

    def body(c: Context) -> BoolLike:
        p, s = c.state, c.s
        mover, following, previous = p.mover.get(), p.next.get(), p.prev.get()

        def test() -> None:
            p.mover.set(following)
            p.prev.set(mover)
            p.next.set(next_active(c, following))
            test_stalemate(c.guarded("no moves next"))
            p.mover.set(mover)
            p.next.set(following)
            p.prev.set(previous)

        s.if_(p.over.get() == 0, test)
        return is_stalemated(c, following)

    if "no moves next" in c.guards:
        return False
    return c.unbound().outline("next_is_stalemated", body, Bool, key="next_is_stalemated")
