"""Trees of SGF: what another program (sgfmill) reads in a file is there again when it has been read and written."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sgfmill import boards, sgf

import ludens
from ludens import notation
from ludens.notation import Record
from ludens.notation.go import Go

SIDE = 7
LETTERS = "abcdefg"
#: values of properties which this game does not understand, and of some that it does
MORE = (
    "LB[aa:x][bb:1]", "TB[aa:bb][cc]", "BL[12.5]", "OB[3]", "N[a \\] b]", "XY[\\\\]", "C[two\nlines \\] ä]", "TE[2]",
    "BM[1]", "IT[]", "CR[aa][bb:cc]", "TR[dd]", "AR[aa:bb]", "DM[1]", "KO[]", "MN[5]", "C[\\\nx: y]", "VW[]",
)  # fmt: skip


@pytest.fixture(scope="module")
def style() -> Go:
    found = notation.of(ludens.load("Go", options=["Board Size/7x7"]))
    assert isinstance(found, Go)
    return found


def point(row: int, column: int) -> str:
    return LETTERS[column] + LETTERS[SIDE - 1 - row]


class Tree:
    """A tree that is made at random: stones put up, moves of any colour, passes, and whatever else nodes hold."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance

    def text(self) -> str:
        root = f"GM[1]SZ[{SIDE}]" + self.chance.choice(["", "FF[4]", "FF[3]AP[x:1]", "CA[utf-8]PB[a\\]]"])
        root += self.chance.choice(["", "KM[6.5]RE[W+0.5]", "HA[2]AB[aa][bb]", "RE[Void]ZZ[1][2]", "AB[aa:bb]PL[W]"])
        board = boards.Board(SIDE)
        if "AB[aa]" in root:
            board.apply_setup([(SIDE - 1, 0), (SIDE - 2, 1)], [], [])
        if "AB[aa:bb]" in root:
            board.apply_setup([(SIDE - 1 - y, x) for x in (0, 1) for y in (0, 1)], [], [])
        return f"(;{root}{self.more()}{self.behind(board, None, 0)})"

    def more(self) -> str:
        told = self.chance.sample(MORE, self.chance.choice([0, 0, 1, 3]))
        return "".join({one.partition("[")[0]: one for one in told}.values())

    def behind(self, board: boards.Board, ko: object, depth: int) -> str:
        """What follows a position."""
        nodes = []
        for _ in range(self.chance.randint(1, 12)):
            nodes.append(";" + self.node(board))
            if depth < 3 and self.chance.random() < 0.15:
                others = [self.behind(board.copy(), ko, depth + 1) for _ in range(self.chance.randint(2, 3))]
                return "".join([*nodes, *(f"({other})" for other in others)])
        return "".join(nodes)

    def node(self, board: boards.Board) -> str:
        kind = self.chance.random()
        free = [place for place in board.board_points if board.get(*place) is None]
        if kind < 0.1:
            return self.more()
        if kind < 0.2 and len(free) > 6:
            first, second, third = self.chance.sample(free, 3)
            gone = self.chance.choice(board.board_points)
            gone = gone if gone not in (first, second, third) else None
            board.apply_setup([first], [second, third], [gone] if gone else [])
            told = f"AB[{point(*first)}]AW[{point(*second)}][{point(*third)}]" + (f"AE[{point(*gone)}]" if gone else "")
            return told + self.chance.choice(["", "PL[B]", "PL[W]"]) + self.more()
        colour = self.chance.choice("BW")
        for place in self.chance.sample(free, min(len(free), 5)):
            after = board.copy()
            if after.play(*place, colour.lower()) is None and after.get(*place) is not None:
                board.play(*place, colour.lower())
                return f"{colour}[{point(*place)}]{self.more()}"
        return f"{colour}[{self.chance.choice(['', 'tt'])}]{self.more()}"


def same(ours: sgf.Tree_node, theirs: sgf.Tree_node) -> None:
    """Both trees have the same nodes with the same properties."""
    todo = [(ours, theirs)]
    while todo:
        one, other = todo.pop()
        told = [{name: node.get_raw_list(name) for name in node.properties() if name != "CA"} for node in (one, other)]
        assert told[0] == told[1]
        assert len(one) == len(other)
        todo += zip(one, other, strict=True)


def board_of(record: Record) -> list[tuple[str, tuple[int, int]]]:
    style = notation.of(record.game)
    assert isinstance(style, Go)
    return sorted(("bw"[row[4] - 1], style.grid.places[row[1]][::-1]) for row in record.final.sites())


@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_trees_are_the_same_when_they_are_written(style: Go, seed: int) -> None:
    text = Tree(random.Random(seed)).text()
    theirs = sgf.Sgf_game.from_bytes(text.encode())
    [record] = style.read(text)
    written = style.write(record)
    again = sgf.Sgf_game.from_bytes(written.encode())
    same(again.get_root(), theirs.get_root())
    board, moves = boards.Board(SIDE), []
    for node in theirs.get_main_sequence():
        if node.has_setup_stones():
            board.apply_setup(*node.get_setup_stones())
        colour, move = node.get_move()
        if colour is not None:
            moves.append((colour, move))
        if move is not None:
            board.play(*move, colour)
    assert board_of(record) == sorted(board.list_occupied_points())
    assert moves == [
        ("bw"[move.mover - 1], None if move.to_site < 0 else style.grid.places[move.to_site][::-1])
        for move in record.plies
    ]
    assert style.write(style.read(written)) == written
