"""Actions on the turn: passing, naming the next player, exchanging seats (manual: effects 2.6)."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.ludemes.actions.base import Fields, Logged, Primitive
from ludens.ludemes.actions.kinds import Acted
from ludens.ludemes.base import Need
from ludens.ludemes.runtime.context import Context
from ludens.ludemes.runtime.trace import FLAG, PLAIN
from ludens.stage import IntLike


@dataclass
class Pass(Primitive):
    """`[Pass:[decision=true],[forced=true]]`."""

    forced: bool = False

    def kind(self, decided: bool) -> Acted:
        return Acted.PASS | Acted.DECIDED_PASS if decided else Acted.PASS

    def _log(self, c: Context, fields: Fields) -> None:
        assert c.tracer is not None
        c.tracer.log(c, "Pass", [("decision", FLAG, self.decided(c)), ("forced", FLAG, self.forced)])

    def apply(self, c: Context) -> None:
        pass


def set_next_player(player: IntLike, *, decision: bool = False) -> Primitive:
    """`[SetNextPlayer:player]`. Its presence is noted for captures at the end of the turn."""

    def effect(c: Context, player: IntLike) -> None:
        c.state.next.set(player)
        if Need.SEQUENCE_CAPTURE in c.model.needs:
            c.state.next_was_set.set(1)

    return Logged("SetNextPlayer", (("player", PLAIN, player),), effect, (player,), decision=decision)


class SwapAct(Logged):
    """`[Swap:player1,player2]`, always a decision: two players exchange their seats (manual: effects 2.6)."""

    def kind(self, decided: bool) -> Acted:
        return Acted.SWAP | Acted.DECIDED_SWAP if decided else Acted.SWAP


def swap_players(first: IntLike, second: IntLike) -> SwapAct:
    def effect(c: Context, first: IntLike, second: IntLike) -> None:
        p, s, n = c.state, c.s, c.model.num_players
        if not p.player_order.present:
            return

        def seat(i: IntLike) -> None:
            now = p.player_order.get(i)
            p.player_order.set(s.select(now == first, second, s.select(now == second, first, now)), i)

        seated = s.all_of(lambda: (first >= 1) & (first <= n), lambda: (second >= 1) & (second <= n))
        s.if_(seated, lambda: s.for_range(1, n + 1, seat))

    printed = (("player1", PLAIN, first), ("player2", PLAIN, second))
    return SwapAct("Swap", printed, effect, (first, second), decision=True)
