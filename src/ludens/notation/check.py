"""Whether a player is in check, asked of the game's own rules in native code.

Check is what makes a player without moves lose: the condition behind `(no Moves Next)` in an end rule. Where there is
none it is what no move may leave behind, the condition of `(do .. ifAfterwards:..)`. A game that has neither knows no
check, as Antichess; and where it is no check that kings touch, as in Atomic Chess, the rules say so.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from ludens.game import Game, State
from ludens.game.compiler import Compiler
from ludens.game.programs import Extension
from ludens.game.single import SingleGame
from ludens.game.singlestate import SingleState
from ludens.ludemes.booleans.nothing import NoMoves
from ludens.ludemes.booleans.threat import IsThreatened
from ludens.ludemes.ends import EndIf
from ludens.ludemes.moves.do import Do
from ludens.native import WORKSPACE, Program
from ludens.rules.base import Ludeme
from ludens.rules.categories import BooleanLudeme
from ludens.rules.state.context import Context
from ludens.stage import Address, Int, IntLike


class Check:
    """Whether players of a game are in check."""

    def __init__(self, game: Game) -> None:
        self._game = game

    @cached_property
    def _condition(self) -> tuple[BooleanLudeme, bool] | None:
        """The condition, and whether it is about the player to move and holds where there is no check."""
        return next(_conditions(self._game), None)

    @cached_property
    def _program(self) -> Program:
        assert isinstance(self._game, SingleGame)
        return Program(self._game.extended(Extension("notation", self._emit, picks=False, plays=False)))

    def _emit(self, compiler: Compiler) -> None:
        """check(state, env): 1 where the condition holds."""
        assert self._condition is not None
        condition, _ = self._condition

        def check(state: Address, env: Address) -> IntLike:
            c: Context = compiler.context(state, env)
            attacked = c.s.var(0)
            c.s.if_(condition.emit(c), lambda: attacked.set(1))
            return attacked.get()

        compiler.s.function("check", [*compiler.places], Int, check, exported=True)

    def of(self, state: State, player: int) -> bool:
        """Whether a player is in check, in a game of two."""
        if self._condition is None:
            return False
        _, is_movers = self._condition
        assert isinstance(state, SingleState)
        mover, scratch = player if is_movers else 3 - player, self._scratch
        block = scratch.block
        block[:] = state.bytes_in_place
        for (at, size), value in zip(self._places, (mover, 3 - mover, 3 - player), strict=True):
            block[at : at + size] = value.to_bytes(size, sys.byteorder)
        return bool(scratch.holds()) != is_movers

    @cached_property
    def _scratch(self) -> _Scratch:
        return _Scratch(self._program, self._game.layout.size)

    @cached_property
    def _places(self) -> list[tuple[int, int]]:
        """Where a state says whose turn it is, and how many bytes that takes."""
        fields: Mapping[str, Any] = self._game.layout.dtype.fields or {}
        return [(fields[name][1], fields[name][0].itemsize) for name in ("mover", "next", "prev")]


class _Scratch(threading.local):
    """A state of each thread's own, and the function that looks at it."""

    def __init__(self, program: Program, size: int) -> None:
        array = np.zeros(size, np.uint8)
        self.block, self.holds = array.data, program.bound("check", array, WORKSPACE)


def _conditions(game: Game) -> Iterator[tuple[BooleanLudeme, bool]]:
    """The conditions that tell a check, the likeliest first."""
    listed = [*game.ludemes()]
    for rule in listed:
        if isinstance(rule, EndIf) and isinstance(rule.condition, NoMoves):
            yield from ((case.condition, False) for case in rule.subcases if _asks_of_threats(case))
    for moves in listed:
        if isinstance(moves, Do) and moves.if_afterwards is not None and _asks_of_threats(moves.if_afterwards):
            yield moves.if_afterwards, True


def _asks_of_threats(ludeme: Ludeme) -> bool:
    return any(isinstance(one, IsThreatened) for one in ludeme.walk())
