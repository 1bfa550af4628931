"""Sites and steps along tracks (manual: integers 10)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from ludens.board.tracks import Track
from ludens.ludemes.arguments import whether
from ludens.ludemes.integers.arithmetic import remainder
from ludens.ludemes.integers.sites_values import guarded, is_site
from ludens.ludemes.searches import answer
from ludens.rules.base import named, positional
from ludens.rules.categories import BooleanConstant, BooleanLudeme, IntLudeme
from ludens.rules.enums import RoleType
from ludens.rules.naming import NameOfTrack
from ludens.rules.roles import PlayerArgument, fixed_index, index_of
from ludens.rules.state import track_indices
from ludens.rules.state.constants import at_load
from ludens.rules.state.context import Context
from ludens.rules.state.sites import in_range
from ludens.rules.state.tables import lookup
from ludens.stage import IntLike, Scope

Choice = Callable[[int], int]


class OnTracks:
    """The tracks of the board as tables: a row of sites for each."""

    def __init__(self, c: Context) -> None:
        self.c = c
        self.tracks: Sequence[Track] = c.model.tracks
        self.sites = c.s.rows([[e.site for e in t.elements] for t in self.tracks])

    def chosen(self, choose: Choice, owner: IntLike) -> IntLike:
        """The track that a choice by owner gives; -1 for none."""
        n = self.c.model.num_players
        by_owner = [choose(p) for p in range(n + 2)]
        if len(set(by_owner)) == 1 and choose(-1) == by_owner[0]:
            return by_owner[0]
        return lookup(self.c, by_owner, owner, choose(-1))

    def length(self, track: IntLike) -> IntLike:
        return self.sites.length(track)

    def is_looped(self, track: IntLike) -> IntLike:
        """1 for a track whose last element has a next site."""
        return lookup(self.c, [int(t.elements[-1].next_index >= 0) for t in self.tracks], track, 0)

    def find(self, track: IntLike, site: IntLike) -> IntLike:
        """The first place of a site on a track; the track's length if it is not on it."""
        c, table = self.c, {}
        for number, t in enumerate(self.tracks):
            for place, e in reversed(list(enumerate(t.elements))):
                table[number, e.site] = place
        if isinstance(track, int) and isinstance(site, int):
            return table.get((track, site), len(self.tracks[track].elements))
        low = min(e.site for t in self.tracks for e in t.elements)
        width = max(e.site for t in self.tracks for e in t.elements) - low + 1
        ends = [len(t.elements) for t in self.tracks]
        places = [table.get((n, s + low), ends[n]) for n in range(len(ends)) for s in range(width)]
        inside = in_range(site - low, width)
        at = c.s.table(places)[track * width + c.s.select(inside, site - low, 0)]
        return c.s.select(inside, at, self.length(track))

    def place_of_piece(self, track: IntLike, site: IntLike, owner: IntLike) -> IntLike:
        """The first place of the site where the piece on it is counted, the length if there is none (manual: integers
        10.1)."""
        c, s = self.c, self.c.s
        result = s.var(self.length(track))
        what = _piece_of(c, site, owner)

        def on_track(number: int) -> None:
            elements = c.s.table([e.site for e in self.tracks[number].elements])

            def look(out: Scope) -> None:
                def at(place: IntLike) -> None:
                    here = s.all_of(
                        lambda: elements[place] == site,
                        lambda: s.any_of(lambda: what == 0, lambda: track_indices.count(c, number, place, what) > 0),
                    )
                    s.if_(here, lambda: answer(c, result, out, place))

                s.for_range(0, len(elements), at)

            s.scope(look)

        s.switch(track, [partial(on_track, n) for n in range(len(self.tracks))])
        return result.get()


def _piece_of(c: Context, site: IntLike, owner: IntLike) -> IntLike:
    """The top component of a site, or the lowest one that belongs to the owner."""
    kind, p, s = c.model.default_site, c.state, c.s
    top = guarded(c, is_site(c, kind, site), lambda: p.what(kind, site))
    if not c.model.stacking:
        return top
    own = s.var(top)

    def level(i: IntLike) -> None:
        s.if_(p.who(kind, site, i) == owner, lambda: own.set(p.what(kind, site, i)))

    s.if_(is_site(c, kind, site), lambda: s.for_down(p.size(kind, site), 0, level))
    return own.get()


def start_place(c: Context, on: OnTracks, track: IntLike, site: IntLike, owner: IntLike) -> IntLike:
    """The place of a site on a track: its length if the site is not on it; -1 below all sites of a track in indices."""
    if not track_indices.has_indices(c) or not any(t.internal_loop for t in on.tracks):
        return on.find(track, site)
    by_piece = lambda: c.s.choose(site < 0, lambda: -1, lambda: on.place_of_piece(track, site, owner))  # noqa: E731
    return c.s.choose(on.is_looped(track) == 0, by_piece, lambda: on.find(track, site))


def first_owned(tracks: Sequence[Track], player: int) -> int:
    """The first track of a player, else the first of nobody, else -1."""
    owned = (n for n, t in enumerate(tracks) if t.owner == player)
    return next(owned, next((n for n, t in enumerate(tracks) if t.owner == 0), -1))


class TrackSiteMove(IntLudeme):
    """The site some steps along a track; -1 behind its end."""

    spellings = ("trackSite Move",)
    is_site = True
    says = (
        "the {.site} [{steps~IntConstant}{steps} steps ]further along [the track {name}|the track][ from {from_:site}]"
        "[{steps!~IntConstant} by {steps}]"
    )
    reads = frozenset({"board", "turn"})
    from_: IntLudeme | None = named(None)
    role: RoleType | None = positional(None, group="who")
    player: PlayerArgument | None = positional(None, group="who")
    name: NameOfTrack | None = positional(None, group="who")
    steps: IntLudeme = named()

    def emit(self, c: Context) -> IntLike:
        if not c.model.tracks:
            return -1
        on, s = OnTracks(c), c.s
        owner = index_of(c, self.role or self.player or RoleType.Mover)
        track = on.chosen(lambda p: self._choose(on.tracks, p), owner)
        site = self.from_.emit(c) if self.from_ is not None else c.get("from")
        steps = s.maximum(self.steps.emit(c), 0)
        return s.choose(track >= 0, lambda: _moved(c, on, track, site, steps, owner), lambda: -1)

    def _choose(self, tracks: Sequence[Track], player: int) -> int:
        if self.name is not None:
            named_tracks = [n for n, t in enumerate(tracks) if self.name in t.name]
            owned = [n for n in named_tracks if tracks[n].owner == player]
            if owned or named_tracks:
                return (owned or named_tracks)[0]
        return first_owned(tracks, player)


def _moved(c: Context, on: OnTracks, track: IntLike, site: IntLike, steps: IntLike, owner: IntLike) -> IntLike:
    s = c.s
    start = start_place(c, on, track, site, owner)
    place, length = start + steps, on.length(track)

    def beyond() -> IntLike:
        around = remainder(c, place, length)
        return s.choose(on.is_looped(track) != 0, lambda: on.sites.get(track, around), lambda: -1)

    def reached() -> IntLike:
        return s.choose(place < length, lambda: on.sites.get(track, place), beyond)

    return s.choose(start < 0, lambda: -1, reached)


class _ByOwnerAndName(IntLudeme):
    """What `FirstSite` and `EndSite` share: how the track is chosen (manual: integers 10.2)."""

    player: PlayerArgument | None = positional(None, group="who")
    role: RoleType | None = positional(None, group="who")
    name: NameOfTrack | None = None

    def owner(self, c: Context) -> IntLike:
        who = self.player or self.role
        return index_of(c, who) if who is not None else 0

    def choose(self, tracks: Sequence[Track], player: int) -> int:
        def fits(track: Track) -> bool:
            if self.name is None:
                return track.owner in (player, 0)
            return self.name in track.name and (player == 0 or track.owner == player)

        return next((n for n, t in enumerate(tracks) if fits(t)), 0)


class TrackSiteEnd(_ByOwnerAndName):
    """The last site of a track."""

    spellings = ("trackSite EndSite",)
    is_site = True
    says = "the last {.site} of [the track {name}|the track]"
    reads = frozenset({"turn"})

    def emit(self, c: Context) -> IntLike:
        if not c.model.tracks:
            return -1
        on = OnTracks(c)
        track = on.chosen(lambda p: self.choose(on.tracks, p), self.owner(c))
        return lookup(c, [t.elements[-1].site for t in on.tracks], track)


class TrackSiteFirst(_ByOwnerAndName):
    """The first site of a track, or from a site on, that satisfies a condition; -1 if none does."""

    spellings = ("trackSite FirstSite",)
    is_site = True
    says = "the first {.site} of [the track {name}|the track][ from {from_:site}][ for which {if_}]"
    from_: IntLudeme | None = named(None)
    if_: BooleanLudeme | None = named(None)

    def emit(self, c: Context) -> IntLike:
        if not c.model.tracks:
            return -1
        on = OnTracks(c)
        track = on.chosen(lambda p: self.choose(on.tracks, p), self.owner(c))
        start = self._start(c)
        first = c.s.choose(start == -1, lambda: 0, lambda: on.find(track, start))
        if isinstance(track, int) and isinstance(first, int) and self.if_ is None:
            return on.tracks[track].elements[first].site if first < len(on.tracks[track].elements) else -1
        on_track = first < on.length(track)
        return c.s.choose(on_track, lambda: self._search(c, on, track, first), lambda: -1)

    def _start(self, c: Context) -> IntLike:
        """The site to begin with. Where the rest is constant the reference evaluates it once, at load (manual: integers
        1.4)."""
        if self.from_ is None:
            return -1
        fixed = self.player is None and (self.role is None or fixed_index(self.role) is not None)
        if fixed and (self.if_ is None or isinstance(self.if_, BooleanConstant)):
            return at_load(c, self.from_.emit)
        return self.from_.emit(c)

    def _search(self, c: Context, on: OnTracks, track: IntLike, first: IntLike) -> IntLike:
        s, result, length = c.s, c.s.var(-1), on.length(track)

        def walk(out: Scope) -> None:
            def look(k: IntLike) -> None:
                place = first + k
                site = on.sites.get(track, s.select(place >= length, place - length, place))
                holds = whether(c.bind(to=site), self.if_, True)
                s.if_(holds, lambda: answer(c, result, out, site))

            s.for_range(0, length, look)

        s.scope(walk)
        return result.get()


class CountStepsOnTrack(IntLudeme):
    """The number of steps along a track from one site to another; -1 if there is no way."""

    spellings = ("count StepsOnTrack",)
    says = "the number of steps along the track from {origin:site} to {target:site}"
    reads = frozenset({"board", "turn"})
    role: RoleType | None = positional(None, group="who")
    player: PlayerArgument | None = positional(None, group="who")
    name: NameOfTrack | None = positional(None, group="who")
    origin: IntLudeme | None = None
    target: IntLudeme | None = None

    def emit(self, c: Context) -> IntLike:
        if not c.model.tracks or self.origin is None or self.target is None:
            return -1
        on, s = OnTracks(c), c.s
        owner = index_of(c, self.role or self.player or RoleType.Mover)
        track = on.chosen(lambda p: self._choose(on.tracks, p), owner)
        a, b = self.origin.emit(c), self.target.emit(c)
        return s.choose(track >= 0, lambda: self._steps(c, on, track, a, b, owner), lambda: -1)

    def _choose(self, tracks: Sequence[Track], player: int) -> int:
        named_track = (
            n for n, t in enumerate(tracks) if self.name is not None and self.name in t.name and t.owner == player
        )
        return next(named_track, first_owned(tracks, player))

    def _steps(self, c: Context, on: OnTracks, track: IntLike, a: IntLike, b: IntLike, owner: IntLike) -> IntLike:
        s, result, length = c.s, c.s.var(-1), on.length(track)
        start = start_place(c, on, track, a, owner)
        wraps = s.any_of(lambda: not track_indices.has_indices(c), lambda: on.is_looped(track) != 0)
        many = s.select(wraps, length, length - start)

        def walk(out: Scope) -> None:
            def look(k: IntLike) -> None:
                place = start + k
                site = on.sites.get(track, s.select(place >= length, place - length, place))
                s.if_(site == b, lambda: answer(c, result, out, k))

            s.for_range(0, many, look)

        s.if_(start >= 0, lambda: s.scope(walk))
        return result.get()
