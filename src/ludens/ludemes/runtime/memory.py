"""The workspace of a thread: error code, arena for lists and scratch copies, log of a traced run.

Layout of the block that `env` points to: i32 error at 0; then addresses and lengths, each 8 bytes: arena position at 8,
its end at 16, log words at 24, log capacity (i32) at 32, log length (i32) at 36.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from ludens.stage import Address, Int, IntLike, LongLike, Memory, Stage

ERROR, ARENA, ARENA_END, LOG, LOG_CAPACITY, LOG_LENGTH, ENV_SIZE = 0, 8, 16, 24, 32, 36, 64
#: the generator that chooses moves in playouts and searches: its state in the workspace, 8 bytes
CHOICE_RNG = 40

#: how a function takes a workspace
WORKSPACE = Memory("the workspace", ENV_SIZE)

#: error codes that native code leaves in the workspace, and what they mean
ERRORS = {
    1: "the scratch memory of a thread is exhausted (look-aheads nested too deeply)",
    2: "more than 16384 moves in one list",
    3: "the log of a traced move is full",
    4: "a list of remembered values is full",
    5: "a stack is higher than the state can hold",
    6: "a loop of the rules ran 10000 times without ending",
    7: "more repeated positions than the history can hold",
    8: "a list of a component's positions is full",
}


class HasWorkspace(Protocol):
    """What reaches the workspace of a thread: a context, or a `Workspace`."""

    @property
    def s(self) -> Stage: ...
    @property
    def env(self) -> Address: ...


@dataclass(frozen=True)
class Workspace:
    """A workspace by its address, where there is no context."""

    s: Stage
    env: Address


def fail(c: HasWorkspace, code: int) -> None:
    """Leave an error code; the first one stays."""
    c.s.if_(c.s.load(c.env, ERROR // 4, "i32") == 0, lambda: c.s.store(c.env, ERROR // 4, "i32", code))


def mark(c: HasWorkspace) -> LongLike:
    """The arena's position, to be given back to `release`."""
    return c.s.load(c.env, ARENA // 8, "i64")


def release(c: HasWorkspace, position: LongLike) -> None:
    """Free what was allocated since the mark."""
    c.s.store(c.env, ARENA // 8, "i64", position)


def allocate(c: HasWorkspace, size: IntLike) -> Address:
    """Memory of the arena. Where there is too little left, an error is noted and the arena's start is reused."""
    rounded = -(-size // 16) * 16 if isinstance(size, int) else (size + 15) & -16

    def body(env: Address, amount: Int) -> Address:
        here = Workspace(c.s, env)
        start = c.s.load_address(env, ARENA)
        after = c.s.load(env, ARENA // 8, "i64") + c.s.long(amount)
        fits = after <= c.s.load(env, ARENA_END // 8, "i64")
        c.s.if_(fits, lambda: c.s.store(env, ARENA // 8, "i64", after), lambda: fail(here, 1))
        return start

    arena = c.s.once("arena", lambda: c.s.function("arena", [WORKSPACE, Int], Address, body))
    return c.s.object_at(c.s.call(arena, c.env, rounded), "memory of the arena", size)
