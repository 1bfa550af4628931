"""Mancala games of two rows: houses by letters from each player's left (`C`, North's small: `c`), or by numbers.

A game is one of these whose two players sow from houses in two rows, one for each. A position is the seeds of the
houses in the order of sowing, South's first, those in the stores, and who is to move: `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`.
"""

from __future__ import annotations

import re
import string
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from ludens.game import Game, IllegalMove, Move, State, matching
from ludens.game.matching import listed
from ludens.game.state import Row
from ludens.ludemes.effects.sow import Sow
from ludens.notation.errors import NotationError, shown
from ludens.notation.record import DRAWN, Record
from ludens.notation.style import File, Position, Style
from ludens.notation.tag_files import TagFormat, Words
from ludens.notation.turns import Turn, goes_on, to_move

_HOUSES: Final = re.compile(r"[A-Za-z]+|\d{1,2}")
_SIDES: Final = "SN"
_SCORE: Final = re.compile(r"(\d{1,3}(?:\.5)?)-(\d{1,3}(?:\.5)?)")


def _result(text: str) -> str:
    """A result, which may be told by the seeds of both players.

    >>> _result("25-23"), _result("24-24"), _result("0-1"), _result("*")
    ('1-0', '1/2-1/2', '0-1', '*')
    """
    if (match := _SCORE.fullmatch(text)) is None:
        return text
    south, north = float(match[1]), float(match[2])
    return DRAWN if south == north else "1-0" if south > north else "0-1"


def _written(record: Record) -> str:
    """The result of a game as its file told it."""
    tag = record.tags.get("Result", "").strip()
    return tag if _result(tag) == record.result else record.result


WORDS: Final = Words(
    turn=r"(?:[A-Za-z][A-Za-z/]*|\d{1,2})(?![^\s,{};()$!?])",
    results=r"1/2-1/2|\*|\d{1,3}(?:\.5)?-\d{1,3}(?:\.5)?",
    result=_result,
    number=r"\d+\s*\.(?:\s*\.)*|\d+(?=\s+[A-Za-z])",
    written=_written,
    slip=r"\w",
)


class Mancala(Style):
    family = "mancala"

    def __init__(self, game: Game, houses: dict[int, list[int]], stores: dict[int, int]) -> None:
        super().__init__(game)
        self.houses, self.stores = houses, stores
        self._names = {
            site: (string.ascii_uppercase if player == 1 else string.ascii_lowercase)[number]
            for player, sites in houses.items()
            for number, site in enumerate(sites)
        }

    @classmethod
    def of(cls, game: Game) -> Style | None:
        fits = game.num_players == 2 and len(game.containers) == 1 and not game.model.stacking
        if not fits or not any(isinstance(one, Sow) for one in game.ludemes()):
            return None
        elements = game.topology.elements(game.model.default_site)
        start = game.start(seed=0)
        rows: dict[float, list[int]] = defaultdict(list)
        for row in start.sites():
            rows[round(elements[row[1]].y, 2)].append(row[1])
        lengths = {len(sites) for sites in rows.values()}
        if len(rows) != 2 or len(lengths) != 1 or max(lengths) > len(string.ascii_lowercase):
            return None
        south, north = (sorted(rows[y], key=lambda site: elements[site].x) for y in sorted(rows))
        others = [element for number, element in enumerate(elements) if number not in {*south, *north}]
        stores = {}
        if others:
            if len(others) != 2:
                return None
            places = sorted((e.x, number) for number, e in enumerate(elements) if number not in {*south, *north})
            stores = {2: places[0][1], 1: places[1][1]}
        if any(move.from_site not in south for move in start.legal_moves()):
            return None
        return cls(game, {1: south, 2: north[::-1]}, stores)

    # --- moves

    def ply(self, state: State, move: Move) -> str:
        return self._names[move.from_site] if move.from_site in self._names else super().ply(state, move)

    def parse(self, state: State, text: str) -> Turn:
        """A house by its letter or its number, with what must follow; several where a player may choose again."""
        turn_text = text.strip()
        try:
            return (matching.find_labelled(state, turn_text),)
        except IllegalMove:
            if not _HOUSES.fullmatch(turn_text.replace("/", "")):
                raise
        here, turn = state.copy(), list[Move]()
        for word in [turn_text] if turn_text.isdigit() else turn_text.replace("/", ""):
            if here.is_over:
                raise IllegalMove(f"{shown(text)}: the game is over before {shown(word)}")
            move = self._house(here, word)
            if move is None:
                names = sorted(self.ply(here, one) for one in here.legal_moves())
                raise IllegalMove(f"{shown(word)} is no move here; there are {listed(names)}", names)
            turn.append(move)
            here.play(move)
            turn += _forced(here)
        return tuple(turn)

    def _house(self, state: State, word: str) -> Move | None:
        """The move from a house that the player to move counts from the left; None where there is none."""
        moves = state.legal_moves()
        if (named := next((move for move in moves if self._names.get(move.from_site) == word), None)) is not None:
            return named
        sites = self.houses[state.mover]
        number = int(word) - 1 if word.isdigit() else string.ascii_lowercase.index(word.lower())
        site = sites[number] if 0 <= number < len(sites) else -1
        return next((move for move in moves if move.from_site == site), None)

    # --- positions and games

    @property
    def positions(self) -> Mapping[str, Position]:
        return {"houses": Position(self._write, self._read)}

    def _write(self, state: State) -> str:
        rows = state.sites()
        names = {*self._names, *self.stores.values()}
        if goes_on(state) or any(row[1] not in names or any(row[6:]) for row in rows):
            raise NotationError("a position is written between turns, and tells of seeds alone, which here is not all")
        counts = {row[1]: row[5] for row in rows}
        houses = [counts.get(site, 0) for player in (1, 2) for site in self.houses[player]]
        stores = [counts.get(self.stores[p], 0) if self.stores else state.scores[p - 1] for p in (1, 2)]
        return "-".join(map(str, [*houses, *stores, _SIDES[to_move(state) - 1]]))

    def _read(self, text: str) -> State:
        """The state at a position. Raises NotationError."""
        fields = re.split(r"\s*[-,/\s]\s*", text.strip())
        side = fields.pop().upper() if fields[-1].isalpha() else _SIDES[0]
        sites = [site for player in (1, 2) for site in self.houses[player]]
        if (
            len(fields) != len(sites) + 2
            or side not in _SIDES
            or not all(re.fullmatch(r"\d{1,3}", one) for one in fields)
        ):
            usual = self._write(self.game.start(seed=0))
            raise NotationError(f"a position is written {usual}, not {shown(text)}")
        counts = [int(one) for one in fields]
        kind, _, _, what, owner, *_ = self.game.start(seed=0).sites()[0]
        stores = [self.stores[1], self.stores[2]] if self.stores else []
        held = zip([*sites, *stores], counts, strict=False)
        rows: list[Row] = [(kind, site, 0, what, owner, count, 0, 0, 0) for site, count in held if count]
        state = self.game.position(sorted(rows, key=lambda row: row[1]), mover=1 + _SIDES.index(side), seed=0)
        if not self.stores:
            scores = state.field("scores").copy()
            scores[1:3] = counts[-2:]
            state.set_field("scores", scores)
        return state

    @property
    def files(self) -> Mapping[str, File]:
        form = TagFormat(self.game, self.parse, self.turn, self._read, self._write, WORDS)
        return {"oga": File(form.write, form.read, (".oga",), ("cp1252",), split=form.split)}

    def turn(self, state: State, turn: Sequence[Move]) -> str:
        """The houses that a player chose to sow from, one behind the other, without what had to follow."""
        here, names = state.copy(), list[str]()
        for number, move in enumerate(turn):
            if number == 0 or len(here.legal_moves()) > 1:
                names.append(self.ply(here, move))
            here.play(move)
        return "".join(names) if all(len(name) == 1 for name in names) else "/".join(names)


def _forced(state: State) -> list[Move]:
    """The plies of a turn that must follow, which are played."""
    forced = list[Move]()
    while goes_on(state) and len(moves := state.legal_moves()) == 1:
        forced.append(moves[0])
        state.play(forced[-1])
    return forced
