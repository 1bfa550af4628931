"""The code of a module in two tiers: what is made in no time, and in its place, once it is there, what runs fastest.

LLVM takes ten times as long to optimise code as to translate it as it is, which runs half as fast. Both do the same.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection
from typing import Generic, TypeVar

from ludens.game.programs import Module
from ludens.native import Package, Program
from ludens.stage.apart import Apart

P = TypeVar("P", bound=Program)


class Tiers(Generic[P]):
    """A program of a module: `best` waits for the optimised code, `soonest` does not."""

    def __init__(self, module: Module, program: Callable[[Package], P]) -> None:
        self._module, self._program = module, program
        self._lock = threading.Lock()
        self._best: P | None = None
        self._first: P | None = None
        #: the functions that it has, where it has not all
        self._only: Collection[str] = ()
        self._coming: Apart[P] | None = None

    def _made(self) -> P:
        return self._program(self._module.package())

    def best(self) -> P:
        """The program whose code runs fastest."""
        if self._best is None:
            with self._lock:
                if self._best is None:
                    self._best = self._made() if self._coming is None else self._coming.get()
                    self._first = self._coming = None
        return self._best

    def soonest(self, only: Collection[str] = ()) -> P:
        """The program that is there first; the best one is made meanwhile, and is what is given from then on.

        For who wants `only` some functions it may have no others.
        """
        if self._best is not None:
            return self._best
        with self._lock:
            if self._best is None and (self._first is None or (self._only and only != self._only)):
                first = self._module.first_package(only)
                if first is not None:
                    self._first, self._only = self._program(first), only
                    self._coming = self._coming or Apart(self._made)
            if self._first is not None and self._coming is not None and not self._coming.is_done:
                return self._first
        return self.best()

    @property
    def state_size(self) -> int:
        """The bytes of a position of the game."""
        return self._module.state_size

    @property
    def is_kept(self) -> bool:
        """Whether `best` need not wait for a compilation."""
        return self._best is not None or self._module.is_kept

    @property
    def is_best(self) -> bool:
        """Whether `soonest` gives the best program from now on."""
        return self._best is not None
