"""Players for any game: random, greedy and worst (one ply), alpha-beta, Monte-Carlo tree search,
and best-first search by territory.

An agent is one module of this package, which declares what others need to know of it. Other packages add theirs as
entry points of the group `ludens.agents`, and a folder that is appended to `ludens.agents.__path__` may hold more.

>>> import ludens
>>> from ludens import agents
>>> game = ludens.load("Tic-Tac-Toe")
>>> agents.make("uct:200", game).choose(game.start(seed=1)) in game.start(seed=1).legal_moves()
True
"""

from __future__ import annotations

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Final
from weakref import WeakKeyDictionary

from ludens import plugins
from ludens.agents import champion, strongest_table, tuned
from ludens.agents.agent import TABLE, Agent, AgentError, Limit, parse_limit
from ludens.agents.alphabeta import AlphaBeta
from ludens.agents.analysis import Analysis, Examined
from ludens.agents.best_first import BestFirst
from ludens.agents.clock import Clock
from ludens.agents.forest import Forest, ForestResult
from ludens.agents.heuristic import Heuristic
from ludens.agents.search import Searcher
from ludens.agents.series import MatchAgent, MatchSearcher
from ludens.agents.simple import Greedy, Random, Worst
from ludens.agents.tuned import Tuned
from ludens.agents.uct import Uct
from ludens.game import Game
from ludens.game.match import Match

__all__ = [
    "Agent", "AgentError", "AlphaBeta", "Analysis", "BestFirst", "Clock", "Examined", "Forest", "ForestResult",
    "Greedy", "Heuristic", "Limit", "Random", "Searcher", "Uct", "Worst", "allround", "check", "kind_of", "kinds",
    "make", "named", "names", "ruled", "strongest",
]  # fmt: skip

#: how an agent is given where it is to be whoever plays a game best
STRONGEST: Final = "strongest"


def kinds() -> dict[str, type[Agent]]:
    """The kinds of agents that there are by their names, the strongest first.

    Raises AgentError for a module of agents that cannot be imported, and names it.

    >>> kinds()["uct"].title
    'Monte-Carlo tree search'
    """
    for name in (f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__)):
        try:
            import_module(name)
        except ImportError as error:
            raise AgentError(f"the module of agents {name} cannot be imported: {error}") from error
    try:
        plugins.load_all("agents")
    except ImportError as error:
        raise AgentError(f"a package that adds agents cannot be imported: {error}") from error
    return dict(sorted(Agent.registry.items(), key=lambda item: -item[1].strength))


def names(game: Game | None = None) -> list[str]:
    """The agents that `make` knows, the strongest first, without synonyms such as easy (random) and hard (greedy).

    Of a game, those that `check` lets pass. Those that are read from files, such as `net:PATH`, are not among them;
    `solved` and `tuned` are among those of games that somebody solved or tuned here.
    """
    choosable = {name: kind for name, kind in kinds().items() if not kind.from_file}
    if game is None:
        return [name for name, kind in choosable.items() if not kind.needs]
    return [name for name, kind in choosable.items() if _plays(kind, game)]


def _plays(kind: type[Agent], game: Game) -> bool:
    try:
        for one in game.games:
            kind.check(one)
    except AgentError:
        return False
    return True


_strongest: WeakKeyDictionary[Game, str] = WeakKeyDictionary()


def strongest(game: Game) -> str:
    """The name of the agent that is expected to play a game best.

    Where the game is solved it is `solved`. Otherwise it is the agent that won games here (`ludens.agents.champion`);
    of the library's games, the one that won games elsewhere (`tuned`, or see `ludens.agents.strongest_table`); of other
    games, the strongest of those that play and suit it.
    """
    if game not in _strongest:
        names = {_strongest_of(one) for one in game.games}
        _strongest[game] = names.pop() if len(names) == 1 else allround()
    return _strongest[game]


def _strongest_of(game: Game) -> str:
    solved = (name for name, kind in kinds().items() if kind.needs == TABLE and _plays(kind, game) and kind.suits(game))
    return next(solved, None) or _champion(game) or expected(game)


def expected(game: Game) -> str:
    """What `strongest` gives for a game that is not solved and has no champion here."""
    return Tuned.kind if tuned.shipped(game) else strongest_table.agent_of(game) or ruled(game)


def _champion(game: Game) -> str | None:
    """The agent that won games here; None where none were played, or it is gone, as agents of somebody's own may be."""
    best = champion.read_champion(game)
    return best.agent if best is not None and best.agent in names(game) else None


def forget(game: Game) -> None:
    """Let `strongest` look again who plays a game best."""
    _strongest.pop(game, None)


def ruled(game: Game) -> str:
    """What `strongest` gives for a game that is in no table: the strongest of the agents that play and suit it.

    It is `territory` where that plays. In games without chance for two, whose pieces are moved and taken, it is
    `informed` where heuristics predict the results of random games, and `alphabeta` where they do not
    (`ludens.agents.material` decides; it plays some random games the first time). Otherwise it is `uct`.
    """
    return next(name for name in names(game) if kinds()[name].suits(game))


def allround() -> str:
    """The name of the agent that plays almost any game, and well: `uct`."""
    return next(name for name, kind in kinds().items() if kind.allround)


def check(spec: str, game: Game) -> Limit:
    """The limit of an agent, given as for `make`, which is not made. Raises AgentError where it does not play a game.

    Unlike `make` it takes no agent that can do no more than choose at random, as most do where players move at once.
    """
    spec = full_spec(spec, game)
    kind, text = kind_of(spec), spec.partition(":")[2]
    return [kind.check_text(text, one) for one in game.games][-1]


def make(spec: str, game: Game, *, seed: int | None = None) -> Agent:
    """An agent from its name and, after a colon, its limit.

    `uct:1s` may think a second, `uct:5000` has 5000 iterations, `alphabeta:4` looks 4 plies ahead, and
    `strongest:1s:threads=2` is whoever plays the game best. An agent of a match has an agent for each of its games.
    Raises AgentError for a name or a limit that does not exist.
    """
    spec = full_spec(spec, game)
    kind, text = kind_of(spec), spec.partition(":")[2]
    if isinstance(game, Match):
        series = MatchSearcher if issubclass(kind, Searcher) else MatchAgent
        return series(game, lambda one, seed: kind.from_text(text, one, seed=seed), seed=seed)
    return kind.from_text(text, game, seed=seed)


def full_spec(spec: str, game: Game) -> str:
    """An agent, given as for `make`, by its own name, where it is given as the `strongest` of a game.

    Raises AgentError for a count: iterations of one agent are plies of another.

    >>> import ludens
    >>> full_spec("strongest:1s", ludens.load("Amazons"))
    'territory:1s'
    """
    name, colon, text = spec.partition(":")
    if name.strip().lower() != STRONGEST:
        return spec
    if parse_limit(text).count is not None:
        raise AgentError(
            f"{spec}: the strongest agent counts something else in each game; give it seconds (strongest:1s)"
        )
    return f"{strongest(game)}{colon}{text}"


def kind_of(spec: str) -> type[Agent]:
    """The class of an agent, given as for `make`. Raises AgentError where there is none of this name.

    `strongest` is none: it is another one in each game (`full_spec`).
    """
    name = spec.partition(":")[0].strip().lower()
    if name == STRONGEST:
        raise AgentError("the strongest agent is another one in each game: name one, or leave it out")
    kind = _kind_called(name, Agent.registry) or _kind_called(name, kinds())
    if kind is None:
        raise AgentError(f"there is no agent {name!r}; there are {', '.join(kinds())}")
    return kind


def _kind_called(name: str, registry: Mapping[str, type[Agent]]) -> type[Agent] | None:
    return registry.get(name) or next((kind for kind in registry.values() if name in kind.synonyms), None)
