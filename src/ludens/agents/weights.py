"""Weights of the features of `ludens.agents.evaluation`, fitted by logistic regression to games of the agent itself."""

from __future__ import annotations

from typing import TypeAlias

#: for each feature, coefficients of 1, stage and stage squared
Weights: TypeAlias = tuple[tuple[float, float, float], ...]

#: the contact between the players at which the stage of the game is 1/2; the stage is 0 when they are parted
HALF = 12.0

#: t1, t2, c1, c2, m, start where a turn is to begin
TO_BEGIN: Weights = (
    (0.9300, -1.1530, 0.0182),
    (0.4915, -0.8783, 0.2934),
    (-0.0852, -0.8389, 1.0898),
    (0.4115, -0.6291, 0.3831),
    (0.9783, -1.6433, 4.9205),
    (-0.8247, 3.5160, -2.8072),
)
#: the same where a turn has begun
BEGUN: Weights = (
    (0.9693, -1.1577, -0.0255),
    (0.5154, -0.8322, 0.2063),
    (-0.0493, -0.8047, 0.9718),
    (0.3128, -0.5854, 0.4971),
    (1.0823, -3.0748, 6.7882),
    (0.8086, -1.9454, 1.2602),
)
WEIGHTS = (TO_BEGIN, BEGUN)
