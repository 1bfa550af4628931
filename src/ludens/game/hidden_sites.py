"""Games in which sites come to be hidden whole: such a site is not told from an empty one."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt

from ludens.game.game import Game
from ludens.game.hidden import Hidden, flags_of, hides
from ludens.game.single import SingleGame
from ludens.game.state import State

_veiled: WeakKeyDictionary[Game, bool] = WeakKeyDictionary()
#: random games, and plies of each, in which sites are looked for that come to be hidden
_GAMES, _PLIES, _SEED = 16, 64, 1


def is_veiled(game: Game) -> bool:
    """Whether sites come to be hidden whole in play that were not, as where stones are put or pieces go unseen.

    Such a site looks as if it were empty, and that it is hidden is no more known than what is there (Dark Hex,
    Kriegspiel). Elsewhere the rules say which sites are hidden, such as a hand of cards. Random games tell.
    """
    veiled = _veiled.get(game)
    if veiled is None:
        veiled = isinstance(game, SingleGame) and hides(game) and not game.model.stacking and _come_to_be_hidden(game)
        _veiled[game] = veiled
    return veiled


def _come_to_be_hidden(game: SingleGame) -> bool:
    field, program = game.layout.fields["hidden"], game.ready
    blocks = np.zeros((_GAMES, game.layout.size), np.uint8)
    program.start_all(blocks, _SEED)

    def whole() -> npt.NDArray[np.bool_]:
        flags = blocks[:, field.offset : field.offset + field.length].reshape(_GAMES, -1, game.num_players + 1)
        hidden: npt.NDArray[np.bool_] = flags[:, :, 1:] & Hidden.ALL != 0
        return hidden

    before = whole()
    for ply in range(_PLIES):
        program.play_all_at_random(blocks, _SEED + ply)
        if (whole() & ~before).any():
            return True
    return False


def known_flags(state: State, viewer: int | None) -> npt.NDArray[np.uint8]:
    """What a player knows to be hidden of each slot from it: where a game is veiled, of whole sites nothing."""
    flags, game = flags_of(state, viewer), state.playing.game
    return np.where(flags & Hidden.ALL, 0, flags).astype(np.uint8) if flags.any() and is_veiled(game) else flags
