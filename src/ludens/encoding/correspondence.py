"""Whether one game is the image of another one under a symmetry, as far as random games tell.

They are played twice, as they are and carried over, until a position is found whose observation, legal moves, players
or results are not those of the other, carried over. Where players change seats the images begin with the turn of
another player, so the start has to look the same to all.
"""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ludens.encoding.encoding import Encoding
from ludens.encoding.symmetry import Symmetry
from ludens.encoding.vector import Vector

T = TypeVar("T", bound=np.generic)
#: random games that are played, the fewest and the most, and how long they are at most
_FEWEST, _MOST, _PLIES = 6, 32, 400
#: if results change, how many games have to end, within how many plies
_ENDED, _LONGEST = 3, 1000
#: about how many legal moves are listed, and how many numbers are compared
_MOST_LISTED, _COMPARED = 300_000, 100_000_000
_SEED = 1


def corresponds(plain: Encoding, image: Encoding, symmetry: Symmetry, *, misere: bool = False) -> bool:
    """Whether random games do not refute that a symmetry carries one game to another, which may be the same.

    With `misere` what is won in one game is lost in the other.
    """
    if plain.observation_shape != image.observation_shape or not np.array_equal(plain.words, image.words):
        return False
    legal = int(plain.mask(plain.game.start(seed=_SEED)).sum())
    games = min(_MOST, max(_FEWEST, _MOST_LISTED // (_PLIES * max(legal, 1))))
    pair = _Pair(plain, image, symmetry, games, misere)
    if not pair.begin() or not pair.agree():
        return False
    each = games * (int(np.prod(plain.observation_shape)) + plain.num_actions)
    usual = min(_PLIES, max(20, _COMPARED // each))
    for ply in range(min(_LONGEST, 4 * usual)):
        ended = int(pair.plain.terminated.sum())
        if ended == games or (ply >= usual and (ended >= _ENDED or not (symmetry.moves_players or misere))):
            break
        pair.step(ply)
        if not pair.agree():
            return False
    return True


def compared(encoding: Encoding, symmetry: Symmetry, *, seed: int, games: int, plies: int) -> tuple[int, bool]:
    """Play random games and their images: in how many positions they were compared, and whether all agreed."""
    pair, count = _Pair(encoding, encoding, symmetry, games, misere=False, seed=seed), 0
    if not pair.begin():
        return 0, False
    for ply in range(plies):
        count += games - int(pair.plain.terminated.sum())
        if not pair.agree():
            return count, False
        if pair.plain.terminated.all():
            break
        pair.step(ply)
    return count, True


class _Pair:
    """Games and their images, move by move."""

    def __init__(
        self, plain: Encoding, image: Encoding, symmetry: Symmetry, games: int, misere: bool, seed: int = _SEED
    ) -> None:
        self.symmetry, self.misere, self.seed = symmetry, misere, seed
        self.plain = Vector(plain, games, seed=seed, threads=1, autoreset=False)
        self.image = Vector(image, games, seed=seed, threads=1, autoreset=False)

    def begin(self) -> bool:
        """Give the images the turns that they begin with; whether they can have them.

        What is put on the board last counts as the last move, so its site is carried over, too.
        """
        saved = self.image.save()
        fields = saved["states"].view(self.image.game.layout.dtype)[:, 0]
        own = self.plain.states.view(self.plain.game.layout.dtype)[:, 0]
        players = np.array([0, *self.symmetry.players])
        for name in ("mover", "next", "prev"):
            if own[name].max() >= len(players):
                return False
            fields[name] = players[own[name]]
        sites = np.array([*self.symmetry.sites, -1])  # the last one is none
        for name in ("last_from", "last_to"):
            fields[name] = sites[own[name]]
        self.image.restore(saved)
        return True

    def step(self, ply: int) -> None:
        """Make random moves."""
        actions = self.plain.random_actions(seed=ply + (self.seed - _SEED) * _LONGEST).copy()
        self.plain.step(actions)
        self.image.step(self._seated(self.symmetry.action(actions)))

    def agree(self) -> bool:
        """Whether the images are those of the games."""
        plain, image, symmetry = self.plain, self.image, self.symmetry
        players, reward = np.array([0, *symmetry.players]), symmetry.values(plain.reward)
        return (
            (plain.game.is_simultaneous or np.array_equal(players[plain.mover], image.mover))
            and np.array_equal(self._seated(symmetry.policy(plain.mask)), image.mask)
            and np.array_equal(self._seated(symmetry.observation(plain.observation)), image.observation)
            and np.array_equal(plain.terminated, image.terminated)
            and np.array_equal(-reward if self.misere else reward, image.reward)
        )

    def _seated(self, array: npt.NDArray[T]) -> npt.NDArray[T]:
        """An array in which each player's part is that of the player's image, where the players move at once."""
        return array[:, np.argsort(self.symmetry.players)] if self.plain.game.is_simultaneous else array
