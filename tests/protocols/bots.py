"""Tiny bots in Python, as commands."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

GOOD = """
import sys

def turns(size, colour, rows):
    board = {(x, size - 1 - y): c for y, row in enumerate(rows) for x, c in enumerate(row)}
    def reach(square, left=None):
        for dx, dy in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)):
            x, y = square[0] + dx, square[1] + dy
            while board.get((x, y)) == "." or (x, y) == left:
                yield x, y
                x, y = x + dx, y + dy
    legal = [(a, b, c) for a in sorted(board) if board[a] == colour for b in reach(a) for c in reach(b, a)]
    return ["".join("abcdefgh"[x] + str(y + 1) for x, y in turn) for turn in legal]

def games(answer):
    size = int(input())
    number = 0
    while True:
        try:
            colour = input()
        except EOFError:
            return
        rows = [input() for _ in range(size)]
        last, count = input(), int(input())
        number += 1
        legal = turns(size, colour, rows)
        assert len(legal) == count, (len(legal), count)
        print(answer(number, colour, rows, last, legal), flush=True)
"""
FIRST = GOOD + "games(lambda number, colour, rows, last, legal: legal[0] + ' msg turn ' + str(number))\n"


def command(tmp_path: Path, name: str, text: str) -> str:
    """The command of a Python script."""
    path = tmp_path / f"{name}.py"
    path.write_text(text)
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def answering(tmp_path: Path, name: str, expression: str) -> str:
    """A bot whose answer is an expression of `number` (of the turn, from 1), `colour`, `rows`, `last` and `legal`."""
    return command(tmp_path, name, GOOD + f"games(lambda number, colour, rows, last, legal: {expression})\n")
