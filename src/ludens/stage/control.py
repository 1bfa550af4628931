"""The second layer of a stage: tests in order, branches, loops with their fuel, scopes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import overload

from ludens.stage import fuel, lanes
from ludens.stage.handles import Address, Bool, BoolLike, Handle, Int, IntLike, Long, LongLike, Operand, Real, RealLike
from ludens.stage.instructions import Instructions, Variable
from ludens.stage.ir import Node
from ludens.stage.program import Body, LoopDraft, Scope
from ludens.stage.ranges import FULL, Facts, Range, hull, ranges_with

#: the lines of a loop that counts: before its body, and behind it
_FOR, _NEXT = 5, 4
#: more conditions in a row are tested by halves: each one of a row stands within the one before it
MANY_TESTS = 32


class ControlFlow(Instructions):
    """Emits structured control flow."""

    def __init__(self, rules: Collection[str] = ()) -> None:
        super().__init__(rules)
        self.loop_depth = 0

    # --- lazy logic

    def all_of(self, *tests: Callable[[], BoolLike]) -> BoolLike:
        """Whether every test holds; evaluated in order, up to the first that does not."""
        if not tests:
            return True
        if len(tests) > MANY_TESTS:
            half = len(tests) // 2
            return self.all_of(lambda: self.all_of(*tests[:half]), lambda: self.all_of(*tests[half:]))
        first = tests[0]()
        if isinstance(first, bool):
            return self.all_of(*tests[1:]) if first else False
        return first if len(tests) == 1 else self.choose(first, lambda: self.all_of(*tests[1:]), lambda: False, Bool)

    def any_of(self, *tests: Callable[[], BoolLike]) -> BoolLike:
        """Whether some test holds; evaluated in order, up to the first that does."""
        return self.not_(self.all_of(*(lambda t=t: self.not_(t()) for t in tests)))

    @overload
    def choose(self, condition: BoolLike, a: Callable[[], IntLike], b: Callable[[], IntLike]) -> IntLike: ...

    @overload
    def choose(
        self, condition: BoolLike, a: Callable[[], BoolLike], b: Callable[[], BoolLike], kind: type[Bool]
    ) -> BoolLike: ...

    @overload
    def choose(
        self, condition: BoolLike, a: Callable[[], LongLike], b: Callable[[], LongLike], kind: type[Long]
    ) -> LongLike: ...

    @overload
    def choose(
        self, condition: BoolLike, a: Callable[[], RealLike], b: Callable[[], RealLike], kind: type[Real]
    ) -> RealLike: ...

    def choose(
        self, condition: BoolLike, a: Callable[[], Operand], b: Callable[[], Operand], kind: type[Handle] = Int
    ) -> Operand:
        """The value of `a()` if the condition holds, else of `b()`; only one is evaluated."""
        if isinstance(condition, bool):
            return a() if condition else b()
        if isinstance(condition, lanes.Mask):
            return self._chosen_by_lane(condition, a(), b())
        result: Variable[Handle] = Variable(self, kind)
        values: list[Operand] = []
        ranges: list[Range] = []

        def take(make: Callable[[], Operand]) -> None:
            value = make()
            result.set(value)
            values.append(value)
            ranges.append(self.range(value))

        self.if_(condition, lambda: take(a), lambda: take(b))
        value = result.get()
        if isinstance(value, Bool):
            value.facts, value.denied = _facts_of_choice(condition, *values)
        return self._ranged(value, hull(*ranges)) if kind is Int else value

    def _chosen_by_lane(self, condition: lanes.Mask, a: Operand, b: Operand) -> BoolLike:
        if isinstance(a, bool | Bool) and isinstance(b, bool | Bool):
            return condition.chosen(a, b)
        raise lanes.NotUniform

    # --- control flow

    def _inside(self, node: Node, facts: Facts, body: Body) -> bool:
        """Run a body, where some facts hold, as one more block of a node. Gives whether nothing leads to its end."""
        function, block = self._stack[-1], list[Node]()
        node.blocks += (block,)
        before, function.ranges = function.ranges, ranges_with(function.ranges, facts)
        around, function.block = function.block, block
        body()
        function.block, function.ranges = around, before
        return function.dead

    def if_(self, condition: BoolLike, body: Body, orelse: Body | None = None) -> None:
        if isinstance(condition, bool):
            if condition:
                body()
            elif orelse is not None:
                orelse()
            return
        node = self.append("if", "i1", (condition.ref,))
        self._begin()
        left = self._inside(node, condition.facts, body)
        self._pass()
        left_else = False
        if orelse is not None:
            self._begin()
            left_else = self._inside(node, condition.denied, orelse)
            self._pass()
        self._begin()
        if left or left_else:
            function = self._stack[-1]
            function.ranges = ranges_with(function.ranges, condition.denied if left else condition.facts)

    def switch(self, value: IntLike, cases: Sequence[Body]) -> None:
        """Run case number `value`; nothing where there is no such case."""
        if isinstance(value, int):
            if 0 <= value < len(cases):
                cases[value]()
            return
        node = self.append("switch", "i32", (value.ref,))
        for number, case in enumerate(cases):
            self._begin()
            self._inside(node, ((value.ref, (number, number)),), case)
            self._pass()
        self._begin()

    def for_range(
        self, low: IntLike, high: IntLike, body: Callable[[IntLike], object], *, rounds: int | None = None
    ) -> None:
        """Run `body(i)` for i = low .. high-1; `rounds` is how often at most, where more is known than the ranges say.

        A loop whose rounds are few draws no fuel (see `_close`).
        """
        if isinstance(low, int) and isinstance(high, int) and high - low <= 1:
            if high > low:
                body(low)
            return
        loop = self._open("for", "i32", self.operand(Int, low), self.operand(Int, high))
        self._begin(_FOR)
        least, most = self.range(low)[0], self.range(high)[1] - 1
        index = Int(self, f"%v{loop.node.number}", (least, most) if least <= most else FULL)
        self._inside(loop.node, (), lambda: body(index))
        self._begin(_NEXT)
        self._close(loop, most + 1 - least if rounds is None else min(rounds, most + 1 - least))

    def for_down(
        self, high: IntLike, low: IntLike, body: Callable[[IntLike], object], *, rounds: int | None = None
    ) -> None:
        """Run `body(i)` for i = high-1 down to low."""
        least, most = self.range(low)[0], max(self.range(high)[1] - 1, self.range(low)[0])
        self.for_range(low, high, lambda i: body(self.narrowed(high - 1 - i + low, least, most)), rounds=rounds)

    def while_(self, condition: Callable[[], BoolLike], body: Body, *, rounds: int | None = None) -> None:
        """Run the body while the condition holds, `rounds` times at most where that is known."""
        loop, function, before = self._open("while", "i1"), self._stack[-1], self.ranges
        tests: list[tuple[BoolLike, Mapping[str, Range]]] = []

        def test() -> None:
            tests.append((condition(), function.ranges))
            loop.node.args = (self.operand(Bool, tests[0][0]),)

        self._begin()
        self._inside(loop.node, (), test)
        self._pass()
        self._begin()
        ((holds, function.ranges),) = tests
        self._inside(loop.node, holds.facts if isinstance(holds, Bool) else (), body)
        function.ranges = before
        self._pass()
        self._close(loop, rounds)

    def _open(self, op: str, kind: str, *args: str) -> LoopDraft:
        self.loop_depth += 1
        function = self._stack[-1]
        lines, rounds, work = function.size, function.rounds, function.work
        return LoopDraft(self.append(op, kind, args, (None, None, None)), lines, rounds, work)

    def _close(self, loop: LoopDraft, rounds: int | None) -> None:
        """End a loop. In each round it draws on the fuel, unless all its rounds together run few lines enough.

        Where these are many, but counted, it draws now and then, or only looks whether the code is to stop.
        """
        function = self._stack[-1]
        own, draw, amount = function.size - loop.lines, None, None
        body, work = (
            own + now - before for now, before in ((function.rounds, loop.rounds), (function.work, loop.work))
        )
        apart = 1 << max(fuel.BETWEEN // work, 1).bit_length() - 1 if rounds is not None else 1
        short = rounds is not None and rounds * body <= fuel.STRETCH and rounds * work <= fuel.LONGEST
        if rounds is not None and short and ("rounds" in self.rules or function.env is None):
            function.rounds = loop.rounds + max(rounds, 1) * body - own
            function.work = loop.work + max(rounds, 1) * work - own
        elif function.env is None:
            function.rounds += fuel.STRETCH
            function.work += fuel.LONGEST
        else:
            looks = rounds is not None and apart < fuel.APART and rounds * work <= fuel.LONGEST
            if looks:
                function.work = loop.work + max(rounds or 0, 1) * work - own
            elif apart >= fuel.APART:
                function.rounds = loop.rounds + apart * body - own
                function.work = loop.work + apart * work - own
            draw, amount = ("look", None) if looks else _now_and_then(apart, body)
        loop.node.data = (rounds, draw, amount)
        self.loop_depth -= 1
        self._begin()

    def store_place(self, address: Address, offset: int) -> None:
        """Keep the address of a text (UTF-8, ends with a zero) of the place that is being emitted; null for none."""
        self.append("place", "ptr", (self.value("at", "ptr", address.ref, str(offset), data=("i8",)),))

    def scope(self, body: Callable[[Scope], object]) -> None:
        """Run the body once; `leave` jumps to its end."""
        node = self.append("scope", "void", (), lines=0)
        self._inside(node, (), lambda: body(Scope(node.number)))
        self._pass()
        self._begin()

    def leave(self, scope: Scope) -> None:
        """Jump to the end of an enclosing scope. What is emitted next is unreachable."""
        self.append("leave", "void", (), (scope.number,))
        self._begin(dead=True)

    def give_up(self) -> None:
        """Return zero from the function under construction. What is emitted next is unreachable."""
        self._stack[-1].gives_up = True
        self.append("give_up", "void", ())
        self._begin(dead=True)

    def _begin(self, lines: int = 1, *, dead: bool = False) -> None:
        """Something begins that one can jump to, unless it is `dead`; its head has so many lines."""
        function = self._stack[-1]
        function.size += lines
        function.dead = dead

    def _pass(self) -> None:
        """A jump."""
        self._stack[-1].size += 1


def _now_and_then(apart: int, body: int) -> tuple[str, int]:
    """How a loop draws once in `apart` rounds of a `body` of that many lines without a look.

    Where the rounds are few it draws some parts of a draw in each; in long ones it draws several times.
    """
    if apart >= fuel.PARTS:
        return "rounds", apart
    draws = fuel.LONG_ROUND if body > fuel.LONG_ROUND * fuel.BETWEEN else 1
    return "parts", draws * fuel.PARTS // apart


def _facts_of_choice(condition: Bool, a: Operand, b: Operand) -> tuple[Facts, Facts]:
    """What holds where `condition ? a : b` is true, and where it is false."""

    def where_it_is(truth: bool) -> Facts:
        if b is (not truth):
            return (*condition.facts, *_facts(a, truth))
        return (*condition.denied, *_facts(b, truth)) if a is (not truth) else ()

    return where_it_is(True), where_it_is(False)


def _facts(value: Operand, holds: bool) -> Facts:
    if not isinstance(value, Bool):
        return ()
    return value.facts if holds else value.denied
