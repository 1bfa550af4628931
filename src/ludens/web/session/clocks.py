"""Whose clocks run at a table of several people, and whose flag has fallen."""

from __future__ import annotations

from ludens.web.people.clock import MOST_LAG
from ludens.web.people.party import Party
from ludens.web.seats import HUMAN
from ludens.web.session.state import SessionState


def thinking(session: SessionState, party: Party) -> set[int]:
    """The seats of people who have to choose now, whether their clocks run or not."""
    turn = session.turn
    if turn.is_over or turn.is_between:
        return set()
    seats = {session.seats.seat(player) for player in turn.movers or (turn.mover,)}
    return {seat for seat in seats if is_person(session, seat) and seat not in party.chosen}


def is_person(session: SessionState, seat: int) -> bool:
    """Whether a seat is one for a person."""
    return 1 <= seat <= len(session.players) and session.players[seat - 1] == HUMAN


def is_complete(session: SessionState, party: Party) -> bool:
    """Whether somebody sits on every seat that is for a person."""
    return all(seat.guest or not is_person(session, number) for number, seat in enumerate(party.seats, 1))


def run(session: SessionState, party: Party, now: float) -> None:
    """Let the clocks run of those who have to choose, from the second move on while all are there; the others stand."""
    if party.rules.kind == "none":
        return
    stands = session.paused or session.record.cursor == 0 or not is_complete(session, party)
    running = set() if stands else thinking(session, party)
    for seat in range(1, len(party.seats) + 1):
        if seat in running:
            party.clock.start(seat, now)
        else:
            party.clock.stop(party.rules, seat, now, lag(session, party, seat))


def lag(session: SessionState, party: Party, seat: int) -> int:
    """The milliseconds that the line of a seat is forgiven for each turn."""
    guest = party.seats[seat - 1].guest
    lags = [connection.line.lag for connection in session.audience.connections if guest and connection.guest == guest]
    return min(MOST_LAG, min(lags, default=0))


def flagged(session: SessionState, party: Party, now: float) -> int | None:
    """The seat whose time is over; None while nobody's is."""
    due = party.clock.next_deadline(party.rules)
    if due is None or now < due[0] + lag(session, party, due[1]) / 1000:
        return None
    return due[1]


def set_alarm(session: SessionState) -> None:
    """Let the server look at the clocks when the next flag falls, whoever is there then."""
    party = session.party
    if party is not None:
        due = party.clock.next_deadline(party.rules)
        grace = lag(session, party, due[1]) / 1000 if due is not None else 0.0
        session.services.deadlines.set(session.id, None if due is None else due[0] + grace)
