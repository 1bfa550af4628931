"""Terms that look at where pieces stand: near the centre, the corners, the sides, a region."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.ludemes.metadata.heuristics.base import WeightedTerm
from ludens.ludemes.metadata.heuristics.pieces import PlacedTerm
from ludens.rules.base import named
from ludens.rules.state.context import Context
from ludens.rules.state.model import Model
from ludens.stage import IntLike, RealLike, Variable


class Proximity(PlacedTerm):
    """How near the pieces are to some sites: 1 on one, 0 at the greatest distance of any site of the board."""

    def goals(self, c: Context, player: int) -> Sequence[int]:
        """The sites."""
        raise NotImplementedError(type(self).__name__)

    def worth(self, c: Context, player: int) -> Sequence[float]:
        distances = c.model.topology.distances_to(c.model.default_site, self.goals(c, player))
        farthest = max(distances, default=0)
        return [1.0 - distance / farthest if farthest else 1.0 for distance in distances]


class _NamedProximity(Proximity):
    region_name = ""

    def goals(self, c: Context, player: int) -> Sequence[int]:
        return c.model.topology.region(c.model.default_site, self.region_name)


class CentreProximity(_NamedProximity):
    """How near the pieces are to the centre."""

    spellings = ("centreProximity",)
    region_name = "centre"


class CornerProximity(_NamedProximity):
    """How near the pieces are to a corner."""

    spellings = ("cornerProximity",)
    region_name = "corners"


class SidesProximity(_NamedProximity):
    """How near the pieces are to a side."""

    spellings = ("sidesProximity",)
    region_name = "perimeter"


class RegionProximity(Proximity):
    """How near the pieces are to a region of the equipment, by its number there."""

    spellings = ("regionProximity",)
    region: int = named()

    def goals(self, c: Context, player: int) -> Sequence[int]:
        regions = c.model.regions
        return regions[self.region].sites if 0 <= self.region < len(regions) else ()


class SitesProximity(Proximity):
    """How near the pieces are to the sites that `of` lists by number; a term of ludens's own."""

    spellings = ("sitesProximity",)
    of: tuple[int, ...] = named()

    def goals(self, c: Context, player: int) -> Sequence[int]:
        return [site for site in self.of if 0 <= site < c.model.board_sites]


class PlayerRegionsProximity(Proximity):
    """How near the pieces are to the regions of a player."""

    spellings = ("playerRegionsProximity",)
    player: int = named()

    def goals(self, c: Context, player: int) -> Sequence[int]:
        return sites_of(c.model, self.player)


class OwnRegionsProximity(Proximity):
    """How near a player's pieces are to the player's own regions; a term of ludens's own."""

    spellings = ("ownRegionsProximity",)

    def goals(self, c: Context, player: int) -> Sequence[int]:
        return sites_of(c.model, player)


class FilledRegionsProximity(PlacedTerm):
    """How near a player's pieces are to regions that they are to fill, and in them how deep; a term of ludens's own.

    `of` has whose regions these are, for each player in turn: {2 1} where each goes where the other one begins.
    """

    spellings = ("filledRegionsProximity",)
    of: tuple[int, ...] = named()

    def worth(self, c: Context, player: int) -> Sequence[float]:
        """Nearness counts first, so that no site outside is worth as much as one inside; what is deep is filled first,
        as it is shut off later."""
        topology, site = c.model.topology, c.model.default_site
        goals = sites_of(c.model, self.of[player - 1]) if player <= len(self.of) else ()
        outside = sorted(set(range(c.model.board_sites)) - set(goals))
        depths = topology.distances_to(site, outside)
        deepest = max((depths[goal] for goal in goals), default=0)
        near = topology.distances_to(site, goals)
        deep = topology.distances_to(site, [goal for goal in goals if depths[goal] == deepest])
        farthest, span = max(near, default=0) or 1, 2 * (max(deep, default=0) or 1)
        return [1.0 - a / farthest - b / (span * farthest) for a, b in zip(near, deep, strict=True)]


class OwnRegionsCount(WeightedTerm):
    """The number of pieces on the regions of the player."""

    spellings = ("ownRegionsCount",)

    def raw(self, c: Context, player: int) -> RealLike:
        return _counted(c, sites_of(c.model, player))


class PlayerSiteMapCount(WeightedTerm):
    """The number of pieces on the sites that the maps give the player."""

    spellings = ("playerSiteMapCount",)

    def raw(self, c: Context, player: int) -> RealLike:
        return _counted(c, [sites[player] for _, sites in c.model.maps if player in sites])


def sites_of(model: Model, player: int) -> Sequence[int]:
    """The sites of a player's regions."""
    return sorted({site for region in model.regions if region.owner == player for site in region.sites})


def _counted(c: Context, sites: Sequence[int]) -> RealLike:
    """What lies on sites, with its counts."""
    s, total = c.s, c.s.var(0)
    if sites:
        table = s.table(list(sites))
        s.for_range(0, len(sites), lambda i: _add(c, total, table[i]))
    return s.real(total.get())


def _add(c: Context, total: Variable[IntLike], site: IntLike) -> None:
    total.set(total.get() + c.state.count(None, site))
