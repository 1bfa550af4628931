"""Mancala boards: rows of holes, with or without a store at each end."""

from __future__ import annotations

from typing import Final

from ludens.board.errors import BoardError
from ludens.board.generators.square import rectangle
from ludens.board.graph import Graph
from ludens.board.numeric import single
from ludens.board.operators import shift, union

_LEFT: Final = {2: -0.85, 3: -1.0, 4: -0.9, 5: -1.0, 6: -0.9}
_RIGHT: Final = {2: -0.15, 3: 0.0, 4: -0.1, 5: 0.0, 6: -0.1}  # from the number of columns


def mancala(rows: int, columns: int, store: str = "Outer", num_stores: int = 2) -> Graph:
    """`(mancalaBoard rows columns ...)`; other stores than two outer ones make a plain square, as in the reference."""
    if not 2 <= rows <= 6:
        raise BoardError(f"a mancala board has 2 to 6 rows, not {rows}")
    if columns < 1:
        raise BoardError(f"a mancala board needs at least one column, not {columns}")
    if store == "Inner" or num_stores != 2:
        return rectangle(rows, rows, cells=False)
    holes = [shift(rectangle(1, columns, cells=False), 0.0, float(row)) for row in range(rows)]
    if store == "None":
        return union(holes, connect=True)
    height = (rows - 1) / 2
    left = _store(single(_LEFT[rows]), height)
    right = _store(_right(rows, columns), height)
    return union([left, *holes, right], connect=True)


def _right(rows: int, columns: int) -> float:
    if rows == 5:
        return single(single(columns + single(0.1)) - single(0.1))
    return single(columns + single(_RIGHT[rows]))


def _store(x: float, y: float) -> Graph:
    graph = Graph()
    graph.add_vertex(x, y)
    return graph
