"""What solving does to every position, in native code, for any game: positions after moves, keys, tables, values.

Written on the stage once, not once for each game: a game gives the addresses of its functions and what its states look
like in an information block of words of 8 bytes, `Word`.

A *key* is two words of 64 bits, each a sum over what rules can tell apart of a position (see `ludens.solve.keys`). An
*entry* of an index is three words: the two of the key, and the position's number plus one; 0 is an empty place.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from enum import IntEnum
from typing import Final

from ludens.native import Program, compiled
from ludens.rules.generation import records
from ludens.rules.state import memory
from ludens.rules.state.words import signed
from ludens.stage import Address, BoolLike, Int, IntLike, Long, LongLike, Memory, Parameter, Scope, Stage

ENTRY_WORDS: Final = 3
#: the value of a move that ends the game is this less the winner; other moves have the number of the position after it
ENDS: Final = -2
_RECORD: Final = records.RECORD.size
#: as far as it matters for how long code runs without looking whether it is to stop
_WORDS, _CELLS, _LISTS, _TURNS, _PLAYERS = 1 << 12, 1 << 12, 16, 64, 16
_SECOND: Final = signed(0xD1B54A32D192ED03)
_THIRD: Final = signed(0x9E3779B97F4A7C15)


class Word(IntEnum):
    """The game's functions; the bytes of a state, and where `over`, `winner` and `mover` are; then what keys see;
    where a state says who plays which player, -1 where that never changes, and how many players there are.

    Words: rows of an offset, a mask and two factors. Lists of 32-bit numbers: rows of the offsets of the numbers and of
    how many there are. Cells, bytes that symmetries move about: offsets, and for each symmetry two factors a cell.
    Caps: rows of the offset of a counter, and the number from which on it is kept at that number.
    """

    LEGAL = 0
    PLAY = 1
    SIZE = 2
    OVER = 3
    WINNER = 4
    MOVER = 5
    WORDS = 6
    WORD_COUNT = 7
    LISTS = 8
    LIST_COUNT = 9
    CELLS = 10
    CELL_COUNT = 11
    TURNS = 12
    TURN_COUNT = 13
    SUMS = 14
    CAPS = 15
    CAP_COUNT = 16
    ORDER = 17
    PLAYERS = 18


INFORMATION: Final = Memory("what is told of a game to be solved", 8 * len(Word))


class View:
    """The information block, read by generated code."""

    def __init__(self, s: Stage, info: Address, env: Address) -> None:
        self.s, self.info, self.env = s, info, env

    def word(self, word: Word) -> IntLike:
        return self.s.to_int(self.s.load(self.info, word, "i64"))

    def array(self, word: Word, name: str, size: Callable[[], LongLike]) -> Address:
        return self.s.object_at(self.s.load_address(self.info, 8 * word), name, size)

    def field(self, state: Address, word: Word) -> IntLike:
        return self.s.load(self.s.offset(state, self.word(word)), 0, "i32")

    def seat(self, state: Address, word: Word) -> IntLike:
        """The seat of the player in such a field; what is no player is given back (`ludens.game.seats`)."""
        s, result = self.s, self.s.var(self.field(state, word))

        def look(seat: IntLike) -> None:
            played = s.load(s.offset(state, self.word(Word.ORDER)), seat, "i32")
            s.if_(played == self.field(state, word), lambda: result.set(seat))

        s.if_(self.word(Word.ORDER) >= 0, lambda: s.for_range(1, self.word(Word.PLAYERS) + 1, look, rounds=_PLAYERS))
        return result.get()

    def legal(self, state: Address, moves: Address) -> IntLike:
        kinds: list[Parameter] = [Address, memory.WORKSPACE, records.RECORDS]
        function = self.s.load_address(self.info, 8 * Word.LEGAL)
        return self.s.call_address(function, kinds, Int, state, self.env, moves)

    def play(self, state: Address, record: Address) -> None:
        kinds: list[Parameter] = [Address, memory.WORKSPACE, records.RECORD]
        function = self.s.load_address(self.info, 8 * Word.PLAY)
        self.s.call_address(function, kinds, type(None), state, self.env, record)

    def cap(self, state: Address) -> None:
        """Keep counters at the numbers from which on nobody tells them apart."""
        s, count = self.s, self.word(Word.CAP_COUNT)
        caps = self.array(Word.CAPS, "the caps of counters", lambda: s.long(count) * 16)

        def each(i: IntLike) -> None:
            place = s.offset(state, s.load(caps, i * 2, "i64"))
            most = s.to_int(s.load(caps, i * 2 + 1, "i64"))
            s.store(place, 0, "i32", s.minimum(s.load(place, 0, "i32"), most))

        s.for_range(0, count, each, rounds=_LISTS)

    def key(self, state: Address, out: Address) -> None:
        """Write the two words of a position's key: the least of those of its images under the symmetries."""
        s = self.s
        turns = self.word(Word.TURN_COUNT)
        sums = self.array(Word.SUMS, "sums", lambda: s.long(turns) * 16)
        plain = self._plain(state)
        for half in (0, 1):
            each = lambda g, half=half: s.store(sums, g * 2 + half, "i64", plain[half])  # noqa: E731
            s.for_range(0, turns, each, rounds=_TURNS)
        self._add_cells(state, sums, turns)
        first, second = s.var(0, Long), s.var(0, Long)

        def look(g: IntLike) -> None:
            one, two = _mixed(s.load(sums, g * 2, "i64")), _mixed(s.load(sums, g * 2 + 1, "i64"))
            better = s.any_of(lambda: g == 0, lambda: one < first.get())

            def take() -> None:
                first.set(one)
                second.set(two)

            s.if_(better, take)

        s.for_range(0, turns, look, rounds=_TURNS)
        s.store(out, 0, "i64", first.get())
        s.store(out, 1, "i64", second.get())

    def _plain(self, state: Address) -> tuple[LongLike, LongLike]:
        """The sums over the words and lists that no symmetry moves about."""
        s = self.s
        words = self.array(Word.WORDS, "the words of a key", lambda: s.long(self.word(Word.WORD_COUNT)) * 32)
        lists = self.array(Word.LISTS, "the lists of a key", lambda: s.long(self.word(Word.LIST_COUNT)) * 16)
        sums = s.var(0, Long), s.var(0, Long)

        def add_word(i: IntLike) -> None:
            row = i * 4
            at, mask = s.load(words, row, "i64"), s.load(words, row + 1, "i64")
            word = s.load(s.offset(state, at), 0, "i64") & mask
            for half, total in enumerate(sums):
                mixed = (word ^ (word >> 32)) * s.load(words, row + 2 + half, "i64")
                total.set(total.get() + (mixed ^ (mixed >> 29)) * _SECOND)

        def add_list(i: IntLike) -> None:
            items = s.offset(state, s.load(lists, i * 2, "i64"))
            length = s.load(s.offset(state, s.load(lists, i * 2 + 1, "i64")), 0, "i32")

            def add(k: IntLike) -> None:
                for half, total in enumerate(sums):
                    total.set(_mixed(total.get() + s.long(s.load(items, k, "i32")) * (_THIRD, _SECOND)[half] + 1))

            s.for_range(0, length, add, rounds=_WORDS)

        s.for_range(0, self.word(Word.WORD_COUNT), add_word, rounds=_WORDS)
        s.for_range(0, self.word(Word.LIST_COUNT), add_list, rounds=_LISTS)
        return sums[0].get(), sums[1].get()

    def _add_cells(self, state: Address, sums: Address, turns: IntLike) -> None:
        s, count = self.s, self.word(Word.CELL_COUNT)
        cells = self.array(Word.CELLS, "the cells of a key", lambda: s.long(count) * 4)
        factors = self.array(Word.TURNS, "the factors of cells", lambda: s.long(count) * s.long(turns) * 16)

        def add_cell(i: IntLike) -> None:
            value = s.load(s.offset(state, s.load(cells, i, "i32")), 0, "u8")

            def add(g: IntLike) -> None:
                for half in (0, 1):
                    mixed = s.long(value) * s.load(factors, (g * count + i) * 2 + half, "i64")
                    total = s.load(sums, g * 2 + half, "i64") + (mixed ^ (mixed >> 29)) * _SECOND
                    s.store(sums, g * 2 + half, "i64", total)

            s.if_(value != 0, lambda: s.for_range(0, turns, add, rounds=_TURNS))

        s.for_range(0, count, add_cell, rounds=_CELLS)


def _mixed(word: LongLike) -> LongLike:
    """A word whose every bit depends on all bits of another."""
    word = (word ^ (word >> 32)) * _THIRD
    result: LongLike = word ^ (word >> 29)
    return result


def emit() -> Stage:
    """The module."""
    stage = Stage()
    module = _Module(stage)
    array, env = Address, memory.WORKSPACE
    function = functools.partial(stage.function, exported=True)
    function("keys", [INFORMATION, env, array, Int, array], None, module.keys)
    function("expand", [INFORMATION, env, array, Int, array, array, array, array, Int], Int, module.expand)
    function("intern", [env, array, Long, array, Int, Int, array], Int, module.intern)
    function("sweep", [env, array, array, array, array, array, Int, Int, Int], Int, module.sweep)
    return stage


class _Module:
    """The functions."""

    def __init__(self, s: Stage) -> None:
        self.s = s

    def keys(self, info: Address, env: Address, states: Address, count: Int, out: Address) -> None:
        """keys(info, env, states, count, out): the keys of states that lie one behind the other."""
        s, view = self.s, View(self.s, info, env)
        size = view.word(Word.SIZE)

        def each(i: IntLike) -> None:
            view.key(s.offset(states, s.long(i) * s.long(size)), s.offset(out, s.long(i) * 16))

        s.for_range(0, count, each)

    def expand(
        self,
        info: Address,
        env: Address,
        states: Address,
        count: Int,
        children: Address,
        keys: Address,
        facts: Address,
        starts: Address,
        room: Int,
    ) -> IntLike:
        """expand(info, env, states, count, children, keys, facts, starts, room): the positions after all moves.

        Of each its state, its key, and 0 or, where the game is over, 1 more than the winner plus 1 (an abandoned game
        has the winner -1); `starts` has of each state the number of its first. Returns how many states there was room
        for.
        """
        s, view = self.s, View(self.s, info, env)
        size = s.long(view.word(Word.SIZE))
        space = memory.Workspace(s, env)
        listed = memory.allocate(space, records.RECORDS.size)
        used, done = s.var(0), s.var(0)

        def each(i: IntLike, out: Scope) -> None:
            state = s.offset(states, s.long(i) * size)
            count = view.legal(state, listed)
            s.if_(used.get() + count > room, lambda: s.leave(out))
            s.store(starts, i, "i32", used.get())
            first = used.get()

            def make(k: IntLike) -> None:
                at = s.long(first + k)
                child = s.offset(children, at * size)
                s.copy(child, state, view.word(Word.SIZE))
                view.play(child, s.offset(listed, k * _RECORD))
                view.cap(child)
                is_over = view.field(child, Word.OVER) != 0
                ended = view.seat(child, Word.WINNER) + 2
                s.store(facts, first + k, "i32", s.select(is_over, ended, 0))
                s.if_(s.not_(is_over), lambda: view.key(child, s.offset(keys, at * 16)))

            s.for_range(0, count, make, rounds=records.LIST_CAPACITY)
            used.set(first + count)
            done.set(done.get() + 1)
            s.store(starts, i + 1, "i32", used.get())

        s.scope(lambda out: s.for_range(0, count, lambda i: each(i, out)))
        return done.get()

    def _place(self, env: Address, index: Address, mask: LongLike, keys: Address, i: IntLike) -> Address:
        """Where the entry of a key is, or the empty place where it belongs."""
        s, at = self.s, self.s.var(0, Long)
        first, second = s.load(keys, i * 2, "i64"), s.load(keys, i * 2 + 1, "i64")
        at.set(first & mask)

        def elsewhere() -> BoolLike:
            entry = s.offset(index, at.get() * (8 * ENTRY_WORDS))
            used = s.load(entry, 2, "i64") != 0
            other = s.any_of(lambda: s.load(entry, 0, "i64") != first, lambda: s.load(entry, 1, "i64") != second)
            return s.all_of(lambda: used, lambda: other)

        s.while_(elsewhere, lambda: at.set((at.get() + 1) & mask))
        return s.offset(index, at.get() * (8 * ENTRY_WORDS))

    def intern(
        self, env: Address, index: Address, mask: Long, keys: Address, count: Int, next_number: Int, numbers: Address
    ) -> IntLike:
        """intern(env, index, mask, keys, count, next_number, numbers): the numbers of keys; new ones count on from
        `next_number`. Returns the next number then. Where a number is negative before, nothing is looked up."""
        s, total = self.s, self.s.var(next_number)

        def each(i: IntLike) -> None:
            entry = self._place(env, index, mask, keys, i)

            def put() -> None:
                s.store(entry, 0, "i64", s.load(keys, i * 2, "i64"))
                s.store(entry, 1, "i64", s.load(keys, i * 2 + 1, "i64"))
                s.store(entry, 2, "i64", s.long(total.get() + 1))
                total.set(total.get() + 1)

            s.if_(s.load(entry, 2, "i64") == 0, put)
            s.store(numbers, i, "i32", s.to_int(s.load(entry, 2, "i64")) - 1)

        s.for_range(0, count, lambda i: s.if_(s.load(numbers, i, "i32") >= 0, lambda: each(i)))
        return total.get()

    def sweep(
        self,
        env: Address,
        starts: Address,
        edges: Address,
        movers: Address,
        values: Address,
        results: Address,
        first: Int,
        count: Int,
        sure: Int,
    ) -> IntLike:
        """sweep(env, starts, edges, movers, values, results, first, count, sure): values of positions from those after
        their moves, which are looked up in `values`.

        The positions are `count` from number `first` on, from the last to the first; `results` are written from their
        beginning on (it may be where `values` has them). Values of so many plies at most are `sure` and stay: each
        round over all positions makes sure of one ply more. Returns how many changed. A value is 0 where nothing is
        known, else how many plies the game lasts, negative where player 2 wins. Who plays alone and loses has not won,
        and no more.
        """
        s, changed = self.s, self.s.var(0)

        def each(i: IntLike) -> None:
            before = s.load(values, first + i, "i32")
            stays = s.all_of(lambda: before != 0, lambda: s.absolute(before) <= sure)
            s.if_(stays, lambda: s.store(results, i, "i32", before), lambda: look(i, before))

        def look(i: IntLike, before: IntLike) -> None:
            sign = s.select(s.load(movers, i, "u8") == 1, 1, -1)
            wins, loses, all_lost = s.var(0), s.var(0), s.var(1)
            begin, end = s.load(starts, i, "i64"), s.load(starts, i + 1, "i64")

            def edge(k: IntLike) -> None:
                target = s.load(edges, begin + s.long(k), "i32")
                length, side = s.var(0), s.var(0)

                def ended() -> None:
                    winner = ENDS - target
                    side.set(s.select(winner == 1, 1, s.select(winner == 2, -1, 0)))

                def goes_on() -> None:
                    value = s.load(values, target, "i32")
                    length.set(s.absolute(value))
                    side.set(s.select(value > 0, 1, s.select(value < 0, -1, 0)))

                s.if_(target < 0, ended, goes_on)
                own, plies = side.get() * sign, length.get() + 1
                shorter = s.any_of(lambda: wins.get() == 0, lambda: plies < wins.get())
                s.if_(s.all_of(lambda: own > 0, lambda: shorter), lambda: wins.set(plies))
                s.if_(own < 0, lambda: loses.set(s.maximum(loses.get(), plies)), lambda: all_lost.set(0))

            s.for_range(0, s.to_int(end - begin), edge)
            lost = s.select(all_lost.get() != 0, -loses.get(), 0)
            value = s.select(wins.get() > 0, wins.get(), lost) * sign

            s.store(results, i, "i32", value)
            s.if_(value != before, lambda: changed.set(changed.get() + 1))

        s.for_down(count, 0, each)
        return changed.get()


@functools.cache
def program() -> Program:
    """The compiled functions."""
    return compiled(emit())
