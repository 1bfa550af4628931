"""Which pieces, clauses and end rules are of use: in games that are followed, each game of a match on its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ludens.game import Game
from ludens.game.single import SingleGame
from ludens.lab.evidence import Walk
from ludens.lab.random_games import walk
from ludens.lab.report import Usage
from ludens.lab.rule_usage import RuleUsage


class UsageGames:
    """What was of use in random games so far."""

    def __init__(self, game: Game, seed: int) -> None:
        self._seed, self._many = seed, not isinstance(game, SingleGame)
        self._games = [one for one in game.games if isinstance(one, SingleGame)]
        self._used: list[RuleUsage] = []
        self._walks: list[list[Walk]] = [[] for _ in self._games]

    def follow(self, first: int, last: int) -> None:
        """Play the random games of these numbers, of each game of a match as many."""
        if not self._used:
            self._used = [RuleUsage(one) for one in self._games]
        for used, walks in zip(self._used, self._walks, strict=True):
            for number in range(first, last):
                used.follow(self._seed, number)
            if self._many:  # the walks of a match show no boards
                walks += walk(used.game, self._seed, first, last)

    def usage(self, walks: Sequence[Walk]) -> tuple[Usage, ...]:
        """What is known; of a single game `walks` are those that show which pieces were there."""
        usages = list[Usage]()
        for number, game in enumerate(self._games):
            listed = pieces(game, self._walks[number] if self._many else walks)
            listed += self._used[number].usage() if self._used else []
            usages += (replace(one, name=f"{one.name} of {game.name}") if self._many else one for one in listed)
        return tuple(usages)


def pieces(game: SingleGame, walks: Sequence[Walk]) -> list[Usage]:
    """Of each kind of piece in how many games it stood on the board, and how many moves ended with it."""
    walks = [one for one in walks if one.stood is not None and one.moved is not None]
    if not walks:
        return []
    stood = np.array([one.stood for one in walks]).sum(axis=0)
    moved = np.array([one.moved for one in walks]).sum(axis=0)
    total = max(1, int(moved[1:].sum()))
    return [
        Usage("piece", one.name, int(stood[one.index]), len(walks), float(moved[one.index] / total), *_place(one.item))
        for one in game.components
        if not one.faces
    ]


def _place(item: object) -> tuple[int, int]:
    node = getattr(item, "node", None)
    return (node.span.line, node.span.column) if node is not None else (0, 0)
