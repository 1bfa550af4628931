"""Files in the Smart Game Format (FF[4], and what FF[1] to FF[3] wrote): records as trees of nodes, and back.

What a file says is kept as it is written there (`Line.nodes`), also what this game does not understand. It is written
again as it was, but for what has been changed since: turns, comments, glyphs, marks, tags and positions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from ludens.game import Game, IllegalMove, State
from ludens.game.state import Row
from ludens.notation.errors import NotationError, shown
from ludens.notation.reading import is_encoding
from ludens.notation.record import DEEPEST, DRAWN, NO_CHANCE, UNFINISHED, Line, Mark, Properties, Record
from ludens.notation.sgf_tree import (
    DEFAULT,
    Node,
    Text,
    declared,
    escaped,
    serialised,
    split,
    text_of,
    wrapped,
    written,
)  # fmt: skip
from ludens.notation.style import File
from ludens.notation.turns import Turn, turns_of

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
    "BT": "BlackTeam",
    "WT": "WhiteTeam",
    "TM": "TimeControl",
    "OT": "Overtime",
    "ON": "Opening",
    "SO": "Source",
}
#: properties that praise or blame a move, by the glyphs that say the same
_GLYPHS: Final = {"!": "TE[1]", "!!": "TE[2]", "?": "BM[1]", "??": "BM[2]", "!?": "IT[]", "?!": "DO[]"}
#: the colours of rings by the shapes that stand for them: SGF has no colours
_SHAPES: Final = {"green": "CR", "red": "MA", "yellow": "TR", "blue": "SQ"}
#: what is said and drawn, by how the names of properties belong together
_GROUPS: Final = (("C",), ("TE", "BM", "IT", "DO"), ("AR", *_SHAPES.values()))
_STONES: Final = ("AB", "AW", "AE")
_SETUP: Final = {*_STONES, "PL"}
#: properties that a record holds in other ways than as they are written
UNDERSTOOD: Final = frozenset({
    "B", "W", *_SETUP, *TAGS, *(name for names in _GROUPS for name in names), "RE", "FF", "GM", "CA", "AP", "SZ", "ST",
    "TY", "BO",  # of GGF
})  # fmt: skip
#: the fields of lines that are written
HOLDS: Final = frozenset({"comments", "glyphs", "marks", "variations", "setups", "nodes"})
#: a point that may be the corner of a rectangle of points
_CORNER: Final = re.compile("[A-Za-z]{2}")
#: ways to give a game up that some programs write as a move
_GIVEN_UP: Final = ("resign", "forfeit")


@dataclass(frozen=True)
class Sgf:
    """SGF for a game. `point` and `site` turn a site into a point and back, `move` finds the turn to a point.

    `colours` gives the letter of each player.
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
    #: the result of a game whose last position is over
    result: Callable[[Record], str]
    #: the size of a board that a file says nothing of, by the standard
    usual: str
    #: what is left of stones that are put on the board
    settled: Callable[[Sequence[Row]], Sequence[Row]] = lambda rows: rows
    #: the position after what is written as a move and is none; None where it is one
    special: Callable[[State, str, str | None], State | None] = lambda state, point, following: None
    #: the position after a move of a player to a point that the rules of the game forbid; None where it cannot be
    forced: Callable[[State, int, str], State | None] = lambda state, player, point: None
    #: whether players may go on after the end of the game
    resumes: bool = False
    #: what is done with the nodes of a game before they are read
    prepared: Callable[[Node], None] = lambda root: None

    def file(self) -> File:
        """The format, as styles list it."""
        tags = frozenset({*TAGS.values(), "Result"})
        return File(
            self.write,
            self.read,
            (".sgf",),
            (DEFAULT,),
            split=split,
            holds=HOLDS,
            tags=tags,
            declared=declared,
            begins=r"\(",
        )

    # --- writing

    def write(self, records: Sequence[Record]) -> str:
        return "\n".join(self._written(record) for record in records)

    def _written(self, record: Record) -> str:
        line = record.line
        start = self.game.start(rng_state=NO_CHANCE)
        if not record.begins_as_usual:
            line.setups = {**record.setups, 0: record.start}
        pieces = list(self._nodes(line, start, self._head(record)))
        return "\n".join(["(" + pieces[0], *wrapped(pieces[1:])]) + ")\n"

    def _head(self, record: Record) -> Properties:
        """The properties of the first node, those that its file had as they were."""
        raw = next(iter(record.nodes.get(0, ())), {})
        number = {} if self.number is None else {"GM": [str(self.number)]}
        fresh = {} if raw else {"FF": ["4"], **number, "CA": ["UTF-8"], "AP": ["ludens"]}
        head: Properties = {**fresh, **raw}
        if "SZ" not in raw:
            head["SZ"] = [self.size]
        if "CA" in raw or any(not value.isascii() for value in _values_of(record.line)):
            head["CA"] = ["UTF-8"]
        tags = {tag: _DATE.sub(r"\1-\2-\3", value) if tag == "Date" else value for tag, value in record.tags.items()}
        tags["Result"] = self._result(record)
        for name, tag in {**TAGS, "RE": "Result"}.items():
            if tag not in tags or (name == "RE" and not tags[tag] and not raw.get(name)):
                head.pop(name, None)
            elif name not in raw or text_of(raw[name][0], simple=name != "GC") != tags[tag]:
                head[name] = [escaped(tags[tag])]
        return head

    def _result(self, record: Record) -> str:
        """The result as it was told, else as the rules have it."""
        if "Result" in record.tags:
            return record.tags["Result"]
        own = self.result(record) if record.final.is_over else ""
        if record.ended in (UNFINISHED, self._ended(own)):
            return own
        first, second = (f"{self.colours[player]}+" for player in (1, 2))
        return {"1-0": first, "0-1": second, DRAWN: "0"}.get(record.ended, record.ended)

    def _nodes(self, line: Line, start: State, head: Properties | None = None) -> Iterator[str]:
        """The nodes of a line, and brackets; behind a node that has variations what follows is one of them."""
        waiting, brackets = list[tuple[Line, State]](), list[int]()
        turns, state, turn = turns_of(start, line.plies, line.setups), start.copy(), Properties()
        for number in range(len(turns) + 1):
            nodes = [dict(one) for one in line.nodes.get(number, ())]
            if number:
                nodes[:1] = [self._with_turn(nodes[0] if nodes else {}, turn)]
            elif head is not None:
                nodes[:1] = [head]
            self._hold_to(nodes, line, number)
            following = self.colours[line.setups.get(number, state).mover] if number < len(turns) else None
            self._set_up(nodes, state, line.setups.get(number), following, turn)
            last = max(len(nodes), 1)
            for count, node in enumerate(nodes, 1):
                yield written(node)
                others = [one for one in _siblings(line, number) if max(min(one.behind, last), 1) == count]
                if others:
                    here, then = state, line.setups.get(number)
                    if then is not None:
                        here = self._after(nodes[:count], state, following, turn) or state
                        others = [replace(one, setups={0: then, **one.setups}) for one in others]
                    waiting[:0] = [(one, here.copy()) for one in others]
                    brackets.insert(0, len(others))
                    yield "("
            state = line.setups[number].copy() if number in line.setups else state
            if number < len(turns):
                turn = self._turn_node(state, turns[number], line.nodes.get(number + 1, ()))
                for move in turns[number]:
                    state.play(move)
        for count in brackets:
            yield ")"
            for other, here in waiting[:count]:
                yield from ("(", *([other.unread] if other.unread else self._nodes(other, here)), ")")
            del waiting[:count]

    def _turn_node(self, state: State, turn: Turn, nodes: Sequence[Properties]) -> Properties:
        """The property of a turn; its point stays as the file has it where that means the same."""
        colour, point = self.colours[state.mover], self.point(state, turn)
        raw = nodes[0].get(colour, [point])[0] if nodes else point
        return {colour: [raw if raw.strip() == point or self._means(state, raw) == turn else point]}

    def _with_turn(self, node: Properties, turn: Properties) -> Properties:
        """A node with its turn, which stays where it stands in the node."""
        mine = {name: turn.get(name, values) for name, values in node.items() if name not in self.colours.values()}
        if turn.keys() & node.keys():
            mine = {name: turn.get(name, values) for name, values in node.items() if name in mine or name in turn}
        return mine if turn.keys() & node.keys() else {**turn, **mine}

    def _means(self, state: State, raw: str) -> Turn | None:
        try:
            return self.move(state, _point(raw))
        except IllegalMove:
            return None

    def _hold_to(self, nodes: list[Properties], line: Line, number: int) -> None:
        """Let nodes say what the line says: of what differs they say only that."""
        heard = Line()
        for node in nodes:
            self._hear(node, heard, 0)
        for cause in _causes(line, number):
            heard.say(0, cause)
        same = (
            heard.comments.get(0) == line.comments.get(number),
            heard.glyphs.get(0) == line.glyphs.get(number),
            heard.marks.get(0, []) == line.marks.get(number, []),
        )
        fresh = self._remarks_at(line, number)
        for names, alike in zip(_GROUPS, same, strict=True):
            if alike:
                continue
            for node in nodes:
                for name in names:
                    node.pop(name, None)
            own = {name: values for name, values in fresh.items() if name in names}
            if own and not nodes:
                nodes.append({})
            if own:
                nodes[0].update(own)

    def _remarks_at(self, line: Line, turns: int) -> Properties:
        """The comment and the drawings after a number of turns, as properties."""
        properties: Properties = {}
        if glyph := _GLYPHS.get(line.glyphs.get(turns, "")):
            name, _, value = glyph.partition("[")
            properties[name] = [value.rstrip("]")]
        if turns in line.comments:
            properties["C"] = [escaped(line.comments[turns])]
        for mark in line.marks.get(turns, ()):
            ends = [self.at(int(place.partition(":")[2])) for place in (mark.origin, mark.site) if place is not None]
            properties.setdefault("AR" if mark.origin else _SHAPES.get(mark.colour, "CR"), []).append(":".join(ends))
        return properties

    def _set_up(
        self, nodes: list[Properties], state: State, setup: State | None, following: str | None, turn: Properties
    ) -> None:
        """Let nodes put up a position behind a state, as they do already where they are the file's."""
        target = state if setup is None else setup
        here = self._after(nodes, state, following, turn)
        if here is target or (here is not None and here.sites() == target.sites()):
            if nodes and following is None and here.mover != target.mover and not target.is_over:
                nodes[-1]["PL"] = [self.colours[target.mover]]
            return
        for node in nodes:
            for name in _SETUP:
                node.pop(name, None)
        if setup is not None:
            fresh = self._difference(state, setup)
            if len(nodes) == 1 and not nodes[0].keys() & {*self.colours.values()}:
                nodes[0].update(fresh)
            else:
                nodes.append(fresh)

    def _after(
        self, nodes: Sequence[Properties], state: State, following: str | None, turn: Properties
    ) -> State | None:
        """The position after what nodes put up behind a turn; None where they cannot."""
        try:
            for number, node in enumerate(nodes):
                if node.keys() & _SETUP:
                    state = self._put_up(state, node, following)
                for colour in node.keys() & {*self.colours.values()} - (turn.keys() if not number else {*()}):
                    point, player = _point(node[colour][0]), self._player(colour)
                    after = self.special(state, point, following)
                    if after is None and player is not None:
                        after = self.forced(state, player, point)
                    state = after or state
        except NotationError:
            return None
        return state

    def _difference(self, state: State, setup: State) -> Properties:
        """The stones that make one position of another."""
        old, new = ({row[1]: row[4] for row in one.sites()} for one in (state, setup))
        properties: Properties = {}
        for player, colour in self.colours.items():
            if points := [self.at(site) for site, owner in new.items() if owner == player != old.get(site)]:
                properties[f"A{colour}"] = points
        if gone := [self.at(site) for site in old if site not in new]:
            properties["AE"] = gone
        return {**properties, "PL": [self.colours[setup.mover]]}

    # --- reading

    def read(self, text: str, name: str) -> list[Record]:
        """The games of a text, each by its main line. Raises NotationError."""
        read = Text(text, name)
        return [self.record(root, read) for root in read.games()]

    def record(self, root: Node, text: Text) -> Record:
        """The game of a tree, by its main line. Raises NotationError."""
        kind, size = root.first("GM"), root.first("SZ")
        if kind is not None and self.number is not None and kind.strip() != str(self.number):
            raise text.error(f"GM[{kind}] is another game than {self.game.name}", root.at)
        if size is not None and _size(size) != _size(self.size):
            raise text.error(f"the board is of size {size}, and that of {self.game.name} here {self.size}", root.at)
        remarks = text.remarks = list[NotationError]()
        if size is None and self.number is not None and self.size != self.usual:
            board = f"{self.usual} rows, as the standard has it; it is read for the board of {self.size}"
            remarks.append(text.error(f"the file names no size of the board (SZ), which means {board}", root.at))
        charset = root.first("CA")
        if charset is not None and charset.strip() and not is_encoding(charset.strip()):
            remarks.append(text.error(f"CA[{charset}] names no known encoding", root.at))
        self.prepared(root)
        tags = {
            ours: text_of(root.properties[theirs][0], simple=theirs != "GC")
            for theirs, ours in TAGS.items()
            if theirs in root.properties
        }
        record = Record(self.game.start(rng_state=NO_CHANCE), tags=tags, remarks=remarks)
        given_up = self._read(record.start.copy(), root, record.line, text, 0)
        record.start = record.setups.pop(0, record.start)
        if (result := root.first("RE")) is not None:
            tags["Result"] = text_of(result, simple=True)
        record.ended = self._ended(tags.get("Result"))
        if given_up and "Result" not in tags:
            record.ended = "0-1" if given_up == self.colours[1] else "1-0"
        if record.ended == UNFINISHED and tags.get("Result", "").strip().upper() != "VOID" and record.final.is_over:
            record.ended = self._ended(self.result(record))
        return record

    def _read(self, state: State, root: Node, line: Line, text: Text, depth: int) -> str:
        """Read a node, and those behind it, into a line from a state on; the colour of who gave up, if anybody did."""
        turns, given_up, letters = 0, "", {*self.colours.values()}
        others, plains = list[tuple[int, Line, State]](), set[int]()
        for node in root.line():
            moves, properties = list(self._moves(node)), dict(node.properties)
            following = self._following(node)
            if properties.keys() & _SETUP:
                after = self._put_up(state, properties, following, node, text)
                if after is not state:
                    line.setups[turns], state = after, after.copy()
            last, plain = "", False
            for colour, raw in moves:
                point = _point(raw)
                if point.lower() in _GIVEN_UP:
                    given_up = colour
                    continue
                if (special := self._special(state, colour, point, node, text)) is not None:
                    line.setups[turns] = special
                    state = special.copy()
                    continue
                state, again = self._to_play(state, colour, point, node, text)
                if again:
                    line.setups[turns] = state.copy()
                try:
                    turn = self.move(state, point)
                except IllegalMove as error:
                    forced = self._forced(state, colour, point, str(error), node, text)
                    line.setups[turns], state = forced, forced.copy()
                    continue
                plain = self.point(state, turn) == raw and len(properties) == 1
                if not last:  # what the node says before its move
                    names = properties.keys() if node is root and not depth else properties.keys() & _SETUP
                    if front := {n: properties.pop(n) for n in list(properties) if n in names - letters}:
                        self._keep(line, turns, front)
                for move in turn:
                    state.play(move)
                line.plies += turn
                turns, last = turns + 1, colour
                line.nodes[turns] = [{colour: [raw]}]
            if last:
                plains.update([turns] if plain else ())
                point_only = line.nodes.pop(turns)[0]
                properties = {n: point_only.get(n, v) for n, v in properties.items() if n == last or n not in letters}
            self._keep(line, turns, properties)
            for other in node.children[1:]:
                others.append(self._variation(state, other, line, turns, text, depth + 1))
        for number in plains:  # nodes that say nothing but their turn, as they would be written
            if len(line.nodes[number]) == 1:
                del line.nodes[number]
        for number in line.variations:
            for cause in _causes(line, number):
                line.say(number, cause)
        for number, one, begun in others:
            main = line.setups.get(number)
            if main is not None and (main.sites() != begun.sites() or main.mover != begun.mover):
                one.setups.setdefault(0, begun)
        return given_up

    def _variation(
        self, state: State, node: Node, line: Line, turns: int, text: Text, depth: int
    ) -> tuple[int, Line, State]:
        """Read a variation from a state on; of one that this game cannot hold its text is kept, and why."""
        other = Line(behind=len(line.nodes.get(turns, ())))
        try:
            if depth > DEEPEST:
                raise text.error("variations lie too deep in each other", node.at)
            self._read(state.copy(), node, other, text, depth)
        except NotationError as error:
            other = Line(behind=other.behind, unread=serialised(node), cause=error.cause)
        line.variations.setdefault(turns, []).append(other)
        return turns, other, state.copy()

    def _keep(self, line: Line, turns: int, properties: Properties) -> None:
        """Add a node to a line, with what it says."""
        line.nodes.setdefault(turns, []).append(properties)
        self._hear(properties, line, turns)

    def _hear(self, properties: Properties, line: Line, turns: int) -> None:
        """What a node says and draws."""
        if comment := next(iter(properties.get("C", ())), ""):
            line.say(turns, text_of(comment))
        for glyph, glyph_property in _GLYPHS.items():
            name, _, value = glyph_property.partition("[")
            if name in properties and (value == "]" or f"{properties[name][0].strip()}]" == value):
                line.glyphs[turns] = glyph
        kind = self.game.model.default_site[0].lower()
        shapes = {name: colour for colour, name in _SHAPES.items()}
        for name in ("AR", *shapes):
            for value in properties.get(name, ()):
                points = value.split(":") if name == "AR" else self._points(value)
                ends = [self.site(point.strip()) for point in points]
                places = [f"{kind}:{site}" for site in ends if site is not None]
                if name == "AR" and len(places) == 2 == len(ends):
                    line.marks.setdefault(turns, []).append(Mark(places[1], places[0]))
                if name != "AR":
                    line.marks.setdefault(turns, []).extend(Mark(place, None, shapes[name]) for place in places)

    def _moves(self, node: Node) -> Iterator[tuple[str, str]]:
        for colour in node.properties:
            if colour in self.colours.values():
                yield from ((colour, value) for value in node.properties[colour])

    def _following(self, node: Node) -> str | None:
        """The colour of the next move behind a node, or in it."""
        return next((colour for one in node.line() for colour, _ in self._moves(one)), None)

    def _ended(self, result: str | None) -> str:
        value = (result or "").strip().upper()
        if value in ("0", "DRAW", "JIGO"):
            return DRAWN
        player = next((p for p, colour in self.colours.items() if value == colour or value[:2] == f"{colour}+"), None)
        return UNFINISHED if player is None else "1-0" if player == 1 else "0-1"

    # --- positions

    def _player(self, colour: str | None) -> int | None:
        sign = (colour or "").strip()[:1].upper()
        return next((player for player, letter in self.colours.items() if letter == sign), None)

    def _put_up(
        self,
        state: State,
        properties: Properties,
        following: str | None,
        node: Node | None = None,
        text: Text | None = None,
    ) -> State:
        """The position after what a node puts up: stones, and whose turn it is; the state itself where it is that."""

        def wrong(cause: str) -> NotationError:
            return NotationError(cause) if text is None or node is None else text.error(cause, node.at)

        kind = self.game.model.default_site[0]
        pieces = {c.owner: c.index for c in self.game.components}
        rows = {row[1]: row for row in state.sites()}
        for name in _STONES:
            owner = self._player(name[1])
            for point in (point for value in properties.get(name, ()) for point in self._points(value)):
                site = self.site(point)
                if site is None:
                    raise wrong(f"there is no point {shown(point)}")
                rows.pop(site, None)
                if owner is not None:
                    rows[site] = (kind, site, 0, pieces[owner], owner, 1, 0, 0, 0)
        stones = properties.keys() & {*_STONES}
        mover = self._player(next(iter(properties.get("PL", ())), None)) or (
            self._player(following) if stones else None
        )
        if mover is None:
            mover = self._mover(state, properties)
        if not stones and mover == state.mover:
            return state
        try:
            return self.game.position(sorted(self.settled(list(rows.values()))), mover=mover, seed=0)
        except ValueError as error:
            raise wrong(str(error)) from None

    def _mover(self, state: State, properties: Properties) -> int:
        """Whose turn it is where nothing says it: with a handicap that of the player who gave it."""
        handicap = _point(next(iter(properties.get("HA", ())), ""))
        return 2 if re.fullmatch("[0-9]{1,3}", handicap) and int(handicap) > 1 and properties.get("AB") else state.mover

    def points(self, values: Iterable[str]) -> list[int]:
        """The sites of the points that values list, those alone that the board has."""
        sites = (self.site(point) for value in values for point in self._points(value))
        return [site for site in sites if site is not None]

    def _points(self, value: str) -> Iterator[str]:
        """The points of a value, which may be a rectangle: `aa:cc`."""
        first, colon, last = _point(value).partition(":")
        if not colon or not (_CORNER.fullmatch(first) and _CORNER.fullmatch(last)):
            yield _point(value)
            return
        columns, rows = (sorted(map(ord, ends)) for ends in zip(first, last, strict=True))
        for column in range(columns[0], columns[1] + 1):
            for row in range(rows[0], rows[1] + 1):
                yield chr(column) + chr(row)

    def _special(self, state: State, colour: str, point: str, node: Node, text: Text) -> State | None:
        after = next((one for child in node.children[:1] if (one := self._following(child))), None)
        special = self.special(state, point, after)
        if special is not None and colour != self.colours[state.mover]:
            raise text.error(f"{colour} moves, and it is {self.colours[state.mover]}'s turn", node.at)
        return special

    def _to_play(self, state: State, colour: str, point: str, node: Node, text: Text) -> tuple[State, bool]:
        """The position in which a colour moves, and whether it had to be put up: after its own move, or after the end.

        So a player may have several moves in a row, and both go on where they had passed.
        """
        player = self._player(colour)
        assert player is not None
        if state.is_over and not self.resumes:
            raise text.error(f"the game is over before {colour}[{point}]", node.at)
        if not state.is_over and state.mover == player:
            return state, False
        return self.game.position(state.sites(), mover=player, seed=0), True

    def _forced(self, state: State, colour: str, point: str, cause: str, node: Node, text: Text) -> State:
        """The position after a move that the game forbids: files are to be read whatever rules they were played by."""
        player = self._player(colour)
        forced = None if player is None else self.forced(state, player, point)
        if forced is None:
            raise text.error(cause, node.at)
        message = f"{colour}[{point}] is forbidden by the rules of this game: the position after it is put up"
        text.remarks.append(text.error(message, node.at))
        return forced


def _point(value: str) -> str:
    """The point of a value, whatever spaces stand in it."""
    return "".join(text_of(value).split())


def _size(text: str) -> tuple[str, str]:
    """The columns and rows that a size tells: `19`, `9:13`."""
    columns, colon, rows = (part.strip() for part in text.partition(":"))
    return columns, rows if colon else columns


def _causes(line: Line, turns: int) -> list[str]:
    """What is said of the variations that could not be read."""
    return [f"(A variation is left out: {one.cause}.)" for one in line.variations.get(turns, ()) if one.unread]


def _siblings(line: Line, turns: int) -> Iterator[Line]:
    """The variations after a number of turns, those too that one of them has in the place of its first turn."""
    for one in line.variations.get(turns, ()):
        yield one
        if 0 not in one.nodes:
            yield from _siblings(one, 0)


def _values_of(line: Line) -> Iterator[str]:
    """All that a line says."""
    yield from line.comments.values()
    yield from (
        value for nodes in line.nodes.values() for node in nodes for values in node.values() for value in values
    )
    for others in line.variations.values():
        for other in others:
            yield other.unread
            yield from _values_of(other)


def not_understood(line: Line) -> set[str]:
    """The properties of a line and of its variations that are only kept as text."""
    names = {name for nodes in line.nodes.values() for node in nodes for name in node} - UNDERSTOOD
    return names.union(*(not_understood(one) for others in line.variations.values() for one in others))
