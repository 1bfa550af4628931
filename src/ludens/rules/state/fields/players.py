"""What is kept for each player, index 0 being nobody and n+1 everybody; teams, seats, votes."""

from __future__ import annotations

from ludens.rules.base import Need
from ludens.rules.state.fields.declaration import Initial, Listing, Record, by_ludemes, ints, needs, reals
from ludens.rules.state.model import Model

#: how many proposals and votes are kept
_BALLOTS = 64


def seats(model: Model) -> int:
    return model.num_players + 2


def _first_phases(model: Model) -> Initial:
    """For each player the first phase that is everybody's or the player's."""
    owners = model.phase_owners
    first = {seat: next((n for n, o in enumerate(owners) if o in (None, seat)), 0) for seat in range(seats(model))}
    return {seat: number for seat, number in first.items() if number}


def _own_seats(model: Model) -> Initial:
    return {seat: seat for seat in range(1, seats(model))}


class PlayerFields(Record):
    """Ranks, phases, scores and other amounts, teams, the order of seats, what was proposed and voted."""

    ranking = reals(seats)
    phase = ints(seats, initial=_first_phases)
    player_value = ints(seats, initial=-1)
    scores = ints(seats, when=by_ludemes)
    match_scores = ints(seats, when=by_ludemes, initial=-1)
    payoffs = reals(seats, when=by_ludemes)
    amounts = ints(seats, when=by_ludemes)
    pot = ints(when=by_ludemes)
    team = ints(seats, when=needs(Need.TEAM))
    triggered = ints(when=by_ludemes)
    player_order = ints(seats, when=by_ludemes, initial=_own_seats)
    propositions = ints(_BALLOTS, when=by_ludemes)
    propositions_count = ints(when=by_ludemes)
    votes = ints(_BALLOTS, when=by_ludemes)
    votes_count = ints(when=by_ludemes)
    decided = ints(when=by_ludemes, initial=-1)


PROPOSITIONS = Listing(PlayerFields.propositions, PlayerFields.propositions_count)
VOTES = Listing(PlayerFields.votes, PlayerFields.votes_count)
BETTING = (PlayerFields.amounts, PlayerFields.pot)
VOTING = (*PROPOSITIONS.fields, *VOTES.fields, PlayerFields.decided)
