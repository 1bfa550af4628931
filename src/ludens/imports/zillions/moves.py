"""What the programs of a piece do, as moves of a description: steps, slides and hops where they are such."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from ludens.imports.frame import inline, joined
from ludens.imports.pieces import ABSOLUTE, RELATIVE
from ludens.imports.zillions.boards import BACK, Board
from ludens.imports.zillions.programs import Effect, Outcome, Spot, Unsaid, both, directions_of, run_of

_ANY: Final = "\x04"
_ORTHOGONAL, _DIAGONAL = ("N", "E", "S", "W"), ("NE", "SE", "SW", "NW")
_EMPTY: Final = "(is Empty (to))"
_MARKED: Final = re.compile("\x01(\\w+)\x02")
#: directions as the first and the second player see them, who face each other
_AHEAD: Final = {way: RELATIVE[offset] for offset, way in ABSOLUTE.items()}
_STEPS: Final = {way: offset for offset, way in ABSOLUTE.items()}


class Names(Protocol):
    """What moves need to know of the game that they belong to."""

    board: Board
    has_neutrals: bool

    def piece(self, name: str) -> str: ...
    def identity(self, name: str, owner: str) -> str: ...
    def owned(self, effect: Effect) -> list[tuple[str, str]]: ...
    def continued(self, move_type: str) -> str: ...
    def state_of(self, attribute: str) -> int: ...
    def drop_source(self, name: str) -> str | None: ...
    def defined(self, name: str, body: str) -> str: ...

    partials: bool


@dataclass(frozen=True)
class Shape:
    """A move as text. Where it is the same in several directions but for these, `text` has a mark in their place."""

    text: str
    way: str = ""
    origin: str = ""


def shapes(outcomes: Sequence[Outcome], names: Names, kind: str, *, drop: bool, bare: bool, origin: str) -> list[Shape]:
    """The moves of one program."""
    left, result = list(outcomes), list[Shape]()
    writer = _Writer(names, kind, bare=bare)
    if drop:
        return [Shape(writer.drop(outcome), origin=origin) for outcome in left]
    for first in outcomes:
        if first.end.line is None or first not in left:
            continue
        partner = next((o for o in left if o.end.scan is first.end.line and _alike(first, o)), None)
        if (text := writer.slide(first, partner)) is not None:
            left.remove(first)
            if partner is not None:
                left.remove(partner)
            result.append(Shape(text, first.end.line.way))
    for outcome in left:
        if (leap := writer.leap(outcome)) is not None:
            result.append(Shape(*leap))
        elif (text := writer.step(outcome)) is not None or (text := writer.hop(outcome)) is not None:
            result.append(Shape(text, outcome.end.way[0]))
        else:
            result += [Shape(one, origin=origin) for one in writer.plain(outcome)]
    return result


def _alike(a: Outcome, b: Outcome) -> bool:
    return (a.kind, a.start, a.guards, a.effects, a.kinds, a.move_type) == (
        b.kind, b.start, b.guards, b.effects, b.kinds, b.move_type,
    )  # fmt: skip


@dataclass
class _Writer:
    names: Names
    kind: str
    bare: bool

    # --- the usual shapes

    def slide(self, a: Outcome, b: Outcome | None) -> str | None:
        """A slide over empty sites, with or without a capture at its end."""
        line = a.end.line
        if line is None or a.kind != "add" or a.effects or len(a.kinds) > 1 or a.end.tests:
            return None
        start = line.start
        whole = start.origin is not None and start.origin.text == "(from)" and start.way == (line.way,)
        if not whole or start.tests or line.test("(to)") != _EMPTY or self._inner_guards(a):
            return None
        to = ""
        if b is not None:
            condition = both([test("(to)") for test in b.end.tests])
            if condition == "(not (is Friend (who at:(to))))" and not self.names.has_neutrals:
                condition = "(is Enemy (who at:(to)))"
            elif condition == "True":
                condition = "(is Occupied (to))"
            elif not condition.startswith("(is Enemy"):
                condition = both(["(is Occupied (to))", condition])
            to = f" (to if:{condition} (apply (remove (to))))"
        return self._guarded(a, f"(move Slide {_ANY}{to}{self._then(a)})")

    def step(self, o: Outcome) -> str | None:
        end = o.end
        if o.kind != "add" or o.effects or len(o.kinds) > 1 or end.origin is None or end.origin.text != "(from)":
            return None
        if end.line is not None or end.scan is not None or len(end.way) != 1:
            return None
        condition = both([*(test("(to)") for test in end.tests), *self._inner_guards(o)])
        take = "" if _EMPTY in condition else " (apply (remove (to)))"
        place = f"(to if:{condition}{take})" if condition != "True" else f"(to if:True{take})"
        return self._guarded(o, f"(move Step {_ANY} {place}{self._then(o)})")

    def leap(self, o: Outcome) -> tuple[str, str] | None:
        """A jump over whatever there is, on a board of squares without holes; with its columns and rows."""
        end, offset = o.end, [0, 0]
        if o.kind != "add" or o.effects or len(o.kinds) > 1 or not self.names.board.is_square or self._inner_guards(o):
            return None
        spot, length = end, 0
        while spot.origin is not None:
            if len(spot.way) != 1 or spot.scan or spot.line or (spot is not end and spot.tests):
                return None
            step = _STEPS[spot.way[0]]
            offset = [offset[0] + step[0], offset[1] + step[1]]
            spot, length = spot.origin, length + 1
        if spot.text != "(from)" or length < 2 or sorted(map(abs, offset)) != [1, 2]:
            return None
        condition = both([test("(to)") for test in end.tests])
        take = "" if _EMPTY in condition else " (apply (remove (to)))"
        text = f"(move Leap {_ANY} (to if:{condition}{take}){self._then(o)})"
        return self._guarded(o, text), f"{offset[0]}|{offset[1]}"

    def hop(self, o: Outcome) -> str | None:
        """A jump over one piece in a line, which may be taken."""
        end, over = o.end, o.end.origin
        if o.kind != "add" or over is None or over.origin is None or over.origin.text != "(from)" or len(o.kinds) > 1:
            return None
        if end.way != over.way or not over.tests or end.scan or end.line or over.scan or self._inner_guards(o):
            return None
        taken = all(effect.kind == "capture" and _same(effect.spot, over) for effect in o.effects)
        condition = both([test("(to)") for test in end.tests])
        if not taken or condition == "True":
            return None
        between = both([test("(between)") for test in over.tests])
        taking = " (apply (remove (between)))" if o.effects else ""
        landing = "" if _EMPTY in condition else " (apply (remove (to)))"
        text = f"(move Hop {_ANY} (between if:{between}{taking}) (to if:{condition}{landing}){self._then(o)})"
        return self._guarded(o, text)

    # --- all others

    def plain(self, o: Outcome) -> Iterator[str]:
        if o.start.text != "(from)":
            raise Unsaid("a move of another piece than the one that it is a move of is not said", o.place)
        end = o.end
        condition = both([*(test("(to)") for test in end.tests), *self._inner_guards(o)])
        effects, later = list[str](), list[str]()
        swap = False
        for effect in o.effects:
            if effect.kind == "move" and effect.to is not None and effect.to.text == "(from)":
                if _same(effect.spot, end):
                    swap = True
                    continue
                later.append(f"(fromTo (from {_afterwards(effect.spot.bare, o)}) (to (last From)))")
                continue
            now, after = self._effect(effect, o)
            effects += now
            later += after
        if _EMPTY not in condition and end.text != "(from)" and not swap:
            effects.append("(remove (to))")
        if end.line is not None:
            target = run_of(end.line)
        else:
            target = end.text
        test = f" if:{condition}" if condition != "True" else ""
        apply = "" if not effects else f" (apply {inline('and', effects)})"
        copy = " copy:True" if o.kind == "copy" else ""
        for kind in o.kinds or ("",):
            if swap:
                swapped = ["(swap Pieces (last From) (last To))", *later]
                text = f"(move Select (from (from)) (to {target}{test}){self._then(o, kind, swapped)})"
            else:
                text = f"(move (from (from)) (to {target}{test}{apply}){copy}{self._then(o, kind, later)})"
            yield self._guarded(o, text)

    def drop(self, o: Outcome) -> str:
        if o.end.text != "(to)" or o.kind != "add" or len(o.kinds) > 1:
            raise Unsaid("a drop that ends elsewhere than it begins is not said", o.place)
        conditions = [*o.guards, *(test("(to)") for test in o.end.tests)]
        where = "(sites Board)"
        if _EMPTY in conditions:
            where, conditions = "(sites Empty)", [one for one in conditions if one != _EMPTY]
        condition = both(conditions)
        test = f" if:{condition}" if condition != "True" else ""
        effects = list[str]()
        for effect in o.effects:
            now, after = self._effect(effect, o)
            effects += [one.replace("(to)", "(last To)") for one in now] + after
        then = self._then(o, later=effects, moved=False)
        kind = o.kinds[0] if o.kinds else self.kind
        source = self.names.drop_source(kind)
        if source is not None:
            return f"(move (from {source}) (to {where}{test}){then})"
        return f"(move Add (piece {self.names.identity(kind, 'Mover')}) (to {where}{test}){then})"

    # --- parts of moves

    def _inner_guards(self, o: Outcome) -> list[str]:
        return [guard for guard in o.guards if "(to)" in re.sub(r"stop:\S+ \(to\)\)+", "", guard)]

    def _guarded(self, o: Outcome, text: str) -> str:
        inner = self._inner_guards(o)
        condition = both([guard for guard in o.guards if guard not in inner])
        return text if condition == "True" else f"(if {condition} {text})"

    def _effect(self, effect: Effect, o: Outcome) -> tuple[list[str], list[str]]:
        """An effect on the position as it is, and one that follows the move."""
        spot = effect.spot
        at = spot.bare
        if spot.text == "(from)":
            if effect.kind == "create":
                name, owner = effect.name.split("|")
                piece = self.names.identity(name, owner or "Mover")
                return [], [f"(add (piece {piece}) (to (last From)))"]
            if effect.kind == "attribute":
                return [], [f"(set State at:(last To) {self.names.state_of(effect.name)})"]
            raise Unsaid(f"{effect.kind} where the piece comes from is not said", o.place)
        if effect.kind in ("capture", "all capture"):
            return [f"(remove {at})"], []
        if effect.kind == "create":
            name, owner = effect.name.split("|")
            return [f"(add (piece {self.names.identity(name, owner or 'Mover')}) (to {at}))"], []
        if effect.kind == "move" and effect.to is not None:
            return [_moved(at, effect.to.bare, o)], []
        if effect.kind in ("owner", "all owner", "type"):
            result = []
            for condition, piece in self.names.owned(effect):
                sites = f"(forEach {spot.bare_region} if:{condition})"
                result.append(f"(forEach Site {sites} (and (remove (site)) (add (piece {piece}) (to (site)))))")
            return result, []
        if effect.kind == "attribute" and _same(spot, o.end):
            return [], [f"(set State at:(last To) {self.names.state_of(effect.name)})"]
        raise Unsaid(f"{effect.kind} of another piece is not said", o.place)

    def _then(self, o: Outcome, kind: str = "", later: Sequence[str] = (), *, moved: bool = True) -> str:
        effects = list(later)
        kind = kind or (o.kinds[0] if o.kinds else "")
        if kind and moved and (kind != self.kind):
            effects.append(f'(promote (last To) (piece "{self.names.piece(kind)}") Mover)')
        if self.names.partials and not self.bare:
            effects.append('(set Var "Partial" 0)' if o.move_type is None else self.names.continued(o.move_type))
        if self.bare:
            return ""
        return f" (then {inline('and', effects)})" if effects else ""


def _same(a: Spot, b: Spot) -> bool:
    return a.text == b.text


def _moved(source: str, target: str, o: Outcome) -> str:
    """A second piece that moves: inside its own move `(from)` is where it stands, not where the first one does."""
    own = target.replace(source, "(from)") if source != "(from)" else target
    rest = target.replace(source, "")
    if "(from)" not in rest and "(to)" not in rest:
        return f"(fromTo (from {source}) (to {own}))"
    if "(to)" in rest:
        raise Unsaid("a second piece that goes where the first one does not lead is not said", o.place)
    target = target.replace("(from)", "(value)")
    return f"(forEach Value min:(from) max:(from) (fromTo (from {source}) (to {target})))"


def _afterwards(text: str, o: Outcome) -> str:
    if "forEach" in text or "LineOfSight" in text or "stop:" in text:
        raise Unsaid("a piece that is found on the way and goes to where the first came from is not said", o.place)
    return text.replace("(from)", "(last From)").replace("(to)", "(last To)")


# --- many directions at once


def merged(listed: Sequence[Shape], names: Names) -> list[str]:
    """The texts of moves, those that differ by their directions as one."""
    result: dict[str, list[str]] = {}
    for shape in listed:
        if shape.way:
            ways = result.setdefault(shape.text, [])
            if shape.way not in ways:
                ways.append(shape.way)
        else:
            result.setdefault(_plainly(shape.text), [])
    marked = [shape for shape in listed if not shape.way]
    leaps = {text for text, ways in result.items() if ways and "|" in ways[0] and len(ways) < 8}
    for text in leaps:
        for way in result.pop(text):
            result[text.replace("(move Leap \x04 (to", f"(move (from (from)) (to {_leap_sites(way)}")] = []
    defined = dict(_defined(marked, names))
    texts = list[str]()
    for text, ways in result.items():
        if not ways:
            texts.append(defined.get(text, text))
            continue
        texts.append(_plainly(text).replace(_ANY, f"\x05{','.join(ways)}\x06"))
    return list(dict.fromkeys(texts))


def _defined(listed: Sequence[Shape], names: Names) -> Iterator[tuple[str, str]]:
    """Texts that differ by their directions only, as calls of one that is defined."""
    groups: dict[str, list[Shape]] = {}
    for shape in listed:
        order = list(directions_of(shape.text))
        template = _MARKED.sub(lambda match, order=order: f"#{order.index(match[1]) + 1}", shape.text)  # type: ignore[misc]
        groups.setdefault(template, []).append(shape)
    for template, group in groups.items():
        if len({shape.text for shape in group}) < 2 or "#1" not in template:
            continue
        name = names.defined(group[0].origin or "move", template)
        for shape in group:
            yield _plainly(shape.text), f'("{name}" {" ".join(directions_of(shape.text))})'


def _leap_sites(way: str) -> str:
    """The site that a leap leads to, by the steps of the compass."""
    column, row = map(int, way.split("|"))
    text = "(from)"
    while (column, row) != (0, 0):
        step = ((column > 0) - (column < 0), (row > 0) - (row < 0))
        text, column, row = f"(sites Around {text} {ABSOLUTE[step]})", column - step[0], row - step[1]
    return text


def _plainly(text: str) -> str:
    return _MARKED.sub(r"\1", text)


_GROUP: Final = re.compile("\x05([^\x06]+)\x06")


def finished(texts: Sequence[str]) -> str:
    """The moves of a piece as one text, with their directions as the compass has them."""
    return joined("or", [_GROUP.sub(lambda match: _ways(match[1].split(",")), text) for text in texts])


def comparable(texts: Sequence[str]) -> tuple[str, ...]:
    """The moves of a piece, the same whatever the order of moves and of directions."""
    return tuple(sorted(_GROUP.sub(lambda match: " ".join(sorted(match[1].split(","))), text) for text in texts))


def as_seen(texts: Sequence[str], *, turned: bool) -> list[str] | None:
    """The same with directions as the piece's owner sees them; None where some cannot be said so."""
    result = []
    for text in texts:
        ways = [match[1].split(",") for match in _GROUP.finditer(text)]
        rest = _GROUP.sub("", text)
        if any("|" in way for group in ways for way in group) and not all(len(group) == 8 for group in ways):
            return None
        if re.search(r"[ (](N|S|E|W|NE|NW|SE|SW)[ )]", rest):
            return None
        if any(way not in _AHEAD and "|" not in way for group in ways for way in group):
            return None

        def seen(match: re.Match[str]) -> str:
            listed = match[1].split(",")
            if "|" in match[1] or _ways(listed) in ("Orthogonal", "Diagonal", "Adjacent"):
                return _ways(listed)
            own = sorted(_AHEAD[BACK[way] if turned else way] for way in listed)
            return own[0] if len(own) == 1 else f"(directions {{{' '.join(own)}}})"

        result.append(_GROUP.sub(seen, text))
    return result


def _ways(ways: Sequence[str]) -> str:
    listed = set(ways)
    if "|" in ways[0]:
        return "{{F F R F} {F F L F}}"
    if listed == {*_ORTHOGONAL}:
        return "Orthogonal"
    if listed == {*_DIAGONAL}:
        return "Diagonal"
    if listed == {*_ORTHOGONAL, *_DIAGONAL}:
        return "Adjacent"
    return ways[0] if len(ways) == 1 else f"(directions {{{' '.join(ways)}}})"
