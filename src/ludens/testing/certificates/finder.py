"""Legal moves found by their number, as random play finds them, in a module of their own."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from ludens.game import State
from ludens.game.compiler import Compiler
from ludens.game.programs import Extension, Module
from ludens.game.single import SingleGame
from ludens.native.program import WORKSPACE, Program
from ludens.native.workspace import workspace
from ludens.rules.generation.records import RECORD, RECORDS
from ludens.stage import Address, Int, IntLike


def _emit(compiler: Compiler) -> None:
    """find(state, env, records, number): how many legal moves there are, the one of that number first in `records`.

    A forced pass counts; -1 where random play lists them. make(state, env, record): makes a move found so.
    """

    def find(state: Address, env: Address, records: Address, number: Int) -> IntLike:
        if not compiler.may_pick:
            return -1
        c = compiler.context(state, env)
        move = compiler.find(c, records, lambda total: number)
        if move is None:
            return -1
        compiler.s.move(records, compiler.s.offset(records, move.place * RECORD.size), RECORD.size)
        return move.total

    def make(state: Address, env: Address, record: Address) -> None:
        c = compiler.context(state, env)
        compiler.play(c, False, lambda: compiler.family.execute(c, record))

    compiler.s.function("find", [*compiler.places, RECORDS, Int], Int, find, exported=True)
    compiler.s.function("make", [*compiler.places, RECORD], None, make, exported=True)


class Finder:
    """Finds the legal moves of a game by their number, and lists them, in one module."""

    def __init__(self, game: SingleGame) -> None:
        self._game = game
        module = Module(lambda: game.rulebook, game.digest, extension=Extension("testing", _emit))
        self._program = Program(module.package())

    @cached_property
    def by_number(self) -> bool:
        """Whether random play finds moves so, and not among all of them, listed."""
        return self.find_number(self._game.start(seed=0), 0)[0] >= 0

    def find_number(self, state: State, number: int) -> tuple[int, bytes]:
        """How many legal moves there are, and the record of that number."""
        space = workspace()
        space.records[0] = 0
        total = self._program.run("find", state, WORKSPACE, space.records, number)
        return total, space.records[0].tobytes()

    def find_all(self, state: State) -> list[bytes]:
        """The records of all numbers."""
        return [self.find_number(state, number)[1] for number in range(self.find_number(state, 0)[0])]

    def list_all(self, state: State) -> list[bytes]:
        """The records of the legal moves, in order."""
        space = workspace()
        space.records[:] = 0
        count = self._program.run("legal", state, WORKSPACE, space.records)
        return [space.records[i].tobytes() for i in range(count)]

    def after(self, state: State, records: list[bytes]) -> list[bytes]:
        """The positions after each of some moves, sorted."""
        positions = []
        for record in records:
            child = state.copy()
            self._program.run("make", child, WORKSPACE, np.frombuffer(record, np.int32).copy())
            positions.append(child.tobytes())
        return sorted(positions)
