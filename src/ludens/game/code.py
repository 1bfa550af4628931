"""The native code of one game: its two modules, and the programs that they make."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING, ClassVar, Final

from ludens.game.playouts import Series
from ludens.game.programs import Extension, Module, emit_located
from ludens.game.tiers import Tiers
from ludens.native import PLAYED, FastProgram, Package, TracedProgram

if TYPE_CHECKING:
    from ludens.game.builder import Rulebook
    from ludens.game.compiler import Emitted
    from ludens.rules.state.layout import Layout

#: seconds of random games between two looks whether better code is there
_AT_ONCE: Final = 0.01


class Code:
    """The native code of a game, emitted at once unless it is in the cache, and compiled when it is first used.

    `rulebook` gives the rules, and is called only where code is emitted; `digest` is what `digest_of` gives for them.
    """

    #: whether a new description is checked by emitting the module that logs, and not the one for random games
    checks_logging: ClassVar[bool] = False

    def __init__(self, rulebook: Callable[[], Rulebook], digest: str) -> None:
        self._rulebook, self.digest, self._lock = rulebook, digest, threading.Lock()
        modules = [Module(rulebook, digest, traced=traced) for traced in (False, True)]
        if not any(module.is_kept for module in modules):
            modules[self.checks_logging].check()
        #: the programs that do not log what they do, and those that do
        self.plain, self.logging = Tiers(modules[0], FastProgram), Tiers(modules[1], TracedProgram)

    @property
    def layout(self) -> Layout:
        """The fields of a state's block."""
        return self._rulebook().layout

    def begin(self) -> None:
        """See that there is code for random games, without waiting for the best."""
        self.plain.soonest(PLAYED)

    def extended(self, extension: Extension) -> Package:
        """The code with what a room above adds to it, from the cache where it is there."""
        with self._lock:
            return Module(self._rulebook, self.digest, extension=extension).package()

    def emitted(self, *, traced: bool = False, rules: Collection[str] | None = None) -> Emitted:
        """A module as it is before LLVM sees it."""
        return emit_located(self._rulebook(), traced=traced, rules=rules)

    def ir(self, *, traced: bool = False) -> str:
        """The LLVM assembly of a module, before optimisation."""
        return self.emitted(traced=traced).ir

    def play_part(self, series: Series, first: int, last: int) -> None:
        """Play the games number `first` to `last` - 1 of a series."""
        block, number = bytearray(self.plain.state_size), 1
        while first < last:
            program = self.plain.soonest(PLAYED)
            # a few games at a time, until the best code is there
            behind = last if self.plain.is_best else min(first + number, last)
            began = time.perf_counter()
            program.playouts(block, first, series.seed, *series.part(first, behind))
            number *= 2 if time.perf_counter() - began < _AT_ONCE else 1
            first = behind
