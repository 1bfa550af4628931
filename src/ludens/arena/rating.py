"""Ratings on a fixed ladder of reference agents, in Elo points above random play.

The rungs count iterations, not seconds, and what a rung is worth in a game is defined by games with fixed seeds: so a
rating means the same on every machine and in every year, as long as the ladder has the same number.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from ludens import agents
from ludens.arena.entrants import Entrant, name_of
from ludens.arena.match import check_players, play_game
from ludens.arena.score import ELO, Z95
from ludens.game import Game
from ludens.game.portable import digest
from ludens.stage.cache import read_cache, write_cache
from ludens.workers.cluster import Pool, pool
from ludens.workers.cluster.journal import Entry, Journal

#: the number of the ladder: another one where rungs, what they play, or how they are measured changes
LADDER: Final = 1
#: random play is 0 by definition; each other rung looks four times as far as the one below
RUNGS: Final = ("random", "uct:8", "uct:32", "uct:128", "uct:512", "uct:2048", "uct:8192")
#: the games of each rung against the one below; they define its rating in a game
DEFINING: Final = 40
#: where an agent that nothing is known of begins
_BEGIN: Final = 1
#: drawn games that each two are thought to have had, so that ratings stay finite where one side always wins
_PRIOR: Final = 0.5
#: the standard deviation of a game's points where half of them are won and none is drawn; so many starts are thought to
#: have had it, by which a few that happen to be alike do not mislead: of 4,000 tests of equals 5.7 % find one stronger
_DEVIATION, _STARTS = 0.5, 8
#: two games, or one for each seat, that are played with the same chances
_PAIRS: Final = 2


@dataclass(frozen=True)
class RungResult:
    """Games against one rung: its rating, their number, and the points, 1 for the first place and 0 for the last."""

    elo: float
    games: int
    points: float


@dataclass(frozen=True)
class Rated:
    """An agent's rating in a game, in Elo points above random play, with its standard error and the games behind it.

    `error` is that of the games played; the rungs' own ratings are what they are by definition of the ladder.
    """

    game: str
    agent: str
    elo: float
    error: float
    met: dict[str, RungResult]
    ladder: int = LADDER

    @property
    def games(self) -> int:
        return sum(met.games for met in self.met.values())

    def interval(self, z: float = Z95) -> tuple[float, float]:
        """The interval, by default at 95 %."""
        return self.elo - z * self.error, self.elo + z * self.error


@dataclass(frozen=True)
class Compared:
    """What a sequential test found (Wald 1945): whether an agent is `elo1` stronger than another, or only `elo0`.

    `verdict` is `stronger`, `not stronger`, or `undecided` where the games did not suffice. `ratio` is the logarithm of
    the likelihood ratio, and `bounds` where it decides. Drawn games count as half a win and half a loss, by which the
    test takes longer than it must, and errs no more often than it says.
    """

    game: str
    agent: str
    against: str
    games: int
    points: float
    ratio: float
    bounds: tuple[float, float]

    @property
    def verdict(self) -> str:
        return verdict_of(self.ratio, *self.bounds)


def expected(gap: float) -> float:
    """The points a game of who is so many Elo points stronger.

    >>> round(expected(0), 2), round(expected(200), 2)
    (0.5, 0.76)
    """
    return 1 / (1 + math.exp(-gap / ELO))


def gap_of(points: float, games: int) -> float:
    """By how many Elo points who had so many points of games is the stronger one.

    >>> round(gap_of(30, 40)), round(gap_of(40, 40))
    (188, 883)
    """
    return ELO * math.log((points + _PRIOR / 2) / (games - points + _PRIOR / 2))


def likelihood(points: float, games: int, elo0: float, elo1: float) -> float:
    """The logarithm of how much likelier so many points of games are for who is `elo1` points stronger, not `elo0`.

    >>> round(likelihood(8, 10, 0, 100), 2)
    1.32
    """
    p0, p1 = expected(elo0), expected(elo1)
    return points * math.log(p1 / p0) + (games - points) * math.log((1 - p1) / (1 - p0))


def clearness(starts: Sequence[float], players: int, elo: float) -> float:
    """The logarithm of how much likelier what starts brought is for who plays more clearly better by a normalized Elo
    difference (Van den Bergh, *Normalized Elo*, 2020), not for an equal.

    Each start is played once from each of `players` seats, and brings the points of all these games. A difference is
    measured in standard deviations of a game's points, so where draws are usual or the seat decides, fewer games tell.
    `elo` is the difference for games without either.

    >>> round(clearness([2.0] * 5, 2, 150), 2), round(clearness([1.5, 1.0, 1.5, 1.0, 1.5], 2, 150), 2)
    (4.36, 0.67)
    """
    count, edge = len(starts), (expected(elo) - 0.5) / _DEVIATION
    mean = sum(starts) / count
    squares = sum((points - mean) ** 2 for points in starts) + _STARTS * players * _DEVIATION**2
    deviation = math.sqrt(squares / (count + _STARTS) * players)  # that of so many games in a row, each by itself
    return count * players * edge * ((mean - players / 2) / deviation - edge / 2)


def bounds_of(wrong: float) -> tuple[float, float]:
    """Where that logarithm decides, if the test may be `wrong` so often each way (Wald 1945)."""
    high = math.log((1 - wrong) / wrong)
    return -high, high


def verdict_of(ratio: float, low: float, high: float) -> str:
    """What that logarithm says: `stronger`, `not stronger`, or `undecided` between the two bounds."""
    return "stronger" if ratio >= high else "not stronger" if ratio <= low else "undecided"


def fit_rating(met: Iterable[RungResult]) -> tuple[float, float]:
    """The rating that games against rated opponents make likeliest, and its standard error.

    The model is that of Bradley and Terry (1952).

    >>> elo, error = fit_rating([RungResult(elo=100, games=20, points=10)])
    >>> round(elo), round(error)
    (100, 77)
    """
    results = list(met)
    low, high = min(one.elo for one in results) - 4000.0, max(one.elo for one in results) + 4000.0
    while high - low > 0.01:  # the points expected grow with the rating
        middle = (low + high) / 2
        surplus = sum(
            one.points - one.games * p + _PRIOR * (0.5 - p) for one in results for p in [expected(middle - one.elo)]
        )
        low, high = (middle, high) if surplus > 0 else (low, middle)
    information = sum((one.games + _PRIOR) * p * (1 - p) for one in results for p in [expected(low - one.elo)])
    return low, ELO / math.sqrt(information)


@dataclass(frozen=True)
class Seating:
    """Game `number` of one agent against others who are all alike, on the seats but its own."""

    agent: str
    others: str
    number: int

    def seats(self, players: int) -> list[str]:
        seats = [self.others] * players
        seats[self.seat(players) - 1] = self.agent
        return seats

    def seat(self, players: int) -> int:
        """The agent's, from 1: each in its turn."""
        return 1 + self.number % players

    def seed(self, players: int, base: int) -> int:
        """The same for each seat once."""
        return base + 7919 * (self.number // players)


@dataclass
class Rater:
    """Plays the games that a rating needs, on one game of two players or more.

    Raises UnfitGame, AgentError for agents that do not exist, and AgentFailed for one whose own code fails, unless with
    `forfeit_errors` that is to lose the game. Who is rated may be whatever can enter a tournament. `journal` gets an
    entry a game; what `earlier` entries hold is not played again. `report` is called with who plays whom and how many
    games of theirs are done.
    """

    game: Game
    seed: int = 0
    threads: int = 1
    pool: Pool | None = None
    journal: Journal = field(default_factory=lambda: Journal(None))
    earlier: Iterable[Entry] = ()
    report: Callable[[Seating], object] = lambda seating: None
    forfeit_errors: bool = False

    def __post_init__(self) -> None:
        check_players(self.game)
        self._recorded = {_identity(entry): float(entry["points"]) for entry in self.earlier if "rating" in entry}
        self._rungs = {0: 0.0}
        self._entrants: dict[str, Entrant] = {}
        self._threads = pool(f"threads:{self.threads}")  # which live as long as each of its runs

    # --- questions

    def _enter(self, entrant: Entrant) -> str:
        """The name of who is to play. Raises AgentError."""
        name = name_of(entrant)
        if isinstance(entrant, str):
            agents.check(entrant, self.game)
        elif self._entrants.setdefault(name, entrant) is not entrant:
            raise agents.AgentError(f"two different agents are called {name}: give one another `name`")
        return name

    def rate(self, agent: Entrant, *, precision: float = 50.0, most: int = 400) -> Rated:
        """Rate an agent: games against the rungs nearest to it, until its 95 % interval reaches no further than
        `precision` Elo points to each side, or `most` games are played."""
        name = self._enter(agent)
        met: dict[int, RungResult] = {}
        number, rung = 0, _BEGIN
        while True:
            batch = [Seating(name, RUNGS[rung], number + at) for at in range(min(self._batch, max(most - number, 1)))]
            points = sum(self._points(batch, self.seed))
            number += len(batch)
            before = met.get(rung, RungResult(self.rung(rung), 0, 0.0))
            met[rung] = RungResult(before.elo, before.games + len(batch), before.points + points)
            elo, error = fit_rating(met.values())
            if error * Z95 <= precision or number >= most:
                return Rated(self.game.name, name, elo, error, {RUNGS[at]: met[at] for at in sorted(met)})
            rung = self._nearest(elo)

    def compare(
        self,
        agent: Entrant,
        against: Entrant,
        *,
        elo0: float = 0.0,
        elo1: float = 50.0,
        wrong: float = 0.05,
        most: int = 1000,
    ) -> Compared:
        """Whether an agent is `elo1` points stronger than another rather than `elo0`, by a sequential test.

        It is `wrong` as often as said at most, each way. Raises ValueError where `elo1` is not above `elo0`.
        """
        if not elo0 < elo1 or not 0 < wrong < 0.5:
            raise ValueError(f"{elo1:g} must be more than {elo0:g}, and {wrong:g} lie between 0 and 0.5")
        one, other = self._enter(agent), self._enter(against)
        bounds = bounds_of(wrong)
        number, points, ratio = 0, 0.0, 0.0
        while number < most and verdict_of(ratio, *bounds) == "undecided":
            batch = [Seating(one, other, number + at) for at in range(min(self._batch, most - number))]
            points += sum(self._points(batch, self.seed))
            number += len(batch)
            ratio = likelihood(points, number, elo0, elo1)
        return Compared(self.game.name, one, other, number, points, ratio, bounds)

    def rung(self, number: int) -> float:
        """The rating of a rung in this game; the games that define it are played where they are not known yet."""
        if number not in self._rungs:
            below = self.rung(number - 1)
            self._rungs[number] = below + gap_of(self._defining(number), DEFINING)
        return self._rungs[number]

    # --- games

    @property
    def _batch(self) -> int:
        return _PAIRS * self.game.num_players

    def _nearest(self, elo: float) -> int:
        """The rung that is nearest to a rating: rungs above are looked at as far as it reaches."""
        top = max(self._rungs)
        while self._rungs[top] < elo and top + 1 < len(RUNGS):
            top += 1
            self.rung(top)
        return min(range(top + 1), key=lambda number: abs(self._rungs[number] - elo))

    def _defining(self, number: int) -> float:
        """The points of a rung against the one below, in the games that define it."""
        seatings = [Seating(RUNGS[number], RUNGS[number - 1], at) for at in range(DEFINING)]
        name = digest("rung", self.game.description.expanded, str(LADDER), *RUNGS[number - 1 : number + 1])
        if (cached := read_cache(name)) is not None:
            return float(json.loads(cached))
        points = sum(self._points(seatings, 0))
        write_cache(name, json.dumps(points).encode())
        return points

    def _points(self, seatings: Sequence[Seating], seed: int) -> Iterator[float]:
        """The agent's points of games, in any order."""
        left = list[Seating]()
        for seating in seatings:
            recorded = self._recorded.get(_identity(self._key(seating, seed)))
            if recorded is None:
                left.append(seating)
            else:
                self.report(seating)
                yield recorded
        if not left:
            return
        workers = self.pool or self._threads
        with closing(workers.run(self._game(seed), left)) as answers:
            for answer in answers:
                if answer.error is not None:
                    raise answer.error
                seating, points = left[answer.number], answer.value
                self.journal.add(self._key(seating, seed) | {"points": points})
                self.report(seating)
                yield points

    def _game(self, seed: int) -> Callable[[Seating], float]:
        return partial(_played, self.game, self._entrants, self.forfeit_errors, seed)

    def _key(self, seating: Seating, seed: int) -> dict[str, object]:
        """What makes two games the same one."""
        options = list(self.game.description.selected)
        names = [seating.agent, seating.others]
        return {
            "rating": LADDER,
            "game": self.game.name,
            "options": options,
            "agents": names,
            "number": seating.number,
            "seed": seed,
        }


def _played(game: Game, entrants: Mapping[str, Entrant], forfeit_errors: bool, seed: int, seating: Seating) -> float:
    """The agent's points of a game: 1 for the first place, 0 for the last."""
    seats = [entrants.get(name, name) for name in seating.seats(game.num_players)]
    outcome = play_game(game, seats, seating.seed(game.num_players, seed), forfeit_errors=forfeit_errors)
    assert outcome is not None  # nobody stops it
    return outcome.points(seating.seat(game.num_players))


def _identity(entry: Entry) -> str:
    return repr([entry[key] for key in ("rating", "game", "options", "agents", "number", "seed")])
