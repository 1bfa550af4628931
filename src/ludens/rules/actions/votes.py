"""Proposals and votes (manual: effects 2.6)."""

from __future__ import annotations

from ludens.rules.actions.base import Fields, Logged
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Listing
from ludens.rules.state.fields.players import PROPOSITIONS, VOTES
from ludens.rules.state.trace import PLAIN
from ludens.stage import IntLike


def propose(text: str, number: int, *, decision: bool) -> Logged:
    """`[Propose:proposition,propositionInt]`."""
    printed: Fields = (("proposition", PLAIN, text), ("propositionInt", PLAIN, number))
    return Logged("Propose", printed, lambda c: _append(c, PROPOSITIONS, number), decision=decision)


def vote(text: str, number: int, *, decision: bool) -> Logged:
    """`[Vote:vote,voteInt]`: the last player's vote decides (manual: effects 2.6)."""

    def effect(c: Context) -> None:
        _append(c, VOTES, number)
        c.s.if_(c.state.votes_count.get() == c.model.num_players, lambda: _decide(c))

    return Logged("Vote", (("vote", PLAIN, text), ("voteInt", PLAIN, number)), effect, decision=decision)


def _append(c: Context, listing: Listing[IntLike], value: IntLike) -> None:
    items, size = listing.items.of(c.state), listing.count.of(c.state)
    count = size.get()

    def put() -> None:
        items.set(value, count)
        size.set(count + 1)

    c.s.if_(count < items.length, put)


def _decide(c: Context) -> None:
    """The value with the most votes, the first cast of equals, if more than half of the players want it."""
    p, s, n = c.state, c.s, c.model.num_players
    best, most = s.var(-1), s.var(0)

    def weigh(i: IntLike) -> None:
        value, votes = p.votes.get(i), s.var(0)
        s.for_range(0, n, lambda j: votes.set(votes.get() + s.to_int(p.votes.get(j) == value)))
        s.if_(votes.get() > most.get(), lambda: (best.set(value), most.set(votes.get())))

    s.for_range(0, n, weigh)
    s.if_(most.get() > n // 2, lambda: p.decided.set(best.get()))
    p.votes_count.set(0)
    p.propositions_count.set(0)
