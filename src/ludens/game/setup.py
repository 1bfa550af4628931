"""Positions of one's own: rows of what stands where, checked against what a game can hold."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ludens.game.compiler import DIE, ROW
from ludens.game.state import Row

if TYPE_CHECKING:
    from ludens.game.game import Game

Words = np.ndarray[Any, np.dtype[np.int32]]


def words(game: Game, rows: Sequence[Row]) -> Words:
    """The rows for `set_up`, which is native. Raises ValueError for one that the game cannot hold, with its number."""
    slots = {place: slot for slot, place in enumerate(game.slots)}
    dice = {site for container in game.model.dice() for site in container.sites}
    heights: dict[tuple[str, int], int] = {}
    out: list[list[int]] = []
    for number, row in enumerate(rows):
        try:
            place = _checked(game, row, slots, heights)
        except (ValueError, TypeError) as error:
            raise ValueError(f"row {number}, {row!r}: {error}") from None
        out.append([DIE, *_word(game, row, slots[place])[1:]] if place[1] in dice else _word(game, row, slots[place]))
    return np.array(out, np.int32).reshape(len(out), len(ROW))


def _checked(
    game: Game, row: Row, slots: dict[tuple[str, int], int], heights: dict[tuple[str, int], int]
) -> tuple[str, int]:
    """The type and site of a row."""
    if len(row) != 9:
        raise ValueError(f"a row has 9 entries (type, site, level, what, who, count, ...), not {len(row)}")
    kind, site, level, what, who, count, *_ = row
    if (kind, site) not in slots:
        raise ValueError(f"there is no site {kind}{site}")
    if not 1 <= what <= len(game.components):
        raise ValueError(f"there is no component {what}; they are numbered 1 to {len(game.components)}")
    if not 0 <= who <= game.num_players + 1:
        raise ValueError(f"there is no owner {who}")
    if any(not -(1 << 31) <= number < 1 << 31 for number in row[1:]):
        raise ValueError("numbers have 32 bits")
    if count < (0 if game.model.stacking else 1) or (count > 1 and "count" not in game.layout):
        raise ValueError(f"{game.name} does not hold {count} pieces of a kind on a site")
    height = heights.get((kind, site), 0)
    if height and not game.model.stacking:
        raise ValueError(f"two pieces on {kind}{site}, and nothing stacks in {game.name}")
    if level != height:
        raise ValueError(f"level {level} comes where level {height} of {kind}{site} is wanted")
    heights[kind, site] = height + 1
    return kind, site


def _word(game: Game, row: Row, slot: int) -> list[int]:
    kind, site, _, what, *content = row
    total = game.model.total_sites
    if slot < total:
        return [0, slot, what, *content]
    letters = [t[0] for t in game.model.site_types]
    return [letters.index(kind), site, what, *content]
