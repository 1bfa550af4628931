"""Boards as text."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ludens.game.hidden import Hidden
from ludens.language import printed
from ludens.ludemes.graphics.board import NoBoard
from ludens.render.symbols import symbols
from ludens.render.view import Drawable, Key, Piece, View, Viewer, shown_sites, split_label, view_of

#: decorates the text of a piece of an owner, with colour codes for example; its visible width must stay
Paint = Callable[[str, int], str]

_EMPTY = "."
_MAX_WIDTH = 200


def text(
    drawn: Drawable,
    coordinates: bool = False,
    *,
    indices: bool = False,
    viewer: Viewer = "mover",
    legend: bool = True,
    paint: Paint | None = None,
    standard: bool = False,
) -> str:
    """A drawing of a state, a game or a topology with characters: the board, hands, dice, and what the symbols mean.

    `coordinates` adds the labels of the sites, `indices` shows their numbers; what the `viewer` may not see is left
    out: a player, by default the one to move, or None for all there is. `paint` decorates pieces. Points are called as
    players of the game do; `standard` has the labels of the board, as in `State.notation`.
    """
    view = view_of(drawn, viewer)
    if standard:
        view.point = None
    marks = Marks(view, paint or (lambda shown, owner: shown))
    parts = [_board(view, marks, coordinates, indices), *_hands(view, marks), *_dice(view)]
    if legend and view.pieces:
        parts.append(marks.legend())
    return "\n".join(part for part in parts if part)


@dataclass
class Marks:
    """The text of the pieces of a view."""

    view: View
    paint: Paint

    def __post_init__(self) -> None:
        self.symbols = symbols(self.view.components, self.view.num_players)
        kinds = {p.what for pieces in self.view.pieces.values() for p in pieces}
        seeds = all(c.owner == 0 or c.owner > self.view.num_players for c in self.view.components)
        self.numbers_only = (
            seeds and len(kinds) <= 1 and any(p.count > 1 for ps in self.view.pieces.values() for p in ps)
        )

    def of(self, pieces: list[Piece]) -> tuple[str, str]:
        """The pieces on a site: `X`, `X3` for three alike, `XO` for a stack, `X:7` for a tall one."""
        if len(pieces) > 4:
            return self._paint([(pieces[-1], f"{self._one(pieces[-1])}:{len(pieces)}")])
        return self._paint([(p, self._one(p)) for p in pieces])

    def _paint(self, parts: list[tuple[Piece, str]]) -> tuple[str, str]:
        plain = "".join(shown for _, shown in parts)
        return plain, "".join(self.paint(shown, piece.who) for piece, shown in parts)

    def _one(self, piece: Piece) -> str:
        if self.numbers_only:
            return str(piece.count)
        hidden = piece.hidden & (Hidden.WHAT | Hidden.WHO)
        symbol = "?" if hidden else self.symbols.get(piece.what, str(piece.value))
        if piece.hidden & Hidden.COUNT:
            return symbol + "?"
        return symbol if piece.count == 1 else f"{symbol}{piece.count}"

    def legend(self) -> str:
        """The meaning of the symbols in the drawing, in the order of the components."""
        if self.numbers_only:
            return ""
        used = sorted({p.what for pieces in self.view.pieces.values() for p in pieces if not p.hidden & Hidden.WHAT})
        shown = [c for w in used if (c := self.view.component(w)) is not None]
        return "   ".join(f"{self.paint(self.symbols[c.index], c.owner)} {printed(c.name)}" for c in shown)


@dataclass(frozen=True)
class _Cell:
    """A site in the drawing: its row from the top, its column, and what it shows, plain and painted."""

    row: int
    column: float
    plain: str
    painted: str


def _board(view: View, marks: Marks, coordinates: bool, indices: bool) -> str:
    if view.appearance.flag(NoBoard) and not view.on_board():
        return ""
    shown = shown_sites(view)
    if not shown:
        return ""
    contents = {key: _content(view, marks, key, indices) for key in shown}
    keys, lines = _placed(view, shown, contents)
    if coordinates and (rows := _axis(view, keys, "row")) and (columns := _axis(view, keys, "column")):
        return _with_axes(lines, rows, columns)
    if coordinates:
        contents = {key: _add_label(view, key, contents[key]) for key in shown}
        lines = _placed(view, shown, contents)[1]
    return "\n".join(_join(places) for places in lines)


def _content(view: View, marks: Marks, key: Key, indices: bool) -> tuple[str, str]:
    if key in view.pieces:
        return marks.of(view.pieces[key])
    empty = str(key[1]) if indices else _EMPTY if key[0] == view.default_site else "+"
    return empty, empty


def _add_label(view: View, key: Key, content: tuple[str, str]) -> tuple[str, str]:
    label = view.label(*key)
    if not label:
        return content
    if content[0] == _EMPTY:
        return label, label
    return f"{label}:{content[0]}", f"{label}:{content[1]}"


def _placed(
    view: View, keys: list[Key], contents: dict[Key, tuple[str, str]]
) -> tuple[dict[tuple[int, float], Key], list[list[_Cell]]]:
    """The sites by place, and the lines of the drawing from top to bottom, with columns in characters."""
    points = {key: _point(view, key) for key in keys}
    width = max(len(plain) for plain, _ in contents.values()) + 1
    rows = _steps([y for _, y in points.values()])
    gap = _smallest_gap(points.values())
    left = min(x for x, _ in points.values())
    scale = min(width / gap, _MAX_WIDTH * 4)
    lines: list[list[_Cell]] = [[] for _ in range(max(rows.values()) + 1)]
    by_place: dict[tuple[int, float], Key] = {}
    for key, (x, y) in points.items():
        row = len(lines) - 1 - rows[y]
        place = _Cell(row, (x - left) * scale, *contents[key])
        by_place[row, place.column] = key
        lines[row].append(place)
    return by_place, lines


def _point(view: View, key: Key) -> tuple[float, float]:
    e = view.topology.elements(key[0])[key[1]]
    return round(e.x, 4), round(e.y, 4)


def _steps(values: Iterable[float]) -> dict[float, int]:
    """The number of the line of each height: heights closer together than a third of the usual gap share one."""
    distinct = sorted(set(values))
    gaps = [b - a for a, b in itertools.pairwise(distinct) if b - a > 0.001]
    near = sorted(gaps)[len(gaps) // 2] / 3 if gaps else 0.0
    numbers, number, start = {}, 0, distinct[0]
    for value in distinct:
        if value - start > near:
            number, start = number + 1, value
        numbers[value] = number
    return numbers


def _smallest_gap(points: Iterable[tuple[float, float]]) -> float:
    """The smallest horizontal distance of two sites of one height, small ones among many taken for chance."""
    by_row: dict[float, list[float]] = {}
    for x, y in points:
        by_row.setdefault(round(y, 2), []).append(x)
    gaps = sorted(
        b - a for xs in by_row.values() for a, b in zip(sorted(xs), sorted(xs)[1:], strict=False) if b - a > 0.01
    )
    return gaps[len(gaps) // 10] if gaps else 1.0


#: the most columns between two sites
_WIDEST_GAP = 200


def _join(places: list[_Cell]) -> str:
    """A line, each site at its column or as near behind as there is room."""
    line, at = "", 0
    for place in sorted(places, key=lambda p: p.column):
        start = min(max(round(place.column), at + 1 if at else 0), at + _WIDEST_GAP)
        line += " " * (start - at) + place.painted
        at = start + len(place.plain)
    return line


def _axis(view: View, keys: dict[tuple[int, float], Key], axis: str) -> dict[float, str]:
    """The label of each row or column by its place, where all sites in it share it; else nothing."""
    labels: dict[float, str] = {}
    for (row, column), (kind, site) in keys.items():
        column_part, row_part = split_label(view.label(kind, site))
        shown = row_part if axis == "row" else column_part
        if kind != view.default_site or kind == "Edge" or not shown:
            return {}
        if labels.setdefault(row if axis == "row" else column, shown) != shown:
            return {}
    return labels if axis == "row" or len(set(labels.values())) == len(labels) else {}


def _with_axes(lines: list[list[_Cell]], rows: dict[float, str], columns: dict[float, str]) -> str:
    """The lines with the rows' labels to the left and the columns' below."""
    margin = max(len(label) for label in rows.values())
    drawn = [f"{rows.get(n, ''):>{margin}}  {_join(places)}" for n, places in enumerate(lines)]
    below = [_Cell(0, column, label, label) for column, label in columns.items()]
    return "\n".join([*drawn, " " * (margin + 2) + _join(below)])


def _hands(view: View, marks: Marks) -> list[str]:
    """A line for each container beside the board that holds something."""
    lines = []
    for container in view.others:
        if container.kind == "dice":
            continue
        sites = [marks.of(pieces)[1] if pieces else _EMPTY for pieces in view.in_container(container)]
        if view.pieces:
            lines.append(f"{container_name(view, container.kind, container.owner)}: {' '.join(sites)}")
    return lines


def container_name(view: View, kind: str, owner: int) -> str:
    """The name of a container: "hand of player 1", "shared hand", "deck"."""
    if 1 <= owner <= view.num_players:
        return f"{kind} of player {owner}"
    return f"shared {kind}" if kind == "hand" else kind


def _dice(view: View) -> list[str]:
    """The dice that have been rolled; a used die shows a dash."""
    shown = [" ".join(str(d) if d else "-" for d in dice) for dice in view.dice if any(dice)]
    return [f"dice: {line}" for line in shown]
