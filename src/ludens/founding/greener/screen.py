"""Greener on a terminal: letters and numbers at the edges, in each cell the top colour and the stack's score.

The functions are those of a game with a screen of its own on the command line (`ludens.cli.screen.Screen`).
"""

from __future__ import annotations

import re
from typing import Final

from ludens.founding.greener.notation import BLACK, GREEN, OWNER, SIDE, WHITE, Position, Stack, position_of, write
from ludens.game import Game, State

LETTERS: Final = {WHITE: "W", BLACK: "B", GREEN: "G"}
_PLAYERS: Final = {1: "Black", 2: "White"}
_COLUMNS: Final = "ABCDEF"
_ANSI: Final = {WHITE: "1;30;107", BLACK: "1;97;40", GREEN: "1;30;42"}
_RULE: Final = "   " + "+------" * SIDE + "+"
_SQUARES: Final = re.compile(
    r"\s*([a-z])\s*(\d{1,3})(?:(?:\s*-\s*|\s+to\s+|\s*)([a-z])\s*(\d{1,3}))?\s*", re.IGNORECASE
)


def draws(game: Game) -> bool:
    """Whether this is the game that the screen is for: the library's, not another of the same name."""
    if game.name != "Greener":
        return False
    names = [component.name for component in game.components]
    return names == ["Pyramid1", "Pyramid2", "Green0"] and game.containers[0].num_sites == SIDE * SIDE


def player(number: int) -> str:
    """The name of a player."""
    return _PLAYERS[number]


def text(state: State, colour: bool = False) -> str:
    """The board, and below it what each player has; `colour` paints the stacks with ANSI codes."""
    position = position_of(state)
    lines = ["      " + "      ".join(_COLUMNS), _RULE]
    for number, row in zip(range(SIDE, 0, -1), position.rows, strict=True):
        lines += [f" {number} |" + "|".join(_cell(stack, colour) for stack in row) + "|", _RULE]
    return "\n".join([*lines, _holdings(position)])


def _cell(stack: Stack, colour: bool) -> str:
    """Six characters: the letter of the pyramid on top and how many green ones the stack holds."""
    if not stack:
        return "      "
    shown = f"{LETTERS[stack[0]]} {stack.count(GREEN)}"
    room = " " * (5 - len(shown))
    return f" \x1b[{_ANSI[stack[0]]}m{shown}\x1b[0m{room}" if colour else f" {shown}{room}"


def _holdings(position: Position) -> str:
    return "   ".join(
        f"{player(OWNER[c])}: {position.score(c)} green, highest stack {position.height(c)}" for c in (BLACK, WHITE)
    )


def status(state: State) -> str:
    """Who is to move, or who has won and by what."""
    if not state.is_over:
        return f"{player(state.mover)} to move."
    position = position_of(state)
    if state.winner not in _PLAYERS:
        return "A draw: as many green pyramids, and the highest stacks are equal."
    equal = position.score(BLACK) == position.score(WHITE)
    return f"{player(state.winner)} wins by {'the highest stack' if equal else 'green pyramids'}."


def written(state: State) -> str:
    """The position as a list."""
    return write(position_of(state))


# --- why a move is none


def why_not(state: State, text: str) -> str | None:
    """Why a text is no move here; None if it is one, or names no squares."""
    match = _SQUARES.fullmatch(text)
    if match is None:
        return None
    squares = [(column.upper(), int(row)) for column, row in (match.group(1, 2), match.group(3, 4)) if column]
    for column, row in squares:
        if column not in _COLUMNS or not 1 <= row <= SIDE:
            return f"{column}{row} is not on the board: its columns are A to F, its rows 1 to {SIDE}"
    position = position_of(state)
    places = [(SIDE - row, _COLUMNS.index(column)) for column, row in squares]
    return _wrong_origin(position, places[0]) or (_wrong_target(position, *places) if len(places) > 1 else None)


def _name(place: tuple[int, int]) -> str:
    return f"{_COLUMNS[place[1]]}{SIDE - place[0]}"


def _wrong_origin(position: Position, place: tuple[int, int]) -> str | None:
    stack = position.rows[place[0]][place[1]]
    mine = player(OWNER[position.mover])
    if not stack:
        return f"{_name(place)} is empty"
    if stack[0] != position.mover:
        owner = "nobody's: green is on top" if stack[0] == GREEN else f"{player(OWNER[stack[0]])}'s"
        return f"the stack on {_name(place)} is {owner}, and {mine} is to move"
    if not any(_next_stack(position, place, step) for step in ((0, 1), (1, 0), (0, -1), (-1, 0))):
        return f"the stack on {_name(place)} has nothing to capture"
    return None


def _next_stack(position: Position, place: tuple[int, int], step: tuple[int, int]) -> tuple[int, int] | None:
    """The next place with a stack in a direction."""
    row, column = place[0] + step[0], place[1] + step[1]
    while 0 <= row < SIDE and 0 <= column < SIDE:
        if position.rows[row][column]:
            return row, column
        row, column = row + step[0], column + step[1]
    return None


def _wrong_target(position: Position, origin: tuple[int, int], target: tuple[int, int]) -> str | None:
    rows, columns = target[0] - origin[0], target[1] - origin[1]
    if (rows == 0) == (columns == 0):
        return f"{_name(target)} is not in the row or the column of {_name(origin)}" if rows else "a stack cannot stay"
    if not position.rows[target[0]][target[1]]:
        return f"{_name(target)} is empty: a move captures a stack"
    first = _next_stack(position, origin, ((rows > 0) - (rows < 0), (columns > 0) - (columns < 0)))
    return None if first in (None, target) else f"the stack on {_name(first)} stands between"
