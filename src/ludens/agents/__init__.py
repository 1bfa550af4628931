"""Players for any game: random, greedy and worst (one ply), alpha-beta, Monte-Carlo tree search,
and best-first search by territory.

>>> import ludens
>>> from ludens import agents
>>> game = ludens.load("Tic-Tac-Toe")
>>> agents.make("uct:200", game).choose(game.start(seed=1)) in game.start(seed=1).legal_moves()
True
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from ludens.agents import material
from ludens.agents.agent import Agent, AgentError, Limit, parse_limit
from ludens.agents.alphabeta import AlphaBeta
from ludens.agents.best_first import BestFirst
from ludens.agents.search import Analysis, Examined, Searcher
from ludens.agents.series import MatchAgent, MatchSearcher
from ludens.agents.simple import Greedy, Random, Worst
from ludens.agents.uct import Uct
from ludens.game import Game
from ludens.game.match import Match

__all__ = [
    "Agent", "AgentError", "AlphaBeta", "Analysis", "BestFirst", "Examined", "Greedy", "Limit", "Random", "Searcher",
    "Uct", "Worst", "check", "make", "names", "strongest",
]  # fmt: skip

_KINDS: dict[str, type[Agent]] = {
    "random": Random,
    "greedy": Greedy,
    "worst": Worst,
    "alphabeta": AlphaBeta,
    "uct": Uct,
    "territory": BestFirst,
}
#: the names of the same agents in the Greener program
_SYNONYMS = {"easy": "random", "hard": "greedy", "dumb": "worst"}


def names(game: Game | None = None) -> list[str]:
    """The agents that `make` knows, without the synonyms easy (random), hard (greedy) and dumb (worst).

    Of a game, those that `check` lets pass.
    """
    return [name for name, kind in _KINDS.items() if game is None or _fits(kind, game)]


def _fits(kind: type[Agent], game: Game) -> bool:
    try:
        for one in game.games:
            kind.check(one)
    except AgentError:
        return False
    return True


_strongest: WeakKeyDictionary[Game, str] = WeakKeyDictionary()


def strongest(game: Game) -> str:
    """The name of the agent that is expected to play a game best.

    `territory` where it plays; `alphabeta` in games without chance for two whose pieces are moved and taken
    (`ludens.agents.material` says how that is told; it plays some random games the first time); else `uct`, or
    `random` where that does not play either.
    """
    if game not in _strongest:
        found = {_strongest_of(one) for one in game.games}
        _strongest[game] = found.pop() if len(found) == 1 else "uct"
    return _strongest[game]


def _strongest_of(game: Game) -> str:
    playing = names(game)
    if "territory" in playing or "uct" not in playing:
        return "territory" if "territory" in playing else "random"
    fit = "alphabeta" in playing and game.num_players == 2 and not (game.is_stochastic or game.is_simultaneous)
    return "alphabeta" if fit and material.decides(Random(game)) else "uct"


def check(spec: str, game: Game) -> Limit:
    """The limit of an agent, given as for `make`, which is not made. Raises AgentError where it does not play a game.

    Unlike `make` it takes no agent that can do no more than choose at random, as most do where players move at once.
    """
    kind, limit = _read(spec)
    for one in game.games:
        kind.check(one)
    return limit


def make(spec: str, game: Game, *, seed: int | None = None) -> Agent:
    """An agent from its name and, after a colon, its limit.

    `uct:1s` may think a second, `uct:5000` has 5000 iterations, `alphabeta:4` looks 4 plies ahead. Raises
    AgentError for a name or a limit that does not exist. An agent of a match has an agent for each of its games.
    """
    kind, limit = _read(spec)
    if isinstance(game, Match):
        series = MatchSearcher if issubclass(kind, Searcher) else MatchAgent
        return series(game, lambda one, seed: kind(one, limit, seed=seed), limit, seed=seed)
    return kind(game, limit, seed=seed)


def _read(spec: str) -> tuple[type[Agent], Limit]:
    """The kind and the limit of an agent. Raises AgentError."""
    name, _, limit = spec.partition(":")
    name = name.strip().lower()
    kind = _KINDS.get(_SYNONYMS.get(name, name))
    if kind is None:
        raise AgentError(f"there is no agent {name!r}; there are {', '.join(_KINDS)}")
    return kind, parse_limit(limit)
