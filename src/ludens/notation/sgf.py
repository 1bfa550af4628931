"""Files in the Smart Game Format (FF[4]): a tree of nodes with properties, of which the main line is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from ludens.game import Game, IllegalMove, State
from ludens.notation.errors import NotationError, shown
from ludens.notation.record import NO_CHANCE, UNFINISHED, Record
from ludens.notation.turns import Turn

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
_NAME = re.compile(r"\s*([A-Za-z]+)")
_VALUE = re.compile(r"\s*\[((?:[^\]\\]|\\.)*)\]", re.DOTALL)


@dataclass
class Node:
    """A node: its properties with their values, and where it begins in its text."""

    at: int
    properties: dict[str, list[str]] = field(default_factory=dict)

    def first(self, name: str) -> str | None:
        return next(iter(self.properties.get(name, ())), None)


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
        told = [f"{known[tag]}[{_escaped(value)}]" for tag, value in record.tags.items() if tag in known]
        lines = ["".join([head, *told, self._result(record), self._setup(record), _comment(record, 0)])]
        line = ""
        for number_, (state, turn) in enumerate(record.states(), 1):
            node = f";{self.colours[state.mover]}[{self.point(state, turn)}]{_comment(record, number_)}"
            if len(line) + len(node) > 80 and line:
                lines.append(line)
                line = ""
            line += node
        return "\n".join([*lines, *([line] if line else [])]) + ")\n"

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
        return [self._record(nodes, _Text(text, name)) for nodes in _Text(text, name).games()]

    def _record(self, nodes: Sequence[Node], text: _Text) -> Record:
        root = nodes[0]
        kind, size = root.first("GM"), root.first("SZ")
        if kind is not None and self.number is not None and kind.strip() != str(self.number):
            raise text.error(f"GM[{kind}] is another game than {self.game.name}", root.at)
        if size is not None and size.strip() != self.size:
            raise text.error(f"the board is of size {size}, and that of {self.game.name} here {self.size}", root.at)
        tags = {ours: root.properties[theirs][0] for theirs, ours in TAGS.items() if theirs in root.properties}
        if (result := root.first("RE")) is not None:
            tags["Result"] = result
        state = self._start(nodes, text)
        record = Record(state.copy(), tags=tags, ended=self._ended(result))
        turns = 0
        for node in nodes:
            for colour, point in self._moves(node):
                if node is not root and {"AB", "AW", "AE"} & node.properties.keys():
                    raise text.error("stones are put on the board in the middle of the game", node.at)
                record.plies += self._played(state, colour, point, node, text)
                turns += 1
            if said := node.first("C"):
                before = f"{record.comments[turns]} " if turns in record.comments else ""
                record.comments[turns] = before + said
        return record

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


def _comment(record: Record, turns: int) -> str:
    return f"C[{_escaped(record.comments[turns])}]" if turns in record.comments else ""


def _escaped(value: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", value)


class _Text:
    """A text of SGF, and where it is at fault."""

    def __init__(self, text: str, name: str) -> None:
        self.text, self.name = text, name

    def games(self) -> Iterator[list[Node]]:
        """The nodes of each game's main line. Raises NotationError."""
        at = self.text.find("(")
        if at < 0:
            raise NotationError("a file of SGF begins with (;", self.name, 1)
        while at >= 0:
            begun = at
            nodes, at = self._tree(at)
            if not nodes:
                raise self.error("this ( holds no node", begun)
            yield nodes
            at = self.text.find("(", at)

    def _tree(self, start: int) -> tuple[list[Node], int]:
        """The nodes of the first variation of each variation that begins at a bracket, and where it ends."""
        nodes, at, depth, skipped = list[Node](), start + 1, 1, 0
        done: list[bool] = [False]  # by depth: whether a variation has been read there
        while depth:
            while self.text[at : at + 1].isspace():
                at += 1
            sign = self.text[at : at + 1]
            if not sign:
                raise self.error("this ( is never closed", start)
            if sign == ";":
                node, at = self._node(at)
                if not skipped:
                    nodes.append(node)
            elif sign == "(":
                if skipped or done[-1]:
                    skipped += 1
                else:
                    done[-1] = True
                    done.append(False)
                depth, at = depth + 1, at + 1
            elif sign == ")":
                if skipped:
                    skipped -= 1
                else:
                    done.pop()
                depth, at = depth - 1, at + 1
            else:
                raise self.error(f"a node, ( or ) is wanted, not {shown(self.text[at:][:12])}", at)
        return nodes, at

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
