"""The native code of an encoding: observations, numbers of moves, and batches of states stepped by numbers.

It is a module of its own for each game (`ludens.game.programs.Extension`), which plays without logging.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from functools import partial

from ludens.encoding import actions
from ludens.encoding.actions import NUMBERING_WORDS, Counters
from ludens.encoding.geometry import geometry_of
from ludens.encoding.planes import Subject, Writer, features_of
from ludens.game.compiler import Compiler
from ludens.game.programs import Extension
from ludens.ludemes.generation.records import LIST_CAPACITY, RECORD, RECORDS
from ludens.ludemes.play import joint
from ludens.ludemes.runtime import memory
from ludens.ludemes.runtime.memory import CHOICE_RNG
from ludens.ludemes.runtime.players import utility
from ludens.ludemes.runtime.random import APART, choice, scrambled
from ludens.stage import Address, Function, Int, IntLike, Long, Memory, Scope, Stage

#: a random game of a survey is left after so many plies
_SURVEYED_PLIES = 400


class Info(IntEnum):
    """The words of the block that tells of some rows: numbers, and where arrays lie."""

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
    WANTED = 11
    NUMBERING = 12
    LIMIT = 13
    RESTART = 14
    OBSERVE = 15


@dataclass(frozen=True)
class InfoView:
    """Such a block, read by generated code."""

    s: Stage
    info: Address

    def word(self, index: Info) -> IntLike:
        return self.s.to_int(self.s.load(self.info, int(index), "i64"))

    def array(self, index: Info, row: IntLike) -> Address:
        """An array with so many bytes for each row."""
        size = lambda: self.s.long(self.word(Info.COUNT)) * self.s.long(row)  # noqa: E731
        return self.s.object_at(self._address(index), index.name.lower(), size)

    def numbering(self) -> Address:
        """The words of the numbering."""
        return self.s.object_at(self._address(Info.NUMBERING), "a numbering", 4 * NUMBERING_WORDS)

    def _address(self, index: Info) -> Address:
        return self.s.load_address(self.info, 8 * int(index))


@dataclass(frozen=True)
class Moves:
    """The legal moves of one state after another, with their numbers, and the memory that they lie in."""

    s: Stage
    function: Function[Int]
    records: Address
    words: Address
    counters: Address
    numbers: Address

    def listed(self, state: Address, env: Address) -> IntLike:
        """List those of a state; returns how many there are."""
        places = (self.records, self.words, self.counters, self.numbers)
        return self.s.call(self.function, state, env, *places)

    def number(self, index: IntLike) -> IntLike:
        return self.s.load(self.numbers, index, "i32")

    def record(self, index: IntLike) -> Address:
        return _record(self.s, self.records, index)

    def mover(self, index: IntLike) -> IntLike:
        return self.s.load(self.record(index), actions.MOVER, "i32")


def emit(compiler: Compiler) -> None:
    """Add the functions to a module."""
    _Emitter(compiler).emit()


EXTENSION = Extension("encoding", emit)


class _Emitter:
    def __init__(self, compiler: Compiler) -> None:
        self.compiler, self.s = compiler, compiler.s
        book = compiler.book
        self.model, self.size = book.model, book.layout.size
        self.subject = Subject(book.model, book.layout, geometry_of(book.model))
        self.features = features_of(self.subject)
        self.cells = sum(len(feature.names()) for feature in self.features) * self.subject.geometry.size
        self.places = actions.places_of(book.model, (move for move, _ in compiler.family.members))
        self.is_joint = joint.is_joint(compiler.base)
        #: how many look at a position at once
        self.seats = self.subject.players if self.is_joint else 1

    def emit(self) -> None:
        s, functions = self.s, self.compiler.functions
        places = self.compiler.places
        self.planes = Memory("an observation", 4 * self.cells)
        numbers, numbering = Memory("numbers of moves", 4 * LIST_CAPACITY), Memory("a numbering", 4 * NUMBERING_WORDS)
        counters = Memory("counters of moves", 4 * Counters.words(self.places))
        info = [Memory("what is told of rows", 8 * len(Info)), memory.WORKSPACE]
        functions["observe"] = s.function("observe", [*places, Int, self.planes], None, self._observe, exported=True)
        kinds = [*places, RECORDS, numbering, counters, numbers]
        functions["number"] = s.function("number", kinds, Int, self._number, inline=False)
        s.function("numbers", [*places, numbering, numbers], Int, self._numbers, exported=True)
        s.function("places", [Memory("places of moves", 4 * 5)], None, self._tell_places, exported=True)
        s.function("survey", [*places, Long, Int, Memory("most moves", 4 * 3)], None, self._survey, exported=True)
        functions["look"] = s.function("vector_look", info, None, self._vector_look, exported=True)
        functions["choose"] = s.function("vector_choose", info, Int, self._vector_choose, exported=True)
        functions["step"] = s.function("vector_step", info, None, self._vector_step, exported=True)
        s.function("vector_start", info, None, self._vector_start, exported=True)
        s.function("vector_advance", info, Int, self._vector_advance, exported=True)
        s.function("vector_draw", [*info, Long], None, self._vector_draw, exported=True)

    # --- one state

    def _observe(self, state: Address, env: Address, observer: Int, out: Address) -> None:
        """observe(state, env, observer, out): the planes as a player sees them."""
        c = self.compiler.context(state, env)
        self.s.clear(out, 4 * self.cells)
        for feature in self.features:
            feature.write(Writer(c, self.subject, observer, out))

    def _list(self, env: Address) -> Address:
        """Room for a list of moves."""
        return memory.allocate(memory.Workspace(self.s, env), RECORDS.size)

    def _counters(self, env: Address) -> Counters:
        size = 4 * Counters.words(self.places)
        address = memory.allocate(memory.Workspace(self.s, env), size)
        self.s.clear(address, size)
        return Counters(self.s, self.places, address)

    def _moves(self, env: Address, words: Address) -> Moves:
        """Room for the legal moves of a state and their numbers."""
        numbers = memory.allocate(memory.Workspace(self.s, env), 4 * LIST_CAPACITY)
        number = self.compiler.functions["number"]
        return Moves(self.s, number, self._list(env), words, self._counters(env).address, numbers)

    def _number(
        self, state: Address, env: Address, records: Address, words: Address, counters: Address, out: Address
    ) -> IntLike:
        """The legal moves and their numbers; returns how many there are."""
        s, seen = self.s, Counters(self.s, self.places, counters)
        count: IntLike = s.call(self.compiler.functions["legal"], state, env, records)
        record = partial(_record, s, records)

        def of(player: IntLike | None) -> None:
            spare = s.var(0)

            def mine(i: IntLike, body: Callable[[], object]) -> None:
                if player is None:
                    body()
                else:
                    s.if_(s.load(record(i), actions.MOVER, "i32") == player, body)

            def number(i: IntLike) -> None:
                block, place, variant = seen.count(record(i))
                found = actions.number_of(s, words, block, place, variant, spare.get())
                room = s.load(words, 3 + block, "i32")
                s.if_(variant >= room, lambda: spare.set(spare.get() + 1))
                s.if_(found < 0, lambda: memory.fail(memory.Workspace(s, env), 2))
                s.store(out, i, "i32", found)

            s.for_range(0, count, lambda i: mine(i, lambda: number(i)))
            s.for_range(0, count, lambda i: mine(i, lambda: seen.forget(record(i))))

        if self.is_joint:
            s.for_range(1, self.subject.players + 1, of)
        else:
            of(None)
        return count

    def _numbers(self, state: Address, env: Address, words: Address, out: Address) -> IntLike:
        """numbers(state, env, words, out): the numbers of the legal moves, in their order; returns how many."""
        counters = self._counters(env)
        number = self.compiler.functions["number"]
        count: IntLike = self.s.call(number, state, env, self._list(env), words, counters.address, out)
        return count

    def _tell_places(self, out: Address) -> None:
        """places(out): the sites that numbers tell apart, and the spans of the pairs."""
        p = self.places
        spans = (p.origins.start, p.origins.stop, p.targets.start, p.targets.stop)
        for index, value in enumerate((p.sites, *spans)):
            self.s.store(out, index, "i32", value)

    def _survey(self, state: Address, env: Address, seed: Long, games: Int, most: Address) -> None:
        """survey(state, env, seed, games, most): play random games; the most moves at one place, for each block."""
        s, seen, records = self.s, self._counters(env), self._list(env)
        record = partial(_record, s, records)
        c = self.compiler.context(state, env)

        def count(i: IntLike) -> None:
            block, _, before = seen.count(record(i))
            s.store(most, block, "i32", s.maximum(s.load(most, block, "i32"), before + 1))

        def ply() -> None:
            found = s.call(self.compiler.functions["legal"], state, env, records)
            s.for_range(0, found, count)
            s.for_range(0, found, lambda i: seen.forget(record(i)))
            self.compiler.random_step(c, records, found)

        def game(i: IntLike) -> None:
            self.compiler.start_numbered(c, i, seed)
            plies = s.var(0)

            def go_on() -> None:
                ply()
                plies.set(plies.get() + 1)

            s.while_(lambda: (c.state.over.get() == 0) & (plies.get() < _SURVEYED_PLIES), go_on)

        s.for_range(0, games, game)

    # --- many states, one behind the other; `info` is a block of `Info`

    def _each(self, v: InfoView, body: Callable[[IntLike, Address], object]) -> None:
        states = v.array(Info.STATES, self.size)
        self.s.for_range(0, v.word(Info.COUNT), lambda i: body(i, self._state(states, i)))

    def _state(self, states: Address, i: IntLike) -> Address:
        """One of several states."""
        state = self.compiler.book.layout.whole
        return self.s.object_at(self.s.offset(states, self.s.long(i) * self.size), state.name, state.size)

    def _restart(self, state: Address, env: Address, streams: Address, i: IntLike) -> None:
        """The next game of a row, with random numbers of its own."""
        s = self.s
        stream = s.load(streams, i, "i64")
        s.store(streams, i, "i64", stream + APART)
        self.compiler.context(state, env).state.rng.set(scrambled(stream))
        s.call(self.compiler.functions["start"], state, env)

    def _vector_start(self, info: Address, env: Address) -> None:
        """vector_start(info, env): a new game in each row."""
        v = InfoView(self.s, info)
        self._each(v, lambda i, state: self._restart(state, env, v.array(Info.STREAMS, 8), i))

    def _vector_advance(self, info: Address, env: Address) -> IntLike:
        """vector_advance(info, env): choose, step and look; the first row whose action is not legal, -1 for none."""
        s, functions = self.s, self.compiler.functions
        wrong: IntLike = s.call(functions["choose"], info, env)

        def go_on() -> None:
            s.call(functions["step"], info, env)
            s.call(functions["look"], info, env)

        s.if_(wrong < 0, go_on)
        return wrong

    def _vector_draw(self, info: Address, env: Address, seed: Long) -> None:
        """vector_draw(info, env, seed): a random action of each seat that has one."""
        s, v = self.s, InfoView(self.s, info)
        total = s.load(v.numbering(), 7, "i32")
        mask, wanted = v.array(Info.MASK, total * self.seats), v.array(Info.WANTED, 4 * self.seats)
        words = total >> 3
        s.store(env, CHOICE_RNG // 8, "i64", scrambled(seed))

        def draw(i: IntLike) -> None:
            own = s.offset(mask, s.long(i) * s.long(total))
            count, drawn = s.var(0), s.var(0)
            s.for_range(0, words, lambda k: count.set(count.get() + s.popcount(s.load(own, k, "i64"))))
            s.for_range(words << 3, total, lambda k: count.set(count.get() + s.load(own, k, "u8")))
            left = s.var(0)

            def find(out: Scope) -> None:
                left.set(choice(s, env, count.get()))

                def word(k: IntLike) -> None:
                    found = s.load(own, k, "i64")
                    here = s.popcount(found)

                    def inside() -> None:
                        drawn.set((k << 3) + (s.nth_bit(found, left.get()) >> 3))
                        s.leave(out)

                    s.if_(here > left.get(), inside)
                    left.set(left.get() - here)

                def byte(k: IntLike) -> None:
                    def one() -> None:
                        s.if_(left.get() == 0, lambda: (drawn.set(k), s.leave(out)))
                        left.set(left.get() - 1)

                    s.if_(s.load(own, k, "u8") != 0, one)

                s.for_range(0, words, word)
                s.for_range(words << 3, total, byte)

            s.if_(count.get() > 0, lambda: s.scope(find))
            s.store(wanted, i, "i32", drawn.get())

        s.for_range(0, v.word(Info.COUNT) * self.seats, draw)

    def _vector_look(self, info: Address, env: Address) -> None:
        """vector_look(info, env): what is seen of each row, by its mover; where players move at once, by each."""
        v = InfoView(self.s, info)
        words, movers = v.numbering(), v.array(Info.MOVERS, 4)
        total = self.s.load(words, 7, "i32")
        observation = v.array(Info.OBSERVATION, 4 * self.cells * self.seats)
        mask = v.array(Info.MASK, total * self.seats)
        s, moves = self.s, self._moves(env, words)

        def look(i: IntLike, state: Address) -> None:
            c = self.compiler.context(state, env)
            mover = c.state.mover.get()
            s.store(movers, i, "i32", mover)
            wide = s.long(i) * self.seats

            def observe() -> None:
                for seat in range(self.seats):
                    out = s.offset(observation, (wide + seat) * self.planes.size)
                    out = s.object_at(out, self.planes.name, self.planes.size)
                    observer = seat + 1 if self.is_joint else s.minimum(s.maximum(mover, 1), self.subject.players)
                    s.call(self.compiler.functions["observe"], state, env, observer, out)

            s.if_(v.word(Info.OBSERVE) != 0, observe)
            own = s.offset(mask, wide * s.long(total))
            s.clear(own, total * self.seats)
            found = moves.listed(state, env)

            def allow(k: IntLike) -> None:
                number = moves.number(k)
                if self.is_joint:
                    number = number + (moves.mover(k) - 1) * total
                s.store(own, number, "u8", 1)

            s.for_range(0, found, allow)

        self._each(v, look)

    def _vector_choose(self, info: Address, env: Address) -> IntLike:
        """vector_choose(info, env): find the wanted moves, one a seat of each row.

        Returns the first row whose move is not legal, -1 where all are. Rows whose game is over choose nothing.
        """
        v = InfoView(self.s, info)
        words, wanted = v.numbering(), v.array(Info.WANTED, 4 * self.seats)
        chosen = v.array(Info.CHOSEN, RECORD.size * self.seats)
        s, moves = self.s, self._moves(env, words)
        wrong = s.var(-1)

        def choose(i: IntLike, state: Address) -> None:
            c = self.compiler.context(state, env)
            wide = s.long(i) * self.seats

            def search() -> None:
                found = moves.listed(state, env)
                for seat in range(self.seats):
                    s.if_(c.state.is_active(seat + 1) if self.is_joint else True, partial(one, found, seat))

            def one(found: IntLike, seat: int) -> None:
                number, at = s.load(wanted, wide + seat, "i32"), s.var(-1)

                def look(k: IntLike) -> None:
                    same = moves.number(k) == number
                    if self.is_joint:
                        same = same & (moves.mover(k) == seat + 1)
                    s.if_(same, lambda: at.set(k))

                def take() -> None:
                    place = s.offset(chosen, (wide + seat) * RECORD.size)
                    s.copy(place, moves.record(at.get()), RECORD.size)

                s.for_range(0, found, look)
                s.if_(at.get() >= 0, take, lambda: s.if_(wrong.get() < 0, lambda: wrong.set(i)))

            s.if_(c.state.over.get() == 0, search)

        self._each(v, choose)
        return wrong.get()

    def _vector_step(self, info: Address, env: Address) -> None:
        """vector_step(info, env): make the chosen moves.

        A row whose game ends, or has lasted as long as it may, starts anew if the rows do.
        """
        v = InfoView(self.s, info)
        s, players, records = self.s, self.subject.players, self._list(env)
        chosen, rewards = v.array(Info.CHOSEN, RECORD.size * self.seats), v.array(Info.REWARDS, 4 * players)
        terminated, truncated = v.array(Info.TERMINATED, 1), v.array(Info.TRUNCATED, 1)
        plies, streams = v.array(Info.PLIES, 4), v.array(Info.STREAMS, 8)
        limit, restart = v.word(Info.LIMIT), v.word(Info.RESTART)

        def step(i: IntLike, state: Address) -> None:
            c = self.compiler.context(state, env)
            s.store(terminated, i, "u8", 0)
            s.store(truncated, i, "u8", 0)
            s.for_range(0, players, lambda k: s.store(rewards, s.long(i) * players + k, "f32", 0.0))
            s.if_(c.state.over.get() == 0, lambda: play(i, state))

        def play(i: IntLike, state: Address) -> None:
            c = self.compiler.context(state, env)
            place = s.offset(chosen, s.long(i) * self.seats * RECORD.size)
            if self.is_joint:
                self._play_joint(state, env, place, records)
            else:
                s.call(self.compiler.functions["play"], state, env, place)
            made = s.load(plies, i, "i32") + 1
            s.store(plies, i, "i32", made)

            def ended() -> None:
                s.store(terminated, i, "u8", 1)
                s.for_range(0, players, lambda k: reward(i, state, k))

            s.if_(c.state.over.get() != 0, ended, lambda: s.if_(made >= limit, lambda: s.store(truncated, i, "u8", 1)))
            done = s.load(terminated, i, "u8") + s.load(truncated, i, "u8")
            s.if_((done != 0) & (restart != 0), lambda: anew(i, state))

        def reward(i: IntLike, state: Address, k: IntLike) -> None:
            rank = self.compiler.context(state, env).state.ranking.get(k + 1)
            s.store(rewards, s.long(i) * players + k, "f32", utility(s, rank, players))

        def anew(i: IntLike, state: Address) -> None:
            s.store(plies, i, "i32", 0)
            self._restart(state, env, streams, i)

        self._each(v, step)

    def _play_joint(self, state: Address, env: Address, place: Address, records: Address) -> None:
        """The moves of the active players, which lie by seat, one behind the other."""
        s, made = self.s, self.s.var(0)
        p = self.compiler.context(state, env).state

        def take(seat: IntLike) -> None:
            target = s.offset(records, made.get() * RECORD.size)
            s.copy(target, s.offset(place, seat * RECORD.size), RECORD.size)
            made.set(made.get() + 1)

        s.for_range(0, self.seats, lambda seat: s.if_(p.is_active(seat + 1), lambda: take(seat)))
        s.call(self.compiler.functions["play_joint"], state, env, records, made.get())


def _record(s: Stage, records: Address, index: IntLike) -> Address:
    """A record of a list."""
    return s.offset(records, index * RECORD.size)
