"""Moves as records in memory: what is kept of each, and how it is found again to be executed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import cast

from ludens.rules.actions.base import Act, combined_kind
from ludens.rules.actions.kinds import Acted
from ludens.rules.generation.candidates import Candidate, Sink, Test, describe
from ludens.rules.generation.last_move import EndTypes, end_types
from ludens.rules.state import memory
from ludens.rules.state.context import CapturedSlots, Context, Slots
from ludens.rules.state.guards import UNGUARDED
from ludens.rules.state.scratch import with_copy
from ludens.stage import Address, Bool, BoolLike, Function, Handle, IntLike, Memory, Range

RECORD_WORDS, LIST_CAPACITY = memory.RECORD_WORDS, memory.LIST_CAPACITY
#: how functions take a recorded move, and a list of as many as there may be
RECORD = Memory("a recorded move", 4 * RECORD_WORDS)
RECORDS = Memory("a list of moves", RECORD.size * LIST_CAPACITY)


_GENERATOR = 0


#: what is recorded of a move that somebody looks at, behind the generator's number
HEADER = ("move.mover", "move.from_", "move.to")


_FIRST_CAPTURE = 1


class Family:
    """The kinds of moves of one list: for each place that pushes to it, how to execute what it pushed.

    `store` is for legal moves, which are kept; where they are `headed`, each is recorded with `HEADER`.
    """

    def __init__(self, c: Context, *, store: bool, headed: bool | None = None) -> None:
        self.c, self.store = c, store
        self.headed = store and (c.tracer is not None if headed is None else headed)
        self.members: list[tuple[Candidate, tuple[str, ...]]] = []
        self.passes: list[bool] = []
        self.ends: list[EndTypes] = []
        self._execute: list[Function[Handle | None]] = []
        self._describe: list[Function[Handle | None]] = []
        self._tests: list[Function[Handle | None] | None] = []

    def register(self, move: Candidate) -> tuple[int, tuple[str, ...]]:
        """A number for the place that pushes `move`, and the slots to be recorded with each of its moves."""
        move = move.in_slots()
        captured = list(HEADER) if self.headed else []
        self._execute.append(self._function(move, captured, self._perform))
        self._tests.append(self._function(move, captured, passes_tests, Bool) if move.tests else None)
        if self.c.tracer is not None and self.store:
            self._describe.append(self._function(move, captured, describe))
        self.members.append((move, tuple(captured)))
        return len(self.members) - 1, tuple(captured)

    def _perform(self, move: Candidate) -> None:
        """Execute a move, and `note` its actions."""
        raise NotImplementedError(type(self).__name__)

    def note(self, acts: Sequence[Act]) -> None:
        """Note whether a move with these actions is a pass, as far as that is known while compiling, and of which types
        the sites are that it names."""
        self.passes.append(is_pass(acts))
        self.ends.append(end_types(acts) or (None, None))

    def _function(
        self,
        move: Candidate,
        captured: list[str],
        body: Callable[[Candidate], object],
        result: type[Handle] | None = None,
    ) -> Function[Handle | None]:
        ranges = self.c.s.ranges

        def emit(state: Address, root: Address, env: Address, record: Address) -> object:
            def fetch(slot: str, range: Range) -> IntLike:
                if slot not in captured:
                    captured.append(slot)
                    if len(captured) + _FIRST_CAPTURE > RECORD_WORDS:
                        raise NotImplementedError(f"more than {RECORD_WORDS} values in a move: {captured}")
                return c.s.entry_load(record, _FIRST_CAPTURE + captured.index(slot), range)

            applying = self.store and body is not describe
            outer = move.c.slots.bind({"applying": 1}) if applying else move.c.slots
            slots = CapturedSlots(outer, ranges, fetch)
            position = self.c.state.moved(state, env, root)
            region = move.c.region.in_record() if move.c.region is not None else None
            c = replace(self.c, state=position, env=env, slots=slots, guards=UNGUARDED, region=region, team=None)
            return body(move.seen_from(c))

        layout = self.c.state.layout
        return self.c.s.function("move", [layout.core, layout.whole, memory.WORKSPACE, RECORD], result, emit)

    def at(self, state: Address, root: Address, env: Address) -> Context:
        """The context of a position, where no iterator is bound."""
        position = self.c.state.moved(state, env, root)
        return replace(self.c, state=position, env=env, slots=Slots(), guards=UNGUARDED, region=None, team=None)

    def reader(
        self,
        move: Candidate,
        captured: Sequence[str],
        body: Callable[[Candidate], object],
        result: type[Handle] = Bool,
    ) -> Function[Handle | None] | None:
        """A function that answers about a recorded move; None where that takes more than what is recorded."""
        slots = list(captured)
        function = self._function(move, slots, body, result)
        return function if len(slots) == len(captured) else None

    def is_pass(self, c: Context, record: Address) -> BoolLike:
        """Whether a recorded move is a pass, as far as that is known while compiling."""
        number = c.s.load(record, _GENERATOR, "i32")
        if isinstance(number, int):
            return self._is_pass(c, self.members[number][0])
        return c.s.table([int(x) for x in self.passes])[number] != 0

    def _is_pass(self, c: Context, move: Candidate) -> bool:
        """The same where the stage runs, and nothing has been performed yet."""

        def on_copy(copy: Context) -> bool:
            here = replace(copy, slots=move.c.slots)
            acts = move.build(here)
            for act in acts:
                act.perform(here)
            return is_pass(acts)

        return bool(with_copy(c, on_copy))

    def forget(self, since: int) -> None:
        """Take back the places registered from number `since` on: nothing pushes there after all."""
        for group in (self.members, self.passes, self.ends, self._execute, self._tests, self._describe):
            del group[since:]

    @property
    def has_tests(self) -> bool:
        """Whether some recorded moves are still to be tested."""
        return any(test is not None for test in self._tests)

    def test(self, c: Context, record: Address) -> BoolLike:
        """Whether a recorded move passes the tests that were deferred."""
        passed = c.s.var(True, Bool)
        self.switch(c, record, lambda number: passed.set(self.test_of(c, number, record)))
        return passed.get()

    def test_of(self, c: Context, number: int, record: Address) -> BoolLike:
        """The same of a move from the place of that number."""
        test = self._tests[number]
        passed = c.s.call(test, c.state.address, c.state.root, c.env, record) if test is not None else True
        return cast(BoolLike, passed)

    def switch(self, c: Context, record: Address, case: Callable[[int], object]) -> None:
        """Run a case for the place that pushed a recorded move, by its number."""
        cases = [partial(case, number) for number in range(len(self._tests))]
        c.s.switch(c.s.load(record, _GENERATOR, "i32"), cases)

    def execute(self, c: Context, record: Address) -> None:
        """Execute a recorded move."""
        self._dispatch(c, record, self._execute)

    def describe(self, c: Context, record: Address) -> None:
        """Log a recorded move as generated."""
        self._dispatch(c, record, self._describe)

    def _dispatch(self, c: Context, record: Address, functions: Sequence[Function[Handle | None]]) -> None:
        arguments = (c.state.address, c.state.root, c.env, record)
        kind = c.s.load(record, _GENERATOR, "i32") if len(functions) > 1 else 0
        c.s.switch(kind, [partial(c.s.call, f, *arguments) for f in functions])


def passes_tests(move: Candidate, tests: Sequence[Test] | None = None) -> BoolLike:
    """Whether a move passes the tests that were deferred, or those given."""
    tested = move.tests if tests is None else tests
    return move.c.s.all_of(*(lambda test=test: test(move) for test in tested))


def is_pass(acts: Sequence[Act]) -> bool:
    """Whether performed actions make a pass, as far as it is known while compiling."""
    kinds = combined_kind(acts)
    return bool(kinds & Acted.PASS) and not kinds & (Acted.DECIDED | Acted.DECIDED_SWAP)


class MoveList(Sink):
    """A list of recorded moves in the arena."""

    def __init__(self, c: Context, family: Family, address: Address | None = None, *, lazy: bool = False) -> None:
        self.c, self.family, self.lazy = c, family, lazy
        self.address = memory.allocate(c, RECORD.size * c.most_moves) if address is None else address
        self.count = c.s.var(0)

    @property
    def defers(self) -> bool:
        return self.lazy

    @property
    def only_collects(self) -> bool:
        return True

    def record(self, index: IntLike) -> Address:
        return self.c.s.offset(self.address, index * RECORD.size)

    def execute(self, c: Context) -> None:
        """Execute all moves, in order."""
        one = lambda i: self.family.execute(c, self.record(i))  # noqa: E731
        c.s.for_range(0, self.count.get(), one, rounds=LIST_CAPACITY)

    def push(self, move: Candidate) -> None:
        self._push(move, 1)

    def push_twice(self, move: Candidate) -> None:
        self._push(move, 2)

    def _push(self, move: Candidate, times: int) -> None:
        if move.settle is not None and not self.family.store:
            move = move.settle(move)
        number, captured = self.family.register(move)
        for _ in range(times):
            self._put(move, number, captured)

    def _put(self, move: Candidate, number: int, captured: Sequence[str]) -> None:
        s, slots = move.c.s, move.in_slots().c.slots
        index = self.count.get()

        def put() -> None:
            record = self.record(index)
            s.store(record, _GENERATOR, "i32", number)
            for position, name in enumerate(captured):
                s.store(record, _FIRST_CAPTURE + position, "i32", slots[name])
            self.count.set(index + 1)

        s.if_(index < self.c.most_moves, put, lambda: memory.fail(self.c, 2))
