"""What patterns are worth, learnt from very many games that are played a ply ahead, in native code."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ludens.agents import native
from ludens.agents.fitting import Values
from ludens.game import State
from ludens.native import WORKSPACE, Words
from ludens.tuning.native_temporal import MOST_PLIES, PER_CLASS, PER_PLY, SCRATCH, WORDS, TemporalWord, program
from ludens.tuning.patterns import Patterns

#: the share of moves at random; lambda; how far the first corrections reach for an error of 1
RANDOM, TRACE, REACH = 0.1, 0.5, 4.0
#: the last games, which tell how far positions lie apart, and chances of winning that are none
_LAST, _LEAST = 256, 1e-6


class SelfPlayGame(NamedTuple):
    """A game: for each ply the numbers of the position's arrangements and what it was said to be worth to the first
    player, from 0 to 1, what it is after the best move, whether that was made, and 1 or -1 for whose turn it was; and
    the result."""

    rows: npt.NDArray[np.int32]
    predicted: Values
    best: Values
    made: npt.NDArray[np.bool_]
    turn: Values
    result: float


class TemporalLearner:
    """Games that patterns play against themselves, and their `weights`, which are learnt from each game."""

    def __init__(self, patterns: Patterns) -> None:
        game, places = patterns.game, len(patterns.places)
        self.patterns, self.games, self.positions = patterns, 0, 0
        self._length = 0
        self._predictions: deque[Values] = deque(maxlen=_LAST)
        self._learnt = np.zeros((patterns.size + 2, PER_CLASS))
        self._classes = np.where(patterns.signs < 0, -1 - patterns.classes, patterns.classes).astype(np.int32)
        self._rows = np.zeros((MOST_PLIES + 1, places), np.int32)
        self._plies = np.zeros((MOST_PLIES + 1, PER_PLY))
        self._scratch = np.zeros(SCRATCH + 2 * game.layout.size, np.uint8)
        self._words = Words(WORDS)
        native.tell_game(self._words, game)
        self._words.link(TemporalWord.ARRANGE, patterns.program, "arrangements")
        shared: dict[TemporalWord, npt.NDArray[np.generic]] = {
            TemporalWord.CLASSES: self._classes, TemporalWord.WEIGHTS: self._learnt, TemporalWord.ROWS: self._rows,
            TemporalWord.PLIES: self._plies,
        }  # fmt: skip
        for word, array in shared.items():
            self._words.share(word, array)
        counts = {
            TemporalWord.NUMBERS: patterns.total,
            TemporalWord.CLASS_COUNT: patterns.size,
            TemporalWord.PLACES: places,
        }
        for word, count in counts.items():
            self._words[word] = count

    @property
    def last_game(self) -> SelfPlayGame:
        """The last game."""
        predicted, best, was_best, turn = self._plies[: self._length].T.copy()
        return SelfPlayGame(
            self._rows[: self._length].copy(), predicted, best, was_best > 0, turn, float(self._plies[-1, 0])
        )

    @property
    def deviation(self) -> float:
        """The standard deviation of what was said of the positions of the last games, as logits."""
        logits = [np.log(p / (1 - p)) for p in self._predictions]
        return float(np.concatenate(logits).std()) if logits else 0.0

    @property
    def weights(self) -> Values:
        """The weights of the patterns' classes."""
        return self._learnt[: self.patterns.size, 0].copy()

    def play(self, state: State, plies: int) -> None:
        """Play a game from a position, of so many plies at most, and learn from it."""
        plies_played = program().run("play", self._words, state, WORKSPACE, self._scratch, plies, RANDOM, TRACE, REACH)
        self.positions += int(plies_played)
        self._length = int(plies_played)
        self._predictions.append(self._plies[: self._length, 0].clip(_LEAST, 1 - _LEAST))
        self.games += 1
