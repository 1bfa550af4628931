"""Moves of shogi as Japanese people and programs write them: `▲７六歩`, `△同銀`, `５八金右`, `３三角成`, `７六歩(77)`.

Where several pieces may go to a square, words say which one: from the right or the left (右左), straight up (直), up
(上), back (引), sideways (寄), and 打 for one from the hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from ludens.game import IllegalMove, Move, State
from ludens.game.matching import listed
from ludens.notation.errors import shown
from ludens.notation.japanese import KANJI, LETTERS, Shogi
from ludens.notation.turns import Turn

FILES: Final = "１２３４５６７８９"
RANKS: Final = "一二三四五六七八九"
_DIGITS: Final = str.maketrans(FILES + RANKS, "123456789" * 2)
SIDES: Final = {"▲": 1, "☗": 1, "▼": 1, "△": 2, "☖": 2, "▽": 2}
PIECES: Final = "|".join(sorted(LETTERS, key=len, reverse=True))
#: a move; its square may be that of the move before (同), its origin may be told
MOVE: Final = re.compile(
    rf"(?P<side>[{''.join(SIDES)}])?\s*(?:(?P<to>[{RANKS}{FILES}1-9]{{2}})\s*同?|(?P<same>同))[\s\u3000]*"
    rf"(?P<piece>{PIECES})(?P<words>[右左直上行入引寄]*)(?P<sign>不成|成らず|成る?|生|打)?"
    rf"(?:[(（](?:(?P<from>[{FILES}1-9]{{2}})|00|００)[)）])?"
)
#: the words for ways to go, and whether a way is one: columns and rows that a piece goes up, as its player sees them
_WAYS: Final[dict[str, Callable[[int, int], bool]]] = {
    "直": lambda aside, up: not aside and up > 0,
    "上": lambda aside, up: up > 0,
    "行": lambda aside, up: up > 0,
    "入": lambda aside, up: up > 0,
    "引": lambda aside, up: up < 0,
    "寄": lambda aside, up: not up,
}


class Way(NamedTuple):
    """A turn of a piece on the board, and from where it comes: columns from the right, and rows up."""

    turn: Turn
    aside: int
    up: int


def square(text: str) -> str:
    """A square as USI has it.

    >>> square("７六"), square("76")
    ('7f', '7f')
    """
    digits = text.translate(_DIGITS)
    return f"{digits[0]}{chr(ord('a') + int(digits[1]) - 1)}"


def read(style: Shogi, state: State, match: re.Match[str], last: str) -> Turn:
    """The turn that a match of `MOVE` means, behind one that went to the square `last`. Raises IllegalMove."""
    turn_text = match[0].strip()
    if match["side"] and SIDES[match["side"]] != state.mover:
        raise IllegalMove(f"{shown(turn_text)}: it is the other player's turn")
    if match["same"] and not last:
        raise IllegalMove("同 is the square of the move before, and there is none")
    to, letter = last if match["same"] else square(match["to"]), LETTERS[match["piece"]]
    promoted = "+" * (match["sign"] in ("成", "成る"))
    if match["from"]:
        return _turn(style, state, f"{square(match['from'])}{to}{promoted}", turn_text)
    ways = list(_ways(style, state, letter, to))
    if match["sign"] == "打" or not ways:
        return _turn(style, state, f"{letter}*{to}", turn_text)
    ways = _meant(ways, match["words"])
    origins = {style.usi(state, way.turn)[:2] for way in ways}
    if len(origins) > 1:
        names = [write(style, state, way.turn, "") for way in ways]
        raise IllegalMove(f"{shown(turn_text)} may be {listed(list(dict.fromkeys(names)))}", names)
    if not origins:
        raise IllegalMove(f"{shown(turn_text)} is no move here")
    return _turn(style, state, f"{origins.pop()}{to}{promoted}", turn_text)


def _turn(style: Shogi, state: State, usi: str, text: str) -> Turn:
    try:
        return style.of_usi(state, usi)
    except IllegalMove:
        raise IllegalMove(f"{shown(text)} is no move here") from None


def _meant(ways: Sequence[Way], words: str) -> list[Way]:
    """The ways that words tell of; of those that are left, right and left tell the outermost."""
    matches = [way for way in ways if all(_WAYS[word](way.aside, way.up) for word in words if word in _WAYS)]
    for word, sign in (("右", 1), ("左", -1)):
        if word in words and matches:
            most = max(sign * way.aside for way in matches)
            matches = [way for way in matches if sign * way.aside == most]
    return matches


def _ways(style: Shogi, state: State, letter: str, to: str) -> Iterator[Way]:
    """The ways in which pieces of a kind on the board may go to a square; those of a turn without its choice."""
    site = style.site(to)
    for move in state.legal_moves():
        if site is None or move.to_site != site or not 0 <= move.from_site < len(style.grid.places):
            continue
        if style.letter_of(state, move) == letter:
            yield _way(style, state, move)


def _way(style: Shogi, state: State, move: Move) -> Way:
    (column, row), (to_column, to_row) = style.grid.places[move.from_site], style.grid.places[move.to_site]
    sign = 1 if state.mover == 1 else -1
    return Way((move,), sign * (column - to_column), sign * (to_row - row))


def write(style: Shogi, state: State, turn: Sequence[Move], last: str) -> str:
    """A turn, with the words that tell its piece from others; 同 where the turn before went to the same square.

    Which player it is is not told.
    """
    usi, letter = style.usi(state, turn), style.letter_of(state, turn[0])
    to = usi[2:4]
    where = "同" + "\u3000" * (len(KANJI[letter]) == 1) if to == last else target(to)
    if usi[1] == "*":
        others = any(True for _ in _ways(style, state, letter, to))
        return f"{where}{KANJI[letter]}{'打' * others}"
    ways, own = list(_ways(style, state, letter, to)), _way(style, state, turn[0])
    sign = "成" if usi.endswith("+") else "不成" if len(turn) > 1 else ""
    return f"{where}{KANJI[letter]}{_words(ways, own)}{sign}"


def target(to: str) -> str:
    """A square of USI as it is written.

    >>> target("7f")
    '７六'
    """
    return FILES[int(to[0]) - 1] + RANKS[ord(to[1]) - ord("a")]


#: words in the order in which they are tried, as the federation of Japan wants them
_TRIED: Final = ("", "上", "寄", "引", "直", "右", "左", "右上", "左上", "右寄", "左寄", "右引", "左引")


def _words(ways: Sequence[Way], own: Way) -> str:
    """The first words that tell one way from the others."""
    for words in _TRIED:
        if words in ("上", "右上", "左上") and own.up > 0 and not own.aside and len(ways) > 1:
            continue  # straight up has a word of its own
        if [way[1:] for way in _meant(ways, words)] == [own[1:]]:
            return words
    return ""
