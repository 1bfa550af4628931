"""The kernels that step the rows of a vector: those of the host (`ludens.encoding.rows`), a row for each thread.

A thread hands the host's functions a description of its own, in which its row is the only one. The states lie word by
word across 32 rows, so that neighbouring threads read neighbouring words; a thread copies its state to memory of its
own, which a card lays out in the same way, and back when it has changed. Rows are taken in any order: that of what they
do next, where they are regrouped, so that the threads of a warp go the same way.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import partial
from typing import Final

from ludens.encoding.program import extension_of
from ludens.encoding.rows import Info
from ludens.game.compiler import Compiler
from ludens.game.programs import Extension, emit_located
from ludens.game.single import SingleGame
from ludens.gpu.kernel import Kernel, make_ready
from ludens.rules.state.memory import ENV_SIZE
from ludens.rules.state.random import APART
from ludens.rules.state.words import signed
from ludens.stage import Address, Int, IntLike, Long, fuel
from ludens.stage.targets.cuda import THREAD, THREADS

#: rows whose words lie side by side: the threads of a warp
LANES: Final = 32
#: groups of rows that do the same next; the first one is of those whose game is over
GROUPS: Final = 33
#: the value of a `Status` word for no row
NONE: Final = (1 << 32) - 1


class Status(IntEnum):
    """Words that describe the last step, each the first row in such a state, or `NONE`.

    Its action is not legal; its thread had too little to find that out; its thread had too little to do the rest.
    """

    WRONG = 0
    UNSEEN = 1
    FAILED = 2


#: what they take: the block of `Info`, how many bytes a row has of each of its arrays, memory, bytes of it for each
#: thread and how many of these are counters, the draws of fuel that a row may take, how many rows, their numbers (null
#: where all are meant), the words of `Status`, the errors and the groups by row, and a word: the seed, or whether rows
#: begin anew
KINDS: Final = ("ptr", "ptr", "ptr", "i64", "i64", "i64", "i32", "ptr", "ptr", "ptr", "ptr", "i64")
_TAKEN: Final = (
    "ptr %info, ptr %sizes, ptr %memory, i64 %size, i64 %counting, i64 %budget, i32 %count, ptr %order, ptr %status, "
    "ptr %errors, ptr %groups, i64 %word"
)
CHOOSE, GO, ANEW, DRAW = "ludens_choose", "ludens_go", "ludens_anew", "ludens_draw"
#: sort rows by their groups. They take how many rows, their groups, the words of the groups, and the numbers in order
TALLY, PLACE = "ludens_tally", "ludens_place"
SORT_KINDS: Final = ("i32", "ptr", "ptr", "ptr")
ENTRIES: Final[Mapping[str, Sequence[str]]] = {
    **dict.fromkeys((CHOOSE, GO, ANEW, DRAW), KINDS), TALLY: SORT_KINDS, PLACE: SORT_KINDS,
}  # fmt: skip

_READY, _GROUP = "gpu.ready", "gpu.group"


_MEMORY_COPY: Final = """\
  %words = mul i64 %group, {words}
  %begin = add i64 %words, %lane
  br label %look
look:
  %k = phi i64 [ 0, %entry ], [ %next, %look ]
  %far = mul i64 %k, {lanes}
  %at = add i64 %begin, %far
  %there = getelementptr i32, ptr %states, i64 %at
  %here = getelementptr i32, ptr %state, i64 %k
  %word = load i32, ptr {source}
  store i32 %word, ptr {target}
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, {row_words}
  br i1 %more, label %look, label %done
done:
  ret void
}}
"""


def stepping_of(game: SingleGame, most_moves: int) -> Kernel:
    """The kernels that step rows of a game, with lists for `most_moves` moves. Raises as `kernel_of` does."""
    extension = Extension("gpu", partial(_emit, extension_of(game)), variant="vector", most_moves=most_moves)
    code = emit_located(game.rulebook, extension=extension)
    return Kernel(game, code.ir + _text(game), most_moves, 0, ENTRIES)


def _emit(encoding: Extension, compiler: Compiler) -> None:
    """The host's functions, and those of a thread: ready(env, arena, end, budget), group(state, env)."""
    encoding.emit(compiler)
    s, players = compiler.s, max(compiler.book.model.num_players, 1)

    def ready(env: Address, arena: Address, end: Address, budget: Long) -> None:
        make_ready(s, env, arena, end, budget)

    def group(state: Address, env: Address) -> IntLike:
        p = compiler.context(state, env).state
        mover = p.mover.get()
        kind = (p.phase.get(mover) * (players + 1) + mover) & (GROUPS - 2)
        return s.select(p.over.get() != 0, 0, kind + 1)

    s.function(_READY, [Address, Address, Address, Long], None, ready, exported=True)
    s.function(_GROUP, compiler.places, Int, group, exported=True)


def _text(game: SingleGame) -> str:
    """The kernels themselves, and what brings the state of a row to its thread and back."""
    return "".join(
        (
            _copying("ludens.bring", game.layout.size // 4, "%there", "%here"),
            _copying("ludens.put", game.layout.size // 4, "%here", "%there"),
            _own_info(),
            _NOTE,
            _kernel(game, CHOOSE, "choose", "i32 0, i32 1", wrong=True),
            _kernel(game, GO, "go", "i32 0, i32 1", waits=True, changes=True),
            _kernel(game, ANEW, "anew", "ptr %zero, i32 1, i32 %restart", changes=True),
            _kernel(game, DRAW, "draw", "i32 0, i32 1, i64 %own.word", kind="void"),
            _over_rows(TALLY, _TALLY),
            _over_rows(PLACE, _PLACE),
        )
    )


def _copying(name: str, row_words: int, source: str, target: str) -> str:
    """A function that copies a state between the rows, word by word across `LANES`, and its thread's memory."""
    return f"""
define internal void @{name}(ptr %states, ptr %state, i32 %row) nounwind {{
entry:
  %wide = zext i32 %row to i64
  %group = lshr i64 %wide, {LANES.bit_length() - 1}
  %lane = and i64 %wide, {LANES - 1}
""" + _MEMORY_COPY.format(words=row_words * LANES, lanes=LANES, row_words=row_words, source=source, target=target)


def _own_info() -> str:
    """A function that describes one row to the host's functions."""
    lines = ["define internal void @ludens.own(ptr %own, ptr %info, ptr %sizes, ptr %state, i64 %row) nounwind {"]
    for word in Info:
        at = 8 * int(word)
        lines += [
            f"  %i{at} = getelementptr i8, ptr %info, i64 {at}",
            f"  %s{at} = getelementptr i8, ptr %sizes, i64 {at}",
            f"  %o{at} = getelementptr i8, ptr %own, i64 {at}",
            f"  %v{at} = load i64, ptr %i{at}",
            f"  %z{at} = load i64, ptr %s{at}",
            f"  %f{at} = mul i64 %z{at}, %row",
            f"  %n{at} = add i64 %v{at}, %f{at}",
            f"  store i64 %n{at}, ptr %o{at}",
        ]
    state = 8 * int(Info.STATES)
    return "\n".join([*lines, f"  store ptr %state, ptr %o{state}", "  ret void", "}", ""])


#: keeps the least number of a row
_NOTE: Final = """
define internal void @ludens.note(ptr %status, i32 %word, i32 %row) nounwind {
  %place = getelementptr i32, ptr %status, i32 %word
  %before = atomicrmw umin ptr %place, i32 %row monotonic
  ret void
}
"""


#: goes on to the next row of a thread
_ON: Final = """\
on:
  %next = add i32 %k, %threads
  %more = icmp ult i32 %next, %count
  br i1 %more, label %look, label %done
done:
  ret void
}
"""


#: what decides beside its state how a row goes on, and the type of it
_DECIDING: Final = {Info.PLIES: "i32", Info.STREAMS: "i64"}


def _field(word: Info, kind: str) -> str:
    """The lines that load what a row has in an array, and keep where."""
    name = word.name
    return f"""\
  %{name}.at = getelementptr i8, ptr %own, i64 {8 * int(word)}
  %{name}.to = load ptr, ptr %{name}.at
  %{name} = load {kind}, ptr %{name}.to
"""


def _kernel(
    game: SingleGame,
    name: str,
    function: str,
    arguments: str,
    *,
    kind: str = "i32",
    wrong: bool = False,
    waits: bool = False,
    changes: bool = False,
) -> str:
    """A kernel that calls a function of the host for each row.

    With `wrong` a result that is not below 0 says that the row's action is not legal; with `waits` nothing is done
    where there is such a row, or one of which it is not known; with `changes` the state is put back. A row whose thread
    had too little stays as it was.
    """
    result = "" if kind == "void" else "%result = "
    branch = f"""\
  %fine = icmp slt i32 %result, 0
  br i1 %fine, label %told, label %wrong
wrong:
  call void @ludens.note(ptr %status, i32 {int(Status.WRONG)}, i32 %row)
  br label %told
"""
    before = "".join(_field(word, kind) for word, kind in _DECIDING.items()) + _field(Info.COUNTS, "i32")
    put = f"""\
  call void @ludens.put(ptr %states, ptr %state, i32 %row)
  %group = call i32 @"{_GROUP}"(ptr %state, ptr %env)
  %group.to = getelementptr i32, ptr %groups, i64 %row.wide
  store i32 %group, ptr %group.to
"""
    back = "".join(f"  store {kind} %{word.name}, ptr %{word.name}.to\n" for word, kind in _DECIDING.items())
    back += "  store i32 -1, ptr %COUNTS.to\n"
    failed = Status.UNSEEN if wrong else Status.FAILED
    return f"""
define void @"{name}"({_TAKEN}) nounwind {{
entry:
  %env = alloca [{ENV_SIZE} x i8], align 16
  %state = alloca [{game.layout.size} x i8], align 16
  %own = alloca [{8 * len(Info)} x i8], align 16
  %zero = alloca i32
  store i32 0, ptr %zero
  %thread = call i32 @{THREAD}()
  %threads = call i32 @{THREADS}()
  %thread.wide = zext i32 %thread to i64
  %before = mul i64 %thread.wide, %size
  %counters = getelementptr i8, ptr %memory, i64 %before
  %arena = getelementptr i8, ptr %counters, i64 %counting
  %end = getelementptr i8, ptr %counters, i64 %size
  %states.at = getelementptr i8, ptr %info, i64 {8 * int(Info.STATES)}
  %states = load ptr, ptr %states.at
  %restart = trunc i64 %word to i32
  %listed = icmp ne ptr %order, null
  %wrong.now = load i32, ptr %status
  %unseen.at = getelementptr i32, ptr %status, i32 {int(Status.UNSEEN)}
  %unseen.now = load i32, ptr %unseen.at
  %both = and i32 %wrong.now, %unseen.now
  %sound = icmp eq i32 %both, {NONE - (1 << 32)}
  %goes = or i1 %sound, {"false" if waits else "true"}
  %any = icmp ult i32 %thread, %count
  %begins = and i1 %any, %goes
  br i1 %begins, label %look, label %done
look:
  %k = phi i32 [ %thread, %entry ], [ %next, %on ]
  br i1 %listed, label %find, label %take
find:
  %k.wide = zext i32 %k to i64
  %place = getelementptr i32, ptr %order, i64 %k.wide
  %found = load i32, ptr %place
  br label %take
take:
  %row = phi i32 [ %k, %look ], [ %found, %find ]
  %row.wide = zext i32 %row to i64
  %apart = mul i64 %row.wide, {signed(APART)}
  %own.word = add i64 %word, %apart
  call void @"{_READY}"(ptr %env, ptr %arena, ptr %end, i64 %budget)
  call void @ludens.own(ptr %own, ptr %info, ptr %sizes, ptr %state, i64 %row.wide)
  call void @ludens.bring(ptr %states, ptr %state, i32 %row)
{before if changes else ""}  {result}call {kind} @"vector_{function}"(ptr %own, ptr %env, ptr %counters, {arguments})
{branch if wrong else "  br label %told"}
told:
  %error.at = getelementptr i8, ptr %env, i64 {fuel.ERROR}
  %error = load i32, ptr %error.at
  %failed = icmp ne i32 %error, 0
  br i1 %failed, label %fail, label %sound.row
sound.row:
{put if changes else ""}  br label %on
fail:
{back if changes else ""}  %error.to = getelementptr i32, ptr %errors, i64 %row.wide
  store i32 %error, ptr %error.to
  call void @ludens.note(ptr %status, i32 {int(failed)}, i32 %row)
  br label %on
{_ON}"""


_TALLY: Final = """\
  %place = getelementptr i32, ptr %words, i32 %group
  %before = atomicrmw add ptr %place, i32 1 monotonic
  br label %on
"""
#: a row's place: behind all rows of the groups before, and behind those of its own that were placed already
_PLACE: Final = f"""\
  br label %sum
sum:
  %g = phi i32 [ 0, %look ], [ %g.next, %add ]
  %before = phi i32 [ 0, %look ], [ %before.next, %add ]
  %behind = icmp ult i32 %g, %group
  br i1 %behind, label %add, label %put
add:
  %tally.at = getelementptr i32, ptr %words, i32 %g
  %tally = load i32, ptr %tally.at
  %before.next = add i32 %before, %tally
  %g.next = add i32 %g, 1
  br label %sum
put:
  %cursor = add i32 %group, {GROUPS}
  %cursor.at = getelementptr i32, ptr %words, i32 %cursor
  %among = atomicrmw add ptr %cursor.at, i32 1 monotonic
  %at = add i32 %before, %among
  %at.wide = zext i32 %at to i64
  %to = getelementptr i32, ptr %order, i64 %at.wide
  store i32 %k, ptr %to
  br label %on
"""


def _over_rows(name: str, body: str) -> str:
    """A kernel that does something for each row, of which it knows the group."""
    return f"""
define void @"{name}"(i32 %count, ptr %groups, ptr %words, ptr %order) nounwind {{
entry:
  %thread = call i32 @{THREAD}()
  %threads = call i32 @{THREADS}()
  %any = icmp ult i32 %thread, %count
  br i1 %any, label %look, label %done
look:
  %k = phi i32 [ %thread, %entry ], [ %next, %on ]
  %k.wide = zext i32 %k to i64
  %from = getelementptr i32, ptr %groups, i64 %k.wide
  %group = load i32, ptr %from
{body}
{_ON}"""
