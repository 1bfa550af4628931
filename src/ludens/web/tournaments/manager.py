"""The tournaments of a server: who takes part, the tables of each round, how all stand; written after each change."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct, field

from ludens.web.accounts.traces import exchanged
from ludens.web.archive.keeper import ended
from ludens.web.archive.records import GameRecord
from ludens.web.errors import ApiError
from ludens.web.events import Kind as Happening
from ludens.web.lobby import LOST, Lobby
from ludens.web.nodes.node import Elsewhere
from ludens.web.opening import Hosted
from ludens.web.people import words
from ludens.web.people.clock import ClockRules
from ludens.web.people.keys import BOT, public_id
from ludens.web.schemas.people import OpenTable
from ludens.web.schemas.tournaments import (
    NewTournament,
    PairingInfo,
    StandingInfo,
    TournamentInfo,
    TournamentLine,
)
from ludens.web.session.shared import SharedSession
from ludens.web.session.state import SessionState
from ludens.web.sources import GameSource, library_source
from ludens.web.storage import Storage, StorageError
from ludens.web.tournaments.pairing import (
    DRAW,
    LOSS,
    WIN,
    Kind,
    Result,
    buchholz,
    number_of_rounds,
    pairings,
    scores,
)
from ludens.words import game_name, say

_log = logging.getLogger("ludens.web")
#: players of a tournament, tournaments that are open or running, and those that are listed
_MOST_PLAYERS, _MOST_RUNNING, _LISTED = 256, 50, 50
#: before the id of a tournament, where the host of a table is meant
HOST: Final = "tournament:"
_KINDS: Final[Mapping[Kind, str]] = {
    "swiss": "Swiss",
    "roundrobin": "Everybody plays everybody",
    "knockout": "Knock-out",
    "arena": "Arena",
    "simul": "Simul",
}
#: seconds between two looks for tournaments whose server is gone
_LOOK_SECONDS: Final = 3.0
_WORDS: Final = {WIN: "1-0", DRAW: "½-½", LOSS: "0-1"}


class Entrant(Struct):
    """Somebody who takes part."""

    guest: str
    name: str


class Game(Struct):
    """A game of a round; the points are those of the first player, in halves."""

    first: int
    second: int | None
    table: str = ""
    points: int | None = None


class Tournament(Struct):
    """A tournament, as it is stored."""

    id: str
    name: str
    kind: Kind
    game: str
    options: tuple[str, ...]
    clock: ClockRules
    rated: bool
    patience: int
    wanted_rounds: int
    host: str
    status: str = "open"
    players: list[Entrant] = field(default_factory=list)
    rounds: list[list[Game]] = field(default_factory=list)
    #: the description, where it is somebody's own
    text: str = ""
    #: the server that runs it, of several
    node: str = ""

    @property
    def source(self) -> GameSource:
        """Of what game it is. Raises ApiError."""
        return GameSource(self.text) if self.text else library_source(self.game)

    @property
    def title(self) -> str:
        """What it is called, be it by its game alone."""
        return self.name or f"{game_name(self.game)}, {say(_KINDS[self.kind])}"

    @property
    def number_of_rounds(self) -> int:
        """How many rounds it has with those who take part."""
        players = max(2, len(self.players))
        return number_of_rounds(self.kind, players, self.wanted_rounds)

    @property
    def results(self) -> list[list[Result]]:
        """The games of all rounds, as pairings are made of them."""
        return [[Result(one.first, one.second, one.points) for one in listed] for listed in self.rounds]

    def place_of(self, guest: str) -> int | None:
        """The number of a player; None for those who do not take part."""
        return next((n for n, one in enumerate(self.players) if guest and one.guest == guest), None)

    @property
    def standings(self) -> list[tuple[int, int, int]]:
        """The players by how they stand, each with their points and those of their opponents."""
        results = self.results
        points, beside = scores(len(self.players), results), buchholz(len(self.players), results)
        came = Counter[int | None]()
        if self.kind == "knockout":  # who came further stands before who won more
            came.update(number for listed in self.rounds for one in listed for number in (one.first, one.second))
        order = sorted(range(len(self.players)), key=lambda n: (-came[n], -points[n], -beside[n], n))
        return [(n, points[n], beside[n]) for n in order]


class Manager:
    """Opens tables for each round, and the next round once all games of one are over.

    Of several servers one runs a tournament; what is asked of another is handed on to it, and where it is gone another
    goes on.
    """

    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self._running: dict[str, Tournament] = {}
        self._tables: dict[str, tuple[str, Game]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        #: what ends the wait for who does not come, by table
        self._waits: dict[str, asyncio.TimerHandle] = {}
        lobby.services.happenings.listen(self._happened)
        lobby.services.happenings.at_end(self._stop)
        self._node = lobby.services.storage.database.node
        self._looking: asyncio.Task[None] | None = None

    # --- asking

    async def listed(self) -> list[TournamentLine]:
        """The tournaments, the newest first."""
        text = "SELECT state FROM tournaments ORDER BY created DESC LIMIT :most"
        rows = await self._storage.run(lambda database: database.query(text, {"most": _LISTED}))
        stored = [msgspec.json.decode(row[0], type=Tournament) for row in rows]
        return [TournamentLine(t.id, t.title, t.kind, t.game, t.status, len(t.players)) for t in stored]

    async def find(self, id_: str) -> Tournament:
        """A tournament, be it over. Raises ApiError."""
        if id_ in self._running:
            return self._running[id_]
        return msgspec.json.decode(await self._read(id_), type=Tournament)

    async def _read(self, id_: str) -> str:
        """A tournament as it is written. Raises ApiError."""
        text = "SELECT state FROM tournaments WHERE id = :id"
        rows = await self._storage.run(lambda database: database.query(text, {"id": id_}))
        if not rows:
            raise ApiError("unknown", say("there is no such tournament"), 404)
        return str(rows[0][0])

    async def info(self, id_: str, guest: str) -> TournamentInfo:
        """A tournament, as somebody may see it. Raises ApiError."""
        one = await self.find(id_)
        mine = one.place_of(guest)
        standings = [
            StandingInfo(
                place,
                public_id(one.players[n].guest),
                one.players[n].name,
                one.players[n].guest.startswith(BOT),
                points / WIN,
                beside / WIN,
                one.players[n].guest == guest,
            )
            for place, (n, points, beside) in enumerate(one.standings, 1)
        ]
        return TournamentInfo(
            id=one.id,
            name=one.title,
            kind=one.kind,
            game=one.game,
            options=list(one.options),
            clock=one.clock,
            rated=one.rated,
            status=one.status,
            round=len(one.rounds),
            rounds=one.number_of_rounds,
            host=bool(guest) and one.host == guest,
            joined=mine is not None,
            standings=standings,
            pairings=[[_pairing(one, game, mine) for game in listed] for listed in one.rounds],
        )

    # --- taking part

    async def create(self, guest: str, body: NewTournament) -> str:
        """The id of a new tournament. Raises ApiError."""
        if sum(one.status != "over" for one in self._running.values()) >= _MOST_RUNNING:
            raise ApiError("limit", say("at most {0} tournaments go on at once", _MOST_RUNNING), 503)
        is_own = body.text is not None
        source = library_source(body.game) if body.text is None else GameSource(body.text)
        engine = await self.lobby.services.engines.open(source, body.options)
        await engine.close()
        facts = engine.facts
        if facts.players != 2:
            raise ApiError(
                "illegal", say("game: tournaments are of games for two, and {0} is none", game_name(facts.name)), 422
            )
        made = Tournament(
            secrets.token_urlsafe(9),
            words.clean_text(body.name, 60),
            body.kind,
            source.name or facts.name,
            facts.options,
            body.clock,
            body.rated and not is_own,
            body.patience,
            body.rounds,
            guest,
            text=body.text or "",
            node=self._node,
        )
        self._running[made.id] = made
        text = "INSERT INTO tournaments (id, created, is_over, state) VALUES (:id, :created, 0, :state)"
        row = {"id": made.id, "created": time.time(), "state": msgspec.json.encode(made).decode()}
        await self._storage.run(lambda database: database.execute((text, row)))
        return made.id

    async def join(self, id_: str, guest: str, name: str) -> None:
        """Let somebody take part. Raises ApiError."""
        async with self._changing(id_) as one:
            self._check_open(one)
            if one.place_of(guest) is not None:
                return
            if len(one.players) >= _MOST_PLAYERS:
                raise ApiError("limit", say("at most {0} take part", _MOST_PLAYERS), 422)
            called = words.unlike(words.clean_name(name) or "Guest", [other.name for other in one.players])
            entrant = Entrant(guest, called)
            one.players.insert(0 if one.kind == "simul" and guest == one.host else len(one.players), entrant)
            await self._save(one)

    async def leave(self, id_: str, guest: str) -> None:
        """Let somebody take no part, before it begins. Raises ApiError."""
        async with self._changing(id_) as one:
            self._check_open(one)
            one.players = [other for other in one.players if other.guest != guest]
            await self._save(one)

    def _check_open(self, one: Tournament) -> None:
        if one.status != "open":
            raise ApiError("illegal", say("this tournament has begun already"))

    async def start(self, id_: str, guest: str) -> None:
        """Begin with the first round. Raises ApiError."""
        async with self._changing(id_) as one:
            if one.host != guest:
                raise ApiError("forbidden", say("who has opened the tournament starts it"), 403)
            self._check_open(one)
            if len(one.players) < 2 or (one.kind == "simul" and one.players[0].guest != one.host):
                raise ApiError(
                    "illegal", say("a tournament begins with two players at least; of a simul its host is one")
                )
            one.status = "running"
            await self._next_round(one)

    def exchange(self, old: str, new: str) -> None:
        """Somebody is another person now, or nobody, where `new` is empty: also in what goes on."""
        for one in list(self._running.values()):
            if old != new and (one.host == old or one.place_of(old) is not None):
                self.lobby.services.happenings.begin(self._exchange(one.id, old, new))

    async def _exchange(self, id_: str, old: str, new: str) -> None:
        async with self._changing(id_) as one:
            state = exchanged(msgspec.to_builtins(one), old, new)
            one.host, one.name = state["host"], state["name"]
            one.players = msgspec.convert(state["players"], list[Entrant])
            await self._save(one)

    # --- rounds

    async def _next_round(self, one: Tournament) -> None:
        """Pair the players, and open a table for each game; of the last round the tournament is over."""
        if len(one.rounds) >= one.number_of_rounds:
            one.status = "over"
            await self._save(one)
            self._running.pop(one.id, None)
            return
        made = await asyncio.to_thread(pairings, one.kind, len(one.players), one.results)
        listed = [Game(first, second, points=WIN if second is None else None) for first, second in made]
        one.rounds.append(listed)
        await self._save(one)
        for game in listed:
            if game.second is not None:
                await self._open(one, game)
        await self._save(one)
        await self._go_on(one)  # of two players, one of whom pauses, nobody would

    async def _open(self, one: Tournament, game: Game) -> None:
        """Open the table of a game, where both have their seats."""
        assert game.second is not None
        name = one.name or f"{one.game}, {one.kind}"  # it is written, and read by people of several languages
        table = OpenTable(name=name[: words.LONGEST_NAME], seat=0, clock=one.clock, public=True, rated=one.rated)
        try:
            hosted = Hosted(table, HOST + one.id)
            id_ = await self.lobby.create(one.source, one.options, None, None, hosted)
            session = await self.lobby.find(id_)
            assert isinstance(session, SharedSession)
            game.table = id_
            self._tables[id_] = (one.id, game)
            for number, seat in zip((game.first, game.second), session.party.seats, strict=True):
                entrant = one.players[number]
                await session.sit(entrant.guest, seat.key, entrant.name, is_paired=True)
            self._await_players(id_, one.patience)
        except ApiError as error:  # there is no room: nobody loses by it
            _log.error("tournament %s: %s", one.id, error)
            game.points = DRAW

    def _await_players(self, table: str, seconds: float) -> None:
        """Who has not come after so long loses: the clocks begin with the first moves."""

        def end() -> None:
            del self._waits[table]
            self.lobby.services.happenings.begin(self._forfeit(table))

        self._waits[table] = asyncio.get_running_loop().call_later(seconds, end)

    async def _forfeit(self, table: str) -> None:
        if table in self._tables:
            try:
                session = await self.lobby.find(table)
            except Elsewhere:  # somebody has come to it there
                if (one := self._running.get(self._tables[table][0])) is not None:
                    self._await_players(table, one.patience)
                return
            if isinstance(session, SharedSession):
                await session.forfeit()

    def _stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
        for wait in self._waits.values():
            wait.cancel()

    def _happened(self, kind: Happening, session: SessionState) -> None:
        if kind == "over" and session.id in self._tables:
            self.lobby.services.happenings.begin(self._note(session))

    async def _note(self, session: SessionState) -> None:
        """Write down how a game ended."""
        async with session.lock:
            ranking, _ = await ended(session)
        await self._note_result(session.id, ranking)

    async def _note_result(self, table: str, ranking: Sequence[float]) -> None:
        """Write down how the game at a table ended."""
        if (wait := self._waits.pop(table, None)) is not None:
            wait.cancel()
        entry = self._tables.pop(table, None)
        if entry is None:
            return
        id_, game = entry
        async with self._changing(id_) as one:
            game.points = DRAW if ranking[0] == ranking[1] else WIN if ranking[0] < ranking[1] else LOSS
            await self._save(one)
            await self._go_on(one)

    async def _go_on(self, one: Tournament) -> None:
        if one.status == "running" and all(game.points is not None for game in one.rounds[-1]):
            await self._next_round(one)

    # --- keeping

    @property
    def _storage(self) -> Any:
        return self.lobby.services.storage

    @asynccontextmanager
    async def _changing(self, id_: str) -> AsyncIterator[Tournament]:
        """A tournament that is being changed, by one at a time. Raises ApiError: Elsewhere where another has it."""
        async with self._lock(id_):
            yield await self._owned(id_)

    async def _owned(self, id_: str) -> Tournament:
        """A tournament that this server runs, from now on where the one that did is gone. Raises ApiError."""
        if id_ in self._running:
            return self._running[id_]
        before = await self._read(id_)
        one, node = msgspec.json.decode(before, type=Tournament), self.lobby.services.node
        if one.status == "over":
            return one
        if node is not None and (address := await node.address_of(one.node)):
            raise Elsewhere(address)
        one.node = self._node
        after = msgspec.json.encode(one).decode()
        if not await self._storage.run(lambda database: _replace(database, id_, before, after)):
            raise _elsewhere()
        self._running[id_] = one
        for game in one.rounds[-1] if one.rounds else ():
            if game.points is None and game.second is not None:
                self.lobby.services.happenings.begin(self._resume(one, game))
        return one

    def _lock(self, id_: str) -> asyncio.Lock:
        return self._locks.setdefault(id_, asyncio.Lock())

    async def _save(self, one: Tournament) -> None:
        state, over = msgspec.json.encode(one).decode(), int(one.status == "over")
        try:
            is_ours = await self._storage.run(lambda database: _write(database, one.id, self._node, state, over))
        except StorageError as error:
            _log.error("tournament %s is not being saved: %s", one.id, error)
            return
        if not is_ours:  # this server was away for too long
            self._running.pop(one.id, None)
            raise _elsewhere()

    async def load(self) -> None:
        """Go on with the tournaments that nobody runs, now and wherever another server ends."""
        await self._look()
        if self.lobby.services.node is not None:
            self._looking = asyncio.create_task(self._keep_looking())

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                await self._look()
                await self._look_at_results()
            except Exception:
                _log.exception("tournaments")

    async def _look(self) -> None:
        """Take over tournaments whose server is gone."""
        try:
            query = "SELECT state FROM tournaments WHERE is_over = 0"
            rows = await self._storage.run(lambda database: database.query(query))
        except StorageError as error:
            _log.error("tournaments cannot be read: %s", error)
            return
        for (state,) in rows:
            id_ = msgspec.json.decode(state, type=Tournament).id
            with suppress(Elsewhere):
                async with self._changing(id_):
                    pass

    async def _look_at_results(self) -> None:
        """Note the games that were played to their end at another server's table."""
        away = [table for table in self._tables if not self.lobby.has_open(table)]
        text = "SELECT record FROM finished WHERE table_id = :table AND is_over = 1 ORDER BY ended LIMIT 1"
        for table in away:
            rows = await self._storage.run(lambda database, table=table: database.query(text, {"table": table}))
            for (record,) in rows:
                await self._note_result(table, msgspec.json.decode(record, type=GameRecord).ranking)

    async def _resume(self, one: Tournament, game: Game) -> None:
        """Go on with a game: it may be over by now, or its table may never have been opened."""
        if not game.table:
            async with self._lock(one.id):
                await self._open(one, game)
                await self._save(one)
                await self._go_on(one)
            return
        self._tables[game.table] = (one.id, game)
        try:
            session = await self.lobby.find(game.table)
        except Elsewhere:  # its result is looked for
            self._await_players(game.table, one.patience)
            return
        except ApiError as error:
            _log.error("tournament %s: %s", one.id, error)
            self._tables.pop(game.table, None)
            if error.status not in LOST:  # there is no room now
                return
            async with self._lock(one.id):
                game.points = DRAW
                await self._save(one)
                await self._go_on(one)
            return
        if session.state.turn.is_over:
            await self._note(session.state)
        else:
            self._await_players(game.table, one.patience)


def _elsewhere() -> ApiError:
    return ApiError("limit", say("this tournament is on another server now: try again"), 503)


def _replace(database: Storage, id_: str, before: str, after: str) -> bool:
    """Write a tournament in the place of what was read of it; whether that still stood there. Raises StorageError."""
    with database.database.writing() as run:
        return run("UPDATE tournaments SET state = ? WHERE id = ? AND state = ?", (after, id_, before)).rowcount > 0


def _write(database: Storage, id_: str, node: str, state: str, over: int) -> bool:
    """Write a tournament; whether it is this server's. Raises StorageError."""
    statement = (
        "UPDATE tournaments SET state = ?, is_over = ? WHERE id = ? AND (state LIKE ? OR state LIKE ? OR ? = '')"
    )
    marks = [f'%"node"{gap}"{node}"%' for gap in (":", ": ")]  # as msgspec writes it, and as json does
    with database.database.writing() as run:
        return run(statement, (state, over, id_, *marks, node)).rowcount > 0


def _pairing(one: Tournament, game: Game, mine: int | None) -> PairingInfo:
    yours = mine is not None and mine in (game.first, game.second)
    over = game.points is not None
    return PairingInfo(
        one.players[game.first].name,
        None if game.second is None else one.players[game.second].name,
        "" if game.points is None else _WORDS[game.points],
        game.table if game.table and (yours or over) else None,
        yours,
    )
