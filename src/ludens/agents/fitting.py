"""Weights of terms by which they tell results, and which terms do: logistic regression with forward selection.

A term that tells nothing beside the others is not only useless: it makes near every two positions differ, and a search
that looks for the better one of equals cuts off less and sees less far. So those are chosen, one after the other, that
tell results of positions they were not fitted to better (Guyon and Elisseeff, "An introduction to variable and feature
selection", 2003, section 4.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

Values = npt.NDArray[np.float64]
Seats = npt.NDArray[np.int64]
#: how strongly weights are kept small, unless a term says otherwise
RIDGE: Final = 0.5
#: the same of what seats are worth, whatever happens
_SEATED: Final = 0.01
#: weights of a term's standard deviation below this one are none
_LEAST: Final = 0.02
#: a term must tell so much of what the others leave untold of the results, as a share of the variance
_GAIN: Final = 0.005
#: a correlation that may be chance, and that some terms must exceed
_CHANCE: Final = 0.1
_ROUNDS: Final = 25


class Fit:
    """What terms say of positions, a row for each player of each, and what the players got of them, 0 to 1.

    `ridge` says of each term how strongly its weight is kept small.
    """

    def __init__(self, values: Values, results: Values, num_players: int, ridge: Values) -> None:
        self.values, self.results, self.ridge = values, results, ridge
        number = np.arange(len(results))
        self._seats, self._even = number % num_players, number // num_players % 2 == 0

    def selected(self, groups: Sequence[Sequence[int]], always: Sequence[int] = ()) -> list[int]:
        """The terms of those groups that tell results, each beside the ones chosen before it, and some `always`."""
        chosen, left = list(always), list(groups)
        best = max(self.telling(chosen), _CHANCE)
        while left:
            correlation, group = max(((self.telling([*chosen, *one]), one) for one in left), key=lambda pair: pair[0])
            if _square(correlation) - _square(best) < _GAIN * (1 - _square(best)):
                break
            chosen, best = [*chosen, *group], correlation
            left.remove(group)
        return chosen

    def telling(self, chosen: Sequence[int]) -> float:
        """How some terms go with the results of positions that they were not fitted to: half of them, and the others.

        A correlation within each seat, since of roles that are not alike one may win more often whatever happens.
        """
        return float(np.mean([self._correlation(chosen, half) for half in (self._even, ~self._even)]))

    def weights(self, chosen: Sequence[int]) -> Values:
        """The weights of all terms, fitted to all positions: 0 for those that are not chosen."""
        weights = np.zeros(self.values.shape[1])
        weights[list(chosen)] = self._fitted(chosen, np.ones(len(self.results), bool))
        return weights

    def _correlation(self, chosen: Sequence[int], half: npt.NDArray[np.bool_]) -> float:
        sums = self.values[~half][:, list(chosen)] @ self._fitted(chosen, half)
        sums, results = (_within(one, self._seats[~half]) for one in (sums, self.results[~half]))
        return float(np.corrcoef(sums, results)[0, 1]) if len(sums) > 1 and sums.std() and results.std() else 0.0

    def _fitted(self, chosen: Sequence[int], rows: npt.NDArray[np.bool_]) -> Values:
        """The weights by which the logistic function of the sum of terms, and of a constant for each seat, tells the
        results of these rows best (Newton's method)."""
        values, results, seats = self.values[rows][:, list(chosen)], self.results[rows], self._seats[rows]
        weights, ridge = np.zeros(values.shape[1]), self.ridge[list(chosen)]
        deviation = values.std(axis=0) if len(values) else weights
        used = deviation > 1e-9
        if not used.any() or not results.std():
            return weights
        seated = (seats[:, None] == np.unique(seats)).astype(float)
        x = np.hstack([values[:, used] / deviation[used], seated])
        small = np.concatenate([ridge[used], np.full(seated.shape[1], _SEATED)])
        w = logistic(x, results, small)
        scaled = w[: int(used.sum())]
        scaled[(np.abs(scaled) < _LEAST) & (ridge[used] <= RIDGE)] = 0.0
        weights[used] = scaled / deviation[used]
        return weights


def logistic(x: Values, results: Values, ridge: Values) -> Values:
    """The weights by which the logistic function of the sum tells results, 0 to 1, best (Newton's method).

    `ridge` says of each weight how strongly it is kept small.
    """
    w = np.zeros(x.shape[1])
    for _ in range(_ROUNDS):
        p = likely(x @ w)
        slope = x.T @ (results - p) - ridge * w
        step = np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + np.diag(ridge), slope)
        w += step
        if np.abs(step).max() < 1e-6:
            break
    return w


def likely(sums: Values) -> Values:
    """What results are expected where terms come to this: 0.5 where they come to nothing."""
    expected: Values = 1 / (1 + np.exp(-np.clip(sums, -30, 30)))
    return expected


def cross_entropy(sums: Values, results: Values) -> float:
    """How far results are from what was expected, on average; 0.69 where nothing was."""
    p = np.clip(likely(sums), 1e-6, 1 - 1e-6)
    return float(-np.mean(results * np.log(p) + (1 - results) * np.log(1 - p)))


def _square(correlation: float) -> float:
    """The share of the variance that is told; none where what is told is the contrary."""
    return max(correlation, 0.0) ** 2


def _within(values: Values, seats: Seats) -> Values:
    """Values less the mean of their seat's."""
    centred = values.copy()
    for seat in np.unique(seats):
        centred[seats == seat] -= values[seats == seat].mean()
    return centred
