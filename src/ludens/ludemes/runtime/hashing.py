"""Hashes of positions, and the histories that repetition rules look into (spec 10, section 10)."""

from __future__ import annotations

from ludens.ludemes.base import Need
from ludens.ludemes.runtime import memory
from ludens.ludemes.runtime.context import Context
from ludens.stage import Bool, BoolLike, IntLike, Long, LongLike

_MIX = 0x9E3779B97F4A7C15 - (1 << 64)
_POSITIONAL = (
    "what",
    "who",
    "count",
    "state",
    "rotation",
    "value",
    "hidden",
    "playable",
    "temp",
    "player_order",
    "team",
)
_SITUATIONAL = ("mover", "next", "prev", "active", "triggered", "stalemated", "turn_moves", "passes")


def mixed(c: Context, seed: LongLike, value: IntLike | LongLike) -> LongLike:
    """One step of the hash: a multiplication and a shift."""
    word = (c.s.long(value) ^ seed) * _MIX
    result: LongLike = word ^ (word >> 29)
    return result


def field_hash(c: Context, name: str, seed: LongLike) -> LongLike:
    """The hash of all elements of a field."""
    p, s = c.state, c.s
    field = p.layout.fields[name]
    total = s.var(seed, Long)
    address = p.field(name)
    if field.element != "i64" and field.length > 16 and name not in ("hidden",):
        return _packed_hash(c, name, seed)
    s.for_range(0, field.length, lambda i: total.set(mixed(c, total.get(), s.load_integer(address, i, field.element))))
    return total.get()


def _packed_hash(c: Context, name: str, seed: LongLike) -> LongLike:
    """Eight bytes at a time, then the rest."""
    p, s = c.state, c.s
    field = p.layout.fields[name]
    size = {"i8": 1, "u8": 1, "i16": 2, "u16": 2, "i32": 4}[field.element]
    words, total, address = field.length * size // 8, s.var(seed, Long), p.field(name)
    s.for_range(0, words, lambda i: total.set(mixed(c, total.get(), s.load(address, i, "i64"))))
    for i in range(words * 8 // size, field.length):
        total.set(mixed(c, total.get(), s.load_integer(address, i, field.element)))
    return total.get()


def state_hash(c: Context) -> LongLike:
    """The positional hash."""

    def body(c: Context) -> LongLike:
        total: LongLike = 1
        names = [n for n in _POSITIONAL if c.state.has(n)]
        if c.model.large_stacks or Need.CARD in c.model.needs:
            names = [n for n in ("temp", "player_order", "team") if c.state.has(n)]
        elif c.model.stacking:
            names = ["size", *(n for n in names if n not in ("hidden",))]
        for name in names:
            total = field_hash(c, name, total)
        return total

    result: LongLike = c.unbound().outline("state_hash", body, Long, key="state_hash")
    return result


def full_hash(c: Context) -> LongLike:
    """The situational hash."""

    def body(c: Context) -> LongLike:
        total = state_hash(c)
        for name in (n for n in _SITUATIONAL if c.state.has(n)):
            total = mixed(c, total, c.state.get(name))
        if c.state.has("pending"):
            total = _pending_hash(c, total)
        if Need.HASH_SCORES in c.model.needs:
            total = field_hash(c, "scores", total)
        return total

    result: LongLike = c.unbound().outline("full_hash", body, Long, key="full_hash")
    return result


def _pending_hash(c: Context, total: LongLike) -> LongLike:
    """Values are a set: their order must not matter."""
    combined = c.s.var(0, Long)
    c.s.for_range(
        0,
        c.state.get("pending_count"),
        lambda i: combined.set(combined.get() ^ mixed(c, 7, c.state.get("pending", i))),
    )
    return mixed(c, total, combined.get())


def hash_of(c: Context, kind: str) -> LongLike:
    return full_hash(c) if kind.startswith("Situational") else state_hash(c)


def is_stored(c: Context, kind: str) -> BoolLike:
    """Whether the position's hash is in the history of that kind of repetition."""
    name = "turn_hashes" if kind.endswith("InTurn") else "hashes"

    def body(c: Context) -> BoolLike:
        p, s = c.state, c.s
        now, found = hash_of(c, kind), s.var(False, Bool)

        def search(out: object) -> None:
            hit = lambda i: s.if_(p.get(name, i) == now, lambda: (found.set(True), s.leave(out)))  # type: ignore[arg-type]  # noqa: E731
            s.for_range(0, p.get(name[:-2] + "_count"), hit)

        s.scope(search)
        return found.get()

    result: BoolLike = c.unbound().outline("is_stored", body, Bool, key=("is_stored", kind))
    return result


def append(c: Context, name: str, value: LongLike) -> None:
    """Add a hash to a history."""
    p = c.state
    count_name = name[:-2] + "_count"
    count = p.get(count_name)

    def put() -> None:
        p.set(name, value, count)
        p.set(count_name, count + 1)

    c.s.if_(count < p.layout.fields[name].length, put, lambda: memory.fail(c, 7))


def store_at_start(c: Context) -> None:
    """The initial position is stored for the positional kinds only."""
    needs = c.model.needs
    if Need.REPEAT_POSITIONAL_GAME in needs:
        append(c, "hashes", state_hash(c))
    if Need.REPEAT_POSITIONAL_TURN in needs:
        append(c, "turn_hashes", state_hash(c))


def store_after_move(c: Context, mover: IntLike) -> None:
    """What each kind of repetition stores when a move has been made (spec 10, 10.3)."""
    p, s, needs = c.state, c.s, c.model.needs
    same_turn = p.get("prev") == mover
    if Need.REPEAT_POSITIONAL_GAME in needs or Need.CYCLE in needs:
        always = Need.CYCLE in needs
        s.if_(True if always else s.not_(same_turn), lambda: append(c, "hashes", state_hash(c)))
    if Need.REPEAT_SITUATIONAL_GAME in needs:
        s.if_(s.not_(same_turn), lambda: append(c, "hashes", full_hash(c)))
    for need, value in ((Need.REPEAT_POSITIONAL_TURN, state_hash), (Need.REPEAT_SITUATIONAL_TURN, full_hash)):
        if need in needs:
            s.if_(s.not_(same_turn), lambda: p.set("turn_hash_count", 0))
            append(c, "turn_hashes", value(c))
