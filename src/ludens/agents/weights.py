"""Weights of the features of `ludens.agents.evaluation`, fitted by logistic regression."""

from __future__ import annotations

BASIS = 12.0
_FIRST = (
    (0.25, -0.15, 0.0),
    (0.05, 0.0, 0.0),
    (0.0, 0.08, 0.0),
    (0.0, 0.02, 0.0),
    (0.0, 0.08, 0.0),
    (0.0, 0.08, 0.0),
    (0.0, 0.5, 0.0),
    (0.0, 0.0, 0.0),
)
WEIGHTS = (_FIRST, _FIRST)
