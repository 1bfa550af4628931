"""The workspace of a thread: error code, fuel, arena for lists and scratch copies, log of a traced run.

Layout of the block that `env` points to: first what `ludens.stage.fuel` has there; then the arena's position, where
what is kept in it begins, and its end, the log's words, its capacity and its length, and the generator of choices.

The arena is used from both ends: from its beginning as a stack, and from its end for what has to stay until the
effects that were found with it have been applied (`keep`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from ludens.stage import Address, BoolLike, Environment, Int, IntLike, Long, LongLike, Stage, fuel
from ludens.stage.ranges import NARROW

T = TypeVar("T")
ARENA, PINNED, ARENA_END, LOG, LOG_CAPACITY, LOG_LENGTH = (fuel.HEAD_SIZE + at for at in (0, 8, 16, 24, 32, 36))
#: the generator that chooses moves in playouts and searches: its state in the workspace, 8 bytes
CHOICE_RNG = fuel.HEAD_SIZE + 40
#: what was read of a position (`reads`): the set of its slots, that of its components, and how many words they have
WATCHED_WORDS = (4, 2)
WATCHED_SLOTS = fuel.HEAD_SIZE + 48
WATCHED_LISTS = WATCHED_SLOTS + 8 * WATCHED_WORDS[0]
#: where the actions that are done now are recorded (`generation.recording`)
RECORDING = WATCHED_LISTS + 8 * WATCHED_WORDS[1]
ENV_SIZE = RECORDING + 8

#: a recorded move, in words of 32 bits, and how many of them a list has room for
RECORD_WORDS = 16
LIST_CAPACITY = 16384

#: how a function takes a workspace
WORKSPACE = Environment("the workspace", ENV_SIZE)

#: how often a loop of the rules may run that only its own condition ends
ROUNDS = 10_000

#: error codes that native code leaves in the workspace, and what they mean
TOO_MANY_ALIKE = 12
ERRORS = {
    1: "the rules look further ahead than the scratch memory of a thread can hold",
    2: f"there are more than {LIST_CAPACITY} moves to choose from",
    3: "one move changes more than can be written down",
    4: "the game remembers more values than it can hold",
    5: "a stack is higher than its site can hold: 32 pieces, or 128 on a board with largeStack:True",
    6: f"a loop of the rules ran {ROUNDS} times without ending",
    7: "the game is longer than its rule against repetition can remember",
    8: "there are more pieces of one kind than can be listed",
    TOO_MANY_ALIKE: "an effect is repeated more often than the log of a move can hold",
    fuel.STOPPED: "stopped",
    fuel.SPENT: "the rules took more work than they may",
    fuel.TOO_DEEP: "what the rules call is nested too deeply",
}
#: by type of element: the error of a value that a field of such elements cannot hold
WIDER = {element: code for code, element in enumerate(NARROW, 20)}
ERRORS |= {
    code: f"a count, state or rotation is beyond {low} .. {high}, which is all that the game's sites hold"
    for (low, high), code in zip(NARROW.values(), WIDER.values(), strict=True)
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
    """Leave an error code; the first one stays. Loops end at their next draw."""
    s, env = c.s, c.env

    def note() -> None:
        s.store(env, fuel.ERROR // 4, "i32", code)
        s.store_place(env, fuel.PLACE)
        s.store(env, fuel.FUEL // 8, "i64", 0)

    s.if_(is_sound(c), note)


def is_sound(c: HasWorkspace) -> BoolLike:
    """Whether there is no error so far."""
    return c.s.load(c.env, fuel.ERROR // 4, "i32") == 0


def nested(c: HasWorkspace, body: Callable[[], T], deepest: int = fuel.DEEPEST) -> T:
    """The body of a function that calls itself. Where it is nested too deep the function gives zero, and an error."""
    s, env = c.s, c.env
    depth = s.load(env, fuel.DEPTH // 4, "i32")

    def refuse() -> None:
        fail(c, fuel.TOO_DEEP)
        s.give_up()

    s.if_(depth >= deepest, refuse)
    s.store(env, fuel.DEPTH // 4, "i32", depth + 1)
    result = body()
    s.store(env, fuel.DEPTH // 4, "i32", depth)
    return result


def fail_out_of_line(c: HasWorkspace, code: int) -> None:
    """The same where it is hardly ever needed and the code around it is to stay small."""
    body = lambda env: fail(Workspace(c.s, env), code)  # noqa: E731
    c.s.call(c.s.once(("fail", code), lambda: c.s.function("fail", [WORKSPACE], None, body, inline=False)), c.env)


def mark(c: HasWorkspace) -> LongLike:
    """The arena's position, to be given back to `release`."""
    return c.s.load(c.env, ARENA // 8, "i64")


def release(c: HasWorkspace, position: LongLike) -> None:
    """Free what was allocated since the mark."""
    c.s.store(c.env, ARENA // 8, "i64", position)


def allocate(c: HasWorkspace, size: int) -> Address:
    """Memory of the arena. Where there is too little left, an error is noted and the function under construction left:
    nobody works with memory that is not there, or that somebody else has."""
    rounded = -(-size // 16) * 16

    def body(env: Address, amount: Long) -> Address:
        place = c.s.var_like(c.s.load_address(env, ARENA))
        after = c.s.load(env, ARENA // 8, "i64") + amount
        fits = after <= c.s.load(env, PINNED // 8, "i64")

        def refuse() -> None:
            fail(Workspace(c.s, env), 1)
            place.set(0)

        c.s.if_(fits, lambda: c.s.store(env, ARENA // 8, "i64", after), refuse)
        return place.get()

    arena = c.s.once("arena", lambda: c.s.function("arena", [WORKSPACE, Long], Address, body))
    place = c.s.call(arena, c.env, rounded)
    c.s.if_(c.s.compare(Address, "icmp eq", place, 0), c.s.give_up)
    return c.s.object_at(place, "memory of the arena", size)


def allocate_far(c: HasWorkspace, size: int) -> IntLike:
    """Memory of the arena for other functions, too: its distance from the arena's end, for `kept_at`."""
    position = mark(c)
    allocate(c, size)
    return c.s.to_int(c.s.load(c.env, ARENA_END // 8, "i64") - position)


def keep(c: HasWorkspace, size: IntLike) -> IntLike:
    """Take memory that stays until `release_kept`; gives its distance from the arena's end, for `kept_at`.

    Where there is too little left, an error is noted and the function under construction left.
    """

    def body(env: Address, size: Int) -> IntLike:
        s = c.s
        amount = s.long((size + 15) & ~15)
        below = s.load(env, PINNED // 8, "i64") - amount
        distance = s.var(0)

        def take() -> None:
            s.store(env, PINNED // 8, "i64", below)
            distance.set(s.to_int(s.load(env, ARENA_END // 8, "i64") - below))

        fits = below >= s.load(env, ARENA // 8, "i64")
        s.if_(fits, take, lambda: fail(Workspace(s, env), 1))
        return distance.get()

    function = c.s.once("keep", lambda: c.s.function("keep", [WORKSPACE, Int], Int, body))
    distance: IntLike = c.s.call(function, c.env, size)
    c.s.if_(distance == 0, c.s.give_up)
    return distance


def kept_at(c: HasWorkspace, distance: IntLike, size: Callable[[], IntLike]) -> Address:
    """Memory of `size` bytes, at a distance from the arena's end."""
    place = c.s.offset(c.s.load_address(c.env, ARENA_END), 0 - distance)
    return c.s.object_at(place, "kept memory", size)


def kept_mark(c: HasWorkspace) -> LongLike:
    """Where kept memory begins, to be given back to `release_kept`."""
    return c.s.load(c.env, PINNED // 8, "i64")


def release_kept(c: HasWorkspace, position: LongLike) -> None:
    """Free what was kept since the mark."""
    c.s.store(c.env, PINNED // 8, "i64", position)
