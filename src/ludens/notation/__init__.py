"""Players' notations of each game, and their files: chess's SAN, FEN and PGN, and so on.

>>> import ludens
>>> style = ludens.notation.of(ludens.load("Chess"))
>>> state = style.state("6k1/4Pppp/8/8/8/8/8/6K1 w - - 0 1")
>>> style.turn(state, style.parse(state, "e8Q"))
'e8=Q#'

The equipment and the rules of a game decide its notation, not its name: every game that is like chess is written like
it. A game of no family has the standard notation (`Style`). The metadata of a description may name another one that
fits the game: `(info {(notation "standard")})`.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from typing import Final

from ludens import plugins
from ludens.game import Game, Move, State, matching
from ludens.game.match import Match
from ludens.game.notation import number_of
from ludens.notation.backgammon import Backgammon
from ludens.notation.chess import Chess
from ludens.notation.draughts import Draughts
from ludens.notation.errors import NotationError
from ludens.notation.go import Go
from ludens.notation.hex import Hex
from ludens.notation.mancala import Mancala
from ludens.notation.othello import Othello
from ludens.notation.record import Line, Record
from ludens.notation.shogi import Shogi
from ludens.notation.style import Style
from ludens.notation.turns import Turn, turns_of

__all__ = [
    "Line",
    "NotationError",
    "Record",
    "Style",
    "Turn",
    "misdeclared",
    "name_of",
    "names_of",
    "of",
    "read_turn",
    "turn_of",
    "turns_of",
]

#: the number of a move, which people write before it
_NUMBER: Final = re.compile(r"^\s*\d+\s*[.\u2026][\s.\u2026]*(?=\S)")

#: the families of this room, those that ask for more first
FAMILIES: tuple[type[Style], ...] = (Chess, Shogi, Draughts, Backgammon, Hex, Othello, Go, Mancala)


@functools.cache
def families() -> tuple[type[Style], ...]:
    """The families that may fit a game, those of other packages first (`ludens.plugins`)."""
    return (*plugins.load_all("notations"), *FAMILIES)


@functools.lru_cache(maxsize=64)
def of(game: Game) -> Style:
    """The notation of a game; that of a match is the standard one.

    It is the one that its metadata declare, where that exists and fits; see `misdeclared`.
    """
    if isinstance(game, Match):
        return Style(game)
    declared = game.metadata.text("notation")
    if (style := _declared(game, declared)) is not None:
        return style
    return next((style for family in families() if (style := family.of(game)) is not None), Style(game))


def misdeclared(game: Game) -> str | None:
    """What is wrong with the notation that the metadata of a game declare; None where nothing is."""
    declared = "" if isinstance(game, Match) else game.metadata.text("notation")
    if not declared or _declared(game, declared) is not None:
        return None
    existing = [Style.family, *(family.family for family in families())]
    if declared.casefold().partition(" ")[0] in existing:
        return f"the notation {declared!r} that the metadata declare is not made for this game's equipment"
    return f"there is no notation {declared!r}, which the metadata declare; there are {', '.join(existing)}"


def _declared(game: Game, name: str) -> Style | None:
    """The notation of that name, if there is one and it fits the game."""
    styles: tuple[type[Style], ...] = (Style, *families())
    word = name.casefold().partition(" ")[0]
    family = next((family for family in styles if family.family == word), None)
    return None if family is None else family.of(game)


def turn_of(state: State, text: str) -> Turn:
    """The plies that a text means which is no label of a move: what `State.parse` reads beside labels.

    Where players have other names for the points than the board has labels, their names could be taken for the labels
    of others, and are not read. Raises IllegalMove.
    """
    style, plain = of(state.game), _NUMBER.sub("", text)
    return (matching.find_labelled(state, plain),) if style.renames else style.parse(state, plain)


def names_of(state: State) -> Sequence[str]:
    """The names of the legal moves that people choose from: players' names where the board's labels mislead them."""
    style = of(state.game)
    return style.names(state) if style.renames else state.notations()


def name_of(state: State, move: Move | Sequence[Move]) -> str:
    """What people are told that a legal move of a state is, or those of several players at once; as in `names_of`."""
    style = of(state.game)
    if not style.renames or not isinstance(move, Move):
        return state.notation(move)
    number = number_of(state.legal_moves(), move)
    return style.name(state, move) if number is None else style.names(state)[number]


def read_turn(state: State, text: str) -> Turn:
    """The plies that people mean by a text: one of `names_of`, or what players of the game would write.

    Raises IllegalMove, which names what came close.
    """
    style = of(state.game)
    return style.parse(state, _NUMBER.sub("", text)) if style.renames else tuple(state.parse_turn(text))
