"""Weights of very many classes of which a position has few: logistic regression by gradient descent, with a step of its
own for each weight (Duchi, Hazan and Singer, "Adaptive subgradient methods for online learning and stochastic
optimization", 2011)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludens.agents.fitting import Values, cross_entropy, likely

Rows = npt.NDArray[np.int32]
#: how far the sum of a row goes at first, how strongly weights are kept small, and what their first steps count as
_REACH, _RIDGE, _FIRST = 1.5, 1e-4, 1e-6
#: the rows of a step, how often all rows are gone through at most, and those that are added up at a time
_BATCH, _EPOCHS, _PART = 512, 30, 4096


class Summed:
    """What weights of classes come to in rows of numbers, each of which has some classes, and signs to them.

    `classes` and `signs` are of shape (k, numbers); the class that is `size` weighs nothing.
    """

    def __init__(self, classes: npt.NDArray[np.int64], signs: Values, size: int) -> None:
        self._classes, self._signs, self.size = classes, signs, size

    def classes_of(self, rows: Rows) -> int:
        """How many classes a row has."""
        return len(self._classes) * int(rows.shape[1])

    def sums(self, rows: Rows, weights: Values) -> Values:
        """The sum of each row."""
        values = (np.append(weights, 0.0)[self._classes] * self._signs).sum(axis=0)
        parts = [values[rows[start : start + _PART]].sum(axis=1) for start in range(0, len(rows), _PART)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def gradient(self, rows: Rows, errors: Values) -> Values:
        """How the weights' sums would change most, where those of rows should be more by this."""
        gradient = np.zeros(self.size + 1)
        for classes, signs in zip(self._classes, self._signs, strict=True):
            weighed = (errors[:, None] * signs[rows]).ravel()
            gradient += np.bincount(classes[rows].ravel(), weights=weighed, minlength=self.size + 1)
        return gradient[: self.size]


def descend(
    summed: Summed,
    rows: Rows,
    offsets: Values,
    targets: Values,
    held: npt.NDArray[np.bool_],
    weights: Values,
    rng: np.random.Generator,
) -> tuple[Values, float]:
    """Improve weights: those that predict the `targets` of the `held` rows best, and the cross-entropy there.

    `offsets` are added to the sums of the rows.
    """
    learnt, left, step = np.flatnonzero(~held), np.flatnonzero(held), _REACH / max(summed.classes_of(rows), 1)
    weights, squares = weights.copy(), np.full(len(weights), _FIRST)
    best = weights.copy(), cross_entropy(offsets[left] + summed.sums(rows[left], weights), targets[left])
    for _ in range(_EPOCHS):
        rng.shuffle(learnt)
        for start in range(0, len(learnt), _BATCH):
            batch = learnt[start : start + _BATCH]
            expected = likely(offsets[batch] + summed.sums(rows[batch], weights))
            slope = summed.gradient(rows[batch], expected - targets[batch]) / len(batch) + _RIDGE * weights
            squares += slope * slope
            weights -= step * slope / np.sqrt(squares)
        loss = cross_entropy(offsets[left] + summed.sums(rows[left], weights), targets[left])
        if loss >= best[1]:
            break
        best = weights.copy(), loss
    return best
