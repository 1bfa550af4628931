"""What bots listen to and ask for beside their games: events, challenges, and the tables that come of these."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncGenerator
from typing import Final

import msgspec

from ludens import library
from ludens.web.bots import shapes
from ludens.web.bots.accounts import Bot
from ludens.web.bots.challenges import Challenge, Challenges
from ludens.web.bots.games import ALIVE_SECONDS
from ludens.web.errors import ApiError
from ludens.web.events import Kind
from ludens.web.languages import reader
from ludens.web.lobby import Lobby
from ludens.web.nodes.bus import MOST
from ludens.web.nodes.node import Elsewhere
from ludens.web.nodes.sharing import SharedList
from ludens.web.opening import Hosted
from ludens.web.people import words
from ludens.web.people.clock import ClockRules
from ludens.web.people.keys import BOT
from ludens.web.schemas.bots import (
    AskGame,
    ChallengeCanceled,
    Challenged,
    ChallengeDeclined,
    Event,
    GameFinish,
    GameStart,
)
from ludens.web.schemas.people import OpenTable
from ludens.web.session import clocks
from ludens.web.session.shared import SharedSession
from ludens.web.session.state import SessionState
from ludens.web.sources import GameSource, library_source
from ludens.web.storage import StorageError
from ludens.words import game_name, resolved_json, say

_log = logging.getLogger("ludens.web")
#: events that a bot has not read yet; one that reads nothing is let go
_UNREAD: Final = 256
#: games that a bot is told of when it begins to listen
_MOST_GAMES: Final = 200
#: what carries events to bots that listen to another server
_TOPIC: Final = "events"


class Listening(msgspec.Struct):
    """A bot that listens."""

    id: str
    name: str


class _Sent(msgspec.Struct):
    """What a bot is told that listens to another server."""

    guest: str
    event: str


class Events:
    """What a bot is told, in order; as JSON where it comes from another server."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[Event | str | None] = asyncio.Queue(_UNREAD)

    def send(self, event: Event | str) -> None:
        """Tell the bot something; a bot that does not read hears no more."""
        if self._queue.full():
            self.close()
        else:
            self._queue.put_nowait(event)

    def close(self) -> None:
        """Tell it no more."""
        while self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def lines(self) -> AsyncGenerator[bytes, None]:
        """A line of JSON for each event, empty ones between them."""
        while True:
            try:
                event = await asyncio.wait_for(self._queue.get(), ALIVE_SECONDS)
            except TimeoutError:
                yield b"\n"
                continue
            if event is None:
                return
            text = event if isinstance(event, str) else msgspec.json.encode(event).decode()
            yield resolved_json(text, reader.get()).encode() + b"\n"


class Hub:
    """The bots of a server. A bot listens to one of several, and plays, and is challenged, at all of them."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.accounts, self.challenges = lobby, lobby.accounts, Challenges()
        self._elsewhere: SharedList[Listening] | None = None
        if (node := lobby.services.node) is not None:
            self._elsewhere = SharedList(node.bus, node.address, "bots", Listening, lambda: self._own_online)
            lobby.shared.append(self._elsewhere)
            node.bus.on(_TOPIC, self._hear)
        #: the bots that listen, with what they are told
        self._events: dict[str, tuple[Bot, Events]] = {}
        lobby.services.happenings.listen(self._happened)
        lobby.identity.listen(self._person_changed)
        lobby.services.happenings.at_end(self._stop)

    # --- listening

    def is_online(self, guest: str) -> bool:
        """Whether a bot listens."""
        return guest in self._events or any(BOT + one.id == guest for one in self.online)

    @property
    def online(self) -> list[Listening]:
        """The bots that listen, to whichever server."""
        elsewhere = [] if self._elsewhere is None else self._elsewhere.listed()
        return list({one.id: one for one in [*elsewhere, *self._own_online]}.values())

    @property
    def _own_online(self) -> list[Listening]:
        return [Listening(bot.id, bot.name) for bot, _ in self._events.values()]

    def _person_changed(self, guest: str, new: str) -> None:
        """Tell a bot nothing any more that is gone, and let nobody wait for it, or for who has left."""
        if new:
            return
        if (listening := self._events.pop(guest, None)) is not None:
            listening[1].close()
        for one in self.challenges.of(guest):
            self.challenges.take(one.id, bot=one.bot)
            if one.challenger == guest:
                self._cancel(one)
            else:
                self._tell(
                    one.challenger, ChallengeDeclined(one.info("declined", reason=say("the bot is not there any more")))
                )

    async def listen(self, bot: Bot) -> AsyncGenerator[bytes, None]:
        """The events of a bot: first of what goes on, then of what happens. An earlier listener hears no more."""
        if (before := self._events.get(bot.guest)) is not None:
            before[1].close()
        events = Events()
        self._events[bot.guest] = bot, events
        try:
            for challenge in self.challenges.of(bot.guest):
                events.send(Challenged(challenge.info(viewer=bot.guest)))
            for table in await self._tables_of(bot):
                session = await self._playing(table, bot)
                if session is not None:
                    events.send(GameStart(shapes.reference(session.state, session.party, bot.guest)))
            async for line in events.lines():
                yield line
        finally:
            if (listening := self._events.get(bot.guest)) is not None and listening[1] is events:
                del self._events[bot.guest]

    def _tell(self, guest: str, event: Event) -> None:
        if (listening := self._events.get(guest)) is not None:
            listening[1].send(event)
        elif (node := self.lobby.services.node) is not None and guest.startswith(BOT):
            notice = msgspec.json.encode(_Sent(guest, msgspec.json.encode(event).decode()))
            if len(notice) <= MOST:
                self.lobby.services.happenings.begin(node.bus.publish(_TOPIC, notice))

    def _hear(self, data: bytes) -> None:
        sent = msgspec.json.decode(data, type=_Sent)
        if (listening := self._events.get(sent.guest)) is not None:
            listening[1].send(sent.event)

    async def _check_here(self, challenge: str) -> None:
        """Raises Elsewhere where a challenge stands at another server."""
        name, _, rest = challenge.partition(".")
        if (node := self.lobby.services.node) is not None and rest and (address := await node.address_of(name)):
            raise Elsewhere(address)

    @property
    def _name(self) -> str:
        """What other servers know this one by."""
        return self.lobby.services.storage.database.node

    async def _tables_of(self, bot: Bot) -> list[str]:
        text = "SELECT table_id FROM seated WHERE person = :person ORDER BY since DESC LIMIT :most"
        values = {"person": bot.guest, "most": _MOST_GAMES}
        return [row[0] for row in await self.lobby.services.storage.run(lambda database: database.query(text, values))]

    async def playing(self, bot: Bot) -> list[SharedSession]:
        """The games that a bot plays."""
        sessions = [await self._playing(table, bot) for table in await self._tables_of(bot)]
        return [session for session in sessions if session is not None]

    async def _playing(self, table: str, bot: Bot) -> SharedSession | None:
        """The table where a bot sits and a game goes on, or may begin."""
        try:
            session = await self.lobby.find(table)
        except ApiError:
            return None
        if not isinstance(session, SharedSession) or not session.party.seat_of(bot.guest):
            return None
        return None if session.state.turn.is_over else session

    # --- what happens at tables

    def _happened(self, kind: Kind, session: SessionState) -> None:
        party = session.party
        if party is None or kind == "closing":
            return
        guests = [seat.guest for seat in party.seats if seat.guest.startswith(BOT)]
        if guests and kind in ("seated", "begun"):
            self.lobby.services.happenings.begin(self._note(session.id, guests))
        if kind == "seated":
            for challenge in self.challenges.of_table(session.id):
                if challenge.seat and party.seats[challenge.seat - 1].guest:  # somebody else was faster
                    self._cancel(self.challenges.take(challenge.id, bot=challenge.bot))
        if kind == "over":
            self.lobby.services.happenings.begin(self._forget(session.id))
        if kind != "over" and not clocks.is_complete(session, party):
            return
        for guest in guests:
            reference = shapes.reference(session, party, guest)
            self._tell(guest, GameFinish(reference) if kind == "over" else GameStart(reference))

    async def _note(self, table: str, guests: list[str]) -> None:
        """Remember which bots sit at a table, also where the server begins again."""
        text = (
            "INSERT INTO seated (person, table_id, since) SELECT :person, :table, coalesce(max(since), 0) + 1 "
            "FROM seated WHERE true ON CONFLICT (person, table_id) DO NOTHING"
        )
        await self._write(*((text, {"person": guest, "table": table}) for guest in guests))

    async def _forget(self, table: str) -> None:
        await self._write(("DELETE FROM seated WHERE table_id = :table", {"table": table}))

    async def _write(self, *statements: tuple[str, dict[str, str]]) -> None:
        try:
            await self.lobby.services.storage.run(lambda database: database.execute(*statements))
        except StorageError as error:
            _log.error("who plays where cannot be written: %s", error)

    # --- challenges

    async def challenge(self, challenger: str, name: str, bot_name: str, body: AskGame, address: str) -> Challenge:
        """Challenge a bot. Raises ApiError."""
        bot = await self.accounts.called(bot_name)
        if bot is None:
            raise ApiError("unknown", say("there is no bot called {0}", repr(bot_name[:40])), 404)
        if bot.guest == challenger:
            raise ApiError("illegal", say("nobody challenges themselves"))
        if not self.is_online(bot.guest):
            raise ApiError("illegal", say("{0} does not listen now: it is not online", bot.name), 409)
        if body.table is not None:
            made = await self._to_table(challenger, bot, body)
        else:
            source = source_of(body)
            made = Challenge(
                challenger,
                name,
                bot.guest,
                bot.name,
                source,
                library.title(source.text) or source.name,
                tuple(body.options or ()),
                rules_of(body),
                bool(body.rated),
                body.color or "random",
            )
        made.address = address
        if self._name:
            made.id = f"{self._name}.{made.id}"
        self.challenges.add(made)
        self._tell(bot.guest, Challenged(made.info(viewer=bot.guest)))
        if challenger.startswith(BOT):
            self._tell(challenger, Challenged(made.info(viewer=challenger)))
        return made

    async def _to_table(self, challenger: str, bot: Bot, body: AskGame) -> Challenge:
        """A challenge to a seat of a table of one's own. Raises ApiError."""
        session = await self.lobby.find(body.table or "")
        if not isinstance(session, SharedSession) or session.party.host != challenger:
            raise ApiError("forbidden", say("only the host of a table of several people invites a bot to it"), 403)
        state, party = session.state, session.party
        free = [
            number
            for number, seat in enumerate(party.seats, 1)
            if seat.open and not seat.guest and clocks.is_person(state, number)
        ]
        seat = body.seat or (free[0] if free else 0)
        if seat not in free:
            raise ApiError("illegal", say("there is no such free seat at the table"))
        host = party.people.get(challenger)
        color = shapes.colour(state, seat) if len(party.seats) == 2 else "random"
        return Challenge(
            challenger,
            host.name if host else "",
            bot.guest,
            bot.name,
            state.source,
            state.facts.name,
            state.facts.options,
            party.rules,
            party.rated,
            {"white": "black", "black": "white"}.get(color, "random"),  # type: ignore[arg-type]
            session.id,
            seat,
        )

    async def accept(self, bot: Bot, id_: str) -> SharedSession:
        """Play: open the table, or sit down at it. Raises ApiError."""
        await self._check_here(id_)
        challenge = self.challenges.take(id_, bot=bot.guest)
        return await (self._sit(challenge) if challenge.table else self._open(challenge))

    async def _sit(self, challenge: Challenge) -> SharedSession:
        session = await self.lobby.find(challenge.table)
        assert isinstance(session, SharedSession)
        key = session.party.seats[challenge.seat - 1].key
        await session.sit(challenge.bot, key, challenge.bot_name)
        return session

    async def _open(self, challenge: Challenge) -> SharedSession:
        seats = {"white": 1, "black": 2, "random": None}
        table = OpenTable(
            name=challenge.name,
            seat=seats[challenge.color],
            clock=challenge.clock,
            public=True,
            rated=challenge.rated,
        )
        with self.lobby.visitors.description(challenge.address):
            hosted = Hosted(table, challenge.challenger)
            id_ = await self.lobby.create(challenge.source, challenge.options, None, None, hosted)
        session = await self.lobby.find(id_)
        assert isinstance(session, SharedSession)
        free = next((seat for seat in session.party.seats if not seat.guest), None)
        if free is None:
            raise ApiError("illegal", say("{0} has no seat for a second player", game_name(challenge.game)))
        await session.sit(challenge.bot, free.key, challenge.bot_name)
        return session

    async def decline(self, bot: Bot, id_: str, reason: str) -> None:
        """Do not play. Raises ApiError."""
        await self._check_here(id_)
        challenge = self.challenges.take(id_, bot=bot.guest)
        info = challenge.info("declined", reason=words.clean_text(reason, 100))
        self._tell(challenge.challenger, ChallengeDeclined(info))

    async def cancel(self, challenger: str, id_: str) -> None:
        """Take a challenge back. Raises ApiError."""
        await self._check_here(id_)
        self._cancel(self.challenges.take(id_, challenger=challenger))

    def _cancel(self, challenge: Challenge) -> None:
        self._tell(challenge.bot, ChallengeCanceled(challenge.info("canceled")))

    def _stop(self) -> None:
        """Tell nobody anything any more."""
        for _, events in list(self._events.values()):
            events.close()


def source_of(body: AskGame) -> GameSource:
    """The game that a challenge names. Raises ApiError."""
    if body.fen not in (None, "", "startpos"):
        raise ApiError("illegal", "fen: games begin as their rules say here")
    name = body.game or body.variant or shapes.STANDARD
    return library_source("Chess" if name == shapes.STANDARD else name)


def rules_of(body: AskGame) -> ClockRules:
    """The clock that a challenge wants. Raises ApiError."""
    try:
        return shapes.clock_rules(body.clock_limit, body.clock_increment, body.days)
    except (ValueError, msgspec.ValidationError) as error:
        raise ApiError("malformed", str(error)) from None
