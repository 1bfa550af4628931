"""The native code of the graph encoding: planes over all slots, and the legal moves as (from, to, kind, what).

It is a module of its own for each game. The planes are those of `ludens.encoding.planes`, laid over the slots of all
containers; what concerns no site lies at the first slot only. What each of them means to all games is `columns`.
"""

from __future__ import annotations

from functools import partial
from typing import Final, cast

from ludens.encoding.actions import FROM, MOVER, TO
from ludens.encoding.geometry import Geometry, first_slots
from ludens.encoding.graph.vocabulary import KINDS
from ludens.encoding.lists import NUMBERING, Lister, record_of
from ludens.encoding.planes import FEATURES, Feature, Hands, Seat, Subject, Writer, features_of
from ludens.game import Game
from ludens.game.compiler import Compiler
from ludens.game.hidden_sites import is_veiled
from ludens.game.programs import Extension
from ludens.rules.actions.base import Act, Logged
from ludens.rules.actions.pieces import Select
from ludens.rules.generation.candidates import Candidate
from ludens.rules.generation.last_move import deciding, end_types, flattened
from ludens.rules.generation.records import LIST_CAPACITY
from ludens.rules.state import memory
from ludens.rules.state.fields.sites import num_slots
from ludens.rules.state.layout import Layout
from ludens.rules.state.model import Model
from ludens.rules.state.view import StateView
from ludens.stage import Address, Int, IntLike, Memory, Parameter, RealLike

#: how many words native code writes of a move: its number, where from, where to, kind, and the component
MOVE_WORDS: Final = 5
#: what an action makes of its move, by its class; those of further classes count as their bases do
_KIND_OF: Final = {
    "Move": "move", "Copy": "move", "MovePile": "stack", "StackMove": "stack", "Add": "add", "Insert": "insert",
    "Remove": "remove", "Promote": "promote", "Select": "select", "Pass": "pass", "SwapAct": "swap",
    "SetCount": "count", "SetContent": "content", "SetRotation": "set", "SetVariable": "set", "SetHidden": "set",
    "Logged": "choose",
}  # fmt: skip
#: how a function answers about a move: its kind, and its component and its sites' slots behind it, plus 1
_BITS, _MASK = 4, 15


def features(subject: Subject) -> list[Feature]:
    """The features of a game, but those that the graph has in another way: hands are sites, and seats relative."""
    return features_of(subject, [one for one in FEATURES if one not in (Hands, Seat)])


def subject_of(model: Model, layout: Layout, veiled: bool) -> Subject:
    """The source of the planes: a place for each slot."""
    slots = num_slots(model)
    return Subject(model, layout, Geometry((slots,), tuple(range(slots))), veiled)


class _Narrow(Writer):
    """A writer to whom the whole board is the first slot."""

    def fill(self, plane: IntLike, value: RealLike | IntLike = 1) -> None:
        self.put(plane, 0, value)


class _Graph:
    """The functions."""

    def __init__(self, compiler: Compiler, veiled: bool) -> None:
        self.compiler, self.s = compiler, compiler.s
        book = compiler.book
        self.subject = subject_of(book.model, book.layout, veiled)
        self.features = features(self.subject)
        cells = sum(len(feature.names()) for feature in self.features) * self.subject.geometry.size
        self.planes = Memory("planes of a graph", 4 * max(cells, 1))
        self.lister = Lister(compiler)
        family = compiler.family
        self.readers = [family.reader(move, captured, self._outline, Int) for move, captured in family.members]

    def emit(self) -> None:
        s = self.s
        kinds: list[Parameter] = [Address, memory.WORKSPACE, Address, NUMBERING, Address, Address, Address, Int, Int]
        s.function("graphs", kinds, Int, self._graphs, exported=True)
        copied: list[Parameter] = [*self.compiler.places, Int, Address]
        s.function("copied", copied, None, self._copy, exported=True)

    def _copy(self, state: Address, env: Address, observer: Int, out: Address) -> None:
        """copied(state, env, observer, out): a copy of the position, for a search that encodes many at once."""
        whole = self.compiler.book.layout.whole
        self.s.copy(self.s.object_at(out, whole.name, whole.size), state, whole.size)

    def _graphs(
        self, states: Address, env: Address, observers: Address, words: Address, planes: Address, moves: Address,
        counts: Address, room: Int, rows: Int,
    ) -> IntLike:  # fmt: skip
        """graphs(states, env, observers, words, planes, moves, counts, room, rows): positions as their observers see
        them. The moves lie one behind the other, as far as there is room; returns how many there are."""
        s, whole = self.s, self.compiler.book.layout.whole
        positions = s.object_at(states, whole.name, lambda: s.long(rows) * whole.size)
        players = s.object_at(observers, "the observers", lambda: rows * 4)
        planes_out = s.object_at(planes, self.planes.name, lambda: s.long(rows) * self.planes.size)
        moves_out = s.object_at(moves, "moves of graphs", lambda: s.long(room) * (4 * MOVE_WORDS))
        counted = s.object_at(counts, "numbers of moves", lambda: rows * 4)
        listed, counters, total = self.lister.room(env), self.lister.counters(env), s.var(0)

        def one(i: IntLike) -> None:
            state = s.object_at(s.offset(positions, s.long(i) * whole.size), whole.name, whole.size)
            out = s.object_at(s.offset(planes_out, s.long(i) * self.planes.size), self.planes.name, self.planes.size)
            observer, before = s.load(players, i, "i32"), total.get()
            c = self.compiler.context(state, env)
            s.clear(out, self.planes.size)
            writer = _Narrow(c, self.subject, observer, out)
            for feature in self.features:
                feature.write(writer)
            count = self.lister.listed(listed, state, env, words, counters)

            def move(n: IntLike) -> None:
                record = record_of(s, listed.records, n)

                def put() -> None:
                    at = total.get()
                    total.set(at + 1)

                    def write() -> None:
                        place = s.offset(moves_out, s.long(at) * (4 * MOVE_WORDS))
                        self._write(writer, state, env, record, listed.number(n), place)

                    s.if_(at < room, write)

                if self.lister.is_joint:
                    s.if_(s.load(record, MOVER, "i32") == observer, put)
                else:
                    put()

            s.for_range(0, count, move, rounds=LIST_CAPACITY)
            s.store(counted, i, "i32", total.get() - before)

        s.for_range(0, rows, one)
        return total.get()

    def _write(self, w: Writer, state: Address, env: Address, record: Address, number: IntLike, out: Address) -> None:
        """Write the words of a move."""
        s, slots = self.s, self.subject.geometry.size
        outline = s.var(0)

        def read(number: int) -> None:
            reader = self.readers[number]
            if reader is not None:
                outline.set(cast(IntLike, s.call(reader, state, state, env, record)))

        s.switch(s.load(record, 0, "i32"), [partial(read, number) for number in range(len(self.readers))])
        packed = outline.get()
        first = s.table([base for _, base in first_slots(w.c.model)])
        sizes = s.table([slots, *map(w.c.model.count, w.c.model.site_types[1:])])
        ends = []
        for word, shift in ((FROM, _BITS), (TO, _BITS + 2)):
            site, site_type = s.load(record, word, "i32"), (packed >> shift) & 3
            slot = s.select(site < sizes[site_type], site + first[site_type], site)  # beyond them are other containers
            ends.append(s.select((site >= 0) & (slot < slots), slot, -1))
        component = (packed >> (_BITS + 4)) - 1
        origin = ends[0]

        def look() -> IntLike:
            """The piece that is where the move comes from, if the observer sees it."""
            sees = s.all_of(lambda: origin >= 0, lambda: w.sees(origin, "What"))
            return s.choose(sees, lambda: w.top(StateView.pieces, origin), lambda: 0)

        what = s.choose(component >= 0, lambda: component, look)
        for index, value in enumerate((number, *ends, packed & _MASK, what)):
            s.store(out, index, "i32", value)

    def _outline(self, move: Candidate) -> IntLike:
        """Kind, types of the ends, and the component plus 1 that a move names, as one number."""
        acts = move.build(move.c)
        act = deciding(acts) or next(iter(flattened(acts)), None)
        kind = KINDS.index(kind_of(act)) if act is not None else 0
        used = self.subject.model.site_types
        types = [used.index(kind_) if kind_ in used else 0 for kind_ in end_types(acts) or (None, None)]
        ends = types[0] | types[1] << 2
        what = getattr(act, "what", None)
        if what is None or isinstance(act, Select):
            return kind | ends << _BITS
        components = len(self.subject.model.components)
        inside = self.s.select((what > 0) & (what < components), what + 1, 0)
        return (inside << (_BITS + 4)) + (kind | ends << _BITS)


def kind_of(act: Act) -> str:
    """What an action makes of its move, one of `KINDS`."""
    if isinstance(act, Logged) and act.spelling.startswith("Set"):
        return "set"
    names = (base.__name__ for base in type(act).__mro__)
    return next((_KIND_OF[name] for name in names if name in _KIND_OF), "effect")


def _emit(compiler: Compiler, *, veiled: bool = False) -> None:
    _Graph(compiler, veiled).emit()


_PLAIN = Extension("encoding", _emit, variant="graph")
_VEILED = Extension("encoding", partial(_emit, veiled=True), variant="veiled graph")


def extension_of(game: Game) -> Extension:
    """The extension of a game's code; a veiled game shows less (`ludens.game.hidden_sites.is_veiled`)."""
    return _VEILED if is_veiled(game) else _PLAIN
