"""Positions of Greener as lists: rows of stacks, each a list of pyramids from its top down, and the player to move.

A pyramid is a number: 0 white, 1 black, 2 green; `[3]` is an empty cell. After the board stand a comma and the player
to move, 0 for White or 1 for Black. The first row is the one at the top of the screen. A `</br>` at the end of a line,
as in pages that print such lists, is a space, and so is a `.` at the very end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ludens.game import Game, State

WHITE, BLACK, GREEN, NONE = range(4)
SIDE: Final = 6
#: how many pyramids of each colour a game has, all of them always on the board
PYRAMIDS: Final = {WHITE: 9, BLACK: 9, GREEN: 18}
#: the owner of a colour's pyramids in the description
OWNER: Final = {BLACK: 1, WHITE: 2, GREEN: 0}
NAMES: Final = {WHITE: "white", BLACK: "black", GREEN: "green"}

#: a board is a list of rows, a row one of stacks
STACK_DEPTH: Final = 2

_TOKEN = re.compile(r"\s+|<\s*/?\s*br\s*/?\s*>|(?P<token>\d+|.)", re.IGNORECASE | re.DOTALL)

Stack = tuple[int, ...]


class NotationError(ValueError):
    """A list that is no position of Greener; `line` and `column`, from 1, say where, None for the list as a whole."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        super().__init__(message if line is None else f"line {line}, column {column}: {message}")
        self.line, self.column = line, column


@dataclass(frozen=True)
class Position:
    """The stacks, and the colour to move.

    `rows` go from the top of the screen down, each from the left; a stack lists its pyramids from the top down and is
    empty where nothing stands.
    """

    rows: tuple[tuple[Stack, ...], ...]
    mover: int

    def stacks(self, colour: int) -> list[Stack]:
        """The stacks that a colour controls: those with its pyramid on top."""
        return [stack for row in self.rows for stack in row if stack and stack[0] == colour]

    def score(self, colour: int) -> int:
        """The green pyramids in the stacks that a colour controls."""
        return sum(stack.count(GREEN) for stack in self.stacks(colour))

    def height(self, colour: int) -> int:
        """The height of the highest stack that a colour controls; 0 without any."""
        return max(map(len, self.stacks(colour)), default=0)


# --- reading


@dataclass(frozen=True)
class _Token:
    """A number or a character of a text, empty at its end, and where it stands."""

    text: str
    line: int
    column: int

    def error(self, message: str) -> NotationError:
        return NotationError(message, self.line, self.column)


@dataclass(frozen=True)
class _List:
    """A list in brackets, and the token that opens it."""

    opened: _Token
    items: list[_List | _Token]

    def error(self, message: str) -> NotationError:
        return self.opened.error(message)


def read(text: str) -> Position:
    """The position of a list.

    Raises NotationError for brackets and commas that do not fit, for a row or a board of another size than 6, for a
    number that is no pyramid, for another number of pyramids than 9 white, 9 black and 18 green, and for a player that
    is not 0 or 1.
    """
    reader = _Reader(list(_tokens(text)))
    board = reader.list("the board")
    mover = reader.mover()
    rows = tuple(_row(item, number) for number, item in enumerate(board.items, 1))
    if len(rows) != SIDE:
        raise board.error(f"the board has {len(rows)} rows, not {SIDE}")
    _check_counts(rows)
    return Position(rows, mover)


def _tokens(text: str) -> Iterator[_Token]:
    line, start = 1, 0
    for match in _TOKEN.finditer(text):
        if match["token"] is not None:
            yield _Token(match["token"], line, match.start() - start + 1)
        if breaks := match[0].count("\n"):
            line, start = line + breaks, match.start() + match[0].rindex("\n") + 1
    yield _Token("", line, len(text) - start + 1)


class _Reader:
    """Reads tokens from the first to the last, which is the empty one."""

    def __init__(self, tokens: list[_Token]) -> None:
        self._tokens = iter(tokens)
        self.token = next(self._tokens)

    def take(self) -> _Token:
        """The next token; the reader moves on, and stays at the end."""
        token = self.token
        self.token = next(self._tokens, token)
        return token

    def list(self, name: str, depth: int = 0) -> _List:
        """The list that begins here, inside of `depth` others."""
        opened = self.take()
        if opened.text != "[":
            raise opened.error(f"{name} begins with [, not {_shown(opened)}")
        items: list[_List | _Token] = []
        while self.token.text != "]" or items:
            items.append(self._item(opened, depth + 1))
            if self.token.text == "]":
                break
            if (comma := self.take()).text != ",":
                raise _unclosed(opened, comma, ", or ] is expected")
        self.take()
        return _List(opened, items)

    def _item(self, opened: _Token, depth: int) -> _List | _Token:
        if self.token.text == "[":
            if depth > STACK_DEPTH:
                raise self.token.error("a stack holds numbers, not lists: a ] may be missing before this")
            return self.list("a list", depth)
        item = self.take()
        if not item.text.isdigit():
            raise _unclosed(opened, item, "a list or a number is expected")
        return item

    def mover(self) -> int:
        """The comma and the player after the board, and then nothing."""
        if (comma := self.take()).text != ",":
            closes = "this ] closes nothing" if comma.text == "]" else f"not {_shown(comma)}"
            raise comma.error(f"after the board come a comma and the player to move, 0 or 1: {closes}")
        if (mover := self.take()).text not in ("0", "1"):
            raise mover.error(f"the player to move is 0 for White or 1 for Black, not {_shown(mover)}")
        if self.token.text == ".":
            self.take()
        if self.token.text:
            raise self.token.error(f"nothing comes after the player to move, and here is {_shown(self.token)}")
        return int(mover.text)


def _shown(token: _Token) -> str:
    return repr(token.text) if token.text else "the end"


def _unclosed(opened: _Token, token: _Token, expected: str) -> NotationError:
    if not token.text:
        return opened.error("this [ is never closed")
    return token.error(f"{expected}, not {_shown(token)}")


def _row(item: _List | _Token, number: int) -> tuple[Stack, ...]:
    if isinstance(item, _Token):
        raise item.error(f"row {number} is a list of {SIDE} stacks, not {_shown(item)}")
    if len(item.items) != SIDE:
        raise item.error(f"row {number} has {len(item.items)} cells, not {SIDE}")
    return tuple(_stack(cell) for cell in item.items)


def _stack(item: _List | _Token) -> Stack:
    if isinstance(item, _Token):
        raise item.error(f"a cell is a list such as [2] or [1,0], not {_shown(item)}")
    pyramids = tuple(map(_pyramid, item.items))
    if pyramids == (NONE,):
        return ()
    if not pyramids:
        raise item.error(f"an empty cell is [{NONE}], not []")
    if NONE in pyramids:
        raise item.error(f"{NONE} is no pyramid: it stands alone, in an empty cell")
    return pyramids


def _pyramid(item: _List | _Token) -> int:
    assert isinstance(item, _Token)  # the reader lets no list stand in a stack
    if item.text not in ("0", "1", "2", "3"):
        raise item.error(f"there is no pyramid {item.text}: 0 is white, 1 black, 2 green, 3 an empty cell")
    return int(item.text)


def _check_counts(rows: tuple[tuple[Stack, ...], ...]) -> None:
    counts = Counter(pyramid for row in rows for stack in row for pyramid in stack)
    wrong = [f"{counts[c]} {NAMES[c]} pyramids, not {n}" for c, n in PYRAMIDS.items() if counts[c] != n]
    if wrong:
        raise NotationError(f"the board holds {'; '.join(wrong)}")


# --- writing


def write(position: Position) -> str:
    """The list of a position, a row to a line; `read` reads it."""
    rows = ["[" + ",".join(_cell(stack) for stack in row) + "]" for row in position.rows]
    return "[ " + ",\n  ".join(rows) + " ], " + str(position.mover) + "\n"


def _cell(stack: Stack) -> str:
    return "[" + ",".join(map(str, stack or (NONE,))) + "]"


# --- positions of the engine


def state_of(game: Game, position: Position, *, seed: int | None = None) -> State:
    """A state of the library's game at that position, with its scores."""
    component = {c.owner: c.index for c in game.components}
    rows = []
    for site, stack in enumerate(stack for row in reversed(position.rows) for stack in row):
        for level, pyramid in enumerate(reversed(stack)):
            value = stack[-1 - level :].count(GREEN)  # the score of the stack up to here
            rows.append(("C", site, level, component[OWNER[pyramid]], OWNER[pyramid], 1, 0, 0, value))
    state = game.position(rows, mover=OWNER[position.mover], seed=seed)
    scores = state.field("scores").copy()
    for colour in (BLACK, WHITE):
        scores[OWNER[colour]] = position.score(colour)
    state.set_field("scores", scores)
    return state


def position_of(state: State) -> Position:
    """The position of a state of the library's game; the mover of a game that is over is the last one."""
    colour = {owner: colour for colour, owner in OWNER.items()}
    stacks: list[list[int]] = [[] for _ in range(SIDE * SIDE)]
    for _, site, _, _, owner, *_ in state.sites():
        stacks[site].insert(0, colour[owner])
    rows = [tuple(map(tuple, stacks[first : first + SIDE])) for first in range(0, SIDE * SIDE, SIDE)]
    return Position(tuple(reversed(rows)), colour[state.mover])
