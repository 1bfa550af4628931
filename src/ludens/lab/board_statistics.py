"""What is seen on the boards of games that are followed side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.game.single import SingleGame
from ludens.lab.evidence import Walk
from ludens.native import Block

#: what tells one content of a site from another
_CONTENT = ("what", "who", "count", "state", "rotation", "value")
#: plies from one look at the contents of sites to the next
_CONTENTS = 8
_MIX = 0x9E3779B97F4A7C15


class Watcher:
    """Looks at the positions of n games, ply by ply; `blocks` are their states, one a row."""

    def __init__(self, game: SingleGame, n: int) -> None:
        layout, model = game.layout, game.model
        self._dtype, self._stacks = layout.dtype, model.stacking
        self._sites = model.board_sites
        self._names = [name for name in _CONTENT if name in layout]
        self._counts = list[npt.NDArray[np.int32]]()
        self._covered = np.zeros((n, self._sites), np.bool_)
        self._occupied, self._looks = np.zeros(n, np.int64), np.zeros(n, np.int64)
        self._stood = np.zeros((n, len(model.components) + 1), np.bool_)
        self._moved = np.zeros((n, len(model.components) + 1), np.int64)
        self._contents = set[int]()

    def look(self, blocks: Block, counts: npt.NDArray[np.int32]) -> None:
        """The positions before a ply, and how many moves are legal in each: none in games that are over."""
        if len(self._counts) % _CONTENTS == 0:
            self._list_contents(blocks)
        self._counts.append(counts)
        self._see(blocks, np.flatnonzero(counts))

    def moved(self, blocks: Block, rows: npt.NDArray[np.int64]) -> None:
        """The positions after a move of the games in these rows."""
        fields = blocks.view(self._dtype)[:, 0]
        to = fields["last_to"][rows]
        on_board = (to >= 0) & (to < self._sites)
        at, to = rows[on_board], to[on_board]
        what = fields["what"][at, to]
        if self._stacks:
            top = np.clip(fields["size"][at, to].astype(np.int64) - 1, 0, what.shape[1] - 1)
            what = np.take_along_axis(what, top[:, None], axis=1)[:, 0]
        np.add.at(self._moved, (at, np.clip(what, 0, self._moved.shape[1] - 1)), 1)

    def finish(self, blocks: Block) -> None:
        """The positions in which the games ended."""
        self._see(blocks, np.arange(len(blocks)))
        self._list_contents(blocks)

    def walks(self, winners: Sequence[int], sides: Sequence[int]) -> list[Walk]:
        """What is known of each game."""
        counts = np.array(self._counts, np.int32).reshape(len(self._counts), len(winners))
        return [
            Walk(
                winner=int(winner),
                choices=counts[counts[:, k] > 0, k],
                covered=float(self._covered[k].mean()) if self._sites else None,
                pieces=float(self._occupied[k] / max(1, self._looks[k])),
                stood=self._stood[k],
                moved=self._moved[k],
                contents=frozenset(self._contents) if not k else frozenset(),
                side=int(side),
            )
            for k, (winner, side) in enumerate(zip(winners, sides, strict=True))
        ]

    def _see(self, blocks: Block, rows: npt.NDArray[np.int64]) -> None:
        if not len(rows) or not self._sites:
            return
        fields = blocks.view(self._dtype)[:, 0]
        what = fields["what"][rows, : self._sites]
        occupied = (fields["size"][rows, : self._sites] if self._stacks else what) != 0
        self._covered[rows] |= occupied
        self._occupied[rows] += occupied.sum(axis=1)
        self._looks[rows] += 1
        what = np.clip(what.reshape(len(rows), -1), 0, self._stood.shape[1] - 1)
        self._stood[rows[:, None], what] = True

    def _list_contents(self, blocks: Block) -> None:
        if self._sites:
            self._contents.update(np.unique(self._keys(blocks.view(self._dtype)[:, 0])).tolist())

    def _keys(self, fields: Any) -> npt.NDArray[np.uint64]:
        """A number for the content of each site of the board, 0 for an empty one."""
        keys = np.zeros((len(fields), self._sites), np.uint64)
        with np.errstate(over="ignore"):
            for place, name in enumerate(self._names):
                values = fields[name][:, : self._sites].astype(np.uint64)
                if values.ndim == 3:
                    factors = np.array([_factor(place, level) for level in range(values.shape[2])], np.uint64)
                    values = (values * factors).sum(axis=2, dtype=np.uint64)
                    keys += values
                else:
                    keys += values * np.uint64(_factor(place, 0))
            what = fields["size" if self._stacks else "what"][:, : self._sites]
        keys[what == 0] = 0
        return keys


def _factor(place: int, level: int) -> int:
    return (_MIX * (2 * (97 * level + place) + 1)) & (1 << 64) - 1
