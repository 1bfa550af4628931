"""One state at a time from Python, as a program of its own plays: list the legal moves, choose one, play it."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from ludens.bench import openspiel
from ludens.bench.games import SHARED, BenchGame
from ludens.bench.rows import Metric
from ludens.bench.suites.base import Sizes, Suite, load_game, rate, size_for

PLIES = Metric("plies", "plies/s")
GAMES = Metric("games", "games/s")


class Loop(ABC):
    """Whole random games, one after the other."""

    played = ""

    def __init__(self) -> None:
        self._draw = random.Random(1).random

    @abstractmethod
    def game(self) -> int:
        """Play one, from the start; how many moves were made."""

    def _games(self, n: int) -> int:
        return sum(self.game() for _ in range(n))

    def sizes(self, seconds: float) -> Sizes:
        return {"games": size_for(self._games, seconds)}

    def round(self, sizes: Sizes) -> dict[str, float]:
        self._draw, plies, n = random.Random(1).random, 0, sizes["games"]

        def work() -> int:
            nonlocal plies
            plies = self._games(n)
            return n

        games = rate(work)
        return {PLIES.name: games * plies / n, GAMES.name: games}


class Ludens(Loop):
    def __init__(self, game: BenchGame) -> None:
        super().__init__()
        self._game, self._seed = load_game(game), 0

    def game(self) -> int:
        draw, state, plies = self._draw, self._game.start(seed=self._seed), 0
        self._seed += 1
        while not state.is_over:
            moves = state.legal_moves()
            state.play(moves[int(draw() * len(moves))])
            plies += 1
        return plies

    def round(self, sizes: Sizes) -> dict[str, float]:
        self._seed = 0  # of what falls: the same games each round
        return super().round(sizes)


class OpenSpiel(Loop):
    """What falls is drawn as its probabilities say, and is no ply."""

    def __init__(self, game: BenchGame) -> None:
        super().__init__()
        self._game = openspiel.load(game.openspiel)

    def game(self) -> int:
        draw, state, plies = self._draw, self._game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
                continue
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            plies += 1
        return plies


SUITE = Suite(
    "python",
    "random games from Python, one state at a time, by processor time",
    (PLIES, GAMES),
    (PLIES.name,),
    [game for game in SHARED if game.name != "Go 9x9"],
    {"ludens": Ludens, "openspiel": OpenSpiel},
)
