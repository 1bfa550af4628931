"""Turns as programs write them: UCI of chess and its like, USI of shogi, the names of the plies of all other games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.hidden import hides
from ludens.game.notation import number_of
from ludens.notation import of
from ludens.notation.chess import Chess
from ludens.notation.shogi import Shogi
from ludens.notation.style import Style
from ludens.notation.turns import Turn, after, whole_turns

Spelling: TypeAlias = Literal["uci", "usi", "names"]
#: between the names of the plies of a turn
BETWEEN: Final = "/"
#: whole turns of a position that are looked at
MOST_TURNS: Final = 2000


def style_of(game: Game) -> Style | None:
    """The notation that programs use for a game; None where they go by the names of plies, as where it hides."""
    style = of(game)
    return style if isinstance(style, Chess | Shogi) and not hides(game) else None


def spelling_of(style: Style | None) -> Spelling:
    """What that notation is called."""
    return "uci" if isinstance(style, Chess) else "usi" if isinstance(style, Shogi) else "names"


def spelled(style: Style | None, state: State, turn: Turn) -> str:
    """A turn as programs write it.

    >>> import ludens
    >>> game = ludens.load("Chess")
    >>> spelled(style_of(game), state := game.start(), tuple(state.parse_turn("Nf3")))
    'g1f3'
    """
    try:
        match style:
            case Chess():
                return style.uci(state, turn)
            case Shogi():
                return style.usi(state, turn)
    except IllegalMove:  # what programs have no text for
        pass
    return joined(state, turn)


def joined(state: State, turn: Turn, names: Sequence[str] | None = None) -> str:
    """A turn by the names of its plies; `names` are those of the state's legal moves, where they are at hand."""
    here, called = state, list[str]()
    for place, move in enumerate(turn):
        if place:
            here = after(here, turn[place - 1 : place])
        number = number_of(here.legal_moves(), move)
        if number is None:
            raise IllegalMove(f"{move} is no legal move")
        called.append(names[number] if names is not None and not place else here.notations()[number])
    return BETWEEN.join(called)


def turn_of(style: Style | None, state: State, text: str) -> Turn:
    """The turn that a notation writes so; none where it writes none so, and without a notation."""
    turns = whole_turns(state, MOST_TURNS) if style is not None else ()
    return next((turn for turn in turns if spelled(style, state, turn) == text), ())


def read(style: Style | None, state: State, text: str) -> Turn:
    """The turn that a program means: what `spelled` gives, backwards; none for a text that it does not give."""
    if turn := turn_of(style, state, text):
        return turn
    here, made = state, list[Move]()
    for name in text.split(BETWEEN) if text not in map(plain, state.notations()) else [text]:
        number = next((n for n, one in enumerate(here.notations()) if name in (one, plain(one))), None)
        if number is None:
            return ()
        made.append(here.legal_moves()[number])
        here = after(here, made[-1:])
    return tuple(made)


def plain(text: str) -> str:
    """A text as one word, as in an address or among the moves of a game.

    >>> plain("roll 2")
    'roll_2'
    """
    return text.replace(" ", "_")
