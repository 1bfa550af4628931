"""Actions on what a game remembers: counters, variables, pending and remembered values (manual: effects 2.6)."""

from __future__ import annotations

from ludens.rules.actions.base import Fields, Logged, Primitive
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Field, Listing
from ludens.rules.state.fields.memory import PENDING
from ludens.rules.state.names import VARIABLES
from ludens.rules.state.trace import PLAIN
from ludens.rules.state.value_lists import list_index
from ludens.stage import Bool, IntLike


def set_plain(spelling: str, key: str, field: Field[IntLike], value: IntLike) -> Primitive:
    """`[SetCounter:counter]`, `[SetPot:pot]`, `[SetTemp:temp]`: a field that every position has once."""

    def effect(c: Context, value: IntLike) -> None:
        if field.of(c.state).present:
            field.of(c.state).set(value)

    return Logged(spelling, ((key, PLAIN, value),), effect, (value,))


def set_var(name: str, value: IntLike) -> Primitive:
    """`[SetVar:name,value]`."""

    def effect(c: Context, value: IntLike) -> None:
        c.state.variables.set(value, c.model.number(VARIABLES, name))

    return Logged("SetVar", (("name", PLAIN, name), ("value", PLAIN, value)), effect, (value,))


def set_pending(value: IntLike | None) -> Primitive:
    """`[SetPending:[value]]`: pending values are a set; without a value, and for -1, 1 joins it."""

    def effect(c: Context, value: IntLike = 1) -> None:
        if c.state.pending.present:
            _append_new(c, PENDING, c.s.select(value == -1, 1, value))

    if value is None:
        return Logged("SetPending", (), effect)
    return Logged("SetPending", (("value", PLAIN, value),), effect, (value,))


def _append_new(c: Context, listing: Listing[IntLike], value: IntLike) -> None:
    """Append a value to a set kept as a list, unless it is in it."""
    s, items, size = c.s, listing.items.of(c.state), listing.count.of(c.state)
    present = s.var(False, Bool)
    count = size.get()
    s.for_range(0, count, lambda i: s.if_(items.get(i) == value, lambda: present.set(True)))

    def put() -> None:
        items.set(value, count)
        size.set(count + 1)

    full = count >= items.length
    s.if_(s.not_(present.get()), lambda: s.if_(full, lambda: memory.fail(c, 4), put))


def _named(name: str | None, value: IntLike) -> Fields:
    return (("name", PLAIN, "null" if name is None else name), ("value", PLAIN, value))


def remember_value(name: str | None, value: IntLike) -> Primitive:
    """`[RememberValue:name,value]`: appended, duplicates kept; nowhere, if nothing looks into the list."""

    def effect(c: Context, value: IntLike) -> None:
        if c.model.recalled is not None and name not in c.model.recalled:
            return
        p, number = c.state, list_index(c, name)
        capacity, count = p.remembered.shape[1], p.remembered_count.get(number)

        def put() -> None:
            p.remembered.set(value, number * capacity + count)
            p.remembered_count.set(count + 1, number)

        c.s.if_(count < capacity, put, lambda: memory.fail(c, 4))

    return Logged("RememberValue", _named(name, value), effect, (value,))


def forget_value(name: str | None, value: IntLike) -> Primitive:
    """`[ForgetValue:name,value]`: the first occurrence goes."""

    def effect(c: Context, value: IntLike) -> None:
        p, s, number = c.state, c.s, list_index(c, name)
        base, count = number * p.remembered.shape[1], p.remembered_count.get(number)
        size = s.var(0)

        def look(i: IntLike) -> None:
            entry = p.remembered.get(base + i)

            def keep() -> None:
                p.remembered.set(entry, base + size.get())
                size.set(size.get() + 1)

            s.if_(s.any_of(lambda: entry != value, lambda: size.get() != i), keep)

        s.for_range(0, count, look)
        p.remembered_count.set(size.get(), number)

    return Logged("ForgetValue", _named(name, value), effect, (value,))


def set_trump_suit(suit: IntLike, *, decision: bool) -> Logged:
    """`[SetTrumpSuit:trumpSuit]`."""

    def effect(c: Context, suit: IntLike) -> None:
        if c.state.trump.present:
            c.state.trump.set(suit)

    return Logged("SetTrumpSuit", (("trumpSuit", PLAIN, suit),), effect, (suit,), decision=decision)


def set_temp(value: IntLike) -> Logged:
    """`[SetTemp:temp]`."""
    return Logged("SetTemp", (("temp", PLAIN, value),), lambda c, value: c.state.temp.set(value), (value,))
