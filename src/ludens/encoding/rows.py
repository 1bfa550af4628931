"""The native code of many states that lie one behind the other, the *rows*: drawn for, stepped and looked at.

The legal moves of each row are *kept* with their numbers from one step to the next, so that they are listed once a
ply: the number of an action is looked up in them, a random one is drawn from them, and they show what to clear in the
mask. Of a row whose moves do not fit in the room there is, or whose last step ended in an error, nothing is kept; its
moves are listed anew where they are needed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

from ludens.encoding import actions
from ludens.encoding.actions import Counters
from ludens.encoding.lists import NUMBERING, Lister, Moves
from ludens.game.compiler import Compiler
from ludens.rules.generation.records import LIST_CAPACITY, RECORD
from ludens.rules.state import memory
from ludens.rules.state.memory import Workspace
from ludens.rules.state.players import played_by, seat_of, utility
from ludens.rules.state.random import APART, GAMMA, scrambled
from ludens.rules.state.view import StateView
from ludens.rules.state.words import signed
from ludens.stage import Address, BoolLike, Int, IntLike, Long, LongLike, Memory, Parameter, Stage

#: where a mask has more numbers for each move that was legal than this, only these are cleared
_SPARSE = 8


class Info(IntEnum):
    """The words of the block that describes the rows: numbers, and where arrays lie that have an element for each row.

    `WHERE` marks the rows that are stepped. `COUNTS` says how many moves are kept, -1 where nothing is, `NUMBERS` and
    `RECORDS` are the moves, with room for `ROOM` in each row. The number of a kept move is its place in the row's mask,
    which has all seats one behind the other. `FINAL_OBSERVATION` and `FINAL_MASK` have what was seen and legal where a
    row's game ended or was cut off, before it began anew.
    """

    COUNT = 0
    STATES = 1
    CHOSEN = 2
    REWARDS = 3
    TERMINATED = 4
    TRUNCATED = 5
    PLIES = 6
    STREAMS = 7
    OBSERVATION = 8
    MASK = 9
    MOVERS = 10
    ACTIONS = 11
    NUMBERING = 12
    LIMIT = 13
    RESTART = 14
    OBSERVE = 15
    COUNTS = 16
    NUMBERS = 17
    RECORDS = 18
    ROOM = 19
    WHERE = 20
    SEATS = 21
    FINAL_OBSERVATION = 22
    FINAL_MASK = 23


class Argument(IntEnum):
    """The words of the block that holds the arguments of a call, for callers that must be fast."""

    INFO = 0
    WORKSPACE = 1
    COUNTERS = 2
    FIRST = 3
    LAST = 4
    SEED = 5


@dataclass(frozen=True)
class InfoView:
    """Such a block, read by generated code."""

    s: Stage
    info: Address

    def word(self, index: Info) -> IntLike:
        return self.s.to_int(self.s.load(self.info, int(index), "i64"))

    def array(self, index: Info, row: IntLike) -> Address:
        """An array with `row` bytes for each row."""
        size = lambda: self.s.long(self.word(Info.COUNT)) * self.s.long(row)  # noqa: E731
        return self.s.object_at(self._address(index), index.name.lower(), size)

    def numbering(self) -> Address:
        """The words of the numbering."""
        return self.s.object_at(self._address(Info.NUMBERING), NUMBERING.name, NUMBERING.size)

    def _address(self, index: Info) -> Address:
        return self.s.load_address(self.info, 8 * int(index))


class _StoredMoves:
    """The moves of the rows that are stored."""

    def __init__(self, s: Stage, v: InfoView, width: int) -> None:
        self.s, self.width, self.room = s, width, v.word(Info.ROOM)
        self._counts = v.array(Info.COUNTS, 4)
        self._numbers = v.array(Info.NUMBERS, self.room * 4)
        self._records = v.array(Info.RECORDS, self.room * (4 * width))

    def count(self, i: IntLike) -> IntLike:
        return self.s.load(self._counts, i, "i32")

    def keep(self, i: IntLike, count: IntLike) -> None:
        """Note how many moves of a row are kept."""
        self.s.store(self._counts, i, "i32", count)

    def numbers(self, i: IntLike) -> Address:
        """The numbers of a row's moves."""
        return self.s.offset(self._numbers, self.s.long(i) * self.s.long(self.room * 4))

    def record(self, i: IntLike, k: IntLike) -> Address:
        """What is kept of the record of a row's move."""
        return self.s.offset(self._records, (self.s.long(i) * self.s.long(self.room) + k) * (4 * self.width))


class _Call:
    """The objects of one call of a function: the rows, their stored moves, room for a list of moves.

    The counters of a thread lie between calls, with a word before them that says whether they are in use: where a call
    ended in an error they may hold anything.
    """

    def __init__(self, rows: Rows, info: Address, env: Address, counters: Address) -> None:
        s, lister = rows.s, rows.lister
        self.s, self.rows, self.env, self.view = s, rows, env, InfoView(s, info)
        self.words = self.view.numbering()
        self.total = s.load(self.words, actions.TOTAL, "i32")
        self.stored = _StoredMoves(s, self.view, lister.width)
        self._in_use = counters
        behind, size = s.offset(counters, 4), lister.counters_memory.size
        s.if_(s.load(counters, 0, "i32") != 0, lambda: s.clear(behind, size))
        s.store(counters, 0, "i32", 1)
        self._counters = Counters(s, lister.places, s.object_at(behind, lister.counters_memory.name, size))
        self._moves: Moves = lister.room(env)

    def end(self) -> None:
        """The counters are as they are to be, unless there was an error."""
        s = self.s
        s.if_(memory.is_sound(Workspace(s, self.env)), lambda: s.store(self._in_use, 0, "i32", 0))

    def state(self, i: IntLike) -> Address:
        """The state of a row."""
        whole = self.rows.compiler.book.layout.whole
        states = self.view.array(Info.STATES, whole.size)
        return self.s.object_at(self.s.offset(states, self.s.long(i) * whole.size), whole.name, whole.size)

    def mask(self, i: IntLike) -> Address:
        """The mask of a row."""
        return self._mask(Info.MASK, i)

    def final_mask(self, i: IntLike) -> Address:
        """The mask of the last position of a row's game."""
        return self._mask(Info.FINAL_MASK, i)

    def _mask(self, word: Info, i: IntLike) -> Address:
        seats = self.rows.seats
        mask = self.view.array(word, self.total * seats)
        return self.s.offset(mask, self.s.long(i) * seats * self.s.long(self.total))

    def listed(self, state: Address) -> tuple[IntLike, Moves]:
        """The moves of a state: how many there are, and where they lie. Their numbers are places in the mask."""
        s, moves = self.s, self._moves
        count = self.rows.lister.listed(moves, state, self.env, self.words, self._counters)
        if self.rows.is_joint:

            def apart(k: IntLike) -> None:
                s.store(moves.numbers, k, "i32", moves.number(k) + (moves.mover(k) - 1) * self.total)

            s.for_range(0, count, apart, rounds=LIST_CAPACITY)
        return count, moves

    def with_moves(
        self, i: IntLike, body: Callable[[IntLike, Address, Callable[[IntLike], tuple[Address, int]]], object]
    ) -> None:
        """Run the body with a row's moves: how many there are, their numbers, and each one's record and its size."""
        s, stored = self.s, self.stored

        def anew() -> None:
            count, moves = self.listed(self.state(i))
            body(count, moves.numbers, lambda k: (moves.record(k), RECORD.size))

        def as_kept() -> None:
            body(stored.count(i), stored.numbers(i), lambda k: (stored.record(i, k), 4 * stored.width))

        s.if_(stored.count(i) < 0, anew, as_kept)


class Rows:
    """Emits the functions. Each takes the block of `Info`, the workspace and the counters of the thread."""

    def __init__(self, compiler: Compiler, lister: Lister, planes: Memory) -> None:
        self.compiler, self.s, self.lister, self.planes = compiler, compiler.s, lister, planes
        self.players = lister.players
        self.is_joint = lister.is_joint
        #: how many look at a position at once
        self.seats = self.players if self.is_joint else 1

    def emit(self) -> None:
        s, functions = self.s, self.compiler.functions
        counters = Memory("the counters of a thread", 4 + self.lister.counters_memory.size)
        rows = Memory("what is told of rows", 8 * len(Info))
        kinds: list[Parameter] = [rows, memory.WORKSPACE, counters]
        span: list[Parameter] = [*kinds, Int, Int]

        def by(at: Address) -> list[Address | IntLike]:
            """The arguments that lie in a block."""
            words = (Argument.INFO, Argument.WORKSPACE, Argument.COUNTERS)
            places = [
                s.object_at(s.load_address(at, 8 * int(word)), kind.name, kind.size)
                for word, kind in zip(words, (rows, memory.WORKSPACE, counters), strict=True)
            ]
            return [*places, *(s.to_int(s.load(at, int(word), "i64")) for word in (Argument.FIRST, Argument.LAST))]

        def seed(at: Address) -> LongLike:
            return s.load(at, int(Argument.SEED), "i64")

        s.function("vector_anew", [*kinds, Address, Int, Int], Int, self._anew, exported=True)
        functions["choose"] = s.function("vector_choose", span, Int, self._choose, exported=True)
        functions["go"] = s.function("vector_go", span, Int, self._go, exported=True)
        functions["advance"] = s.function("vector_advance", span, Int, self._advance, exported=True)
        functions["draw"] = s.function("vector_draw", [*span, Long], None, self._draw, exported=True)
        block: list[Parameter] = [Memory("the arguments of a call", 8 * len(Argument))]
        s.function("vector_advance_by", block, Int, lambda at: s.call(functions["advance"], *by(at)), exported=True)
        s.function(
            "vector_draw_by", block, None, lambda at: s.call(functions["draw"], *by(at), seed(at)), exported=True
        )

    # --- what is called

    def _anew(self, info: Address, env: Address, counters: Address, rows: Address, count: Int, restart: Int) -> IntLike:
        """vector_anew(info, env, counters, rows, count, restart): look at these rows, in which nothing has happened.

        With `restart` they begin new games before. Returns as `vector_go` does.
        """
        s, call, most = self.s, _Call(self, info, env, counters), self.s.var(0)
        numbers = s.object_at(rows, "the numbers of rows", lambda: count * 4)

        def one(k: IntLike) -> None:
            i = s.load(numbers, k, "i32")
            s.if_(restart != 0, lambda: self._restart(call, i))
            self._forget(call, i)
            most.set(s.maximum(most.get(), self._look(call, i, call.stored.count(i))))

        s.for_range(0, count, one)
        call.end()
        return most.get()

    def _choose(self, info: Address, env: Address, counters: Address, first: Int, last: Int) -> IntLike:
        """vector_choose(info, env, counters, first, last): find the chosen moves, one a seat of each row.

        Returns the first row whose move is not legal, -1 where all are. Rows that are not stepped, or whose game is
        over, choose nothing.
        """
        call, wrong = _Call(self, info, env, counters), self.s.var(-1)
        s, choices = self.s, call.view.array(Info.ACTIONS, 8 * self.seats)

        def find(i: IntLike, seat: int) -> None:
            own = s.load(choices, s.long(i) * self.seats + seat, "i64")
            inside = (own >= 0) & (own < s.long(call.total))
            number, at = s.select(inside, s.to_int(own) + seat * call.total, -1), s.var(-1)

            def search(count: IntLike, numbers: Address, record: Callable[[IntLike], tuple[Address, int]]) -> None:
                def look(k: IntLike) -> None:
                    at.set(s.select(s.load(numbers, k, "i32") == number, k, at.get()))

                def take() -> None:
                    source, size = record(at.get())
                    s.copy(self._chosen(call, i, seat), source, size)

                s.for_range(0, count, look, rounds=LIST_CAPACITY)
                s.if_(at.get() >= 0, take)

            call.with_moves(i, search)
            s.if_((at.get() < 0) & (wrong.get() < 0), lambda: wrong.set(i))

        def one(i: IntLike) -> None:
            p = self._position(call, i)

            def choose() -> None:
                for number in range(self.seats):
                    s.if_(p.is_active(number + 1) if self.is_joint else True, partial(find, i, number))

            s.if_(self._plays(call, i), choose)

        s.for_range(first, last, one)
        call.end()
        return wrong.get()

    def _go(self, info: Address, env: Address, counters: Address, first: Int, last: Int) -> IntLike:
        """vector_go(info, env, counters, first, last): make the chosen moves, and look.

        A row whose game ends, or has lasted as long as it may, starts anew if the rows do. Returns the most moves of a
        row that there was no room for; 0 where all were kept.
        """
        s, call, most = self.s, _Call(self, info, env, counters), self.s.var(0)
        records = self.lister.records(env) if self.is_joint else None

        def one(i: IntLike) -> None:
            self._forget(call, i)
            before = call.stored.count(i)

            def go() -> None:
                call.stored.keep(i, -1)
                self._play(call, i, records)
                most.set(s.maximum(most.get(), self._look(call, i, before)))

            s.if_(self._plays(call, i), go)

        s.for_range(first, last, one)
        call.end()
        return most.get()

    def _advance(self, info: Address, env: Address, counters: Address, first: Int, last: Int) -> IntLike:
        """vector_advance(info, env, counters, first, last): choose, and go where all moves are legal.

        Returns the first row whose move is not; else, below 0, -1 less what `vector_go` returns.
        """
        s, functions = self.s, self.compiler.functions
        arguments = (info, env, counters, first, last)
        result = s.var(s.call(functions["choose"], *arguments))
        s.if_(result.get() < 0, lambda: result.set(-1 - s.call(functions["go"], *arguments)))
        return result.get()

    def _draw(self, info: Address, env: Address, counters: Address, first: Int, last: Int, seed: Long) -> None:
        """vector_draw(info, env, counters, first, last, seed): a random action of each seat that has one, else 0."""
        s, call = self.s, _Call(self, info, env, counters)
        choices = call.view.array(Info.ACTIONS, 8 * self.seats)

        def one(i: IntLike) -> None:
            word = seed + s.unsigned(i) * APART

            def draw(count: IntLike, numbers: Address, _: object) -> None:
                for seat in range(self.seats):
                    number = self._drawn(numbers, count, scrambled(word + signed(seat * GAMMA)), call.total, seat)
                    s.store(choices, s.long(i) * self.seats + seat, "i64", s.long(number))

            call.with_moves(i, draw)

        s.for_range(first, last, one)
        call.end()

    # --- one row

    def _drawn(self, numbers: Address, count: IntLike, word: LongLike, total: IntLike, seat: int) -> IntLike:
        """One of the numbers of a seat at random, 0 where it has none."""
        s = self.s

        def below(n: IntLike) -> IntLike:
            return s.to_int((word >> 32) * s.unsigned(n) >> 32)

        if not self.is_joint:
            return s.choose(count > 0, lambda: s.load(numbers, below(count), "i32"), lambda: 0)
        own, drawn = s.var(0), s.var(0)

        def each(body: Callable[[IntLike], object]) -> None:
            def one(k: IntLike) -> None:
                number = s.load(numbers, k, "i32") - seat * total
                s.if_((number >= 0) & (number < total), lambda: body(number))

            s.for_range(0, count, one, rounds=LIST_CAPACITY)

        each(lambda _: own.set(own.get() + 1))
        left = s.var(below(own.get()))

        def find(number: IntLike) -> None:
            s.if_(left.get() == 0, lambda: drawn.set(number))
            left.set(left.get() - 1)

        each(find)
        return drawn.get()

    def _position(self, call: _Call, i: IntLike) -> StateView:
        return self.compiler.context(call.state(i), call.env).state

    def _plays(self, call: _Call, i: IntLike) -> BoolLike:
        """Whether a row is stepped, and its game not over."""
        stepped: BoolLike = self.s.load(call.view.array(Info.WHERE, 1), i, "u8") != 0
        return stepped & (self._position(call, i).over.get() == 0)

    def _chosen(self, call: _Call, i: IntLike, seat: int) -> Address:
        """Where the record of the move lies that a seat has chosen."""
        chosen = call.view.array(Info.CHOSEN, RECORD.size * self.seats)
        return self.s.offset(chosen, (self.s.long(i) * self.seats + seat) * RECORD.size)

    def _restart(self, call: _Call, i: IntLike) -> None:
        """The next game of a row, with random numbers of its own."""
        s, streams = self.s, call.view.array(Info.STREAMS, 8)
        stream = s.load(streams, i, "i64")
        s.store(streams, i, "i64", stream + APART)
        call.stored.keep(i, -1)
        self._position(call, i).rng.set(scrambled(stream))
        s.call(self.compiler.functions["start"], call.state(i), call.env)
        s.store(call.view.array(Info.PLIES, 4), i, "i32", 0)

    def _forget(self, call: _Call, i: IntLike) -> None:
        """Nothing has happened in a row."""
        s, v = self.s, call.view
        s.store(v.array(Info.TERMINATED, 1), i, "u8", 0)
        s.store(v.array(Info.TRUNCATED, 1), i, "u8", 0)
        rewards = v.array(Info.REWARDS, 4 * self.players)
        s.for_range(0, self.players, lambda k: s.store(rewards, s.long(i) * self.players + k, "f32", 0.0))

    def _play(self, call: _Call, i: IntLike, records: Address | None) -> None:
        """Make the chosen move of a row, and say what came of it."""
        s, v, state, p = self.s, call.view, call.state(i), self._position(call, i)
        if records is None:
            s.call(self.compiler.functions["play"], state, call.env, self._chosen(call, i, 0))
        else:
            self._play_joint(call, i, records)
        plies, terminated, truncated = v.array(Info.PLIES, 4), v.array(Info.TERMINATED, 1), v.array(Info.TRUNCATED, 1)
        made = s.load(plies, i, "i32") + 1
        s.store(plies, i, "i32", made)
        over, late = p.over.get() != 0, made >= v.word(Info.LIMIT)
        rewards = v.array(Info.REWARDS, 4 * self.players)

        def reward(k: IntLike) -> None:
            player = k + 1 if self.is_joint else played_by(p, k + 1)
            worth = utility(s, p.ranking.get(player), self.players)
            s.store(rewards, s.long(i) * self.players + k, "f32", worth)

        def ended() -> None:
            s.store(terminated, i, "u8", 1)
            s.for_range(0, self.players, reward)

        s.if_(over, ended, lambda: s.if_(late, lambda: s.store(truncated, i, "u8", 1)))
        done: BoolLike = over | late

        def finish() -> None:
            self._note_end(call, i, over)
            s.if_(v.word(Info.RESTART) != 0, lambda: self._restart(call, i))

        s.if_(done, finish)

    def _note_end(self, call: _Call, i: IntLike, over: BoolLike) -> None:
        """Write what is seen and legal in the position in which a row's game has ended, or was cut off."""
        s, mask, observes = self.s, call.final_mask(i), call.view.word(Info.OBSERVE) != 0
        mover = self._position(call, i).mover.get()
        s.if_(observes, lambda: self._observe(call, i, mover, Info.FINAL_OBSERVATION))
        s.clear(mask, call.total * self.seats)

        def allow() -> None:
            count, moves = call.listed(call.state(i))
            one = lambda k: s.store(mask, s.load(moves.numbers, k, "i32"), "u8", 1)  # noqa: E731
            s.for_range(0, count, one, rounds=LIST_CAPACITY)

        s.if_(s.not_(over), allow)

    def _play_joint(self, call: _Call, i: IntLike, records: Address) -> None:
        """The moves of the active players, which lie by seat, one behind the other."""
        s, made, p = self.s, self.s.var(0), self._position(call, i)

        def take(seat: int) -> None:
            s.copy(s.offset(records, made.get() * RECORD.size), self._chosen(call, i, seat), RECORD.size)
            made.set(made.get() + 1)

        for seat in range(self.seats):
            s.if_(p.is_active(seat + 1), partial(take, seat))
        s.call(self.compiler.functions["play_joint"], call.state(i), call.env, records, made.get())

    def _look(self, call: _Call, i: IntLike, before: IntLike) -> IntLike:
        """Write what is seen of a row, by its mover; where players move at once, by each. Keep its legal moves.

        `before` is how many moves were kept that the mask shows, -1 where it may show any. Returns how many moves there
        are where there is no room for them, else 0.
        """
        s, v, stored, state, p = self.s, call.view, call.stored, call.state(i), self._position(call, i)
        mover = p.mover.get()
        s.store(v.array(Info.MOVERS, 4), i, "i32", mover)
        s.store(v.array(Info.SEATS, 4), i, "i32", seat_of(s, p, mover, self.players))
        s.if_(v.word(Info.OBSERVE) != 0, lambda: self._observe(call, i, mover))
        mask, numbers = call.mask(i), stored.numbers(i)

        def put(where: Address, value: int) -> Callable[[IntLike], None]:
            return lambda k: s.store(mask, s.load(where, k, "i32"), "u8", value)

        few = (before >= 0) & (before * _SPARSE < call.total)
        clear = lambda: s.clear(mask, call.total * self.seats)  # noqa: E731
        s.if_(few, lambda: s.for_range(0, before, put(numbers, 0), rounds=LIST_CAPACITY), clear)
        stored.keep(i, -1)
        count, moves = call.listed(state)
        s.for_range(0, count, put(moves.numbers, 1), rounds=LIST_CAPACITY)
        fits = count <= stored.room

        def keep() -> None:
            s.copy(numbers, moves.numbers, count * 4)
            copy = lambda k: s.copy(stored.record(i, k), moves.record(k), 4 * stored.width)  # noqa: E731
            s.for_range(0, count, copy, rounds=LIST_CAPACITY)
            s.if_(memory.is_sound(Workspace(s, call.env)), lambda: stored.keep(i, count))

        s.if_(fits, keep)
        return s.select(fits, 0, count)

    def _observe(self, call: _Call, i: IntLike, mover: IntLike, where: Info = Info.OBSERVATION) -> None:
        s, wide = self.s, self.s.long(i) * self.seats
        observation = call.view.array(where, self.planes.size * self.seats)
        for seat in range(self.seats):
            out = s.offset(observation, (wide + seat) * self.planes.size)
            out = s.object_at(out, self.planes.name, self.planes.size)
            observer = seat + 1 if self.is_joint else s.minimum(s.maximum(mover, 1), self.players)
            s.call(self.compiler.functions["observe"], call.state(i), call.env, observer, out)
