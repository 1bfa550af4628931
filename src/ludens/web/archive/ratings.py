"""Ratings of people and bots in each game: Glicko-2 where two play, openskill where more do."""

from __future__ import annotations

import time
from collections.abc import Sequence
from importlib import import_module
from typing import Final, NamedTuple

from ludens.arena.glicko import PERIOD, Glicko, rated
from ludens.web.async_storage import AsyncStorage
from ludens.web.people.keys import public_id
from ludens.web.storage import Storage

TWO, MANY = "glicko2", "openskill"
#: what openskill begins with, and how its numbers become those of Elo: 1500 at first, as of Glicko
_MU, _SIGMA = 25.0, 25.0 / 3
_POINTS: Final = 350.0 / _SIGMA
_COLUMNS: Final = "game, person, name, system, value, error, volatility, games, changed"


class Rating(NamedTuple):
    """Somebody's rating in a game, in points such as Elo's, with its deviation."""

    game: str
    person: str
    name: str
    system: str
    value: float
    error: float
    volatility: float
    games: int
    changed: float

    @property
    def points(self) -> int:
        """The rating in points."""
        return round(self.value if self.system == TWO else 1500 + _POINTS * (self.value - _MU))

    @property
    def deviation(self) -> int:
        """Its deviation in points."""
        return round(self.error if self.system == TWO else _POINTS * self.error)


class Ratings:
    """The ratings that a server keeps."""

    def __init__(self, storage: AsyncStorage) -> None:
        self._storage = storage

    async def of(self, person: str) -> list[Rating]:
        """Somebody's ratings, the most played game first."""
        text = f"SELECT {_COLUMNS} FROM ratings WHERE person = :person ORDER BY games DESC, game"
        rows = await self._storage.run(lambda database: database.query(text, {"person": person}))
        return [Rating(*row) for row in rows]

    async def note(self, game: str, people: Sequence[tuple[str, str]], ranking: Sequence[float]) -> None:
        """Change the ratings of those who played, given as person and name, by how they came in."""
        if len(people) > 2 and not has_openskill():
            return
        await self._storage.run(lambda database: _change(database, game, people, ranking))


def has_openskill() -> bool:
    """Whether games of more than two are rated."""
    try:
        import_module("openskill.models")
    except ModuleNotFoundError:
        return False
    return True


def _change(database: Storage, game: str, people: Sequence[tuple[str, str]], ranking: Sequence[float]) -> None:
    system, now = TWO if len(people) == 2 else MANY, time.time()
    before = [_read(database, game, person, system) for person, _ in people]
    if system == TWO:
        after = _two(before, ranking, now)
    else:
        after = _many(before, ranking)
    text = (
        f"INSERT INTO ratings ({_COLUMNS}) VALUES "
        "(:game, :person, :name, :system, :value, :error, :volatility, 1, :changed) "
        "ON CONFLICT (game, person, system) DO UPDATE SET name = excluded.name, value = excluded.value, "
        "error = excluded.error, volatility = excluded.volatility, games = ratings.games + 1, "
        "changed = excluded.changed"
    )
    rows = [
        {"game": game, "person": person, "name": name, "system": system, "changed": now}
        | dict(zip(("value", "error", "volatility"), values, strict=True))
        for (person, name), values in zip(people, after, strict=True)
    ]
    database.execute(*((text, row) for row in rows), *(public(person) for person, _ in people))


def public(person: str) -> tuple[str, dict[str, str]]:
    """What lets somebody be looked up by what others know them by."""
    text = "INSERT INTO public_ids (id, person) VALUES (:id, :person) ON CONFLICT (id) DO NOTHING"
    return text, {"id": public_id(person), "person": person}


def fill(database: Storage) -> None:
    """Let those be looked up whose ratings are older than that. Raises StorageError."""
    rows = database.query("SELECT DISTINCT person FROM ratings WHERE person NOT IN (SELECT person FROM public_ids)")
    database.execute(*(public(person) for (person,) in rows))


def _read(database: Storage, game: str, person: str, system: str) -> Rating | None:
    text = f"SELECT {_COLUMNS} FROM ratings WHERE game = :game AND person = :person AND system = :system"
    rows = database.query(text, {"game": game, "person": person, "system": system})
    return Rating(*rows[0]) if rows else None


def _two(before: Sequence[Rating | None], ranking: Sequence[float], now: float) -> list[tuple[float, float, float]]:
    one, other = (
        Glicko() if old is None else Glicko(old.value, old.error, old.volatility).waited((now - old.changed) / PERIOD)
        for old in before
    )
    score = 0.5 if ranking[0] == ranking[1] else float(ranking[0] < ranking[1])
    changed = rated(one, [(other, score)]), rated(other, [(one, 1 - score)])
    return [(new.rating, new.deviation, new.volatility) for new in changed]


def _many(before: Sequence[Rating | None], ranking: Sequence[float]) -> list[tuple[float, float, float]]:
    model = import_module("openskill.models").PlackettLuce()
    teams = [
        [model.rating(mu=old.value, sigma=old.error) if old else model.rating(mu=_MU, sigma=_SIGMA)] for old in before
    ]
    return [(team[0].mu, team[0].sigma, 0.0) for team in model.rate(teams, ranks=list(ranking))]
