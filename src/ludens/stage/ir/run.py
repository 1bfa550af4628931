"""The interpreter: what a module does, node by node, as `docs/ir.md` says it. Slow, and independent of LLVM.

Memory is one block of bytes, an address a number in it, 0 none. Truth values are 0 and 1, integers signed; vectors are
tuples. Loops draw no fuel: a machine has a number of rounds for all of them together.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Final

from ludens.language import LudError
from ludens.stage.ir.nodes import Block, Constant, Module, Node, Procedure

#: bytes of a machine's memory, and rounds that its loops may have together, unless it is given others
MEMORY: Final = 1 << 20
ROUNDS: Final = 20_000_000
_FORMS: Final = {
    **dict(zip(("i8", "u8", "i16", "u16", "i32", "i64", "f32", "f64"), "bBhHiqfd", strict=True)),
    "double": "d",
    "ptr": "q",
}
_PACKED: Final = {name: struct.Struct("<" + form) for name, form in _FORMS.items()}


class Undefined(ArithmeticError):
    """An operation on values for which it means nothing, or an access to what is no memory."""


class _Left(Exception):
    """A scope of that number is left; -1 for the procedure, with what it gives."""

    def __init__(self, scope: int, value: Any = None) -> None:
        super().__init__()
        self.scope, self.value = scope, value


class Machine:
    """A module at work on memory of its own. Raises Undefined, and LudError for what takes too long."""

    def __init__(self, module: Module, *, memory: int = MEMORY, rounds: int = ROUNDS) -> None:
        self.procedures = {procedure.name: procedure for procedure in module.procedures}
        self.memory, self.rounds = bytearray(memory), rounds
        self._free = 16
        #: what checks reported: the number of the check, and its operands
        self.reports: list[tuple[int, ...]] = []
        self._texts: dict[str, int] = {}
        self.names: dict[str, int] = {}
        for one in module.data:
            data = _bytes(one) if isinstance(one, Constant) else bytes(8 * one.length)
            self.names[one.name if one.name[0] == "@" else f"@{one.name}"] = self.allocate(data)

    def allocate(self, data: bytes) -> int:
        """The address of more memory, with these bytes."""
        address, self._free = self._free, (self._free + len(data) + 15) & -16
        if self._free > len(self.memory):
            raise LudError("the memory of the interpreter is used up")
        self.memory[address : address + len(data)] = data
        return address

    def call(self, name: str, *arguments: Any) -> Any:
        """What a procedure gives. Raises KeyError where there is none."""
        free, procedure = self._free, self.procedures[name]
        try:
            return _Call(self, procedure, arguments).run()
        finally:
            self._free = free

    def text(self, text: str) -> int:
        """The address of a text that ends with a zero; it stays there."""
        if text not in self._texts:
            end = len(self.memory) - len(text.encode()) - 1
            self.memory[end:] = text.encode() + b"\0"
            self._texts[text] = end
        return self._texts[text]

    def read(self, kind: str, address: int) -> Any:
        """The value of a type that lies at an address."""
        if kind in _PACKED:
            form = _PACKED[kind]
            return form.unpack_from(self.memory, self.reached(address, form.size))[0]
        if kind[0] == "<":
            width, element = _vector(kind)
            size = _bits(element) // 8
            return tuple(self.read(element, address + size * lane) for lane in range(width))
        size = _bits(kind) // 8
        return int.from_bytes(self.memory[self.reached(address, size) :][:size], "little", signed=True)

    def write(self, kind: str, address: int, value: Any) -> None:
        """Put a value of a type at an address; an integer is cut to its size."""
        if kind[0] == "<":
            _, element = _vector(kind)
            for lane, one in enumerate(value):
                self.write(element, address + _bits(element) // 8 * lane, one)
        elif kind in ("f32", "f64", "double"):
            form = _PACKED[kind]
            form.pack_into(self.memory, self.reached(address, form.size), _narrow(value) if kind == "f32" else value)
        else:
            size = _PACKED[kind].size if kind in _PACKED else _bits(kind) // 8
            data = (value % (1 << 8 * size)).to_bytes(size, "little")
            at = self.reached(address, size)
            self.memory[at : at + size] = data

    def reached(self, address: int, size: int) -> int:
        if not 16 <= address <= len(self.memory) - size:
            raise Undefined(f"{size} bytes at {address} are no memory")
        return address

    def round(self) -> None:
        """Count a round of a loop."""
        self.rounds -= 1
        if self.rounds < 0:
            raise LudError("the loops of the interpreter have too many rounds")


class _Call:
    """One call of a procedure: its values and its variables."""

    def __init__(self, machine: Machine, procedure: Procedure, arguments: tuple[Any, ...]) -> None:
        self.machine, self.procedure = machine, procedure
        self.values: dict[str, Any] = {f"%p{number}": value for number, value in enumerate(arguments)}
        self.variables: dict[str, Any] = {}

    def run(self) -> Any:
        try:
            self.block(self.procedure.entry)
            self.block(self.procedure.body)
        except _Left as left:
            return left.value
        raise AssertionError(f"{self.procedure.name} ends without return")

    def block(self, block: Block) -> None:
        for node in block:
            result = _OPERATIONS[node.op](self, node)
            if result is not None:
                self.values[f"%v{node.number}"] = result

    def value(self, name: str, kind: str) -> Any:
        if name[0] == "%":
            return self.values[name]
        if name[0] == "@":
            return self.machine.names[name]
        return _constant(name, kind)

    def operands(self, node: Node) -> list[Any]:
        """The operands of a node, all of its own type."""
        return [self.value(name, node.kind) for name in node.args]

    def address(self, node: Node) -> int:
        """The first operand, an address."""
        address: int = self.value(node.args[0], "ptr")
        return address

    def element(self, node: Node, element: str) -> int:
        """Where an element lies: the first operand is the array's address, the second the index."""
        index = self.value(node.args[1], "i64")
        size: int = _PACKED[element].size
        return self.address(node) + int(index) * size


# --- values


@lru_cache(maxsize=4096)
def _constant(text: str, kind: str) -> Any:
    if kind[0] == "<":
        width, element = _vector(kind)
        return (_constant(text, element),) * width
    if kind == "double":
        return struct.unpack("<d", int(text, 16).to_bytes(8, "little"))[0]
    return {"true": 1, "false": 0, "null": 0}[text] if text[0] in "tfn" else int(text)


def _vector(kind: str) -> tuple[int, str]:
    """How many lanes a vector has, and their type."""
    width, _, element = kind[1:-1].split()
    return int(width), element


def _bits(kind: str) -> int:
    return 64 if kind == "ptr" else int(kind[1:])


def _wrapped(value: int, bits: int) -> int:
    """An integer of so many bits, signed; a truth value is 0 or 1."""
    return value & 1 if bits == 1 else (value + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1)


def _quotient(a: int, b: int, bits: int) -> int:
    if b == 0 or (b == -1 and a == -1 << bits - 1):
        raise Undefined(f"{a} / {b}")
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _shifted(a: int, b: int, bits: int, *, left: bool) -> int:
    if not 0 <= b < bits:
        raise Undefined(f"a shift by {b} of {bits} bits")
    return a << b if left else (a % (1 << bits)) >> b


def _divided(a: float, b: float) -> float:
    if b == 0:
        return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1, b)
    return a / b


#: by operation: what it gives for two integers of so many bits
_INTEGERS: Final[Mapping[str, Callable[[int, int, int], int]]] = {
    "add": lambda a, b, _: a + b,
    "sub": lambda a, b, _: a - b,
    "mul": lambda a, b, _: a * b,
    "sdiv": _quotient,
    "srem": lambda a, b, bits: a - b * _quotient(a, b, bits),
    "and": lambda a, b, _: a & b,
    "or": lambda a, b, _: a | b,
    "xor": lambda a, b, _: a ^ b,
    "shl": lambda a, b, bits: _shifted(a, b, bits, left=True),
    "lshr": lambda a, b, bits: _shifted(a, b, bits, left=False),
    "smin": lambda a, b, _: min(a, b),
    "smax": lambda a, b, _: max(a, b),
}
_REALS: Final[Mapping[str, Callable[[float, float], float]]] = {
    "fadd": operator.add,
    "fsub": operator.sub,
    "fmul": operator.mul,
    "fdiv": _divided,
}
_CONDITIONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}


def _binary(call: _Call, node: Node) -> Any:
    a, b = call.operands(node)
    if node.op in _REALS:
        return _REALS[node.op](a, b)
    work = _INTEGERS[node.op]
    if node.kind[0] == "<":
        bits = _bits(_vector(node.kind)[1])
        return tuple(_wrapped(work(x, y, bits), bits) for x, y in zip(a, b, strict=True))
    bits = _bits(node.kind)
    return _wrapped(work(a, b, bits), bits)


def _compare(call: _Call, node: Node) -> Any:
    a, b = call.operands(node)
    condition = str(node.data[0])
    holds = _CONDITIONS[condition[-2:]]
    if node.kind[0] != "<":
        return int(holds(*_unsigned(condition, _bits(node.kind), a, b) if node.op == "icmp" else (a, b)))
    bits = _bits(_vector(node.kind)[1])
    return tuple(int(holds(*_unsigned(condition, bits, x, y))) for x, y in zip(a, b, strict=True))


def _unsigned(condition: str, bits: int, a: int, b: int) -> tuple[int, int]:
    """Two integers as an unsigned condition compares them."""
    return (a % (1 << bits), b % (1 << bits)) if condition[0] == "u" else (a, b)


def _select(call: _Call, node: Node) -> Any:
    test = call.value(node.args[0], str(node.data[0]))
    a, b = (call.value(name, node.kind) for name in node.args[1:])
    if isinstance(test, tuple):
        return tuple(x if one else y for one, x, y in zip(test, a, b, strict=True))
    return a if test else b


def _cast(call: _Call, node: Node) -> Any:
    how, source = (str(part) for part in node.data)
    value = call.value(node.args[0], source)
    if how == "bitcast":
        return _wrapped(sum(one << lane for lane, one in enumerate(value)), _bits(node.kind))
    if node.kind[0] == "<":
        element, source = _vector(node.kind)[1], _vector(source)[1]
        return tuple(_resized(one, how, source, element) for one in value)
    return float(value) if how == "sitofp" else _resized(value, how, source, node.kind)


def _resized(value: int, how: str, source: str, kind: str) -> int:
    return _wrapped(value % (1 << _bits(source)) if how == "zext" else value, _bits(kind))


def _single(call: _Call, node: Node) -> float:
    return _narrow(call.value(node.args[0], "double"))


def _narrow(value: float) -> float:
    """Rounded to single precision."""
    try:
        rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
    return rounded


def _truncate(call: _Call, node: Node) -> int:
    value = call.value(node.args[0], "double")
    return 0 if value != value else int(max(-(2.0**31), min(2.0**31 - 1, value)))


def _word(call: _Call, node: Node, number: int = 0) -> int:
    """An operand without its sign."""
    word: int = call.value(node.args[number], node.kind) % (1 << _bits(node.kind))
    return word


def _count(call: _Call, node: Node) -> int:
    return _word(call, node).bit_count()


def _lowest(call: _Call, node: Node) -> int:
    word = _word(call, node)
    if not word and node.data[0] == "true":
        raise Undefined("the lowest bit of 0")
    return (word & -word).bit_length() - 1 if word else _bits(node.kind)


def _zeros(call: _Call, node: Node) -> int:
    return _bits(node.kind) - _word(call, node).bit_length()


def _nth(call: _Call, node: Node) -> int:
    word, number = _word(call, node), _word(call, node, 1)
    bits = [bit for bit in range(64) if word >> bit & 1]
    if number >= len(bits):
        raise Undefined(f"bit number {number} of {len(bits)}")
    return bits[number]


def _math(call: _Call, node: Node) -> float:
    operands, name = call.operands(node), str(node.data[0])
    try:
        return float(getattr(math, name)(*operands))
    except ValueError:
        return -math.inf if name.startswith("log") and operands[0] == 0 else math.nan
    except OverflowError:
        return math.inf


def _splat(call: _Call, node: Node) -> tuple[Any, ...]:
    width, element = _vector(node.kind)
    return (call.value(node.args[0], element),) * width


# --- memory


def _variable(call: _Call, node: Node) -> int:
    return 0


def _memory(call: _Call, node: Node) -> int:
    return call.machine.allocate(bytes(int(node.data[0] or 0)))


def _get(call: _Call, node: Node) -> Any:
    return call.variables.get(node.args[0], 0)


def _set(call: _Call, node: Node) -> None:
    call.variables[node.args[0]] = call.value(node.args[1], node.kind)


def _at(call: _Call, node: Node) -> int:
    return call.element(node, str(node.data[0]))


def _load(call: _Call, node: Node) -> Any:
    element = str(node.data[0])
    return call.machine.read(element, call.element(node, element))


def _store(call: _Call, node: Node) -> None:
    element = str(node.data[0])
    call.machine.write(element, call.element(node, element), call.value(node.args[2], node.kind))


def _read(call: _Call, node: Node) -> Any:
    return call.machine.read(node.kind, call.address(node))


def _write(call: _Call, node: Node) -> None:
    call.machine.write(node.kind, call.address(node), call.value(node.args[1], node.kind))


def _copy(call: _Call, node: Node) -> None:
    memory = call.machine.memory
    target, source, size = (call.value(name, kind) for name, kind in zip(node.args, _COPIED, strict=True))
    target, source = (call.machine.reached(at, size) if size else 0 for at in (target, source))
    memory[target : target + size] = memory[source : source + size]


_COPIED: Final = ("ptr", "ptr", "i64")


def _clear(call: _Call, node: Node) -> None:
    target, size = call.address(node), call.value(node.args[1], "i64")
    if size:
        target = call.machine.reached(target, size)
        call.machine.memory[target : target + size] = bytes(size)


def _exchange(call: _Call, node: Node) -> Any:
    address, value = call.address(node), call.value(node.args[1], node.kind)
    before = call.machine.read(node.kind, address)
    call.machine.write(node.kind, address, value if node.data[0] == "xchg" else before + value)
    return before


def _claim(call: _Call, node: Node) -> int:
    address, (before, after) = call.address(node), node.data
    if call.machine.read("i32", address) != before:
        return 0
    call.machine.write("i32", address, after)
    return 1


def _place(call: _Call, node: Node) -> None:
    text = 0 if node.place is None else call.machine.text(str(node.place))
    call.machine.write("ptr", call.address(node), text)


def _report(call: _Call, node: Node) -> None:
    call.machine.reports.append((int(node.data[0] or 0), *call.operands(node)))


# --- calls and control flow


def _call(call: _Call, node: Node) -> Any:
    kinds = str(node.data[1]).split()
    arguments = (call.value(name, kind) for name, kind in zip(node.args, kinds, strict=True))
    return call.machine.call(str(node.data[0]), *arguments)


def _elsewhere(call: _Call, node: Node) -> Any:
    raise Undefined(f"{node.op}: there is no code but that of the module")


def _if(call: _Call, node: Node) -> None:
    if call.value(node.args[0], "i1"):
        call.block(node.blocks[0])
    elif len(node.blocks) > 1:
        call.block(node.blocks[1])


def _switch(call: _Call, node: Node) -> None:
    number = call.value(node.args[0], "i32")
    if 0 <= number < len(node.blocks):
        call.block(node.blocks[number])


def _for(call: _Call, node: Node) -> None:
    low, high = (call.value(name, "i32") for name in node.args)
    for number in range(low, high):
        call.machine.round()
        call.values[f"%v{node.number}"] = number
        call.block(node.blocks[0])


def _while(call: _Call, node: Node) -> None:
    test, body = node.blocks
    while True:
        call.block(test)
        if not call.value(node.args[0], "i1"):
            return
        call.machine.round()
        call.block(body)


def _scope(call: _Call, node: Node) -> None:
    try:
        call.block(node.blocks[0])
    except _Left as left:
        if left.scope != node.number:
            raise


def _leave(call: _Call, node: Node) -> None:
    raise _Left(int(node.data[0] or 0))


def _give_up(call: _Call, node: Node) -> None:
    raise _Left(-1, {"void": None, "double": 0.0}.get(call.procedure.result, 0))


def _return(call: _Call, node: Node) -> None:
    raise _Left(-1, call.value(node.args[0], node.kind) if node.args else None)


_OPERATIONS: Final[Mapping[str, Callable[[_Call, Node], Any]]] = dict.fromkeys((*_INTEGERS, *_REALS), _binary) | {
    "icmp": _compare, "fcmp": _compare, "select": _select, "cast": _cast, "single": _single, "truncate": _truncate,
    "count": _count, "lowest": _lowest, "zeros": _zeros, "nth": _nth, "math": _math, "splat": _splat,
    "variable": _variable, "memory": _memory, "get": _get, "set": _set, "at": _at, "load": _load, "store": _store,
    "read": _read, "write": _write, "copy": _copy, "move": _copy, "clear": _clear, "exchange": _exchange,
    "claim": _claim, "publish": _write, "published": _read, "place": _place, "report": _report, "call": _call,
    "call_at": _elsewhere, "call_c": _elsewhere, "if": _if, "switch": _switch, "for": _for, "while": _while,
    "scope": _scope, "leave": _leave, "give_up": _give_up, "return": _return,
}  # fmt: skip


def _bytes(table: Constant) -> bytes:
    """A table as it lies in memory."""
    form = _PACKED[table.element]
    return b"".join(form.pack(value) for value in table.values)
