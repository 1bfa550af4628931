"""How strong a net is while it learns: games against fixed opponents."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludens.agents.agent import AgentError, Limit
from ludens.arena.entrants import Entrant
from ludens.arena.match import AgentPlayer, Maker, Player, UnfitGame, check_fit, play_game, seat
from ludens.arena.score import Rating, Score, ratings
from ludens.arena.tournament import schedule
from ludens.game import Game
from ludens.learning.nets.model import Evaluator
from ludens.learning.player import Net as NetAgent

#: what results call the net
NET = "net"
OPPONENTS = ("random", "uct:100", "uct:1000")
#: the iterations that the net has for a move
_ITERATIONS = 32
_MAX_NODES = 20_000
_PLY_LIMIT = 400


@dataclass(frozen=True)
class Result:
    """How a player did against an opponent, `NET` after so many iterations and seconds, or another opponent."""

    player: str
    iteration: int
    seconds: float
    opponent: str
    score: Score

    def to_dict(self) -> dict[str, Any]:
        s = self.score
        score = {"wins": s.wins, "draws": s.draws, "losses": s.losses}
        who = {"player": self.player, "iteration": self.iteration, "cpu_seconds": round(self.seconds, 1)}
        return {**who, "opponent": self.opponent, **score}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Result:
        """Raises KeyError for something else."""
        score = Score(data["wins"], data["draws"], data["losses"])
        return cls(data["player"], data["iteration"], data["cpu_seconds"], data["opponent"], score)


def opponents(game: Game) -> list[str]:
    """Who a net is rated against: none where a game has no matches of two."""
    try:
        check_fit(game)
        for spec in OPPONENTS:
            seat(spec, game, 0).close()
    except (UnfitGame, AgentError):
        return []
    return list(OPPONENTS)


def among_opponents(game: Game, games: int) -> list[Result]:
    """So many games of every two opponents, which tell how far they are apart."""
    pairs = itertools.combinations(reversed(opponents(game)), 2)
    return [Result(one, 0, 0.0, other, _played(game, (one, other), games, seat)) for one, other in pairs]


def rate(game: Game, evaluator: Evaluator, games: int, *, iteration: int, seconds: float) -> list[Result]:
    """Play so many games against each opponent."""

    def make(spec: Entrant, game: Game, seed: int) -> Player:
        if spec != NET:
            return seat(spec, game, seed)
        limit = Limit(count=_ITERATIONS)
        return AgentPlayer(NetAgent(game, limit, seed=seed, evaluator=evaluator, max_nodes=_MAX_NODES))

    return [
        Result(NET, iteration, seconds, opponent, _played(game, (NET, opponent), games, make))
        for opponent in opponents(game)
    ]


def _played(game: Game, specs: tuple[str, str], games: int, make: Maker) -> Score:
    """The first one's score in so many games, with both seats."""
    score = Score()
    for pairing in schedule(2, games, seed=0):
        entrants = [specs[number] for number in pairing.seats]
        outcome = play_game(game, entrants, pairing.seed, make=make, ply_limit=_PLY_LIMIT)
        assert outcome is not None
        won = outcome.winner == pairing.first + 1
        score += Score(int(won), int(not outcome.winner), int(bool(outcome.winner) and not won))
    return score


def elo(results: Iterable[Result]) -> dict[str | int, Rating]:
    """Ratings of the opponents by name, and of the net by iteration, in Elo points above the first opponent."""
    by_name = [(str(one.iteration) if one.player == NET else one.player, one) for one in results]
    fitted = ratings({(name, one.opponent): one.score for name, one in by_name})
    base = fitted[OPPONENTS[0]].elo if OPPONENTS[0] in fitted else 0.0
    shifted: dict[str | int, Rating] = {}
    for name, rating in fitted.items():
        shifted[int(name) if name.isdigit() else name] = Rating(rating.elo - base, rating.error)
    return shifted
