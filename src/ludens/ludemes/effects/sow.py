"""`(sow ..)`: sowing along a track, and the captures that follow (manual: effects 5)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property, partial

from ludens import board
from ludens.ludemes.arguments import optional, whether
from ludens.ludemes.booleans.comparisons import Equal
from ludens.ludemes.effects.effect_moves import push
from ludens.ludemes.integers.iterators import ToSite
from ludens.ludemes.integers.last import Last
from ludens.ludemes.site_types import kind_of
from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Move
from ludens.rules.base import BOARD, Need, named
from ludens.rules.categories import BooleanLudeme, IntLudeme, MovesLudeme, NonDecision
from ludens.rules.consequents import Then, has_then
from ludens.rules.enums import LastType, SiteType
from ludens.rules.generation.candidates import Candidate, MapSink, Sink
from ludens.rules.generation.execution import MoveFamily, run_effect
from ludens.rules.generation.fusion import can_fuse, disjoint
from ludens.rules.generation.last_move import store_last
from ludens.rules.generation.records import Family, MoveList
from ludens.rules.naming import NameOfTrack
from ludens.rules.state import footprints, memory, pieces, track_indices
from ludens.rules.state.context import Context
from ludens.rules.state.fields.course import LAST_AFTER, LAST_MOVE
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.fields.sites import SIDES
from ludens.rules.state.scratch import with_copy
from ludens.rules.state.view import StateView
from ludens.stage import Address, BoolLike, IntLike, Scope, Stage, Table, Variable

MAX_SKIPS = 10_000
#: the steps of a sowing at most, and the bytes of each
_PLAN, _STEP = 4096, 8


class Sow(MovesLudeme):
    """Sows the pieces of a site one by one along a track; then captures where the last one fell."""

    spellings = ("sow",)
    says = (
        "[sow {count} pieces|sow what lies there] [{num_per_hole?}{num_per_hole} to a {.site}|one by one][ from "
        "{start:site}] along [{owner:of}|the] track[ {track}][{origin~True}, beginning with the {.site} they come "
        "from][{include_self~False}, leaving out the {.site} they come from][{skip_if?}, leaving out each {.site} for "
        "which {skip_if}][{sow_effect?}; in each {.site} sown, {sow_effect}][{apply?}[{if_?}; if at the end {if_}, "
        "{apply}|; at the end, {apply}]][{backtracking?}; the same for each {.site} before while {backtracking}]"
        "[{forward?}; the same for each {.site} after while {forward}]"
    )
    needs = frozenset({Need.COUNT})
    reads = BOARD | {"last"}
    writes = BOARD
    site_type: SiteType | None = None
    start: IntLudeme | None = None
    count: IntLudeme | None = named(None)
    num_per_hole: IntLudeme | None = named(None)
    track: NameOfTrack | None = None
    owner: IntLudeme | None = named(None)
    if_: BooleanLudeme | None = named(None)
    sow_effect: MovesLudeme | None = named(None)
    apply: NonDecision | None = named(None)
    include_self: bool = named(True)
    origin: BooleanLudeme | None = named(None)
    skip_if: BooleanLudeme | None = named(None)
    backtracking: BooleanLudeme | None = named(None, group="way")
    forward: BooleanLudeme | None = named(None, group="way")
    then: Then | None = None

    def emit(self, c: Context, sink: Sink) -> None:
        tracks = tracks_of(c)
        if not tracks.starts:
            return
        kind = kind_of(c, self.site_type)
        start = self.start.emit(c) if self.start is not None else c.state.last_to.get()
        pieces = c.state.size if c.model.stacking else c.state.count
        count = self.count.emit(c) if self.count is not None else pieces(kind, start)
        c.s.if_(start >= 0, lambda: self._from(c, sink, tracks, start, count))

    def _from(self, c: Context, sink: Sink, tracks: Tracks, start: IntLike, count: IntLike) -> None:
        track = tracks.chosen(c, self.track, optional(c, self.owner))

        def on_track() -> None:
            place = tracks.place_of(track, start)
            values = {"sow.start": start, "sow.count": count, "sow.place": place, "sow.track": track}
            sows = (place >= 0) | (count <= 0)
            c.s.if_(sows, lambda: push(c, sink, lambda c: [SowAct(self, c)], values, self.then, from_=0, to=0))

        c.s.if_(track >= 0, on_track)

    def parts(self) -> list[MovesLudeme]:
        return []

    @cached_property
    def is_direct(self) -> bool:
        """Whether nothing that sowing evaluates can see what has been sown so far: each piece may move at once."""
        hole = [x for x in (self.skip_if, self.num_per_hole) if x is not None]
        return self.sow_effect is None and all(disjoint(BOARD, x.all_reads) for x in hole)

    @cached_property
    def skips_start_alone(self) -> bool:
        """Whether `skipIf` is `(= (to) (last To))`, and so leaves out the hole that the sowing starts from."""
        skip = self.skip_if
        if self.start is not None or not isinstance(skip, Equal):
            return False
        sides = (skip.first, skip.second)
        lasts = [side for side in sides if isinstance(side, Last)]
        plain = len(lasts) == 1 and lasts[0].what == LastType.To and not lasts[0].after_consequence
        return plain and any(isinstance(side, ToSite) for side in sides)


@dataclass
class SowAct(Act):
    """All actions of a sowing: the moves of the pieces, then the captures, which are found in the position between."""

    ludeme: Sow
    c: Context

    def perform(self, c: Context) -> None:
        start = memory.mark(c)
        _Sowing(self.ludeme, self.c).run()
        memory.release(c, start)

    def describe(self, c: Context) -> None:
        def on_copy(copied: Context) -> None:
            _Sowing(self.ludeme, replace(self.c, state=copied.state)).run()

        with_copy(c, on_copy)


class _Sowing:
    """One sowing, while it is emitted: `place` is where on the track it has come to, `hole` and `value` what `(to)` and
    `(value)` read there."""

    def __init__(self, ludeme: Sow, c: Context) -> None:
        self.ludeme, self.c, self.s = ludeme, c, c.s
        self.kind = kind_of(c, ludeme.site_type)
        self.tracks = tracks_of(c)
        self.start, self.count = c.get("sow.start"), c.get("sow.count")
        self.first: IntLike = c.get("sow.place")
        self.place = c.s.var(self.first)
        self.sown = c.s.var(0)
        self.hole = c.s.var(c.get("to"))
        self.value = c.s.var(c.get("value"))
        self.plan = None if ludeme.is_direct else _Plan(c, self.kind, self.start)

    def run(self) -> None:
        self._origin()
        self.s.if_(self.sown.get() < self.count, self._sow)
        if self.plan is not None:
            self.plan.perform()
        if self.ludeme.apply is not None:
            self._captures(self.ludeme.apply)

    def here(self, *, from_: IntLike | None = None) -> Context:
        """What conditions and effects see at the current hole."""
        c = self.c.bind(to=self.hole.get(), value=self.value.get())
        return c if from_ is None else c.bind(from_=from_)

    # --- sowing

    def _origin(self) -> None:
        if self.ludeme.origin is not None:
            self.s.if_(self.ludeme.origin.emit(self.c.bind(from_=self.start)), self._sow_origin)

    def _sow_origin(self) -> None:
        c = self.c.bind(from_=self.start)
        self._effect(c)
        self._seeds(c, self.start)
        self.hole.set(self.start)

    def _sow(self) -> None:
        if self._is_plain:
            self.s.if_(self._leaves_origin(), self._hand_out, self._sow_in_turn)
        else:
            self._sow_in_turn()

    def _sow_in_turn(self) -> None:
        self.s.scope(self._holes)

    @property
    def _is_plain(self) -> bool:
        """Whether one seed goes into each hole, and nothing is kept of a seed but how many there are."""
        sow, c, p = self.ludeme, self.c, self.c.state
        no_skips = sow.skip_if is None or sow.skips_start_alone
        simple = sow.origin is None and no_skips and sow.num_per_hole is None and self.plan is None
        watched = c.tracer is not None or c.recorder is not None or Need.LAST_MOVE_ACTIONS in c.model.needs
        counted = p.counts.present and not any(field.of(p).present for field in (*SIDES, StateView.hidden))
        simple = simple and min(self.tracks.sites) >= 0  # a track may end where there is no hole
        return simple and not watched and counted and not (track_indices.has_indices(c) or footprints.any_large(c))

    def _leaves_origin(self) -> BoolLike:
        """Whether the seeds are of one kind, and none comes back to where they are taken from."""
        p = self.c.state
        origin = p.slot(self.kind, self.start)
        return self.s.all_of(
            lambda: self.count < self.tracks.rounds(self.first),
            lambda: self.count <= p.counts.get(origin),
            lambda: p.pieces.get(origin) != 0,
        )

    def _hand_out(self) -> None:
        """The same as hole by hole: the seeds are taken before the last one is put down, and all at once."""
        s, p = self.s, self.c.state
        origin = p.slot(self.kind, self.start)
        what = p.pieces.get(origin)

        def one(index: IntLike) -> None:
            s.if_(index == self.count - 1, lambda: pieces.take_some(self.c, origin, self.count))
            self.place.set(self.tracks.following(self.place.get()))
            target = p.slot(self.kind, self.tracks.site(self.place.get()))
            grows = s.all_of(lambda: p.pieces.get(target) == what, lambda: p.counts.get(target) > 0)
            s.if_(grows, lambda: p.counts.add(1, target), lambda: arrive(self.c, what, target))

        s.for_range(0, self.count, one, rounds=len(self.tracks.sites))
        self.hole.set(self.tracks.site(self.place.get()))
        self.value.set(1)

    def _holes(self, out: Scope) -> None:
        s, index = self.s, self.s.var(0)

        def step() -> None:
            self.value.set(self.count - index.get())
            self._one_hole()
            index.set(index.get() + 1)
            s.if_(self.sown.get() >= self.count, lambda: s.leave(out))

        s.while_(lambda: index.get() < self.count, step, rounds=max(s.range(self.count)[1], 0))

    def _one_hole(self) -> None:
        s = self.s
        self.hole.set(self.tracks.next_site(self.place.get()))
        self._skip()
        site = s.var(self.hole.get())

        def past_start() -> None:
            """`(to)` keeps its value for this hole."""
            self.place.set(self.tracks.following(self.place.get()))
            site.set(self.tracks.next_site(self.place.get()))

        if not self.ludeme.include_self:
            s.if_(site.get() == self.start, past_start)
        here = self.here()
        self._effect(here)
        self._seeds(here, site.get())
        self.place.set(self.tracks.following(self.place.get()))

    def _skip(self) -> None:
        skip = self.ludeme.skip_if
        if skip is None:
            return
        skips = self.s.var(0)

        def once() -> None:
            skips.set(skips.get() + 1)
            self.place.set(self.tracks.following(self.place.get()))
            self.hole.set(self.tracks.next_site(self.place.get()))

        self.s.while_(lambda: self.s.all_of(lambda: skips.get() < MAX_SKIPS, lambda: skip.emit(self.here())), once)

    def _effect(self, c: Context) -> None:
        """The effect of reaching a hole, without its consequents."""
        effect = self.ludeme.sow_effect
        if effect is not None:
            assert self.plan is not None
            effect.emit(c, MapSink(self.plan, lambda m: replace(m, then=())))

    def _seeds(self, c: Context, site: IntLike) -> None:
        per_hole = self.ludeme.num_per_hole
        times = per_hole.emit(c) if per_hole is not None else 1

        def one() -> None:
            if self.plan is not None:
                self.plan.seed(site)
            else:
                seed(self.c, self.kind, self.start, site)

        left = self.count - self.sown.get()
        if per_hole is None:
            self.s.if_(left > 0, one)
        else:
            self.s.for_range(0, self.s.minimum(times, left), lambda _: one())
        self.sown.set(self.sown.get() + self.s.maximum(times, 0))

    # --- captures

    def _captures(self, apply: MovesLudeme) -> None:
        holds = self._holds(self.here())
        if self.ludeme.backtracking is None and self.ludeme.forward is None:
            self.s.if_(holds, lambda: self._capture_here(apply))
        else:
            self.s.if_(holds, lambda: self._capture_along(apply))

    def _holds(self, c: Context) -> BoolLike:
        return whether(c, self.ludeme.if_, True)

    def _capture_here(self, apply: MovesLudeme) -> None:
        c = self.here(from_=self.start)
        if not has_then(apply):
            run_effect(c, apply)
        elif can_fuse(apply):
            self._keep_last(lambda: apply.emit(c, MapSink(_CaptureSink(), lambda m: seen_at(m, c))))
        else:
            moves = MoveList(self.c, _Captures(self.c, store=False))
            apply.emit(c, MapSink(moves, lambda m: seen_at(m, c)))
            self._keep_last(lambda: moves.execute(self.c))

    def _capture_along(self, apply: MovesLudeme) -> None:
        """Hole after hole, backward or forward; all captures are found before the first is made."""
        s, moves, rounds = self.s, MoveList(self.c, _Captures(self.c, store=False)), self.s.var(0)
        self.place.set(s.maximum(self.place.get(), 0))

        def walk(out: Scope) -> None:
            def at_hole() -> None:
                c = self.here(from_=self.start)
                s.if_(s.any_of(lambda: rounds.get() == 0, lambda: self._holds(c)), lambda: None, lambda: s.leave(out))
                apply.emit(c, MapSink(moves, lambda m: seen_at(m, c)))
                self._advance(out)
                rounds.set(rounds.get() + 1)

            goes_on = lambda: rounds.get() < self.tracks.length(self.c.get("sow.track"))  # noqa: E731
            s.while_(goes_on, at_hole, rounds=len(self.tracks.sites))

        s.scope(walk)
        self._keep_last(lambda: moves.execute(self.c))

    def _advance(self, out: Scope) -> None:
        """To the next hole that may be captured; leaves where there is none."""
        s, tracks = self.s, self.tracks
        back = self.ludeme.backtracking is not None
        condition = self.ludeme.backtracking if back else self.ludeme.forward
        assert condition is not None

        def must(holds: BoolLike) -> None:
            s.if_(holds, lambda: None, lambda: s.leave(out))

        must(condition.emit(self.here(from_=self.start)))
        following = tracks.before(self.place.get()) if back else tracks.after(self.place.get())
        must(following >= 0)
        self.place.set(following)
        self.hole.set(tracks.site(following))
        must(condition.emit(self.here(from_=self.start)))
        if back:
            must(self.hole.get() != self.start)

    def _keep_last(self, body: Callable[[], object]) -> None:
        """Captures are applied as if each were the player's move; afterwards the last move is again what it was."""
        p = self.c.state
        fields = (*LAST_MOVE, *LAST_AFTER, StateView.recent_count)
        saved = [(field.of(p), field.of(p).get()) for field in fields if field.of(p).present]
        body()
        for cell, value in saved:
            cell.set(value)


def seed(c: Context, kind: board.SiteType, start: IntLike, site: IntLike) -> None:
    """One piece moves from the start to a hole. A hole keeps its own state, rotation and value."""

    def body(c: Context) -> None:
        origin, target = c.get("seed.from"), c.get("seed.to")
        own = (-1, -1, -1) if c.model.stacking else tuple(_own(c, field, kind, origin, target) for field in SIDES)
        state, rotation, value = own
        Move(kind, origin, kind, target, state=state, rotation=rotation, value=value).perform(c)

    c.unbound().bind(**{"seed.from": start, "seed.to": site}).outline("seed", body, None, key=("seed", kind))


def arrive(c: Context, what: IntLike, slot: IntLike) -> None:
    """One piece comes to a slot from another one."""
    body = lambda c: pieces.arrive_counted(c, c.get("seed.what"), c.get("seed.slot"))  # noqa: E731
    c.unbound().bind(**{"seed.what": what, "seed.slot": slot}).outline("arrive", body, None, key="seed arrives")


def _own(c: Context, field: Field[IntLike], kind: board.SiteType, origin: IntLike, target: IntLike) -> IntLike:
    """A side field of the target where it differs from the origin's, else -1."""
    if not c.state.has(field):
        return -1
    reader = partial(c.state.content, field)
    there = reader(kind, target)
    return c.s.select(there == reader(kind, origin), -1, there)


class _Plan(Sink):
    """What a sowing will do, as a list in the arena: of each step, whether an effect is applied, and the number of its
    move; else the hole for a piece, which may be the end of the track."""

    def __init__(self, c: Context, kind: board.SiteType, start: IntLike) -> None:
        self.c, self.kind, self.start = c, kind, start
        self.address: Address = memory.allocate(c, _STEP * _PLAN)
        self.length: Variable[IntLike] = c.s.var(0)
        self.moves = MoveList(c, MoveFamily(c, store=False))

    def seed(self, site: IntLike) -> None:
        self._put(0, site)

    def push(self, move: Candidate) -> None:
        self._put(1, self.moves.count.get())
        self.moves.push(move)

    def _put(self, is_effect: int, what: IntLike) -> None:
        s, at = self.c.s, self.length.get()

        def store() -> None:
            step = s.offset(self.address, at * _STEP)
            s.store(step, 0, "i32", is_effect)
            s.store(step, 1, "i32", what)
            self.length.set(at + 1)

        s.if_(at < _PLAN, store, lambda: memory.fail(self.c, 2))

    def perform(self) -> None:
        s, family = self.c.s, self.moves.family

        def one(i: IntLike) -> None:
            step = s.offset(self.address, i * _STEP)
            is_effect, what = s.load(step, 0, "i32"), s.load(step, 1, "i32")

            def effect() -> None:
                if family.members:
                    family.execute(self.c, self.moves.record(what))

            s.if_(is_effect == 0, lambda: seed(self.c, self.kind, self.start, what), effect)

        s.for_range(0, self.length.get(), one)


# --- captures, applied as if each were a move of its own


def seen_at(move: Candidate, c: Context) -> Candidate:
    """The move with the hole's iterators kept for its consequents."""
    values = {f"sow.{name}": c.get(name) for name in ("from", "to", "value")}
    return replace(move, c=move.c.bind(**values))


def execute_capture(move: Candidate) -> None:
    """Apply a capture; its consequents take it for the last move, and see the hole's iterators."""
    c = move.c
    acts = move.build(c)
    for act in acts:
        act.perform(c)
    if move.then:
        store_last(move, acts)
    seen = c.unbound().bind(from_=c.get("sow.from"), to=c.get("sow.to"), value=c.get("sow.value"))
    for then in move.then:
        run_effect(seen, then.moves)


class _CaptureSink(Sink):
    """Applies each capture where it is found."""

    def push(self, move: Candidate) -> None:
        execute_capture(move)


class _Captures(Family):
    """Recorded captures."""

    def register(self, move: Candidate) -> tuple[int, tuple[str, ...]]:
        move = move.in_slots()
        captured: list[str] = []
        self._execute.append(self._function(move, captured, execute_capture))
        self.members.append((move, tuple(captured)))
        return len(self.members) - 1, tuple(captured)


# --- tracks


@dataclass
class Tracks:
    """The tracks of the board as constant tables. A place is a number through all tracks: one table serves all."""

    s: Stage
    listed: list[tuple[str, int]]
    starts: list[int]
    sites: list[int]
    nexts: list[int]
    prevs: list[int]
    places: list[int]
    universe: int

    def chosen(self, c: Context, name: str | None, owner: IntLike) -> IntLike:
        """The number of the track that a name and an owner select, -1 if there is none."""
        if name is None:
            return 0
        numbers = [i for i, (n, _) in enumerate(self.listed) if name in n]
        equal = next((i for i in numbers if self.listed[i][0] == name), -1)
        owned: IntLike = -1
        for i in reversed(numbers):
            owned = self.s.select(owner == self.listed[i][1], i, owned)
        return self.s.select(owner == -1, equal, owned)

    def place_of(self, track: IntLike, site: IntLike) -> IntLike:
        """The first place of a site on a track, -1 if it is not on it."""
        inside = (site >= 0) & (site < self.universe)
        at = track * self.universe + self.s.select(inside, site, 0)
        return self.s.select(inside, self._table(self.places)[at], -1)

    def length(self, track: IntLike) -> IntLike:
        ends = [*self.starts[1:], len(self.sites)]
        return self._table([e - b for b, e in zip(self.starts, ends, strict=True)])[track]

    def site(self, place: IntLike) -> IntLike:
        return self._table(self.sites)[place]

    def after(self, place: IntLike) -> IntLike:
        """The next place, -1 at the end of a track that is no loop."""
        return self._table(self.nexts)[place]

    def before(self, place: IntLike) -> IntLike:
        return self._table(self.prevs)[place]

    def following(self, place: IntLike) -> IntLike:
        """The next place; the end of a track that is no loop follows itself."""
        return self._table([n if n >= 0 else i for i, n in enumerate(self.nexts)])[place]

    def next_site(self, place: IntLike) -> IntLike:
        return self.site(self.following(place))

    def rounds(self, place: IntLike) -> IntLike:
        """After how many places a track comes to the site of a place again; more than it has where it does not."""
        return self._table([self._round(place) for place in range(len(self.sites))])[place]

    def _round(self, place: int) -> int:
        at, steps = place, 0
        while steps <= len(self.sites):
            at, steps = self.nexts[at] if self.nexts[at] >= 0 else at, steps + 1
            if self.sites[at] == self.sites[place]:
                break
        return steps

    def _table(self, values: list[int]) -> Table[IntLike]:
        return self.s.table(values)


def tracks_of(c: Context) -> Tracks:
    """The tables of the board's tracks, made once."""
    return c.s.once("tracks", lambda: _tabulate(c))


def _tabulate(c: Context) -> Tracks:
    tracks, universe = c.model.tracks, c.model.universe
    result = Tracks(c.s, [(t.name, t.owner) for t in tracks], [], [], [], [], [], universe)
    for track in tracks:
        base = len(result.sites)
        on_track = [e.site for e in track.elements]
        result.starts.append(base)
        result.sites += on_track
        result.nexts += [base + e.next_index if e.next_index >= 0 else -1 for e in track.elements]
        result.prevs += [base + e.prev_index if e.prev_index >= 0 else -1 for e in track.elements]
        result.places += [base + on_track.index(site) if site in on_track else -1 for site in range(universe)]
    return result
