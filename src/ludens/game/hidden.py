"""What is hidden from a player: flags of the sites, as the rules set them (manual: effects 2)."""

from __future__ import annotations

from enum import IntFlag
from typing import TYPE_CHECKING, Final

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ludens.game.game import Game
    from ludens.game.state import Row, State


class Hidden(IntFlag):
    """What of a site is hidden, by the bits of a state's field, see `ludemes.actions.sites.HIDDEN`."""

    ALL = 1
    WHAT = 2
    WHO = 4
    COUNT = 8
    STATE = 16
    ROTATION = 32
    VALUE = 64


#: the viewer who holds no seat: what is hidden from anybody is hidden from them
ONLOOKER: Final = -1

#: what hides each field of a site's content, in the order of a row of `State.sites` behind site and level
HIDING = {
    "what": Hidden.WHAT,
    "who": Hidden.WHO,
    "count": Hidden.COUNT,
    "state": Hidden.STATE,
    "rotation": Hidden.ROTATION,
    "value": Hidden.VALUE,
}


def flags_of(state: State, viewer: int | None) -> npt.NDArray[np.uint8]:
    """What is hidden of each slot from a player; from None nothing is, from `ONLOOKER` what is from any player."""
    game = state.game
    if viewer is None or "hidden" not in game.layout:
        return np.zeros(len(game.slots), np.uint8)
    by_player: npt.NDArray[np.uint8] = state.field("hidden").reshape(-1, game.num_players + 1)
    if viewer != ONLOOKER:
        return by_player[:, viewer]
    anybody: npt.NDArray[np.uint8] = np.bitwise_or.reduce(by_player[:, 1:], axis=1)
    return anybody


def hides(game: Game) -> bool:
    """Whether players may not see everything; of a match, in one of its games."""
    return any("hidden" in one.layout for one in game.games)


def hidden_sites(state: State, viewer: int | None) -> dict[tuple[str, int], int]:
    """The flags of the sites of which something is hidden from a player, by type and site."""
    flags = flags_of(state, viewer)
    return {state.game.slots[slot]: int(flags[slot]) for slot in flags.nonzero()[0].tolist()}


def seen_rows(state: State, viewer: int) -> list[tuple[str | int | None, ...]]:
    """The rows of `State.sites` that a player sees, with None for what is hidden there."""
    flags = hidden_sites(state, viewer)
    if not flags:
        return list(state.sites())
    rows = [(row, flags.get(row[:2], 0)) for row in state.sites()]
    return [_seen(row, hidden) for row, hidden in rows if not hidden & Hidden.ALL]


def _seen(row: Row, hidden: int) -> tuple[str | int | None, ...]:
    shown = (None if hidden & flag else value for value, flag in zip(row[3:], HIDING.values(), strict=True))
    return (*row[:3], *shown)
