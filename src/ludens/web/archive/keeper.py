"""Keeps every game that ends, and where people left one; counts its positions, and rates who played."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from ludens.game.trial import TrialError
from ludens.study.files import TRIAL
from ludens.web.archive.positions import Reached, opening_key, reached
from ludens.web.archive.ratings import Ratings
from ludens.web.archive.records import GameRecord, Person
from ludens.web.engine.requests import Trial, View
from ludens.web.errors import ApiError
from ludens.web.events import Kind
from ludens.web.people.keys import public_id
from ludens.web.people.party import Party
from ludens.web.schemas.objects import PositionInfo
from ludens.web.seats import HUMAN
from ludens.web.services import Services
from ludens.web.session.state import SessionState
from ludens.web.sources import GameSource
from ludens.web.storage import Storage, StorageError
from ludens.web.workers.jobs import CountPositions, Images
from ludens.web.workers.thread_pool import JobTimeout, ThreadPool

_log = logging.getLogger("ludens.web")
#: seconds that the positions of a game are counted in, and in which its symmetries are looked for
_SECONDS: Final = 30.0
_SYMMETRY_SECONDS: Final = 120.0
#: games whose symmetries are remembered
_MOST_GAMES: Final = 500
#: how many games are looked at for being too many
_EVERY: Final = 100


class Keeper:
    """The archive of a server, from the side of games that end."""

    def __init__(self, services: Services, ratings: Ratings) -> None:
        self._services, self._storage, self._ratings = services, services.storage, ratings
        self._pool = ThreadPool("archive", 1)
        self._symmetries: dict[str, asyncio.Future[list[list[int]]]] = {}
        self._written = 0
        services.happenings.listen(self._happened)

    def _happened(self, kind: Kind, session: SessionState) -> None:
        if kind in ("over", "closing"):
            self.keep(session, kind)

    def keep(self, session: SessionState, kind: Kind = "over") -> None:
        """Keep the game of a session; one that is kept already stays as it is."""
        if session.book is None and session.record.cursor:
            self._services.happenings.begin(self._keep(session, kind))

    async def _keep(self, session: SessionState, kind: Kind) -> None:
        """Keep a game as it stands. Another one may have begun meanwhile: then it has been kept before."""
        try:
            async with session.lock:
                over = session.turn.is_over
                if over == (kind == "closing") or not session.record.cursor:
                    return
                if over and await self._storage.run(lambda database: _is_written(database, game_id(session))):
                    return  # a table that is opened again
                record, people, source = await _record(session), _people(session), session.source
            if record.reason == "aborted":
                return
            fresh = await self._storage.run(lambda database: _write(database, session.id, record, people))
            if not (over and fresh):
                return
            if record.rated:
                await self._rate(record, people)
            if record.trial and (source.is_library or record.public):
                await self._count(source, record)
            await self._clear()
        except (ApiError, StorageError) as error:
            _log.error("game %s is not archived: %s", session.id, error)

    # --- what follows

    async def _rate(self, record: GameRecord, people: Sequence[tuple[str, str]]) -> None:
        persons = [one for one in people if one[0]]
        if record.library and len(persons) == len(record.people) == len({one[0] for one in persons}) > 1:
            await self._ratings.note(record.library, persons, record.ranking)

    async def _count(self, source: GameSource, record: GameRecord) -> None:
        """Count the positions of a game among its openings."""
        services, images = self._services, await self.symmetries(source, record.options)
        try:
            if services.games.is_ours(source):
                game = await services.games.load(source, record.options)
                listed = await self._pool.run(lambda: reached(game, record.trial, images), _SECONDS)
            else:
                about = (source.text, tuple(record.options), record.trial, tuple(map(tuple, images)))
                listed = await services.archivists.ask(CountPositions(*about), list[Reached], _SECONDS)
        except (TrialError, JobTimeout, ApiError, msgspec.ValidationError) as error:
            _log.error("the positions of game %s are not counted: %s", record.id, error)
            return
        opening = opening_key(record.description, record.options)
        await self._storage.run(lambda database: _write_positions(database, opening, record.id, listed))

    async def symmetries(self, source: GameSource, options: Sequence[str]) -> list[list[int]]:
        """Where the symmetries of a game carry its sites; looked for once, in a process of its own."""
        key = opening_key(source.key, options)
        if key not in self._symmetries:
            while len(self._symmetries) >= _MOST_GAMES:
                del self._symmetries[next(iter(self._symmetries))]
            self._symmetries[key] = asyncio.ensure_future(self._found_symmetries(source, options, key))
        try:
            return await asyncio.shield(self._symmetries[key])
        except StorageError:  # they are looked for again
            self._symmetries.pop(key, None)
            raise

    async def _found_symmetries(self, source: GameSource, options: Sequence[str], key: str) -> list[list[int]]:
        stored = await self._storage.run(
            lambda database: database.query("SELECT sites FROM symmetries WHERE opening = :key", {"key": key})
        )
        if stored:
            return msgspec.json.decode(stored[0][0], type=list[list[int]])
        services, name = self._services, self._services.games.file_of(source)
        compilers = services.renderers if services.games.is_ours(source) else services.archivists
        try:
            images = await compilers.run(Images, "symmetries", source.text, options, _SYMMETRY_SECONDS, name)
        except (ApiError, msgspec.ValidationError) as error:
            _log.error("the symmetries of %s: %s", source.name, error)
            return []  # they are looked for again by another server
        row = {"key": key, "sites": msgspec.json.encode(images.sites).decode()}
        text = "INSERT INTO symmetries (opening, sites) VALUES (:key, :sites) ON CONFLICT (opening) DO NOTHING"
        await self._storage.run(lambda database: database.execute((text, row)))
        return images.sites

    async def _clear(self) -> None:
        """Let the oldest games go where there are more than may be."""
        self._written += 1
        if self._written % _EVERY == 1:
            most = self._services.limits.archived_games
            await self._storage.run(lambda database: forget_oldest(database, most))

    def close(self) -> None:
        """Count no more."""
        self._pool.shutdown()


async def _record(session: SessionState) -> GameRecord:
    """The record of a game. Raises ApiError."""
    party, over, facts = session.party, session.turn.is_over, session.facts
    played = session.record.plies[: session.record.cursor]
    outcome = party.outcome if party is not None else None
    ranking, result = await ended(session) if over else ([], "")
    trial = await _trial(session) if over else ""
    winners = [seat for seat, rank in enumerate(ranking, 1) if rank == 1.0]
    return GameRecord(
        id=game_id(session),
        game=facts.name,
        library=session.source.name,
        description=session.source.key,
        options=list(facts.options),
        ended=int(1000 * time.time()),
        over=over,
        public=party is not None and party.public and over,
        rated=party is not None and party.rated and over,
        reason="left" if not over else outcome.why if outcome is not None else "rules",
        result=result,
        winner=winners[0] if len(winners) == 1 and len(ranking) > 1 else 0,
        ranking=ranking,
        people=_shown(session, party),
        moves=[ply.name for ply in played],
        ms=[ply.ms for ply in played],
        trial=trial,
    )


async def ended(session: SessionState) -> tuple[list[float], str]:
    """The places of the seats of a game that is over, and the end in words. Raises ApiError."""
    outcome = session.party.outcome if session.party is not None else None
    if outcome is not None:
        return list(session.seats.by_seat(outcome.ranking)), outcome.words
    past = await session.engine.ask(View(session.record.cursor, session.players, 0))
    by_player, words = _decided(past.position)
    return list(session.seats.by_seat(by_player)), words


async def _trial(session: SessionState) -> str:
    """The trial of a game that is over; none of one that began with a position set up by hand."""
    try:
        return (await session.engine.ask(Trial(session.source.name, session.players, TRIAL, 0))).text
    except ApiError:
        return ""


def _decided(position: PositionInfo) -> tuple[list[float], str]:
    """The places of the players; who is undecided shares those that are left."""
    decided = [rank for rank in position.ranking if rank]
    left = range(len(decided) + 1, len(position.ranking) + 1)
    shared = sum(left) / len(left) if left else 0.0
    return [rank or shared for rank in position.ranking], position.result or ""


def game_id(session: SessionState) -> str:
    """What the game of a session is known by, whatever other ones the table has had: nobody can guess it."""
    record = session.record
    played = "\n".join(ply.trial for ply in record.plies[: record.cursor])
    return hashlib.sha256(f"game {session.id} {record.rng.hex()}\n{played}".encode()).hexdigest()[:20]


def _people(session: SessionState) -> list[tuple[str, str]]:
    """Who sits on each seat, as guest and name; empty where a machine does, or nobody is known."""
    party = session.party
    if party is None:
        return [("", "") for _ in session.players]
    return [
        (seat.guest, person.name) if (person := party.person(number)) is not None else ("", "")
        for number, seat in enumerate(party.seats, 1)
    ]


def _shown(session: SessionState, party: Party | None) -> list[Person]:
    labels, people = session.facts.labels, _people(session)
    return [
        Person(
            seat,
            labels[session.seats_at(0).player(seat) - 1],
            public_id(guest) if guest else "",
            name,
            "" if who == HUMAN else who,
        )
        for seat, ((guest, name), who) in enumerate(zip(people, session.players, strict=False), 1)
    ]


# --- rows


def _is_written(database: Storage, id_: str) -> bool:
    """Whether a game is in the archive as one that is over."""
    return bool(database.query("SELECT id FROM finished WHERE id = :id AND is_over = 1", {"id": id_}))


def _write(database: Storage, table: str, record: GameRecord, people: Sequence[tuple[str, str]]) -> bool:
    """Write a game, in the place of what was left of it; whether it had not been written before."""
    if _is_written(database, record.id):
        return False
    left = database.query("SELECT id FROM finished WHERE table_id = :table AND is_over = 0", {"table": table})
    row: dict[str, Any] = {
        "id": record.id,
        "table_id": table,
        "game": record.game,
        "library": record.library,
        "description": record.description,
        "options": msgspec.json.encode(record.options).decode(),
        "ended": record.ended / 1000,
        "is_over": int(record.over),
        "is_public": int(record.public),
        "is_rated": int(record.rated),
        "plies": len(record.moves),
        "winner": record.winner,
        "reason": record.reason,
        "record": msgspec.json.encode(record).decode(),
    }
    columns = list(row)
    text = f"INSERT INTO finished ({', '.join(columns)}) VALUES ({', '.join(':' + one for one in columns)})"
    seats = [
        {"id": record.id, "seat": one.seat, "person": guest, "name": one.name, "agent": one.agent}
        for one, (guest, _) in zip(record.people, people, strict=False)
    ]
    insert = (
        "INSERT INTO finished_people (game_id, seat, person, name, agent) VALUES (:id, :seat, :person, :name, :agent)"
    )
    gone = [one for (id_,) in left for one in _deletions(id_)]
    database.execute(*gone, (text, row), *((insert, seat) for seat in seats))
    return True


def _deletions(game: str) -> list[tuple[str, dict[str, str]]]:
    tables = (("finished", "id"), ("finished_people", "game_id"), ("positions", "game_id"), ("answers", "game_id"))
    return [(f"DELETE FROM {table} WHERE {column} = :id", {"id": game}) for table, column in tables]


def _write_positions(database: Storage, opening: str, game: str, listed: Sequence[Reached]) -> None:
    text = (
        "INSERT INTO positions (opening, position, game_id, ply, mover)"
        " VALUES (:opening, :position, :game, :ply, :mover) ON CONFLICT (opening, position, game_id) DO NOTHING"
    )
    database.execute(*((text, {"opening": opening, "game": game} | one._asdict()) for one in listed))


def forget_oldest(database: Storage, most: int) -> None:
    """Let the oldest games go where there are more than so many, with all that is about them. Raises StorageError."""
    ((count,),) = database.query("SELECT count(*) FROM finished")
    oldest = "SELECT id FROM finished ORDER BY ended LIMIT :most"
    if count > most:
        gone = database.query(oldest, {"most": count - most})
        database.execute(*(one for (id_,) in gone for one in _deletions(id_)))
