"""The large boards of games that are played on a table."""

from __future__ import annotations

from ludens.board.errors import BoardError
from ludens.board.generators.hexagonal import hexagonal
from ludens.board.generators.square import square
from ludens.board.generators.triangular import triangular
from ludens.board.graph import Graph


def boardless(tiling: str, size: int | None = None) -> Graph:
    """`(boardless tiling [size])`."""
    if tiling == "Square":
        return square(None, 41 if size is None else size, cells=True)
    if tiling == "Triangular":
        return triangular("Triangle", 41 if size is None else size, None, cells=True)
    if tiling == "Hexagonal":
        return hexagonal(None, 21 if size is None else size)
    raise BoardError(f"no boardless tiling {tiling}")
