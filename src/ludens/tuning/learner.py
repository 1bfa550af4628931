"""Heuristics that a game teaches who plays it: terms that its rules speak of, and what patterns of pieces are worth.

Patterns learn first from very many games that are played a ply ahead (`ludens.tuning.temporal`). With what they say an
agent searches and plays against itself, with some moves at random. What its searches found, and how the games ended, is
what its evaluation should have said at once (RootStrap: Veness, Silver, Uther and Blair, "Bootstrapping from game tree
search", 2009; targets mixed with results as in TD(lambda)); the weights are fitted to it (logistic regression; those of
patterns by gradient descent), and the next games are played with them.
"""

from __future__ import annotations

import bisect
import itertools
import math
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.agents import heuristics
from ludens.agents.agent import AgentError, Limit
from ludens.agents.analysis import DECIDED
from ludens.agents.clock import Clock
from ludens.agents.fitting import RIDGE, Values, cross_entropy, likely, logistic
from ludens.agents.informed import Informed
from ludens.agents.material import played
from ludens.agents.proposing import MOBILITY, POINTS, Candidate, candidates, proposed, weighted
from ludens.agents.tuned import Tuning
from ludens.game import State
from ludens.game.single import SingleGame
from ludens.ludemes.metadata.heuristics import HeuristicTerm
from ludens.ludemes.metadata.heuristics.places import CentreProximity, CornerProximity
from ludens.native import own_choices
from ludens.tuning.descent import Rows, Summed, descend
from ludens.tuning.patterns import Patterns
from ludens.tuning.temporal import TemporalLearner

#: the share of the seconds that is for games a ply ahead, of them for patterns of one site alone; and how many of them
#: are played for each that is searched, where seconds do not say it
_AHEAD, _ALONE, _QUICK = 0.5, 0.15, 20
#: how often weights are fitted to what searches found
_ROUNDS: Final = 5
#: the numbers of arrangements that are kept of the last games, and the most positions
_MOST_NUMBERS, _MOST_POSITIONS = 25_000_000, 150_000
#: the share of the seconds that is for games between what was learnt with and without costly terms, their number, the
#: seconds of a move, at least and at most
_MATCH, _USUAL_MATCH, _LEAST_MOVE, _MOST_MOVE = 0.2, 30, 0.002, 0.02
#: plies that are looked ahead, as far as a search takes no more seconds
_DEPTH: Final = 3
_SLOW: Final = 0.005
#: the share of moves at random, and of the usual plies of a game those that may be random at its beginning
_RANDOM, _BEGUN = 0.1, 0.4
#: how much counts what searches found; the rest is how games ended
_SEARCHED: Final = 0.5
#: games of so many times the usual plies, and so many more, end as draws
_LONG, _LONGER = 3, 60
#: one game of so many is not fitted to
_HELD_OUT: Final = 8
#: what tells so little more is left out
_GAIN: Final = 0.0003
#: of more positions about so many say which terms tell something
_ENOUGH: Final = 3000
#: how many matches there are
_MATCHES: Final = 3
#: a point of the first evaluation says so much at least of who wins
_LEAST: Final = 0.05
#: the random games that tell how long games are
_USUAL, _PLY_LIMIT = 20, 1000
#: those that tell which patterns there are, and how many plies of each
_SEEN, _SEEN_PLIES = 60, 30
#: what patterns are worth is written in such parts of a point
_UNIT: Final = 0.01

Report = Callable[[int], object]


def tune(
    game: SingleGame, seconds: float = 60.0, *, games: int | None = None, seed: int = 1, report: Report = lambda n: None
) -> Tuning | None:
    """Play for so many seconds, or `games` games, and tell what was learnt; None where no term tells anything.

    A part of them goes into games between what was learnt with and without terms that take long to say; where `games`
    says how many are searched, there are none, and so many times as many are played a ply ahead. Fitting weights to
    what was played takes some seconds more. `report` is called with the number of games so far, now and then. Raises
    AgentError where alpha-beta search does not play the game, or not two players do.
    """
    check(game)
    with own_choices(seed):
        learner = _HeuristicLearner(game, seed, report)
        learner.look_ahead(_AHEAD * seconds, None if games is None else _QUICK * games)
        for number in range(1, _ROUNDS + 1):
            until = time.perf_counter() + (1 - _AHEAD - _MATCH) * seconds / _ROUNDS
            while time.perf_counter() < until and (games is None or learner.searched < games * number // _ROUNDS):
                learner.play()
            learner.fit()
        if games is None:
            learner.settle(_MATCH * seconds)
    return learner.tuning


def check(game: SingleGame) -> None:
    """Raises AgentError where nothing can be learnt of a game this way."""
    Informed.check(game)
    if game.num_players != 2:
        raise AgentError(f"searches teach games for two players, and {game.name} has {game.num_players}")


class _TunedPlayer(Informed):
    """Alpha-beta search with heuristics that are given as text."""

    kind = ""

    def __init__(self, game: SingleGame, text: str | None, seed: int, limit: Limit | None = None) -> None:
        self._evaluation = heuristics.Evaluation(game, text) if text is not None else None
        super().__init__(game, limit, seed=seed)

    def evaluation(self) -> heuristics.Evaluation | None:
        return self._evaluation


@dataclass
class _TermGame:
    """Positions of a game, as the first player sees them: what terms and whose turn it is say, which arrangements there
    are, what searches found, and what the game's result was, 0 to 1."""

    terms: list[Values] = field(default_factory=list)
    rows: list[Rows] = field(default_factory=list)
    values: list[float] = field(default_factory=list)
    result: float = 0.5
    #: what should have been said of them
    targets: Values = field(default_factory=lambda: np.zeros(0))


class _HeuristicLearner:
    """Plays a game against itself, and learns from it."""

    def __init__(self, game: SingleGame, seed: int, report: Report) -> None:
        #: how many games were played, and of them with searches
        self.game, self.games, self.searched = game, 0, 0
        self._report = report
        #: what was learnt
        self.tuning: Tuning | None = None
        self._rng = np.random.default_rng(seed)
        self._terms = _terms(game)
        text = heuristics.written(term.text for term in self._terms)
        self._evaluation = heuristics.Evaluation(game, text)
        self._usual = float(np.mean([played(game, game.start(seed=n), _PLY_LIMIT) for n in range(_USUAL)]))
        #: those of one site come first
        self._patterns = self._varying_patterns()
        self._learnt = self._narrow = _PatternWeights.nothing(self._patterns)
        #: what games a ply ahead taught, as weights and as text, and of how many positions
        self._learnt_ahead, self._ahead, self._positions = self._learnt, "", 0
        self._games: list[tuple[int, _TermGame]] = []
        #: how much a point of the evaluation says of who wins; None before the first fit
        self._point: float | None = None
        #: who plays, and how many plies ahead, once games a ply ahead were played
        self._player: _TunedPlayer
        self._depth: int

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

    def _varying_patterns(self) -> Patterns:
        """The patterns that are not the same in all positions of some random games."""
        patterns, rows = Patterns(self.game), list[Rows]()
        for _ in range(_SEEN):
            state = self._begun()
            for _ in range(_SEEN_PLIES):
                if state.is_over:
                    break
                rows.append(patterns.row(state))
                moves = state.legal_moves()
                state.play(moves[int(self._rng.integers(len(moves)))])
        return patterns.varying(np.array(rows)) if rows else patterns

    def look_ahead(self, seconds: float, games: int | None) -> None:
        """Learn what patterns are worth from games a ply ahead, those of more than one site and single ones apart."""
        wider = any(len(place) > 1 for place in self._patterns.places)
        if wider:
            self._narrow = self._taught(self._patterns.sites(), _ALONE * seconds, games)[0]
            seconds *= 1 - _ALONE
        self._learnt, deviation = self._taught(self._patterns, seconds, games)
        self._learnt_ahead = self._learnt
        if not wider:
            self._narrow = self._learnt
        if deviation:
            self._point = deviation / POINTS
            terms = self._learnt.patterns.terms(self._learnt.values / self._point, _UNIT)
            self._ahead = heuristics.written(terms) if terms else ""
        self._player = _TunedPlayer(self.game, self._ahead or self._proposed(), self.games)
        self._depth = self._affordable()

    def _proposed(self) -> str | None:
        """What random games propose, where games a ply ahead teach nothing."""
        proposal = proposed(self.game)
        return None if proposal is None else proposal.text

    def _taught(self, patterns: Patterns, seconds: float, games: int | None) -> tuple[_PatternWeights, float]:
        """What patterns are worth by games a ply ahead, and how far apart positions are then."""
        learnt, teacher = _PatternWeights.nothing(patterns), TemporalLearner(patterns)
        until = time.perf_counter() + seconds
        while patterns.places and time.perf_counter() < until and (games is None or teacher.games < games):
            state = self._begun()
            if state.is_over:
                continue
            teacher.play(state, self._longest)
            self.games += 1
            if teacher.games % _QUICK == 0:
                self._report(self.games)
        self._positions += teacher.positions
        return learnt._replace(weights=teacher.weights), teacher.deviation

    @property
    def _longest(self) -> int:
        """The plies of a game, at most."""
        return int(_LONG * self._usual) + _LONGER

    def play(self) -> None:
        """Play a game with searches."""
        state, now = self._begun(), _TermGame()
        for _ in range(self._longest):
            if state.is_over:
                break
            move, value = self._searched(state, self._depth)
            first, second = self._evaluation.terms(state).T
            now.terms.append(np.append(first - second, 1.0 if state.mover == 1 else -1.0))
            now.rows.append(self._patterns.row(state))
            now.values.append(value)
            moves = state.legal_moves()
            state.play(moves[int(self._rng.integers(len(moves)))] if self._rng.random() < _RANDOM else moves[move])
        if state.winner in (1, 2):
            now.result = float(state.winner == 1)
        if now.values:
            self._games.append((self.searched, now))
        self.games += 1
        self.searched += 1
        self._report(self.games)

    def fit(self) -> None:
        """Fit weights to the last games, and go on with them."""
        self._forget()
        self._expect()
        fitted = self._fitted(self._groups(), self._learnt)
        if fitted is not None:
            self.tuning, self._point, self._learnt = fitted.tuning, fitted.point, fitted.learnt
            self._player = _TunedPlayer(self.game, fitted.tuning.text, self.games)

    def settle(self, seconds: float) -> None:
        """Leave out what takes long to say, if what is learnt without it wins: how many moves there are, and patterns
        of more than one site; then what searches taught."""
        groups, learnt = self._groups(), self._learnt
        cheap = [group for group in groups if all(self._terms[number].text != MOBILITY for number in group)]
        for costs, narrow in ((MOBILITY[1:-1], False), (r"\(pattern \{\{\d+ ", True)):
            if self.tuning is not None and re.search(costs, self.tuning.text):
                fewer, ahead = (groups, self._narrow) if narrow else (cheap, learnt)
                fitted = self._fitted(fewer, ahead)
                if fitted is not None and self._wins(fitted.tuning.text, self.tuning.text, seconds / _MATCHES):
                    self.tuning, groups, learnt = fitted.tuning, fewer, fitted.learnt
        if self._ahead and (self.tuning is None or self._wins(self._ahead, self.tuning.text, seconds / _MATCHES)):
            self.tuning = self._looked_ahead(self._ahead)

    def _looked_ahead(self, text: str) -> Tuning:
        """What games a ply ahead taught, and how well that tells what searches found."""
        loss = untold = 0.0
        if self._games:
            rows = self._rows(self._patterns)
            loss = cross_entropy(self._learnt_ahead.values[rows.arranged].sum(axis=1), rows.targets)
            untold = cross_entropy(np.zeros(len(rows.targets)), rows.targets)
        return Tuning(text, self.games, self._positions, loss, untold)

    def _wins(self, text: str, other: str, seconds: float) -> bool:
        """Whether some heuristics win more than half of the games against others."""
        end = time.perf_counter() + seconds
        turn = min(max(seconds / (_USUAL_MATCH * max(self._usual, 1.0)), _LEAST_MOVE), _MOST_MOVE)
        players = [_TunedPlayer(self.game, one, self.games, Limit(seconds=turn)) for one in (text, other)]
        points = games = 0.0
        while time.perf_counter() < end:
            begun = self._begun()
            for seat in (1, 2):
                state = begun.copy()
                for _ in range(self._longest):
                    if state.is_over or time.perf_counter() >= end:
                        break
                    state.play(players[state.seat != seat].choose(state))
                else:
                    points, games = points + 0.5, games + 1
                if state.is_over:
                    points += {seat: 1.0, 3 - seat: 0.0}.get(state.seats.seat(state.winner), 0.5)
                    games += 1
                self._report(self.games)
        return 2 * points > games

    def _fitted(self, groups: Sequence[Sequence[int]], learnt: _PatternWeights) -> _FitResult | None:
        """What terms of some groups and patterns are worth by the games that are kept; None where they tell nothing."""
        if not self._games:
            return None
        rows = self._rows(learnt.patterns)
        if not rows.held.any() or rows.held.all() or not rows.targets.std():
            return None
        alone = _TermFit(rows.values, rows.targets, rows.held, groups)
        weights, loss, worth = alone.weights(), alone.loss, np.zeros(0)
        arranged = self._arranged(rows, groups, learnt)
        if arranged.loss < loss - _GAIN:
            weights, loss, learnt = arranged.weights, arranged.loss, arranged.learnt
            worth = learnt.values
        sums = rows.values[:, :-1] @ weights[:-1] + (worth[rows.arranged].sum(axis=1) if len(worth) else 0.0)
        point = float(sums.std()) / POINTS
        if not point or loss >= alone.untold:
            return None
        texts = weighted(self._terms, weights[:-1] / point)
        if len(worth):
            texts += learnt.patterns.terms(worth / point, _UNIT)
        positions = self._positions + len(rows.values)
        return _FitResult(Tuning(heuristics.written(texts), self.games, positions, loss, alone.untold), point, learnt)

    def _rows(self, patterns: Patterns) -> _PatternRows:
        """The positions of the games that are kept, of which there are some; of patterns the first, which are these."""
        played = [one for _, one in self._games]
        return _PatternRows(
            np.array([term for one in played for term in one.terms]),
            np.array([row[: len(patterns.places)] for one in played for row in one.rows]),
            np.concatenate([one.targets for one in played]),
            np.concatenate([np.full(len(one.values), number % _HELD_OUT == 0) for number, one in self._games]),
        )

    def _forget(self) -> None:
        """Leave out the oldest games, where there are more positions than are kept."""
        most = min(_MOST_POSITIONS, _MOST_NUMBERS // max(len(self._patterns.places), 1))
        positions = list(itertools.accumulate(len(one.values) for _, one in reversed(self._games)))
        self._games = self._games[-max(bisect.bisect_right(positions, most), 1) :]

    def _expect(self) -> None:
        """What should have been said of positions: between what searches found and how the games ended."""
        fresh = [one for _, one in self._games if not len(one.targets)]
        if not fresh:
            return
        values = np.concatenate([one.values for one in fresh])
        results = np.concatenate([np.full(len(one.values), one.result) for one in fresh])
        open_ = np.abs(values) < DECIDED
        if self._point is None and open_.any():
            calibrated = logistic(values[open_, None], results[open_], np.array([1e-3]))
            self._point = max(float(calibrated[0]), _LEAST)
        expected = np.where(open_, likely(np.where(open_, values, 0) * (self._point or _LEAST)), values > 0)
        targets = _SEARCHED * expected + (1 - _SEARCHED) * results
        ends = np.cumsum([len(one.values) for one in fresh])
        for one, part in zip(fresh, np.split(targets, ends[:-1]), strict=True):
            one.targets = part

    def _arranged(self, rows: _PatternRows, groups: Sequence[Sequence[int]], learnt: _PatternWeights) -> _JointFit:
        """A fit of terms and patterns together, which goes on from what patterns were worth."""
        before = learnt.summed.sums(rows.arranged, learnt.weights)
        behind = [[1 + number for number in group] for group in groups]
        fit = _TermFit(np.column_stack([before, rows.values]), rows.targets, rows.held, behind, (0,))
        factor, *weights = fit.weights()
        offsets = rows.values @ weights + rows.values[:, -1] * fit.turn
        begun = learnt.weights * max(factor, 0.0)
        arranged, loss = descend(learnt.summed, rows.arranged, offsets, rows.targets, rows.held, begun, self._rng)
        return _JointFit(np.array(weights), learnt._replace(weights=arranged), loss)

    def _groups(self) -> list[list[int]]:
        """The columns that are left out together: those of material, and each of the other terms."""
        material = [number for number, term in enumerate(self._terms) if term.pieces]
        others = [[number] for number, term in enumerate(self._terms) if not term.pieces]
        return [group for group in (material, *others) if group]


class _PatternRows(NamedTuple):
    """Positions: what terms and the turn say, the arrangements, what should have been said, and which are held out."""

    values: Values
    arranged: Rows
    targets: Values
    held: npt.NDArray[np.bool_]


class _PatternWeights(NamedTuple):
    """Patterns, and the weights of their classes."""

    patterns: Patterns
    summed: Summed
    weights: Values

    @property
    def values(self) -> Values:
        """What each arrangement is worth to the first player, by its number."""
        return self.patterns.values(self.weights)

    @classmethod
    def nothing(cls, patterns: Patterns) -> _PatternWeights:
        """Of patterns of which nothing is known."""
        summed = Summed(patterns.classes, patterns.signs, patterns.size)
        return cls(patterns, summed, np.zeros(patterns.size))


class _FitResult(NamedTuple):
    """What was learnt, how much a point says of who wins, and what patterns are worth, or were before where they tell
    nothing."""

    tuning: Tuning
    point: float
    learnt: _PatternWeights


class _JointFit(NamedTuple):
    """The weights of terms, what patterns are worth, and how well both tell rows that they were not fitted to."""

    weights: Values
    learnt: _PatternWeights
    loss: float


class _TermFit:
    """Weights of columns, of which the last, the turn, is `always` there, and others; `groups` are left out that tell
    nothing.

    `loss` is that of the `held` out rows, `untold` without any group.
    """

    def __init__(
        self,
        values: Values,
        targets: Values,
        held: npt.NDArray[np.bool_],
        groups: Sequence[Sequence[int]],
        always: Sequence[int] = (),
    ) -> None:
        self._values, self._targets, self._held = values, targets, held
        self._few = slice(None, None, -(-len(values) // _ENOUGH))
        self._used = set(np.flatnonzero(np.any(values, axis=0)).tolist())
        self._always = [*always, values.shape[1] - 1]
        chosen = list(groups)
        loss = self._lost(chosen)
        while chosen:
            least, number = min((self._lost([x for x in chosen if x is not one]), n) for n, one in enumerate(chosen))
            if least > loss + _GAIN:
                break
            loss = least
            del chosen[number]
        self._columns = self._of(chosen)
        self._fitted = self._newton(values, targets, self._columns)
        learnt = self._newton(values[~held], targets[~held], self._columns)
        self.loss = cross_entropy(values[held][:, self._columns] @ learnt, targets[held])
        self.untold = self._lost([])

    def weights(self) -> Values:
        """The weights of all columns, 0 for those left out, and for the turn."""
        weights = np.zeros(self._values.shape[1])
        weights[self._columns] = self._fitted
        weights[-1] = 0.0
        return weights

    @property
    def turn(self) -> float:
        """What the turn is worth."""
        return float(self._fitted[-1])

    def _of(self, groups: Sequence[Sequence[int]]) -> list[int]:
        return [column for column in (*(x for group in groups for x in group), *self._always) if column in self._used]

    def _lost(self, groups: Sequence[Sequence[int]]) -> float:
        columns, held = self._of(groups), self._held[self._few]
        values, targets = self._values[self._few], self._targets[self._few]
        weights = self._newton(values[~held], targets[~held], columns)
        return cross_entropy(values[held][:, columns] @ weights, targets[held])

    def _newton(self, values: Values, targets: Values, columns: Sequence[int]) -> Values:
        return logistic(values[:, columns], targets, np.full(len(columns), RIDGE))


def _terms(game: SingleGame) -> list[Candidate]:
    """The terms of the rules, but for places that patterns tell better, and how many moves there are."""
    terms = [one for one in candidates(game) if not isinstance(_ludeme(one), CentreProximity | CornerProximity)]
    return terms if any(one.text == MOBILITY for one in terms) else [*terms, Candidate(MOBILITY)]


def _ludeme(term: Candidate) -> HeuristicTerm:
    return heuristics.read(heuristics.written([term.text])).listed[0]
