"""What each page of a table of several people is told of them: seats, presence, clocks, for the host the links."""

from __future__ import annotations

import time
from collections.abc import Mapping

from msgspec import UNSET

from ludens.web.people.party import Party
from ludens.web.protocol import encode_message
from ludens.web.schemas import server
from ludens.web.schemas.people import Chair, OfferInfo, Onlooker
from ludens.web.session import clocks
from ludens.web.session.connection import Connection, Reply
from ludens.web.session.state import SessionState


class Attendance:
    """The people of a session, as a page is told of them."""

    def __init__(self, session: SessionState, party: Party) -> None:
        self.session, self.party = session, party

    @property
    def present(self) -> set[str]:
        """The guests who have a page open."""
        return {connection.guest for connection in self.session.audience.connections}

    def tell(self) -> None:
        """Tell every page how the people stand; those of the crowd are all told the same."""
        crowd, watching = "", self._watching()
        chairs = {is_host: self._chairs(is_host=is_host) for is_host in (False, True)}
        for connection in list(self.session.audience.connections):
            if connection.guest in self.party.people:
                Reply(connection).send(self._message(connection, chairs, watching))
            else:
                crowd = crowd or encode_message(self._message(connection, chairs, watching))
                connection.send(crowd)

    def message(self, connection: Connection) -> server.People:
        """What the page of a connection is told."""
        is_host = connection.guest == self.party.host
        return self._message(connection, {is_host: self._chairs(is_host=is_host)}, self._watching())

    def _message(
        self, connection: Connection, chairs: Mapping[bool, list[Chair]], watching: list[Onlooker]
    ) -> server.People:
        """The same, with what is the same for others: the chairs, as the host is told of them or not."""
        party, session, guest = self.party, self.session, connection.guest
        seat, is_host = party.seat_of(guest), guest == party.host
        own, premove = party.people.get(guest), party.premoves.get(seat)
        offer = party.offer
        return server.People(
            seat=seat,
            person=own.id if own is not None else "",
            host=is_host,
            chairs=chairs[is_host],
            watching=watching,
            crowd=sum(one.guest not in party.people for one in session.audience.connections),
            spectators=party.spectators,
            broadcast=party.broadcast,
            begun=clocks.is_complete(session, party) or session.record.cursor > 0 or session.turn.is_over,
            lone=party.lone,
            clock=party.rules,
            offer=None if offer is None else OfferInfo(offer.matter, offer.seat, list(offer.agreed)),
            premove=None if premove is None else [premove.from_, premove.to],
            plans=[[ply.name for ply in line] for line in party.plans.get(seat, [])],
            may_plan=seat > 0 and not (party.rules.is_live or session.facts.hides or session.facts.chance),
            watch_key=party.watch_key if is_host else UNSET,
        )

    def _chairs(self, *, is_host: bool) -> list[Chair]:
        party, session, present = self.party, self.session, self.present
        timed = party.rules.kind != "none"
        times = party.clock.shown(party.rules, time.time()) if timed else [None] * len(party.seats)
        return [
            Chair(
                seat=number,
                player=session.seats.player(number),
                person=person.id if (person := party.person(number)) is not None else "",
                name=person.name if person is not None else "",
                machine=not clocks.is_person(session, number),
                open=seat.open,
                here=seat.guest in present,
                chosen=number in party.chosen,
                clock=times[number - 1],
                key=seat.key if is_host else UNSET,
            )
            for number, seat in enumerate(party.seats, 1)
        ]

    def _watching(self) -> list[Onlooker]:
        party, present = self.party, self.present
        looking = [guest for guest in party.people if guest in present and not party.seat_of(guest)]
        return [Onlooker(party.people[guest].id, party.people[guest].name) for guest in looking]
