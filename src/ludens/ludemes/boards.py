"""The boards of the equipment and their tracks, and loading a board alone."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path

from ludens import board
from ludens.board import Topology
from ludens.board import measure as measures
from ludens.language import Array, Clause, LudError, Node, parse
from ludens.ludemes.binder import Binder
from ludens.ludemes.dims import whole
from ludens.ludemes.graphs import build, placed
from ludens.ludemes.matching import forms_at, readings
from ludens.rules.base import NOTHING, Ludeme, named
from ludens.rules.categories import DimLudeme, GraphLudeme, IntLudeme, ItemLudeme, RangeLudeme
from ludens.rules.enums import RoleType, SiteType, StoreType, TilingBoardlessType
from ludens.rules.naming import NewTrack


class Track(Ludeme):
    """A path along the board: a list of sites, or a start and directions as in `"0,E,N,W"`."""

    spellings = ("track",)
    says = "the track {name}"
    reads = NOTHING
    name: NewTrack
    path: tuple[int, ...] | str
    loop: bool = named(False)
    owner: int | RoleType | None = None
    directed: bool = named(False)

    @property
    def owner_number(self) -> int:
        """The number of the player who owns the track, 0 for nobody."""
        if isinstance(self.owner, RoleType):
            role = self.owner.value
            return int(role[1:]) if role[0] == "P" and role[1:].isdigit() else 0
        return self.owner or 0

    def on(self, topology: Topology) -> board.tracks.Track:
        """The track on a board."""
        with placed(self):
            sites = board.tracks.sites_of_string(topology, self.path) if isinstance(self.path, str) else self.path
            return board.tracks.build_track(
                self.name, sites, owner=self.owner_number, loop=self.loop, directed=self.directed
            )


class Values(Ludeme):
    """The values that a site type of a deduction puzzle may take."""

    spellings = ("values",)
    says = "the values {range}"
    reads = NOTHING
    type: SiteType
    range: RangeLudeme


Tracks = Track | tuple[Track, ...]


class BoardItem(ItemLudeme):
    """A board of some kind; what play goes on."""

    reads = NOTHING
    boardless = False

    @property
    def has_large_stacks(self) -> bool:
        """Whether stacks may be high: those boards that may have a parameter for it."""
        return bool(getattr(self, "large_stack", False))

    @property
    def default_site(self) -> measures.SiteType:
        """The site type that the board is used by."""
        return "Cell"

    def make(self) -> Topology:
        """The board's topology, made anew."""
        raise NotImplementedError

    @cached_property
    def topology(self) -> Topology:
        """The board's topology. Set its `three_d` before looking at rows and columns, where the game needs that."""
        with placed(self):
            return self.make()

    @cached_property
    def board_tracks(self) -> tuple[board.tracks.Track, ...]:
        """The tracks of the board in order."""
        return self._tracks(None)

    def _tracks(self, tracks: Tracks | None) -> tuple[board.tracks.Track, ...]:
        own = (tracks,) if isinstance(tracks, Track) else tracks or ()
        return tuple(track.on(self.topology) for track in own)


class Board(BoardItem):
    """A board made of a graph; `use` says which of its elements are the sites."""

    spellings = ("board",)
    says = "[{use~Edge}the edges of {graph}|{graph}]"
    graph: GraphLudeme
    tracks: Track | tuple[Track, ...] | None = None
    values: Values | tuple[Values, ...] | None = None
    use: SiteType | None = named(None)
    large_stack: bool = named(False)

    @property
    def default_site(self) -> measures.SiteType:
        return (self.use or SiteType.Cell).value

    def make(self) -> Topology:
        return Topology(build(self.graph, self.use or SiteType.Cell), self.default_site)

    @cached_property
    def board_tracks(self) -> tuple[board.tracks.Track, ...]:
        """The tracks of the board; the board of a deduction puzzle has none."""
        return () if self.values is not None else self._tracks(self.tracks)


class Boardless(BoardItem):
    """A table large enough for games without a board."""

    spellings = ("boardless",)
    says = "a table without edges, in {tiling} cells"
    boardless = True
    tiling: TilingBoardlessType
    size: DimLudeme | None = None
    large_stack: bool = named(False)

    def make(self) -> Topology:
        size = None if self.size is None else whole(self.size)
        return Topology(board.boardless.boardless(self.tiling.value, size), boardless=True)


class MancalaBoard(BoardItem):
    """Rows of holes with a store at each end."""

    spellings = ("mancalaBoard",)
    says = "a mancala board of {rows} rows of {columns} pits[{store~None}, without stores|, with a store at each end]"
    rows: int
    columns: int
    store: StoreType | None = named(None)
    num_stores: int = named(2)
    large_stack: bool = named(False)
    tracks: Track | tuple[Track, ...] | None = None

    @property
    def default_site(self) -> measures.SiteType:
        return "Vertex"

    def make(self) -> Topology:
        store = "Outer" if self.store is None else self.store.value
        return Topology(board.mancala.mancala(self.rows, self.columns, store, self.num_stores), "Vertex")

    @cached_property
    def board_tracks(self) -> tuple[board.tracks.Track, ...]:
        """The tracks of the board in order."""
        return self._tracks(self.tracks)


class SurakartaBoard(BoardItem):
    """A grid with loops round its corners, along which pieces capture."""

    spellings = ("surakartaBoard",)
    says = "{graph}, with loops at its corners"
    graph: GraphLudeme
    loops: int | None = named(None)
    from_: int = named(1)
    large_stack: bool = named(False)

    @property
    def default_site(self) -> measures.SiteType:
        return "Vertex"

    def make(self) -> Topology:
        return Topology(build(self.graph, SiteType.Vertex), "Vertex")

    @cached_property
    def board_tracks(self) -> tuple[board.tracks.Track, ...]:
        """The loops, forwards and backwards."""
        with placed(self):
            return tuple(board.surakarta.surakarta_tracks(self.topology, self.loops, self.from_))


def load_board(path: str | os.PathLike[str]) -> Topology:
    """The topology of the board of the description in a file, whether or not the rest of it can be compiled."""
    text = Path(path).read_text(encoding="utf-8")
    return board_of(parse(text, name=Path(path).name, strict=False).game)


def board_of(tree: Node) -> Topology:
    """The topology of the first board in a tree."""
    node = next((n for n in _walk(tree) if isinstance(n, Clause) and readings(n, BoardItem)), None)
    if node is None:
        raise LudError("the description has no board")
    topology = Binder().bind(node, BoardItem).topology
    topology.three_d = uses_layers(tree)
    return topology


def uses_layers(tree: Node) -> bool:
    """Whether a description uses the layer of a site, which changes how rows and columns are numbered."""
    clauses = (node for node in _walk(tree) if isinstance(node, Clause))
    return any(form.cls.asks_layers for clause in clauses for form in forms_at(clause, IntLudeme))


def _walk(node: Node) -> list[Node]:
    inner: tuple[Node, ...] = ()
    if isinstance(node, Clause):
        inner = node.arguments
    elif isinstance(node, Array):
        inner = node.elements
    return [node, *(n for child in inner for n in _walk(child))]
