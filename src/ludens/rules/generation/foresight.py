"""Tests of the position after a move that need not be made for every move.

Many legal moves are tried for the same condition afterwards: that no king is in check. The condition is worked out once
on the position as it stands, which notes what it looks at (`runtime.watched`). A move that changes nothing of that
leaves the answer as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from ludens.rules.actions.base import Act
from ludens.rules.actions.movement import Move
from ludens.rules.generation.candidates import AsNow, Candidate, Foreseen, Test
from ludens.rules.generation.chains import ChainAct, Link
from ludens.rules.generation.records import Family, passes_tests
from ludens.rules.generation.sinks import exists
from ludens.rules.state.constants import is_direct
from ludens.rules.state.context import Context
from ludens.rules.state.fields.declaration import Field
from ludens.rules.state.memory import WORKSPACE
from ludens.rules.state.reads import can_watch, is_noted
from ludens.rules.state.view import StateView
from ludens.stage import Address, Bool, BoolLike, Function, Handle, IntLike

#: fewer moves are tested one by one
FEW = 6
#: a function that answers about a recorded move
Question = Function[Handle | None]


class Foresight:
    """For the moves of a family that have the same test: which of them cannot change its answer."""

    def __init__(self, family: Family, test: Foreseen) -> None:
        self.family, self.test = family, test
        #: by the number of a kind of move: whether a recorded one leaves alone what was looked at, the other tests,
        #: and whether it may change whose turn is next
        self.kinds: dict[int, tuple[Question, Question | None, bool]] = {}

    @classmethod
    def of(cls, family: Family) -> Foresight | None:
        """For the test that most kinds of moves have; None where no test can be foreseen, or the stage runs."""
        if is_direct(family.c) or not can_watch(family.c.model):
            return None
        tests = [test for move, _ in family.members for test in map(_foreseen, move.tests) if test is not None]
        if not tests:
            return None
        keys = [test.key for test in tests]
        foresight = cls(family, max(tests, key=lambda test: keys.count(test.key)))
        for number, (move, captured) in enumerate(family.members):
            foresight._add(number, move, captured)
        return foresight if foresight.kinds else None

    def _add(self, number: int, move: Candidate, captured: tuple[str, ...]) -> None:
        mine = [test for test in move.tests if (foreseen := _foreseen(test)) and foreseen.key == self.test.key]
        if len(mine) != 1:
            return
        thens = move.then[: mine[0].thens] if isinstance(mine[0], AsNow) else move.then
        writes = frozenset[str]().union(*(then.moves.all_writes for then in thens))
        if not writes <= {"turn"} or not _is_plain(move):
            return
        others = tuple(test for test in move.tests if test is not mine[0])
        rest = self.family.reader(move, captured, lambda m: passes_tests(m, others)) if others else None
        leaves = self.family.reader(move, captured, _leaves_alone)
        if leaves is not None and (rest is not None or not others):
            self.kinds[number] = leaves, rest, bool(writes)

    def ahead(self, c: Context, count: IntLike) -> Ahead:
        """Look ahead in a position with `count` moves."""
        fields: set[Field[Any]] = set()

        def body(state: Address, root: Address, env: Address) -> BoolLike:
            there = self.family.at(state, root, env).bind(applying=1)
            return self.test.holds_now(there, fields)

        layout = c.state.layout
        look = c.s.function("ahead", [layout.core, layout.whole, WORKSPACE], Bool, body)
        ready, holds = c.s.var(False, Bool), c.s.var(False, Bool)

        def begin() -> None:
            holds.set(c.s.call(look, c.state.address, c.state.root, c.env))
            ready.set(True)

        c.s.if_(count >= FEW, begin)
        turns = StateView.next in fields
        kinds = {n: (leaves, rest) for n, (leaves, rest, turned) in self.kinds.items() if not (turns and turned)}
        return Ahead(self.family, kinds, ready.get, holds.get)


class Ahead:
    """A position looked at ahead: `known` is whether, `holds` what the test says where nothing is changed."""

    def __init__(
        self,
        family: Family,
        kinds: dict[int, tuple[Question, Question | None]],
        is_ready: Callable[[], BoolLike],
        holds: Callable[[], BoolLike],
    ) -> None:
        self.family, self.kinds, self.is_ready, self.holds = family, kinds, is_ready, holds

    def test(self, c: Context, record: Address) -> BoolLike:
        """Whether a recorded move passes its tests."""
        arguments, passed = (c.state.address, c.state.root, c.env, record), c.s.var(True, Bool)

        def answer(question: Question | None) -> BoolLike:
            return cast(BoolLike, c.s.call(question, *arguments)) if question is not None else True

        def case(number: int) -> None:
            def test() -> None:
                passed.set(self.family.test_of(c, number, record))

            if number not in self.kinds:
                test()
                return
            leaves, rest = self.kinds[number]
            alone = c.s.all_of(self.is_ready, lambda: answer(leaves))
            c.s.if_(alone, lambda: passed.set(c.s.all_of(self.holds, lambda: answer(rest))), test)

        self.family.switch(c, record, case)
        return passed.get()


def _foreseen(test: Test) -> Foreseen | None:
    inner = test.test if isinstance(test, AsNow) else test
    return inner if isinstance(inner, Foreseen) else None


def _is_plain(move: Candidate) -> bool:
    """Whether a move's own actions do no more than take a piece from one site to another, but for chained effects."""
    return bool(move.c.s.trial(lambda: _moved(move.build(move.c)) is not None))


def _moved(acts: Sequence[Act]) -> tuple[Move, list[Link]] | None:
    """The only action of a move, and what is chained in front of it."""
    links: list[Link] = []
    if acts and isinstance(acts[0], ChainAct):
        links, inner = acts[0].unrolled()
        acts = [*inner, *acts[1:]]
    if len(acts) != 1 or type(acts[0]) is not Move:
        return None
    act = acts[0]
    return (act, links) if (act.level_from, act.level_to, act.stack) == (-1, -1, False) else None


def _leaves_alone(move: Candidate) -> BoolLike:
    """Whether nothing was looked at that a move changes: its two sites, and where the pieces on them are listed.

    Not where it has an effect besides.
    """
    c, movement = move.c, _moved(move.build(move.c))
    assert movement is not None
    act, links = movement
    ends = ((act.from_type, act.origin), (act.to_type, act.target))
    noted = [lambda kind=kind, site=site: is_noted(c, kind, site) for kind, site in ends]
    affects = [lambda link=link: exists(c, link.emit) for link in links]
    return c.s.not_(c.s.any_of(*noted, *affects))
