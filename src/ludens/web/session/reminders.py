"""Whose turn it is at a table of several people, while they are away: that is written, and they are told by and by."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping

from ludens.web.people.party import Party
from ludens.web.session import clocks
from ludens.web.session.attendance import Attendance
from ludens.web.session.state import SessionState


class Reminders:
    """What has been written last of who is waited for; `start` does some work by and by."""

    def __init__(
        self,
        session: SessionState,
        party: Party,
        attendance: Attendance,
        start: Callable[[Coroutine[object, object, None]], object],
    ) -> None:
        self.session, self.party, self.attendance, self._start = session, party, attendance, start
        self._written: Mapping[str, int] | None = None
        self._is_writing = False

    def update(self) -> None:
        """Write who is waited for now, where that has changed; at games that people sit at, nobody is."""
        is_needed = self.session.services.post.is_on and not self.party.rules.is_live and not self._is_writing
        if is_needed and self._waited_for() != self._written:
            self._is_writing = True
            self._start(self._write())

    def _waited_for(self) -> dict[str, int]:
        session, party, present = self.session, self.party, self.attendance.present
        if session.paused or session.turn.is_over or not clocks.is_complete(session, party):
            return {}
        guests = {party.seats[seat - 1].guest for seat in clocks.thinking(session, party)}
        return {guest: session.record.cursor for guest in guests if guest and guest not in present}

    async def _write(self) -> None:
        session = self.session
        try:
            while (plies := self._waited_for()) != self._written:
                await session.services.post.wait(session.id, session.facts.name, plies)
                self._written = plies
        finally:
            self._is_writing = False
