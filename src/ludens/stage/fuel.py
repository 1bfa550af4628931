"""Fuel: how long generated code may run before it looks whether it is to stop, and how long in all.

The block of an environment begins with these words. A loop without a bound draws on the fuel in each round; where none
is left, a function out of line looks at the error and at the stop word, and fills up from the budget, or notes an error
with the place of the loop. From then on every draw fails, and the loops that draw end. A long loop whose lines are
counted draws now and then, or only looks at the stop word where a round is long; a short one does neither. Who gives a
hook is called once when the budget is spent, and gives another.
"""

from __future__ import annotations

from typing import Final

#: offsets in bytes: the error (i32), how deep functions that call themselves are nested (i32), the parts of draws
#: until the next look (i64), the draws left after those (i64), the address of the stop word (i32, not 0 where the code
#: is to stop), the address of the text of the place where the error came, or null; the address of what is called with
#: the environment when the budget is spent, or null, and a word of its own
ERROR, DEPTH, FUEL, BUDGET, STOP, PLACE, HOOK, HELD, HEAD_SIZE = 0, 4, 8, 16, 24, 32, 40, 48, 56
#: errors that are noted here
STOPPED, SPENT, TOO_DEEP = 9, 10, 11
#: draws between two looks at the stop word, a power of two: a look takes a tenth of a short move
CHUNK: Final = 64
#: into how many parts a draw is divided: a loop that draws once in fewer rounds draws some parts in each, as a branch
#: that is taken every other time is foretold wrong; one that draws more seldom counts its rounds
PARTS: Final = 8
#: the draws of a round that runs more than as many times `BETWEEN` lines without a look
LONG_ROUND: Final = 4
#: the most lines of code that run without a look at the stop word, where they can be counted
STRETCH: Final = 1 << 23
#: as many lines may run between two draws of a loop that draws once in several rounds, and those are as many at least
BETWEEN, APART = 1 << 19, 2
#: the most lines that run without a draw
LONGEST: Final = 1 << 34
#: how deep functions that call themselves may be nested
DEEPEST: Final = 100
#: the most bytes that calls within each other may have as their own memory: a thread's stack has some megabytes
STACK: Final = 4 << 20
#: what a call has besides
FRAME: Final = 256

#: the function out of line: whether the code may go on. It leaves the caller's registers and memory alone, so that a
#: loop is no slower for a call that it hardly ever makes
REFUEL: Final = f"""\
define internal preserve_mostcc i1 @refuel(ptr noalias %env, ptr %place) \
noinline cold nounwind memory(argmem: readwrite, inaccessiblemem: readwrite) {{
entry:
  %error = load i32, ptr %env
  %sound = icmp eq i32 %error, 0
  br i1 %sound, label %look, label %refuse
look:
  %stop.at = getelementptr i8, ptr %env, i64 {STOP}
  %word = load ptr, ptr %stop.at
  %stop = load atomic i32, ptr %word monotonic, align 4
  %stopped = icmp ne i32 %stop, 0
  br i1 %stopped, label %fail, label %fill
fill:
  %budget.at = getelementptr i8, ptr %env, i64 {BUDGET}
  %budget = load i64, ptr %budget.at
  %left = icmp sgt i64 %budget, 0
  br i1 %left, label %take, label %spent
spent:
  %hook.at = getelementptr i8, ptr %env, i64 {HOOK}
  %hook = load ptr, ptr %hook.at
  %none = icmp eq ptr %hook, null
  br i1 %none, label %fail, label %ask
ask:
  store ptr null, ptr %hook.at
  call void %hook(ptr %env)
  br label %look
take:
  %rest = sub i64 %budget, {CHUNK}
  store i64 %rest, ptr %budget.at
  %fuel.at = getelementptr i8, ptr %env, i64 {FUEL}
  store i64 {(CHUNK - 1) * PARTS}, ptr %fuel.at
  ret i1 true
fail:
  %code = phi i32 [ {STOPPED}, %look ], [ {SPENT}, %spent ]
  store i32 %code, ptr %env
  %place.at = getelementptr i8, ptr %env, i64 {PLACE}
  store ptr %place, ptr %place.at
  br label %refuse
refuse:
  ret i1 false
}}"""


#: what says that a load gives the same at all times
SAME: Final = "!0 = !{}"


def looking(env: str, place: str, go_on: str, leave: str, label: str) -> str:
    """The lines of a block of that label that looks at the stop word, and jumps as `drawing` does; it draws nothing.

    A loop is hardly slower for it: nothing is written, and the word's address is the same in all rounds. The load is
    volatile, not atomic, which would keep other loads and stores from being moved. The module must have `REFUEL` and
    `SAME`.
    """
    at, address, stop, out, cold, more = (f"%{label}.{part}" for part in ("at", "word", "stop", "out", "cold", "more"))
    return "\n".join(
        (
            f"{label}:",
            f"  {at} = getelementptr i8, ptr {env}, i64 {STOP}",
            f"  {address} = load ptr, ptr {at}, !invariant.load !0",
            f"  {stop} = load volatile i32, ptr {address}",
            f"  {out} = icmp ne i32 {stop}, 0",
            f"  br i1 {out}, label {cold}, label %{go_on}",
            f"{cold[1:]}:",
            f"  {more} = call preserve_mostcc i1 @refuel(ptr {env}, ptr {place})",
            f"  br i1 {more}, label %{go_on}, label %{leave}",
        )
    )


def now_and_then(counter: str, rounds: int, go_on: str, draw: str, label: str) -> str:
    """The lines of a block of that label that jumps to `draw` once in `apart` rounds, else to `go_on`.

    `rounds` is a power of two, and `counter` a place for 32 bits.
    """
    before, after, rest, due = (f"%{label}.{part}" for part in ("before", "after", "rest", "due"))
    return "\n".join(
        (
            f"{label}:",
            f"  {before} = load i32, ptr {counter}",
            f"  {after} = add i32 {before}, 1",
            f"  store i32 {after}, ptr {counter}",
            f"  {rest} = and i32 {after}, {rounds - 1}",
            f"  {due} = icmp eq i32 {rest}, 0",
            f"  br i1 {due}, label %{draw}, label %{go_on}",
        )
    )


def drawing(env: str, place: str, go_on: str, leave: str, label: str, parts: int = PARTS) -> str:
    """The lines of a block of that label that draws and jumps to `go_on`, or to `leave` where the draw fails.

    It draws once, or `parts` of the `PARTS` of a draw. The module must have `REFUEL`.
    """
    at, left, less, out, cold, more = (f"%{label}.{part}" for part in ("at", "left", "less", "out", "cold", "more"))
    return "\n".join(
        (
            f"{label}:",
            f"  {at} = getelementptr i8, ptr {env}, i64 {FUEL}",
            f"  {left} = load i64, ptr {at}",
            f"  {less} = add i64 {left}, -{parts}",
            f"  store i64 {less}, ptr {at}",
            f"  {out} = icmp slt i64 {less}, 0",
            f"  br i1 {out}, label {cold}, label %{go_on}",
            f"{cold[1:]}:",
            f"  {more} = call preserve_mostcc i1 @refuel(ptr {env}, ptr {place})",
            f"  br i1 {more}, label %{go_on}, label %{leave}",
        )
    )
