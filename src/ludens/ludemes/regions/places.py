"""Regions of containers, tracks and sides (manual: regions 3 and 5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from ludens.ludemes.arguments import optional
from ludens.ludemes.regions.static import Sites, TypedSites, empty
from ludens.rules.base import NOTHING, named
from ludens.rules.categories import IntLudeme, NonDecision
from ludens.rules.enums import CompassDirection, RoleType, SiteType
from ludens.rules.naming import NameOfTrack
from ludens.rules.roles import PlayerArgument, index_of
from ludens.rules.state.choices import chosen
from ludens.rules.state.context import Context
from ludens.rules.state.regions import BitRegion, Region, StaticRegion
from ludens.stage import Bool, IntLike


class HandSites(Sites):
    """The sites of a player's hand: of the first hand, deck or dice container of that owner."""

    spellings = ("sites Hand",)
    says = "@{who:of} hand"
    reads = NOTHING
    site_type: SiteType | None = None
    who: PlayerArgument | RoleType | None = None
    moves: NonDecision | None = None
    name: str | None = None

    def build(self, c: Context) -> Region:
        if self.who is None:
            return empty(c)
        hands = c.model.containers[1:]
        if self.who is RoleType.Shared:
            return StaticRegion(c, hands[0].sites if hands else ())
        first = [next((h.sites for h in hands if p and h.owner == p), ()) for p in range(c.model.num_players + 2)]
        return chosen(c, cast(Sequence[Sequence[int]], first), index_of(c, self.who))


class SideSites(TypedSites):
    """The sites of a side of the board: in a direction, or that which a player faces."""

    spellings = ("sites Side",)
    says = "@[{where~RoleType}{where:of} side|the {where:adj} side]"
    reads = NOTHING
    where: PlayerArgument | RoleType | CompassDirection | None = None

    def build(self, c: Context) -> Region:
        sides = c.model.topology.sides("Cell" if self.kind(c) == "Cell" else "Vertex")
        if self.where is None:
            return empty(c)
        if isinstance(self.where, CompassDirection):
            return StaticRegion(c, sides.get(self.where.value, ()))
        facings = c.model.facings
        return chosen(c, [(), *(sides.get(facing, ()) for facing in facings)], index_of(c, self.where))


class TrackSites(Sites):
    """The sites of a track, or of a stretch of it."""

    spellings = ("sites Track",)
    says = "@the track[ {name}][ of {who}][ from {from_:site}][ to {to:site}]"
    reads = NOTHING
    who: PlayerArgument | RoleType | None = None
    name: NameOfTrack | None = None
    from_: IntLudeme | None = named(None)
    to: IntLudeme | None = named(None)

    def build(self, c: Context) -> Region:
        tracks = c.model.tracks
        number = self._number(c)
        paths = [tuple(track.sites) for track in tracks]
        if self.from_ is None and self.to is None:
            return chosen(c, [[site for site in path if site >= 0] for path in paths], number)
        start = optional(c, self.from_)
        end = optional(c, self.to)
        result = BitRegion.empty(c)
        is_track = (number >= 0) & (number < len(paths))
        if paths:
            c.s.if_(is_track, lambda: self._stretch(c, paths, number, start, end, result))
        return result

    def _number(self, c: Context) -> IntLike:
        """The track that is being visited, else the first that fits the player and the name."""
        tracks, name = c.model.tracks, self.name or ""

        def fits(player: int) -> int:
            listed = (
                n
                for n, t in enumerate(tracks)
                if (self.name is not None and t.name == name) or (name in t.name and t.owner in (player, 0))
            )
            return next(listed, -1)

        numbers = [fits(player) for player in range(c.model.num_players + 2)]
        player = index_of(c, self.who) if self.who is not None else 0
        if isinstance(player, int):
            number: IntLike = numbers[player] if 0 <= player < len(numbers) else fits(-1)
        else:
            number = c.s.table([*numbers, fits(-1)])[_clipped(c, player, len(numbers))]
        visited = c.get("track")
        return c.s.select(visited != -1, visited, number)

    def _stretch(
        self, c: Context, paths: list[tuple[int, ...]], number: IntLike, start: IntLike, end: IntLike, result: BitRegion
    ) -> None:
        """From the first element equal to `start` on, to the first equal to `end`; round the end of the track."""
        s = c.s
        rows = s.rows(paths)
        length, at, met = rows.length(number), s.var(-1), s.var(False, Bool)

        def find(i: IntLike) -> None:
            s.if_(s.all_of(lambda: at.get() < 0, lambda: rows.get(number, i) == start), lambda: at.set(i))

        s.if_(start == -1, lambda: at.set(0), lambda: s.for_range(0, length, find))

        def take(i: IntLike) -> None:
            site = rows.get(number, i)

            def collect() -> None:
                s.if_(site >= 0, lambda: result.add(site))
                s.if_(s.all_of(lambda: end != -1, lambda: site == end), lambda: met.set(True))

            s.if_(s.not_(met.get()), collect)

        def both() -> None:
            s.for_range(at.get(), length, take)
            s.for_range(0, at.get(), take)

        s.if_(at.get() >= 0, both)


def _clipped(c: Context, player: IntLike, count: int) -> IntLike:
    """An index into a table whose last entry is for players that there are not."""
    inside = (player >= 0) & (player < count)
    return c.s.select(inside, player, count)
