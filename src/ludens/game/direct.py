"""A game played by the stage that runs: slowly, but every value of every ludeme is there to be looked at.

It is the same rules as those that become native code, evaluated at once on the block of a state: what the two disagree
in is an error of one of them (`ludens certify`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from ludens.game.compiler import Compiler
from ludens.rules.generation.records import LIST_CAPACITY, RECORD
from ludens.rules.state import memory
from ludens.rules.state.constants import DirectContext
from ludens.rules.state.context import Context, Slots
from ludens.rules.state.layout import Layout
from ludens.rules.state.memory import ENV_SIZE
from ludens.rules.state.model import Model
from ludens.rules.state.trace import Tracer, read_log
from ludens.rules.state.view import StateView
from ludens.stage import fuel
from ludens.stage.direct import DirectStage, Place

if TYPE_CHECKING:
    from ludens.game.builder import Rulebook

#: bytes of scratch memory, words of the log, and rounds of all loops of one call
_ARENA: Final = 64 << 20
_LOG: Final = 1 << 16
_ROUNDS: Final = 20_000_000


def direct(model: Model, layout: Layout, block: bytearray) -> Context:
    """A context that evaluates at once, on a state's block."""
    stage = DirectStage()
    place, env = Place(stage, block), Place(stage, bytearray(ENV_SIZE))
    return DirectContext(stage, model, StateView(stage, model, layout, place, env), env, Slots())


@dataclass(frozen=True)
class Opened:
    """Rules on a stage that runs, before any function of theirs is made."""

    stage: DirectStage
    compiler: Compiler
    tracer: Tracer
    state: Place
    env: Place
    log: bytearray

    @property
    def context(self) -> Context:
        """The position, where no iterator is bound."""
        return self.compiler.context(self.state, self.env)

    @property
    def error(self) -> int:
        """The code of an error that the rules ended in, 0 for none (`memory.ERRORS`)."""
        return int(self.stage.load(self.env, fuel.ERROR // 4, "i32"))

    def logged(self) -> str:
        """What was logged since the last time, in trial format; nothing where that ended in an error, half told."""
        if self.error:
            return ""
        length = int(self.stage.load(self.env, memory.LOG_LENGTH // 4, "i32"))
        words = [int(self.stage.load(Place(self.stage, self.log), i, "i32")) for i in range(length)]
        self.stage.store(self.env, memory.LOG_LENGTH // 4, "i32", 0)
        return "".join(item.text() for item in read_log(self.tracer.forms, words))


class Workbench:
    """The memory that direct runs work in, one after the other."""

    def __init__(self) -> None:
        self._arena = np.zeros(_ARENA, np.uint8).data  # which takes no memory, and no time, before it is used
        self._log = bytearray(4 * _LOG)

    def opened(
        self, book: Rulebook, block: bytearray, *, rounds: int = _ROUNDS, tracer: Tracer | None = None
    ) -> Opened:
        """The rules at work on a block, which ends the run before."""
        stage, tracer = DirectStage(most=rounds), Tracer() if tracer is None else tracer
        env = Place(stage, bytearray(ENV_SIZE))
        stage.store_address(env, memory.ARENA, self._arena)
        begin = stage.load(env, memory.ARENA // 8, "i64")
        for end in (memory.PINNED, memory.ARENA_END):
            stage.store(env, end // 8, "i64", begin + _ARENA)
        stage.store_address(env, memory.LOG, self._log)
        stage.store(env, memory.LOG_CAPACITY // 4, "i32", _LOG)
        return Opened(stage, Compiler(book, stage, tracer), tracer, Place(stage, block), env, self._log)


class DirectRun:
    """The rules of a game at work on one state's block, which is changed in place.

    `legal` lists the moves; `play` makes one of those that `legal` listed last. Raises LudError where that takes more
    than so many `rounds` of loops. The memory of a `bench` is that of the runs before, which this one ends. Some
    thousand times as slow as native code, whose numbers of 32 bits wrap; those of a run are Python's and do not.
    """

    def __init__(
        self,
        book: Rulebook,
        block: bytearray,
        *,
        rounds: int = _ROUNDS,
        tracer: Tracer | None = None,
        bench: Workbench | None = None,
    ) -> None:
        self._opened = opened = (bench or Workbench()).opened(book, block, rounds=rounds, tracer=tracer)
        self.stage, self._compiler, self._env = opened.stage, opened.compiler, opened.env
        self._compiler.start()
        self._compiler.legal_and_play()
        self.block, self._state = block, opened.state
        self._records = bytearray(RECORD.size * LIST_CAPACITY)

    @property
    def error(self) -> int:
        """The code of an error that the rules ended in, 0 for none (`memory.ERRORS`)."""
        return self._opened.error

    def start(self) -> str:
        """The position with which the game begins; the state's generator of random numbers is kept.

        Gives what is put down, in trial format.
        """
        self._call("start")
        return self._opened.logged()

    def legal(self) -> list[str]:
        """The legal moves as trial format has them, in order."""
        count = self.stage.call(self._compiler.functions["legal"], self._state, self._env, self._record(0))
        return [self._described(number) for number in range(count)]

    def play(self, *numbers: int) -> str:
        """Make a move of the last list; where the players move at once, one of each, in their order.

        Gives the move as it was applied, in trial format.
        """
        if "play_joint" not in self._compiler.functions:
            self._call("play", self._record(*numbers))
            return self._opened.logged()
        chosen = [bytes(self._records[RECORD.size * n : RECORD.size * (n + 1)]) for n in numbers]
        made = Place(self.stage, bytearray(b"".join(chosen)))
        self._call("play_joint", made, len(numbers))
        return self._opened.logged()

    def _described(self, number: int) -> str:
        """A move of the last list; what telling of it draws at random is drawn again when it is made."""
        before = bytes(self.block)
        self._compiler.family.describe(self._compiler.context(self._state, self._env), self._record(number))
        self.block[:] = before
        return self._opened.logged()

    def _record(self, number: int) -> Place:
        return Place(self.stage, self._records, RECORD.size * number)

    def _call(self, name: str, *arguments: Place | int) -> None:
        self.stage.call(self._compiler.functions[name], self._state, self._env, *arguments)
