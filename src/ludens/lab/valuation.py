"""What players may expect of positions: the mean of the points in random games from there, or what a search finds."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from ludens import agents
from ludens.game import Game, Move, State
from ludens.game.match import Match
from ludens.game.seats import seated
from ludens.game.single import SingleGame
from ludens.lab.evidence import Course, points
from ludens.lab.random_games import by_player
from ludens.native import own_choices

#: who judges: random games, the evaluation of an agent that has one, or an agent such as `uct:50`
RANDOM, HEURISTIC = "random", "heuristic"
#: positions of a game that are looked at
LOOKS: Final = 16
#: random games from a position at most, and how many are played between two looks at what they say
PLAYED, PORTION = 64, 16
#: random games after each move, and of how many moves at most, where moves of one position are compared
AFTER, AFTER_PORTION, MOVES = 32, 8, 12
#: moves within this part of the range from the best are nearly as good
NEAR: Final = 0.25
_WORD: Final = 1 << 63

Values = npt.NDArray[np.float64]


class Value(NamedTuple):
    """What each seat may expect of a position, and the variance of what is said of it."""

    expected: Values
    variance: Values


class Judge(Protocol):
    """Who says what players may expect of positions of one game that are not over."""

    def value(self, state: State, *, quick: bool = False) -> Value:
        """What is expected; `quick` where it is one of many moves that are compared."""


def judge_of(game: Game, spec: str, seed: int, number: int) -> Judge:
    """The judge of that name for the game number `number`. Raises AgentError."""
    check(game, spec)
    if spec == RANDOM:
        return RandomGames(game, np.random.default_rng([seed & (1 << 64) - 1, 1, number]))
    return Searched(game, at_a_glance(game) if spec == HEURISTIC else spec, seed + number)


def check(game: Game, spec: str) -> None:
    """Raises AgentError where there is no such judge, or none of this game."""
    if spec == RANDOM:
        return
    if game.num_players != 2 or game.is_simultaneous:
        raise agents.AgentError(f"{spec} judges games of two players in turn; {RANDOM} games judge {game.name}")
    spec = at_a_glance(game) if spec == HEURISTIC else spec
    kind = agents.kind_of(spec)
    if not issubclass(kind, agents.Searcher) or kind.fallible:
        raise agents.AgentError(f"{spec} does not tell what it thinks of a position: it cannot judge")
    limit = agents.check(spec, game)
    if not limit.count:
        raise agents.AgentError(f"{spec} would judge by the clock: an agent with a number is expected, as uct:50")


def at_a_glance(game: Game) -> str:
    """The agent whose evaluation is asked without looking far. Raises AgentError where none evaluates this game."""
    for kind in agents.kinds().values():
        if kind.glance and all(_plays(kind, one) for one in game.games):
            return kind.glance
    raise agents.AgentError(f"no agent evaluates positions of {game.name}")


def _plays(kind: type[agents.Agent], game: Game) -> bool:
    try:
        kind.check(game)
    except agents.AgentError:
        return False
    return True


def judge_for(game: Game, agent: str | None) -> str:
    """Who judges where nobody says it: an agent that plays itself, where it can, else random games."""
    if agent is None:
        return RANDOM
    try:
        check(game, agent)
    except agents.AgentError:
        return RANDOM
    return agent


class RandomGames:
    """Plays random games from a position: `PLAYED`, or fewer where they tell as much as that many of an even one."""

    def __init__(self, game: Game, rng: np.random.Generator) -> None:
        self.game, self._rng = game, rng

    def value(self, state: State, *, quick: bool = False) -> Value:
        most, portion = (AFTER, AFTER_PORTION) if quick else (PLAYED, PORTION)
        points = np.zeros((0, self.game.num_players))
        while len(points) < most:
            points = np.concatenate([points, self._played(state, portion)])
            if _is_enough(points, most):
                break
        return Value(points.mean(axis=0), points.var(axis=0, ddof=1) / len(points))

    def _played(self, state: State, n: int) -> Values:
        """The points of each player in n random games from a position, of shape (n, players)."""
        play = self._rows if isinstance(self.game, SingleGame) else self._matches
        return points(play(state, n), self.game.num_players)

    def _rows(self, state: State, n: int) -> npt.NDArray[np.int32]:
        rows = np.repeat(state.block[None], n, axis=0)
        fields = rows.view(self.game.layout.dtype)[:, 0]
        fields["rng"] = self._rng.integers(_WORD, size=n)
        program = self.game.ready  # type: ignore[attr-defined]  # a SingleGame
        with own_choices(int(self._rng.integers(_WORD))):
            for row in rows:
                program.playout(row)
        return seated(fields, "winner", self.game.num_players)

    def _matches(self, state: State, n: int) -> npt.NDArray[np.int32]:
        assert isinstance(self.game, Match)
        return np.array([self._finished(state.copy()) for _ in range(n)], np.int32)

    def _finished(self, state: State) -> int:
        assert isinstance(self.game, Match)
        return state.seats.seat(self.game.finish(state, self._rng))


def _is_enough(points: Values, most: int) -> bool:
    """Whether the lead is known as surely as by `most` games of an even position that all have a winner."""
    order = np.argsort(points.mean(axis=0))
    lead = points[:, order[-1]] - points[:, order[-2]]
    # one game more, a draw, so that a few equal ones are not taken for all that there is
    error = math.sqrt((float(((lead - lead.mean()) ** 2).sum()) + 1) / len(points)) / math.sqrt(len(points))
    return error <= 1 / math.sqrt(most)


class Searched:
    """An agent that searches each position, for two players in turn."""

    def __init__(self, game: Game, spec: str, seed: int) -> None:
        agent = agents.make(spec, game, seed=seed)
        assert isinstance(agent, agents.Searcher)
        self._agent = agent

    def value(self, state: State, *, quick: bool = False) -> Value:
        self._agent.forget()
        search = self._agent.begin(state)
        search.run(agents.Clock(math.inf), self._agent.limit.count, lambda: None)
        expected = np.full(2, search.analysis().value)
        expected[2 - state.seat] = 1 - expected[0]
        return Value(expected, np.zeros(2))


def course(judge: Judge, game: Game, positions: Sequence[bytes], winner: int, rng: np.random.Generator) -> Course:
    """What is expected in a game that was followed; the positions are those before each of its moves."""
    at = np.unique(np.linspace(0, len(positions) - 1, min(LOOKS, len(positions))).astype(int))
    values = [judge.value(game.from_bytes(positions[k])) for k in at]
    compared = _compared(judge, game.from_bytes(positions[int(rng.integers(len(positions)))]), rng)
    spreads, narrow = ((), ()) if compared is None else ((compared[0],), (compared[1],))
    expected, variance = (np.array([getattr(one, name) for one in values]) for name in ("expected", "variance"))
    return Course(winner, expected, spreads, narrow, variance)


def _compared(judge: Judge, state: State, rng: np.random.Generator) -> tuple[float, float] | None:
    """How much a player's moves of a position differ, and how many are nearly the best; None where there is one only.

    Where players move at once it is one of them, taken at random, and what the others do is random.
    """
    choices = by_player(state.legal_moves())
    mover = int(rng.integers(len(choices)))
    own = choices[mover]
    if len(own) < 2:
        return None
    some = rng.permutation(len(own))[:MOVES]
    means, noise = np.zeros(len(some)), np.zeros(len(some))
    for k, index in enumerate(some.tolist()):
        value = _after(judge, state, _turn(state, choices, mover, own[index], rng))
        means[k], noise[k] = (values[state.seats.seat(own[0].mover) - 1] for values in value)
    best, span = means.max(), means.max() - means.min()
    return float(means.var(ddof=1) - noise.mean()), float((means >= best - NEAR * span).mean())


def _turn(
    state: State, choices: Sequence[Sequence[Move]], mover: int, move: Move, rng: np.random.Generator
) -> Move | list[Move]:
    if not state.is_simultaneous:
        return move
    return [move if k == mover else own[int(rng.integers(len(own)))] for k, own in enumerate(choices)]


def _after(judge: Judge, state: State, turn: Move | list[Move]) -> Value:
    child = state.copy()
    child.play(turn)
    if child.is_over or not child.legal_moves():
        players = state.game.num_players
        winner = child.seats.seat(child.winner)
        return Value(points(np.array([winner], np.int32), players)[0], np.zeros(players))
    return judge.value(child, quick=True)
