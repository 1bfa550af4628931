"""What the actions on pieces do in stacking games (manual: effects 1.7 and 2.3)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ludens import board
from ludens.rules.state import memory, owned, track_indices
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.fields.sites import SIDES
from ludens.rules.state.view import StateView
from ludens.stage import IntLike


class Movement(Protocol):
    """How a piece moves: between which sites and levels, with which state, and whether the whole stack goes."""

    @property
    def from_type(self) -> board.SiteType | None: ...
    @property
    def origin(self) -> IntLike: ...
    @property
    def to_type(self) -> board.SiteType | None: ...
    @property
    def target(self) -> IntLike: ...
    @property
    def level_from(self) -> IntLike: ...
    @property
    def level_to(self) -> IntLike: ...
    @property
    def state(self) -> IntLike: ...
    @property
    def rotation(self) -> IntLike: ...
    @property
    def value(self) -> IntLike: ...
    @property
    def stack(self) -> bool: ...


CONTENT = (StateView.pieces, StateView.owners, *SIDES)
Fields = dict[Field[IntLike], IntLike]
Shape = Callable[[Context, Movement, IntLike, IntLike], None]


def read(c: Context, slot: IntLike, level: IntLike) -> Fields:
    """All fields of a level."""
    return {field: c.state.at_level(field, slot, level) for field in CONTENT if field.of(c.state).present}


def write(c: Context, slot: IntLike, level: IntLike, fields: Fields) -> None:
    for field, value in fields.items():
        c.state.set_level(field, slot, level, value)


def piece(c: Context, what: IntLike) -> Fields:
    """The fields that a bare piece writes: what and who."""
    return {StateView.pieces: what, StateView.owners: c.state.owner_of(what)}


def given(state: IntLike, rotation: IntLike, value: IntLike, c: Context) -> Fields:
    """Given side fields, those of -1 being 0."""
    sides = zip(SIDES, (state, rotation, value), strict=True)
    return {field: c.s.select(v == -1, 0, v) for field, v in sides}


def push(c: Context, slot: IntLike, fields: Fields) -> IntLike:
    """Add a level with the given fields (others keep the residue of earlier occupants); returns the new level."""
    p = c.state
    level: IntLike = p.sizes.get(slot)

    def put() -> None:
        write(c, slot, level, fields)
        p.sizes.set(level + 1, slot)

    c.s.if_(level < p.height, put, lambda: memory.fail(c, 5))
    p.set_empty(slot, False)
    return level


def pop(c: Context, slot: IntLike) -> Fields:
    """Clear the top level and drop it; gives its fields (0 where the stack is empty)."""
    p, s = c.state, c.s
    size = p.sizes.get(slot)
    top = s.maximum(size - 1, 0)
    fields = {field: s.select(size > 0, v, 0) for field, v in read(c, slot, top).items()}

    def drop() -> None:
        write(c, slot, top, dict.fromkeys(fields, 0))
        p.sizes.set(size - 1, slot)

    s.if_(size > 0, drop)
    refresh_empty(c, slot)
    return fields


def cut(c: Context, slot: IntLike, level: IntLike) -> Fields:
    """Remove a level: those above move down, the slot that falls off the top keeps its side fields (residue)."""
    p, s = c.state, c.s
    size = p.sizes.get(slot)
    inside = s.all_of(lambda: level >= 0, lambda: level < size)
    safe = s.select(inside, level, 0)
    fields = {field: s.select(inside, v, 0) for field, v in read(c, slot, safe).items()}

    def shift(i: IntLike) -> None:
        write(c, slot, i, read(c, slot, i + 1))

    def drop() -> None:
        s.if_(inside, lambda: s.for_range(level, size - 1, shift))
        write(c, slot, size - 1, {StateView.pieces: 0, StateView.owners: 0})
        p.sizes.set(size - 1, slot)

    s.if_(size > 0, drop)
    refresh_empty(c, slot)
    return fields


def insert(c: Context, slot: IntLike, level: IntLike, fields: Fields) -> None:
    """Put a level into a stack: those from it on move up; nothing above the top."""
    p, s = c.state, c.s
    size = p.sizes.get(slot)

    def put() -> None:
        s.for_down(size, level, lambda i: write(c, slot, i + 1, read(c, slot, i)))
        write(c, slot, level, fields)
        p.sizes.set(size + 1, slot)
        p.set_empty(slot, False)

    s.if_(size + 1 <= p.height, lambda: s.if_(level <= size, put), lambda: memory.fail(c, 5))


def refresh_empty(c: Context, slot: IntLike) -> None:
    c.s.if_(c.state.sizes.get(slot) == 0, lambda: c.state.set_empty(slot, True))


def add(c: Context, slot: IntLike, what: IntLike, state: IntLike, rotation: IntLike, value: IntLike) -> None:
    s = c.s
    sides = given(state, rotation, value, c)
    some = s.any_of(lambda: state != -1, lambda: rotation != -1, lambda: value != -1)
    level = c.state.sizes.get(slot)
    s.if_(some, lambda: push(c, slot, piece(c, what) | sides), lambda: push(c, slot, piece(c, what)))
    owned.add(c, what, slot, level)
    site = c.state.site_of(slot)
    track_indices.add(c, what, 1, site)
    track_indices.add(c, what, 1, site)


def remove(c: Context, slot: IntLike, level: IntLike) -> None:
    s, p = c.s, c.state

    def top() -> None:
        what = pop(c, slot)[StateView.pieces]
        s.if_(
            what != 0,
            lambda: (owned.remove(c, what, slot, p.sizes.get(slot)), track_indices.remove(c, what, p.site_of(slot))),
        )

    def at_level() -> None:
        what = cut(c, slot, level)[StateView.pieces]
        s.if_(what != 0, lambda: (owned.remove(c, what, slot, level), track_indices.remove(c, what, p.site_of(slot))))

    s.if_(level == -1, top, at_level)


def move(c: Context, act: Movement, origin: IntLike, target: IntLike) -> None:
    """Nothing if origin and target are one site; else by shape: a level that is -1 in play is absent."""
    if act.stack:
        c.s.if_(origin != target, lambda: move_all(c, act, origin, target))
        return

    def by_target(on_top: Shape, into: Shape) -> None:
        branches = (lambda: on_top(c, act, origin, target)), (lambda: into(c, act, origin, target))
        c.s.if_(act.level_to == -1, *branches)

    def perform() -> None:
        moved = _moved(c, act, origin) if track_indices.has_indices(c) else 0
        of_top = lambda: by_target(move_top, move_into_level)  # noqa: E731
        of_level = lambda: by_target(move_from_level, move_level_to_level)  # noqa: E731
        c.s.if_(act.level_from == -1, of_top, of_level)
        track_indices.move(c, moved, 1, act.origin, act.target)

    c.s.if_(origin != target, perform)


def _moved(c: Context, act: Movement, origin: IntLike) -> IntLike:
    """The component that is about to move."""
    size = c.state.sizes.get(origin)
    level: IntLike = c.s.select(act.level_from == -1, size - 1, act.level_from)
    inside = c.s.all_of(lambda: level >= 0, lambda: level < size)
    return c.s.choose(inside, lambda: c.state.at_level(StateView.pieces, origin, level), lambda: 0)


def move_top(c: Context, act: Movement, origin: IntLike, target: IntLike) -> None:
    """The piece's state, rotation and value are lost."""
    what = pop(c, origin)[StateView.pieces]
    level = push(c, target, piece(c, what))

    def lists() -> None:
        owned.add(c, what, target, level)
        owned.remove(c, what, origin, c.state.sizes.get(origin))

    c.s.if_(what != 0, lists)


def move_from_level(c: Context, act: Movement, origin: IntLike, target: IntLike) -> None:
    fields = cut(c, origin, act.level_from)
    sides = zip(SIDES, (act.state, act.rotation, act.value), strict=True)
    values = {field: c.s.select(v != -1, v, fields.get(field, 0)) for field, v in sides}
    what = fields[StateView.pieces]
    level = push(c, target, piece(c, what) | values)

    def lists() -> None:
        owned.add(c, what, target, level)
        owned.remove(c, what, origin, act.level_from)

    c.s.if_(what != 0, lists)


def move_into_level(c: Context, act: Movement, origin: IntLike, target: IntLike) -> None:
    what = pop(c, origin)[StateView.pieces]
    insert(c, target, act.level_to, piece(c, what) | given(act.state, act.rotation, act.value, c))
    owned.add(c, what, target, c.state.sizes.get(target) - 1)
    owned.remove(c, what, origin, c.state.sizes.get(origin))


def move_level_to_level(c: Context, act: Movement, origin: IntLike, target: IntLike) -> None:
    s, p = c.s, c.state
    what = cut(c, origin, act.level_from)[StateView.pieces]

    def raise_entry(level: IntLike) -> None:
        there = p.at_level(StateView.pieces, target, level)
        s.if_(there != 0, lambda: (owned.remove(c, there, target, level), owned.add(c, there, target, level + 1)))

    s.for_down(p.sizes.get(target), act.level_to, raise_entry)
    insert(c, target, act.level_to, piece(c, what) | given(act.state, act.rotation, act.value, c))
    owned.add(c, what, target, act.level_to)
    s.if_(p.owner_of(what) != 0, lambda: owned.remove(c, what, origin, act.level_from))


def move_all(c: Context, act: Movement, origin: IntLike, target: IntLike) -> None:
    """The whole stack, bottom first; with a level given each is inserted there, so the stack arrives upside down."""
    s, p = c.s, c.state
    size = p.sizes.get(origin)
    into = not (isinstance(act.level_to, int) and act.level_to == -1)

    def carry(level: IntLike) -> None:
        fields = read(c, origin, level)
        if into:
            insert(c, target, act.level_to, fields | given(act.state, act.rotation, act.value, c))
        else:
            push(c, target, fields)

    def forget(level: IntLike) -> None:
        what = p.at_level(StateView.pieces, origin, level)
        s.if_(p.owner_of(what) != 0, lambda: owned.remove(c, what, origin, -1))

    def enter(level: IntLike) -> None:
        what = p.at_level(StateView.pieces, target, level)
        s.if_(p.owner_of(what) != 0, lambda: owned.add(c, what, target, level))

    s.for_range(0, size, carry)
    s.for_range(0, size, forget)
    s.for_range(
        0, size, lambda i: write(c, origin, i, dict.fromkeys([field for field in CONTENT if field.of(p).present], 0))
    )
    p.sizes.set(0, origin)
    p.set_empty(origin, True)
    top = p.sizes.get(target)
    s.for_range(top - size, top, enter)


def move_levels(c: Context, origin: IntLike, target: IntLike, n: IntLike) -> None:
    """`[StackMove:...]`: the top n levels keep their order."""
    s, p = c.s, c.state
    size = p.sizes.get(origin)

    def perform() -> None:
        bottom = p.sizes.get(target)

        def carry(i: IntLike) -> None:
            level = size - n + i
            what = p.at_level(StateView.pieces, origin, level)
            push(c, target, read(c, origin, level))
            owned.add(c, what, target, bottom + i)

        def drop(i: IntLike) -> None:
            what = pop(c, origin)[StateView.pieces]
            owned.remove(c, what, origin, p.sizes.get(origin))

        s.for_range(0, n, carry)
        s.for_range(0, n, drop)

    s.if_(s.all_of(lambda: n > 0, lambda: size >= n), perform)


def promote(c: Context, slot: IntLike, what: IntLike, level: IntLike) -> None:
    """Pop (or cut) and push on top (manual: effects 2.3: the last piece of a site leaves its old entry behind)."""
    s, p = c.s, c.state
    size = p.sizes.get(slot)
    at = s.select(level == -1, size - 1, level)
    old = s.var(0)
    s.if_(
        level == -1,
        lambda: old.set(pop(c, slot)[StateView.pieces]),
        lambda: old.set(cut(c, slot, level)[StateView.pieces]),
    )
    left = s.all_of(lambda: p.sizes.get(slot) != 0, lambda: p.owner_of(old.get()) != 0)
    s.if_(left, lambda: owned.remove(c, old.get(), slot, at))
    push(c, slot, piece(c, what))
    s.if_(p.owner_of(what) != 0, lambda: owned.add(c, what, slot, at))
