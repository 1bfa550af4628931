"""The stage: structured code generation. Knows no game.

`Stage` builds a module of nodes (`ludens.stage.ir`). Bodies of control flow are callables, run once while compiling:
`if_(cond, body)` runs the body directly (or not at all) when `cond` is a plain Python value. Its layers, from the
ground: `instructions`, `control`, `memory`, and here functions.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, cast, overload

from ludens.language import LudError
from ludens.stage import checks, fuel, lanes
from ludens.stage.handles import (
    Address,
    BoolLike,
    Environment,
    H,
    Handle,
    Int,
    IntLike,
    LongLike,
    Memory,
    Operand,
    Parameter,
)
from ludens.stage.ir import OPERATIONS, Module, Procedure
from ludens.stage.ir.llvm import assembly
from ludens.stage.ir.rules import apply, rules_in_force
from ludens.stage.memory import MemoryAccess, Table
from ludens.stage.program import Body, Checkpoint, Function, FunctionDraft, Scope
from ludens.stage.ranges import FULL, Narrow, Range

#: functions of more lines are never inlined
LARGE = 200
#: functions of more lines are not optimised: LLVM would need minutes for them
HUGE = 10_000
R = TypeVar("R", covariant=True)
T = TypeVar("T")
V = TypeVar("V")


class Stage(MemoryAccess):
    """Builds one module.

    In the checking mode every access to memory is verified: where `checked` says so, by default where `LUDENS_CHECKS`
    does. `rules` are those of `ludens.stage.ir.rules` that are in force, by default all that `LUDENS_WITHOUT` does not
    name.
    """

    def __init__(self, *, checked: bool | None = None, rules: Collection[str] | None = None) -> None:
        super().__init__(rules_in_force() if rules is None else rules)
        self._checks = checks.Checks(self) if (checks.is_on() if checked is None else checked) else None
        self._count = 0
        self._procedures: list[Procedure] = []
        #: functions whose code could be that of others, by what equal code has in common
        self._alike: dict[Hashable, list[tuple[Procedure, Function[Any]]]] = {}
        #: how many lines functions run without a look at the stop word, and without a draw
        self._stretches: dict[str, int] = {}
        self._works: dict[str, int] = {}
        #: how many bytes of the stack functions take, with what they call
        self._memories: dict[str, int] = {}
        #: the most lines that a function runs without a draw of its own, with what it calls
        self._longest: dict[str, int] = {}
        #: the functions that can be called from outside, by name
        self.exports: dict[str, Function[Any]] = {}
        self._results: dict[Hashable, object] = {}

    # --- what is made once

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result of `make`, called once for a key, which decides it."""
        if key not in self._results:
            self._results[key] = make()
        return cast(T, self._results[key])

    def recursive(
        self, key: Hashable, parameters: Sequence[Parameter], result: type[H], body: Callable[..., Any]
    ) -> Function[H]:
        """A function made once, whose body may ask for it by the same key.

        It bounds how deep it is nested, by `fuel.DEPTH`: a card knows then what memory it needs.
        """
        if key not in self._results:
            declared = self.declare(str(key), parameters, result)
            self._results[key] = declared
            try:
                self.define(declared, body)
            except lanes.NotUniform:
                del self._results[key]
                raise
        return cast("Function[H]", self._results[key])

    # --- lanes

    def each_lane(self, count: int, body: Callable[[IntLike], BoolLike]) -> BoolLike | None:
        """What a test of a number gives for 0 .. count-1 at once: a `lanes.Mask`, or one value for all.

        None where that is not known lane by lane, or is no straight line of code that leaves everything as it is.
        """
        return self.attempted(partial(self._by_lane, count, body)) if "lanes" in self.rules else None

    def _by_lane(self, count: int, body: Callable[[IntLike], BoolLike]) -> BoolLike | None:
        block = self._stack[-1].block
        mark = len(block)
        mask = body(lanes.Lane(self, 0, count))
        return mask if all(OPERATIONS[node.op].plain for node in block[mark:]) else None

    def any_row_within(
        self, sets: Sequence[tuple[LongLike, Table[LongLike], Table[LongLike]]], start: IntLike, width: int, by: int
    ) -> BoolLike:
        """Whether for one of `width` elements from `start` on every set, cut to the second table, is as in the first.

        Each of the sets is a word with two tables; `by`, by which the width is divided, elements are looked at at once.
        """
        return lanes.any_row(self, sets, start, width, by, self._row)

    def write_numbers(
        self, target: Address, source: Address, offsets: Sequence[int], base: int, count: int, element: Narrow
    ) -> None:
        """Write an array of `count` numbers, all at once. The digits of number i are the bytes at i + `offsets`, the
        first digit first."""
        lanes.write_numbers(
            self,
            offsets,
            base,
            count,
            element,
            lambda at, size: self.reached(self.offset(source, at), size, "read"),
            lambda at, size: self.reached(self.offset(target, at), size, "write"),
        )

    def _row(self, table: Table[LongLike], start: IntLike, width: int) -> str:
        """The text of the address of `width` elements of a table."""
        return self.reached(self.offset(table.address, self.long(start) * 8), 8 * width, "read")

    # --- functions

    @overload
    def function(
        self,
        name: str,
        parameters: Sequence[Parameter],
        result: type[H],
        body: Callable[..., Any],
        *,
        exported: bool = False,
        inline: bool | None = None,
    ) -> Function[H]: ...

    @overload
    def function(
        self,
        name: str,
        parameters: Sequence[Parameter],
        result: None,
        body: Callable[..., Any],
        *,
        exported: bool = False,
        inline: bool | None = None,
    ) -> Function[None]: ...

    @overload
    def function(
        self,
        name: str,
        parameters: Sequence[Parameter],
        result: type[H] | None,
        body: Callable[..., Any],
        *,
        exported: bool = False,
        inline: bool | None = None,
    ) -> Function[H | None]: ...

    def function(
        self,
        name: str,
        parameters: Sequence[Parameter],
        result: type[Handle] | None,
        body: Callable[..., Any],
        *,
        exported: bool = False,
        inline: bool | None = None,
    ) -> Function[Any]:
        """Define a function; `body(*parameters)` emits it and returns its result. Definitions may nest.

        One that does the same as an earlier one, to the letter, is that one, whose places errors then name.
        """
        function = self._open_function(result, exported=exported)
        function.attributes = {True: " alwaysinline", False: " noinline", None: ""}[inline] + " nounwind"
        self._emit_body(result, body, parameters)
        # the optimiser's time grows faster than a function's size
        if function.size > HUGE and inline is not True:
            function.attributes = " noinline optnone nounwind"
        elif function.size > LARGE and inline is None:
            function.attributes += " noinline"
        kinds = tuple(kind for kind, _ in function.parameters)
        if exported:
            self.exports[name] = self._add(Function(name, result, kinds))
            return self.exports[name]
        same = self._same(function, name, kinds, result)
        return replace(same, gives=function.gives)

    def _same(
        self, draft: FunctionDraft, name: str, kinds: tuple[Parameter, ...], result: type[Handle] | None
    ) -> Function[Any]:
        """An earlier function that does the same as the one under construction, else that one."""
        alike = self._alike.setdefault((draft.size, draft.count, draft.result, len(draft.entry)), [])
        procedure = draft.procedure("")
        for one, function in alike if "equal" in self.rules else ():
            if one.does_the_same(procedure):
                self._stack.pop()
                return function
        added: Function[Any] = self._add(Function(self._unique(name), result, kinds))
        alike.append((self._procedures[-1], added))
        return added

    def declare(self, name: str, parameters: Sequence[Parameter], result: type[Handle] | None) -> Function[Any]:
        """A function that can be called before `define` gives its body, by itself too; it draws at its entry."""
        function: Function[Any] = Function(self._unique(name), result, tuple(parameters))
        if any(isinstance(kind, Environment) for kind in parameters):
            self._stretches[function.name] = self._works[function.name] = 0
        return function

    def define(self, declared: Function[Any], body: Callable[..., Any]) -> None:
        """Give a declared function its body."""
        function = self._open_function(declared.result)
        self._emit_body(declared.result, body, declared.parameters)
        self._guard(function)
        self._check_stack(fuel.DEEPEST * (function.memory + function.below))
        self._add(declared)

    def _check_stack(self, size: int) -> None:
        if size > fuel.STACK:
            raise LudError(f"the rules work with {size} bytes at once (at most {fuel.STACK}): too much for this board")

    def _unique(self, name: str) -> str:
        self._count += 1
        return f"{name}.{self._count}"

    def _open_function(self, result: type[Handle] | None, *, exported: bool = False) -> FunctionDraft:
        self._stack.append(FunctionDraft(exported, result.type if result else "void", place=self.place))
        return self._stack[-1]

    def _emit_body(
        self, result: type[Handle] | None, body: Callable[..., Any], parameters: Sequence[Parameter]
    ) -> None:
        value = body(*(self.parameter(kind) for kind in parameters))
        function = self._stack[-1]
        if result is None:
            self.append("return", "void", ())
        else:
            self.append("return", result.type, (self.operand(result, value),))
        if function.size + function.work > fuel.LONGEST or function.stretch > fuel.STRETCH:
            self._guard(function)
        self._check_stack(function.memory + function.below)
        function.gives = self.range(value) if result is Int else FULL
        if function.gives_up:
            function.gives = min(function.gives[0], 0), max(function.gives[1], 0)

    def _guard(self, function: FunctionDraft) -> None:
        """Let a function draw at its entry, and return zero where it is to stop."""
        if function.env is not None:
            function.guard = function.gives_up = True

    def _add(self, function: Function[R]) -> Function[R]:
        """Add the function under construction to the module."""
        ended = self._stack.pop()
        self._procedures.append(ended.procedure(function.name))
        # a loop that calls what draws at its entry has a draw in each round
        self._stretches[function.name] = 0 if ended.guard else min(ended.stretch, fuel.STRETCH)
        self._works[function.name] = 0 if ended.guard else ended.size + ended.work
        self._memories[function.name] = ended.memory + ended.below
        self._longest[function.name] = max(ended.longest, ended.size + ended.work)
        return function

    def longest(self, function: Function[Any]) -> int:
        """How many lines of a function, and of what it calls, run without a draw on the fuel, at most."""
        return self._longest[function.name]

    def trial(self, body: Callable[[], T]) -> T | None:
        """What a body gives while compiling; the code that it emits is thrown away. None where nothing is tried.

        What it adds to the parameters of the function under construction stays; what is known there is forgotten in it.
        """
        outside = not self._stack
        if outside:
            self._stack.append(FunctionDraft(False, "void"))
        begun = self._mark()
        self._stack[-1].ranges = {}
        try:
            result = body()
        finally:
            self._go_back(begun)
        if outside:
            self._stack.pop()
        return result

    def attempt(self, body: Body) -> bool:
        """Run a body, throw away the code that it emits; gives whether no single value of many lanes was needed.

        What it adds to the parameters of the function under construction stays.
        """
        begun = self._mark()
        try:
            body()
        except lanes.NotUniform:
            return False
        finally:
            self._go_back(begun)
        return True

    def attempted(self, body: Callable[[], V]) -> V | None:
        """The result of a body; where it is None, or one value of many lanes is needed, its code is thrown away."""
        begun, result = self._mark(), None
        with contextlib.suppress(lanes.NotUniform):
            result = body()
        if result is None:
            self._go_back(begun)
        return result

    def _mark(self) -> Checkpoint:
        function = self._stack[-1]
        progress = (function.size, function.dead, function.ranges, function.rounds, function.work)
        return Checkpoint(len(self._stack), self.loop_depth, function.block, len(function.block), progress)

    def _go_back(self, mark: Checkpoint) -> None:
        """Throw away what was emitted since a mark."""
        del self._stack[mark.functions :]
        self.loop_depth = mark.loops
        function = self._stack[-1]
        function.block = mark.block
        del function.block[mark.nodes :]
        function.size, function.dead, function.ranges, function.rounds, function.work = mark.held

    @overload
    def parameter(self, kind: type[H], range: Range = FULL) -> H: ...

    @overload
    def parameter(self, kind: Memory, range: Range = FULL) -> Address: ...

    def parameter(self, kind: Parameter, range: Range = FULL) -> Handle:
        """Add a parameter to the function under construction; callers keep to the range."""
        parameters = self._stack[-1].parameters
        parameters.append((kind, f"%p{len(parameters)}"))
        name = parameters[-1][1]
        if isinstance(kind, Environment):
            self._stack[-1].env = Address(self, name)
        if isinstance(kind, Memory):
            return self.object_at(Address(self, name), kind.name, kind.size)
        handle = kind(self, name)
        if isinstance(handle, Int):
            self.narrowed(handle, *range)
        return self._ranged(handle, range)

    def entry_load(self, address: Address, index: int, range: Range = FULL) -> IntLike:
        """A 32-bit element of an array, loaded at the entry of the function in construction, whose parameter it is.

        It lies in the range.
        """
        function = self._stack[-1]
        block, size, function.block = function.block, function.size, function.entry
        value = self.load(address, index, "i32")
        function.block, function.size = block, size
        return self.narrowed(value, *range)

    def call(self, function: Function[R], *arguments: Operand) -> R:
        """What the function gives."""
        caller = self._stack[-1]
        caller.rounds += self._stretches.get(function.name, fuel.STRETCH)
        caller.work += self._works.get(function.name, fuel.LONGEST)
        caller.longest = max(caller.longest, self._longest.get(function.name, fuel.LONGEST))
        caller.below = max(caller.below, self._memories.get(function.name, 0))
        result = self._called("call", (), (function.name,), function.parameters, function.result, arguments)
        return cast(R, result if result is None else self._ranged(result, function.gives))

    def call_address(
        self, address: Address, parameters: Sequence[Parameter], result: type[R], *arguments: Operand
    ) -> R:
        """What the function at an address gives; its result is of type `result`, `NoneType` for none."""
        self._stack[-1].rounds += fuel.STRETCH
        self._stack[-1].work += fuel.LONGEST
        kind = result if issubclass(result, Handle) else None
        return cast(R, self._called("call_at", (address.ref,), (), parameters, kind, arguments))

    def _called(
        self,
        op: str,
        first: tuple[str, ...],
        data: tuple[str, ...],
        parameters: Sequence[Parameter],
        result: type[Handle] | None,
        arguments: Sequence[Operand],
    ) -> Handle | None:
        pairs = zip(parameters, arguments, strict=True)
        texts = [self._argument(kind, value) for kind, value in pairs]
        data = (*data, " ".join(kind.type for kind in parameters))
        name = self.value(op, result.type if result else "void", *first, *texts, data=data)
        return None if result is None else result(self, name)

    def _argument(self, kind: Parameter, value: Operand) -> str:
        if not isinstance(kind, Memory):
            return self.operand(kind, value)
        if self._checks is not None and isinstance(value, Address):
            self._checks.within(kind.size, (value, "hand on"))
        return self.operand(Address, value)

    @property
    def checks(self) -> list[checks.Site] | None:
        """What is verified in the checking mode, by the numbers of its reports; None without it."""
        return None if self._checks is None else self._checks.sites

    @property
    def module(self) -> Module:
        """What was built so far."""
        return Module(self._data, self._procedures, checked=self._checks is not None)

    @property
    def result(self) -> Module:
        """The same by the rules in force."""
        return apply(self.module, self.rules)

    def ir(self) -> str:
        """The module as LLVM assembly."""
        return assembly(self.result)


__all__ = ["Scope", "Stage"]
