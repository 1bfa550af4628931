"""Hashes of positions, and the histories that repetition rules look into (manual: runtime 10)."""

from __future__ import annotations

from typing import Any

from ludens.rules.base import Need
from ludens.rules.state import memory
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Cell, Field, Listing
from ludens.rules.state.fields.histories import HASHES, MARKS, TURN_HASHES
from ludens.rules.state.layout import SIZES
from ludens.rules.state.view import StateView
from ludens.stage import Bool, BoolLike, IntLike, Long, LongLike, Scope

AnyField = Field[Any]
_MIX = 0x9E3779B97F4A7C15 - (1 << 64)
_POSITIONAL: tuple[AnyField, ...] = (
    StateView.pieces,
    StateView.owners,
    StateView.counts,
    StateView.states,
    StateView.rotations,
    StateView.values,
    StateView.hidden,
    StateView.playable,
    StateView.temp,
    StateView.player_order,
    StateView.team,
)
#: those that the hash kept in the state covers
_COVERED: tuple[AnyField, ...] = (StateView.pieces, StateView.owners)
#: what the position's hash sees of cards and very high stacks
_OF_PLAYERS: tuple[AnyField, ...] = (StateView.temp, StateView.player_order, StateView.team)
_SITUATIONAL: tuple[Field[IntLike], ...] = (
    StateView.mover,
    StateView.next,
    StateView.prev,
    StateView.active,
    StateView.triggered,
    StateView.stalemated,
    StateView.turn_moves,
    StateView.passes,
)


def mixed(c: Context, seed: LongLike, value: IntLike | LongLike) -> LongLike:
    """One step of the hash: a multiplication and a shift."""
    word = (c.s.long(value) ^ seed) * _MIX
    return word ^ (word >> 29)


def content_key(c: Context, slot: IntLike) -> LongLike:
    """What stands on a slot, as a number that looks random; the hash kept of a position is the exclusive or of all.

    That it leaves the numbers of empty slots out makes no difference where two are compared.
    """
    content, p = c.state.pieces.get(slot), c.state
    if p.owners.present:
        content = content * (c.model.num_players + 2) + p.owners.get(slot)
    kinds = len(c.model.components) * (c.model.num_players + 2)
    word = c.s.long(slot * kinds + content + 1) * _MIX
    word = (word ^ (word >> 32)) * _MIX
    return word ^ (word >> 29)


def field_hash(c: Context, hashed: AnyField, seed: LongLike) -> LongLike:
    """The hash of all elements of a field."""
    s, field = c.s, hashed.of(c.state)
    total = s.var(seed, Long)
    address = field.address
    if field.element != "i64" and field.length > 16 and hashed is not StateView.hidden:
        return _packed_hash(c, field, seed)
    s.for_range(0, field.length, lambda i: total.set(mixed(c, total.get(), s.load_integer(address, i, field.element))))
    return total.get()


def _packed_hash(c: Context, field: Cell[Any], seed: LongLike) -> LongLike:
    """Eight bytes at a time, then the rest."""
    s, size = c.s, SIZES[field.element]
    words, total, address = field.length * size // 8, s.var(seed, Long), field.address
    s.for_range(0, words, lambda i: total.set(mixed(c, total.get(), s.load(address, i, "i64"))))
    for i in range(words * 8 // size, field.length):
        total.set(mixed(c, total.get(), s.load_integer(address, i, field.element)))
    return total.get()


def state_hash(c: Context) -> LongLike:
    """The positional hash."""

    def body(c: Context) -> LongLike:
        stored = c.state.position_hash.present
        total: LongLike = c.state.position_hash.get() if stored else 1
        for field in _hashed(c):
            if not (stored and field in _COVERED):
                total = field_hash(c, field, total)
        return total

    return c.unbound().outline("state_hash", body, Long, key="state_hash")


def _hashed(c: Context) -> list[AnyField]:
    """The fields that the positional hash sees."""
    if c.model.large_stacks or Need.CARD in c.model.needs:
        return [field for field in _OF_PLAYERS if c.state.has(field)]
    fields = [field for field in _POSITIONAL if c.state.has(field)]
    if c.model.stacking:
        return [StateView.sizes, *(field for field in fields if field is not StateView.hidden)]
    return fields


def full_hash(c: Context) -> LongLike:
    """The situational hash."""

    def body(c: Context) -> LongLike:
        total = state_hash(c)
        for field in (field for field in _SITUATIONAL if c.state.has(field)):
            total = mixed(c, total, field.of(c.state).get())
        if c.state.pending.present:
            total = pending_hash(c, total)
        return scores_hash(c, total)

    return c.unbound().outline("full_hash", body, Long, key="full_hash")


def scores_hash(c: Context, total: LongLike) -> LongLike:
    """Scores count where moves can change them."""
    return field_hash(c, StateView.scores, total) if Need.HASH_SCORES in c.model.needs else total


def pending_hash(c: Context, total: LongLike) -> LongLike:
    """Values are a set: their order must not matter."""
    combined = c.s.var(0, Long)
    c.s.for_range(
        0,
        c.state.pending_count.get(),
        lambda i: combined.set(combined.get() ^ mixed(c, 7, c.state.pending.get(i))),
    )
    return mixed(c, total, combined.get())


def hash_of(c: Context, kind: str) -> LongLike:
    return full_hash(c) if kind.startswith("Situational") else state_hash(c)


def history_of(kind: str) -> Listing[LongLike]:
    """The history that a kind of repetition looks into."""
    return TURN_HASHES if kind.endswith("InTurn") else HASHES


def is_stored(c: Context, kind: str) -> BoolLike:
    """Whether the position's hash is in the history of that kind of repetition."""
    history = history_of(kind)

    def body(c: Context) -> BoolLike:
        s, hashes, count = c.s, history.items.of(c.state), history.count.of(c.state).get()
        if isinstance(count, int) and not count:  # at load
            return False
        now, stored = hash_of(c, kind), s.var(False, Bool)

        def search(out: Scope) -> None:
            hit = lambda i: s.if_(hashes.get(i) == now, lambda: (stored.set(True), s.leave(out)))  # noqa: E731
            s.for_range(0, count, hit)

        if history is HASHES and c.state.hash_marks.present:
            s.if_(_is_marked(c, now), lambda: s.scope(search))
        else:
            s.scope(search)
        return stored.get()

    return c.unbound().outline("is_stored", body, Bool, key=("is_stored", kind))


def _mark(c: Context, value: LongLike) -> tuple[IntLike, LongLike]:
    """The word that has a hash's mark, and its bit."""
    low = c.s.narrowed(c.s.to_int(value) & (MARKS - 1), 0, MARKS - 1)
    return low >> 6, c.s.bit(low & 63)


def _is_marked(c: Context, value: LongLike) -> BoolLike:
    """Whether the history of the game may have a hash."""
    word, bit = _mark(c, value)
    return (c.state.hash_marks.get(word) & bit) != 0


def append(c: Context, history: Listing[LongLike], value: LongLike) -> None:
    """Add a hash to a history."""
    hashes, size = history.items.of(c.state), history.count.of(c.state)
    count = size.get()

    def put() -> None:
        hashes.set(value, count)
        size.set(count + 1)
        if history is HASHES and c.state.hash_marks.present:
            word, bit = _mark(c, value)
            c.state.hash_marks.set(c.state.hash_marks.get(word) | bit, word)

    c.s.if_(count < hashes.length, put, lambda: memory.fail(c, 7))


def store_at_start(c: Context) -> None:
    """The initial position is stored for the positional kinds only."""
    needs = c.model.needs
    if Need.REPEAT_POSITIONAL_GAME in needs:
        append(c, HASHES, state_hash(c))
    if Need.REPEAT_POSITIONAL_TURN in needs:
        append(c, TURN_HASHES, state_hash(c))


def _forget_turn(c: Context) -> None:
    """Another turn begins; what is not in use is 0, so that equal positions have equal bytes."""
    p = c.state
    c.s.for_range(0, p.turn_hash_count.get(), lambda i: p.turn_hashes.set(0, i))
    p.turn_hash_count.set(0)


def store_after_move(c: Context, mover: IntLike) -> None:
    """What each kind of repetition stores when a move has been made (manual: runtime 10.3)."""
    p, s, needs = c.state, c.s, c.model.needs
    same_turn = p.prev.get() == mover
    if Need.REPEAT_POSITIONAL_GAME in needs or Need.CYCLE in needs:
        always = Need.CYCLE in needs
        s.if_(True if always else s.not_(same_turn), lambda: append(c, HASHES, state_hash(c)))
    if Need.REPEAT_SITUATIONAL_GAME in needs:
        s.if_(s.not_(same_turn), lambda: append(c, HASHES, full_hash(c)))
    for need, value in ((Need.REPEAT_POSITIONAL_TURN, state_hash), (Need.REPEAT_SITUATIONAL_TURN, full_hash)):
        if need in needs:
            s.if_(s.not_(same_turn), lambda: _forget_turn(c))
            append(c, TURN_HASHES, value(c))
