"""`(slide ..)`: along radials, or along tracks (manual: moves 5.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludens import board
from ludens.ludemes.clauses import Between, From, To
from ludens.ludemes.directions import Radial, each_radial
from ludens.ludemes.moves.clauses import (
    clause_type,
    condition,
    effect_of,
    levels_header,
    origin_of,
    stack_need,
    top_level,
)
from ludens.ludemes.moves.sinks import by_mover
from ludens.ludemes.rays import Rays, rays_of
from ludens.ludemes.site_types import site_need
from ludens.ludemes.target_tables import each_radial_to
from ludens.rules.actions.base import Act, EachAct
from ludens.rules.actions.movement import Move
from ludens.rules.actions.pieces import Add
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import DirectionLudeme, MovesLudeme
from ludens.rules.consequents import Then
from ludens.rules.enums import AbsoluteDirection, RelativeDirection
from ludens.rules.generation.candidates import Candidate, Sink
from ludens.rules.generation.chains import EachSite, chain, chain_link
from ludens.rules.generation.draws import drawn
from ludens.rules.generation.sinks import with_then
from ludens.rules.naming import NameOfTrack
from ludens.rules.state import sets
from ludens.rules.state.constants import is_direct
from ludens.rules.state.context import Context
from ludens.rules.state.regions import Region, collect
from ludens.rules.state.sites import in_range
from ludens.stage import BoolLike, IntLike

ALL_TRACKS = "AllTracks"


class Slide(MovesLudeme):
    """Moves a piece along lines, over sites that satisfy the condition of `between`; all are destinations.

    The condition of `to`, where it holds, ends a line with a move to that site.
    """

    spellings = ("slide", "move Slide")
    says = (
        "[{stack~True}with the whole stack, ]slide[{from_.where!~FromSite} from {from_.where:one}][ along the "
        "track {track}][ {direction}|{!track} in any direction][ {between.range} {.sites}| any number of "
        "{.sites}][{between.if_~IsEmpty}, all of them empty|{!between.if_}, all of them empty|, each such that "
        "{between.if_}][, {between.apply}][{to.if_~IsEmpty}|, or further onto the next one, provided that "
        "{to.if_}][, {to.apply}]"
    )
    reads = BOARD
    writes = BOARD
    from_: From | None = None
    track: NameOfTrack | None = None
    direction: DirectionLudeme | AbsoluteDirection | RelativeDirection | None = None
    between: Between | None = None
    to: To | None = None
    stack: bool = named(False)
    then: Then | None = None

    def own_needs(self, default_site: board.SiteType) -> frozenset[Need]:
        return site_need(self.from_.type if self.from_ else None, default_site) | stack_need(self.stack)

    @property
    def _decided(self) -> bool:
        """With `stack:` or a level the action is a decision even in an effect (manual: moves 1.5)."""
        return self.decision or self.stack or self._has_level

    @property
    def _has_level(self) -> bool:
        return self.from_ is not None and self.from_.level is not None

    def emit(self, c: Context, sink: Sink) -> None:
        origin = origin_of(c, self.from_)
        level: IntLike = self.from_.level.emit(c) if self.from_ is not None and self.from_.level is not None else -1
        inner = c.bind(**{"from": origin, "slide.level": level})
        low, high = self._range(c)
        allowed = c.s.all_of(lambda: origin >= 0, lambda: level >= -1, lambda: condition(self.from_, inner))
        if self.track is not None:
            c.s.if_(allowed, lambda: self._along_tracks(inner, with_then(sink, self.then), low, high))
            return
        kind, sealed = clause_type(c, self.from_), by_mover(sink, c, self.then)
        rays = self._rays(c, kind) if sink.unordered else None

        def slide() -> None:
            if rays is not None and self._at_once(inner, sealed, kind, rays):
                return
            at, target = c.bind(**{"from": origin}), sink.aim
            if target is None:
                each_radial(at, self.direction, kind, origin, lambda r: self._along(inner, sealed, r, low, high))
                return

            def toward(radial: Radial, place: IntLike | None) -> None:
                self._along(inner, sealed, radial, low, high if place is None else c.s.minimum(high, place))

            each_radial_to(at, self.direction, kind, origin, target, toward)

        c.s.if_(allowed, slide)

    def _range(self, c: Context) -> tuple[IntLike, IntLike]:
        if self.between is None or self.between.range is None:
            return -1, 1000
        return self.between.range.emit(c)

    def _passes(self, c: Context) -> BoolLike:
        if self.between is None or self.between.if_ is None:
            return c.state.is_empty(None, c.get("between"))
        return self.between.if_.emit(c)

    # --- to all sites at once

    def _rays(self, c: Context, kind: board.SiteType) -> Rays | None:
        """The rays of the board, for slides past sites under a condition to any of them, and nothing else."""
        between = self.between
        if between is not None and any(x is not None for x in (between.range, between.trail, between.apply)):
            return None
        if self.to is not None and (self.to.if_ is not None or self.to.apply is not None):
            return None
        plain = not (c.model.stacking or self.stack or self._has_level or c.state.last_between.present)
        return rays_of(c, kind, self.direction) if plain and c.tracer is None and not is_direct(c) else None

    def _at_once(self, c: Context, sink: Sink, kind: board.SiteType, rays: Rays) -> bool:
        """Push the moves from a site as a set; False where it is not known for all sites at once which are passed."""
        free = sets.where(c, kind, lambda site: self._passes(c.bind(between=site, to=site)))
        if free is None:
            return False

        def move(site: IntLike) -> Candidate:
            at = c.bind(between=site, to=site)
            return Candidate(at, lambda c: self._build(c, None, stop=False), from_=at.get("from"), to=site)

        origin = c.get("from")
        c.s.if_(in_range(origin, c.model.count(kind)), lambda: sink.push_each(rays.reached(c, origin, free), move))
        return True

    # --- along a radial

    def _along(self, c: Context, sink: Sink, radial: Radial, low: IntLike, high: IntLike) -> None:
        s = c.s

        def walk(out: Any) -> None:
            def visit(k: IntLike) -> None:
                far_enough = True if isinstance(low, int) and low <= 1 else k >= low
                before = s.select(k == 1, c.get("between"), radial.at(s.maximum(k - 1, 1)))
                at = c.bind(**{"to": radial.at(k), "between": before, "slide.k": k, "slide.radial": radial.number})
                s.if_(
                    s.all_of(lambda: self._stops(at), lambda: far_enough),
                    lambda: (self._push(at, sink, radial, stop=True), s.leave(out)),
                )
                over = at.bind(between=at.get("to"))
                s.if_(s.not_(self._passes(over)), lambda: s.leave(out))
                s.if_(far_enough, lambda: self._push(over, sink, radial, stop=False))

            s.for_range(1, s.minimum(radial.length, high) + 1, visit, rounds=radial.longest)

        s.scope(walk)

    def _stops(self, c: Context) -> BoolLike:
        return self.to.if_.emit(c) if self.to is not None and self.to.if_ is not None else False

    def _push(self, c: Context, sink: Sink, radial: Radial, *, stop: bool) -> None:
        def again(c: Context) -> Radial:
            return Radial(c, c.get("from"), radial.tables, c.get("slide.radial"), 0)

        def passed(c: Context) -> Region:
            return collect(c, lambda add: again(c).each(add, 1, c.get("slide.k") - 1))

        low, high = self._levels(c)
        if self._chains(stop):
            low, high = 0, 0
        move = Candidate(
            c,
            lambda c: self._build(c, again(c), stop=stop),
            from_=c.get("from"),
            to=c.get("to"),
            level_min=low,
            level_max=high,
            between=passed,
        )
        effects = (self._to_effect(stop), self._between_effect)
        c.s.if_(self._filter(c, radial), lambda: sink.push(drawn(move, *effects)))

    def _filter(self, c: Context, radial: Radial) -> BoolLike:
        """The condition of the destination's `(apply if: ..)`."""
        apply = self.to.apply if self.to is not None else None
        if apply is None or apply.if_ is None:
            return True
        if self._between_effect is not None:
            k = c.get("slide.k")
            last = c.s.select(k == 1, c.get("between"), radial.at(c.s.maximum(k - 1, 1)))
            c = c.bind(between=last)
        return apply.if_.emit(c)

    @property
    def _between_effect(self) -> MovesLudeme | None:
        return effect_of(self.between.apply) if self.between is not None else None

    def _chains(self, stop: bool) -> bool:
        return self._to_effect(stop) is not None or self._between_effect is not None

    def _to_effect(self, stop: bool) -> MovesLudeme | None:
        """The effect of the destination; its condition filters the move and does not guard the effect."""
        if self.to is None or (not stop and (self.stack or self._has_level)):
            return None
        return self.to.apply.effect if self.to.apply is not None else None

    def _levels(self, c: Context) -> tuple[IntLike, IntLike]:
        if not c.model.stacking:
            return 0, 0
        if self.stack:
            return 0, top_level(c, clause_type(c, self.from_), c.get("from"))
        level = c.s.maximum(c.get("slide.level"), 0)
        return level, level

    def _build(self, c: Context, radial: Radial | None, *, stop: bool) -> list[Act]:
        kind, origin = clause_type(c, self.from_), c.get("from")
        level: IntLike = -1 if self.stack else c.get("slide.level")
        move = Move(kind, origin, kind, c.get("to"), level_from=level, stack=self.stack, decision=self._decided)
        header = levels_header(move, *self._levels(c))
        acts = chain(c, self._to_effect(stop), [move], header)
        if radial is None:
            return acts
        if self.between is not None and self.between.trail is not None:
            acts.append(EachAct(self._trail(radial, self.between.trail.emit(c))))
        effect = self._between_effect
        if effect is None:
            return acts
        last = c.get("slide.k") - 1

        def each(body: Callable[[IntLike], object]) -> None:
            c.s.for_down(last + 1, 1, lambda i: body(radial.at(i)))

        return chain_link(EachSite(effect, each, lambda site: c.bind(between=site)), acts, header)

    def _trail(self, radial: Radial, what: IntLike) -> Callable[[Context, Callable[[Act], object]], object]:
        def each(c: Context, visit: Callable[[Act], object]) -> None:
            kind = clause_type(c, self.from_)
            visit(Add(kind, c.get("from"), what))
            radial.each(lambda site: visit(Add(kind, site, what)), 1, c.get("slide.k") - 1)

        return each

    # --- along tracks

    def _along_tracks(self, c: Context, sink: Sink, low: IntLike, high: IntLike) -> None:
        tracks = [t for t in c.model.tracks if self.track in (ALL_TRACKS, t.name)]
        if not tracks:
            return
        path = _TrackTables(c, tracks)
        path.places.each(
            c.s.maximum(c.get("from"), 0), lambda place: self._along_track(c, sink, path, place, low, high)
        )

    def _along_track(
        self, c: Context, sink: Sink, path: _TrackTables, place: IntLike, low: IntLike, high: IntLike
    ) -> None:
        s = c.s
        at, n, bumps, before = s.var(place), s.var(1), s.var(path.bump[place]), s.var(c.get("between"))

        def walk(out: Any) -> None:
            def more() -> BoolLike:
                ahead: BoolLike = path.next_site[at.get()] >= 0
                ahead &= n.get() < path.length[at.get()]
                ahead &= n.get() <= high
                return ahead

            def step() -> None:
                here = c.bind(to=path.next_site[at.get()], between=before.get())
                counts = (bumps.get() > 0) if self.track == ALL_TRACKS else True
                s.if_(counts, lambda: self._visit(here, sink, n.get() >= low, lambda: s.leave(out)))
                n.set(n.get() + 1)
                before.set(here.get("to"))
                s.if_(s.not_(self._passes(here.bind(between=here.get("to")))), lambda: s.leave(out))
                at.set(path.next_place[at.get()])
                bumps.set(bumps.get() + path.bump[at.get()])

            s.while_(more, step, rounds=len(path.next_site))

        s.scope(walk)

    def _visit(self, c: Context, sink: Sink, far_enough: BoolLike, end: Callable[[], object]) -> None:
        s = c.s
        stops = s.all_of(lambda: far_enough, lambda: self._stops(c))
        s.if_(stops, lambda: (sink.push(self._track_move(c, effect=True)), end()))
        apply = self.to.apply if self.to is not None else None
        free = s.all_of(lambda: far_enough, lambda: s.not_(self._stops(c)))
        pushes = s.all_of(
            lambda: free, lambda: apply.if_.emit(c) if apply is not None and apply.if_ is not None else True
        )
        s.if_(pushes, lambda: sink.push(self._track_move(c, effect=False)))

    def _track_move(self, c: Context, *, effect: bool) -> Candidate:
        def build(c: Context) -> list[Act]:
            kind = clause_type(c, self.from_)
            move = Move(kind, c.get("from"), kind, c.get("to"), decision=self.decision)
            return chain(c, self._to_effect(stop=True) if effect else None, [move])

        return Candidate(c, build, from_=c.get("from"), to=c.get("to"))


class _TrackTables:
    """Tables of the elements of some tracks, one after the other."""

    def __init__(self, c: Context, tracks: list[Any]) -> None:
        elements = [(t, e) for t in tracks for e in t.elements]
        starts, total = [], 0
        for track in tracks:
            starts += [total] * len(track.elements)
            total += len(track.elements)
        table = c.s.table
        self.next_site = table([e.next for _, e in elements])
        self.next_place = table([starts[i] + max(e.next_index, 0) for i, (_, e) in enumerate(elements)])
        self.bump = table([e.bump for _, e in elements])
        self.length = table([len(t.elements) for t, _ in elements])
        places: list[list[int]] = [[] for _ in range(c.model.universe)]
        for i, (_, element) in enumerate(elements):
            if element.site >= 0:
                places[element.site].append(i)
        self.places = c.s.rows(places)
