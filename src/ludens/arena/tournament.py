"""Tournaments: every agent against every other, from every seat, recorded game by game."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any

from ludens.arena.entrants import Entrant, name_of
from ludens.arena.match import Maker, Outcome, check_players, make_player, play_game, seat
from ludens.arena.score import Rating, Score, ratings
from ludens.game import Game
from ludens.workers.cluster import Pool, TaskLost, pool, stopped
from ludens.workers.cluster.journal import Entry, Journal


@dataclass(frozen=True)
class Pairing:
    """A game to be played: entrants by number (from 0), in the order of their seats; one may have several."""

    seats: tuple[int, ...]
    seed: int

    @property
    def first(self) -> int:
        """Who begins."""
        return self.seats[0]


@dataclass
class Standings:
    """Who won against whom so far. `entrants` are the names of the agents, made different where two are alike.

    A game of more than two counts once for every two of its seats: who has the better rank has won there. `ranks` has
    for each entrant the ranks of its seats, `players` is how many seats games have. `forfeits` counts by name and
    reason what was lost otherwise than by the rules; `details` tells the last of each.
    """

    entrants: list[str]
    scores: dict[tuple[str, str], Score] = field(default_factory=dict)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    forfeits: Counter[tuple[str, str]] = field(default_factory=Counter)
    details: dict[tuple[str, str], str] = field(default_factory=dict)
    ranks: dict[str, list[float]] = field(default_factory=dict)
    games: int = 0
    players: int = 2

    def add(self, pairing: Pairing, outcome: Outcome) -> None:
        """Count a game."""
        names = [self.entrants[number] for number in pairing.seats]
        for (a, rank), (b, other) in itertools.permutations(zip(names, outcome.ranking, strict=True), 2):
            if a != b:
                self._count(a, b, Score(int(rank < other), int(rank == other), int(rank > other)))
        for name, seconds, rank in zip(names, outcome.seconds, outcome.ranking, strict=True):
            self.seconds.setdefault(name, []).extend(seconds)
            self.ranks.setdefault(name, []).append(rank)
        self.players = len(names)
        if outcome.fault:
            loser = names[outcome.fault - 1]
            self.forfeits[loser, outcome.reason] += 1
            self.details[loser, outcome.reason] = outcome.detail
        self.games += 1

    def _count(self, a: str, b: str, score: Score) -> None:
        self.scores[a, b] = self.scores.get((a, b), Score()) + score

    def total(self, name: str) -> Score:
        """A player's score against all others."""
        return sum((score for (a, _), score in self.scores.items() if a == name), Score())

    def ratings(self) -> dict[str, Rating]:
        """The players' ratings.

        A game of n players tells as much as n - 1 games of two, and has n (n - 1) / 2 pairs of them.
        """
        scores = {(a, b): s for (a, b), s in self.scores.items() if self._before(a, b)}
        return ratings(scores, weight=2 / self.players)

    def payoff(self, name: str) -> float:
        """What a player had of a seat on average, from 0 for the last place to 1 for the first."""
        payoffs = [(self.players - rank) / (self.players - 1) for rank in self.ranks[name]]
        return sum(payoffs) / len(payoffs)

    def _before(self, a: str, b: str) -> bool:
        return self.entrants.index(a) < self.entrants.index(b)

    def ranked(self) -> list[str]:
        """The names of those who played, the strongest first."""
        rated = self.ratings()
        return sorted(rated, key=lambda name: -rated[name].elo)


def distinct(specs: Sequence[str]) -> list[str]:
    """Names for the agents: their specs, numbered where one comes again.

    >>> distinct(["uct:1s", "greedy", "uct:1s"])
    ['uct:1s', 'greedy', 'uct:1s#2']
    """
    counts: Counter[str] = Counter()
    names = []
    for spec in specs:
        counts[spec] += 1
        names.append(spec if counts[spec] == 1 else f"{spec}#{counts[spec]}")
    return names


def schedule(entrants: int, games: int, seed: int, seats: int = 2) -> Iterator[Pairing]:
    """Every group of as many entrants as there are seats plays `games` games.

    As many as they are are from the same seed, each time with everybody one seat further; the next time round they sit
    in the opposite order. Where there are fewer entrants than seats, all play, and take the seats in turn.

    >>> [(p.seats, p.seed) for p in schedule(2, 3, seed=7)]
    [((0, 1), 7), ((1, 0), 7), ((0, 1), 8)]
    >>> [p.seats for p in schedule(2, 2, seed=1, seats=3)]
    [(0, 1, 0), (1, 0, 1)]
    """
    size = min(entrants, seats)
    for index in range(games):
        turn, step = divmod(index, size)
        for group in itertools.combinations(range(entrants), size):
            order = group[::-1] if turn % 2 and size > 2 else group
            yield Pairing(tuple(order[(seat + step) % size] for seat in range(seats)), seed + turn)


@dataclass
class Tournament:
    """A round robin of agents on one game of two players or more.

    `specs` are names of agents, agents, objects that choose, or what makes one of these from a game and a seed; an
    object plays one move at a time, at however many tables it sits. Raises UnfitGame, what `make` raises, and
    ValueError for fewer than two. An agent whose own code fails is an error (AgentFailed), unless `forfeit_errors`
    makes it lose the game.

    `journal` gets an entry a game; games that `earlier` entries hold, those of a journal begun before, are not played
    again. `report` is called on the calling thread after each game that is. Games are played on `threads`, or by the
    workers of `pool`: those that these lose are told in `lost`, and in no table.
    """

    game: Game
    specs: Sequence[Entrant]
    games: int
    seed: int
    threads: int = 1
    journal: Journal = field(default_factory=lambda: Journal(None))
    earlier: Iterable[dict[str, Any]] = ()
    report: Callable[[Standings, Pairing, Outcome], object] = lambda standings, pairing, outcome: None
    make: Maker = seat
    pool: Pool | None = None
    forfeit_errors: bool = False

    def __post_init__(self) -> None:
        check_players(self.game)
        if len(self.specs) < 2:
            raise ValueError(f"a tournament needs two agents at least, not {len(self.specs)}")
        for spec in self.specs:
            make_player(self.make, spec, self.game, 0).close()
        self.standings = Standings(distinct([name_of(spec) for spec in self.specs]), players=self.game.num_players)
        self.lost = list[str]()

    def play(self) -> Standings:
        """Play all games that are still to be played.

        Raises what a player's making raised, and AgentFailed, with all workers ended.
        """
        left = self._resume()
        game = partial(_played, self.game, tuple(self.specs), self.make, self.forfeit_errors)
        place = nullcontext(self.pool) if self.pool else pool(f"threads:{self.threads}")
        with place as workers, closing(workers.run(game, left)) as answers:
            for answer in answers:
                if isinstance(answer.error, TaskLost):
                    self.lost.append(str(answer.error))
                else:
                    self._done(left[answer.number], answer.value)
        return self.standings

    def _done(self, pairing: Pairing, outcome: Outcome | None) -> None:
        if outcome is None:
            return
        self.journal.add({**self._key(pairing), **asdict(outcome)})
        self.standings.add(pairing, outcome)
        self.report(self.standings, pairing, outcome)

    def _key(self, pairing: Pairing) -> dict[str, Any]:
        """What makes two games the same one."""
        chosen = [self.standings.entrants[number] for number in pairing.seats]
        options = list(self.game.description.selected)
        return {"game": self.game.name, "options": options, "players": chosen, "seed": pairing.seed}

    def pairings(self) -> list[Pairing]:
        """All games, those that were played before, too."""
        return list(schedule(len(self.specs), self.games, self.seed, self.game.num_players))

    def _resume(self) -> list[Pairing]:
        """The games that are left; those that the earlier entries hold are counted."""
        played = {_identity(entry): entry for entry in self.earlier if _is_game(entry)}
        left = []
        for pairing in self.pairings():
            entry = played.get(_identity(self._key(pairing)))
            if entry is None:
                left.append(pairing)
            else:
                self.standings.add(pairing, _outcome(entry))
        return left


def _played(
    game: Game, specs: Sequence[Entrant], make: Maker, forfeit_errors: bool, pairing: Pairing
) -> Outcome | None:
    """A game of a tournament, on some worker."""
    chosen = [specs[number] for number in pairing.seats]
    return play_game(game, chosen, pairing.seed, make=make, stopped=stopped, forfeit_errors=forfeit_errors)


def _identity(entry: Entry) -> str:
    return repr([entry[key] for key in ("game", "options", "players", "seed")])


def _is_game(entry: Entry) -> bool:
    return all(key in entry for key in ("game", "options", "players", "seed", "winner", "reason", "moves", "seconds"))


def _outcome(entry: Entry) -> Outcome:
    seconds, end = tuple(tuple(one) for one in entry["seconds"]), (entry["winner"], entry["reason"])
    complaints, ranking = tuple(entry.get("said", ("", ""))), tuple(entry.get("ranking", ()))
    detail, moves = entry.get("detail", ""), tuple(entry["moves"])
    return Outcome(*end, detail, moves, seconds, complaints, ranking, entry.get("fault", 0))
