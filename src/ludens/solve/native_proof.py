"""Proof-number search in native code, for any game: depth first, with a table and a stack of its own.

The search lives in memory that Python gives it, so that it can be left after so many positions and taken up again:
words (`Ask`), a table of positions, and of each position on the line that is looked at a frame and its children. What
the search does is told in `ludens.solve.proving`.

An *entry* of the table: the two words of a position's key (see `ludens.solve.keys`), and four numbers (`Entry`). Proof
and disproof number are never both zero: that is an empty place.
"""

from __future__ import annotations

import functools
from enum import IntEnum
from typing import Final

from ludens.native import Program, compiled
from ludens.rules.generation import records
from ludens.rules.state import memory
from ludens.solve.native_sweep import INFORMATION, View, Word
from ludens.stage import Address, BoolLike, Function, Int, IntLike, Long, LongLike, Memory, Stage, Variable

#: the number of what cannot be shown; two of them and a quarter more fit 32 bits
NEVER: Final = 1 << 29
#: how many positions a line has at most
DEEPEST: Final = 250
ENTRY_WORDS: Final = 4
FRAME_WORDS: Final = 6
#: what a child takes besides its state: its key, its target and what it rests on
HEAD_BYTES: Final = 24


class Ask(IntEnum):
    """Where the search's memory is, and how far it is."""

    TABLE = 0
    MASK = 1
    USED = 2
    MOST_USED = 3
    FRAMES = 4
    CHILDREN = 5
    ROOM = 6
    DEPTH = 7
    LOOKED = 8
    PLAYER = 9


class Entry(IntEnum):
    """Numbers of an entry behind its key.

    `NOTE` is in how many plies a position that is proved is won at most, and of one that is open how many positions
    were looked at below it. `PATH` is one more than how deep the position is on the line, 0 where it is not there.
    """

    PROOF = 4
    AGAINST = 5
    NOTE = 6
    PATH = 7


class _Frame(IntEnum):
    """Numbers of a frame behind its key: thresholds, children, whose turn it is, and the child that is looked at."""

    MOST = 4
    MOST_AGAINST = 5
    COUNT = 6
    OWN = 7
    #: counted in words of 8 bytes, where the children begin
    FIRST = 8
    CHOSEN = 9
    LOOKED = 10


class _Child(IntEnum):
    """Numbers of a child behind its key: its target (0, or 2 more than the winner), and how deep the position on the
    line is that its disproof rests on, `NEVER` where there is none."""

    TARGET = 4
    RESTS_ON = 5


class End(IntEnum):
    """Why the search was left."""

    PAUSED = 0
    DONE = 1
    TABLE_FULL = 2
    NO_ROOM = 3


ASK: Final = Memory("what a proof is asked", 8 * len(Ask))


def emit() -> Stage:
    """The module: search(info, env, ask, root, fresh, budget), and enter(env, table, mask, entries, count)."""
    stage = Stage()
    place = stage.function(
        "place", [Address, Long, Long, Long], Address, lambda table, mask, a, b: _place(stage, table, mask, a, b)
    )
    env = memory.WORKSPACE

    def search(info: Address, env: Address, ask: Address, root: Address, fresh: Int, budget: Int) -> IntLike:
        return _Search(stage, View(stage, info, env), ask, place).run(root, fresh, budget)

    def enter(env: Address, table: Address, mask: Long, entries: Address, count: Int) -> None:
        def each(i: IntLike) -> None:
            row = i * ENTRY_WORDS
            target = stage.call(
                place, table, mask, stage.load(entries, row, "i64"), stage.load(entries, row + 1, "i64")
            )
            for word in range(ENTRY_WORDS):
                stage.store(target, word, "i64", stage.load(entries, row + word, "i64"))

        stage.for_range(0, count, each)

    stage.function("search", [INFORMATION, env, ASK, Address, Int, Int], Int, search, exported=True)
    stage.function("enter", [env, Address, Long, Address, Int], None, enter, exported=True)
    return stage


def _place(s: Stage, table: Address, mask: LongLike, first: LongLike, second: LongLike) -> Address:
    """The entry of a key, or the empty place where it belongs."""
    at = s.var(first & mask, Long)

    def entry() -> Address:
        return s.offset(table, at.get() * (8 * ENTRY_WORDS))

    def elsewhere() -> BoolLike:
        here = entry()
        other = s.any_of(lambda: s.load(here, 0, "i64") != first, lambda: s.load(here, 1, "i64") != second)
        return s.all_of(lambda: s.load(here, 2, "i64") != 0, lambda: other)

    s.while_(elsewhere, lambda: at.set((at.get() + 1) & mask))
    return entry()


class _Search:
    """Emits the search."""

    def __init__(self, s: Stage, view: View, ask: Address, place: Function[Address]) -> None:
        self.s, self.view, self.ask, self._place = s, view, ask, place
        self._size = s.long(view.word(Word.SIZE))
        self._player = self._word(Ask.PLAYER)
        self._table = s.object_at(
            s.load_address(ask, 8 * Ask.TABLE), "the table", lambda: (self._long(Ask.MASK) + 1) * (8 * ENTRY_WORDS)
        )
        self._frames = s.object_at(s.load_address(ask, 8 * Ask.FRAMES), "the frames", (DEEPEST + 2) * 8 * FRAME_WORDS)
        self._children = s.object_at(s.load_address(ask, 8 * Ask.CHILDREN), "children", lambda: self._long(Ask.ROOM))

    def _long(self, word: Ask) -> LongLike:
        return self.s.load(self.ask, word, "i64")

    def _word(self, word: Ask) -> IntLike:
        return self.s.to_int(self._long(word))

    def _put(self, word: Ask, value: IntLike | LongLike) -> None:
        self.s.store(self.ask, word, "i64", self.s.long(value))

    def _frame(self) -> Address:
        return self.s.offset(self._frames, self._long(Ask.DEPTH) * (8 * FRAME_WORDS))

    def _child(self, frame: Address, number: IntLike) -> Address:
        s = self.s
        first = s.long(s.load(frame, _Frame.FIRST, "i32")) * 8
        return s.offset(self._children, first + s.long(number) * (self._size + HEAD_BYTES))

    def _entry(self, keyed: Address) -> Address:
        """The entry of a frame's or a child's position, or its place."""
        s = self.s
        first, second = s.load(keyed, 0, "i64"), s.load(keyed, 1, "i64")
        return s.call(self._place, self._table, self._long(Ask.MASK), first, second)

    # --- the loop

    def run(self, root: Address, fresh: IntLike, budget: IntLike) -> IntLike:
        """Go on from where the search is, or from the root where it is `fresh`, for so many positions more."""
        s = self.s
        # in all they may be more than 32 bits can count
        end, last = s.var(int(End.PAUSED)), self._long(Ask.LOOKED) + s.long(budget)
        space = memory.Workspace(s, self.view.env)
        self._listed = memory.allocate(space, records.RECORDS.size)

        def begin() -> None:
            frame = self._frame()
            self.view.key(root, frame)
            s.store(frame, _Frame.MOST, "i32", NEVER)
            s.store(frame, _Frame.MOST_AGAINST, "i32", NEVER)
            s.store(frame, _Frame.FIRST, "i32", 0)
            self._enter(root, end)

        def goes_on() -> BoolLike:
            return s.all_of(lambda: end.get() == End.PAUSED, lambda: self._long(Ask.LOOKED) < last)

        def step() -> None:
            full = self._long(Ask.USED) >= self._long(Ask.MOST_USED)
            s.if_(full, lambda: end.set(End.TABLE_FULL), lambda: self._look(end))

        s.if_(fresh != 0, begin)
        s.while_(goes_on, step)
        return end.get()

    def _enter(self, state: Address, end: Variable[IntLike]) -> None:
        """Expand the position of the frame whose key and thresholds stand: its children follow on those above."""
        s, frame = self.s, self._frame()
        depth = self._word(Ask.DEPTH)
        self._put(Ask.LOOKED, self._long(Ask.LOOKED) + 1)
        count = self.view.legal(state, self._listed)
        first = s.long(s.load(frame, _Frame.FIRST, "i32")) * 8
        room = first + s.long(count) * (self._size + HEAD_BYTES) <= self._long(Ask.ROOM)
        own = self.view.seat(state, Word.MOVER) == self._player
        s.store(frame, _Frame.COUNT, "i32", count)
        s.store(frame, _Frame.OWN, "i32", s.to_int(own))
        s.store(frame, _Frame.LOOKED, "i32", self._word(Ask.LOOKED))
        entry = self._entry(frame)

        def new() -> None:
            s.store(entry, 0, "i64", s.load(frame, 0, "i64"))
            s.store(entry, 1, "i64", s.load(frame, 1, "i64"))
            s.store(entry, Entry.PROOF, "i32", 1)
            s.store(entry, Entry.AGAINST, "i32", 1)
            s.store(entry, Entry.NOTE, "i32", 0)
            self._put(Ask.USED, self._long(Ask.USED) + 1)

        s.if_(s.load(entry, 2, "i64") == 0, new)
        s.store(entry, Entry.PATH, "i32", depth + 1)

        def stuck() -> None:
            self._note(frame, NEVER, 0, 0)
            self._back(NEVER, end)

        s.if_(
            count == 0,
            stuck,
            lambda: s.if_(
                depth > DEEPEST - 1,
                lambda: self._back(0, end),
                lambda: s.if_(room, lambda: self._expand(state, frame, count), lambda: end.set(End.NO_ROOM)),
            ),
        )

    def _expand(self, state: Address, frame: Address, count: IntLike) -> None:
        s, view = self.s, self.view

        def make(k: IntLike) -> None:
            child = self._child(frame, k)
            after = s.offset(child, HEAD_BYTES)
            s.copy(after, state, view.word(Word.SIZE))
            view.play(after, s.offset(self._listed, k * records.RECORD.size))
            view.cap(after)
            over = view.field(after, Word.OVER) != 0
            s.store(child, _Child.TARGET, "i32", s.select(over, view.seat(after, Word.WINNER) + 2, 0))
            s.store(child, _Child.RESTS_ON, "i32", NEVER)

            def goes_on() -> None:
                view.key(after, child)
                depth = s.load(self._entry(child), Entry.PATH, "i32")
                s.if_(depth != 0, lambda: s.store(child, _Child.RESTS_ON, "i32", depth - 1))

            s.if_(s.not_(over), goes_on)

        s.for_range(0, count, make, rounds=records.LIST_CAPACITY)

    def _numbers_of(self, child: Address) -> tuple[IntLike, IntLike, IntLike]:
        """The proof and the disproof number of a child, and what its entry notes."""
        s = self.s
        proof, against, note = s.var(1), s.var(1), s.var(0)
        target = s.load(child, _Child.TARGET, "i32")

        def ended() -> None:
            won = target == self._player + 2
            proof.set(s.select(won, 0, NEVER))
            against.set(s.select(won, NEVER, 0))

        def lost() -> None:
            proof.set(NEVER)
            against.set(0)

        def child_known() -> None:
            entry = self._entry(child)

            def read() -> None:
                proof.set(s.load(entry, Entry.PROOF, "i32"))
                against.set(s.load(entry, Entry.AGAINST, "i32"))
                note.set(s.load(entry, Entry.NOTE, "i32"))

            s.if_(s.load(entry, 2, "i64") != 0, read)

        s.if_(
            target != 0,
            ended,
            lambda: s.if_(s.load(child, _Child.RESTS_ON, "i32") != NEVER, lost, child_known),
        )
        return proof.get(), against.get(), note.get()

    # --- what a position's children say

    def _look(self, end: Variable[IntLike]) -> None:
        """Settle the position that is looked at, or go on with its most promising child."""
        s, frame = self.s, self._frame()
        own = s.load(frame, _Frame.OWN, "i32") != 0
        # seen by the mover: the least to be shown of one move, what is against it, and all there is against the moves
        least, ahead, second = s.var(NEVER), s.var(NEVER), s.var(NEVER)
        total, best = s.var(0), s.var(0)

        def each(k: IntLike) -> None:
            proof, against, _ = self._numbers_of(self._child(frame, k))
            shown, other = s.select(own, proof, against), s.select(own, against, proof)
            total.set(s.minimum(total.get() + other, NEVER))
            equal = s.all_of(lambda: shown == least.get(), lambda: other < ahead.get())
            first = s.any_of(lambda: k == 0, lambda: s.any_of(lambda: shown < least.get(), lambda: equal))

            def lead() -> None:
                second.set(least.get())
                least.set(shown)
                ahead.set(other)
                best.set(k)

            s.if_(first, lead, lambda: second.set(s.minimum(second.get(), shown)))

        s.for_range(0, s.load(frame, _Frame.COUNT, "i32"), each, rounds=records.LIST_CAPACITY)
        proof = s.select(own, least.get(), total.get())
        against = s.select(own, total.get(), least.get())
        most, most_against = s.load(frame, _Frame.MOST, "i32"), s.load(frame, _Frame.MOST_AGAINST, "i32")
        settled = s.any_of(
            lambda: s.any_of(lambda: proof >= most, lambda: against >= most_against),
            lambda: s.any_of(lambda: proof == 0, lambda: against == 0),
        )

        def descend() -> None:
            wider = s.minimum(second.get() + 1 + (second.get() >> 2), NEVER)
            goal = s.minimum(s.select(own, most, most_against), wider)
            rest = s.minimum(s.select(own, most_against, most) - total.get() + ahead.get(), NEVER)
            self._descend(frame, best.get(), s.select(own, goal, rest), s.select(own, rest, goal), end)

        s.if_(settled, lambda: self._settle(frame, proof, against, end), descend)

    def _descend(
        self, frame: Address, number: IntLike, most: IntLike, most_against: IntLike, end: Variable[IntLike]
    ) -> None:
        s, child = self.s, self._child(frame, number)
        children = s.long(s.load(frame, _Frame.COUNT, "i32")) * (self._size + HEAD_BYTES)
        first = s.long(s.load(frame, _Frame.FIRST, "i32")) + (children >> 3)
        s.store(frame, _Frame.CHOSEN, "i32", number)
        self._put(Ask.DEPTH, self._long(Ask.DEPTH) + 1)
        inner = self._frame()
        for half in (0, 1):
            s.store(inner, half, "i64", s.load(child, half, "i64"))
        s.store(inner, _Frame.MOST, "i32", most)
        s.store(inner, _Frame.MOST_AGAINST, "i32", most_against)
        s.store(inner, _Frame.FIRST, "i32", s.to_int(first))
        self._enter(s.offset(child, HEAD_BYTES), end)

    def _settle(self, frame: Address, proof: IntLike, against: IntLike, end: Variable[IntLike]) -> None:
        """Keep what was found of a position, unless it rests on the line; go back, telling what it rests on."""
        s = self.s
        own, count = s.load(frame, _Frame.OWN, "i32") != 0, s.load(frame, _Frame.COUNT, "i32")
        # a disproof rests on the highest of what all moves rest on, or of one move that is enough on the lowest
        rests_on, plies = s.var(s.select(own, NEVER, -1)), s.var(s.select(own, NEVER, 0))

        def each(k: IntLike) -> None:
            child = self._child(frame, k)
            its_proof, its_against, note = self._numbers_of(child)

            def disproved() -> None:
                place = s.load(child, _Child.RESTS_ON, "i32")
                lower, higher = s.minimum(rests_on.get(), place), s.maximum(rests_on.get(), place)
                rests_on.set(s.select(own, lower, higher))

            def proved() -> None:
                sooner, later = s.minimum(plies.get(), note), s.maximum(plies.get(), note)
                plies.set(s.select(own, sooner, later))

            s.if_(its_against == 0, disproved)
            s.if_(its_proof == 0, proved)

        decided = s.any_of(lambda: proof == 0, lambda: against == 0)
        s.if_(decided, lambda: s.for_range(0, count, each, rounds=records.LIST_CAPACITY))
        on_line = s.all_of(lambda: against == 0, lambda: rests_on.get() < self._word(Ask.DEPTH))

        def keep() -> None:
            below = self._word(Ask.LOOKED) - s.load(frame, _Frame.LOOKED, "i32") + 1
            open_note = s.load(self._entry(frame), Entry.NOTE, "i32") + below
            note = s.select(proof == 0, plies.get() + 1, s.select(against == 0, 0, s.minimum(open_note, NEVER)))
            self._note(frame, proof, against, note)
            self._back(NEVER, end)

        s.if_(on_line, lambda: self._back(rests_on.get(), end), keep)

    def _note(self, frame: Address, proof: IntLike, against: IntLike, note: IntLike) -> None:
        s, entry = self.s, self._entry(frame)
        s.store(entry, Entry.PROOF, "i32", proof)
        s.store(entry, Entry.AGAINST, "i32", against)
        s.store(entry, Entry.NOTE, "i32", note)

    def _back(self, rests_on: IntLike, end: Variable[IntLike]) -> None:
        """Leave the position that is looked at; its disproof rests on the line where `rests_on` is not `NEVER`."""
        s, depth = self.s, self._word(Ask.DEPTH)
        s.store(self._entry(self._frame()), Entry.PATH, "i32", 0)

        def up() -> None:
            self._put(Ask.DEPTH, s.long(depth - 1))
            frame = self._frame()
            child = self._child(frame, s.load(frame, _Frame.CHOSEN, "i32"))
            s.if_(rests_on < NEVER, lambda: s.store(child, _Child.RESTS_ON, "i32", rests_on))

        s.if_(depth == 0, lambda: end.set(int(End.DONE)), up)


@functools.cache
def program() -> Program:
    """The compiled search."""
    return compiled(emit())
