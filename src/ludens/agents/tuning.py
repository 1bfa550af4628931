"""Heuristics that a game's own searches teach: terms that its rules speak of, and what sites are worth to pieces.

An agent plays against itself, with some moves at random. What its searches found, and how the games ended, is what its
evaluation should have said at once (RootStrap: Veness, Silver, Uther and Blair, "Bootstrapping from game tree search",
2009; targets mixed with results as in TD(lambda)); the weights are fitted to it (logistic regression), and the next
games are played with them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import numpy.typing as npt

from ludens.agents import heuristics
from ludens.agents.agent import AgentError
from ludens.agents.analysis import DECIDED
from ludens.agents.clock import Clock
from ludens.agents.fitting import RIDGE, Values, cross_entropy, likely, logistic
from ludens.agents.informed import Informed
from ludens.agents.material import played
from ludens.agents.proposing import MOBILITY, POINTS, Candidate, candidates, proposed, told
from ludens.agents.squares import Squares
from ludens.agents.tuned import Tuning
from ludens.game import State
from ludens.game.single import SingleGame
from ludens.ludemes.metadata.heuristics import HeuristicTerm
from ludens.ludemes.metadata.heuristics.places import CentreProximity, CornerProximity
from ludens.native import own_choices

#: how often weights are fitted, to the games since the fit before the last
_ROUNDS: Final = 4
#: plies that are looked ahead, as far as a search takes no more seconds
_DEPTH: Final = 3
_SLOW: Final = 0.005
#: the share of moves at random, and of the usual plies of a game those that may be random at its beginning
_RANDOM, _BEGUN = 0.1, 0.4
#: how much counts what searches found; the rest is how games ended
_SEARCHED: Final = 0.5
#: games of so many times the usual plies, and so many more, end as draws
_LONG, _LONGER = 3, 60
#: how strongly the worth of sites is kept small: as tells positions best that were not fitted to
_RIDGES: Final = (2.0, 8.0, 30.0, 100.0, 400.0, 1500.0)
#: one game of so many is not fitted to
_HELD_OUT: Final = 4
#: what tells so little more is left out
_GAIN: Final = 0.0003
#: of more positions about so many say which terms tell something
_ENOUGH: Final = 3000
#: a point of the first evaluation says so much at least of who wins
_LEAST: Final = 0.05
#: the random games that tell how long games are
_USUAL, _PLY_LIMIT = 20, 1000

Report = Callable[[int], object]


def tune(
    game: SingleGame, seconds: float = 60.0, *, games: int | None = None, seed: int = 1, report: Report = lambda n: None
) -> Tuning | None:
    """Play for so many seconds, or `games` games, and tell what was learnt; None where no term tells anything.

    Fitting weights to what was played takes some seconds more. `report` is called with the number of games so far.
    Raises AgentError where alpha-beta search does not play the game, or not two players do.
    """
    check(game)
    with own_choices(seed):
        learner = _Learner(game, seed)
        for number in range(1, _ROUNDS + 1):
            until = time.perf_counter() + seconds / _ROUNDS
            while time.perf_counter() < until and (games is None or learner.games < games * number // _ROUNDS):
                learner.play()
                report(learner.games)
            learner.fit()
    return learner.found


def check(game: SingleGame) -> None:
    """Raises AgentError where nothing can be learnt of a game this way."""
    Informed.check(game)
    if game.num_players != 2:
        raise AgentError(f"searches teach games for two players, and {game.name} has {game.num_players}")


class _Player(Informed):
    """Alpha-beta search with heuristics that are given as text."""

    kind = ""

    def __init__(self, game: SingleGame, text: str | None, seed: int) -> None:
        self._found = heuristics.evaluation(game, heuristics.read(text)) if text is not None else None
        super().__init__(game, seed=seed)

    def evaluation(self) -> heuristics.Evaluation | None:
        return self._found


@dataclass
class _Played:
    """Positions of games, as the first player sees them: what terms and squares say and whose turn it is, what a search
    found, what the game's result was, 0 to 1, and the game's number."""

    terms: list[Values] = field(default_factory=list)
    found: list[float] = field(default_factory=list)
    results: list[float] = field(default_factory=list)
    games: list[int] = field(default_factory=list)


class _Learner:
    """Plays a game against itself, and learns from it."""

    def __init__(self, game: SingleGame, seed: int) -> None:
        self.game, self.games = game, 0
        #: what was learnt
        self.found: Tuning | None = None
        self._rng = np.random.default_rng(seed)
        self._terms, self._squares = _terms(game), Squares(game)
        text = heuristics.written(term.text for term in self._terms)
        self._evaluation = heuristics.Evaluation(game, heuristics.read(text))
        self._usual = float(np.mean([played(game, game.start(seed=n), _PLY_LIMIT) for n in range(_USUAL)]))
        self._now, self._before = _Played(), _Played()
        #: how much a point of the evaluation says of who wins; None before the first fit
        self._point: float | None = None
        proposal = proposed(game)
        self._player = _Player(game, None if proposal is None else proposal.text, seed)
        self._depth = self._affordable()

    def _affordable(self) -> int:
        """How many plies ahead searches look."""
        for depth in range(_DEPTH, 1, -1):
            began, states = time.perf_counter(), [self._begun() for _ in range(_USUAL)]
            for state in states:
                if not state.is_over:
                    self._searched(state, depth)
            if time.perf_counter() - began < _SLOW * len(states):
                return depth
        return 1

    def _begun(self) -> State:
        """A game after some random moves."""
        state = self.game.start(seed=int(self._rng.integers(1 << 30)))
        played(self.game, state, int(self._rng.integers(max(3, int(self._usual * _BEGUN)))))
        return state

    def _searched(self, state: State, depth: int) -> tuple[int, float]:
        """The number of the best move, and what it is worth to the first player."""
        search = self._player.explore(state)
        search.run(Clock(math.inf), depth, lambda: None)
        best = search.best()
        return best, float(search.values[best]) * (1 if state.mover == 1 else -1)

    def play(self) -> None:
        """Play a game."""
        state, now = self._begun(), self._now
        for _ in range(int(_LONG * self._usual) + _LONGER):
            if state.is_over:
                break
            move, value = self._searched(state, self._depth)
            now.terms.append(self._told(state))
            now.found.append(value)
            moves = state.legal_moves()
            state.play(moves[int(self._rng.integers(len(moves)))] if self._rng.random() < _RANDOM else moves[move])
        result = float(state.winner == 1) if state.winner in (1, 2) else 0.5
        positions = len(now.terms) - len(now.results)
        now.results += [result] * positions
        now.games += [self.games] * positions
        self.games += 1

    def _told(self, state: State) -> Values:
        """What terms, squares and the turn say of a position."""
        first, second = self._evaluation.terms(state).T
        return np.concatenate([first - second, self._squares.lead(state), [1.0 if state.mover == 1 else -1.0]])

    def fit(self) -> None:
        """Fit weights to the games since the fit before the last, and go on with them."""
        parts = [part for part in (self._before, self._now) if part.terms]
        if not parts:
            return
        values = np.concatenate([np.array(part.terms) for part in parts])
        found, results = (np.concatenate([getattr(part, name) for part in parts]) for name in ("found", "results"))
        held = np.concatenate([part.games for part in parts]) % _HELD_OUT == 0
        self._before, self._now = self._now, _Played()
        wanted = self._wanted(found, results)
        if not held.any() or held.all() or not wanted.std():
            return
        fit = _Fit(values, wanted, held, self._groups())
        weights = fit.weights()
        spread = float((values @ weights).std())
        if not spread or fit.loss >= fit.untold:
            return
        weights *= POINTS / spread
        self._point = spread / POINTS
        count = len(self._terms)
        texts = told(self._terms, weights[:count])
        if weights[count:-1].any():
            texts.append(self._squares.told(weights[count:-1]))
        text = heuristics.written(texts)
        self.found = Tuning(text, self.games, len(values), fit.loss, fit.untold)
        self._player = _Player(self.game, text, self.games)

    def _wanted(self, found: Values, results: Values) -> Values:
        """What should have been said of positions: between what searches found and how the games ended."""
        open_ = np.abs(found) < DECIDED
        if self._point is None and open_.any():
            calibrated = logistic(found[open_, None], results[open_], np.array([1e-3]))
            self._point = max(float(calibrated[0]), _LEAST)
        expected = np.where(open_, likely(np.where(open_, found, 0) * (self._point or _LEAST)), found > 0)
        wanted: Values = _SEARCHED * expected + (1 - _SEARCHED) * results
        return wanted

    def _groups(self) -> list[list[int]]:
        """The columns that are left out together: those of material, each of the other terms, the squares."""
        count = len(self._terms)
        material = [number for number, term in enumerate(self._terms) if term.pieces]
        others = [[number] for number, term in enumerate(self._terms) if not term.pieces]
        return [group for group in (material, *others, list(range(count, count + self._squares.size))) if group]


class _Fit:
    """Weights of columns, the last of which, the turn, is always there; `groups` are left out that tell nothing.

    The last group is that of the squares. `loss` is that of the `held` out rows, `untold` without any group.
    """

    def __init__(
        self, values: Values, wanted: Values, held: npt.NDArray[np.bool_], groups: Sequence[Sequence[int]]
    ) -> None:
        self._values, self._wanted, self._held = values, wanted, held
        self._few = slice(None, None, -(-len(values) // _ENOUGH))
        self._used = set(np.flatnonzero(np.any(values, axis=0)).tolist())
        self._squares = set(groups[-1])
        chosen = list(groups)
        self.loss, self._ridge = min((self._lost(chosen, ridge), ridge) for ridge in _RIDGES)
        while chosen:
            loss, least = min(
                (self._lost([one for one in chosen if one is not group], self._ridge), number)
                for number, group in enumerate(chosen)
            )
            if loss > self.loss + _GAIN:
                break
            self.loss = loss
            del chosen[least]
        self._chosen, self.untold = chosen, self._lost([], self._ridge)

    def weights(self) -> Values:
        """The weights of all columns, 0 for those left out, and for the turn."""
        columns = self._columns(self._chosen)
        weights = np.zeros(self._values.shape[1])
        weights[columns] = self._fitted(self._values[:, columns], self._wanted, columns, self._ridge)
        weights[-1] = 0.0
        return weights

    def _columns(self, groups: Sequence[Sequence[int]]) -> list[int]:
        return [*(column for group in groups for column in group if column in self._used), self._values.shape[1] - 1]

    def _lost(self, groups: Sequence[Sequence[int]], ridge: float) -> float:
        columns, held = self._columns(groups), self._held[self._few]
        values, wanted = self._values[self._few][:, columns], self._wanted[self._few]
        weights = self._fitted(values[~held], wanted[~held], columns, ridge)
        return cross_entropy(values[held] @ weights, wanted[held])

    def _fitted(self, values: Values, wanted: Values, columns: Sequence[int], ridge: float) -> Values:
        small = np.array([ridge if column in self._squares else RIDGE for column in columns])
        return logistic(values, wanted, small)


def _terms(game: SingleGame) -> list[Candidate]:
    """The terms of the rules, but for places that squares tell better, and how many moves there are."""
    found = [one for one in candidates(game) if not isinstance(_ludeme(one), CentreProximity | CornerProximity)]
    return found if any(one.text == MOBILITY for one in found) else [*found, Candidate(MOBILITY)]


def _ludeme(term: Candidate) -> HeuristicTerm:
    return heuristics.read(heuristics.written([term.text])).listed[0]
