"""Actions as values: recorded where an effect is found, in one position, and done in another (manual: moves 6.5, 8.1).

What the prior of a `do` does is worked out once, on a scratch copy; those actions, with the values that they had there,
are part of every move that is found after it. So a record of an action has the number of its kind, which is all that is
known of it while compiling, and its values. A *listing* holds the records of some moves, one behind the other, and
where each of the moves begins, with its sites and its mover.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import partial
from types import CellType, FunctionType
from typing import Any, Final

from ludens.rules.actions.base import Act, Primitive
from ludens.rules.generation.candidates import Build, Candidate, Consequent, Generator
from ludens.rules.generation.execution import (
    ExecuteSink,
    KnownAhead,
    MoveFamily,
    apply_found,
    execute,
    in_effect,
    keeping,
    leaves_marks,
    run_consequent,
)
from ludens.rules.generation.fusion import can_fuse
from ludens.rules.generation.records import RECORD, RECORD_WORDS
from ludens.rules.state import memory
from ludens.rules.state.constants import is_direct
from ludens.rules.state.context import Context, Slots
from ludens.rules.state.guards import UNGUARDED
from ludens.rules.state.memory import WORKSPACE
from ludens.rules.state.scratch import with_copy
from ludens.stage import Address, Bool, Function, Handle, IntLike

#: the most actions, and the most moves, of a listing
MOST: Final = 32768
#: where a listing has its two counts, and where what follows them begins
_ACTIONS, _MOVES, _HEAD = 0, 1, 16
#: of each move: the number of its first action, from, to, mover
_MOVE = 16
_FIRST = _HEAD + _MOVE * (MOST + 1)
_SIZE = _FIRST + MOST * RECORD.size
#: the kind stands in front of the values
_VALUES = 1
#: the kind of the first consequent that is noted among actions; those of others are less
_NOTED: Final = -1


@dataclass(frozen=True)
class Listing:
    """A listing in memory: its address, and where in it the records and the beginnings of the moves lie."""

    c: Context
    address: Address
    records: IntLike
    beginnings: IntLike

    @property
    def actions(self) -> IntLike:
        """How many there are."""
        return self.c.s.load(self.address, _ACTIONS, "i32")

    @property
    def moves(self) -> IntLike:
        return self.c.s.load(self.address, _MOVES, "i32")

    def record(self, number: IntLike) -> Address:
        """An action."""
        return self.c.s.offset(self.address, self.records + number * RECORD.size)

    def beginning(self, move: IntLike) -> IntLike:
        """The number of a move's first action; of the number of moves, that of all actions."""
        return self.header(move)[0]

    def header(self, move: IntLike) -> Sequence[IntLike]:
        """Of a move: the number of its first action, from, to, mover."""
        place = self.c.s.offset(self.address, self.beginnings + move * _MOVE)
        return [self.c.s.load(place, word, "i32") for word in range(_MOVE // 4)]

    def keep(self) -> IntLike:
        """Keep a copy until the effects that are found now have been applied; gives its distance for `listing_at`."""
        s, actions, moves = self.c.s, self.actions, self.moves
        distance = memory.keep(self.c, _kept_size(actions, moves))
        copy = memory.kept_at(self.c, distance, lambda: _kept_size(actions, moves))
        s.copy(copy, self.address, _HEAD)
        s.copy(s.offset(copy, _HEAD), self.record(0), actions * RECORD.size)
        beginnings = s.offset(self.address, self.beginnings)
        s.copy(s.offset(copy, _HEAD + actions * RECORD.size), beginnings, (moves + 1) * _MOVE)
        return distance


def _kept_size(actions: IntLike, moves: IntLike) -> IntLike:
    return actions * RECORD.size + moves * _MOVE + (_HEAD + _MOVE)


def listing_at(c: Context, distance: IntLike) -> Listing:
    """The listing at a distance from the end of the arena."""
    s = c.s
    head = memory.kept_at(c, distance, lambda: _HEAD)
    actions, moves = s.load(head, _ACTIONS, "i32"), s.load(head, _MOVES, "i32")
    address = memory.kept_at(c, distance, lambda: _kept_size(actions, moves))
    return Listing(c, address, _HEAD, actions * RECORD.size + _HEAD)


def recorded(c: Context, copy: Context, body: Callable[[Context], object]) -> Listing:
    """Record what a body does to a copy of the position, in memory of the arena of `c`; `begin` begins each move."""
    s = c.s
    # what is recorded within is recorded there, and afterwards again where it was before
    before = s.load(c.env, memory.RECORDING // 8, "i64")
    s.store(c.env, memory.RECORDING // 8, "i64", memory.mark(c))
    listing = Listing(c, memory.allocate(c, _SIZE), _FIRST, _HEAD)
    s.clear(listing.address, _HEAD)
    with keeping(c):
        body(in_effect(replace(copy, recorder=Recorder.of(c))))
    s.store(s.offset(listing.address, _HEAD + listing.moves * _MOVE), 0, "i32", listing.actions)
    s.store(c.env, memory.RECORDING // 8, "i64", before)
    return listing


def kept_effect(c: Context, copy: Context, effect: Generator) -> IntLike:
    """Apply an effect's moves to a copy of the position, and keep what they do: the distance for `listing_at`."""
    start = memory.mark(c)
    apply: Callable[[Context], object] = lambda c: apply_found(c, effect, _RecordSink(c), _RecordFamily)  # noqa: E731
    distance = recorded(c, copy, apply).keep()
    memory.release(c, start)
    return distance


def kept_ahead(c: Context, effect: Generator) -> IntLike | None:
    """The same, of an effect without consequents, with no copy; None where what it does has to be done to be known."""
    if not can_fuse(effect) or leaves_marks(effect) or not is_known_ahead(c, lambda sink: effect.emit(c, sink)):
        return None
    return recorded_ahead(c, lambda c: effect.emit(c, _RecordSink(c)))


def is_known_ahead(c: Context, push: Callable[[KnownAhead], object]) -> bool:
    """Whether what the moves do that are pushed may be recorded in the position itself, without being done."""
    moves, results = KnownAhead(), []
    c.s.trial(lambda: results.append(push(moves)))
    return bool(results) and moves.are_known


def recorded_ahead(c: Context, body: Callable[[Context], object]) -> IntLike:
    """Keep what a body would do to the position, which stays as it is: the distance for `listing_at`."""
    start = memory.mark(c)
    distance = recorded(c, replace(c, tracer=None, later=None, ahead=True), body).keep()
    memory.release(c, start)
    return distance


def _current(c: Context) -> Listing:
    """The listing that actions are recorded in."""
    place = c.s.load_address(c.env, memory.RECORDING)
    return Listing(c, c.s.object_at(place, "a listing of actions", _SIZE), _FIRST, _HEAD)


def begin(move: Candidate) -> None:
    """Note that what follows is done by a move."""
    c, s = move.c, move.c.s
    listing = _current(c)
    number = listing.moves

    def note() -> None:
        place = s.offset(listing.address, _HEAD + number * _MOVE)
        for word, value in enumerate((listing.actions, move.from_, move.to, move.mover)):
            s.store(place, word, "i32", value)
        s.store(listing.address, _MOVES, "i32", number + 1)

    s.if_(number < MOST, note, lambda: memory.fail(c, 3))


class _RecordFamily(MoveFamily):
    """Moves of an effect, each recorded as one."""

    def _perform(self, move: Candidate) -> None:
        begin(move)
        execute(move, store=False)


class _RecordSink(ExecuteSink):
    """The same where each is found."""

    def push(self, move: Candidate) -> None:
        begin(move)
        execute(move, store=False)


def replay(c: Context, listing: Listing, entries: int = 1) -> None:
    """Do the recorded actions of some moves, in the order in which they are put in front of a move.

    The actions of each are put in where those of the one before would have ended, had they stood in front; with more
    than one of its `entries` in the list, a move gets them as often (manual: moves 8.1).
    """
    s, recorder = c.s, Recorder.of(c)
    do: Callable[[IntLike], object] = lambda number: recorder.do(c, listing.record(number))  # noqa: E731
    if entries == 1:
        s.if_(
            listing.moves <= 1,
            lambda: s.for_range(0, listing.actions, do, rounds=MOST),
            lambda: _replay_in_order(c, listing, 1, do),
        )
    else:
        _replay_in_order(c, listing, entries, do)


def _replay_in_order(c: Context, listing: Listing, entries: int, do: Callable[[IntLike], object]) -> None:
    s = c.s
    start = memory.mark(c)
    order = memory.allocate(c, 4 * entries * MOST)
    total, place = s.var(0), s.var(0)
    at: Callable[[IntLike], Address] = lambda position: s.offset(order, position * 4)  # noqa: E731

    def insert(move: IntLike) -> None:
        first = listing.beginning(move)
        length = listing.beginning(move + 1) - first

        def once(_: IntLike) -> None:
            where = place.get()
            s.move(at(where + length), at(where), (total.get() - where) * 4)
            s.for_range(0, length, lambda i: s.store(at(where + i), 0, "i32", first + i), rounds=MOST)
            total.set(total.get() + length)

        s.for_range(0, entries, once)
        place.set(length)

    s.for_range(0, listing.moves, insert, rounds=MOST)
    s.for_range(0, total.get(), lambda i: do(s.load(at(i), 0, "i32")), rounds=entries * MOST)
    memory.release(c, start)


#: the private slots of a move whose actions were recorded: where they lie, from which number to before which
RECORDED: Final = ("recorded.place", "recorded.first", "recorded.end")


@dataclass
class Recorded(Act):
    """The actions that the slots `RECORDED` tell of; `build` gives what they print as before they are applied.

    Among them are consequents, which are evaluated now: `later` has those that were noted.
    """

    build: Build | None = None
    later: Sequence[Consequent] = ()

    def perform(self, c: Context) -> None:
        distance, first, end = map(c.get, RECORDED)
        listing, recorder = listing_at(c, distance), Recorder.of(c)

        def do(number: IntLike) -> None:
            record = listing.record(number)
            if not self.later:
                recorder.do(c, record)
                return
            noted = _NOTED - c.s.load(record, 0, "i32")
            cases = [partial(run_consequent, c, then) for then in self.later]
            c.s.if_(noted < 0, lambda: recorder.do(c, record), lambda: c.s.switch(noted, cases))

        c.s.for_range(first, end, do, rounds=MOST)

    def describe(self, c: Context) -> None:
        if self.build is None:
            with_copy(c, lambda copy: self.perform(replace(copy, tracer=c.tracer)))
            return
        for act in self.build(c):
            act.describe(c)


@dataclass(eq=False)
class Later:
    """The consequents of moves whose actions are recorded, in the order in which they are emitted.

    Where it `runs` them, they are evaluated on the copy, too, so that what is found next sees what they do.
    """

    runs: bool = False
    noted: list[Consequent] = field(default_factory=list)


def settled(move: Candidate) -> Candidate:
    """A move of an effect with its actions as they are where it is found: with others before it, it would find another
    position where it is applied. Its consequents are not among them, nor are those of the effects chained to it."""
    c, later = move.c, Later()

    def run(copy: Context) -> None:
        copy = replace(copy, later=later)
        for act in move.build(copy):
            act.perform(copy)

    if is_known_ahead(c, lambda sink: sink.push(move)):
        distance = recorded_ahead(c, run)
    else:
        distance = with_copy(c, lambda copy: recorded(copy, copy, run).keep())
    values = dict(zip(RECORDED, (distance, 0, listing_at(c, distance).actions), strict=True))
    return replace(move, c=c.bind(**values), build=lambda c: [Recorded(move.build, later.noted)])


class Recorder:
    """The kinds of actions that a module records, and the functions that do an action by its record."""

    def __init__(self, c: Context) -> None:
        self._c = replace(c, slots=Slots(), region=None, team=None, recorder=None, guards=UNGUARDED, outside=None)
        self._numbers: dict[Hashable, int] = {}
        self._kinds: list[tuple[Primitive, int | None]] = []
        self._functions: dict[bool, tuple[Function[Any], Context]] = {}

    @classmethod
    def of(cls, c: Context) -> Recorder:
        """The recorder of a module."""
        return c.s.once("recorder", lambda: cls(c))

    def record(self, c: Context, act: Primitive) -> None:
        """Add an action, which is about to be done, to the listing."""
        number, values = self._kind(c, act)
        if len(values) + _VALUES > RECORD_WORDS:
            raise NotImplementedError(f"more than {RECORD_WORDS} values in an action: {act}")

        def write(record: Address) -> None:
            c.s.store(record, 0, "i32", number)
            for place, value in enumerate(values, _VALUES):
                c.s.store(record, place, "i32", c.s.to_int(value))

        self._add(c, write)

    def note(self, c: Context, then: Consequent) -> None:
        """Add a consequent that is evaluated when the actions before it are done."""
        c.later.noted.append(then)
        number = _NOTED + 1 - len(c.later.noted)
        self._add(c, lambda record: c.s.store(record, 0, "i32", number))

    def _add(self, c: Context, write: Callable[[Address], object]) -> None:
        listing = _current(c)
        count = listing.actions

        def put() -> None:
            write(listing.record(count))
            c.s.store(listing.address, _ACTIONS, "i32", count + 1)

        c.s.if_(count < MOST, put, lambda: memory.fail(c, 3))

    def do(self, c: Context, record: Address) -> None:
        """Do an action by its record."""
        function = self._function(c)
        c.s.call(function, c.state.address, c.state.root, c.env, record)
        if c.recorder is not None:
            self._add(c, lambda copy: c.s.move(copy, record, RECORD.size))

    def _kind(self, c: Context, act: Primitive) -> tuple[int, Sequence[Any]]:
        """The number of an action's kind, and its values."""
        values: list[Any] = []
        shape = (type(act), *(_shape_of(getattr(act, each.name), values, is_direct(c)) for each in fields(act)))
        ruled = c.slots.plain("decided")
        if ruled is None:
            values.append(c.get("decided"))
        number = self._numbers.setdefault((shape, ruled), len(self._kinds))
        if number == len(self._kinds):
            self._kinds.append((act, ruled))
        return number, values

    def _function(self, c: Context) -> Function[Any]:
        """The function that does what a record says, and logs it where `c` does."""
        logs = c.tracer is not None
        if logs not in self._functions:
            layout, inner = c.state.layout, replace(self._c, tracer=c.tracer)
            function = c.s.declare("recorded", [layout.core, layout.whole, WORKSPACE, RECORD], None)
            self._functions[logs] = function, inner
            if is_direct(c):
                c.s.define(function, partial(self._body, inner))
        return self._functions[logs][0]

    def define(self) -> None:
        """Give the functions their bodies, once all that is recorded is known."""
        for function, inner in self._functions.values():
            inner.s.define(function, partial(self._body, inner))

    def _body(self, inner: Context, state: Address, root: Address, env: Address, record: Address) -> None:
        c = replace(inner, state=inner.state.moved(state, env, root), env=env)
        c.s.switch(
            c.s.load(record, 0, "i32"),
            [partial(self._do, c, record, act, ruled) for act, ruled in self._kinds],
        )

    def _do(self, c: Context, record: Address, act: Primitive, ruled: int | None) -> None:
        place = _VALUES

        def load(kind: type[Handle]) -> Any:
            nonlocal place
            place += 1
            word = c.s.load(record, place - 1, "i32")
            return word != 0 if issubclass(kind, Bool) else word

        arguments = {f.name: _given(getattr(act, f.name), load, is_direct(c)) for f in fields(act) if f.init}
        action = replace(act, **arguments)
        action.perform(c.bind(decided=load(Handle) if ruled is None else ruled))


def _is_value(leaf: Any, direct: bool) -> bool:
    """Whether play decides a part of an action."""
    return isinstance(leaf, Handle) or (direct and type(leaf) is int)


def _shape_of(leaf: Any, values: list[Any], direct: bool) -> Hashable:
    """What is known of a part of an action while compiling; the rest is added to the values."""
    if isinstance(leaf, tuple | list):
        return tuple(_shape_of(one, values, direct) for one in leaf)
    if _is_value(leaf, direct):
        values.append(leaf)
        return "value", type(leaf)
    if isinstance(leaf, FunctionType):
        cells: Sequence[CellType] = leaf.__closure__ or ()  # what play decides is not in an effect (`Logged`)
        return leaf.__code__, *(_shape_of(cell.cell_contents, [], direct=False) for cell in cells)
    return (type(leaf), leaf if isinstance(leaf, Hashable) else id(leaf))


def _given(leaf: Any, load: Callable[[type[Handle]], Any], direct: bool) -> Any:
    """A part of an action with values as they were recorded, in the order of `_shape_of`."""
    if isinstance(leaf, tuple | list):
        return tuple(_given(one, load, direct) for one in leaf)
    return load(type(leaf) if isinstance(leaf, Handle) else Handle) if _is_value(leaf, direct) else leaf
