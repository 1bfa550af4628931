"""A game to cut out: its rules, its board over as many pages as it takes, and its pieces.

The pages are set by Typst, whose package is the extra `print`; the parts alone need nothing (`Prototype.parts`).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ludens import render
from ludens.game import Game
from ludens.game.single import SingleGame
from ludens.lab.sheet import sheets
from ludens.lab.sheet.typeset import as_typst, literal, page_setup, typeset
from ludens.render.parts import Part, board_part, piece_part
from ludens.rules.state.model import Component

#: sizes of paper, in millimetres
PAPERS: Final[Mapping[str, tuple[float, float]]] = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
#: what printers leave white, and how long the marks are along which one cuts
_MARGIN, _MARK = 12.0, 5.0
#: the share of a site that a piece takes
_PIECE: Final = 0.78
#: pieces of a kind that are put down during play, at most, where nobody says how many
_MOST: Final = 40
_GAP: Final = 2.0
#: plies of the random game that an example turn is from
_EXAMPLE_PLIES: Final = 3


class PrintFailed(Exception):
    """The game has nothing to print."""


@dataclass(frozen=True)
class PieceCount:
    """A kind of piece, and how many of it are printed; `supply` says that play takes as many as it needs."""

    component: Component
    count: int
    supply: bool


class Prototype:
    """What is printed of a game. `site` is the distance of neighbouring sites in millimetres."""

    def __init__(
        self, game: Game, *, paper: str = "a4", site: float = 25.0, counts: Mapping[str, int] | None = None
    ) -> None:
        if paper not in PAPERS:
            raise ValueError(f"paper is one of {', '.join(PAPERS)}, not {paper!r}")
        if not 5.0 <= site <= 100.0:
            raise ValueError(f"sites are 5 to 100 millimetres apart, not {site:g}")
        names = {component.name for component in game.components}
        for name in counts or {}:
            if name not in names:
                raise ValueError(f"there is no piece {name}, but {', '.join(sorted(names))}")
        self.game, self.paper, self.site, self.counts = game, paper, site, dict(counts or {})

    @cached_property
    def board(self) -> Part:
        """The empty board."""
        return board_part(self.game, self.site)

    @cached_property
    def pieces(self) -> list[PieceCount]:
        """The kinds of pieces with their numbers: as many as stand there at the start, else a supply."""
        start = Counter[int]()
        for row in self.game.start(seed=0).sites():
            start[row[3]] += max(row[5], 1)
        sites = self.game.topology.count(self.game.model.default_site)
        supply = min(-(-sites // max(self.game.num_players, 1)), _MOST)
        listed = []
        for component in self.game.components:
            if component.faces:  # a die: players have some
                continue
            count = self.counts.get(component.name, start[component.index] or supply)
            listed.append(PieceCount(component, count, not start[component.index]))
        return listed

    @property
    def dice(self) -> list[tuple[int, int]]:
        """How many dice of how many faces are needed."""
        kinds = Counter(len(component.faces) for component in self.game.components if component.faces)
        return [(count, faces) for faces, count in sorted(kinds.items())]

    def parts(self) -> Iterator[tuple[str, Part]]:
        """Every drawing by its name: the board, and each piece once."""
        yield "board", self.board
        for one in self.pieces:
            yield f"piece-{one.component.name}", piece_part(self.game, one.component, self.site * _PIECE)

    def called(self, component: Component) -> str:
        """What a kind of piece is called: by its name, and whose it is."""
        name = component.base_name.rstrip("0123456789") or component.base_name or component.name
        owner = component.owner
        return f"{name} ({render.name_of(self.game, owner)})" if 0 < owner <= self.game.num_players else name

    # --- pages

    @cached_property
    def is_landscape(self) -> bool:
        """Whether the board takes fewer pages that lie on their long side."""
        return len(self._tiles(landscape=True)) < len(self._tiles(landscape=False))

    def tiles(self) -> list[tuple[float, float, float, float]]:
        """The parts of the board that a page holds, row by row: left, top, width and height in millimetres."""
        return self._tiles(landscape=self.is_landscape)

    def _tiles(self, *, landscape: bool) -> list[tuple[float, float, float, float]]:
        sides = PAPERS[self.paper][:: -1 if landscape else 1]
        width, height = (side - 2 * _MARGIN for side in sides)
        across, down = math.ceil(self.board.width / width), math.ceil(self.board.height / height)
        wide, high = self.board.width / across, self.board.height / down
        return [(column * wide, row * high, wide, high) for row in range(down) for column in range(across)]

    def pdf(self) -> bytes:
        """All pages. Raises ImportError where Typst is missing."""
        return typeset(self.files())

    def files(self) -> dict[str, str]:
        """What Typst sets, by the names of files: the text, and the pictures that it shows."""
        files = {f"{name}.svg": part.svg for name, part in self.parts()}
        lines = page_setup(self.paper, _MARGIN)
        pictures = dict[str, str]()
        for number, sheet in enumerate(sheets(self.game)):
            lines += as_typst(sheet, f"sheet-{number}-", pictures)
        lines += self._example(pictures)
        lines += self._needed()
        lines += self._board_pages()
        lines += self._piece_pages()
        return {"page.typ": "\n".join(lines) + "\n"} | files | pictures

    def _example(self, pictures: dict[str, str]) -> list[str]:
        """An example turn from a real game."""
        state = self.game.start(seed=1)
        for _ in range(_EXAMPLE_PLIES):
            if state.is_over or self.game.is_simultaneous:
                break
            move = state.legal_moves()[len(state.legal_moves()) // 2]
            mover, name = state.mover, state.notation(move)
            state.play(move)
        else:
            pictures["example.svg"] = render.svg(state, size=420, last=move, viewer=None)
            who = render.name_of(self.game, mover)
            return [f"== Example\n\n{literal(f'{who} plays {name}.')}\n", '#image("example.svg", width: 70mm)']
        return []

    def _needed(self) -> list[str]:
        """What one needs to play."""
        supply = " (a supply: print more where play takes more)"
        rows = [f"- {literal(self.called(one.component))}: {one.count}{supply * one.supply}" for one in self.pieces]
        rows += [f"- {count} {'die' if count == 1 else 'dice'} of {faces} faces" for count, faces in self.dice]
        board = f"- the board, {self.board.width:.0f} by {self.board.height:.0f} mm, on {len(self.tiles())} pages"
        return ["== What you need\n", board, *rows, ""]

    def _board_pages(self) -> Iterator[str]:
        tiles = self.tiles()
        for number, (left, top, width, height) in enumerate(tiles, 1):
            picture = f'image("board.svg", width: {self.board.width:.2f}mm, height: {self.board.height:.2f}mm)'
            moved = f"#place(top + left, dx: {-left:.2f}mm, dy: {-top:.2f}mm, {picture})"
            yield f"#page(margin: 0mm, flipped: {str(self.is_landscape).lower()})["
            yield _placed(_MARGIN, _MARGIN, _clipped(width, height, moved))
            yield from _marks(_MARGIN, _MARGIN, width, height)
            label = f"{self.game.name}: board, page {number} of {len(tiles)}"
            yield f"#place(bottom + left, dx: {_MARGIN}mm, dy: -3mm, text(size: 7pt)[{literal(label)}])\n]"

    def _piece_pages(self) -> Iterator[str]:
        size = self.site * _PIECE
        across = max(1, int((PAPERS[self.paper][0] - 2 * _MARGIN + _GAP) // (size + _GAP)))
        yield "#pagebreak()\n== Pieces\n"
        for one in self.pieces:
            picture = f'image("piece-{one.component.name}.svg", width: {size:.2f}mm)'
            cell = f'box(stroke: (paint: luma(180), thickness: 0.3pt, dash: "dashed"), {picture})'
            cells = f"..range({one.count}).map(n => {cell})"
            yield f"{literal(f'{self.called(one.component)}: {one.count}')}\n"
            yield f"#grid(columns: {across}, gutter: {_GAP}mm, {cells})\n"


def _placed(left: float, top: float, content: str) -> str:
    return f"#place(top + left, dx: {left:.2f}mm, dy: {top:.2f}mm, {content})"


def _clipped(width: float, height: float, content: str) -> str:
    return f"box(width: {width:.2f}mm, height: {height:.2f}mm, clip: true)[{content}]"


def _marks(left: float, top: float, width: float, height: float) -> Iterator[str]:
    """Lines at the corners of a part, outside of it, along which one cuts."""
    for x in (left, left + width):
        for y, end in ((top - _MARK - 1, top - 1), (top + height + 1, top + height + 1 + _MARK)):
            yield _line((x, y), (x, end))
    for y in (top, top + height):
        for x, end in ((left - _MARK - 1, left - 1), (left + width + 1, left + width + 1 + _MARK)):
            yield _line((x, y), (end, y))


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    (x, y), (to_x, to_y) = start, end
    ends = f"start: ({x:.2f}mm, {y:.2f}mm), end: ({to_x:.2f}mm, {to_y:.2f}mm)"
    return f"#place(top + left, line({ends}, stroke: 0.3pt))"


def prototype_of(game: Game, *, paper: str, site: float, counts: Mapping[str, int]) -> Prototype:
    """The prototype of a game. Raises PrintFailed for a match, whose games are printed one by one."""
    if not isinstance(game, SingleGame):
        raise PrintFailed(f"{game.name} is a match: print its games one by one")
    return Prototype(game, paper=paper, site=site, counts=counts)
