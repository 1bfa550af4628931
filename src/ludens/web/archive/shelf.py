"""What the archive is asked: games, those of a person, openings, and what playtests of a description tell."""

from __future__ import annotations

import statistics
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from ludens.arena.score import wilson
from ludens.web.archive import ratings
from ludens.web.archive.reading import Query
from ludens.web.archive.records import GameRecord
from ludens.web.async_storage import AsyncStorage
from ludens.web.errors import ApiError
from ludens.web.people.keys import BOT
from ludens.web.schemas.archive import Counted, FormAnswers, Playtests, Statistics, Stopped
from ludens.web.sources import GameSource
from ludens.words import say

#: games that are listed at once, and that are downloaded
_LISTED: Final = 50
MOST_DOWNLOADED: Final = 10_000
#: words of people that are told of a playtest
_WORDS: Final = 50


class Shelf:
    """Reads the archive. What is not public is told to those alone who played."""

    def __init__(self, storage: AsyncStorage) -> None:
        self._storage, self._is_filled = storage, False

    async def _query(self, text: str, values: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        return await self._storage.run(lambda database: database.query(text, values))

    async def game(self, id_: str, guest: str) -> GameRecord:
        """A game that is public, or that somebody played. Raises ApiError."""
        rows = await self._query(
            "SELECT record FROM finished WHERE id = :id AND is_over = 1 AND (is_public = 1 OR id IN "
            "(SELECT game_id FROM finished_people WHERE person = :guest AND person <> ''))",
            {"id": id_, "guest": guest},
        )
        if not rows:
            raise ApiError("unknown", say("there is no such game, or it is for those alone who played it"), 404)
        return _record(rows[0][0])

    async def of_table(self, table: str) -> list[GameRecord]:
        """The games that were played at a table, for those who may look at it."""
        rows = await self._query(
            "SELECT record FROM finished WHERE table_id = :table AND is_over = 1 ORDER BY ended LIMIT :most",
            {"table": table, "most": _LISTED},
        )
        return [_record(row[0]) for row in rows]

    async def of_person(self, guest: str, most: int = _LISTED, *, public: bool = False) -> list[GameRecord]:
        """Somebody's games, the newest first; those alone that are public, where others ask."""
        rows = await self._query(
            "SELECT record FROM finished JOIN finished_people ON game_id = id WHERE person = :guest AND person <> ''"
            " AND is_over = 1 AND (is_public = 1 OR :public = 0) ORDER BY ended DESC LIMIT :most",
            {"guest": guest, "most": most, "public": int(public)},
        )
        return [_record(row[0]) for row in rows]

    async def statistics(self, guest: str, *, public: bool = False) -> list[Statistics]:
        """How somebody's games ended, by the game, the most played first; those alone that are public, for others."""
        rows = await self._query(
            "SELECT game, count(*), sum(CASE WHEN winner = seat THEN 1 ELSE 0 END),"
            " sum(CASE WHEN winner = 0 THEN 1 ELSE 0 END) FROM finished JOIN finished_people ON game_id = id"
            " WHERE person = :guest AND person <> '' AND is_over = 1 AND (is_public = 1 OR :public = 0)"
            " GROUP BY game ORDER BY 2 DESC, 1 LIMIT :most",
            {"guest": guest, "public": int(public), "most": _LISTED},
        )
        return [Statistics(game, games, wins, draws, games - wins - draws) for game, games, wins, draws in rows]

    async def guest_called(self, person: str) -> str:
        """The guest whom others know so, if they played a public game. Raises ApiError."""
        if not person.startswith("g-"):
            return BOT + person.lower()
        if not self._is_filled:
            await self._storage.run(ratings.fill)
            self._is_filled = True
        rows = await self._query("SELECT person FROM public_ids WHERE id = :id", {"id": person})
        if not rows:
            raise ApiError("unknown", say("nobody here is known so"), 404)
        return str(rows[0][0])

    # --- openings

    async def described(self, key: str) -> GameSource:
        """A description by the key of its text, of which public games are kept. Raises ApiError."""
        rows = await self._query(
            "SELECT text, library FROM descriptions JOIN finished ON description = key"
            " WHERE key = :key AND is_public = 1 AND is_over = 1 LIMIT 1",
            {"key": key},
        )
        if not rows:
            raise ApiError("unknown", say("no public game of this description is kept here"), 404)
        return GameSource(*rows[0])

    async def counted(self, opening: str, positions: Sequence[str], seats: int) -> dict[str, Counted]:
        """How often public games came to positions, and who won them."""
        names = {f"p{number}": position for number, position in enumerate(dict.fromkeys(positions))}
        if not names:
            return {}
        rows = await self._query(
            "SELECT position, winner, count(*) FROM positions JOIN finished ON id = game_id WHERE opening = :opening"
            f" AND is_public = 1 AND is_over = 1 AND position IN ({', '.join(':' + name for name in names)})"
            " GROUP BY position, winner",
            {"opening": opening} | names,
        )
        answer: dict[str, Counted] = {}
        for position, winner, count in rows:
            one = answer.setdefault(position, Counted(0, [0] * seats, 0))
            one.games += count
            if 1 <= winner <= seats:
                one.wins[winner - 1] += count
            else:
                one.draws += count
        return answer

    async def samples(self, opening: str, position: str, most: int = 10) -> list[tuple[GameRecord, int]]:
        """The newest public games that came to a position, each with the ply at which it did."""
        rows = await self._query(
            "SELECT record, ply FROM positions JOIN finished ON id = game_id WHERE opening = :opening"
            " AND position = :position AND is_public = 1 AND is_over = 1 ORDER BY ended DESC LIMIT :most",
            {"opening": opening, "position": position, "most": most},
        )
        return [(_record(record), ply) for record, ply in rows]

    # --- playtests

    async def answer(self, id_: str, guest: str, answers: FormAnswers) -> None:
        """Keep what somebody says of a game that they played. Raises ApiError."""
        rows = await self._query(
            "SELECT description FROM finished JOIN finished_people ON game_id = id"
            " WHERE id = :id AND person = :guest AND person <> ''",
            {"id": id_, "guest": guest},
        )
        if not rows:
            raise ApiError("forbidden", say("those answer who played the game"), 403)
        row = {"game": id_, "person": guest, "description": rows[0][0], "given": time.time()}
        row |= {"fun": answers.fun, "clear": answers.clear, "words": answers.words}
        text = (
            "INSERT INTO answers (game_id, person, description, given, fun, clear, words)"
            " VALUES (:game, :person, :description, :given, :fun, :clear, :words) ON CONFLICT (game_id, person)"
            " DO UPDATE SET fun = excluded.fun, clear = excluded.clear, words = excluded.words, given = excluded.given"
        )
        await self._storage.run(lambda database: database.execute((text, row)))

    async def playtests(self, description: str, seats: int) -> Playtests:
        """What people's games of a description tell."""
        return await self._storage.run(lambda database: playtests(database.query, description, seats))


def playtests(query: Query, description: str, seats: int | None = None) -> Playtests:
    """What people's games of a description tell: those in which somebody played who is no machine.

    Without their number the seats are those that somebody sat in.
    """
    if seats is None:
        taken = query(
            "SELECT coalesce(max(seat), 1) FROM finished_people JOIN finished ON id = game_id WHERE description = :key",
            {"key": description},
        )
        seats = next((seat for (seat,) in taken), 1)
    listed = query(
        "SELECT is_over, plies, winner, reason FROM finished WHERE description = :key AND id IN"
        " (SELECT game_id FROM finished_people WHERE agent = '')",
        {"key": description},
    )
    rows = list(listed)
    ended = [(plies, winner) for is_over, plies, winner, _ in rows if is_over]
    lengths = sorted(plies for plies, _ in ended)
    answers = list(
        query("SELECT fun, clear, words FROM answers WHERE description = :key ORDER BY given", {"key": description})
    )
    wins = [sum(winner == seat for _, winner in ended) for seat in range(1, seats + 1)]
    return Playtests(
        games=len(ended),
        wins=wins,
        intervals=[list(wilson(count / len(ended), len(ended))) if ended else [0.0, 1.0] for count in wins],
        draws=sum(not winner for _, winner in ended),
        shortest=lengths[0] if lengths else 0,
        median=statistics.median(lengths) if lengths else 0,
        longest=lengths[-1] if lengths else 0,
        resigned=sum(reason == "resigned" for *_, reason in rows),
        stopped=_stopped([plies for is_over, plies, *_ in rows if not is_over]),
        answers=len(answers),
        fun=statistics.mean(one for one, _, _ in answers) if answers else None,
        clear=statistics.mean(one for _, one, _ in answers) if answers else None,
        words=[text for _, _, text in answers if text][-_WORDS:],
    )


def _stopped(plies: Sequence[int]) -> list[Stopped]:
    """Where people stopped: behind how many plies, and how often."""
    return [Stopped(ply, plies.count(ply)) for ply in sorted(set(plies))]


def _record(text: str) -> GameRecord:
    return msgspec.json.decode(text, type=GameRecord)
