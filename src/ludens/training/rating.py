"""How strong a net is while it learns: games against fixed opponents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ludens.agents.agent import AgentError, Limit
from ludens.agents.net import Net as NetAgent
from ludens.arena.match import Player, Seated, UnfitGame, check_fit, play_game, seat
from ludens.arena.score import Rating, Score, ratings
from ludens.arena.tournament import schedule
from ludens.game import Game
from ludens.nets.model import Evaluator

OPPONENTS = ("random", "uct:100", "uct:1000")
#: the iterations that the net has for a move
_ITERATIONS = 32
_MAX_NODES = 20_000
_PLY_LIMIT = 400


@dataclass(frozen=True)
class Result:
    """How a net did against an opponent: after how many iterations and seconds of training, and the score."""

    iteration: int
    seconds: float
    opponent: str
    score: Score

    def to_dict(self) -> dict[str, Any]:
        s = self.score
        told = {"wins": s.wins, "draws": s.draws, "losses": s.losses}
        return {"iteration": self.iteration, "cpu_seconds": round(self.seconds, 1), "opponent": self.opponent, **told}

    @classmethod
    def from_dict(cls, told: Mapping[str, Any]) -> Result:
        """Raises KeyError for something else."""
        score = Score(told["wins"], told["draws"], told["losses"])
        return cls(told["iteration"], told["cpu_seconds"], told["opponent"], score)


def opponents(game: Game) -> list[str]:
    """Who a net is rated against: none where a game has no matches of two."""
    try:
        check_fit(game)
        for spec in OPPONENTS:
            seat(spec, game, 0).close()
    except (UnfitGame, AgentError):
        return []
    return list(OPPONENTS)


def rate(
    game: Game, evaluator: Evaluator, games: int, *, iteration: int, seconds: float, seed: int = 0
) -> list[Result]:
    """Play so many games against each opponent, with both seats."""

    def make(spec: str, game: Game, seed: int) -> Player:
        if spec != "net":
            return seat(spec, game, seed)
        limit = Limit(count=_ITERATIONS)
        return Seated(NetAgent(game, limit, seed=seed, evaluator=evaluator, max_nodes=_MAX_NODES))

    found = []
    for opponent in opponents(game):
        specs, score = ("net", opponent), Score()
        for pairing in schedule(2, games, seed):
            seated = [specs[pairing.first], specs[pairing.second]]
            outcome = play_game(game, seated, pairing.seed, make=make, ply_limit=_PLY_LIMIT)
            assert outcome is not None
            own = pairing.first + 1 if outcome.winner == 1 else pairing.second + 1
            won = outcome.winner != 0 and own == 1
            score += Score(int(won), int(outcome.winner == 0), int(outcome.winner != 0 and not won))
        found.append(Result(iteration, seconds, opponent, score))
    return found


def elo(results: Iterable[Result]) -> dict[str | int, Rating]:
    """Ratings of the opponents by name, and of the net by iteration, in Elo points above the first opponent."""
    results = list(results)
    found = ratings({(str(result.iteration), result.opponent): result.score for result in results})
    base = found[OPPONENTS[0]].elo if OPPONENTS[0] in found else 0.0
    told: dict[str | int, Rating] = {}
    for name, rating in found.items():
        told[int(name) if name.isdigit() else name] = Rating(rating.elo - base, rating.error)
    return told
