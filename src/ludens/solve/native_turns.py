"""Wins in so many turns, in native code, for any game: every move of one player, or every answer, depth first.

The search lives in memory that Python gives it, as that of `ludens.solve.native_proof`: words (`Ask`), and of each
position on the line that is looked at a frame (`_Frame`), its state, and the records of its moves.
"""

from __future__ import annotations

import functools
from enum import IntEnum
from typing import Final

from ludens.native import Program, compiled
from ludens.rules.generation import records
from ludens.rules.state import memory
from ludens.solve.native_sweep import INFORMATION, View, Word
from ludens.stage import Address, BoolLike, Int, IntLike, LongLike, Memory, Stage, Variable

#: how many positions a line has at most
DEEPEST: Final = 1000
FRAME_WORDS: Final = 3
#: no result is known
_NONE: Final = -1
_RECORD: Final = records.RECORD.size


class Ask(IntEnum):
    """Where the search's memory is, how far it is, and the result of the position that was looked at last."""

    FRAMES = 0
    LINE = 1
    ROOM = 2
    DEPTH = 3
    LOOKED = 4
    PLAYER = 5
    RESULT = 6


class End(IntEnum):
    """Why the search was left: also where a line is too long."""

    PAUSED = 0
    DONE = 1
    NO_ROOM = 2


class _Frame(IntEnum):
    """Numbers of a frame: its moves, the next of them, whether it is the player's turn, how many turns the win may
    take, and where its state is, in words of 8 bytes."""

    COUNT = 0
    NEXT = 1
    OWN = 2
    TURNS = 3
    FIRST = 4


ASK: Final = Memory("what is asked of wins in some turns", 8 * len(Ask))


def emit() -> Stage:
    """The module: search(info, env, ask, root, turns, fresh, budget)."""
    stage = Stage()

    def search(
        info: Address, env: Address, ask: Address, root: Address, turns: Int, fresh: Int, budget: Int
    ) -> IntLike:
        return _Search(stage, View(stage, info, env), ask).run(root, turns, fresh, budget)

    stage.function("search", [INFORMATION, memory.WORKSPACE, ASK, Address, Int, Int, Int], Int, search, exported=True)
    return stage


class _Search:
    """Emits the search."""

    def __init__(self, s: Stage, view: View, ask: Address) -> None:
        self.s, self.view, self.ask = s, view, ask
        self._size = view.word(Word.SIZE)
        self._player = s.to_int(self._long(Ask.PLAYER))
        self._frames = s.object_at(s.load_address(ask, 8 * Ask.FRAMES), "the frames", (DEEPEST + 1) * 8 * FRAME_WORDS)
        self._line = s.object_at(s.load_address(ask, 8 * Ask.LINE), "the line", lambda: self._long(Ask.ROOM))
        self._listed = memory.allocate(memory.Workspace(s, view.env), records.RECORDS.size)

    def _long(self, word: Ask) -> LongLike:
        return self.s.load(self.ask, word, "i64")

    def _put(self, word: Ask, value: IntLike | LongLike) -> None:
        self.s.store(self.ask, word, "i64", self.s.long(value))

    def _number(self, frame: Address, number: _Frame) -> IntLike:
        return self.s.load(frame, number, "i32")

    def _top(self) -> Address:
        """The frame of the position that is looked at."""
        return self.s.offset(self._frames, (self._long(Ask.DEPTH) - 1) * (8 * FRAME_WORDS))

    def run(self, root: Address, turns: IntLike, fresh: IntLike, budget: IntLike) -> IntLike:
        """Go on from where the search is, or from the root where it is `fresh`, for so many positions more."""
        s = self.s
        end, last = s.var(int(End.PAUSED)), self._long(Ask.LOOKED) + s.long(budget)

        def begin() -> None:
            self._put(Ask.DEPTH, 0)
            s.copy(self._line, root, self._size)
            self._enter(0, turns, end)

        def goes_on() -> BoolLike:
            return s.all_of(lambda: end.get() == End.PAUSED, lambda: self._long(Ask.LOOKED) < last)

        def step() -> None:
            result = s.to_int(self._long(Ask.RESULT))
            s.if_(result != _NONE, lambda: self._take(result, end), lambda: self._next(end))

        s.if_(fresh != 0, begin)
        s.while_(goes_on, step)
        return end.get()

    def _take(self, result: IntLike, end: Variable[IntLike]) -> None:
        """Hand the result of a position to the one before it, which it may decide."""
        s = self.s

        def above() -> None:
            decides = result == self._number(self._top(), _Frame.OWN)
            s.if_(
                decides,
                lambda: self._put(Ask.DEPTH, self._long(Ask.DEPTH) - 1),
                lambda: self._put(Ask.RESULT, _NONE),
            )

        s.if_(self._long(Ask.DEPTH) == 0, lambda: end.set(int(End.DONE)), above)

    def _next(self, end: Variable[IntLike]) -> None:
        """Make the next move; where there is none, no move wins, or every answer loses."""
        s, frame = self.s, self._top()
        number, own = self._number(frame, _Frame.NEXT), self._number(frame, _Frame.OWN)

        def over() -> None:
            self._put(Ask.RESULT, 1 - own)
            self._put(Ask.DEPTH, self._long(Ask.DEPTH) - 1)

        def make() -> None:
            s.store(frame, _Frame.NEXT, "i32", number + 1)
            count = self._number(frame, _Frame.COUNT)
            words = (self._size + count * _RECORD + 7) >> 3
            first = self._number(frame, _Frame.FIRST)
            state, after = self._place(first), self._place(first + words)
            s.copy(after, state, self._size)
            self.view.play(after, s.offset(state, self._size + number * _RECORD))
            ended = self.view.field(after, Word.OVER) != 0
            won = self.view.seat(after, Word.WINNER) == self._player
            turn_ends = s.all_of(lambda: own != 0, lambda: self.view.seat(after, Word.MOVER) != self._player)
            turns = self._number(frame, _Frame.TURNS) - s.to_int(turn_ends)
            s.if_(
                ended,
                lambda: self._put(Ask.RESULT, s.to_int(won)),
                lambda: self._enter(first + words, turns, end),
            )

        s.if_(number == self._number(frame, _Frame.COUNT), over, make)

    def _place(self, first: IntLike) -> Address:
        return self.s.offset(self._line, self.s.long(first) * 8)

    def _enter(self, first: IntLike, turns: IntLike, end: Variable[IntLike]) -> None:
        """Look at a position that goes on, whose state stands: its moves follow on it."""
        s, state = self.s, self._place(first)
        self._put(Ask.LOOKED, self._long(Ask.LOOKED) + 1)
        own = self.view.seat(state, Word.MOVER) == self._player
        in_vain = s.all_of(lambda: own, lambda: turns == 0)

        def look() -> None:
            count = self.view.legal(state, self._listed)
            # what is needed at the next position, too
            need = s.long(first) * 8 + s.long(2 * self._size + count * _RECORD + 8)
            fits = s.all_of(lambda: need <= self._long(Ask.ROOM), lambda: self._long(Ask.DEPTH) < DEEPEST)

            def push() -> None:
                s.copy(s.offset(state, self._size), self._listed, count * _RECORD)
                self._put(Ask.DEPTH, self._long(Ask.DEPTH) + 1)
                frame = self._top()
                for number, value in (
                    (_Frame.COUNT, count), (_Frame.NEXT, 0), (_Frame.OWN, s.to_int(own)), (_Frame.TURNS, turns),
                    (_Frame.FIRST, first),
                ):  # fmt: skip
                    s.store(frame, number, "i32", value)
                self._put(Ask.RESULT, _NONE)

            s.if_(
                count == 0,
                lambda: self._put(Ask.RESULT, 0),
                lambda: s.if_(fits, push, lambda: end.set(int(End.NO_ROOM))),
            )

        s.if_(in_vain, lambda: self._put(Ask.RESULT, 0), look)


@functools.cache
def program() -> Program:
    """The compiled search."""
    return compiled(emit())
