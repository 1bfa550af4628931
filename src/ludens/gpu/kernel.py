"""The kernel that plays random games: one thread a game, and the next one of the queue when that is over.

Each thread has its state and its environment in memory of its own kind, which the card lays out so that neighbouring
threads' words lie side by side: equal places of 32 states are read at once. Lists of moves and the arena lie in memory
that the caller has, a slice for each thread. All threads come together after each move, whoever's game is over having
begun another one: a long game holds nobody up.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ludens.game.compiler import Compiler
from ludens.game.programs import Extension, emit_located
from ludens.game.single import SingleGame
from ludens.rules.generation.records import RECORD, RECORDS
from ludens.rules.state import memory
from ludens.rules.state.memory import ENV_SIZE
from ludens.stage import Address, Int, Long, LongLike, Stage, fuel
from ludens.stage.targets.cuda import NESTED, THREAD, THREADS

#: the kernel's name, and what it takes, with its types: memory, bytes of it for each thread, the queue (a word that
#: says how many games were taken beyond the first of each thread, 0 at first), the first game's number, how many games,
#: the seed, the draws of fuel that a game may take, and by game its winner, its length, its error and, unless that is
#: null, its last state
KERNEL: Final = "ludens_playouts"
ARGUMENTS: Final = {
    "memory": "ptr", "thread_bytes": "i64", "queue": "ptr", "first": "i32", "count": "i32", "seed": "i64",
    "work": "i64", "winners": "ptr", "lengths": "ptr", "errors": "ptr", "states": "ptr",
}  # fmt: skip
KINDS: Final = tuple(ARGUMENTS.values())
#: the room of lists of moves by default; a game with more is played again by the host
MOST_MOVES: Final = 512
#: a thread's memory for its lists and its arena by default
THREAD_BYTES: Final = 256 << 10
#: records behind a list, for moves of players that move at once
_BEHIND: Final = 32

_BEGIN, _STEP = "gpu.begin", "gpu.step"


@dataclass(frozen=True)
class Kernel:
    """Kernels of a game, as assembly, and how many bytes a state and a thread have; by name what each kernel takes."""

    game: SingleGame
    ir: str
    most_moves: int
    thread_bytes: int
    entries: Mapping[str, Sequence[str]] = field(default_factory=lambda: {KERNEL: KINDS})

    @property
    def state_bytes(self) -> int:
        return self.game.layout.size


def kernel_of(game: SingleGame, most_moves: int = MOST_MOVES, thread_bytes: int = THREAD_BYTES) -> Kernel:
    """The kernel of a game. Raises LudError for what ludemes refuse, ValueError where a thread has too little."""
    arena_from = RECORD.size * (most_moves + _BEHIND)
    if not 1 <= most_moves <= memory.LIST_CAPACITY or thread_bytes < arena_from or thread_bytes % 16:
        raise ValueError(
            f"{thread_bytes} bytes for each thread: {most_moves} moves need {arena_from} at least, in multiples of 16"
        )
    extension = Extension("gpu", lambda compiler: _emit(compiler, arena_from), picks=True, most_moves=most_moves)
    code = emit_located(game.rulebook, extension=extension)
    return Kernel(game, code.ir + _text(game), most_moves, thread_bytes)


def _emit(compiler: Compiler, arena_from: int) -> None:
    """What the kernel calls: begin(env, state, own, size, number, seed, budget) and step(env, state, own)."""
    compiler.playouts()
    s = compiler.s

    def begin(env: Address, state: Address, own: Address, size: Long, number: Int, seed: Long, budget: Long) -> None:
        make_ready(s, env, s.offset(own, arena_from), s.offset(own, size), budget)
        compiler.start_numbered(compiler.context(state, env), number, seed)

    def step(env: Address, state: Address, own: Address) -> None:
        s.call(compiler.functions["playout"], state, env, own, 1)

    layout = compiler.book.layout.whole
    s.function(_BEGIN, [Address, layout, Address, Long, Int, Long, Long], None, begin, exported=True)
    s.function(_STEP, [Address, layout, RECORDS], None, step, exported=True)


def make_ready(s: Stage, env: Address, arena: Address, end: Address, budget: LongLike) -> None:
    """Fill in the workspace of a thread of a card, whose arena has these bounds."""
    s.clear(env, ENV_SIZE)
    s.put_address(env, memory.ARENA, arena)
    for place in (memory.PINNED, memory.ARENA_END):
        s.put_address(env, place, end)
    s.store(env, fuel.BUDGET // 8, "i64", budget)
    s.store(env, fuel.DEPTH // 4, "i32", fuel.DEEPEST - NESTED)
    s.put_address(env, fuel.STOP, s.offset(env, fuel.HELD))  # a word that stays 0


def _text(game: SingleGame) -> str:
    """The kernel itself. Its one loop either makes a move or turns to the next game."""
    fields, size = game.layout.fields, game.layout.size
    memcpy = "llvm.memcpy.p0.p0.i64"
    return f"""
define void @"{KERNEL}"(ptr %memory, i64 %size, ptr %queue, i32 %first, i32 %count, i64 %seed, i64 %budget, \
ptr %winners, ptr %lengths, ptr %errors, ptr %states) nounwind {{
entry:
  %env = alloca [{ENV_SIZE} x i8], align 16
  %state = alloca [{size} x i8], align 16
  %thread = call i32 @{THREAD}()
  %threads = call i32 @{THREADS}()
  %wide = zext i32 %thread to i64
  %before = mul i64 %wide, %size
  %own = getelementptr i8, ptr %memory, i64 %before
  %none = icmp eq ptr %states, null
  %error.at = getelementptr i8, ptr %env, i64 {fuel.ERROR}
  %over.at = getelementptr i8, ptr %state, i64 {fields["over"].offset}
  %winner.at = getelementptr i8, ptr %state, i64 {fields["winner"].offset}
  %any = icmp ult i32 %thread, %count
  br i1 %any, label %begin, label %done
look:
  %now = phi i32 [ %number, %begin ], [ %now, %step ]
  %made = phi i32 [ 0, %begin ], [ %after, %step ]
  %error = load i32, ptr %error.at
  %over = load i32, ptr %over.at
  %either = or i32 %error, %over
  %ended = icmp ne i32 %either, 0
  br i1 %ended, label %turn, label %step
step:
  call void @"{_STEP}"(ptr %env, ptr %state, ptr %own)
  %after = add i32 %made, 1
  br label %look
turn:
  %at = zext i32 %now to i64
  %winner = load i32, ptr %winner.at
  %winner.to = getelementptr i32, ptr %winners, i64 %at
  store i32 %winner, ptr %winner.to
  %length.to = getelementptr i32, ptr %lengths, i64 %at
  store i32 %made, ptr %length.to
  %error.to = getelementptr i32, ptr %errors, i64 %at
  store i32 %error, ptr %error.to
  br i1 %none, label %on, label %keep
keep:
  %far = mul i64 %at, {size}
  %state.to = getelementptr i8, ptr %states, i64 %far
  call void @{memcpy}(ptr align 16 %state.to, ptr align 16 %state, i64 {size}, i1 false)
  br label %on
on:
  %taken = atomicrmw add ptr %queue, i32 1 monotonic
  %next = add i32 %taken, %threads
  %more = icmp ult i32 %next, %count
  br i1 %more, label %begin, label %done
begin:
  %number = phi i32 [ %thread, %entry ], [ %next, %on ]
  %numbered = add i32 %first, %number
  call void @"{_BEGIN}"(ptr %env, ptr %state, ptr %own, i64 %size, i32 %numbered, i64 %seed, i64 %budget)
  br label %look
done:
  ret void
}}
"""
