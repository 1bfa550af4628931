"""Geometry of boards: graphs, generators and operators, and the topology of a finished board.

A module that few boards need is imported at its first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from ludens.board.errors import BoardError
from ludens.board.graph import Graph
from ludens.board.measure import SITE_TYPES, SiteType
from ludens.board.polygon import Polygon
from ludens.board.radials import Radial
from ludens.board.topology import Element, Topology

if TYPE_CHECKING:
    from ludens.board import boardless, crossings, mancala, surakarta, tracks

__all__ = [
    "SITE_TYPES", "BoardError", "Element", "Graph", "Polygon", "Radial", "SiteType", "Topology",
    "boardless", "crossings", "mancala", "surakarta", "tracks",
]  # fmt: skip

_BY_NEED: Final = frozenset({"boardless", "crossings", "mancala", "surakarta", "tracks"})


def __getattr__(name: str) -> Any:
    if name in _BY_NEED:
        return import_module(f"{__name__}.{name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
