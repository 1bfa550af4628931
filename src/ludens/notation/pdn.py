"""PDN: what its files say of a game (`GameType`), what its words look like, and games that are told in less than whole.

The types of games, and how each is written, are those of PDN 3.0. Files say less than they should: who moves first in a
position may be unknown, and a capture may be told by its ends where several have the same. Then the turns that follow
tell: a game is read again with the other choice, until all of it is legal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from ludens.game.matching import listed
from ludens.notation.errors import NotationError, shown
from ludens.notation.record import DRAWN, UNFINISHED, Record
from ludens.notation.tag_files import Words


class GameType(NamedTuple):
    """How games of a type are written: by squares like chess (A) or by numbers (N), and where the first square is.

    `corner` is its place as the player sees it who moves first: 0 bottom left, 1 bottom right, 2 top left, 3 top right.
    `inverted` says that the bottom left corner is no square of the game, None that this is not known.
    """

    number: str
    letter: str
    corner: int
    inverted: bool | None
    taking: str = "x"
    in_points: bool = False


#: the types of draughts
TYPES: Final = {
    one.number: one
    for one in (
        GameType("20", "N", 2, False, in_points=True),
        GameType("21", "N", 1, False),
        GameType("22", "N", 2, True),
        GameType("23", "N", 1, False),
        GameType("24", "N", 1, True),
        GameType("25", "A", 0, False, ":"),
        GameType("26", "A", 0, False),
        GameType("27", "N", 2, False, in_points=True),
        GameType("28", "N", 1, True),
        GameType("29", "A", 0, False),
        GameType("30", "A", 0, False),
        GameType("31", "N", 2, False, "-"),
        GameType("40", "N", 2, False),
        GameType("41", "A", 0, False, ":"),
    )
}
_TYPE: Final = re.compile(r"\s*(\d+)(?:,[WB],\d+,\d+,([ANS])([0-3])(?:,([01]))?)?\s*")

_GAME_TYPE: Final = re.compile(r'\[\s*GameType\s+"([^"]*)"')

# --- words

#: letters and signs that look like those of PDN, and stand for them in files
_ALIKE: Final = str.maketrans({"\u0430": "a", "\u0441": "c", "\u0435": "e", "\u0432": "b"})
_LETTER: Final = "[A-La-l\u0430\u0441\u0435\u0432]"
_SQUARE: Final = rf"(?:{_LETTER}\d{{1,2}}|\d{{1,2}})"
#: signs of captures, the Russian x among them
_TAKES: Final = "xX\u0445\u0425\u00d7:"
_JOINT: Final = rf"\s*[-\u2010-\u2014\u2212{_TAKES}]\s*"
#: squares of a turn; a capture may go on in a second part, from where the first one came down (`4x31 31x42`)
_JOINED: Final = re.compile(rf"{_SQUARE}(?:{_JOINT}(?P<on>{_SQUARE})(?:\s+(?P=on)(?=\s*[{_TAKES}]))?)+")
#: squares that nothing joins: `a3b4`, `3228`
_BARE: Final = re.compile(rf"(?:{_LETTER}\d{{1,2}}){{2,}}|\d{{4}}")
_PARTS: Final = re.compile(rf"({_SQUARE})\s+\1(?!\d)")


def squares_of(text: str) -> list[str] | None:
    """The squares that a turn names, as numbers without zeros before them or as `c3`; None for what is no turn.

    >>> squares_of("28 x17"), squares_of("a5:c3:e1"), squares_of("01-07"), squares_of("4x31 31x42"), squares_of("O-O")
    (['28', '17'], ['a5', 'c3', 'e1'], ['1', '7'], ['4', '31', '42'], None)
    """
    turn_text = text.strip()
    if _JOINED.fullmatch(turn_text):
        squares = re.findall(_SQUARE, _PARTS.sub(r"\1", turn_text))
    elif _BARE.fullmatch(turn_text):
        squares = re.findall(rf"{_LETTER}\d{{1,2}}|\d\d", turn_text)
    else:
        return None
    return [re.sub(r"\b0+(?=\d)", "", one.translate(_ALIKE).lower()) for one in squares]


def result_of(text: str) -> str:
    """A result as PGN has it. A winner has all points: where both have some (`1.01-0.99`, `7-5`) it is drawn."""
    plain = " ".join(text.split())
    match = _POINTS.fullmatch(plain)
    if match is None or plain in RESULTS:
        return RESULTS.get(plain, plain)
    first, second = map(float, match.groups())
    return UNFINISHED if not first and not second else DRAWN if first and second else "1-0" if first else "0-1"


#: results as draughts players write them; `1-0` tells of the player who moves first
RESULTS: Final = {
    "2-0": "1-0", "0-2": "0-1", "1-1": DRAWN, "0-0": UNFINISHED, "1+ - 1-": DRAWN, "1- - 1+": DRAWN,
    "1 1/2 - 1/2": DRAWN, "1/2 - 1 1/2": DRAWN,
}  # fmt: skip
_POINTS: Final = re.compile(r"(\d+(?:\.\d+)?)\s*-\s*(\d+(?:\.\d+)?)")
_ENDS: Final = (
    r"1-0|0-1|1/2-1/2|\*|2-0|0-2|1-1|0-0|\d+\.\d+\s*-\s*\d+\.\d+"
    r"|1\+\s*-\s*1-|1-\s*-\s*1\+|1\s1/2\s*-\s*1/2|1/2\s*-\s*1\s1/2"
)
_END: Final = re.compile(rf"(?<!\S)({_ENDS})\s*$")
_PLAIN: Final = frozenset({"1-0", "0-1", DRAWN, UNFINISHED})
_FORCED: Final = "\u25a1"


def _written(record: Record, kind: GameType | None) -> str:
    """The result of a game as its file told it, or as games of its type have it."""
    tag, result = record.tags.get("Result", "").strip(), record.result
    if tag and result_of(tag) == result:
        return tag
    points = {"1-0": "2-0", "0-1": "0-2", DRAWN: "1-1"}
    return points.get(result, result) if kind is not None and kind.in_points else result


def words(kind: GameType | None) -> Words:
    """The words of PDN for games of a type."""
    return Words(
        turn=rf"{_JOINED.pattern}|{_BARE.pattern}(?![^\s{{}};()\[\]!?*+#])|{_SQUARE}[^\s{{}};()\[\]!?]*",
        results=_ENDS,
        result=result_of,
        signs={_FORCED: 7},
        written=lambda record: _written(record, kind),
    )


# --- types


def type_of(text: str) -> GameType | None:
    """The type that a tag tells, `25` or `25,W,8,8,A0,0`; None for a text that is none.

    >>> type_of("23,W,8,8,A0,0"), type_of("25").letter
    (GameType(number='23', letter='A', corner=0, inverted=False, taking='x', in_points=False), 'A')
    """
    match = _TYPE.fullmatch(text)
    if match is None:
        return None
    number, letter, corner, inverted = match.groups()
    usual = TYPES.get(number)
    if letter is None:
        return usual
    base = usual or GameType(number, letter, int(corner), None)
    own = base.inverted if inverted is None else inverted == "1"
    return base._replace(letter="A" if letter == "A" else "N", corner=int(corner), inverted=own)


def type_in(text: str) -> GameType | None:
    """The type that the tag of a game tells."""
    match = _GAME_TYPE.search(text)
    return None if match is None else type_of(match[1])


# --- reading games that are told in less than whole


@dataclass
class Choices:
    """What was chosen where a text may mean several things, in the order in which it came up."""

    made: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def choose(self, names: list[str], turn_text: str) -> int:
        at = len(self.sizes)
        if at == len(self.made):
            self.made.append(0)
        self.sizes.append(len(names))
        self.remarks.append(f"{shown(turn_text)} may be {listed(names)}: {names[self.made[at]]} is taken")
        return self.made[at]

    def next(self) -> bool:
        """Whether there is another way to choose, which is taken from now on."""
        sizes = self.sizes[: len(self.made)]
        self.sizes, self.remarks = [], []
        while self.made:
            last = self.made.pop() + 1
            if last < sizes[len(self.made)]:
                self.made.append(last)
                return True
        return False


#: how many ways to choose are tried in a game
_TRIES: Final = 64


def read(text: str, name: str, choices: Choices, reading: Callable[[str, str], list[Record]]) -> list[Record]:
    """The games of a text, with those choices that let all of it be read. Raises NotationError, that of the first."""
    plain, first = _plain(text), None
    choices.made, choices.sizes, choices.remarks = [], [], []
    for _ in range(_TRIES):
        try:
            records = reading(plain, name)
        except NotationError as error:
            first = first or error
            if not choices.next():
                break
            continue
        for record in records:
            if (end := _END.search(plain)) is not None and end[1] not in _PLAIN:
                record.tags.setdefault("Result", " ".join(end[1].split()))
            record.remarks += [NotationError(message, name, 1) for message in choices.remarks]
        return records
    assert first is not None
    raise first


_OUTSIDE: Final = re.compile(
    r"\{[^}]*\}|;[^\n]*|^\s*\[[^\n]*\]\s*$|\((?P<signs>[!?]+)\)|(?<=[\da-h])(?P<forced>\*)(?=\s+\d)", re.MULTILINE
)
_RESULT: Final = re.compile(r'\[\s*Result\s+"([^"]*)"')


def _plain(text: str) -> str:
    """A text with signs alone for signs in brackets and for forced moves, and without a score that looks like a turn.

    Everything stays in its place.
    """

    def change(match: re.Match[str]) -> str:
        if match["signs"]:
            return f" {match['signs']} "
        return _FORCED if match["forced"] else match[0]

    plain = _OUTSIDE.sub(change, text)
    result = _RESULT.search(plain)
    if result is not None and _POINTS.fullmatch(result[1].strip()) and result[1] not in RESULTS:
        body = plain.rstrip()
        if body.endswith(result[1]) and body[: -len(result[1])][-1:].isspace():
            return body[: -len(result[1])] + " " * len(result[1])
    return plain


# --- the tags of a file


def tags_of(record_tags: Mapping[str, str], kind: GameType | None) -> dict[str, str]:
    """The tags to write: the type is that of the game, as the file told it where that says the same."""
    if kind is None:
        return dict(record_tags)
    game_type = type_of(record_tags.get("GameType", ""))
    fits = game_type is not None and game_type[:4] == kind[:4]
    return dict(record_tags) if fits else {**record_tags, "GameType": kind.number}
