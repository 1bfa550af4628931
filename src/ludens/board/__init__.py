"""Geometry of boards: graphs, generators and operators, and the topology of a finished board."""

from ludens.board.errors import BoardError
from ludens.board.graph import Graph
from ludens.board.measure import SITE_TYPES, SiteType
from ludens.board.polygon import Polygon
from ludens.board.radials import Radial
from ludens.board.topology import Element, Topology

__all__ = ["SITE_TYPES", "BoardError", "Element", "Graph", "Polygon", "Radial", "SiteType", "Topology"]
