"""Players for any game: random, greedy and worst (one ply), alpha-beta, Monte-Carlo tree search,
and best-first search by territory.

>>> import ludens
>>> from ludens import agents
>>> game = ludens.load("Tic-Tac-Toe")
>>> agents.make("uct:200", game).choose(game.start(seed=1)) in game.start(seed=1).legal_moves()
True
"""

from __future__ import annotations

from ludens.agents.agent import Agent, AgentError, Limit, parse_limit
from ludens.agents.alphabeta import AlphaBeta
from ludens.agents.best_first import Territory
from ludens.agents.search import Analysis, Examined, Searcher
from ludens.agents.simple import Greedy, Random, Worst
from ludens.agents.uct import Uct
from ludens.game import Game

__all__ = [
    "Agent", "AgentError", "AlphaBeta", "Analysis", "Examined", "Greedy", "Limit", "Random", "Searcher", "Territory",
    "Uct", "Worst", "make", "names",
]  # fmt: skip

_KINDS: dict[str, type[Agent]] = {
    "random": Random,
    "greedy": Greedy,
    "worst": Worst,
    "alphabeta": AlphaBeta,
    "uct": Uct,
    "territory": Territory,
}
#: the names of the same agents in the Greener program
_SYNONYMS = {"easy": "random", "hard": "greedy", "dumb": "worst"}


def names() -> list[str]:
    """The agents that `make` knows, without the synonyms easy (random), hard (greedy) and dumb (worst)."""
    return list(_KINDS)


def make(spec: str, game: Game, *, seed: int | None = None) -> Agent:
    """An agent from its name and, after a colon, its limit.

    `uct:1s` may think a second, `uct:5000` has 5000 iterations, `alphabeta:4` looks 4 plies ahead. Raises
    AgentError for a name or a limit that does not exist.
    """
    name, _, limit = spec.partition(":")
    name = name.strip().lower()
    kind = _KINDS.get(_SYNONYMS.get(name, name))
    if kind is None:
        raise AgentError(f"there is no agent {name!r}; there are {', '.join(_KINDS)}")
    return kind(game, parse_limit(limit), seed=seed)
