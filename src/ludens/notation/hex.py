"""Hex and its like: cells as Hex players call them, with `a1` a sharp corner on a side of player 1; files of SGF.

A game is one of these whose two players put stones on a rhombus of hexagons and connect sides.
"""

from __future__ import annotations

import functools
import re
import string
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.state import Row
from ludens.ludemes.booleans.connection import IsConnected
from ludens.notation.errors import NotationError, shown
from ludens.notation.point_names import Renamed
from ludens.notation.reading import each_line
from ludens.notation.record import Record, ends_by_rules, game_lines
from ludens.notation.sgf import Sgf
from ludens.notation.sgf_tree import Node, Text
from ludens.notation.style import File, Style
from ludens.notation.turns import Turn, move_to

_HEX: Final = 11
#: the side of a board that a file says nothing of
_USUAL: Final = 11
_SIDES: Final = "swap-sides"
_PIECES: Final = "swap-pieces"
_SWAP: Final = "swap"
_GIVEN_UP: Final = (["resign"], ["forfeit"])
#: a move of a transcript, its number, or what stands between
_MOVE: Final = re.compile(
    r"[\s,;]+|\d+\s*[.)]|(swap(?:-sides|-pieces)?|pass|resign|forfeit|[a-z]\d{1,2}|:[spr]|s(?=[\s,;]|$))(?!\d)",
    re.IGNORECASE,
)
#: the words of HexWorld, and what stands before the moves of its addresses
_SHORT: Final = {":s": _PIECES, "s": _PIECES, ":p": "pass", ":r": "resign"}
_WORLD: Final = re.compile(r"\s*\S*#\d+\w*,")
#: a cell in two letters, as Little Golem has it
_LETTERS: Final = re.compile(r"\s*[A-Za-z]{2}\s*")


class Hex(Renamed):
    family = "hex"

    def __init__(self, game: Game, side: int, places: Mapping[int, tuple[int, int]]) -> None:
        super().__init__(game, {site: f"{string.ascii_lowercase[c]}{r + 1}" for site, (c, r) in places.items()})
        self.side = side
        self._places = places
        self._sites = {self.point(site): site for site in places}

    @classmethod
    def of(cls, game: Game) -> Style | None:
        owners = sorted(c.owner for c in game.components)
        if game.num_players != 2 or owners != [1, 2] or len(game.containers) != 1 or game.model.stacking:
            return None
        if not any(isinstance(one, IsConnected) for one in game.ludemes()) or game.model.default_site != "Cell":
            return None
        elements = game.topology.elements("Cell")
        side = 1 + max(e.column for e in elements)
        places = {(e.column, e.row): site for site, e in enumerate(elements)}
        full = len(places) == len(elements) == side * side and side <= len(string.ascii_lowercase)
        if not full or any(e.row >= side for e in elements):
            return None
        near = game.topology.neighbours("Cell", places[0, 0], "Adjacent")
        if side < 2 or set(near) != {places[0, 1], places[1, 0], places[1, 1]}:  # the blunt corner
            return None
        owned = {site for region in game.model.regions if region.owner == 1 for site in region.sites}
        by_column = all(places[0, n] in owned and places[side - 1, n] in owned for n in range(side))
        last = side - 1
        named = {
            site: (last - row, column) if by_column else (last - column, row) for (column, row), site in places.items()
        }
        return cls(game, side, named)

    # --- SGF

    @property
    def files(self) -> Mapping[str, File]:
        plain = File(
            self._write_transcripts, self._read_transcripts, (".txt",), begins=r"\w", split=each_line, between="",
            holds=frozenset({"setups", "nodes"}), tags=frozenset(),
            tells_result=self._tells_result,
        )  # fmt: skip
        return {"sgf": self.sgf.file(), "transcript": plain}

    @functools.cached_property
    def sgf(self) -> Sgf:
        return Sgf(
            self.game,
            _HEX,
            str(self.side),
            {1: "B", 2: "W"},
            self._point,
            self._at_point,
            lambda point: self._sites.get(point.lower()),
            self.point,
            self._result,
            usual=str(_USUAL),
            special=self._special,
            prepared=_prepared,
        )

    # --- transcripts: cells in a row, as `a3 swap-pieces c4`

    def _read_transcripts(self, text: str, name: str) -> list[Record]:
        """A game for each line, whose moves may be numbered. Raises NotationError."""
        return [self._transcript(line, name, number) for number, line in game_lines(text, name)]

    def _transcript(self, line: str, name: str, number: int) -> Record:
        root = node = Node(0, {"SZ": [str(self.side)]})
        at, colour = begin.end() if (begin := _WORLD.match(line)) is not None else 0, "B"
        while at < len(line):
            match = _MOVE.match(line, at)
            if match is None:
                raise NotationError(f"a cell is expected, not {shown(line[at:][:12])}", name, number, at + 1)
            if match[1]:
                move = _SHORT.get(match[1].lower(), match[1].lower())
                node.children.append(Node(at, {colour: [move]}))
                node = node.children[0]
                colour = colour if move == _SIDES else "BW"[colour == "B"]
            at = match.end()
        try:
            return self.sgf.record(root, Text(line, name))
        except NotationError as error:
            raise error.moved(number - 1) from None

    def _write_transcripts(self, records: Sequence[Record]) -> str:
        return "".join(f"{' '.join(self._words(record))}\n" for record in records)

    def _words(self, record: Record) -> Iterator[str]:
        """The moves, those too that a file has beside the turns: swaps of pieces, and who gave up."""
        if not record.begins_as_usual:
            raise NotationError("a transcript begins as the game does, and this game with a position")
        turns = [self._point(state, turn) for state, turn in record.states()]
        for number in range(len(turns) + 1):
            nodes = record.nodes.get(number, [])[number > 0 :]
            beside = [values[0] for node in nodes for name, values in node.items() if name in ("B", "W")]
            if number in record.setups and not beside:
                raise NotationError("a transcript holds moves in turn alone, and here another position is put up")
            yield from (turns[number - 1 : number] if number else [])
            yield from beside

    def _tells_result(self, record: Record) -> bool:
        with suppress(NotationError):  # of a game that cannot be written at all
            return ends_by_rules(record) or [*self._words(record)][-1:] in _GIVEN_UP
        return True

    # --- moves in files

    @staticmethod
    def _result(record: Record) -> str:
        winner = record.final.winner
        return f"{'BW'[winner - 1]}+" if winner in (1, 2) else ""

    def _point(self, state: State, turn: Turn) -> str:
        return _SIDES if _is_swap(turn) else self.point(turn[0].to_site)

    def _at_point(self, state: State, point: str) -> Turn:
        text = point.strip().lower()
        if text in (_SIDES, _SWAP):
            move = next((one for one in state.legal_moves() if _is_swap((one,))), None)
        else:
            move = move_to(state, self._sites[text]) if text in self._sites else None
        if move is not None:
            return (move,)
        raise IllegalMove(f"{shown(point)} is not legal here")

    def _special(self, state: State, point: str, following: str | None) -> State | None:
        """The position after pieces are swapped, or after a pass; None for other moves.

        Where pieces are swapped, the stone becomes the other colour's on the mirrored cell, and the colours go on in
        turn; where sides are, it stays, and who swapped moves again. A plain `swap` is the one that the next move
        fits, and without one that of the pieces, which those who write it mean (Little Golem).
        """
        text = point.lower()
        if text == "pass":
            return self.game.position(state.sites(), mover=3 - state.mover, seed=0)
        if len(state.sites()) != 1:  # a swap answers the first stone
            return None
        if text != _PIECES and (text != _SWAP or following == "BW"[state.mover - 1]):
            return None
        pieces = {c.owner: c.index for c in self.game.components}
        rows: list[Row] = [
            (kind, self._mirrored(site), level, pieces[3 - owner], 3 - owner, count, own, turned, value)
            for kind, site, level, _, owner, count, own, turned, value in state.sites()
        ]
        return self.game.position(sorted(rows), mover=3 - state.mover, seed=0)

    def _mirrored(self, site: int) -> int:
        """The cell with letter and number exchanged, on the other side of the long diagonal."""
        column, row = self._places[site]
        return self._sites[f"{string.ascii_lowercase[row]}{column + 1}"]


def _is_swap(turn: Sequence[Move]) -> bool:
    return any(action.name == "Swap" for action in turn[0].actions)


def _prepared(root: Node) -> None:
    """Little Golem writes cells in two letters, and W for who moves first: its nodes become those of the standard."""
    nodes = [*root.all()]
    moves = [(colour, value) for node in nodes for colour in ("B", "W") for value in node.properties.get(colour, ())]
    if not any(_LETTERS.fullmatch(value) for _, value in moves):
        return
    first = next((colour for node in root.line() for colour in ("B", "W") if colour in node.properties), "B")
    other = {"B": "W", "W": "B", "AB": "AW", "AW": "AB"} if first == "W" else {}
    for node in nodes:
        node.properties = {
            other.get(name, name): [_cell(one) for one in values] if name in ("B", "W", "AB", "AW", "AE") else values
            for name, values in node.properties.items()
        }


def _cell(value: str) -> str:
    """A cell in two letters as a letter and a number, and a swap as what it is there."""
    if value.strip().lower() == _SWAP:
        return _PIECES
    if not _LETTERS.fullmatch(value):
        return value
    letters = value.strip().lower()
    return f"{letters[0]}{string.ascii_lowercase.index(letters[1]) + 1}"
