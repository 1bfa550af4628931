"""How many moves amazons have left in a region of their own: the search, in native code.

A region has up to 64 squares, numbered from 0; sets of them are words. A state of the search is the set of free squares
and that of amazons (all of one side). A move takes one square from the free ones; how long can they go on? The search
asks "are there `need` more moves?", from the number of free squares downward, and cuts where fewer squares than moves
are left within reach. What was found impossible is kept in a table, exactly: equal states are searched once.

The block that all functions share, words of 8 bytes: see the names of its words below.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludens.native import Program, Words, compiled
from ludens.stage import Address, BoolLike, Int, IntLike, Long, LongLike, Memory, Scope, Stage, Variable

STOP, NODES, NODE_LIMIT, BEST, ROOT_DONE, ROOT_TOTAL, GUARDED, TABLE_MASK, CLUSTERS, OUTSIDE = range(10)
STEPS, NEIGHBOURS, TABLE, LISTS, PATH, BEST_PATH, LOSSES = range(10, 17)
BLOCK_WORDS = 17
#: the memory of the block
BLOCK = Memory("the block", 8 * BLOCK_WORDS)

SQUARES = 64
#: a position of the table: free squares, amazons, the most moves that may be possible (8 bytes each); two to a bucket
ENTRY, BUCKET = 24, 48
#: a move tried: free squares and amazons after it, the move, how good it looks; as many as four amazons could have
CHILD, CHILDREN = 24, 16384
LIST = CHILD * CHILDREN
#: how many squares a cluster has at most; cluster i has those from i * WIDTH
WIDTH = 10
LOSS_TABLE = 1 << 2 * WIDTH
_NO = -(1 << 30)
#: the names of the arrays in the block
_PLACES = {
    STEPS: "the steps", NEIGHBOURS: "the neighbours", TABLE: "the table", LISTS: "the lists of moves", PATH: "the path",
    BEST_PATH: "the best path", LOSSES: "the losses",
}  # fmt: skip


def emit_solver() -> Stage:
    """The module of the search."""
    stage = Stage()
    _Solver(stage).emit()
    return stage


class _Solver:
    """solve(block, free, amazons, need): whether `need` more moves are possible; 0 too where it was stopped."""

    def __init__(self, s: Stage) -> None:
        self.s = s

    def emit(self) -> None:
        s = self.s
        state = (BLOCK, Int, Long, Long, Int)
        self._flood = s.function("flood", (BLOCK, Long, Long), Long, self._emit_flood)
        self._rate = s.function("rate", (BLOCK, Long, Long), Int, self._emit_rate)
        self._bound = s.function("bound", (BLOCK, Long, Long), Int, self._emit_bound)
        self._find = s.function("find", (BLOCK, Long, Long), Address, self._emit_find)
        self._split = s.declare("split", state, Int)
        self._group = s.declare("group", state, Int)
        s.define(self._group, self._emit_group)
        s.define(self._split, self._emit_split)
        s.function(
            "solve",
            (BLOCK, Long, Long, Int),
            Int,
            lambda block, free, amazons, need: s.call(self._split, block, 0, free, amazons, need),
            exported=True,
        )
        _Clusters(self).emit()

    # --- the block

    def word(self, block: Address, index: int) -> LongLike:
        return self.s.load(block, index, "i64")

    def _place(self, block: Address, index: int) -> Address:
        return self.s.object_at(self.s.load_address(block, 8 * index), _PLACES[index], lambda: self._size(block, index))

    def _size(self, block: Address, index: int) -> LongLike:
        """How many bytes lie at a place of the block."""
        if index == TABLE:
            return (self.word(block, TABLE_MASK) + 1) * BUCKET
        if index == LISTS:
            return (self.s.long(self.s.popcount(self.word(block, OUTSIDE))) + 1) * LIST
        if index == LOSSES:
            return self.word(block, CLUSTERS) * LOSS_TABLE
        return {STEPS: 8 * SQUARES, NEIGHBOURS: 8 * SQUARES}.get(index, 4 * (SQUARES + 1))

    def is_stopped(self, block: Address) -> BoolLike:
        """Whether the search is to end: somebody says so, or it has seen as many states as it may."""
        word, s = self.word, self.s
        return s.any_of(lambda: word(block, STOP) != 0, lambda: word(block, NODES) >= word(block, NODE_LIMIT))

    def bit(self, square: IntLike) -> LongLike:
        return 1 << self.s.unsigned(square) if isinstance(square, Int) else 1 << square

    def each_bit(self, word: LongLike, body: Callable[[IntLike], object]) -> None:
        s = self.s
        rest = s.var(word, Long)

        def one() -> None:
            now = rest.get()
            rest.set(now & (now - 1))
            body(s.lowest_bit(now))

        s.while_(lambda: rest.get() != 0, one)

    # --- sets

    def _emit_flood(self, block: Address, seeds: Long, within: Long) -> LongLike:
        """The squares of `within` that steps from `seeds` over `within` get to."""
        s = self.s
        beside = self._place(block, NEIGHBOURS)
        reached, todo = s.var(0, Long), s.var(seeds, Long)

        def one() -> None:
            now = todo.get()
            near = s.load(beside, s.lowest_bit(now), "i64")
            fresh = near & within & (reached.get() ^ -1)
            reached.set(reached.get() | fresh)
            todo.set((now & (now - 1)) | fresh)

        s.while_(lambda: todo.get() != 0, one)
        return reached.get()

    def _emit_rate(self, block: Address, free: Long, amazons: Long) -> IntLike:
        """How easily the free squares can be filled: dead ends and narrow ways count against them."""
        s = self.s
        beside = self._place(block, NEIGHBOURS)
        ways, total = free | amazons, s.var(0)
        price = s.table([40, 12, 4, 1, 0, 0, 0, 0, 0])

        def one(square: IntLike) -> None:
            exits = s.popcount(s.load(beside, square, "i64") & ways)
            total.set(total.get() - price[exits])

        self.each_bit(free, one)
        return total.get()

    def _emit_bound(self, block: Address, free: Long, amazons: Long) -> IntLike:
        """No more moves than this: one for each free square, less those that clusters must lose."""
        s = self.s
        losses, total = self._place(block, LOSSES), s.var(s.popcount(free))
        mask = (1 << WIDTH) - 1

        def one(cluster: IntLike) -> None:
            shift = s.long(cluster * WIDTH)
            index = ((free >> shift) & mask) | (((amazons >> shift) & mask) << WIDTH)
            table = s.offset(losses, s.long(cluster) * LOSS_TABLE)
            total.set(total.get() - s.load(table, index, "u8"))

        s.for_range(0, s.to_int(self.word(block, CLUSTERS)), one)
        return total.get()

    # --- the table

    def _emit_find(self, block: Address, free: Long, amazons: Long) -> Address:
        """The bucket of a state."""
        s = self.s
        mixed = s.var((free * 0x9E3779B97F4A7C15) ^ (amazons * 0xC2B2AE3D27D4EB4F), Long)
        mixed.set((mixed.get() ^ (mixed.get() >> 29)) * 0xBF58476D1CE4E5B9)
        index = (mixed.get() >> 32) & self.word(block, TABLE_MASK)
        return s.offset(self._place(block, TABLE), index * BUCKET)

    def _is_known(self, bucket: Address, free: Long, amazons: Long, need: Int) -> BoolLike:
        """Whether the table says that there are fewer moves than `need`."""
        s = self.s

        def matches(entry: Address) -> BoolLike:
            return s.all_of(
                lambda: s.load(entry, 0, "i64") == free,
                lambda: s.load(entry, 1, "i64") == amazons,
                lambda: s.load(entry, 2, "i64") < s.long(need),
            )

        return s.any_of(lambda: matches(bucket), lambda: matches(s.offset(bucket, ENTRY)))

    def _remember(self, bucket: Address, free: Long, amazons: Long, bound: IntLike) -> None:
        """Keep a bound: in the first place what is largest, in the second what came last."""
        s = self.s
        there = s.load(bucket, 0, "i64")
        is_same = s.all_of(lambda: there == free, lambda: s.load(bucket, 1, "i64") == amazons)
        first = s.any_of(lambda: is_same, lambda: s.popcount(there) <= s.popcount(free))
        entry = s.offset(bucket, s.select(first, 0, ENTRY))
        s.store(entry, 0, "i64", free)
        s.store(entry, 1, "i64", amazons)
        s.store(entry, 2, "i64", s.long(bound))

    # --- the search

    def _emit_split(self, block: Address, depth: Int, free: Long, amazons: Long, need: Int) -> IntLike:
        """Whether `need` moves are possible, where the amazons may stand in parts that do not touch each other."""
        s = self.s
        self._note_best(block, depth)
        result, parts, slack = s.var(0), s.var(0), s.var(0 - need)

        def add(part_free: LongLike, part_amazons: LongLike) -> None:
            slack.set(slack.get() + s.call(self._bound, block, part_free, part_amazons))
            parts.set(parts.get() + s.select(part_free != 0, 1, 0))

        def single() -> None:
            def ask(part_free: LongLike, part_amazons: LongLike) -> None:
                result.set(s.call(self._group, block, depth, part_free, part_amazons, need))

            self._each_part(block, free, amazons, lambda f, a: s.if_(f != 0, lambda: ask(f, a)))

        def several() -> None:
            gone = s.var(depth)
            self._each_part(
                block,
                free,
                amazons,
                lambda f, a: s.if_(slack.get() >= 0, lambda: self._settle(block, f, a, gone, slack)),
            )
            is_enough = s.all_of(lambda: slack.get() >= 0, lambda: s.not_(self.is_stopped(block)))
            s.if_(is_enough, lambda: (result.set(1), self._note_best(block, gone.get())))

        def search() -> None:
            self._each_part(block, free, amazons, add)
            s.if_(slack.get() >= 0, lambda: s.if_(parts.get() == 1, single, several))

        s.if_(need <= 0, lambda: result.set(1), search)
        return result.get()

    def _each_part(
        self, block: Address, free: Long, amazons: Long, body: Callable[[LongLike, LongLike], object]
    ) -> None:
        """Run `body(free squares, amazons)` for each part that has amazons."""
        s = self.s
        rest = s.var(amazons, Long)

        def one() -> None:
            low = rest.get() & (0 - rest.get())
            whole = s.call(self._flood, block, low, free | amazons) | low
            rest.set(rest.get() & (whole ^ -1))
            body(whole & free, whole & amazons)

        s.while_(lambda: rest.get() != 0, one)

    def _settle(
        self, block: Address, free: Any, amazons: Any, gone: Variable[IntLike], slack: Variable[IntLike]
    ) -> None:
        """Find how many moves a part has, added to `gone`, unless those that it lacks are more than the slack."""
        s = self.s
        moves = s.var(s.call(self._bound, block, free, amazons))

        def lower() -> None:
            moves.set(moves.get() - 1)
            slack.set(slack.get() - 1)

        def is_missing() -> BoolLike:
            return s.all_of(
                lambda: slack.get() >= 0,
                lambda: moves.get() > 0,
                lambda: s.call(self._group, block, gone.get(), free, amazons, moves.get()) == 0,
            )

        s.while_(is_missing, lower)
        gone.set(gone.get() + moves.get())

    def _note_best(self, block: Address, depth: IntLike) -> None:
        s = self.s

        def note() -> None:
            s.store(block, BEST, "i64", s.long(depth))
            s.copy(self._place(block, BEST_PATH), self._place(block, PATH), depth * 4)

        s.if_(s.long(depth) > self.word(block, BEST), note)

    def _emit_group(self, block: Address, depth: Int, free: Long, amazons: Long, need: Int) -> IntLike:
        """Whether `need` moves are possible in one connected part."""
        s = self.s
        result = s.var(0)
        s.store(block, NODES, "i64", self.word(block, NODES) + 1)
        self._note_best(block, depth)
        bucket = s.object_at(s.call(self._find, block, free, amazons), "a bucket", BUCKET)

        def search() -> None:
            children = s.offset(self._place(block, LISTS), s.long(depth) * LIST)
            count = self._list(block, children, free, amazons, need)
            s.if_(depth == 0, lambda: s.store(block, ROOT_TOTAL, "i64", s.long(count)))
            s.scope(lambda out: self._try_all(block, depth, children, count, need, result, out))
            failed = s.all_of(lambda: result.get() == 0, lambda: s.not_(self.is_stopped(block)))
            s.if_(failed, lambda: self._remember(bucket, free, amazons, need - 1))

        closed = s.any_of(lambda: self.is_stopped(block), lambda: self._is_known(bucket, free, amazons, need))
        s.if_(s.not_(closed), search)
        return result.get()

    def _try_all(
        self,
        block: Address,
        depth: Int,
        children: Address,
        count: IntLike,
        need: Int,
        result: Variable[IntLike],
        out: Scope,
    ) -> None:
        """Search the moves, those that look best first, until one is enough."""
        s = self.s

        def one(done: IntLike) -> None:
            s.if_(depth == 0, lambda: s.store(block, ROOT_DONE, "i64", s.long(done)))
            child = self._take_best(children, count)
            s.store(self._place(block, PATH), depth, "i32", s.load(child, 4, "i32"))
            free, amazons = s.load(child, 0, "i64"), s.load(child, 1, "i64")
            result.set(s.call(self._split, block, depth + 1, free, amazons, need - 1))
            s.if_(s.any_of(lambda: result.get() != 0, lambda: self.is_stopped(block)), lambda: s.leave(out))

        s.for_range(0, count, one)

    def _take_best(self, children: Address, count: IntLike) -> Address:
        """The move that looks best of those not taken yet; it is taken now."""
        s = self.s
        best, at = s.var(_NO), s.var(0)

        def look(i: IntLike) -> None:
            rate = s.load(s.offset(children, i * CHILD), 5, "i32")
            s.if_(rate > best.get(), lambda: (best.set(rate), at.set(i)))

        s.for_range(0, count, look)
        child = s.offset(children, at.get() * CHILD)
        s.store(child, 5, "i32", _NO)
        return child

    def _list(self, block: Address, children: Address, free: Long, amazons: Long, need: Int) -> IntLike:
        """List the moves after which enough squares are left within reach; gives their number."""
        s = self.s
        count, guarded = s.var(0), self.word(block, GUARDED)

        def moved(origin: IntLike, target: IntLike) -> None:
            left = self.bit(origin)
            after = (amazons ^ left) | self.bit(target)
            room = (free | left) & (self.bit(target) ^ -1)
            is_guard = (guarded & left) != 0

            def shot(arrow: IntLike) -> None:
                rest = room & (self.bit(arrow) ^ -1)
                within = s.call(self._flood, block, after, rest)

                def keep() -> None:
                    child = s.offset(children, count.get() * CHILD)
                    s.store(child, 0, "i64", within)
                    s.store(child, 1, "i64", after)
                    s.store(child, 4, "i32", origin | (target << 8) | (arrow << 16))
                    lost = s.popcount(rest) - s.popcount(within)
                    s.store(child, 5, "i32", s.call(self._rate, block, within, after) - lost * 64)
                    count.set(count.get() + 1)

                s.if_(s.call(self._bound, block, within, after) >= need - 1, keep)

            s.if_(is_guard, lambda: shot(origin), lambda: self.each_line(block, target, room, shot))

        self.each_bit(amazons, lambda a: self.each_line(block, a, free, lambda t: moved(a, t)))
        result: IntLike = count.get()
        return result

    def each_line(self, block: Address, start: IntLike, free: LongLike, body: Callable[[IntLike], object]) -> None:
        """Run the body for each square that a queen reaches in one move over free squares."""
        s = self.s
        steps = self._place(block, STEPS)

        def direction(d: IntLike) -> None:
            at = s.var(s.load(steps, start * 8 + d, "i8"))

            def is_open() -> BoolLike:
                return s.all_of(lambda: at.get() >= 0, lambda: (self.bit(at.get()) & free) != 0)

            def one() -> None:
                here = at.get()
                body(here)
                at.set(s.load(steps, here * 8 + d, "i8"))

            s.while_(is_open, one)

        s.for_range(0, 8, direction)


class _Clusters:
    """tabulate(block, table, shift, width, amazons): what a few squares must lose, however the rest is played.

    The game is relaxed outside of the cluster: all squares there are free for ever, and amazons outside stand wherever
    they like. The fewest squares of the cluster that then stay free, for each set of free squares and of amazons in it,
    bound what really stays free. States are done by their free squares and amazons together, which only an arrow in the
    cluster diminishes; among those with equal ones, over and over until nothing changes.
    """

    def __init__(self, solver: _Solver) -> None:
        self.s, self.solver = solver.s, solver

    def emit(self) -> None:
        kinds = (BLOCK, Memory("the losses of a cluster", LOSS_TABLE), Int, Int, Int)
        self._visible = self.s.function("visible", (BLOCK, Long, Long), Long, self._emit_visible)
        self.s.function("tabulate", kinds, None, self._emit_tabulate, exported=True)

    def _emit_tabulate(self, block: Address, table: Address, shift: Int, width: Int, amazons: Int) -> None:
        s = self.s

        def one(union: IntLike) -> None:
            self._each_placing(union, amazons, lambda a: self._start(table, union, a))
            changed = s.var(1)

            def again() -> None:
                changed.set(0)
                self._each_placing(
                    union, amazons, lambda a: self._improve(block, table, shift, width, amazons, union, a, changed)
                )

            s.while_(lambda: changed.get() != 0, again)

        s.for_range(0, self._power(width), lambda u: s.if_(s.not_(self.solver.is_stopped(block)), lambda: one(u)))

    def _power(self, width: IntLike) -> IntLike:
        return self.s.to_int(1 << self.s.long(width))

    def _each_placing(self, union: IntLike, most: IntLike, body: Callable[[IntLike], object]) -> None:
        """Run the body for each set of at most `most` amazons on the squares of the union."""
        s = self.s
        placing, going = s.var(union), s.var(1)

        def one() -> None:
            now = placing.get()
            s.if_(s.popcount(s.unsigned(now)) <= most, lambda: body(now))
            s.if_(now == 0, lambda: going.set(0))
            placing.set((now - 1) & union)

        s.while_(lambda: going.get() != 0, one)

    def _index(self, free: IntLike, amazons: IntLike) -> IntLike:
        return free | (amazons << WIDTH)

    def _start(self, table: Address, union: IntLike, amazons: IntLike) -> None:
        """Without a move, all that is free stays free."""
        s = self.s
        free = union ^ amazons
        s.store(table, self._index(free, amazons), "u8", s.popcount(s.unsigned(free)))

    def _emit_visible(self, block: Address, free: Long, outside: Long) -> LongLike:
        """The free squares of the cluster from which a queen sees a square outside."""
        s = self.s
        squares = s.var(0, Long)

        def look(square: IntLike) -> None:
            def see(other: IntLike) -> None:
                is_out = (self.solver.bit(other) & outside) != 0
                squares.set(squares.get() | s.select(is_out, self.solver.bit(square), s.long(0)))

            self.solver.each_line(block, square, free | outside, see)

        self.solver.each_bit(free, look)
        return squares.get()

    def _improve(
        self,
        block: Address,
        table: Address,
        shift: Int,
        width: Int,
        most: Int,
        union: IntLike,
        placing: IntLike,
        changed: Variable[IntLike],
    ) -> None:
        """Look at all that one move leads to from a state, and keep the least that stays free."""
        s = self.s
        at = s.long(shift)
        own = s.long(self._power(width) - 1) << at
        outside = self.solver.word(block, OUTSIDE) & (own ^ -1)
        index = self._index(union ^ placing, placing)
        least = s.var(s.load(table, index, "u8"))
        state = _State(self, block, table, at, outside, s.long(union ^ placing) << at, s.long(placing) << at, least)
        s.if_(s.popcount(s.unsigned(placing)) < most, state.from_outside)
        self.solver.each_bit(state.amazons, lambda origin: state.move(origin, own))

        def keep() -> None:
            s.store(table, index, "u8", least.get())
            changed.set(1)

        s.if_(least.get() < s.load(table, index, "u8"), keep)

    def visible(self, block: Address, free: LongLike, outside: LongLike) -> LongLike:
        """The free squares of the cluster from which a queen sees a square outside."""
        return self.s.call(self._visible, block, free, outside)

    def index(self, free: LongLike, amazons: LongLike, at: LongLike) -> IntLike:
        """Where the table has a state, from words of the whole region."""
        return self._index(self.s.to_int(free >> at), self.s.to_int(amazons >> at))


@dataclass(frozen=True)
class _State:
    """A state of a relaxed game, and `least`, the fewest squares that stay free after what was looked at."""

    clusters: _Clusters
    block: Address
    table: Address
    at: LongLike
    outside: LongLike
    free: LongLike
    amazons: LongLike
    least: Variable[IntLike]

    def lead(self, free: LongLike, amazons: LongLike) -> None:
        """A move leads to this state."""
        s = self.clusters.s
        there = s.load(self.table, self.clusters.index(free, amazons, self.at), "u8")
        self.least.set(s.minimum(self.least.get(), there))

    def shoot_from_outside(self, room: LongLike, after: LongLike) -> None:
        """Arrows from anywhere outside: at any square that is seen from there, or at none of the cluster."""
        bit = self.clusters.solver.bit
        self.lead(room, after)
        seen = self.clusters.visible(self.block, room, self.outside)
        self.clusters.solver.each_bit(seen, lambda u: self.lead(room & (bit(u) ^ -1), after))

    def shoot(self, start: IntLike, room: LongLike, after: LongLike) -> None:
        """Arrows from a square of the cluster; one that flies out takes nothing from the room."""
        solver = self.clusters.solver
        squares = room | self.outside
        solver.each_line(self.block, start, squares, lambda u: self.lead(room & (solver.bit(u) ^ -1), after))

    def from_outside(self) -> None:
        """The moves of an amazon outside: shoot, or enter and shoot."""
        solver = self.clusters.solver
        self.shoot_from_outside(self.free, self.amazons)

        def enter(target: IntLike) -> None:
            self.shoot(target, self.free & (solver.bit(target) ^ -1), self.amazons | solver.bit(target))

        solver.each_bit(self.clusters.visible(self.block, self.free, self.outside), enter)

    def move(self, origin: IntLike, own: LongLike) -> None:
        """The moves of an amazon in the cluster: move in it or out of it, and shoot; a guard shoots at its square."""
        s, solver = self.clusters.s, self.clusters.solver
        bit = solver.bit
        left, rest = bit(origin), self.amazons ^ bit(origin)
        is_guard = (solver.word(self.block, GUARDED) & left) != 0
        gone = s.var(0)

        def to(target: IntLike) -> None:
            after, room = rest | bit(target), (self.free | left) & (bit(target) ^ -1)

            def stay() -> None:
                s.if_(is_guard, lambda: self.lead(room & (left ^ -1), after), lambda: self.shoot(target, room, after))

            s.if_((bit(target) & own) != 0, stay, lambda: gone.set(1))

        def go() -> None:
            s.if_(is_guard, lambda: self.lead(self.free, rest), lambda: self.shoot_from_outside(self.free | left, rest))

        solver.each_line(self.block, origin, self.free | self.outside, to)
        s.if_(gone.get() != 0, go)


@functools.cache
def program() -> Program:
    """The compiled search, from the cache where it is there."""
    return compiled(emit_solver())


def solve(block: Words, free: int, amazons: int, need: int) -> bool:
    """Whether `need` more moves are possible; False too where it was stopped."""
    return bool(program().call("solve", block, free, amazons, need))


def tabulate(block: Words, table: npt.NDArray[np.uint8], cluster: int, width: int, amazons: int) -> None:
    """Find what a cluster of `width` squares must lose where `amazons` move; nothing where it was stopped."""
    program().call("tabulate", block, table, cluster * WIDTH, width, amazons)
