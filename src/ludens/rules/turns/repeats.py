"""How often a position occurred, and what lasted since it first did (manual: runtime 10.4).

A position is looked at when a turn has ended: what it then is stays until the next one ends. The pieces of a region are
followed by where the last move went from and to.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens.rules.base import Need
from ludens.rules.categories import BooleanLudeme, SitesLudeme
from ludens.rules.state import hashing
from ludens.rules.state.context import Context
from ludens.rules.state.fields.histories import NUM_LASTING, NUM_LASTING_SITES, TURN_MARKS, TURNS
from ludens.rules.state.fields.players import seats
from ludens.rules.state.model import Fact, Model
from ludens.rules.state.regions import BitRegion, Region
from ludens.stage import BoolLike, IntLike, LongLike

#: what the keys begin with, so that none is a hash of another kind
_SEED = 0x5EED


#: the conditions and the regions that are looked at, each once
LASTING: Fact[Sequence[BooleanLudeme]] = Fact(())
LASTING_SITES: Fact[Sequence[SitesLudeme]] = Fact(())


def observe(model: Model, conditions: Sequence[BooleanLudeme], regions: Sequence[SitesLudeme]) -> None:
    """Have these looked at when a turn ends."""
    LASTING.tell(model, conditions)
    LASTING_SITES.tell(model, regions)
    NUM_LASTING.tell(model, len(conditions))
    NUM_LASTING_SITES.tell(model, len(regions))


def note_start(c: Context) -> None:
    """The position at the start is the first one."""
    if Need.REPEATS in c.model.needs:
        _count(c, c.state.mover.get())


def note_turn(c: Context, mover: IntLike) -> None:
    """Count the position if the mover's turn has ended with the move, and look at what is to last."""
    if Need.REPEATS not in c.model.needs:
        return

    def note(c: Context) -> None:
        mover, following = c.get("repeats.mover"), c.state.next.get()
        ended = True if c.model.num_players == 1 else following != mover

        def look() -> None:
            _count(c, following)
            now = c.state.ended_turns.get() - 1
            _note_conditions(c, mover, now)
            _note_sites(c, mover, now)

        c.s.if_(ended, look)

    c.unbound().bind(**{"repeats.mover": mover}).outline("note_turn", note, None, key="note_turn")


def has_lasted(c: Context, number: int, player: IntLike) -> BoolLike:
    """Whether a condition held at the end of each of a player's turns since the position first occurred."""
    p = c.state
    since = p.lapsed.get(_place(c, number, player)) <= p.occurred_first.get()
    return c.s.all_of(lambda: p.occurred.get() > 1, lambda: since)


def lasting_sites(c: Context, number: int, player: IntLike) -> Region:
    """The sites of the pieces that were in a region at the end of each of a player's turns since then."""
    p, s, sites, first = c.state, c.s, BitRegion.empty(c), c.state.occurred_first.get()
    base = _place(c, number, player) * c.model.universe

    def look(site: IntLike) -> None:
        s.if_(p.lapsed_sites.get(base + site) <= first, lambda: sites.add(site))

    s.if_(p.occurred.get() > 1, lambda: s.for_range(0, c.model.universe, look))
    return sites


def _place(c: Context, number: int, player: IntLike) -> IntLike:
    return number * seats(c.model) + player


def _count(c: Context, following: IntLike) -> None:
    """Count how often the position is among those of the last turns, and put it there."""
    p, s, key = c.state, c.s, _key(c, following)
    now, listed = p.ended_turns.get(), p.positions_count.get()
    times, first = s.var(1), s.var(now)

    def look(i: IntLike) -> None:
        number = now - 1 - ((now - 1 - i) & (TURNS - 1))
        again = lambda: (times.set(times.get() + 1), first.set(s.minimum(first.get(), number)))  # noqa: E731
        s.if_(p.positions.get(i) == key, again)

    mark = s.to_int(key) & (TURN_MARKS - 1)
    word, bit = s.narrowed(mark >> 6, 0, TURN_MARKS // 64 - 1), s.bit(mark & 63)
    marks = p.turn_marks.get(word)
    s.if_((marks & bit) != 0, lambda: s.for_range(0, s.minimum(listed, TURNS), look))
    p.turn_marks.set(marks | bit, word)
    p.occurred.set(times.get())
    p.occurred_first.set(first.get())
    p.positions.set(key, now & (TURNS - 1))
    p.positions_count.set(s.minimum(listed + 1, TURNS))
    p.ended_turns.set(now + 1)


def _key(c: Context, following: IntLike) -> LongLike:
    """The position with who is to move, pending values, and scores that moves change."""
    key = hashing.mixed(c, hashing.mixed(c, _SEED, following), hashing.state_hash(c))
    if c.state.pending.present:
        key = hashing.pending_hash(c, key)
    return hashing.scores_hash(c, key)


def _note_conditions(c: Context, mover: IntLike, now: IntLike) -> None:
    for number, condition in enumerate(LASTING.of(c.model)):
        lapse = lambda number=number: c.state.lapsed.set(now, _place(c, number, mover))  # noqa: E731
        c.s.if_(c.s.not_(condition.emit(c.unbound())), lapse)


def _note_sites(c: Context, mover: IntLike, now: IntLike) -> None:
    """Follow the piece that moved; then note, of all sites, where the region is not."""
    for number, sites in enumerate(LASTING_SITES.of(c.model)):
        _follow(c, number, now)
        _note_outside(c, sites.emit(c.unbound()), _place(c, number, mover) * c.model.universe, now)


def _follow(c: Context, number: int, now: IntLike) -> None:
    p, s = c.state, c.s
    origin, target = p.last_from.get(), p.last_to.get()

    def follow(player: IntLike) -> None:
        base = _place(c, number, player) * c.model.universe
        p.lapsed_sites.set(p.lapsed_sites.get(base + origin), base + target)
        p.lapsed_sites.set(now, base + origin)

    moved = s.all_of(lambda: origin >= 0, lambda: target >= 0, lambda: origin != target)
    s.if_(moved, lambda: s.for_range(1, c.model.num_players + 1, follow))


def _note_outside(c: Context, region: Region, base: IntLike, now: IntLike) -> None:
    def note(site: IntLike) -> None:
        c.s.if_(c.s.not_(region.contains(site)), lambda: c.state.lapsed_sites.set(now, base + site))

    c.s.for_range(0, c.model.universe, note)
