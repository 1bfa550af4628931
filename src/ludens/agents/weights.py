"""Weights of the features of `ludens.agents.evaluation`, fitted by logistic regression to games of the agent itself."""

from __future__ import annotations

from typing import TypeAlias

#: for each feature, coefficients of 1, stage and stage squared
Weights: TypeAlias = tuple[tuple[float, float, float], ...]

#: the contact between the players at which the stage of the game is 1/2; the stage is 0 when they are parted
HALF = 12.0

#: t1, t2, c1, c2, m, start where a turn is to begin
TO_BEGIN: Weights = (
    (0.8465, -0.8824, -0.2531),
    (0.3166, -0.5109, 0.1578),
    (-0.1722, -0.1109, 0.4465),
    (0.2129, -0.2091, 0.0782),
    (0.2969, -0.2388, 1.6102),
    (-0.6074, 3.4763, -3.1444),
)
#: the same where a turn has begun
BEGUN: Weights = (
    (0.8486, -0.8250, -0.2906),
    (0.3534, -0.4654, 0.0468),
    (-0.1305, -0.1489, 0.3814),
    (0.1406, -0.1799, 0.1701),
    (0.2557, -0.2091, 1.5542),
    (0.4988, -0.8455, 0.4635),
)
WEIGHTS = (TO_BEGIN, BEGUN)
