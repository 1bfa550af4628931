"""What the actions on pieces do to the state (manual: effects 2.3), for flat and for stacking games.

Flat: a site stores what, who, count, state, rotation, value as far as the game needs them. Stacking: a site stores
levels.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from ludens import board
from ludens.rules.state import dominoes, footprints, hashing, links, owned, stacks, track_indices
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.fields.sites import SIDES
from ludens.rules.state.regions import BitRegion
from ludens.rules.state.stacks import Movement
from ludens.rules.state.view import StateView
from ludens.stage import BoolLike, IntLike

CONTENT = (StateView.pieces, StateView.owners, StateView.counts, *SIDES)


#: fields of a piece, and what they get; -1 where they keep what is there
Given = Mapping[Field[IntLike], IntLike]
NOTHING_GIVEN: Given = {}


def sides(state: IntLike, rotation: IntLike, value: IntLike) -> Given:
    """What a piece is given besides its kind."""
    return dict(zip(SIDES, (state, rotation, value), strict=True))


def add(
    c: Context,
    site_type: board.SiteType | None,
    site: IntLike,
    what: IntLike,
    count: IntLike,
    state: IntLike,
    rotation: IntLike,
    value: IntLike,
) -> None:
    """Put a piece on a site; on an occupied one only the count grows and given fields are overwritten."""
    if not c.state.stored(site_type):
        return
    slot = c.state.slot(site_type, site)
    if c.model.stacking:
        stacks.add(c, slot, what, state, rotation, value)
        return
    values = sides(state, rotation, value)

    def on_empty() -> None:
        put(c, slot, what, count, values)
        if c.state.dominoes.present:
            dominoes.put_down(c, slot, what)
        owned.add(c, what, slot)
        if footprints.any_large(c):
            c.s.if_(footprints.is_large(c, what), lambda: lie_down(c, what, slot, state))

    def on_occupied() -> None:
        if c.state.counts.present:
            c.state.counts.add(count, slot)
        put_given(c, slot, values)

    def on_free() -> None:
        # nothing, put on an empty site, leaves it empty, unless pieces are counted
        some = True if c.state.counts.present else what != 0
        c.s.if_(some, on_empty, lambda: put_given(c, slot, values))

    def perform() -> None:
        c.s.if_(c.state.pieces.get(slot) == 0, on_free, on_occupied)
        track_indices.add(c, what, count, site)

    c.s.if_(site >= 0, perform)


def lie_down(c: Context, what: IntLike, slot: IntLike, state: IntLike, *, moved: bool = False) -> None:
    """A large piece covers cells; a domino shows its values on them."""
    opens = moved and dominoes.has_lines(c)
    footprints.cover(c, what, slot, state, what if opens else 1)
    if c.state.dominoes.present:
        dominoes.lie_down(c, what, slot, state)
    if opens:
        c.s.if_(slot < c.model.first_other_site, lambda: dominoes.open_lines(c))


def put(c: Context, slot: IntLike, what: IntLike, count: IntLike = 1, given: Given = NOTHING_GIVEN) -> None:
    """Write a piece on a flat site; fields that are -1 keep what the site has."""
    p = c.state
    if p.links.present:
        c.s.if_(p.pieces.get(slot) != 0, lambda: links.piece_left(c))

    def write() -> None:
        p.pieces.set(what, slot)
        if p.owners.present:
            p.owners.set(p.owner_of(what), slot)

    changed(c, slot, write)
    if p.counts.present:
        p.counts.set(count, slot)
    put_given(c, slot, given)
    became_occupied(c, slot)
    links.piece_came(c, slot)


def put_given(c: Context, slot: IntLike, given: Given) -> None:
    """Write the fields that are not -1."""
    for field, value in given.items():
        if field.of(c.state).present:
            c.s.if_(value != -1, partial(field.of(c.state).set, value, slot))


def clear(c: Context, slot: IntLike) -> None:
    """Empty a flat site: all fields become 0."""

    def write() -> None:
        for field in CONTENT:
            if field.of(c.state).present:
                field.of(c.state).set(0, slot)

    changed(c, slot, write)
    became_empty(c, slot)
    links.piece_left(c)


def changed(c: Context, slot: IntLike, write: Callable[[], object]) -> None:
    """Write the piece of a slot or its owner; the hash of the position follows."""
    field = c.state.position_hash
    if not field.present:
        write()
        return
    before = hashing.content_key(c, slot)
    write()
    field.set(field.get() ^ before ^ hashing.content_key(c, slot))


def became_occupied(c: Context, slot: IntLike) -> None:
    c.state.set_empty(slot, False)
    if c.state.playable.present:
        refresh_playable(c, slot)


def became_empty(c: Context, slot: IntLike) -> None:
    c.state.set_empty(slot, True)
    if c.state.playable.present:
        refresh_playable(c, slot)


def refresh_playable(c: Context, slot: IntLike) -> None:
    """Boardless boards: a site is playable if it is empty and has an occupied neighbour (manual: runtime 3.7)."""
    p, model = c.state, c.model
    rows = [model.topology.neighbours("Cell", site, "Adjacent") for site in range(model.count("Cell"))]
    neighbours = c.s.rows([*rows, *([()] * (p.num_slots - len(rows)))])

    def has_neighbour(site: IntLike) -> BoolLike:
        occupied = c.s.var(0)
        neighbours.each(site, lambda n: c.s.if_(c.s.not_(p.is_empty_slot(n)), lambda: occupied.set(1)))
        return occupied.get() != 0

    def refresh(site: IntLike) -> None:
        playable = c.s.to_int(p.is_empty_slot(site)) & c.s.to_int(has_neighbour(site))
        p.playable.set(playable, site)

    refresh(slot)
    neighbours.each(slot, refresh)


def remove(c: Context, site_type: board.SiteType | None, site: IntLike, level: IntLike) -> None:
    """Take the piece of a site away: the whole pile of a flat site, the top or the given level of a stack."""
    if not c.state.stored(site_type):
        return
    slot = c.state.slot(site_type, site)
    if c.model.stacking:
        stacks.remove(c, slot, level)
        return
    what = c.state.pieces.get(slot)
    clear(c, slot)

    def forget() -> None:
        owned.remove(c, what, slot)
        track_indices.remove(c, what, site)

    c.s.if_(what != 0, forget)


def postpone_removal(c: Context, site: IntLike) -> None:
    """Note a site for the end of the turn (manual: effects 1.9)."""
    p = c.state
    count = p.to_clear_count.get()
    capacity = p.to_clear.length

    def note() -> None:
        p.to_clear.set(site, count)
        p.to_clear_count.set(count + 1)
        if p.clearing.present:
            BitRegion(c, p.clearing.address).add(site)

    c.s.if_(count < capacity, note)


def move(c: Context, act: Movement) -> None:
    """Move a piece, in the shape that the act's levels say."""
    p = c.state
    if not (p.stored(act.from_type) and p.stored(act.to_type)):
        return
    origin, target = p.slot(act.from_type, act.origin), p.slot(act.to_type, act.target)
    if c.model.stacking:
        stacks.move(c, act, origin, target)
        return
    if act.stack:
        return
    flat_move(c, act, origin, target)


def flat_move(c: Context, act: Movement, origin: IntLike, target: IntLike) -> None:
    """Move top, flat game (manual: effects 2.3)."""
    p, s = c.state, c.s
    what = p.pieces.get(origin)
    own = {field: field.of(p).get(origin) for field in SIDES if field.of(p).present}
    values = sides(act.state, act.rotation, act.value)
    counted = p.counts.present
    count = p.counts.get(origin) if counted else s.to_int(what != 0)

    def leave() -> None:
        clear(c, origin)
        s.if_(what != 0, lambda: owned.remove(c, what, origin))
        if footprints.any_large(c):
            s.if_(
                footprints.is_large(c, what), lambda: footprints.uncover(c, what, origin, own.get(StateView.states, 0))
            )

    def arrive() -> None:
        for field, mine in own.items():
            value, there = values[field], field.of(p)
            there.set(s.select(value != -1, value, s.select(what != 0, mine, there.get(target))), target)
        if counted:
            arrive_counted(c, what, target)
            return
        stood = p.pieces.get(target)
        s.if_(stood != 0, lambda: owned.remove(c, stood, target))
        put(c, target, what)
        owned.add(c, what, target)

    def perform() -> None:
        if counted:
            s.if_(count == 1, leave, lambda: p.counts.add(-1, origin))
        else:
            leave()
        arrive()
        if footprints.any_large(c):
            s.if_(footprints.is_large(c, what), lambda: lie_down(c, what, target, act.state, moved=True))
        track_indices.move(c, what, 1, act.origin, act.target)
        move_hidden(c, origin, target)

    s.if_((what != 0) | (count != 0) if counted else what != 0, perform)


def arrive_counted(c: Context, what: IntLike, slot: IntLike) -> None:
    """One piece comes to a slot, where pieces are counted: it joins its like, and takes the place of others."""
    p, s = c.state, c.s
    stood = p.pieces.get(slot)
    s.if_(s.all_of(lambda: stood != 0, lambda: stood != what), lambda: owned.remove(c, stood, slot))
    same = s.all_of(lambda: stood == what, lambda: p.counts.get(slot) > 0)
    s.if_(same, lambda: p.counts.add(1, slot), lambda: put(c, slot, what))
    arrived = s.all_of(lambda: what != 0, lambda: p.counts.get(slot) == 1)
    s.if_(arrived, lambda: owned.add(c, what, slot))


def take_some(c: Context, slot: IntLike, number: IntLike) -> None:
    """So many of the pieces counted on a slot leave it, no more than there are."""
    p, s = c.state, c.s

    def all_leave() -> None:
        what = p.pieces.get(slot)
        clear(c, slot)
        s.if_(what != 0, lambda: owned.remove(c, what, slot))

    s.if_(p.counts.get(slot) == number, all_leave, lambda: p.counts.add(-number, slot))


def move_hidden(c: Context, origin: IntLike, target: IntLike) -> None:
    """Hidden flags travel with the piece of a flat game."""
    if not c.state.hidden.present:
        return
    p, per_site = c.state, c.model.num_players + 1

    def carry(player: IntLike) -> None:
        p.hidden.set(p.hidden.get(origin * per_site + player), target * per_site + player)
        c.s.if_(p.is_empty_slot(origin), lambda: p.hidden.set(0, origin * per_site + player))

    c.s.for_range(0, per_site, carry)


def move_count(
    c: Context, from_type: board.SiteType | None, a: IntLike, to_type: board.SiteType | None, b: IntLike, n: IntLike
) -> None:
    """`[Move:...,count=n]`: n pieces of a pile (flat games); without counts, an occupied site has one."""
    p, s = c.state, c.s

    def count_at(slot: IntLike) -> IntLike:
        return p.counts.get(slot) if p.counts.present else s.select(p.pieces.get(slot) != 0, 1, 0)

    def set_count(count: IntLike, slot: IntLike) -> None:
        if p.counts.present:
            p.counts.set(count, slot)

    if not (p.stored(from_type) and p.stored(to_type)):
        return
    origin, target = p.slot(from_type, a), p.slot(to_type, b)
    what = p.pieces.get(origin)
    count = count_at(origin)

    def arrive() -> None:
        there = count_at(target)

        def on_empty() -> None:
            p.pieces.set(what, target)
            if p.owners.present:
                p.owners.set(p.owner_of(what), target)
            set_count(n, target)
            became_occupied(c, target)

        def on_same() -> None:
            set_count(there + n, target)

        fits = s.all_of(lambda: p.pieces.get(target) == what, lambda: there + n <= c.model.max_count)
        s.if_(there == 0, on_empty, lambda: s.if_(fits, on_same))

    s.if_(count - n <= 0, lambda: clear(c, origin), lambda: set_count(count - n, origin))
    arrive()

    def lists() -> None:
        s.if_(count_at(origin) == 0, lambda: owned.remove(c, what, origin))
        owned.add(c, what, target)

    s.if_(s.all_of(lambda: what != 0, lambda: p.owner_of(what) != 0), lists)
    track_indices.move(c, what, n, a, b)


def promote(c: Context, site_type: board.SiteType | None, site: IntLike, what: IntLike, level: IntLike) -> None:
    """Replace the piece of a site by another kind."""
    p, s = c.state, c.s
    if not p.stored(site_type):
        return
    slot = p.slot(site_type, site)
    if c.model.stacking:
        stacks.promote(c, slot, what, level)
        return
    old = p.pieces.get(slot)
    old_owner = p.owner_of(old)
    s.if_(s.all_of(lambda: old != 0, lambda: old_owner != 0), lambda: owned.remove(c, old, slot))
    clear(c, slot)
    put(c, slot, what)
    if p.owners.present:
        s.if_(old == 0, lambda: changed(c, slot, lambda: p.owners.set(0, slot)))
    s.if_(p.owner_of(what) != 0, lambda: owned.add(c, what, slot))


def set_content(
    c: Context, field: Field[IntLike], site_type: board.SiteType | None, site: IntLike, level: IntLike, value: IntLike
) -> None:
    """SetState, SetValue, SetRotation: one field of a site, or of a level of it."""
    p, s = c.state, c.s
    if not (p.stored(site_type) and field.of(p).present):
        return
    slot = p.slot(site_type, site)
    if field is StateView.owners and p.links.present:
        s.if_(p.owners.get(slot) != value, lambda: links.piece_left(c))
    if not c.model.stacking:
        s.if_(site >= 0, lambda: changed(c, slot, lambda: field.of(p).set(value, slot)))
        return
    size = p.sizes.get(slot)
    at = s.select(level == -1, size - 1, level)
    s.if_(s.all_of(lambda: site >= 0, lambda: at >= 0, lambda: at < size), lambda: p.set_level(field, slot, at, value))


def set_count(c: Context, site_type: board.SiteType | None, site: IntLike, what: IntLike, count: IntLike) -> None:
    """SetCount (manual: effects 2.3): writes piece and count, not the owner."""
    p, s = c.state, c.s
    if not p.stored(site_type) or c.model.stacking:
        return
    slot = p.slot(site_type, site)

    def some() -> None:
        s.if_(s.all_of(lambda: what != 0, lambda: p.counts.get(slot) == 0), lambda: owned.add(c, what, slot))
        p.pieces.set(what, slot)
        p.counts.set(count, slot)
        became_occupied(c, slot)

    def none() -> None:
        there = p.pieces.get(slot)
        clear(c, slot)
        s.if_(there != 0, lambda: (owned.remove(c, there, slot), track_indices.remove(c, there, site)))

    if p.counts.present:
        s.if_(count > 0, some, none)
