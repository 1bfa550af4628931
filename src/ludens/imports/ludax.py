"""Games of Ludax (`.ldx`) as descriptions. Masks are regions here, predicates conditions, functions numbers.

Both forms of its files are understood: with pieces that have names, and the older one in which each player has one.
What a description does not say is named with its line.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Final, TypeAlias

from ludens.imports import frame, naming
from ludens.imports.frame import Imported, inline, joined, lines
from ludens.imports.ini import ImportFailed

_TOKEN: Final = re.compile(r'\s+|//[^\n]*|(?P<string>"[^"]*")|(?P<open>\()|(?P<close>\))|(?P<word>[^\s()"]+)')
_DIRECTIONS: Final = {
    "up": "N", "down": "S", "left": "W", "right": "E", "up_left": "NW", "up_right": "NE", "down_left": "SW",
    "down_right": "SE", "orthogonal": "Orthogonal", "diagonal": "Diagonal", "any": "Adjacent", "forward": "Forward",
    "backward": "Backward", "forward_left": "FL", "forward_right": "FR", "backward_left": "BL", "backward_right": "BR",
    "vertical": "{N S}", "horizontal": "{E W}", "forward_diagonal": "{NE SW}", "back_diagonal": "{NW SE}",
}  # fmt: skip
_EDGES: Final = {"top": "(sites Top)", "bottom": "(sites Bottom)", "left": "(sites Left)", "right": "(sites Right)"}
_RHOMBUS: Final = {"top": "NE", "bottom": "SW", "left": "NW", "right": "SE"}
_ROLES: Final = {"mover": "Mover", "opponent": "Next", "P1": "P1", "P2": "P2"}
_BOTH: Final = ("P1", "P2")


@dataclass(frozen=True)
class Clause:
    """A clause in brackets: its words and clauses, what is said with a label, and its line."""

    parts: tuple[Part, ...]
    labels: dict[str, Part]
    line: int

    @property
    def name(self) -> str:
        return self.parts[0] if self.parts and isinstance(self.parts[0], str) else ""

    @property
    def rest(self) -> tuple[Part, ...]:
        return self.parts[1:]


Part: TypeAlias = "str | Clause"


def described(text: str, file: str = "game.ldx") -> Imported:
    """The description of a game. Raises ImportFailed where its rules cannot be said, with the line."""
    return _Writer(_read(text, file), file).imported()


def _read(text: str, file: str) -> Clause:
    open_: list[tuple[list[Part], dict[str, Part], int, list[str]]] = []
    line, whole = 1, list[Clause]()
    for match in _TOKEN.finditer(text):
        value: Part | None = None
        if match["open"]:
            open_.append(([], {}, line, []))
        elif not open_ and (match["close"] or match["word"] or match["string"]):
            raise ImportFailed(f"{file}:{line}: {match[0]!r} stands outside of (game ..)")
        elif match["close"]:
            parts, labels, start, _ = open_.pop()
            value = Clause(tuple(parts), labels, start)
        elif match["string"]:
            value = match["string"]
        elif word := match["word"]:
            label, colon, inside = word.partition(":")
            if colon and not inside:
                open_[-1][3].append(label)
            elif colon:
                open_[-1][1][label] = inside
            else:
                value = word
        if value is not None:
            if not open_:
                whole.append(value)  # type: ignore[arg-type]
            elif open_[-1][3]:
                open_[-1][1][open_[-1][3].pop()] = value
            else:
                open_[-1][0].append(value)
        line += match[0].count("\n")
    if open_:
        raise ImportFailed(f"{file}:{open_[-1][2]}: this bracket is not closed")
    if len(whole) != 1 or whole[0].name != "game":
        raise ImportFailed(f"{file}:1: there is no (game ..) here, or more than one")
    return whole[0]


class _Writer:
    def __init__(self, game: Clause, file: str) -> None:
        self.file, self.whole, self.remarks = file, game, list[str]()
        self.name = game.parts[1].strip('"') if len(game.parts) > 1 and isinstance(game.parts[1], str) else "Game"
        equipment, rules = self._child(game, "equipment"), self._child(game, "rules")
        self.board = self._child(self._child(equipment, "board"))
        self.start = self._optional(rules, "start")
        self.play, self.end = self._child(rules, "play"), self._child(rules, "end")
        pieces = self._optional(equipment, "pieces")
        self.pieces = {
            one.parts[0].strip('"'): str(one.parts[1])
            for one in (pieces.rest if pieces else ())
            if isinstance(one, Clause) and isinstance(one.parts[0], str)
        } or {"token": "both"}
        self.names = naming.distinct([name.capitalize() for name in self.pieces])
        if self._optional(equipment, "regions"):
            raise self._failed(equipment, "regions of one's own are not said")

    def _failed(self, clause: Part, message: str) -> ImportFailed:
        line = clause.line if isinstance(clause, Clause) else self.whole.line
        return ImportFailed(f"{self.file}:{line}: {message}")

    def _optional(self, clause: Clause, name: str) -> Clause | None:
        return next((p for p in clause.rest if isinstance(p, Clause) and (not name or p.name == name)), None)

    def _child(self, clause: Clause, name: str = "") -> Clause:
        child = self._optional(clause, name)
        if child is None:
            raise self._failed(clause, f"({clause.name} ..) needs ({name or 'something'} ..)")
        return child

    # --- equipment

    def _lengths(self) -> list[int]:
        """The lengths of the rows from the top, as Ludax numbers the sites."""
        shape, sizes = self.board.name, [int(str(part)) for part in self.board.rest]
        if shape == "square":
            return [sizes[0]] * sizes[0]
        if shape in ("rectangle", "hex_rectangle"):
            return [sizes[1]] * sizes[0]
        if shape == "hexagon":
            return [sizes[0] - abs(row - sizes[0] // 2) for row in range(sizes[0])]
        raise self._failed(self.board, f"a board of the form {shape} is not said")

    def _board(self) -> str:
        sizes = " ".join(str(part) for part in self.board.rest)
        if self.board.name == "hexagon":
            return f"(board (hex {(int(sizes) + 1) // 2}))"
        if self.board.name == "hex_rectangle":  # its rows are shifted by half a cell each: a rhombus
            first, second = sizes.split()
            return f"(board (hex Diamond {first if first == second else sizes}))"
        return f"(board ({self.board.name} {sizes}))"

    def _site(self, index: int) -> int:
        """The site here of a site there: rows are counted from the top there, and from the bottom here."""
        rows = self._lengths()
        if self.board.name == "hex_rectangle":
            raise self._failed(self.board, "places by their numbers are not said on a rhombus")
        for row, length in enumerate(rows):
            if index < length:
                return sum(rows[row + 1 :]) + index
            index -= length
        raise self._failed(self.board, "a place lies outside of the board")

    def _piece(self, name: str) -> str:
        plain = name.strip('"').lower()
        if plain not in self.names:
            raise self._failed(self.whole, f"there is no piece {name}")
        return self.names[plain]

    # --- regions

    def mask(self, part: Part) -> str:
        """A mask as a region."""
        clause = part if isinstance(part, Clause) else Clause((part,), {}, self.whole.line)
        name, rest = clause.name, clause.rest
        if not name or name.isdigit():
            numbers = " ".join(str(self._site(int(str(one)))) for one in clause.parts)
            return f"(sites {{{numbers}}})"
        plain = {"empty": "(sites Empty)", "center": "(sites Centre)", "corners": "(sites Corners)"}
        if name in plain:
            return plain[name]
        if name == "occupied":
            return f"(sites Occupied by:{self._role(rest[0]) if rest else 'All'})"
        if name == "edge" and str(rest[0]) in _EDGES:
            edge = str(rest[0])
            return f"(sites Side {_RHOMBUS[edge]})" if self.board.name == "hex_rectangle" else _EDGES[edge]
        if name == "row":
            return f"(sites Row {len(self._lengths()) - 1 - int(str(rest[0]))})"
        if name == "column":
            return f"(sites Column {rest[0]})"
        if name == "prev_move" and str(rest[0]) == "mover":
            return "(sites {(last To)})"
        if name == "prev_start" and str(rest[0]) == "mover":
            return "(sites {(last From)})"
        if name == "adjacent":
            return f"(sites Around {self.mask(rest[0])} {self._direction(clause)})"
        if name in ("and", "or"):
            return inline("intersection" if name == "and" else "union", [self.mask(one) for one in rest])
        if name == "not":
            return f"(difference (sites Board) {self.mask(rest[0])})"
        raise self._failed(clause, f"the mask {name} is not said")

    def _role(self, part: Part) -> str:
        if str(part) not in _ROLES:
            raise self._failed(part, f"{part} is no player here")
        return _ROLES[str(part)]

    def _direction(self, clause: Clause, label: str = "direction") -> str:
        value = clause.labels.get(label, "any")
        words = [str(one) for one in value.parts] if isinstance(value, Clause) else [value]
        if any(word not in _DIRECTIONS for word in words):
            raise self._failed(clause, f"the direction {' '.join(words)} is not said")
        named = [_DIRECTIONS[word].strip("{}") for word in words]
        return named[0] if len(named) == 1 and " " not in named[0] else f"(directions {{{' '.join(named)}}})"

    # --- conditions and numbers

    def number(self, part: Part) -> str:
        if isinstance(part, str):
            return part
        if part.name in ("add", "multiply"):
            return inline("+" if part.name == "add" else "*", [self.number(one) for one in part.rest])
        if part.name == "subtract":
            return f"(- {self.number(part.rest[0])} {self.number(part.rest[1])})"
        if part.name == "count":
            return f"(count Sites in:{self.mask(part.rest[0])})"
        if part.name == "score":
            return f"(score {self._role(part.rest[0])})"
        return f"(toInt {self.predicate(part)})"

    def predicate(self, part: Part) -> str:
        if isinstance(part, str):
            return self.predicate(Clause((part,), {}, self.whole.line))
        name, rest = part.name, [one for one in part.rest if not (isinstance(one, str) and one.startswith('"'))]
        if name in ("and", "or"):
            return inline(name, [self.predicate(one) for one in rest])
        if name == "not":
            return f"(not {self.predicate(rest[0])})"
        if name in ("=", ">=", "<="):
            first = rest[0]
            if name == ">=" and isinstance(first, Clause) and first.name == "connected":
                return self._connected(first, str(rest[1]))
            return f"({name} {self.number(first)} {self.number(rest[1])})"
        if name == "line":
            ways = f" {self._direction(part, 'orientation')}" if "orientation" in part.labels else ""
            exact = " exact:True" if part.labels.get("exact") == "true" else ""
            if "exclude" in part.labels or "player" in part.labels:
                raise self._failed(part, "a line with exclude: or player: is not said")
            return f"(is Line {rest[0]}{ways}{exact})"
        if name == "connected":
            return self._connected(part, "2")
        if name == "exists":
            return f"(< 0 (count Sites in:{self.mask(rest[0])}))"
        if name == "last_move_in":
            return f"(is In (last To) {self.mask(rest[0])})"
        if name == "mover_is":
            return f"(is Mover {self._role(rest[0])})"
        if name == "action_was" and str(rest[0]) == "mover" and str(rest[1]) in ("step", "jump"):
            return f"({'=' if str(rest[1]) == 'step' else '<'} 1 (count Steps (last From) (last To)))"
        plain = {"full_board": "(is Full)", "no_legal_actions": "(no Moves Next)"}
        if name in plain:
            return plain[name]
        if name == "passed" and str(rest[0]) == "both":
            return "(all Passed)"
        raise self._failed(part, f"the predicate {name} is not said")

    def _connected(self, clause: Clause, number: str) -> str:
        masks = next(one for one in clause.rest if isinstance(one, Clause))
        if masks.name in ("edges", "corners", "edgesNoCorners"):
            kinds = {"edges": "Sides", "corners": "Corners", "edgesNoCorners": "SidesNoCorners"}
            return f"(is Connected {number} {kinds[masks.name]})"
        return f"(is Connected {number} {{{' '.join(self.mask(one) for one in masks.parts)}}})"

    # --- rules

    def imported(self) -> Imported:
        kinds = [f'(piece "{self.names[name.lower()]}" {_owner(whose)})' for name, whose in self.pieces.items()]
        forward = self._optional(self._child(self.whole, "players"), "set_forward")
        players = "2"
        if forward:
            ways = [_DIRECTIONS[str(one.parts[1])] for one in forward.rest if isinstance(one, Clause)]
            players = "{" + " ".join(f"(player {way})" for way in ways) + "}"
        start = [*self._placed(), *(["(set Score Each 0)"] if self._has_scores() else [])]
        rules = [*([frame.joined("start", start)] if start else []), self._play(), self._ends()]
        text = frame.game(naming.label(self.name), players, [self._board(), *kinds], rules)
        head = [f"// From Ludax: {self.file}"]
        return Imported(self.name, frame.headed(head, self.remarks, text), tuple(self.remarks))

    def _placed(self) -> Iterator[str]:
        for one in self.start.rest if self.start else ():
            if not isinstance(one, Clause) or one.name != "place":
                raise self._failed(one, "a start rule other than (place ..) is not said")
            named = [part for part in one.rest if isinstance(part, str) and part.startswith('"')]
            player = next(part for part in one.rest if part in _BOTH)
            piece = self._piece(named[0] if named else next(iter(self.pieces)))
            yield f'(place "{piece}{str(player)[1:]}" {self.mask(one.parts[-1])})'

    def _play(self) -> str:
        phases = [one for one in self.play.rest if isinstance(one, Clause)]
        count, clauses = 0, list[tuple[int, str]]()
        for phase in phases:
            order = [str(one) for one in phase.rest[0].parts] if isinstance(phase.rest[0], Clause) else []
            expected = [_BOTH[(count + n) % 2] for n in range(len(order))]
            # who moves first may be player 2: then the seats are turned by a first pass of nobody
            if order != expected and not (order == ["P2", "P1"] and count == 0):
                raise self._failed(phase, f"the order {' '.join(order)} of players is not said")
            if order and order[0] == "P2" and count == 0:
                self.remarks.append(f"{self.file}:{phase.line}: the second player begins there, the first here")
            mechanic = phase.rest[1]
            assert isinstance(mechanic, Clause)
            clauses.append((count, self._place(mechanic) if mechanic.name == "place" else self._move(mechanic)))
            count += len(order) if phase.name in ("once_through", "once-through") else 0
        result = clauses[-1][1]
        for (_, clause), (until, _) in reversed(list(pairwise(clauses))):
            result = f"(if (< (count Moves) {until})\n{lines(clause, 1)}\n{lines(result, 1)}\n)"
        return f"(play\n{lines(result, 1)}\n)"

    def _place(self, clause: Clause) -> str:
        parts = {one.name: one for one in clause.rest if isinstance(one, Clause)}
        piece = next((one for one in clause.rest if isinstance(one, str) and one.startswith('"')), "")
        what = f'(piece (id "{self._piece(piece)}" Mover)) ' if piece and len(self.pieces) > 1 else ""
        where = self.mask(parts["destination"].rest[0])
        test = f"\n    if:{self._result(parts['result'].rest[0])}\n" if "result" in parts else ""
        return f"(move Add {what}(to {where}{test}){self._then(parts.get('effects'))})"

    def _result(self, part: Part) -> str:
        inner = part.rest[0] if isinstance(part, Clause) and part.name == "exists" else None
        if isinstance(inner, Clause) and inner.name == "custodial":
            return f"(can Move {self._custodial(inner, '(to)', '(remove (between))')})"
        raise self._failed(part, "a result other than (exists (custodial ..)) is not said")

    def _custodial(self, clause: Clause, origin: str, effect: str) -> str:
        length = next((str(one) for one in clause.rest if str(one) == "any" or str(one).isdigit()), "any")
        size = "" if length == "any" else f"(exact {length}) "
        ways = f" {self._direction(clause, 'orientation')}" if "orientation" in clause.labels else ""
        return (
            f"(custodial (from {origin}){ways} (between {size}if:(is Enemy (who at:(between))) (apply {effect})) "
            "(to if:(is Friend (who at:(to)))))"
        )

    def _move(self, clause: Clause) -> str:
        kinds = clause.rest[0]
        assert isinstance(kinds, Clause)
        listed = [one for one in kinds.rest if isinstance(one, Clause)] if kinds.name == "or" else [kinds]
        effects = self._optional(clause, "effects")
        then = self._then(effects)
        return joined("or", [self._motion(one, then) for one in listed])

    def _motion(self, clause: Clause, then: str) -> str:
        piece = self._piece(str(clause.rest[0]))
        ways = self._direction(clause)
        if "priority" in clause.labels:
            self.remarks.append(f"{self.file}:{clause.line}: the priority of moves is not said")
        forms: dict[str, Callable[[], str]] = {
            "step": lambda: f"(move Step {ways} (to if:(is Empty (to))){then})",
            "slide": lambda: f"(move Slide {ways}{then})",
            "jump": lambda: (
                f"(move (from (from)) (to (sites Around (from) distance:{clause.labels.get('distance', '2')})"
                f" if:(is Empty (to))){then})"
            ),
            "hop": lambda: (
                f"(move Hop {ways} (between if:{self._hopped(clause)}{self._taken(clause)})"
                f" (to if:(is Empty (to))){then})"
            ),
        }
        if clause.name not in forms:
            raise self._failed(clause, f"the move {clause.name} is not said")
        return f'(forEach Piece "{piece}" {forms[clause.name]()})'

    def _hopped(self, clause: Clause) -> str:
        over = str(clause.labels.get("hop_over", "both"))
        tests = {"mover": "(is Friend (who at:(between)))", "opponent": "(is Enemy (who at:(between)))"}
        return tests.get(over, "(is Occupied (between))")

    def _taken(self, clause: Clause) -> str:
        return " (apply (remove (between)))" if clause.labels.get("capture") == "true" else ""

    def _then(self, effects: Clause | None) -> str:
        texts = [text for one in (effects.rest if effects else ()) for text in self._effect(one)]
        return f"\n    (then\n{lines(joined('and', texts), 2)}\n    )\n" if texts else ""

    def _effect(self, part: Part) -> Iterator[str]:
        assert isinstance(part, Clause)
        name, rest = part.name, [p for p in part.rest if not (isinstance(p, str) and p.startswith('"'))]
        if name == "if":
            condition = self.predicate(rest[0])
            yield from (f"(if {condition} {one})" for one in self._effect(rest[1]))
        elif name == "extra_turn" and str(rest[0]) == "mover" and "same_piece" not in part.labels:
            yield "(moveAgain)"
        elif name in ("flip", "capture"):
            mask = rest[0]
            change = '(promote (between) (piece "{0}") Mover)' if name == "flip" else "(remove (between){1})"
            score = " (then (addScore Mover 1))" if part.labels.get("increment_score") == "true" else ""
            change = change.replace("{0}", next(iter(self.names.values()))).replace("{1}", score)
            if isinstance(mask, Clause) and mask.name == "custodial":
                yield self._custodial(mask, "(last To)", change)
            else:
                yield f"(forEach Site {self.mask(mask)} {change.replace('(between)', '(site)')})"
        elif name == "place":
            piece = next(iter(self.names.values()))
            yield f'(add (piece (id "{piece}" {self._role(rest[0])})) (to {self.mask(rest[1])}))'
        elif name == "set_score":
            # scores are counted at the end, where all effects have been done
            return
        elif name == "increment_score":
            yield f"(addScore {self._role(rest[0])} {self.number(rest[1])})"
        else:
            self.remarks.append(f"{self.file}:{part.line}: the effect {name} is not said")

    def _ends(self) -> str:
        return f"(end {{\n{lines(chr(10).join(self._end(one) for one in self.end.rest), 1)}\n}})"

    def _end(self, part: Part) -> str:
        assert isinstance(part, Clause)
        condition, result = self.predicate(part.rest[0]), part.rest[1]
        assert isinstance(result, Clause)
        words = [str(one) for one in result.parts]
        if words == ["by_score"]:
            return f"(if {condition} {self._by_score()})"
        if words == ["draw"]:
            return f"(if {condition} (result Mover Draw))"
        if len(words) == 2 and words[0] in _ROLES and words[1] in ("win", "lose"):
            return f"(if {condition} (result {_ROLES[words[0]]} {'Win' if words[1] == 'win' else 'Loss'}))"
        raise self._failed(result, f"the result {' '.join(words)} is not said")

    def _by_score(self) -> str:
        """Scores that are set to a number after each move are that number; others are kept."""
        numbers = dict(self._scores(self.play))
        if not numbers:
            return "(byScore)"
        return f"(byScore {{(score P1 {numbers['mover']('by:P1')}) (score P2 {numbers['mover']('by:P2')})}})"

    def _scores(self, clause: Clause) -> Iterator[tuple[str, Callable[[str], str]]]:
        for part in _clauses(clause):
            if part.name == "set_score":
                yield str(part.rest[0]), partial(self.number(part.rest[1]).replace, "by:Mover")

    def _has_scores(self) -> bool:
        return any("score" in one.name or "increment_score" in one.labels for one in _clauses(self.whole))


def _clauses(clause: Clause) -> Iterator[Clause]:
    """A clause and those within it."""
    yield clause
    for part in (*clause.parts, *clause.labels.values()):
        if isinstance(part, Clause):
            yield from _clauses(part)


def _owner(whose: str) -> str:
    return "Each" if whose == "both" else whose
