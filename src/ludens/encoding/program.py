"""The native code of an encoding: observations and numbers of moves of one state, and batches (`ludens.encoding.rows`).

It is a module of its own for each game (`ludens.game.programs.Extension`), which plays without logging.
"""

from __future__ import annotations

from functools import partial

from ludens.encoding.geometry import geometry_of
from ludens.encoding.lists import NUMBERING, NUMBERS, Lister, record_of
from ludens.encoding.planes import Subject, Writer, features_of
from ludens.encoding.rows import Rows
from ludens.game import Game
from ludens.game.compiler import Compiler
from ludens.game.hidden_sites import is_veiled
from ludens.game.programs import Extension
from ludens.rules.generation.records import LIST_CAPACITY
from ludens.rules.state import memory
from ludens.stage import Address, Int, IntLike, Long, Memory, Parameter

#: how many words describe the places
PLACE_WORDS = 6
#: how many plies of a random game a survey plays
_SURVEYED_PLIES = 400


def emit(compiler: Compiler, *, veiled: bool = False) -> None:
    """Add the functions to a module."""
    single = _Single(compiler, veiled)
    single.emit()
    Rows(compiler, single.lister, single.planes).emit()


_EXTENSION = Extension("encoding", emit)
_VEILED = Extension("encoding", partial(emit, veiled=True), variant="veiled")


def extension_of(game: Game) -> Extension:
    """The extension of a game's code; observations of a veiled game show less (`game.hidden_sites`)."""
    return _VEILED if is_veiled(game) else _EXTENSION


class _Single:
    """The functions over one state."""

    def __init__(self, compiler: Compiler, veiled: bool) -> None:
        self.compiler, self.s = compiler, compiler.s
        book = compiler.book
        self.subject = Subject(book.model, book.layout, geometry_of(book.model), veiled)
        self.features = features_of(self.subject)
        cells = sum(len(feature.names()) for feature in self.features) * self.subject.geometry.size
        self.planes = Memory("an observation", 4 * cells)
        self.lister = Lister(compiler)

    def emit(self) -> None:
        s, functions = self.s, self.compiler.functions
        places = self.compiler.places
        functions["observe"] = s.function("observe", [*places, Int, self.planes], None, self._observe, exported=True)
        rows: list[Parameter] = [Address, memory.WORKSPACE, Address, Address, Int]
        s.function("observe_rows", rows, None, self._observe_rows, exported=True)
        s.function("numbers", [*places, NUMBERING, NUMBERS], Int, self._numbers, exported=True)
        s.function("places", [Memory("places of moves", 4 * PLACE_WORDS)], None, self._tell_places, exported=True)
        s.function("survey", [*places, Long, Int, Memory("most moves", 4 * 3)], None, self._survey, exported=True)

    def _observe(self, state: Address, env: Address, observer: Int, out: Address) -> None:
        """observe(state, env, observer, out): the planes as a player sees them."""
        c = self.compiler.context(state, env)
        self.s.clear(out, self.planes.size)
        for feature in self.features:
            feature.write(Writer(c, self.subject, observer, out))

    def _observe_rows(self, states: Address, env: Address, observers: Address, out: Address, count: Int) -> None:
        """observe_rows(states, env, observers, out, count): the planes of many positions, each as a player sees it."""
        s, whole, planes = self.s, self.compiler.book.layout.whole, self.planes
        positions = s.object_at(states, whole.name, lambda: s.long(count) * whole.size)
        players = s.object_at(observers, "the observers", lambda: count * 4)
        written = s.object_at(out, planes.name, lambda: s.long(count) * planes.size)

        def one(i: IntLike) -> None:
            state = s.object_at(s.offset(positions, s.long(i) * whole.size), whole.name, whole.size)
            place = s.object_at(s.offset(written, s.long(i) * planes.size), planes.name, planes.size)
            s.call(self.compiler.functions["observe"], state, env, s.load(players, i, "i32"), place)

        s.for_range(0, count, one)

    def _numbers(self, state: Address, env: Address, words: Address, out: Address) -> IntLike:
        """numbers(state, env, words, out): the numbers of the legal moves, in their order; returns how many."""
        moves, counters = self.lister.room(env), self.lister.counters(env)
        count = self.lister.listed(moves, state, env, words, counters)
        self.s.copy(out, moves.numbers, count * 4)
        return count

    def _tell_places(self, out: Address) -> None:
        """places(out): the sites that numbers tell apart, the spans of the pairs, and how many words a record has."""
        p = self.lister.places
        spans = (p.origins.start, p.origins.stop, p.targets.start, p.targets.stop)
        for index, value in enumerate((p.sites, *spans, self.lister.width)):
            self.s.store(out, index, "i32", value)

    def _survey(self, state: Address, env: Address, seed: Long, games: Int, most: Address) -> None:
        """survey(state, env, seed, games, most): play random games; the most moves at one place, for each block."""
        s, seen, records = self.s, self.lister.counters(env), self.lister.records(env)
        record = partial(record_of, s, records)
        c = self.compiler.context(state, env)

        def count(i: IntLike) -> None:
            block, _, before = seen.count(record(i))
            s.store(most, block, "i32", s.maximum(s.load(most, block, "i32"), before + 1))

        def ply() -> None:
            moves = s.call(self.compiler.functions["legal"], state, env, records)
            s.for_range(0, moves, count, rounds=LIST_CAPACITY)
            s.for_range(0, moves, lambda i: seen.forget(record(i)), rounds=LIST_CAPACITY)
            self.compiler.random_step(c, records, moves)

        def game(i: IntLike) -> None:
            self.compiler.start_numbered(c, i, seed)
            plies = s.var(0)

            def go_on() -> None:
                ply()
                plies.set(plies.get() + 1)

            s.while_(lambda: (c.state.over.get() == 0) & (plies.get() < _SURVEYED_PLIES), go_on)

        s.for_range(0, games, game)
