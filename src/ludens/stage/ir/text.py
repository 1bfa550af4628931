"""Modules as text, which people read and `parse` reads back (`docs/ir.md`)."""

from __future__ import annotations

import json
import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ludens.stage.ir.nodes import OPERATIONS, Block, Constant, Datum, Module, Node, Procedure, Words, walk
from ludens.stage.ir.verify import Malformed

_WORD: Final = re.compile(r"[A-Za-z_][\w.]*")
_NODE: Final = re.compile(
    r"(?:%v(?P<result>\d+) = )?(?P<op>\w+)(?: #(?P<number>\d+))?(?: (?P<kind>void|ptr|double|i\d+|<\d+ x i\d+>))?"
    r"(?P<args>(?: [%@\w.-]+)*)(?: \[(?P<data>.*)\])?(?P<opens> \{)?(?:  ; (?P<place>.*))?"
)
_PROCEDURE: Final = re.compile(
    r"procedure (?P<name>\"(?:[^\"\\]|\\.)*\"|\S+) \((?P<parameters>.*?)\) (?P<result>\S+)"
    r"(?P<attributes>[^\[]*) \[(?P<data>.*)\](?:  ; (?P<place>.*))?"
)


# --- writing


def to_text(module: Module) -> str:
    """A module as text."""
    head = ["checked"] if module.checked else []
    data = [_datum(one) for one in module.data]
    return "\n".join([*head, *data, *(f"\n{procedure_text(one)}" for one in module.procedures), ""])


def procedure_text(procedure: Procedure) -> str:
    """A procedure as text: its entry, a line between, and its body."""
    parameters = ", ".join(procedure.parameters)
    data = _static((procedure.exported or None, procedure.guard or None, procedure.env))
    head = f"procedure {_static_part(procedure.name)} ({parameters}) {procedure.result}{procedure.attributes} [{data}]"
    writer = _Writer()
    lines = [head + writer.of(procedure.place), *writer.lines(procedure.entry, 1)]
    return "\n".join([*lines, "  --", *writer.lines(procedure.body, 1), "end"])


def _datum(one: Constant | Words) -> str:
    if isinstance(one, Words):
        return f"words {one.name} {one.length}"
    return f"table {one.name} {one.element} {' '.join(map(str, one.values))}"


class _Writer:
    """The lines of a procedure. A place is told where it changes."""

    def __init__(self) -> None:
        self.place = "-"

    def of(self, place: object) -> str:
        before, self.place = self.place, "-" if place is None else str(place)
        return "" if before == self.place else f"  ; {self.place}"

    def lines(self, block: Block, depth: int) -> Iterator[str]:
        indent = "  " * depth
        for node in block:
            number = f" #{node.number}" if node.op == "scope" else ""
            first = f"{node.result} = {node.op}" if node.result else f"{node.op}{number}"
            parts = [first, *([] if node.kind == "void" and not node.args else [node.kind]), *node.args]
            if any(part is not None for part in node.data):
                parts.append(f"[{_static(node.data)}]")
            yield indent + " ".join([*parts, "{"] if node.blocks else parts) + self.of(node.place)
            for index, inner in enumerate(node.blocks):
                if index:
                    yield f"{indent}}} {_block_name(node, index)} {{"
                yield from self.lines(inner, depth + 1)
            if node.blocks:
                yield indent + "}"


def _block_name(node: Node, number: int) -> str:
    names = OPERATIONS[node.op].blocks
    return names[min(number, len(names) - 1)].rstrip("?*")


def _static(data: Sequence[Datum]) -> str:
    return ", ".join(map(_static_part, data))


def _static_part(datum: Datum) -> str:
    if datum is None:
        return "-"
    is_word = isinstance(datum, str) and _WORD.fullmatch(datum) is not None
    return str(datum) if is_word else json.dumps(datum)


# --- reading


def parse(text: str) -> Module:
    """The module that a text says. Raises Malformed, with the line, for what is none."""
    reader, module = _Reader(text), Module()
    for line in reader:
        word = line.split(maxsplit=1)[0]
        if word == "checked":
            module.checked = True
        elif word == "words":
            _, name, length = line.split()
            module.data.append(Words(name, int(length)))
        elif word == "table":
            _, name, element, *values = line.split()
            module.data.append(Constant(name, element, array("q", map(int, values))))
        elif (match := _PROCEDURE.fullmatch(line)) is not None:
            module.procedures.append(_procedure(match, reader))
        else:
            raise reader.wrong("this begins nothing")
    return module


class _Reader:
    """The lines of a text that are not empty, one after the other."""

    def __init__(self, text: str) -> None:
        self._lines: Iterable[tuple[int, str]] = enumerate(text.split("\n"), 1)
        self._rest = iter(self._lines)
        self.number = 0
        self.place: str | None = None

    def at(self, place: str | None) -> str | None:
        """The place of a line, which is that of the line before unless it says another."""
        if place is not None:
            self.place = None if place == "-" else place
        return self.place

    def __iter__(self) -> Iterator[str]:
        for number, line in self._rest:
            self.number = number
            if line.strip():
                yield line.strip()

    def next(self) -> str:
        line = next(iter(self), None)
        if line is None:
            raise self.wrong("the text ends within something")
        return line

    def wrong(self, what: str) -> Malformed:
        return Malformed(f"line {self.number}: {what}")


def _procedure(match: re.Match[str], reader: _Reader) -> Procedure:
    exported, guard, env = _data(match["data"], reader)
    parameters = tuple(match["parameters"].split(", ")) if match["parameters"] else ()
    (name,) = _data(match["name"], reader)
    head = (str(name), match["result"], parameters, match["attributes"], bool(exported))
    reader.place = None
    place = reader.at(match["place"])
    entry, _ = _block(reader, ("--",))
    body, _ = _block(reader, ("end",))
    procedure = Procedure(*head, entry, body, str(env), bool(guard), place)
    nodes = [*walk(entry), *walk(body)]
    number = max((node.number for node in nodes), default=0)
    for node in nodes:  # what has no name gets a number of its own
        if not node.number:
            number += 1
            node.number = number
    return procedure


def _block(reader: _Reader, ends: Sequence[str]) -> tuple[Block, str]:
    """The nodes up to a line that ends them, and that line."""
    block: Block = []
    while (line := reader.next()) not in ends and not (line[0] == "}" and "}" in ends):
        block.append(_node(line, reader))
    return block, line


def _node(line: str, reader: _Reader) -> Node:
    match = _NODE.fullmatch(line)
    if match is None or match["op"] not in OPERATIONS:
        raise reader.wrong(f"this is no node: {line}")
    number, place = int(match["result"] or match["number"] or 0), reader.at(match["place"])
    data = _data(match["data"], reader) if match["data"] else (None,) * len(OPERATIONS[match["op"]].data)
    node = Node(match["op"], number, match["kind"] or "void", tuple(match["args"].split()), data, place)
    going_on = bool(match["opens"])
    while going_on:
        inner, end = _block(reader, ("}",))
        node.blocks += (inner,)
        going_on = end.endswith("{")
    return node


def _data(text: str, reader: _Reader) -> tuple[Datum, ...]:
    """The static parts between brackets."""
    parts: list[Datum] = []
    at = 0
    while at < len(text):
        if text[at] in " ,":
            at += 1
        elif (word := _WORD.match(text, at)) is not None:
            parts.append(word[0])
            at = word.end()
        elif text[at] == "-" and not text[at + 1 : at + 2].isdigit():
            parts.append(None)
            at += 1
        else:
            try:
                value, at = json.JSONDecoder().raw_decode(text, at)
            except ValueError:
                raise reader.wrong(f"these are no static parts: {text}") from None
            parts.append(value)
    return tuple(parts)
