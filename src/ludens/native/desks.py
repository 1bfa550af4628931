"""Where the methods of `ludens.native.methods` are made and put in their places, and the memory that they work in."""

from __future__ import annotations

import ctypes
import functools
import struct
import threading
from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np

from ludens.native import interpreter, limits, structs
from ludens.native.game import FastProgram
from ludens.native.program import Program, compiled
from ludens.native.words import Desk, Entry, Hall, Method
from ludens.native.workspace import Workspace

#: calls that may be under way at once
DESKS: Final = 4
#: an arena of a desk; what needs more is left to Python
_ARENA: Final = 16 << 20
#: about as many lines of code may run while no other thread does: at worst some tenth of a second
_ALONE: Final = 1 << 28

_programs: Final[list[Program]] = []


class Classes(NamedTuple):
    """Whose methods are made: states, lists of legal moves, moves."""

    state: type
    moves: type
    move: type


class Places(NamedTuple):
    """Where a state has what: its size, where its history begins and its length lies (0 for none), five fields."""

    size: int
    history: int
    length: int
    over: int
    mover: int
    next: int
    winner: int
    rng: int


class _DeskMemory:
    """A desk, and what it has."""

    def __init__(self, behind: int) -> None:
        self._space = Workspace(_ARENA)
        self.words = np.zeros(len(Desk), np.uint64)
        self.words[Desk.BEHIND] = behind
        self.words[Desk.ENV], self.words[Desk.RECORDS] = self._space.address, self._space.list_address
        self.words[Desk.ARENA] = self._space.arena

    @property
    def address(self) -> int:
        place: int = self.words.ctypes.data
        return place


#: threads may all come to it at once, where games are first played in several
_installing = threading.RLock()


def install(classes: Classes) -> bool:
    """Make the methods of these classes, and put them in the place of those that Python made.

    False where this Python is not one that can call them: then everything stays as it is.
    """
    with _installing:
        return _install(classes)


@functools.cache
def _install(classes: Classes) -> bool:
    if not structs.are_native():
        return False
    from ludens.native.methods import Emitter  # where states are not played much the stage is not needed

    try:
        program = compiled(Emitter().s)
        hall = program.call("hall")
    except LookupError:  # a function of CPython is missing
        return False
    _programs.append(program)
    _furnish(hall, classes)
    methods = ((classes.state, "legal_moves", interpreter.NONE), (classes.state, "play", interpreter.ONE),
               (classes.state, "copy", interpreter.NONE))  # fmt: skip
    for kind, name, flags in methods:
        interpreter.put_method(kind, name, program.address(name), flags)
    structs.item_by_native(program.address("item"))
    for name in ("is_over", "mover", "next", "winner"):
        interpreter.put_getter(classes.state, name, program.address(name), 0)
    return True


def _furnish(hall: int, classes: Classes) -> None:
    """Write the words of the hall: before any method is called."""
    behind = 0
    for _ in range(DESKS):
        desk = _DeskMemory(behind)
        interpreter.keep(desk)
        behind = desk.address
    words = (ctypes.c_uint64 * (len(Hall) + len(Method))).from_address(hall)
    words[Hall.FREE], words[Hall.BLOCKS] = behind, limits.BLOCKS.address
    words[Hall.STOP] = limits.outermost().address
    things = {
        Hall.STATE: classes.state, Hall.MOVES: classes.moves, Hall.MOVE: classes.move, Hall.INT: int, Hall.LIST: list,
        Hall.NONE: None, Hall.TRUE: True, Hall.FALSE: False,
    }  # fmt: skip
    for word, thing in things.items():
        words[word] = interpreter.keep(thing)
    for method, function in _by_python(classes).items():
        words[Hall.METHODS + method] = interpreter.keep(function)
    limits.busy_at(hall + 8 * Hall.BUSY)


def _by_python(classes: Classes) -> dict[Method, Callable[..., Any]]:
    """The methods as Python has them."""
    state = classes.state.__dict__
    return {
        Method.LEGAL_MOVES: state["legal_moves"],
        Method.PLAY: state["play"],
        Method.COPY: state["copy"],
        Method.ITEM: classes.moves.__dict__["item"],
        Method.IS_OVER: state["is_over"].fget,
        Method.MOVER: state["mover"].fget,
        Method.NEXT: state["next"].fget,
        Method.WINNER: state["winner"].fget,
    }


def entry_of(program: FastProgram, places: Places, *, alone: bool) -> bytes | None:
    """The entry of a game, for its states; None where its code is to be called in the usual way only.

    If that is wanted, no other thread runs meanwhile, unless a call turns out to be long.
    """
    if program.is_checked or program.is_joint:
        return None
    budget = _ALONE // max(program.longest, 1)
    hook = _programs[0].address("let_others_run") if alone and budget else 0
    words = {
        Entry.SIZE: places.size, Entry.HISTORY: places.history, Entry.LENGTH: places.length,
        Entry.LEGAL: program.address("legal"), Entry.PLAY: program.address("play"), Entry.HOOK: hook,
        Entry.BUDGET: budget, Entry.IS_OVER: places.over, Entry.MOVER: places.mover,
        Entry.NEXT: places.next, Entry.WINNER: places.winner,
    }  # fmt: skip
    return struct.pack(f"={len(Entry)}Q", *(words[word] for word in Entry))


def are_open() -> bool:
    """Whether calls may be made at desks now: where no limits are set."""
    return limits.BLOCKS.value == 0


def lets_others_run(entry: bytes) -> bool:
    """Whether other threads run during all calls of an entry."""
    return not struct.unpack_from("=Q", entry, 8 * Entry.HOOK)[0]
