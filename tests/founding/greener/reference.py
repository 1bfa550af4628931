"""Greener played on nested lists, straight from its rules in words, to check the description with.

A board is a list of rows from the top, a row a list of stacks, a stack a list of numbers from the top down: 0 white,
1 black, 2 green; 3 alone is an empty cell. Players are 0 for White and 1 for Black.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

import ludens

WHITE, BLACK, GREEN = 0, 1, 2
EMPTY = [3]

Stack = list[int]
Board = list[list[Stack]]
Capture = tuple[int, int, int, int]


@dataclass
class Game:
    """A game under way: whose turn it is, and how many passes in succession there were."""

    board: Board
    mover: int = BLACK
    passes: int = 0

    def captures(self) -> list[Capture]:
        """(row, column, row, column) of every capture that the mover has."""
        return [
            (row, column, *target)
            for row in range(6)
            for column in range(6)
            if self.board[row][column][0] == self.mover
            for target in self.neighbours(row, column)
        ]

    def neighbours(self, row: int, column: int) -> Iterator[tuple[int, int]]:
        """The nearest stack in each of the four directions."""
        left = [(row, c) for c in range(column - 1, -1, -1)]
        right = [(row, c) for c in range(column + 1, 6)]
        up = [(r, column) for r in range(row - 1, -1, -1)]
        down = [(r, column) for r in range(row + 1, 6)]
        for line in (left, right, up, down):
            for r, c in line:
                if self.board[r][c] != EMPTY:
                    yield r, c
                    break

    def capture(self, row: int, column: int, to_row: int, to_column: int) -> None:
        """The stack moves onto the other, which is appended to it."""
        self.board[to_row][to_column] = self.board[row][column] + self.board[to_row][to_column]
        self.board[row][column] = EMPTY
        self.mover, self.passes = 1 - self.mover, 0

    def skip(self) -> None:
        self.mover, self.passes = 1 - self.mover, self.passes + 1

    @property
    def is_over(self) -> bool:
        return self.passes == 2

    def stacks(self, player: int) -> list[Stack]:
        return [stack for row in self.board for stack in row if stack[0] == player]

    def score(self, player: int) -> int:
        return sum(stack.count(GREEN) for stack in self.stacks(player))

    def highest(self, player: int) -> int:
        return max((len(stack) for stack in self.stacks(player)), default=0)

    def winner(self) -> int | None:
        """Who has won a game that is over; None for a draw."""
        for measure in (self.score, self.highest):
            if measure(BLACK) != measure(WHITE):
                return BLACK if measure(BLACK) > measure(WHITE) else WHITE
        return None


def board_of(state: ludens.State) -> Board:
    """What stands in a state of the library's game, read from its rows; sites are numbered from the bottom left."""
    pyramids = {"Pyramid1": BLACK, "Pyramid2": WHITE, "Green0": GREEN}
    board: Board = [[EMPTY] * 6 for _ in range(6)]
    for _, site, _, what, *_ in state.sites():  # the levels of a stack come from below
        row, column = 5 - site // 6, site % 6
        below = [] if board[row][column] == EMPTY else board[row][column]
        board[row][column] = [pyramids[state.game.components[what - 1].name], *below]
    return board


def site(row: int, column: int) -> int:
    return (5 - row) * 6 + column


def random_board(choose: random.Random, stacks: int = 36) -> Board:
    """All 36 pyramids at random, in so many stacks at random places."""
    pyramids = [WHITE] * 9 + [BLACK] * 9 + [GREEN] * 18
    choose.shuffle(pyramids)
    board: Board = [[EMPTY] * 6 for _ in range(6)]
    places = choose.sample([(row, column) for row in range(6) for column in range(6)], stacks)
    for number, pyramid in enumerate(pyramids):
        row, column = places[number] if number < stacks else choose.choice(places)
        board[row][column] = [pyramid] if board[row][column] == EMPTY else [pyramid, *board[row][column]]
    return board
