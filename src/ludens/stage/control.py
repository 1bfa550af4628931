"""The second layer of a stage: tests in order, branches, loops with their fuel, scopes."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import overload

from ludens.stage import fuel, lanes
from ludens.stage.handles import Address, Bool, BoolLike, Handle, Int, IntLike, Long, LongLike, Operand, Real, RealLike
from ludens.stage.instructions import Instructions, Variable
from ludens.stage.program import Body, LoopDraft, Scope
from ludens.stage.ranges import FULL, Facts, Range, hull, ranges_with

#: more conditions in a row are tested by halves: each one of a row stands within the one before it
MANY_TESTS = 32


class ControlFlow(Instructions):
    """Emits structured control flow; `where` gives what an error is to say of the place that is being emitted."""

    def __init__(self, where: Callable[[], Hashable] | None = None) -> None:
        super().__init__()
        self._where_now = where
        #: the texts of places, by what `where` gave
        self._places: dict[Hashable, str] = {}
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

    def _where(self, facts: Facts, body: Body) -> bool:
        """Run a body where some facts hold. Gives whether what is emitted next is unreachable from its end."""
        function = self._stack[-1]
        before, function.ranges = function.ranges, ranges_with(function.ranges, facts)
        body()
        function.ranges = before
        return function.label == function.dead

    def if_(self, condition: BoolLike, body: Body, orelse: Body | None = None) -> None:
        if isinstance(condition, bool):
            if condition:
                body()
            elif orelse is not None:
                orelse()
            return
        then_label, else_label, end = self._label("then"), self._label("else"), self._label("end")
        self.line(f"br i1 {condition.ref}, label %{then_label}, label %{else_label if orelse else end}")
        self._begin(then_label)
        left = self._where(condition.facts, body)
        self.line(f"br label %{end}")
        left_else = False
        if orelse is not None:
            self._begin(else_label)
            left_else = self._where(condition.denied, orelse)
            self.line(f"br label %{end}")
        self._begin(end)
        if left or left_else:
            function = self._stack[-1]
            function.ranges = ranges_with(function.ranges, condition.denied if left else condition.facts)

    def switch(self, value: IntLike, cases: Sequence[Body]) -> None:
        """Run case number `value`; nothing where there is no such case."""
        if isinstance(value, int):
            if 0 <= value < len(cases):
                cases[value]()
            return
        end, labels = self._label("end"), [self._label("case") for _ in cases]
        table = " ".join(f"i32 {i}, label %{label}" for i, label in enumerate(labels))
        self.line(f"switch i32 {value.ref}, label %{end} [ {table} ]")
        for number, (label, case) in enumerate(zip(labels, cases, strict=True)):
            self._begin(label)
            self._where(((value.ref, (number, number)),), case)
            self.line(f"br label %{end}")
        self._begin(end)

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
        header, inside, end = self._label("for"), self._label("do"), self._label("done")
        latch, index, following = self._label("next"), self.fresh(), self.fresh()
        x, y = self.operand(Int, low), self.operand(Int, high)
        before, loop = self._stack[-1].label, self._open()
        self.line(f"br label %{header}")
        self._begin(header)
        self.line(f"{index} = phi i32 [ {x}, %{before} ], [ {following}, %{latch} ]")
        more = self.instruction(Bool, f"icmp slt i32 {index}, {y}")
        self._enter(loop, more.ref, inside, end)
        least, most = self.range(low)[0], self.range(high)[1] - 1
        self._where((), lambda: body(Int(self, index, (least, most) if least <= most else FULL)))
        self.line(f"br label %{latch}")
        self._begin(latch)
        self.line(f"{following} = add i32 {index}, 1")
        self.line(f"br label %{header}")
        self._close(loop, most + 1 - least if rounds is None else min(rounds, most + 1 - least))

    def for_down(
        self, high: IntLike, low: IntLike, body: Callable[[IntLike], object], *, rounds: int | None = None
    ) -> None:
        """Run `body(i)` for i = high-1 down to low."""
        least, most = self.range(low)[0], max(self.range(high)[1] - 1, self.range(low)[0])
        self.for_range(low, high, lambda i: body(self.narrowed(high - 1 - i + low, least, most)), rounds=rounds)

    def while_(self, condition: Callable[[], BoolLike], body: Body, *, rounds: int | None = None) -> None:
        """Run the body while the condition holds, `rounds` times at most where that is known."""
        header, inside, end = self._label("while"), self._label("do"), self._label("done")
        loop = self._open()
        self.line(f"br label %{header}")
        self._begin(header)
        ranges = self.ranges
        condition_holds = condition()
        self._enter(loop, self.operand(Bool, condition_holds), inside, end)
        self._where(condition_holds.facts if isinstance(condition_holds, Bool) else (), body)
        self._stack[-1].ranges = ranges
        self.line(f"br label %{header}")
        self._close(loop, rounds)

    def _open(self) -> LoopDraft:
        self.loop_depth += 1
        return LoopDraft(len(self._stack[-1].lines), self._stack[-1].rounds, self._stack[-1].work)

    def _enter(self, loop: LoopDraft, condition: str, inside: str, end: str) -> None:
        """Branch into the body of a loop, or to its end."""
        loop.branch, loop.held, loop.inside, loop.end = len(self._stack[-1].lines), condition, inside, end
        self.line(f"br i1 {condition}, label %{inside}, label %{end}")
        self._begin(inside)

    def _close(self, loop: LoopDraft, rounds: int | None) -> None:
        """End a loop. In each round it draws on the fuel, unless all its rounds together run few lines enough.

        Where these are many, but counted, it draws now and then, or only looks whether the code is to stop.
        """
        function = self._stack[-1]
        own = len(function.lines) - loop.lines
        body, work = (
            own + now - before for now, before in ((function.rounds, loop.rounds), (function.work, loop.work))
        )
        apart = 1 << max(fuel.BETWEEN // work, 1).bit_length() - 1 if rounds is not None else 1
        if rounds is not None and rounds * body <= fuel.STRETCH and rounds * work <= fuel.LONGEST:
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
            label = self._label("draw")
            branch = f"  br i1 {loop.held}, label %{label}, label %{loop.end}\n"
            lines = self._looking if looks else self._now_and_then(apart, body)
            function.lines[loop.branch] = branch + lines(function.env, loop.inside, loop.end, label)
        self.loop_depth -= 1
        self._begin(loop.end)

    def _looking(self, env: Address, go_on: str, leave: str, label: str) -> str:
        """The lines that only look whether the code is to stop."""
        self._declared["refuel"], self._declared["same"] = fuel.REFUEL, fuel.SAME
        return fuel.looking(env.ref, self._place(), go_on, leave, label)

    def _drawing(self, env: Address, go_on: str, leave: str, label: str, parts: int = fuel.PARTS) -> str:
        """The lines that draw once, or `parts` of the parts of a draw."""
        self._declared["refuel"] = fuel.REFUEL
        return fuel.drawing(env.ref, self._place(), go_on, leave, label, parts)

    def _now_and_then(self, apart: int, body: int) -> Callable[[Address, str, str, str], str]:
        """A function for the lines that draw once in `apart` rounds of a `body` of that many lines without a look.

        Where the rounds are few it draws a part in each; in long ones it draws several times.
        """
        if apart < fuel.PARTS:
            draws = fuel.LONG_ROUND if body > fuel.LONG_ROUND * fuel.BETWEEN else 1
            return partial(self._drawing, parts=draws * fuel.PARTS // apart)

        def lines(env: Address, go_on: str, leave: str, label: str) -> str:
            counter, due = f"%{label}.rounds", self._label("due")
            self._stack[-1].allocas += [f"  {counter} = alloca i32", f"  store i32 0, ptr {counter}"]
            often = fuel.now_and_then(counter, apart, go_on, due, label)
            return f"{often}\n{self._drawing(env, go_on, leave, due)}"

        return lines

    def _place(self) -> str:
        """The address of a text of the place that is being emitted, which errors name."""
        place = self._where_now() if self._where_now is not None else None
        if place is None:
            return "null"
        if place not in self._places:
            self._places[place] = f"@place.{len(self._places)}"
        return self._places[place]

    def store_place(self, address: Address, offset: int) -> None:
        """Keep the address of a text (UTF-8, ends with a zero) of the place that is being emitted; null for none."""
        at = self.instruction(Address, f"getelementptr i8, ptr {address.ref}, i64 {offset}")
        self.line(f"store ptr {self._place()}, ptr {at.ref}")

    def scope(self, body: Callable[[Scope], object]) -> None:
        """Run the body once; `leave` jumps to its end."""
        end = Scope(self._label("leave"))
        self._where((), lambda: body(end))
        self.line(f"br label %{end.label}")
        self._begin(end.label)

    def leave(self, scope: Scope) -> None:
        """Jump to the end of an enclosing scope. What is emitted next is unreachable."""
        self.line(f"br label %{scope.label}")
        function = self._stack[-1]
        function.dead = self._label("dead")
        self._begin(function.dead)

    def give_up(self) -> None:
        """Return zero from the function under construction. What is emitted next is unreachable."""
        function = self._stack[-1]
        function.gives_up = True
        function.lines.append(function.zero)
        function.dead = self._label("dead")
        self._begin(function.dead)

    def _label(self, hint: str) -> str:
        return f"{hint}{self._stack[-1].number()}"

    def _begin(self, label: str) -> None:
        self._stack[-1].lines.append(f"{label}:")
        self._stack[-1].label = label


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
