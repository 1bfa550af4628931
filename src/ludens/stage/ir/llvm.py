"""The renderer for LLVM: a module of nodes as assembly."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Final

from ludens.stage import bit_selection, checks, fuel
from ludens.stage.ir.nodes import ELEMENTS, Block, Constant, Module, Node, Procedure, Words

#: constants of this many elements are written as bytes
MANY_ELEMENTS = 1024
_ZEROS: Final = {"void": "", "ptr": " null", "double": " 0.0"}
#: functions of LLVM whose second argument says that the first is never 0
_UNDEFINED: Final = {"lowest": "cttz", "zeros": "ctlz"}


def assembly(module: Module) -> str:
    """A module as LLVM assembly."""
    writer = _Writer()
    procedures = [_Body(writer, procedure).text() for procedure in module.procedures]
    data = [_datum(one) for one in module.data]
    places = [_text_constant(name, str(place)) for place, name in writer.places.items()]
    verified = [checks.LINES] if module.checked else []
    return "\n".join([*data, *places, *verified, *writer.declared.values(), *procedures, ""])


def constant_text(values: array[int], element: str) -> str:
    """A constant array as LLVM has it; a long one as its bytes, which is written and read a hundred times as fast."""
    llvm, size, _ = ELEMENTS[element]
    if len(values) < MANY_ELEMENTS:
        return f"[{len(values)} x {llvm}] [{', '.join(f'{llvm} {x}' for x in values)}]"
    words = values.tobytes()
    if size < values.itemsize:  # the low bytes of each word
        low = bytearray(size * len(values))
        for byte in range(size):
            low[byte::size] = words[byte :: values.itemsize]
        words = bytes(low)
    return f'[{len(words)} x i8] c"\\{words.hex(chr(92))}"'


def _datum(one: Constant | Words) -> str:
    if isinstance(one, Constant):
        return f"{one.name} = internal constant {constant_text(one.values, one.element)}, align 16"
    return f"{one.name} = internal global [{one.length} x i64] zeroinitializer, align 16"


def _text_constant(name: str, text: str) -> str:
    """The line of a constant text that ends with a zero."""
    data = text.encode() + b"\0"
    quoted = "".join(f"\\{byte:02X}" for byte in data)
    return f'{name} = private unnamed_addr constant [{len(data)} x i8] c"{quoted}"'


class _Writer:
    """What the procedures of a module use besides each other."""

    def __init__(self) -> None:
        self.declared: dict[str, str] = {}
        self.places: dict[Hashable, str] = {}

    def intrinsic(self, name: str, signature: str) -> None:
        self.declared.setdefault(name, f"declare {signature}")

    def place(self, place: Hashable) -> str:
        """The address of the text of a place, which errors name."""
        if place is None:
            return "null"
        return self.places.setdefault(place, f"@place.{len(self.places)}")


class _Body:
    """The lines of one procedure."""

    def __init__(self, writer: _Writer, procedure: Procedure) -> None:
        self.writer, self.procedure = writer, procedure
        self.lines: list[str] = []
        #: what stands at the beginning for what comes later: the counters of loops
        self.counters: list[str] = []
        self.label = "entry"

    def text(self) -> str:
        procedure = self.procedure
        self.run(procedure.entry)
        entry, self.lines = self.lines, []
        self.run(procedure.body)
        entry += self.counters
        head = ["entry:", *entry]
        if procedure.guard:
            self.writer.declared["refuel"] = fuel.REFUEL
            draw = fuel.drawing(procedure.env, self.writer.place(procedure.place), "entry", "refused", "draw")
            head = ["start:", *entry, f"  br label %draw\n{draw}\nrefused:\n{self.zero()}", "entry:"]
        parameters = ", ".join(f"{kind} %p{number}" for number, kind in enumerate(procedure.parameters))
        linkage = "" if procedure.exported else "internal "
        define = f'define {linkage}{procedure.result} @"{procedure.name}"({parameters}){procedure.attributes} {{'
        return "\n".join([define, *head, *self.lines, "}"])

    def zero(self) -> str:
        """The line that returns zero."""
        result = self.procedure.result
        return f"  ret {result}{_ZEROS.get(result, ' 0')}"

    def run(self, block: Block) -> None:
        for node in block:
            _RENDERERS[node.op](self, node)

    def line(self, text: str) -> None:
        self.lines.append("  " + text)

    def value(self, node: Node, text: str) -> None:
        self.lines.append(f"  %v{node.number} = {text}")

    def begin(self, label: str) -> None:
        self.lines.append(f"{label}:")
        self.label = label

    def intrinsic(self, node: Node, name: str, arguments: int) -> None:
        """A function of LLVM of operands that all have the type of the result."""
        full, kind = f"llvm.{name}.{_suffix(node.kind)}", node.kind
        self.writer.intrinsic(full, f"{kind} @{full}({', '.join([kind] * arguments)})")
        self.value(node, f"call {kind} @{full}({', '.join(f'{kind} {x}' for x in node.args)})")

    def element(self, node: Node, element: str, index_kind: str) -> str:
        """The address of an element: the first operand is that of the array, the second the index."""
        base, index = node.args[:2]
        if index == "0":
            return base
        at = f"%v{node.number}.at"
        if index_kind == "i32":
            self.line(f"{at}.wide = sext i32 {index} to i64")
            index = f"{at}.wide"
        self.line(f"{at} = getelementptr {ELEMENTS[element][0]}, ptr {base}, i64 {index}")
        return at


def _suffix(kind: str) -> str:
    return "f64" if kind == "double" else kind


def _vector(kind: str, operand: str) -> str:
    """An operand; where the type is a vector, a constant stands for that in all lanes."""
    if kind[0] != "<" or operand[0] == "%":
        return operand
    width, _, element = kind[1:-1].split()
    return "<" + ", ".join([f"{element} {operand}"] * int(width)) + ">"


# --- values


def _binary(body: _Body, node: Node) -> None:
    a, b = node.args
    if node.kind[0] == "<":
        a, b = _vector(node.kind, a), _vector(node.kind, b)
    body.lines.append(f"  %v{node.number} = {node.op} {node.kind} {a}, {b}")


def _compare(body: _Body, node: Node) -> None:
    a, b = (_vector(node.kind, operand) for operand in node.args)
    body.lines.append(f"  %v{node.number} = {node.op} {node.data[0]} {node.kind} {a}, {b}")


def _select(body: _Body, node: Node) -> None:
    kind = node.kind
    test, a, b = node.args
    body.value(node, f"select {node.data[0]} {test}, {kind} {_vector(kind, a)}, {kind} {_vector(kind, b)}")


def _cast(body: _Body, node: Node) -> None:
    how, source = node.data
    body.value(node, f"{how} {source} {node.args[0]} to {node.kind}")


def _single(body: _Body, node: Node) -> None:
    body.line(f"%v{node.number}.narrow = fptrunc double {node.args[0]} to float")
    body.value(node, f"fpext float %v{node.number}.narrow to double")


def _truncate(body: _Body, node: Node) -> None:
    body.writer.intrinsic("llvm.fptosi.sat.i32.f64", "i32 @llvm.fptosi.sat.i32.f64(double)")
    body.value(node, f"call i32 @llvm.fptosi.sat.i32.f64(double {node.args[0]})")


def _extreme(body: _Body, node: Node) -> None:
    body.intrinsic(node, node.op, 2)


def _count(body: _Body, node: Node) -> None:
    body.intrinsic(node, "ctpop", 1)


def _bit_number(body: _Body, node: Node) -> None:
    name, kind = f"llvm.{_UNDEFINED[node.op]}.{node.kind}", node.kind
    body.writer.intrinsic(name, f"{kind} @{name}({kind}, i1)")
    undefined = node.data[0] if node.op == "lowest" else "false"
    body.value(node, f"call {kind} @{name}({kind} {node.args[0]}, i1 {undefined})")


def _nth(body: _Body, node: Node) -> None:
    body.writer.intrinsic("llvm.ctpop.i64", "i64 @llvm.ctpop.i64(i64)")
    body.writer.declared[bit_selection.NAME] = bit_selection.EVERYWHERE
    word, number = node.args
    body.value(node, f'call i64 @"{bit_selection.NAME}"(i64 {word}, i64 {number})')


def _math(body: _Body, node: Node) -> None:
    body.intrinsic(node, str(node.data[0]), len(node.args))


def _splat(body: _Body, node: Node) -> None:
    width, _, element = node.kind[1:-1].split()
    one, kind = f"%v{node.number}.one", node.kind
    body.line(f"{one} = insertelement {kind} poison, {element} {node.args[0]}, i64 0")
    body.value(node, f"shufflevector {kind} {one}, {kind} poison, <{width} x i32> zeroinitializer")


# --- memory


def _variable(body: _Body, node: Node) -> None:
    body.value(node, f"alloca {node.kind}")


def _memory(body: _Body, node: Node) -> None:
    body.value(node, f"alloca [{node.data[0]} x i8], align 16")


def _get(body: _Body, node: Node) -> None:
    body.lines.append(f"  %v{node.number} = load {node.kind}, ptr {node.args[0]}")


def _set(body: _Body, node: Node) -> None:
    body.lines.append(f"  store {node.kind} {node.args[1]}, ptr {node.args[0]}")


def _at(body: _Body, node: Node) -> None:
    body.value(node, f"getelementptr {ELEMENTS[str(node.data[0])][0]}, ptr {node.args[0]}, i64 {node.args[1]}")


def _load(body: _Body, node: Node) -> None:
    element, index_kind = str(node.data[0]), str(node.data[1])
    llvm, _, widen = ELEMENTS[element]
    place = body.element(node, element, index_kind)
    if not widen and element != "f32":
        body.lines.append(f"  %v{node.number} = load {llvm}, ptr {place}")
        return
    raw = f"%v{node.number}.raw"
    body.line(f"{raw} = load {llvm}, ptr {place}")
    body.value(node, f"{widen} {llvm} {raw} to i32" if widen else f"fpext float {raw} to double")


def _store(body: _Body, node: Node) -> None:
    element, index_kind = str(node.data[0]), str(node.data[1])
    llvm, _, widen = ELEMENTS[element]
    text = node.args[2]
    if widen or element == "f32":
        raw = f"%v{node.number}.raw"
        body.line(f"{raw} = {f'trunc i32 {text}' if widen else f'fptrunc double {text}'} to {llvm}")
        text = raw
    body.line(f"store {llvm} {text}, ptr {body.element(node, element, index_kind)}")


def _aligned(node: Node) -> str:
    return f", align {node.data[0]}" if node.data[0] else ""


def _read(body: _Body, node: Node) -> None:
    body.value(node, f"load {node.kind}, ptr {node.args[0]}{_aligned(node)}")


def _write(body: _Body, node: Node) -> None:
    body.line(f"store {node.kind} {node.args[1]}, ptr {node.args[0]}{_aligned(node)}")


def _copy(body: _Body, node: Node) -> None:
    target, source, size = node.args
    name = f"llvm.mem{'cpy' if node.op == 'copy' else 'move'}.p0.p0.i64"
    body.writer.intrinsic(name, f"void @{name}(ptr, ptr, i64, i1)")
    body.line(f"call void @{name}(ptr {target}, ptr {source}, i64 {size}, i1 false)")


def _clear(body: _Body, node: Node) -> None:
    body.writer.intrinsic("llvm.memset.p0.i64", "void @llvm.memset.p0.i64(ptr, i8, i64, i1)")
    body.line(f"call void @llvm.memset.p0.i64(ptr {node.args[0]}, i8 0, i64 {node.args[1]}, i1 false)")


def _exchange(body: _Body, node: Node) -> None:
    place, value = node.args
    body.value(node, f"atomicrmw {node.data[0]} ptr {place}, {node.kind} {value} monotonic")


def _claim(body: _Body, node: Node) -> None:
    (place,), (before, after), both = node.args, node.data, f"%v{node.number}.both"
    body.line(f"{both} = cmpxchg ptr {place}, i32 {before}, i32 {after} acq_rel monotonic")
    body.value(node, f"extractvalue {{ i32, i1 }} {both}, 1")


def _publish(body: _Body, node: Node) -> None:
    align = 8 if node.kind == "i64" else 4
    body.line(f"store atomic {node.kind} {node.args[1]}, ptr {node.args[0]} release, align {align}")


def _published(body: _Body, node: Node) -> None:
    body.value(node, f"load atomic i32, ptr {node.args[0]} acquire, align 4")


def _place(body: _Body, node: Node) -> None:
    body.line(f"store ptr {body.writer.place(node.place)}, ptr {node.args[0]}")


def _report(body: _Body, node: Node) -> None:
    arguments = ", ".join(f"i64 {value}" for value in (node.data[0], *node.args))
    body.line(f"call void @ludens.report({arguments})")


# --- calls


def _listed(node: Node, kinds: str, arguments: Sequence[str]) -> str:
    return ", ".join(f"{kind} {text}" for kind, text in zip(kinds.split(), arguments, strict=True))


def _called(body: _Body, node: Node, name: str, arguments: str) -> None:
    text = f"call {node.kind} {name}({arguments})"
    if node.kind == "void":
        body.line(text)
    else:
        body.value(node, text)


def _call(body: _Body, node: Node) -> None:
    _called(body, node, f'@"{node.data[0]}"', _listed(node, str(node.data[1]), node.args))


def _call_at(body: _Body, node: Node) -> None:
    _called(body, node, node.args[0], _listed(node, str(node.data[0]), node.args[1:]))


def _call_c(body: _Body, node: Node) -> None:
    name, kinds = str(node.data[0]), str(node.data[1])
    body.writer.intrinsic(name, f"{node.kind} @{name}({', '.join(kinds.split())})")
    _called(body, node, f"@{name}", _listed(node, kinds, node.args))


# --- control flow


def _if(body: _Body, node: Node) -> None:
    number, (then, *orelse) = node.number, node.blocks
    end = f"end{number}"
    body.line(f"br i1 {node.args[0]}, label %then{number}, label %{f'else{number}' if orelse else end}")
    for label, block in zip(("then", "else"), (then, *orelse), strict=False):
        body.begin(f"{label}{number}")
        body.run(block)
        body.line(f"br label %{end}")
    body.begin(end)


def _switch(body: _Body, node: Node) -> None:
    number = node.number
    end, labels = f"end{number}", [f"case{number}.{i}" for i in range(len(node.blocks))]
    table = " ".join(f"i32 {i}, label %{label}" for i, label in enumerate(labels))
    body.line(f"switch i32 {node.args[0]}, label %{end} [ {table} ]")
    for label, block in zip(labels, node.blocks, strict=True):
        body.begin(label)
        body.run(block)
        body.line(f"br label %{end}")
    body.begin(end)


def _for(body: _Body, node: Node) -> None:
    number, (low, high) = node.number, node.args
    index, before = f"%v{number}", body.label
    body.line(f"br label %for{number}")
    body.begin(f"for{number}")
    body.line(f"{index} = phi i32 [ {low}, %{before} ], [ {index}.next, %next{number} ]")
    body.line(f"{index}.more = icmp slt i32 {index}, {high}")
    _enter(body, node, f"{index}.more")
    body.run(node.blocks[0])
    body.line(f"br label %next{number}")
    body.begin(f"next{number}")
    body.line(f"{index}.next = add i32 {index}, 1")
    body.line(f"br label %for{number}")
    body.begin(f"done{number}")


def _while(body: _Body, node: Node) -> None:
    number, (test, do) = node.number, node.blocks
    body.line(f"br label %while{number}")
    body.begin(f"while{number}")
    body.run(test)
    _enter(body, node, node.args[0])
    body.run(do)
    body.line(f"br label %while{number}")
    body.begin(f"done{number}")


def _enter(body: _Body, node: Node, more: str) -> None:
    """Branch into the body of a loop, or to its end; first it may draw on the fuel."""
    (_, draw, amount), number = node.data, node.number
    inside, end, label = f"do{number}", f"done{number}", f"draw{number}"
    body.line(f"br i1 {more}, label %{label if draw else inside}, label %{end}")
    if draw:
        env, place = body.procedure.env, body.writer.place(node.place)
        body.writer.declared["refuel"] = fuel.REFUEL
        if draw == "look":
            body.writer.declared["same"] = fuel.SAME
            body.lines.append(fuel.looking(env, place, inside, end, label))
        elif draw == "parts":
            body.lines.append(fuel.drawing(env, place, inside, end, label, int(amount or 0)))
        else:
            counter, due = f"%{label}.rounds", f"due{number}"
            body.counters += [f"  {counter} = alloca i32", f"  store i32 0, ptr {counter}"]
            body.lines.append(fuel.now_and_then(counter, int(amount or 0), inside, due, label))
            body.lines.append(fuel.drawing(env, place, inside, end, due))
    body.begin(inside)


def _scope(body: _Body, node: Node) -> None:
    body.run(node.blocks[0])
    body.line(f"br label %leave{node.number}")
    body.begin(f"leave{node.number}")


def _leave(body: _Body, node: Node) -> None:
    body.line(f"br label %leave{node.data[0]}")
    body.begin(f"dead{node.number}")


def _give_up(body: _Body, node: Node) -> None:
    body.lines.append(body.zero())
    body.begin(f"dead{node.number}")


def _return(body: _Body, node: Node) -> None:
    body.line(f"ret {node.kind} {node.args[0]}" if node.args else "ret void")


_BINARY: Final = (
    "add", "sub", "and", "or", "xor", "shl", "lshr", "mul", "sdiv", "srem", "fadd", "fsub", "fmul", "fdiv",
)  # fmt: skip
_RENDERERS: Final[Mapping[str, Callable[[_Body, Node], None]]] = dict.fromkeys(_BINARY, _binary) | {
    "icmp": _compare, "fcmp": _compare, "select": _select, "cast": _cast, "single": _single, "truncate": _truncate,
    "smin": _extreme, "smax": _extreme, "count": _count, "lowest": _bit_number, "zeros": _bit_number, "nth": _nth,
    "math": _math, "splat": _splat, "variable": _variable, "memory": _memory, "get": _get, "set": _set, "at": _at,
    "load": _load, "store": _store, "read": _read, "write": _write, "copy": _copy, "move": _copy, "clear": _clear,
    "exchange": _exchange, "claim": _claim, "publish": _publish, "published": _published, "place": _place,
    "report": _report, "call": _call, "call_at": _call_at, "call_c": _call_c, "if": _if, "switch": _switch,
    "for": _for, "while": _while, "scope": _scope, "leave": _leave, "give_up": _give_up, "return": _return,
}  # fmt: skip
