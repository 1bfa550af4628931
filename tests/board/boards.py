"""Boards from the text of a graph."""

from __future__ import annotations

from ludens.board import SiteType, Topology
from ludens.language import parse
from ludens.ludemes.boards import board_of


def board(graph: str, use: SiteType = "Cell") -> Topology:
    """The topology of `(board graph use:...)`."""
    return of_item(f"(board {graph} use:{use})")


def of_item(item: str) -> Topology:
    """The topology of an item of the equipment."""
    return board_of(parse(f'(game "Test" (players 2) (equipment {{ {item} }}) (rules (play (forEach Piece))))').game)
