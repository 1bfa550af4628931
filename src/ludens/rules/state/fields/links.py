"""What the state keeps of pieces that hang together.

A *relation* says which sites are beside each other, and which of some regions hold a site. A forest over the sites
joins pieces of one owner that are beside each other: every site links to another one of its group, a root to itself,
and a root has a bit for each region that its group touches. Taking a piece away would part groups: from then on nothing
is kept, and whoever asks must look at the position.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from ludens.rules.state.fields.declaration import Record, ints
from ludens.rules.state.layout import FieldKind
from ludens.rules.state.model import Fact, Model
from ludens.stage import narrowest

#: the most regions that one relation keeps, and the most sites beside one
MOST_REGIONS = MOST_BESIDE = 30
#: regions, as lists of sites
Regions = tuple[tuple[int, ...], ...]


def _ring(near: Sequence[int], steps: Sequence[Sequence[int]]) -> list[int]:
    """Sites in an order in which many are beside the one before."""
    left, ring = list(dict.fromkeys(near)), list[int]()
    while left:
        beside = [t for t in left if ring and t in steps[ring[-1]]]
        few = lambda t: sum(u in steps[t] for u in left)  # noqa: E731
        ring.append(min(beside or left, key=few))
        left.remove(ring[-1])
    return ring


@dataclass
class Relation:
    """Sites beside each other, by site, and regions: those of an owner by what is stored as owner, those of nobody.

    A region of nobody has the bits from `shift_of` on, those of an owner the lowest.
    """

    steps: Sequence[Sequence[int]]
    owned: Sequence[Regions]
    shared: dict[Regions, int] = field(default_factory=dict)
    #: whether it is noted who may have closed a ring
    notes_rings: bool = False

    @property
    def num_owned(self) -> int:
        return max(map(len, self.owned), default=0)

    @property
    def num_regions(self) -> int:
        return self.num_owned + sum(map(len, self.shared))

    def share(self, regions: Regions) -> None:
        """Keep which of some regions are touched as well, if there is room."""
        if self.num_regions + len(regions) <= MOST_REGIONS:
            self.shared.setdefault(regions, sum(map(len, self.shared)))

    def shift_of(self, regions: Regions) -> int | None:
        """The number of the first of some regions, None where they are not kept."""
        return self.num_owned + self.shared[regions] if regions in self.shared else None

    @cached_property
    def rows(self) -> list[list[int]]:
        """What is beside each site, in an order in which many are beside the one before."""
        return [_ring(near, self.steps) for near in self.steps]

    @cached_property
    def closed(self) -> list[int]:
        """For each site how many are beside it, if the last of its row is beside the first, else 0."""
        return [len(row) if len(row) > 2 and row[0] in self.steps[row[-1]] else 0 for row in self.rows]

    @cached_property
    def together(self) -> list[int]:
        """Bits for what is beside the one before it in the row of a site, the last being before the first."""
        bits = [sum(1 << k for k in range(1, len(row)) if row[k] in self.steps[row[k - 1]]) for row in self.rows]
        return [bit | (length > 0) for bit, length in zip(bits, self.closed, strict=True)]

    def fills_disc(self, rim: Collection[int]) -> bool:
        """Whether the sites are the corners of triangles that fill a disc, with that rim.

        Then sites that are not on the rim have closed rows, those on it open ones, and no three sites are beside each
        other but around a triangle.
        """
        triangles = 0
        for site, row in enumerate(self.rows):
            closed = self.closed[site] > 0
            pairs = sum(u in self.steps[t] for i, t in enumerate(row) for u in row[:i])
            chain = all(u in self.steps[t] for t, u in pairwise(row))
            if not chain or closed == (site in rim) or pairs != len(row) - (not closed) or not row:
                return False
            triangles += pairs
        edges = sum(map(len, self.rows)) // 2
        return self._is_connected() and len(self.rows) - edges + triangles // 3 == 1

    def _is_connected(self) -> bool:
        seen, left = {0}, [0]
        while left:
            new = set(self.steps[left.pop()]) - seen
            seen |= new
            left += new
        return len(seen) == len(self.steps)

    def bits(self) -> list[int]:
        """The regions that hold a site, for each owner and site."""
        size, result = len(self.steps), []
        for own in self.owned:
            marks = [0] * size
            numbered = [*enumerate(own)]
            for regions, shift in self.shared.items():
                numbered += enumerate(regions, self.num_owned + shift)
            for number, region in numbered:
                for site in region:
                    if site < size:
                        marks[site] |= 1 << number
            result += marks
        return result


#: the relations of a game by their key, in order
RELATIONS: Fact[dict[object, Relation]] = Fact({})


def _number(model: Model) -> int:
    return len(RELATIONS.of(model))


def _sites(model: Model) -> int:
    return model.board_sites


def _has_relations(model: Model) -> bool:
    return bool(RELATIONS.of(model))


def _rings_noted(model: Model) -> bool:
    return any(relation.notes_rings for relation in RELATIONS.of(model).values())


def _any_site(model: Model) -> str:
    return narrowest(model.board_sites)


def _last_site(model: Model) -> int:
    return model.board_sites - 1


def _most_bits(model: Model) -> int:
    return (1 << max((relation.num_regions for relation in RELATIONS.of(model).values()), default=0)) - 1


def _any_bits(model: Model) -> str:
    return narrowest(_most_bits(model))


class LinkFields(Record):
    """The forests of all relations, one behind the other."""

    links = ints(_number, _sites, element=_any_site, high=_last_site, when=_has_relations, kind=FieldKind.DERIVED)
    touched_regions = ints(
        _number, _sites, element=_any_bits, high=_most_bits, when=_has_relations, kind=FieldKind.DERIVED
    )
    #: a bit for each owner, as stored, whose pieces may go round some site
    ringed = ints(when=_rings_noted, kind=FieldKind.DERIVED)
    #: 1 from when a piece was taken away
    unlinked = ints(element="u8", high=lambda model: 1, when=_has_relations, kind=FieldKind.DERIVED)


def steps_between(model: Model, names: Sequence[str]) -> list[list[int]]:
    """For each site of the board where a step in one of some directions leads."""
    topology, kind = model.topology, model.default_site
    return [[t for name in names for t in topology.steps(kind, s, name)] for s in range(model.board_sites)]


def owners_stored(model: Model) -> Sequence[int]:
    """The player for each value that is stored as an owner."""
    return [x.owner for x in model.components] if model.merged_owner else range(model.num_players + 2)
