"""The entry points of an exported game, emitted with it: functions over states, moves, workspaces and trees in memory.

All four are blocks of bytes that the caller has, aligned to 16. A workspace is a thread's own: native code's
environment first, then where its arena begins, the stop word, and the arena to its end. Functions that may fail give
a negative number, less the code of `memory.ERRORS`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final, cast

from ludens.board import SiteType
from ludens.export.search import OwnSearch, search_of
from ludens.game.compiler import Compiler
from ludens.native.limits import PLENTY
from ludens.rules.generation.records import LIST_CAPACITY, RECORD, RECORDS
from ludens.rules.state import memory
from ludens.rules.state.layout import Field
from ludens.rules.state.memory import CHOICE_RNG
from ludens.rules.state.random import scrambled
from ludens.rules.turns import joint
from ludens.stage import Address, Int, IntLike, Long, Parameter, Real, RealLike, fuel

#: the names of functions in the emitted module begin so, which sets them apart from the game's own
PREFIX: Final = "entry."
#: in a workspace: where the arena begins, the word that stops what runs, and the arena
ARENA_AT: Final = memory.ENV_SIZE
STOP_AT: Final = ARENA_AT + 8
ARENA_FROM: Final = -(-(STOP_AT + 8) // 16) * 16
#: the least arena that plays: some lists of moves, for rules that look ahead
LEAST_ARENA: Final = 4 << 20
#: the size of a workspace by default
WORKSPACE_BYTES: Final = 32 << 20
#: the most moves of a random game in a search
PLAYOUT_LIMIT: Final = 1000
EXPLORATION: Final = 0.7


class Entries:
    """Emits the functions; `names` are those that others may call, in order, as they are called there."""

    def __init__(self, compiler: Compiler) -> None:
        self.compiler, self.s = compiler, compiler.s
        self.names: list[str] = []
        #: the fewest bytes of a tree; 0 where there is no search
        self.least_tree = 0
        self.is_joint = joint.is_joint(compiler.base)
        layout = compiler.book.layout
        self._state = layout.whole
        self._fields = layout.fields

    def emit(self) -> None:
        self.compiler.playouts()
        self._workspace()
        self._playing()
        self._reading()
        search = search_of(self.compiler)
        if search is not None:
            self._search(search)

    def _add(
        self, name: str, kinds: list[Parameter], result: type[Int] | type[Real] | None, body: Callable[..., object]
    ) -> None:
        self.names.append(name)
        self.s.function(f"{PREFIX}{name}", kinds, result, body, exported=True)

    # --- memory

    def _workspace(self) -> None:
        """open(workspace, bytes): make a workspace of memory; nonzero where that is too little."""

        def opened(space: Address, size: Long) -> IntLike:
            s, result = self.s, self.s.var(-1)

            def open_() -> None:
                s.clear(space, ARENA_FROM)
                s.put_address(space, ARENA_AT, s.offset(space, ARENA_FROM))
                s.put_address(space, memory.ARENA_END, s.offset(space, size & ~15))
                s.put_address(space, fuel.STOP, s.offset(space, STOP_AT))
                self._renew(space)
                result.set(0)

            s.if_(size >= ARENA_FROM + LEAST_ARENA, open_)
            return result.get()

        def stop(space: Address) -> None:
            self.s.store(space, STOP_AT // 4, "i32", 1)

        def go_on(space: Address) -> None:
            self.s.store(space, STOP_AT // 4, "i32", 0)

        def seed(space: Address, word: Long) -> None:
            self.s.store(space, CHOICE_RNG // 8, "i64", scrambled(word))

        self._add("open", [Address, Long], Int, opened)
        self._add("stop", [Address], None, stop)
        self._add("go_on", [Address], None, go_on)
        self._add("seed", [Address, Long], None, seed)

    def _renew(self, space: Address) -> None:
        """No error, no fuel, the budget, the whole arena: what a call begins with."""
        s = self.s
        for at, value in ((fuel.ERROR, 0), (fuel.DEPTH, 0)):
            s.store(space, at // 4, "i32", value)
        s.store(space, fuel.FUEL // 8, "i64", 0)
        s.store(space, fuel.BUDGET // 8, "i64", PLENTY)
        s.store(space, memory.ARENA // 8, "i64", s.load(space, ARENA_AT // 8, "i64"))
        s.store(space, memory.PINNED // 8, "i64", s.load(space, memory.ARENA_END // 8, "i64"))

    def _result(self, space: Address, value: IntLike) -> IntLike:
        """The result of a function: its error, if there is one."""
        error = self.s.load(space, fuel.ERROR // 4, "i32")
        return self.s.select(error != 0, 0 - error, value)

    # --- playing

    def _playing(self) -> None:
        s, c = self.s, self.compiler

        def start(space: Address, state: Address, word: Long) -> IntLike:
            self._renew(space)
            c.context(state, space).state.rng.set(word)
            s.call(c.functions["start"], state, space)
            return self._result(space, 0)

        def legal(space: Address, state: Address, moves: Address) -> IntLike:
            self._renew(space)
            return self._result(space, s.call(c.functions["legal"], state, space, moves))

        def play(space: Address, state: Address, move: Address) -> IntLike:
            self._renew(space)
            s.call(c.functions["play"], state, space, move)
            return self._result(space, 0)

        def play_joint(space: Address, state: Address, moves: Address, count: Int) -> IntLike:
            self._renew(space)
            s.call(c.functions["play_joint"], state, space, moves, count)
            return self._result(space, 0)

        def playout(space: Address, state: Address, moves: Address, limit: Int) -> IntLike:
            self._renew(space)
            return self._result(space, s.call(c.functions["playout"], state, space, moves, limit))

        def numbered(space: Address, state: Address, moves: Address, number: Int, word: Long) -> IntLike:
            self._renew(space)
            c.start_numbered(c.context(state, space), number, word)
            return self._result(space, s.call(c.functions["playout"], state, space, moves, 1 << 30))

        def playouts(
            space: Address,
            state: Address,
            moves: Address,
            first: Int,
            count: Int,
            word: Long,
            winners: Address,
            lengths: Address,
        ) -> IntLike:
            self._renew(space)
            s.call(s.exports["playouts"], state, space, moves, first, count, word, winners, lengths)
            return self._result(space, 0)

        self._add("start", [Address, self._state, Long], Int, start)
        self._add("legal", [Address, self._state, RECORDS], Int, legal)
        if self.is_joint:
            self._add("play_joint", [Address, self._state, RECORDS, Int], Int, play_joint)
        else:
            self._add("play", [Address, self._state, RECORD], Int, play)
        self._add("playout", [Address, self._state, RECORDS, Int], Int, playout)
        kinds: list[Parameter] = [Address, self._state, RECORDS, Int, Int, Long, Address, Address]
        self._add("playouts", kinds, Int, playouts)
        self._add("playout_numbered", [Address, self._state, RECORDS, Int, Long], Int, numbered)

    def _reading(self) -> None:
        """The parts of a state and of a move that are read most often; the rest is in the layout."""
        s = self.s
        for name in ("over", "mover", "next", "winner"):
            offset = self._fields[name].offset

            def read(state: Address, offset: int = offset) -> IntLike:
                return s.load(s.offset(state, offset), 0, "i32")

            self._add(name, [self._state], Int, read)

        def rank(state: Address, player: Int) -> RealLike:
            field = self._fields["ranking"]
            return cast(RealLike, s.peek(s.offset(state, field.offset), player, field.length, "f64"))

        def score(state: Address, player: Int) -> IntLike:
            field = self._fields["scores"]
            return cast(IntLike, s.peek(s.offset(state, field.offset), player, field.length, field.element))

        self._add("rank", [self._state, Int], Real, rank)
        if "scores" in self._fields:
            self._add("score", [self._state, Int], Int, score)
        self._content()
        if self.compiler.headed:
            for word, name in enumerate(("move_mover", "move_from", "move_to"), 1):
                self._add(name, [RECORD], Int, lambda move, word=word: s.load(move, word, "i32"))
            for end, name in enumerate(("move_from_slot", "move_to_slot")):
                self._add(name, [RECORD], Int, lambda move, end=end: self._slot(move, end))

    def _slot(self, move: Address, end: int) -> IntLike:
        """The slot of the site that a move comes from (`end` 0) or goes to (1); -1 where there is none."""
        s, state = self.s, self.compiler.base.state
        site, slot = s.load(move, 2 + end, "i32"), s.var(-1)

        def find(kind: SiteType | None) -> None:
            if state.stored(kind):
                slot.set(state.slot(kind, site))

        kinds = [ends[end] for ends in self.compiler.family.ends]
        place = s.load(move, 0, "i32") if len(set(kinds)) > 1 else 0
        s.switch(place, [partial(find, kind) for kind in kinds])
        return slot.get()

    def _content(self) -> None:
        """What lies where, by slots; level -1 is the top of a stack."""
        s, what = self.s, self._fields["what"]
        levels = what.shape[1] if len(what.shape) > 1 else 0

        def height(state: Address, slot: Int) -> IntLike:
            size = self._fields["size"]
            return cast(IntLike, s.peek(s.offset(state, size.offset), slot, size.length, size.element))

        def of(field: Field) -> Callable[[Address, Int, Int], IntLike]:
            def read(state: Address, slot: Int, level: Int) -> IntLike:
                place, index = s.offset(state, field.offset), cast(IntLike, slot)
                if levels:
                    position = s.select(level < 0, height(state, slot) - 1, level)
                    inside = s.all_of(lambda: slot >= 0, lambda: position >= 0, lambda: position < levels)
                    index = s.select(inside, slot * levels + position, -1)
                return cast(IntLike, s.peek(place, index, field.length, field.element))

            return read

        self._add("what", [self._state, Int, Int], Int, of(what))
        self._add("who", [self._state, Int, Int], Int, of(self._fields.get("who", what)))
        if levels:
            self._add("height", [self._state, Int], Int, height)

    # --- searching

    def _search(self, search: OwnSearch) -> None:
        """A tree of a position: begin it, grow it, and read the values of each legal move."""
        s = self.s

        def plant(space: Address, state: Address, tree: Address, size: Long) -> IntLike:
            self._renew(space)
            return self._result(space, search.plant(space, state, tree, size))

        def grow(space: Address, state: Address, tree: Address, iterations: Int) -> IntLike:
            self._renew(space)
            search.grow(space, state, tree, iterations, EXPLORATION, PLAYOUT_LIMIT)
            return self._result(space, search.visits(tree, -1))

        def best(tree: Address) -> IntLike:
            number, most = s.var(-1), s.var(-1)

            def look(i: IntLike) -> None:
                visits = search.visits(tree, i)
                s.if_(visits > most.get(), lambda: (number.set(i), most.set(visits)))

            s.for_range(0, search.count(tree), look, rounds=LIST_CAPACITY)
            return number.get()

        self.least_tree = search.least
        self._add("plant", [Address, self._state, Address, Long], Int, plant)
        self._add("grow", [Address, self._state, Address, Int], Int, grow)
        self._add("best", [Address], Int, best)
        self._add("visits", [Address, Int], Int, search.visits)
        self._add("value", [Address, Int], Real, search.value)


def emit(compiler: Compiler) -> Entries:
    """Emit the functions of a game; for `game.programs.Extension`."""
    entries = Entries(compiler)
    entries.emit()
    return entries
