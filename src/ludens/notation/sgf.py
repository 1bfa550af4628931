"""Files in the Smart Game Format (FF[4]): a tree of nodes with properties."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ludens.game import Game, IllegalMove, State
from ludens.notation.errors import NotationError, shown
from ludens.notation.record import DEEPEST, NO_CHANCE, UNFINISHED, Line, Mark, Record
from ludens.notation.turns import Turn

#: a day as PGN writes it
_DATE: Final = re.compile(r"^(\d{4})\.(\d\d)\.(\d\d)$")
#: what is told of a game, by SGF's names and by ours
TAGS: Final = {
    "EV": "Event",
    "PC": "Site",
    "DT": "Date",
    "RO": "Round",
    "PB": "Black",
    "PW": "White",
    "KM": "Komi",
    "RU": "Rules",
    "HA": "Handicap",
    "GN": "Name",
    "US": "Annotator",
    "AN": "Analyst",
    "CP": "Copyright",
    "GC": "Comment",
    "BR": "BlackRank",
    "WR": "WhiteRank",
    "TM": "TimeControl",
}
#: properties that praise or blame a move, by the glyphs that say the same
_GLYPHS: Final = {"!": "TE[1]", "!!": "TE[2]", "?": "BM[1]", "??": "BM[2]", "!?": "IT[]", "?!": "DO[]"}
#: the colours of rings by the shapes that stand for them: SGF has no colours
_SHAPES: Final = {"green": "CR", "red": "MA", "yellow": "TR", "blue": "SQ"}
_NAME = re.compile(r"\s*([A-Za-z]+)")
_VALUE = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)


@dataclass
class Node:
    """A node: its properties with their values, and where it begins in its text."""

    at: int
    properties: dict[str, list[str]] = field(default_factory=dict)
    children: list[Node] = field(default_factory=list)

    def first(self, name: str) -> str | None:
        return next(iter(self.properties.get(name, ())), None)

    def line(self) -> list[Node]:
        """This node, its first child, the first child of that, and so on."""
        nodes = [self]
        while nodes[-1].children:
            nodes.append(nodes[-1].children[0])
        return nodes


@dataclass(frozen=True)
class Sgf:
    """SGF for a game. `point` and `site` turn a site into a point and back, `move` finds the turn to a point.

    `colours` gives the letter of each player, and `pieces` the component of each player's stones.
    """

    game: Game
    number: int | None
    size: str
    colours: Mapping[int, str]
    point: Callable[[State, Turn], str]
    move: Callable[[State, str], Turn]
    #: the site of a point where a stone is put before the game; None for none
    site: Callable[[str], int | None]
    at: Callable[[int], str]
    result: Callable[[State], str]

    # --- writing

    def write(self, records: Sequence[Record]) -> str:
        return "\n".join(self._written(record) for record in records)

    def _written(self, record: Record) -> str:
        number = "" if self.number is None else f"GM[{self.number}]"
        head = f"(;FF[4]{number}CA[UTF-8]AP[ludens]SZ[{self.size}]"
        known = {ours: theirs for theirs, ours in TAGS.items()}
        tags = {tag: _DATE.sub(r"\1-\2-\3", value) if tag == "Date" else value for tag, value in record.tags.items()}
        told = [f"{known[tag]}[{_escaped(value)}]" for tag, value in tags.items() if tag in known]
        root = "".join([head, *told, self._result(record), self._setup(record), self._said(record.line, 0)])
        return "\n".join([root, *_wrapped(self._nodes(record.line, record.start))]) + ")\n"

    def _nodes(self, line: Line, start: State) -> Iterator[str]:
        """The nodes of a line, and brackets; behind a node that has variations what follows is one of them."""
        waiting = list[tuple[list[Line], State]]()
        for number, (state, turn) in enumerate(line.states(start)):
            if others := line.variations.get(number):
                waiting.append((others, state.copy()))
                yield "("
            yield f";{self.colours[state.mover]}[{self.point(state, turn)}]{self._said(line, number + 1)}"
        for others, here in reversed(waiting):
            yield ")"
            for other in others:
                yield from ("(", *self._nodes(other, here), ")")

    def _said(self, line: Line, turns: int) -> str:
        """What is said and drawn after so many turns, as properties."""
        told = _GLYPHS.get(line.glyphs.get(turns, ""), "")
        if turns in line.comments:
            told += f"C[{_escaped(line.comments[turns])}]"
        drawn: dict[str, list[str]] = {}
        for mark in line.marks.get(turns, ()):
            ends = [self.at(int(place.partition(":")[2])) for place in (mark.origin, mark.site) if place is not None]
            drawn.setdefault("AR" if mark.origin else _SHAPES.get(mark.colour, "CR"), []).append(":".join(ends))
        return told + "".join(name + "".join(f"[{value}]" for value in values) for name, values in drawn.items())

    def _result(self, record: Record) -> str:
        final = record.final
        text = self.result(final) if final.is_over else record.tags.get("Result", "")
        return f"RE[{_escaped(text)}]" if text else ""

    def _setup(self, record: Record) -> str:
        if record.begins_as_usual:
            return ""
        parts = []
        for player, colour in self.colours.items():
            points = [self.at(row[1]) for row in record.start.sites() if row[4] == player]
            if points:
                parts.append(f"A{colour}" + "".join(f"[{point}]" for point in points))
        return "".join([*parts, f"PL[{self.colours[record.start.mover]}]"])

    # --- reading

    def read(self, text: str, name: str) -> list[Record]:
        """The games of a text, each by its main line. Raises NotationError."""
        read = _Text(text, name)
        return [self._record(root, read) for root in read.games()]

    def _record(self, root: Node, text: _Text) -> Record:
        kind, size = root.first("GM"), root.first("SZ")
        if kind is not None and self.number is not None and kind.strip() != str(self.number):
            raise text.error(f"GM[{kind}] is another game than {self.game.name}", root.at)
        if size is not None and size.strip() != self.size:
            raise text.error(f"the board is of size {size}, and that of {self.game.name} here {self.size}", root.at)
        tags = {ours: root.properties[theirs][0] for theirs, ours in TAGS.items() if theirs in root.properties}
        if (result := root.first("RE")) is not None:
            tags["Result"] = result
        state = self._start(root.line(), text)
        record = Record(state.copy(), tags=tags, ended=self._ended(result))
        self._read(state, root, record.line, text, 0)
        return record

    def _read(self, state: State, root: Node, line: Line, text: _Text, depth: int) -> None:
        """Read a node, and those behind it, into a line from a state on, which is played on."""
        turns, node = 0, root
        while True:
            for colour, point in self._moves(node):
                if (depth or node is not root) and {"AB", "AW", "AE"} & node.properties.keys():
                    raise text.error("stones are put on the board in the middle of the game", node.at)
                line.plies += self._played(state, colour, point, node, text)
                turns += 1
            self._hear(node, line, turns)
            if not node.children:
                return
            for other in node.children[1:]:
                self._variation(state, other, line, turns, text, depth + 1)
            node = node.children[0]

    def _variation(self, state: State, node: Node, line: Line, turns: int, text: _Text, depth: int) -> None:
        """Read a variation from a state on; of one that this game cannot hold a comment says why it is left out."""
        try:
            if depth > DEEPEST:
                raise text.error("variations lie too deep in each other", node.at)
            other = Line()
            self._read(state.copy(), node, other, text, depth)
            if other.plies:
                line.variations.setdefault(turns, []).append(other)
        except NotationError as error:
            line.say(turns, f"(A variation is left out: {error.cause}.)")

    def _hear(self, node: Node, line: Line, turns: int) -> None:
        """What a node says and draws."""
        if said := node.first("C"):
            line.say(turns, said)
        for glyph, told in _GLYPHS.items():
            name, _, value = told.partition("[")
            if name in node.properties and (value == "]" or f"{node.first(name)}]" == value):
                line.glyphs[turns] = glyph
        kind = self.game.model.default_site[0].lower()
        shapes = {name: colour for colour, name in _SHAPES.items()}
        for name in ("AR", *shapes):
            for value in node.properties.get(name, ()):
                ends = [self.site(point.strip()) for point in value.split(":")]
                places = [f"{kind}:{site}" for site in ends if site is not None]
                if len(places) == (2 if name == "AR" else 1) == len(ends):
                    mark = Mark(places[-1], places[0] if name == "AR" else None, shapes.get(name, "green"))
                    line.marks.setdefault(turns, []).append(mark)

    def _moves(self, node: Node) -> Iterator[tuple[str, str]]:
        return ((colour, node.properties[colour][0]) for colour in self.colours.values() if colour in node.properties)

    def _ended(self, result: str | None) -> str:
        head = (result or "").strip()[:2].upper()
        player = next((p for p, colour in self.colours.items() if head == f"{colour}+"), None)
        return UNFINISHED if player is None else "1-0" if player == 1 else "0-1"

    def _start(self, nodes: Sequence[Node], text: _Text) -> State:
        """The first position: that of the game, or with stones that are put on the board before the first move."""
        root = nodes[0]
        first = next((colour for node in nodes for colour, _ in self._moves(node)), None)
        colour = root.first("PL") or first
        mover = next((p for p, c in self.colours.items() if colour is not None and colour[:1].upper() == c), 1)
        stones = {
            player: [point for value in root.properties.get(f"A{colour}", ()) for point in self._points(value)]
            for player, colour in self.colours.items()
        }
        start = self.game.start(rng_state=NO_CHANCE)
        if not any(stones.values()) and mover == start.mover:
            return start
        kind = self.game.model.default_site[0]
        pieces = {c.owner: c.index for c in self.game.components}
        rows = list(start.sites())
        for player, points in stones.items():
            for point in points:
                site = self.site(point)
                if site is None:
                    raise text.error(f"there is no point {shown(point)}", root.at)
                rows.append((kind, site, 0, pieces[player], player, 1, 0, 0, 0))
        try:
            return self.game.position(sorted(rows), mover=mover, seed=0)
        except ValueError as error:
            raise text.error(str(error), root.at) from None

    def _points(self, value: str) -> Iterator[str]:
        """The points of a value, which may be a rectangle: `aa:cc`."""
        first, colon, last = value.strip().partition(":")
        if not colon or len(first) != 2 or len(last) != 2:
            yield value.strip()
            return
        for column in range(ord(first[0]), ord(last[0]) + 1):
            for row in range(ord(first[1]), ord(last[1]) + 1):
                yield chr(column) + chr(row)

    def _played(self, state: State, colour: str, point: str, node: Node, text: _Text) -> Turn:
        if state.is_over:
            raise text.error(f"the game is over before {colour}[{point}]", node.at)
        if colour != self.colours[state.mover]:
            raise text.error(f"{colour} moves, and it is {self.colours[state.mover]}'s turn", node.at)
        try:
            turn = self.move(state, point.strip())
        except IllegalMove as error:
            raise text.error(str(error), node.at) from None
        for move in turn:
            state.play(move)
        return turn


def _wrapped(pieces: Iterable[str]) -> Iterator[str]:
    """Nodes and brackets as lines, as many on a line as fit."""
    line = ""
    for piece in pieces:
        if line and len(line) + len(piece) > 80:
            yield line
            line = ""
        line += piece
    if line:
        yield line


def _escaped(value: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", value)


class _Text:
    """A text of SGF, and where it is at fault."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name

    def games(self) -> Iterator[Node]:
        """The first node of each game. Raises NotationError."""
        at = self.text.find("(")
        if at < 0:
            raise NotationError("a file of SGF begins with (;", self.name, 1)
        while at >= 0:
            root, at = self._tree(at)
            yield root
            at = self.text.find("(", at)

    def _tree(self, start: int) -> tuple[Node, int]:
        """The tree that begins at a bracket, by its first node, and where it ends."""
        #: behind which node each open bracket stands; the last one is that which the next node follows
        above, at = list[Node](), start + 1
        top = last = Node(start)
        above.append(top)
        while above:
            while self.text[at : at + 1].isspace():
                at += 1
            sign = self.text[at : at + 1]
            if not sign:
                raise self.error("this ( is never closed", start)
            if sign == ";":
                node, at = self._node(at)
                last.children.append(node)
                last = node
            elif sign == "(":
                above.append(last)
                at += 1
            elif sign == ")":
                last, at = above.pop(), at + 1
            else:
                raise self.error(f"a node, ( or ) is wanted, not {shown(self.text[at:][:12])}", at)
        if not top.children:
            raise self.error("this ( holds no node", start)
        return top.children[0], at

    def _node(self, at: int) -> tuple[Node, int]:
        node, at = Node(at), at + 1
        while (match := _NAME.match(self.text, at)) is not None:
            name = "".join(letter for letter in match[1] if letter.isupper())  # older files spell names out
            begin, at, values = match.start(1), match.end(), list[str]()
            while (value := _VALUE.match(self.text, at)) is not None:
                values.append(re.sub(r"\\\n|\\(.)", r"\1", value[1], flags=re.DOTALL))
                at = value.end()
            if not values:
                raise self.error(f"the property {match[1]} has no value in [ ]", begin)
            node.properties.setdefault(name, []).extend(values)
        return node, at

    def error(self, cause: str, at: int) -> NotationError:
        line = self.text.count("\n", 0, at) + 1
        return NotationError(cause, self.name, line, at - (self.text.rfind("\n", 0, at) + 1) + 1)
