"""How much stronger each rung of a ladder of agents is than the one below: games of one against the others.

Unlike matches and tournaments they are of any number of players, who may move at once; a puzzle is given to both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludens import agents
from ludens.arena.match import play_game
from ludens.arena.score import wilson
from ludens.game import Game
from ludens.workers.cluster.journal import Entry, Journal

#: plies after which a game is broken off, undecided
PLY_LIMIT = 600


@dataclass(frozen=True)
class Tally:
    """Points of so many games: of each 1 for the first place, 0 for the last."""

    games: int = 0
    points: float = 0.0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.games + other.games, self.points + other.points)

    @property
    def rate(self) -> float:
        """Points a game, 0.5 among equals; 0.5 where there was no game."""
        return self.points / self.games if self.games else 0.5

    def interval(self) -> tuple[float, float]:
        """The rate's 95 % interval, a little too wide where there are other points than 0 and 1."""
        return wilson(self.rate, self.games)


@dataclass(frozen=True)
class Rung:
    """Game `number` of a rung: the agent `upper` of the ladder on one seat, `upper` - 1 on all others."""

    game: Game
    upper: int
    number: int

    @property
    def seat(self) -> int:
        """The seat of the upper agent, from 1: each in its turn."""
        return 1 + self.number % max(self.game.num_players, 1)


@dataclass
class Ladder:
    """Each of the agents `specs` against the one before, `count` times on each game.

    `scores` are those of the upper one, by the name of the game and its place among the agents. What `earlier` entries
    hold of a journal is not played again.
    """

    games: Sequence[Game]
    specs: Sequence[str]
    count: int
    seed: int = 0
    journal: Journal = field(default_factory=lambda: Journal(None))
    earlier: Iterable[Entry] = ()
    report: Callable[[Rung], object] = lambda rung: None

    def __post_init__(self) -> None:
        self.scores: dict[tuple[str, int], Tally] = {}

    def __len__(self) -> int:
        return len(self.games) * (len(self.specs) - 1) * self.count

    def _rungs(self) -> Iterator[Rung]:
        for number in range(self.count):
            for upper in range(1, len(self.specs)):
                for game in self.games:
                    yield Rung(game, upper, number)

    def play(self) -> None:
        """Play what is left to be played; all rungs get their first games before any gets its second."""
        points_of = {_identity(entry): entry["points"] for entry in self.earlier if "rung" in entry}
        for rung in self._rungs():
            key = self._key(rung)
            points = points_of.get(_identity(key))
            if points is None:
                points = self.points(rung)
                self.journal.add(key | {"points": points})
            self._count(rung, points)
            self.report(rung)

    def _key(self, rung: Rung) -> dict[str, Any]:
        pair = [self.specs[rung.upper - 1], self.specs[rung.upper]]
        options = list(rung.game.description.selected)
        return {"rung": pair, "game": rung.game.name, "options": options, "number": rung.number, "seed": self.seed}

    def _count(self, rung: Rung, points: float) -> None:
        key = rung.game.name, rung.upper
        self.scores[key] = self.scores.get(key, Tally()) + Tally(1, points)

    def points(self, rung: Rung) -> float:
        """What the upper agent has of a game, 1 for the first place, 0 for the last; of a puzzle how both compare."""
        game, players = rung.game, max(rung.game.num_players, 1)
        seed = self.seed + 7919 * (rung.number // players)
        if game.num_players < 2:
            lower, upper = (_solves(game, self.specs[at], seed) for at in (rung.upper - 1, rung.upper))
            return 0.5 + 0.5 * (upper - lower)
        seats = [self.specs[rung.upper - 1]] * players
        seats[rung.seat - 1] = self.specs[rung.upper]
        outcome = play_game(game, seats, seed, ply_limit=PLY_LIMIT)
        assert outcome is not None  # nobody stops it
        if outcome.fault:
            raise agents.AgentError(f"{game.name}: {seats[outcome.fault - 1]}: {outcome.detail}")
        return outcome.points(rung.seat)

    def total(self, upper: int) -> Tally:
        """A rung's score over all games."""
        return sum((score for (_, rung), score in self.scores.items() if rung == upper), Tally())


def _solves(game: Game, spec: str, seed: int) -> bool:
    """Whether an agent solves a puzzle."""
    agent, state = agents.make(spec, game, seed=seed), game.start(seed=seed)
    for _ in range(PLY_LIMIT):
        if state.is_over:
            break
        state.play(agent.choose(state))
    return state.is_over and state.ranking[0] == 1


def _identity(entry: Entry) -> str:
    return repr([entry[key] for key in ("rung", "game", "options", "number", "seed")])
