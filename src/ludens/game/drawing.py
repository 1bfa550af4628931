"""Random moves whose conditions are tested once they are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.rules.generation.records import LIST_CAPACITY, RECORD, Family, MoveList
from ludens.rules.generation.sinks import CountOrListSink, DropSink, find_nth
from ludens.rules.state.context import Context
from ludens.rules.state.memory import WORKSPACE
from ludens.rules.state.random import choice
from ludens.rules.turns import legal
from ludens.stage import Address, Function, Int, IntLike, Scope, Variable

#: how often a move is drawn from sets before all are listed, where the conditions fail
DRAWS = 16


@dataclass
class _Unlisted(DropSink):
    """Stands for a list that nothing is written to; such a list `defers` tests or not."""

    deferring: bool

    @property
    def defers(self) -> bool:
        return self.deferring

    @property
    def only_collects(self) -> bool:
        return True


def explored(c: Context, *, defers: bool) -> CountOrListSink:
    """What counted the legal moves in vain: whether some are found as sets is known before any is compiled."""

    def count() -> CountOrListSink:
        sink = CountOrListSink(c, _Unlisted(defers))
        legal.legal_moves(c, sink)
        return sink

    made = c.s.trial(count)
    assert made is not None, "code that runs at once draws from a list"
    return made


@dataclass(frozen=True)
class Drawing:
    """How moves of a family are drawn: `generate` lists them, without those tests; `context` is that of a position."""

    family: Family
    generate: Function[Int]
    context: Callable[[Address, Address], Context]

    def from_list(self, c: Context, records: Address, chosen: Variable[IntLike]) -> None:
        """List all moves, and draw until one passes its tests: `chosen` is its number then."""
        s, listed = c.s, MoveList(c, self.family, records)
        left = s.var(s.call(self.generate, c.state.address, c.env, records))

        def draw() -> None:
            at = choice(s, c.env, left.get())
            record = listed.record(at)

            def drop() -> None:
                left.set(left.get() - 1)
                s.move(record, listed.record(left.get()), RECORD.size)

            s.if_(self.family.test(c, record), lambda: chosen.set(at), drop)

        s.while_(lambda: s.all_of(lambda: chosen.get() < 0, lambda: left.get() > 0), draw, rounds=LIST_CAPACITY)

    def from_sets(self, c: Context, records: Address, chosen: Variable[IntLike]) -> bool:
        """Draw from sets of moves, which are counted, and from a list of those that loops find; False without sets.

        `chosen` is the number in `records` of a move that passes its tests; it stays -1 where some drawn ones do not.
        Whoever draws again leaves out moves that are not legal, if any: the choice among the legal ones is uniform.
        """
        s = c.s
        if not explored(c, defers=True).in_sets:
            return False
        listed = MoveList(c, self.family, records, lazy=True)
        counted = CountOrListSink(c, listed)
        legal.legal_moves(c, counted)
        in_list = s.var(listed.count.get())
        in_sets, behind = counted.total.get(), in_list.get()

        def nth(state: Address, env: Address, record: Address, number: Int) -> None:
            there = self.context(state, env)
            moves = MoveList(there, self.family, record, lazy=True)
            find_nth(there, moves, number, lambda sink: legal.legal_moves(there, sink))

        find = s.function("nth", [c.state.layout.whole, WORKSPACE, RECORD, Int], None, nth)

        def draw(out: Scope) -> None:
            number = choice(s, c.env, in_sets + in_list.get())
            at = s.var(number)

            def search() -> None:
                s.call(find, c.state.address, c.env, listed.record(behind), number - in_list.get())
                at.set(behind)

            def drop() -> None:
                in_list.set(in_list.get() - 1)
                s.move(listed.record(number), listed.record(in_list.get()), RECORD.size)

            s.if_(number >= in_list.get(), search)
            passes = lambda: (chosen.set(at.get()), s.leave(out))  # noqa: E731
            s.if_(self.family.test(c, listed.record(at.get())), passes)
            s.if_(at.get() < behind, drop)

        def draws(out: Scope) -> None:
            s.if_(behind >= LIST_CAPACITY, lambda: s.leave(out))

            def again(_: IntLike) -> None:
                s.if_(in_sets + in_list.get() == 0, lambda: s.leave(out))
                draw(out)

            s.for_range(0, DRAWS, again)

        s.scope(draws)
        return True
