"""What is known of a game when its rules are compiled: players, equipment, board, needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludens.ludemes.base import Ludeme, Need

SITE_TYPES = ("Cell", "Vertex", "Edge")


@dataclass(frozen=True)
class Component:
    """A kind of piece. `base_name` is its name without the owner's number."""

    index: int
    name: str
    owner: int
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
    extra: dict[str, Any] = field(default_factory=dict, compare=False)


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
    """A `(regions ...)` item: frozen at load (spec 9, 1.3)."""

    name: str
    owner: int
    sites: tuple[int, ...]
    item: Any = None


@dataclass
class Model:
    """The static description that every `emit` may read."""

    name: str = ""
    num_players: int = 2
    mode: str = "Alternating"
    facings: tuple[str, ...] = ()
    topology: Any = None
    default_site: str = "Cell"
    components: list[Component] = field(default_factory=list)
    containers: list[Container] = field(default_factory=list)
    regions: list[NamedRegion] = field(default_factory=list)
    tracks: list[Any] = field(default_factory=list)
    maps: list[tuple[str, dict[int, int]]] = field(default_factory=list)
    phases: list[Any] = field(default_factory=list)
    needs: frozenset[Need] = frozenset()
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def stacking(self) -> bool:
        return Need.STACKING in self.needs or Need.CARD in self.needs

    @property
    def counts(self) -> bool:
        """Whether sites hold a number of pieces (spec 10, 3.3)."""
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

    def count(self, site_type: str) -> int:
        return int(self.topology.count(site_type))

    @property
    def site_types(self) -> tuple[str, ...]:
        """The site types that can hold something, the default type first."""
        others = [t for t, n in zip(SITE_TYPES, (Need.CELL, Need.VERTEX, Need.EDGE), strict=True) if n in self.needs]
        return (self.default_site, *(t for t in others if t != self.default_site))

    @property
    def universe(self) -> int:
        """A bound above every site index."""
        return max(self.total_sites, *(self.count(t) for t in SITE_TYPES))

    @property
    def merged_owner(self) -> bool:
        """Whether owner and component share one field (spec 10, 3.3, last quirk but one)."""
        owners = [c.owner for c in self.components[1:]]
        repeated = any(owners.count(p) > 1 for p in range(self.num_players + 1))
        graph = self.default_site != "Cell" or Need.VERTEX in self.needs or Need.EDGE in self.needs
        indexed = len(owners) > self.num_players or repeated
        return not (self.stacking or self.counts or Need.STATE in self.needs or graph or indexed)

    @property
    def compact_lists(self) -> bool:
        """Whether removing from an owned list swaps in its last entry (spec 10, 3.9)."""
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
