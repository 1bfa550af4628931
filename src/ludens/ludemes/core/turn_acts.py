"""Actions that touch no piece: proposals, votes, bets, trumps, dice (spec 6, 2.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludens.ludemes.core.acts import Fields, Logged
from ludens.ludemes.core.trace import PLAIN
from ludens.stage import IntLike

if TYPE_CHECKING:
    from ludens.ludemes.core.context import Context


def propose(text: str, number: int, *, decision: bool) -> Logged:
    """`[Propose:proposition,propositionInt]`."""
    printed: Fields = (("proposition", PLAIN, text), ("propositionInt", PLAIN, number))
    return Logged("Propose", printed, lambda c: _append(c, "propositions", number), decision=decision)


def vote(text: str, number: int, *, decision: bool) -> Logged:
    """`[Vote:vote,voteInt]`: the last player's vote decides (spec 6, 2.6)."""

    def effect(c: Context) -> None:
        _append(c, "votes", number)
        c.s.if_(c.state.get("votes_count") == c.model.num_players, lambda: _decide(c))

    return Logged("Vote", (("vote", PLAIN, text), ("voteInt", PLAIN, number)), effect, decision=decision)


def _append(c: Context, name: str, value: IntLike) -> None:
    p = c.state
    count = p.get(f"{name}_count")

    def put() -> None:
        p.set(name, value, count)
        p.set(f"{name}_count", count + 1)

    c.s.if_(count < p.layout.fields[name].length, put)


def _decide(c: Context) -> None:
    """The value with the most votes, the first cast of equals, if more than half of the players want it."""
    p, s, n = c.state, c.s, c.model.num_players
    best, most = s.var(-1), s.var(0)

    def weigh(i: IntLike) -> None:
        value, found = p.get("votes", i), s.var(0)
        s.for_range(0, n, lambda j: found.set(found.get() + s.to_int(p.get("votes", j) == value)))
        s.if_(found.get() > most.get(), lambda: (best.set(value), most.set(found.get())))

    s.for_range(0, n, weigh)
    s.if_(most.get() > n // 2, lambda: p.set("decided", best.get()))
    p.set("votes_count", 0)
    p.set("propositions_count", 0)


def bet(player: IntLike, amount: IntLike) -> Logged:
    """`[Bet:player,bet]`, always a decision; players outside 1 .. n have no amount."""

    def effect(c: Context) -> None:
        real = c.s.all_of(lambda: player >= 1, lambda: player <= c.model.num_players)
        c.s.if_(real, lambda: c.state.set("amounts", amount, player))

    return Logged("Bet", (("player", PLAIN, player), ("bet", PLAIN, amount)), effect, decision=True)


def set_trump_suit(suit: IntLike, *, decision: bool) -> Logged:
    """`[SetTrumpSuit:trumpSuit]`."""

    def effect(c: Context) -> None:
        if c.state.has("trump"):
            c.state.set("trump", suit)

    return Logged("SetTrumpSuit", (("trumpSuit", PLAIN, suit),), effect, decision=decision)


def set_temp(value: IntLike) -> Logged:
    """`[SetTemp:temp]`."""
    return Logged("SetTemp", (("temp", PLAIN, value),), lambda c: c.state.set("temp", value))


def use_die(container: int, die: IntLike, site: IntLike, first_die: int) -> Logged:
    """`[UseDie:indexHandDice,indexDie,site]`; `first_die` is the number of dice in the containers before."""
    printed: Fields = (("indexHandDice", PLAIN, container), ("indexDie", PLAIN, die), ("site", PLAIN, site))
    return Logged(
        "UseDie", printed, lambda c: c.state.set("dice_value", 0, die + first_die), site_from=site, site_to=site
    )


__all__ = ["bet", "propose", "set_temp", "set_trump_suit", "use_die", "vote"]
