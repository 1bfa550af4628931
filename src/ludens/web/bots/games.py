"""A game as a stream of lines for one bot, made of what a page of its seat is told: nothing hidden can be in it."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncGenerator
from contextlib import suppress
from typing import Any, Final

import msgspec

from ludens.game.hidden import ONLOOKER
from ludens.web.bots import shapes
from ludens.web.bots.accounts import Bot
from ludens.web.engine.requests import Spell, Spelled
from ludens.web.errors import ApiError
from ludens.web.protocol import encode
from ludens.web.schemas.bots import ChatSaid, GameLine, GameState, OpponentGone
from ludens.web.session.connection import Connection
from ludens.web.session.shared import SharedSession

#: seconds after which an empty line says that the stream is alive
ALIVE_SECONDS: Final = 6.0
_NOTHING: Final = b"\n"


class GameStream:
    """One bot's view of a game, while it listens; `connection` stands where that of a page would."""

    def __init__(self, session: SharedSession, bot: Bot, connection: Connection) -> None:
        self.session, self.bot, self.connection = session, bot, connection
        self._position: dict[str, Any] = {}
        self._game: dict[str, Any] = {}
        self._last: GameState | None = None
        self._here: bool | None = None
        #: the position as it was spelled last, for whom, and with which moves
        self._spelled: tuple[dict[str, Any], int, bool, Spelled] | None = None

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """A line of JSON for each change, to the end of the game; empty ones between them."""
        try:
            await self.session.join(self.connection)
            while True:
                try:
                    text = await asyncio.wait_for(self.connection.next(), ALIVE_SECONDS)
                except TimeoutError:
                    yield _NOTHING
                    continue
                if text is None:
                    return
                for line in await self._lines_for(msgspec.json.decode(text)):
                    yield encode(line) + b"\n"
                if self._last is not None and self._last.status != "started":
                    return
        finally:
            self.session.leave(self.connection)
            self.connection.close()

    async def _lines_for(self, message: dict[str, Any]) -> list[GameLine]:
        """What the bot is told where its page would be told this."""
        match message["type"]:
            case "table":
                self._game, self._position = message["game"], message["position"]
                return await self._changed()
            case "position":
                self._position = message["position"]
                return await self._changed()
            case "people":
                return [*await self._changed(), *self._presence(message)]
            case "chat":
                return [self._chat(line) for line in message["lines"]]
        return []

    async def _changed(self) -> list[GameLine]:
        """How the game stands now, where that is news."""
        session, party, guest = self.session.state, self.session.party, self.bot.guest
        async with session.lock:
            position = self._position
            if position["ply"] != session.record.cursor or bool(position["over"]) != session.turn.is_over:
                return []  # the next message tells of it
            eyes = self.session.shared_flow.eyes_of(guest)
            seat = party.seat_of(guest)
            player = session.seats.player(seat) if seat else ONLOOKER
            asks = bool(position["moves"]) and player > 0
            with suppress(ApiError):
                spelled = await self._spell(position, player if asks else eyes, asks=asks)
                state = base64.b64encode(spelled.state).decode()
                stands = shapes.state_of(session, party, guest, position, spelled, state)
                if self._last is None:
                    self._last = stands
                    return [shapes.full(session, party, guest, self._game, spelled, stands)]
                news = _without_time(stands) != _without_time(self._last)
                self._last = stands
                return [stands] if news else []
        return []

    async def _spell(self, position: dict[str, Any], eyes: int, *, asks: bool) -> Spelled:
        """The position as bots read it; that somebody came or went changes nothing of it. Raises ApiError."""
        last = self._spelled
        if last is None or last[0] is not position or last[1:3] != (eyes, asks):
            spelled = await self.session.state.engine.ask(Spell(eyes, legal=asks))
            last = self._spelled = (position, eyes, asks, spelled)
        return last[3]

    def _presence(self, people: dict[str, Any]) -> list[GameLine]:
        """Whether an opponent has left, or is back: of a game of two."""
        others = [chair for chair in people["chairs"] if chair["seat"] != people["seat"] and not chair["machine"]]
        if len(people["chairs"]) != 2 or not others or not others[0]["person"]:
            return []
        before, self._here = self._here, others[0]["here"]
        return [] if before is None or before == self._here else [OpponentGone(not self._here)]

    def _chat(self, line: dict[str, Any]) -> ChatSaid:
        return ChatSaid("player" if line["seat"] else "spectator", line["name"], line["text"])


def _without_time(state: GameState) -> GameState:
    """A state without what changes while the bot has nothing else to do: time, another generator, who has chosen."""
    return msgspec.structs.replace(state, wtime=0, btime=0, clocks=[], position="", turn=[])
