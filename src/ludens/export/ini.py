"""Chess-like games as a section of Fairy-Stockfish's `variants.ini`.

How pieces move is asked of the game itself: each kind is put on an empty board, and beside enemies. What was written is
read again, and random games of both are compared; a game that differs is refused with the first position that does.
"""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from ludens.export.probe import Probe, place_of
from ludens.game import Game, State
from ludens.game.loading import compile_text
from ludens.game.state import Row
from ludens.imports import variants
from ludens.imports.betza import BetzaError, Offset, motions
from ludens.imports.ini import ImportFailed
from ludens.imports.rules import PIECES
from ludens.notation.turns import whole_turns

#: the largest board of Fairy-Stockfish
_MOST_COLUMNS, _MOST_ROWS = 12, 10
_GAMES, _PLIES = 6, 50
_STRAIGHT: Final = ["".join(way) for n in range(5) for way in itertools.combinations("fblr", n)]
_SLANTED: Final = ["".join(way) for n in range(5) for way in itertools.combinations(("fr", "fl", "br", "bl"), n)]
_OBLIQUE: Final = ["", "f", "b", "l", "r", "fs", "bs", "fh", "bh", "lh", "rh"]
#: what decides games in other ways than mate, stalemate, counts of moves and repetition
_OTHER_ENDS: Final = re.compile(r"\((score|var|byScore|is In|is Line|is Connected|count (Moves|Turns)|can Move)\b")
_LEAPS: Final = {(1, 2): "N", (0, 2): "D", (2, 2): "A", (0, 3): "H", (1, 3): "C", (2, 3): "Z", (3, 3): "G"}


def ini(game: Game) -> str:
    """The section of a game. Raises ExportError where there is none, with what does not fit."""
    return _Writer(game).text()


@dataclass(frozen=True)
class _Kind:
    """A kind of piece: its name, its letter, and its components for both players."""

    name: str
    letter: str
    components: tuple[int, int]


class _Writer(Probe):
    language = "variants.ini"

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.places = [(element.column, element.row) for element in self.elements]
        self.columns, self.rows = (1 + max(place[axis] for place in self.places) for axis in (0, 1))
        self.sites = {place: site for site, place in enumerate(self.places)}
        self._require()
        self.start = game.start(seed=0).sites()
        self.kinds = self._kinds()
        self.victim = max(self.kinds, key=lambda kind: (self._count(kind) > 1, self._count(kind)))

    def _require(self) -> None:
        """Refuse what no section can say."""
        game, columns, rows = self.game, self.columns, self.rows
        if game.num_players != 2 or len(game.containers) != 1 or game.containers[0].num_sites != len(self.places):
            raise self.misfit("two players and a board without hands and dice are needed")
        if len(self.sites) != columns * rows or columns > _MOST_COLUMNS or rows > _MOST_ROWS:
            raise self.misfit(f"a full board of at most {_MOST_COLUMNS} by {_MOST_ROWS} squares is needed")
        self.require_plain()

    def _kinds(self) -> list[_Kind]:
        by_name: dict[str, dict[int, int]] = {}
        for component in self.game.components:
            by_name.setdefault(component.name.rstrip("0123456789"), {})[component.owner] = component.index
        kinds, free = list[_Kind](), list("abcdefghijklmnopqrstuvwxyz")
        usual = {name: option for option, (name, _) in PIECES.items()}
        for name, owned in sorted(by_name.items(), key=lambda item: item[0] not in usual):
            if len(owned) != 2:
                raise self.misfit(f"one player alone has {name}")
            wish = "n" if name == "Knight" else name[0].lower()
            letter = next((one for one in (wish, *name.lower()) if one in free), free[0])
            free.remove(letter)
            kinds.append(_Kind(name, letter, (owned[1], owned[2])))
        return kinds

    def _count(self, kind: _Kind) -> int:
        return sum(row[3] in kind.components for row in self.start)

    # --- asking the game

    def _row(self, place: Offset, kind: _Kind, owner: int) -> Row:
        return self.row(self.sites[place], kind.components[owner - 1])

    def _targets(self, rows: Sequence[Row], place: Offset, owner: int = 1) -> set[Offset]:
        """Where the piece on a square may go in a position."""
        return {self.places[site] for site in self.targets(rows, self.sites[place], owner) if site >= 0}

    @cached_property
    def _middle(self) -> Offset:
        return (self.columns - 1) // 2, (self.rows - 1) // 2

    def _moves(self, kind: _Kind) -> set[Offset]:
        """The offsets of moves to empty squares, from the middle."""
        x, y = self._middle
        alone = self._targets([self._row((x, y), kind, 1)], (x, y))
        return {(a - x, b - y) for a, b in alone}

    def _captures(self, kind: _Kind) -> set[Offset]:
        """The offsets of captures of one enemy, from the middle."""
        x, y = self._middle
        result = set()
        for place in self.places:
            if place != (x, y):
                rows = [self._row((x, y), kind, 1), self._row(place, self.victim, 2)]
                if place in self._targets(rows, (x, y)):
                    result.add((place[0] - x, place[1] - y))
        return result

    def _is_lame(self, kind: _Kind, offset: Offset) -> bool:
        """Whether a piece beside it, on the way of a leap, is in the way."""
        x, y = self._middle
        near = [max(-1, min(1, part)) if abs(part) == max(map(abs, offset)) else 0 for part in offset]
        rows = [self._row((x, y), kind, 1), self._row((x + near[0], y + near[1]), self.victim, 1)]
        return (x + offset[0], y + offset[1]) not in self._targets(rows, (x, y))

    # --- pieces

    def _betza(self, kind: _Kind) -> str:
        """How a kind moves, in Betza's notation."""
        moves, captures = self._moves(kind), self._captures(kind)
        both = self._atoms(kind, moves & captures, "")
        if moves == captures:
            return both
        return both + self._atoms(kind, moves - captures, "m") + self._atoms(kind, captures - moves, "c")

    def _atoms(self, kind: _Kind, offsets: set[Offset], way: str) -> str:
        left, result = set(offsets), list[str]()
        for atom, ways, base in (("W", _STRAIGHT, (0, 1)), ("F", _SLANTED, (1, 1))):
            reaches: dict[int, set[Offset]] = {}
            for sign in motions(atom)[0].offsets:
                steps = list(itertools.takewhile(left.__contains__, self._ray(sign)))
                whole = len(steps) == len(list(self._ray(sign))) and len(steps) > 1
                left -= set(steps)
                if steps:
                    reaches.setdefault(0 if whole else len(steps), set()).add(sign)
            letter = "R" if base == (0, 1) else "B"
            for reach, signs in reaches.items():
                name = letter if reach == 0 else atom if reach == 1 else f"{atom}{reach}"
                result.append(way + self._directed(atom, ways, signs) + name)
        leaps: dict[tuple[int, int], set[Offset]] = {}
        for offset in left:
            low, high = sorted(map(abs, offset))
            leaps.setdefault((low, high), set()).add(offset)
        for shape, signs in sorted(leaps.items()):
            if shape not in _LEAPS:
                raise self.misfit(f"no letter of Betza's notation leaps as {kind.name} does, by {shape}")
            lame = "n" if self._is_lame(kind, min(signs)) else ""
            ways = _STRAIGHT if shape[0] == 0 else _SLANTED if shape[0] == shape[1] else _OBLIQUE
            result.append(way + lame + self._directed(_LEAPS[shape], ways, signs) + _LEAPS[shape])
        return "".join(result)

    def _ray(self, sign: Offset) -> Iterator[Offset]:
        for n in range(1, max(self.columns, self.rows)):
            offset = sign[0] * n, sign[1] * n
            if (self._middle[0] + offset[0], self._middle[1] + offset[1]) not in self.sites:
                return
            yield offset

    def _directed(self, atom: str, ways: Sequence[str], signs: set[Offset]) -> str:
        """The directions of an atom that lead to some offsets."""
        if set(motions(atom)[0].offsets) == signs:
            return ""
        for way in ways:
            try:
                if set(motions(way + atom)[0].offsets) == signs:
                    return way
            except BetzaError:
                continue
        raise self.misfit(f"Betza's notation has no word for the directions {sorted(signs)} of {atom}")

    def _must_capture(self) -> bool:
        """Whether a piece stays where it is while another one can take."""
        for kind in self.kinds:
            for reach in sorted(self._captures(kind)):
                x, y = self._middle
                target, corner = (x + reach[0], y + reach[1]), (0, 0)
                if corner not in (target, (x, y)):
                    rows = [self._row((x, y), kind, 1), self._row(target, self.victim, 2), self._row(corner, kind, 1)]
                    if (x, y + 1) != target and self._targets([rows[2]], corner):
                        return not self._targets(rows, corner)
        return False

    def _is_royal(self, kind: _Kind) -> bool:
        """Whether it may not step to where an enemy would take it."""
        if self._count(kind) != 2:
            return False
        x, y = self._middle
        steps = {step for step in self._moves(kind) if math.gcd(*step) == 1}  # nothing stands in their way
        for other in self.kinds:
            for step, reach in itertools.product(sorted(steps), sorted(self._captures(other))):
                place = (x + step[0] + reach[0], y + step[1] + reach[1])
                guarded = (x + step[0], y + step[1])
                if place in self.sites and place not in ((x, y), guarded) and other is not kind:
                    rows = [self._row((x, y), kind, 1), self._row(place, other, 2)]
                    seen = self._targets([self._row(guarded, self.victim, 1), rows[1]], place, owner=2)
                    if guarded in seen:
                        return guarded not in self._targets(rows, (x, y))
        return False

    # --- the section

    def text(self) -> str:
        kinds = {kind: self._betza(kind) for kind in self.kinds}
        pawn = next((kind for kind, betza in kinds.items() if betza in ("mfWcfF", "mfWcfrflF")), None)
        royal = next((kind for kind in kinds if self._is_royal(kind)), None)
        settings = {"maxRank": str(self.rows), "maxFile": str(self.columns)}
        custom = 0
        for kind, betza in kinds.items():
            option = self._option(kind, betza, kind is pawn, kind is royal)
            if option == "king" and betza not in ("WF", "FW"):
                settings[option] = f"{kind.letter}:{betza}"
            elif option is not None:
                settings[option] = kind.letter
            else:
                custom += 1
                settings[f"customPiece{custom}"] = f"{kind.letter}:{betza}"
        for option in ("pawn", "knight", "bishop", "rook", "queen", "king"):
            settings.setdefault(option, "-")
        if self._must_capture():
            settings["mustCapture"] = "true"
        settings |= self._of_pawns(pawn) | self._of_castling(royal) | self._of_ends(royal)
        rights = "KQkq" if settings["castling"] == "true" else "-"
        settings["startFen"] = f"{self._fen()} w {rights} - 0 1"
        name = re.sub(r"[^a-z0-9]", "", self.game.name.lower())
        text = "\n".join([f"[{name}:chess]", *(f"{key} = {value}" for key, value in settings.items())])
        self._compare(name, text)
        return text + "\n"

    def _option(self, kind: _Kind, betza: str, is_pawn: bool, is_royal: bool) -> str | None:
        """The option that names a piece that moves so: None for one that has to be said."""
        if is_pawn or is_royal:
            return "pawn" if is_pawn else "king"
        same = [option for option, (_, usual) in PIECES.items() if usual and _same(usual, betza)]
        named = [option for option in same if PIECES[option][0] == kind.name]
        plain = [option for option in named or same if option not in ("pawn", "king")]
        return plain[0] if plain else None

    def _fen(self) -> str:
        letters = {
            self.places[row[1]]: kind.letter.upper() if row[4] == 1 else kind.letter
            for row in self.start
            for kind in self.kinds
            if row[3] in kind.components
        }
        rows = []
        for y in reversed(range(self.rows)):
            row = "".join(letters.get((x, y), "1") for x in range(self.columns))
            rows.append(re.sub("1+", lambda run: str(len(run[0])), row))
        return "/".join(rows)

    def _of_pawns(self, pawn: _Kind | None) -> dict[str, str]:
        if pawn is None:
            return {"doubleStep": "false"}
        places = [self.places[row[1]] for row in self.start if row[3] == pawn.components[0]]
        x, y = places[0] if places else (0, 1)
        double = (x, y + 2) in self._targets([self._row((x, y), pawn, 1)], (x, y))
        settings = {"doubleStep": str(double).lower()}
        for row in range(1, self.rows):
            state = self.game.position([self._row((0, row - 1), pawn, 1)], mover=1, seed=0)
            becomes = Counter(self._letter(state, turn) for turn in whole_turns(state))
            letters = sorted(set(becomes) - {pawn.letter, ""})
            if letters:
                settings["promotionPieceTypes"] = "".join(letters)
                settings["promotionRegionWhite"] = " ".join(f"*{n + 1}" for n in range(row, self.rows))
                settings["promotionRegionBlack"] = " ".join(f"*{n + 1}" for n in range(self.rows - row))
                return settings
        return settings | {"promotionPieceTypes": "-"}

    def _letter(self, state: State, turn: Sequence[object]) -> str:
        after = state.copy()
        for move in turn:
            after.play(move)  # type: ignore[arg-type]
        mine = [row[3] for row in after.sites() if row[4] == 1]
        return next((kind.letter for kind in self.kinds if mine and kind.components[0] == mine[0]), "")

    def _of_castling(self, royal: _Kind | None) -> dict[str, str]:
        """Whether the king goes two squares or more where nothing but the corners' pieces is beside him."""
        if royal is None:
            return {"castling": "false"}
        row = next(row for row in self.start if row[3] == royal.components[0])
        x, y = self.places[row[1]]
        corners = {self.sites[0, y], self.sites[self.columns - 1, y]}
        rows = [one for one in self.start if one[1] in corners or one[1] == row[1]]
        far = sorted(target for target in self._targets(rows, (x, y)) if abs(target[0] - x) > 1 and target[1] == y)
        if len(far) != 2:
            return {"castling": "false"}
        left, right = (chr(ord("a") + target[0]) for target in far)
        sides = {"castlingKingsideFile": right, "castlingQueensideFile": left}
        return {"castling": "true"} | (sides if (left, right) != ("c", "g") else {})

    def _of_ends(self, royal: _Kind | None) -> dict[str, str]:
        """What the text of the game says of its ends."""
        text = self.game.description.expanded
        if match := _OTHER_ENDS.search(text, text.rindex("(end ")):
            raise self.misfit(f"its ends ask for {match[0]} ..)")
        settings = {}
        if match := re.search(r"\(no Moves Next\)\s*\(result (Mover|Next) (Win|Loss|Draw)\)", text):
            mine = {"Win": "loss", "Loss": "win", "Draw": "draw"}[match[2]]
            settings["stalemateValue"] = mine if match[1] == "Mover" else {"win": "loss", "loss": "win"}.get(mine, mine)
        match = re.search(r">= \(counter\) (\d+)|<= (\d+) \(counter\)", text)
        settings["nMoveRule"] = str((int(match[1] or match[2]) + 1) // 2) if match else "0"
        match = re.search(r"<= (\d+) \(count Repeats\)", text)
        settings["nFoldRule"] = match[1] if match else "0"
        if royal is None:
            settings["extinctionValue"] = "loss"
            settings["extinctionPieceTypes"] = "".join(k.letter for k in self.kinds if self._count(k) == 2) or "*"
        return settings

    # --- what was written, read again

    def _compare(self, name: str, text: str) -> None:
        """Refuse a section with which random games are not the same."""
        try:
            imported = variants.described(variants.read(text)[name])
        except ImportFailed as error:
            raise self.misfit(f"the section cannot be read: {error}") from None
        if imported.remarks:
            raise self.misfit(imported.remarks[0])
        other = compile_text(imported.text, name)
        letters = {c.index: imported.letters[c.name.rstrip("0123456789")] for c in other.components}
        own = {number: kind.letter for kind in self.kinds for number in kind.components}
        theirs = [(e.column, e.row) for e in other.topology.elements(other.topology.default_site)]
        for seed in range(_GAMES):
            choose, played = random.Random(seed), list[str]()
            mine, its = self.game.start(seed=0), other.start(seed=0)
            for _ in range(_PLIES):
                if mine.is_over or its.is_over:
                    break
                ours, read = _keyed(mine, own, self.places), _keyed(its, letters, theirs)
                if ours.keys() != read.keys():
                    raise self.misfit(_difference(played, ours, read))
                key = choose.choice(sorted(ours))
                played.append(_uci(key))
                mine, its = ours[key], read[key]
            if mine.is_over != its.is_over or (mine.is_over and mine.ranking[:2] != its.ranking[:2]):
                raise self.misfit(f"it does not end alike after {' '.join(played)}")


def _same(first: str, second: str) -> bool:
    def parts(notation: str) -> Counter[object]:
        return Counter(
            (offset, m.reach, m.moves, m.takes, m.lame, m.hops, m.initial, m.passing)
            for m in motions(notation)
            for offset in m.offsets
        )

    return parts(first) == parts(second)


def _keyed(
    state: State, letters: Mapping[int, str], places: Sequence[Offset]
) -> dict[tuple[Offset, Offset, str], State]:
    """The positions after each whole turn, by its squares and what stands where it ends."""
    result = {}
    for turn in whole_turns(state):
        after = state.copy()
        for move in turn:
            after.play(move)
        standing = {row[1]: row[3] for row in after.sites()}
        origin, target = turn[0].from_site, turn[0].to_site
        became = letters.get(standing.get(target, 0), "")
        result[places[origin] if origin >= 0 else (-1, -1), places[target] if target >= 0 else (-1, -1), became] = after
    return result


def _uci(key: tuple[Offset, Offset, str]) -> str:
    return "".join(f"{chr(ord('a') + x)}{y + 1}" for x, y in key[:2]) if key[0][0] >= 0 else "pass"


def _difference(
    played: Sequence[str],
    ours: Mapping[tuple[Offset, Offset, str], State],
    read: Mapping[tuple[Offset, Offset, str], State],
) -> str:
    alone = [_uci(key) for key in sorted(ours.keys() - read.keys())][:3]
    more = [_uci(key) for key in sorted(read.keys() - ours.keys())][:3]
    here, there = (", ".join(some) or "nothing" for some in (alone, more))
    return f"{place_of(played)} there is {here} in the game alone, {there} in what fits"
