"""Whether a search by score and material is the better one for a game: looked up in its rules and in random games.

Such a search sees far where pieces are moved and taken; where they are only put down, it is blind to what matters.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from ludens.agents import native
from ludens.game import portable
from ludens.game.single import SingleGame
from ludens.ludemes.booleans.nothing import NoMoves
from ludens.ludemes.ends import ByScore, EndIf
from ludens.native import Limits, own_choices, sources_key, within
from ludens.stage.cache import read_cache, write_cache

if TYPE_CHECKING:
    from ludens.agents.agent import Agent
    from ludens.game import Game, State

SAMPLES: Final = 400
#: what all random games may take, and one of them (`ludens.Limits`); those of Shogi take 2^23 and 2^14
WORK: Final = 1 << 25
WORK_OF_ONE: Final = 1 << 16
PLY_LIMIT: Final = 1000
#: positions are looked at between these shares of a game's usual length
FROM, TO = 0.3, 0.9
#: from this correlation on material tells the winner (that of unrelated numbers has a standard error of 0.05) ...
TELLING: Final = 0.12
#: from this one on it is what a game is about, as in draughts ...
RULING: Final = 0.4
#: ... and below this one, who has less is better off
AGAINST: Final = -0.1
#: pieces added a ply from which on a game is one of putting them down
PLACING: Final = 0.5
_LENGTHS: Final = 20
_sampled: WeakKeyDictionary[Game, Sampled | None] = WeakKeyDictionary()


class Sampled(NamedTuple):
    """What random games tell: whether the evaluation is always the same, or few games last; how the evaluation goes
    with the result, 0 where that is always the same; the pieces added a ply; how many moves there are; the most pieces.
    """

    is_still: bool
    correlation: float
    added: float
    moves: float
    most: int


def decides(agent: Agent) -> bool:
    """Whether a search by score and material is expected to beat one by random playouts in a game of two players.

    It is where pieces are moved rather than put down, where they are taken, and where having more tells who wins, or at
    least is no harm and the game has another aim than the last move. The random games are the same ones each time;
    where they take far more than those of other games, nothing is expected. Where they all end alike, in draws perhaps,
    they tell a search by random games nothing either.
    """
    sample = sampled(agent)
    if sample is None or sample.is_still or sample.added > PLACING or sample.correlation < AGAINST:
        return False
    return sample.correlation > TELLING or not is_of_last_moves(agent.game)


def tells_nothing(agent: Agent) -> bool:
    """Whether pieces are only put down, and who has more of them is no better off for it."""
    sample = sampled(agent)
    return sample is not None and sample.added > PLACING and abs(sample.correlation) < TELLING


def sampled(agent: Agent) -> Sampled | None:
    """What random games tell, which are played once; None where they take far more than those of other games."""
    game = agent.game
    if game not in _sampled:
        _sampled[game] = _cached(agent, game.digest) if isinstance(game, SingleGame) else _played(agent)
    return _sampled[game]


def _cached(agent: Agent, digest: str) -> Sampled | None:
    """What the cache has of them, in which they are kept with the compiled game."""
    key = portable.digest("sampled", sources_key("agents"), digest)
    cached = read_cache(key)
    if cached is not None:
        return Sampled(*json.loads(cached))
    sample = _played(agent)
    if sample is not None:
        write_cache(key, json.dumps(sample).encode())
    return sample


def _played(agent: Agent) -> Sampled | None:
    return within(WORK, lambda: _RandomGames(agent).summary())


def whole(agent: Agent) -> int:
    """The most pieces that a game has, where they are moved and taken and who has more tends to win; else 0."""
    sample = sampled(agent) if agent.game.num_players == 2 else None
    if sample is None or sample.added > PLACING or sample.correlation < RULING:
        return 0
    return sample.most


def is_of_last_moves(game: Game) -> bool:
    """Whether a game ends in no other way than with a player who has no move, and nobody counts then who has more."""
    rules = [one for one in game.ludemes() if isinstance(one, EndIf | ByScore)]
    return all(isinstance(rule, EndIf) and isinstance(rule.condition, NoMoves) for rule in rules)


class _RandomGames:
    """Random games, each looked at on its way and at its end."""

    def __init__(self, agent: Agent) -> None:
        self.game, self._information = agent.game, agent.information
        self._rng = np.random.default_rng(1)
        with own_choices(int(self._rng.integers(1 << 63))):
            usual = float(np.mean([self._run(self._start(n), PLY_LIMIT) for n in range(_LENGTHS)]))
            samples = [self._sample(n, int(usual * self._rng.uniform(FROM, TO))) for n in range(SAMPLES)]
        sampled = np.array([sample for sample in samples if sample is not None]).reshape(-1, 5)
        self.values, self.results, self._added, self._moves, self._pieces = sampled.T

    def _start(self, number: int) -> State:
        return self.game.start(seed=number)

    def _run(self, state: State, plies: int) -> int:
        """Make so many random moves; gives how many there were."""
        return played(self.game, state, plies)

    def _count(self, state: State) -> int:
        """How many moves there are. Raises LimitExceeded where listing them takes too much."""
        with Limits(work=WORK_OF_ONE):
            return len(self.game.fast.legal(state))

    def _sample(self, number: int, plies: int) -> tuple[float, float, float, float, int] | None:
        """After so many plies the evaluation for the first player, at the end the result, the pieces added a ply, how
        many moves there were, and how many pieces there or at the start, if these were more.

        None where the game was over before.
        """
        state = self._start(number)
        before = _pieces(state)
        made = self._run(state, max(plies, 1))
        if state.is_over:
            return None
        value = native.evaluate(self._information, state, 1)
        pieces, moves = _pieces(state), self._count(state)
        self._run(state, PLY_LIMIT)
        first, second, *_ = state.seats.by_seat(state.ranking)
        return value, second - first, (pieces - before) / made, moves, max(before, pieces)

    def summary(self) -> Sampled:
        values, results = self.values, self.results
        still = len(values) < SAMPLES // 4 or not values.std()
        correlation = 0.0 if still or not results.std() else float(np.corrcoef(values, results)[0, 1])
        added, moves = (float(one.mean()) if len(one) else 0.0 for one in (self._added, self._moves))
        return Sampled(bool(still), correlation, added, moves, int(self._pieces.max(initial=0)))


def played(game: Game, state: State, plies: int) -> int:
    """Make so many random moves; gives how many there were. Raises LimitExceeded where they take too much."""
    with Limits(work=WORK_OF_ONE):
        return game.fast.playout(state, plies)


def _pieces(state: State) -> int:
    """How many pieces the players have."""
    return int(np.sum(state.field("owned_count")))
