"""What is known of a game when its rules are compiled: players, equipment, board, needs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar, cast

from ludens import board
from ludens.board import Topology
from ludens.rules.base import Ludeme, Names, Need
from ludens.rules.state.metarules import MetaRules

SITE_TYPES: tuple[board.SiteType, ...] = ("Cell", "Vertex", "Edge")
#: what a site type asks of the state
SITE_NEEDS: Mapping[board.SiteType, Need] = {"Cell": Need.CELL, "Vertex": Need.VERTEX, "Edge": Need.EDGE}
#: sites that fit four words of bits
_FEW_SITES = 256
T = TypeVar("T")

#: the sites of a hint of a deduction puzzle, and its value
Hint = tuple[tuple[int, ...], int | None]


@dataclass(frozen=True)
class Puzzle:
    """What a deduction puzzle gives: by site type its hints and the range of the values, and the known variables."""

    hints: Mapping[board.SiteType, Sequence[Hint]] = field(default_factory=dict)
    ranges: Mapping[board.SiteType, tuple[int, int]] = field(default_factory=dict)
    given: frozenset[int] = frozenset()


class Fact(Generic[T]):
    """Something known of a game that only the modules which share the key look at: a typed key of `Model.facts`."""

    def __init__(self, default: T) -> None:
        self.default = default

    def of(self, model: Model) -> T:
        """The value; the default where none was set."""
        return cast(T, model.facts.get(self, self.default))

    def tell(self, model: Model, value: T) -> None:
        """Make it known."""
        model.facts[self] = value


@dataclass(frozen=True)
class CardFace:
    """What is on a card, and the number of the deck that it belongs to."""

    deck: int
    suit: int
    rank: int
    value: int
    trump_rank: int
    trump_value: int


@dataclass(frozen=True)
class Component:
    """A kind of piece. `base_name` is its name without the owner's number."""

    index: int = 0
    name: str = ""
    owner: int = 0
    base_name: str = ""
    role: str = "Each"
    facing: str | None = None
    moves: Ludeme | None = None
    walks: tuple[tuple[str, ...], ...] = ()
    flips: tuple[int, int] | None = None
    faces: tuple[int, ...] = ()
    values: tuple[int, ...] = ()
    max_count: int = 1
    max_state: int = 0
    max_value: int = 0
    card: CardFace | None = None
    is_domino: bool = False
    item: Ludeme | None = field(default=None, compare=False)  # the item of the equipment that it comes from


@dataclass(frozen=True)
class Container:
    """A block of sites: the board, a hand, dice, a deck. `kind` is "board", "hand", "dice" or "deck"."""

    index: int
    name: str
    owner: int
    first_site: int
    num_sites: int
    kind: str = "board"
    num_faces: int = 0
    faces: tuple[tuple[int, ...], ...] = ()

    @property
    def sites(self) -> range:
        return range(self.first_site, self.first_site + self.num_sites)


@dataclass(frozen=True)
class NamedRegion:
    """A `(regions ...)` item: frozen at load (manual: regions 1.3)."""

    name: str
    owner: int
    sites: tuple[int, ...]
    item: Ludeme | None = None


@dataclass
class Model:
    """The static description that every `emit` may read."""

    name: str = ""
    num_players: int = 2
    mode: str = "Alternating"
    facings: tuple[str, ...] = ()
    topology: Topology = field(kw_only=True)
    default_site: board.SiteType = "Cell"
    components: list[Component] = field(default_factory=list)
    containers: list[Container] = field(default_factory=list)
    regions: list[NamedRegion] = field(default_factory=list)
    tracks: list[board.tracks.Track] = field(default_factory=list)
    maps: list[tuple[str, dict[int, int]]] = field(default_factory=list)
    phase_owners: Sequence[int | None] = ()  # the player whose phase each is, None for everybody's
    needs: frozenset[Need] = frozenset()
    meta: MetaRules = field(default_factory=MetaRules)
    boardless: bool = False
    large_stacks: bool = False
    max_count: int = 0  # the largest count that a site holds (manual: runtime 3.3)
    largest_number: int = 0  # the largest one, without its sign, that the rules write
    moves_piles: bool = False  # whether several pieces of one site may move, and something looks into the owned lists
    makes_pieces: bool = False  # whether there may be more pieces than at the start
    placed: int = 0  # how many pieces the start rules put down, at most
    lists_places: bool = True  # whether the owned lists are kept, and not only how long they are
    #: the lists of remembered values that something looks into, None for all: what is in others need not be kept
    recalled: frozenset[str | None] | None = frozenset()
    distance_relation: str = "Adjacent"  # the relation of the table of step distances
    puzzle: Puzzle = field(default_factory=Puzzle)
    names: dict[Names, dict[str | None, int]] = field(default_factory=dict)
    facts: dict[Fact[Any], object] = field(default_factory=dict)

    def number(self, names: Names, name: str | None) -> int:
        """The number of a name of that kind, which is given to those that the description does not write as well."""
        return self.numbered(names).setdefault(name, len(self.numbered(names)))

    def numbered(self, names: Names) -> dict[str | None, int]:
        """The numbers of all names of a kind, in the order in which the description writes them."""
        return self.names.setdefault(names, {None: 0} if names.unnamed else {})

    @property
    def stacking(self) -> bool:
        return Need.STACKING in self.needs or Need.CARD in self.needs

    @property
    def counts(self) -> bool:
        """Whether sites hold a number of pieces (manual: runtime 3.3)."""
        return not self.stacking and (len(self.containers) > 1 or Need.COUNT in self.needs)

    @property
    def total_sites(self) -> int:
        """Sites of all containers: the board's first, then the hands' and so on."""
        last = self.containers[-1]
        return self.first_other_site if last.index == 0 else last.first_site + last.num_sites

    @property
    def board_sites(self) -> int:
        """Elements of the board's default site type."""
        return self.count(self.default_site)

    @property
    def first_other_site(self) -> int:
        """The first site behind the board's, whose numbers are also those of its cells."""
        return max(self.count("Cell"), self.board_sites)

    def count(self, site_type: board.SiteType) -> int:
        return self.topology.count(site_type)

    @property
    def site_types(self) -> tuple[board.SiteType, ...]:
        """The site types that can hold something, the default type first."""
        others = [t for t, n in zip(SITE_TYPES, (Need.CELL, Need.VERTEX, Need.EDGE), strict=True) if n in self.needs]
        return (self.default_site, *(t for t in others if t != self.default_site))

    @property
    def universe(self) -> int:
        """A bound above every site index."""
        return max(self.total_sites, *(self.count(t) for t in SITE_TYPES))

    @property
    def tells_by_content(self) -> bool:
        """Whether the contents of all sites say where pieces are: one piece on each, and few sites."""
        flat = not self.stacking and Need.LARGE_PIECE not in self.needs
        return flat and len(self.site_types) == len(self.containers) == 1 and self.board_sites <= _FEW_SITES

    @property
    def merged_owner(self) -> bool:
        """Whether owner and component share one field (manual: runtime 3.3)."""
        owners = [c.owner for c in self.components[1:]]
        repeated = any(owners.count(p) > 1 for p in range(self.num_players + 1))
        graph = self.default_site != "Cell" or Need.VERTEX in self.needs or Need.EDGE in self.needs
        indexed = len(owners) > self.num_players or repeated
        return not (self.stacking or self.counts or Need.STATE in self.needs or graph or indexed)

    @property
    def compact_lists(self) -> bool:
        """Whether removing from an owned list swaps in its last entry (manual: runtime 3.9)."""
        if self.stacking:
            return False
        cells, vertices = "Cell" in self.site_types or len(self.containers) > 1, "Vertex" in self.site_types
        return "Edge" not in self.site_types and not (cells and vertices)

    def container_of(self, site: int) -> int:
        """The container that owns a site; 0 beyond the last."""
        return next((c.index for c in self.containers if site in c.sites), 0)

    def owned_by(self, player: int) -> list[Component]:
        return [c for c in self.components[1:] if c.owner == player]

    def dice(self) -> Sequence[Container]:
        return [c for c in self.containers if c.kind == "dice"]
