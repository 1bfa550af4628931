"""What the people of a table say to each other: made plain, bounded, stored before anybody is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from ludens.web.errors import ApiError
from ludens.web.people import words
from ludens.web.people.party import Party
from ludens.web.schemas import server
from ludens.web.schemas.people import ChatLine
from ludens.web.session.connection import Connection, Reply
from ludens.web.session.saver import SessionSaver
from ludens.web.session.state import SessionState
from ludens.web.visitors import Allowance
from ludens.words import say

#: lines of a table that are remembered
MOST_LINES: Final = 200
#: lines of one person: so many a second, and so many at once
_RATE, _BURST = 0.5, 6.0


class Talk:
    """The chat of a session. `is_private` says whether who looks on is not to be heard by who plays."""

    def __init__(
        self, session: SessionState, party: Party, saver: SessionSaver, is_private: Callable[[], bool]
    ) -> None:
        self.session, self.party, self.saver, self._is_private = session, party, saver, is_private
        self._allowance = Allowance(_RATE, _BURST)

    def hears(self, guest: str, line: ChatLine) -> bool:
        """Whether a guest is told a line: while a game goes on, those who play hear nobody who only looks on.

        Nobody hears whom they have blocked.
        """
        measures = self.session.services.measures
        if measures.has_blocked_any(guest) and measures.has_blocked(guest, self.party.guest_behind(line.person)):
            return False
        if line.aside:
            return not self.party.seat_of(guest)
        return line.seat > 0 or not self.party.seat_of(guest) or not self._is_private()

    def lines(self, guest: str) -> list[ChatLine]:
        """What was said, as far as a guest hears it."""
        return [line for line in self.session.chat if self.hears(guest, line)]

    async def say(self, connection: Connection, text: str, *, aside: bool = False) -> None:
        """Say something, to those who look on alone where it is aside. Raises ApiError."""
        session, guest = self.session, connection.guest
        session.services.measures.check_speaks(guest)
        line = words.clean_text(text)
        if not line:
            raise ApiError("malformed", say("text: there is nothing to be seen in it"))
        if not self._allowance.take(guest):
            raise ApiError("limit", say("you say much in a short time: wait a moment"), 429)
        person, number = self.party.people[guest], session.chat[-1].number + 1 if session.chat else 1
        made = ChatLine(number, int(1000 * time.time()), person.id, person.name, self.party.seat_of(guest), line, aside)
        session.chat.append(made)
        del session.chat[:-MOST_LINES]
        await self.saver.add_line(made, MOST_LINES)
        for other in list(session.audience.connections):
            if self.hears(other.guest, made):
                Reply(other).send(server.Chat(lines=[made]))
