"""The names of all that the graph encoding holds, in their order: the same for every game.

What a net has learnt hangs on these orders. So a list only ever grows at its end, and `VERSION` is another where
anything else changes. The words of the rules stand in `words.txt`; a word of the language that it lacks is read as
`NAME`, until the file gets it (`python -m ludens.encoding.graph.words`).
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

#: changes with the meaning of any number of the encoding
VERSION: Final = "ludens-graph 1"

#: who owns something, as the observer sees it
SEATS: Final = ("own", "next", "second next", "third next", "later", "neutral", "shared")
#: how many seats are told apart: what follows is `later`
APART: Final = 4

#: compass sectors of a step, in the observer's frame: forward is north where players face a way
SECTORS: Final = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")
_STEPS: Final = ("orthogonal", "diagonal", "adjacent")
RELATIONS: Final = (
    *(f"{step} {sector}" for step in _STEPS for sector in SECTORS),
    "up", "down", "incident", "own track on", "own track back", "other track on", "other track back",
)  # fmt: skip

#: what a site is
PLACES: Final = ("cell", "vertex", "edge", "hand", "deck", "dice")
#: features of sites that never change, for each observer
STATIC: Final = (
    *(f"is a {place}" for place in PLACES),
    *(f"container: {seat}" for seat in SEATS),
    *(f"{step} neighbour {sector}" for step in _STEPS[:2] for sector in SECTORS),
    "neighbours", "corner", "outer", "inner", "centre", "from the edge", "from the middle", "forward",
    *(f"region: {seat}" for seat in SEATS),
    "on own track", "on another track", "along own track",
)  # fmt: skip
#: features of sites that change in play
DYNAMIC: Final = (
    "height", *(f"site of {seat}" for seat in SEATS[: APART + 1]),
    "count", "local state", "rotation", "value", "hidden site", "hidden piece", "playable",
    "last move from", "last move to", "pending", "moves from here", "moves to here",
)  # fmt: skip
SITES: Final = (*STATIC, *DYNAMIC)

_PLAYERS, _DICE, _PHASES, _VARIABLES = 6, 6, 8, 4
#: features of the whole position
WHOLE: Final = (
    *(f"players: {n}" for n in range(1, _PLAYERS + 1)), "more players",
    *(f"turn: {seat}" for seat in SEATS[: APART + 1]),
    *(f"still plays: {seat}" for seat in SEATS[: APART + 1]),
    *(f"score: {seat}" for seat in SEATS[: APART + 1]),
    *(f"amount: {seat}" for seat in SEATS[: APART + 1]),
    *(f"phase {n}" for n in range(_PHASES)),
    *(f"die {n + 1}" for n in range(_DICE)),
    *(f"dice of {n}" for n in range(1, 7)),
    *(f"variable {n + 1}" for n in range(_VARIABLES)),
    "pot", "trump suit", "moves again", "stochastic", "hides", "at once", "faces a way", "legal moves",
)  # fmt: skip

#: where a piece lies: on top, below, or anywhere in a stack
LEVELS: Final = ("on top", "1 below the top", "2 below the top", "in the stack")
#: numbers of a kind of piece
TRAITS: Final = (
    *(f"owner: {seat}" for seat in SEATS), *LEVELS,
    "rank", "trump rank", "card value", "trump value", "suit", "first pips", "second pips", "large",
)  # fmt: skip

#: what a move does first of all
KINDS: Final = (
    "other", "move", "add", "insert", "remove", "promote", "select", "pass", "swap", "stack", "count", "content", "set",
    "choose", "effect",
)  # fmt: skip
#: the columns of a move. The numbers of sites are those of the graph, `what` is a kind of piece; -1 is none
MOVE: Final = ("number", "from", "to", "kind", "what", "variant")
#: moves that agree in all else are told apart by their order, up to this many
VARIANTS: Final = 8

#: words that stand for many
PADDING, NAME, PLAYER = "(nothing)", "(a name)", "(a player)"
_NUMBERS = 21
_MORE, _NEGATIVE, _REAL = "(a large number)", "(a negative number)", "(a fraction)"
WORDS_FILE: Final = Path(__file__).with_name("words.txt")
WORDS_HEADER: Final = f"# words of {VERSION}, one a line, in the order of their numbers; new ones go to the end"


@functools.cache
def words() -> tuple[str, ...]:
    """The words of the rules: those that stand for many, then the language's."""
    listed = WORDS_FILE.read_text(encoding="utf-8").splitlines()
    if listed[:1] != [WORDS_HEADER]:
        raise ValueError(f"{WORDS_FILE} is not of this version: its first line should be {WORDS_HEADER!r}")
    return (*common_words(), *listed[1:])


def common_words() -> tuple[str, ...]:
    """The words that are in no file."""
    return (PADDING, NAME, PLAYER, *(str(n) for n in range(_NUMBERS)), _MORE, _NEGATIVE, _REAL)


@functools.cache
def _numbered() -> dict[str, int]:
    return {word: number for number, word in enumerate(words())}


def is_player(text: str) -> bool:
    """Whether a constant names a player by number: which one says nothing that relabelling would keep."""
    return len(text) > 1 and text[0] == "P" and text[1:].isdigit()


def number_of_word(text: str) -> int:
    """The number of a word; that of `NAME` where the vocabulary lacks it.

    >>> number_of_word("P1") == number_of_word("P2") and number_of_word("My Piece") == 1
    True
    """
    if is_player(text):
        return _numbered()[PLAYER]
    if text in _numbered():
        return _numbered()[text]
    try:
        value = float(text)
    except ValueError:
        return _numbered()[NAME]
    if value < 0:
        return _numbered()[_NEGATIVE]
    return _numbered()[_MORE if value == int(value) else _REAL] if value == value and value < 1e300 else 1


def seat(relative: int) -> int:
    """The number among `SEATS` of a relative seat: -1 is nobody's, -2 everybody's."""
    if relative < 0:
        return len(SEATS) - 2 if relative == -1 else len(SEATS) - 1
    return min(relative, APART)
