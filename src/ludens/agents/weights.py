"""Weights of the features of `ludens.agents.evaluation`, fitted by logistic regression to games of the agent itself.

A fit to boards of one size plays worse on another (docs/notebook/agents.md), so there are two: fitted to 8x8 and 10x10
games together, which is the better one of the small boards, and to 10x10 games alone.
"""

from __future__ import annotations

from typing import TypeAlias

#: for each feature, coefficients of 1, stage and stage squared; the features are t1, t2, c1, c2, m, start
Coefficients: TypeAlias = tuple[tuple[float, float, float], ...]
#: a table where a turn is to begin, and one where a turn has begun
Weights: TypeAlias = tuple[Coefficients, Coefficients]

#: the contact between the players at which the stage of the game is 1/2; the stage is 0 when they are parted
HALF = 12.0
#: boards of more sites have the weights for large ones
SMALL_SITES = 81

SMALL: Weights = (
    (
        (0.9300, -1.1530, 0.0182),
        (0.4915, -0.8783, 0.2934),
        (-0.0852, -0.8389, 1.0898),
        (0.4115, -0.6291, 0.3831),
        (0.9783, -1.6433, 4.9205),
        (-0.8247, 3.5160, -2.8072),
    ),
    (
        (0.9693, -1.1577, -0.0255),
        (0.5154, -0.8322, 0.2063),
        (-0.0493, -0.8047, 0.9718),
        (0.3128, -0.5854, 0.4971),
        (1.0823, -3.0748, 6.7882),
        (0.8086, -1.9454, 1.2602),
    ),
)
LARGE: Weights = (
    (
        (0.4743, -0.5360, 0.1198),
        (0.4865, -0.4082, -0.2334),
        (0.1591, -0.5616, 0.1310),
        (0.1821, -0.2165, 0.1655),
        (0.1184, 2.1287, 0.5326),
        (-0.5596, 2.5308, -1.9774),
    ),
    (
        (0.4907, -0.5493, 0.1199),
        (0.5105, -0.3945, -0.2774),
        (0.1878, -0.5335, 0.0475),
        (0.1158, -0.3037, 0.3785),
        (0.2282, 1.2048, 1.4589),
        (0.6659, -0.9835, 0.3164),
    ),
)


def weights_for(sites: int) -> Weights:
    """The weights for a board of that many sites."""
    return SMALL if sites <= SMALL_SITES else LARGE
