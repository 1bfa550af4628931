"""What rules in words say is true of the game: a small game for each kind of sentence, and what a false reading claims.

A sentence is looked for in the sheet; then the game is played, to see that it holds and that what it is easily mistaken
for does not.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

import ludens
from ludens.game import State
from ludens.lab import sheet

PIECES = '(piece "Disc" Each) (piece "Rock" Neutral)'
ENDS = "(if (no Moves Next) (result Mover Win))"
ADD = "(move Add (to (sites Empty)))"


class Case:
    """A sentence, the game it tells, what it says of the game, and what it could be mistaken for."""

    def __init__(
        self,
        sentence: str,
        play: str,
        holds: Callable[[State], bool],
        mistaken: Callable[[State], bool],
        **parts: str,
    ) -> None:
        self.sentence, self.play, self.holds, self.mistaken = sentence, play, holds, mistaken
        self.start, self.end = parts.get("start", ""), parts.get("end", ENDS)
        self.equipment, self.defines, self.meta = (parts.get(name, "") for name in ("equipment", "defines", "meta"))
        self.board = parts.get("board", "(board (square 3))")

    @property
    def text(self) -> str:
        start = f"(start {{{self.start}}})" if self.start else ""
        meta = f"(meta {self.meta})" if self.meta else ""
        rules = f"(rules {meta} {start} (play {self.play}) (end {{{self.end}}}))"
        return (
            f'{self.defines} (game "A test" (players 2) (equipment {{{self.board} {PIECES} {self.equipment}}}) {rules})'
        )


def stand(state: State, owner: int | None = None) -> set[int]:
    """Where pieces stand, or those of an owner."""
    return {row[1] for row in state.sites() if row[3] and owner in (None, row[4])}


def targets(state: State) -> set[int]:
    return {move.to_site for move in state.legal_moves()}


def played(state: State, *targets: int) -> State:
    """The position after moves to these sites."""
    for target in targets:
        state.play(next(move for move in state.legal_moves() if move.to_site == target))
    return state


JUMP = "(forEach Piece (move Hop Orthogonal (between {}) (to if:(is Empty (to)))))"
CASES = [
    Case(
        "Place White's disc on any empty square.",
        '(move Add (piece "Disc1") (to (sites Empty)))',
        lambda state: stand(played(state, 0, 1), 1) == {0, 1},
        lambda state: stand(played(state, 0, 1), 2) == {1},
    ),
    Case(
        "Place your disc on any empty square.",
        '(move Add (piece (id "Disc" Mover)) (to (sites Empty)))',
        lambda state: stand(played(state, 0, 1), 2) == {1},
        lambda state: stand(played(state, 0, 1), 1) == {0, 1},
    ),
    Case(
        "Then, place a rock on each of the corner squares.",
        '(move Add (to (sites Empty)) (then (add (piece "Rock0") (to (sites Corners)))))',
        lambda state: stand(played(state, 4), 0) == {0, 2, 6, 8},
        lambda state: len(stand(played(state, 4), 0)) == 1,
    ),
    Case(
        "Place a rock on any corner square.",
        '(move Add (piece "Rock0") (to (sites Corners)))',
        lambda state: stand(played(state, 0), 0) == {0},
        lambda state: stand(played(state, 0), 0) == {0, 2, 6, 8},
    ),
    Case(
        "the squares A1 to A2, provided that the target square is empty. - Place a piece of yours on one of the "
        "squares B2",
        '(or ("Free" {0..3}) ("Free" {4..7}))',
        lambda state: targets(state) == set(range(8)),
        lambda state: targets(state) == set(range(4)),
        defines='(define "Free" (move Add (piece (mover)) (to (sites #1) if:(is Empty (to)))))',
    ),
    Case(
        "White's discs on the bottom row. - Black's discs on the top row.",
        ADD,
        lambda state: stand(state, 2) == {6, 7, 8},
        lambda state: stand(state, 2) == {0, 1, 2},
        defines='(define "Side" (sites #1))',
        start='(place "Disc1" ("Side" Bottom)) (place "Disc2" ("Side" Top))',
    ),
    Case(
        "No move may make the player who moves lose.",
        ADD,
        lambda state: 4 not in targets(state),
        lambda state: targets(state) == set(range(9)),
        meta="(no Suicide)",
        end="(if (is In (last To) (sites Centre)) (result Mover Loss))",
    ),
    Case(
        "over at least 1 enemy pieces to an empty square",
        JUMP.format("(range 1 Infinity) if:(is Enemy (who at:(between)))"),
        lambda state: targets(state) == {3},
        lambda state: targets(state) == {2},
        board="(board (rectangle 1 4))",
        start='(place "Disc1" 0) (place "Disc2" {1 2})',
    ),
    Case(
        "over a piece of your side to an empty square",
        JUMP.format("if:(is Friend (who at:(between)))"),
        lambda state: targets(state) == {2},
        lambda state: targets(state) == {6},
        start='(place "Disc1" {0 1}) (place "Disc2" {3 5})',
    ),
    Case(
        "past up to 2 empty squares, over an enemy piece to an empty square",
        JUMP.format("before:2 if:(is Enemy (who at:(between)))"),
        lambda state: targets(state) == {4},
        lambda state: targets(state) == set(),
        board="(board (rectangle 1 6))",
        start='(place "Disc1" 0) (place "Disc2" 3)',
    ),
    Case(
        "on any square in both the empty squares and (the bottom row and the centre)",
        "(move Add (to (intersection (sites Empty) (union (sites Bottom) (sites Centre)))))",
        lambda state: targets(state) == {0, 1, 2, 4},
        lambda state: 4 in targets(state) and not targets(state) & {0, 1, 2},
    ),
    Case(
        "If the centre is occupied and (A1 is empty or B1 is empty), pass; otherwise",
        "(if (and (is Occupied (centrePoint)) (or (is Empty 0) (is Empty 1))) (move Pass)"
        " (move Add (to (sites Empty))))",
        lambda state: targets(state) == set(range(9)),
        lambda state: len(state.legal_moves()) == 1,  # as if it were: (occupied and A1 empty), or B1 empty
    ),
    Case(
        "provided that the target square is other than A1",
        "(move Add (to (sites Empty) if:(!= 0 (to))))",
        lambda state: targets(state) == set(range(1, 9)),
        lambda state: 0 in targets(state),
    ),
    Case(
        "If all of the corner squares are empty, pass",
        "(if (all Sites (sites Corners) if:(is Empty (site))) (move Pass) (move Add (to (sites Empty))))",
        lambda state: len(state.legal_moves()) == 7,
        lambda state: len(state.legal_moves()) == 1,  # as if one of them were enough
        start='(place "Disc1" {0 2})',
    ),
    Case(
        "If for at least one of the corner squares, that square does not hold a piece of your side, pass",
        "(if (not (all Sites (sites Corners) if:(is Friend (who at:(site))))) (move Pass)"
        " (move Add (to (sites Empty))))",
        lambda state: len(state.legal_moves()) == 1,
        lambda state: len(state.legal_moves()) == 6,  # as if it were so of each of them
        start='(place "Disc1" {0 2 6})',
    ),
    Case(
        "remove the piece from one of the orthogonal neighbours of the centre that hold your pieces",
        "(move Remove (sites Around (centrePoint) Own Orthogonal))",
        lambda state: targets(state) == {1},
        lambda state: targets(state) == {1, 3},
        start='(place "Disc1" 1) (place "Disc2" 3) (place "Disc1" 0)',
    ),
    Case(
        "the number of pieces on B2 is one of 2 and 4",
        "(if (is In (count at:4) (sites {2 4})) (move Pass) (move Add (to (sites Empty))))",
        lambda state: len(state.legal_moves()) == 1,
        lambda state: len(state.legal_moves()) == 8,
        start='(place "Disc1" 4 count:2)',
    ),
    Case(
        "any square between A1 and C1, both included",
        "(move Add (to (sites Between from:0 fromIncluded:True to:2 toIncluded:True)))",
        lambda state: targets(state) == {0, 1, 2},
        lambda state: targets(state) == {1},
    ),
    Case(
        "Rock in White's hand",
        "(move (from (handSite P1)) (to (sites Empty)))",
        lambda state: stand(state, 0) == {9},
        lambda state: stand(state, 0) == {10},
        equipment="(hand Each)",
        start='(place "Rock0" (handSite P1))',
    ),
    Case(
        "If there are no neutral pieces left, pass",
        "(if (no Pieces Neutral) (move Pass) (move Add (to (sites Empty))))",
        lambda state: len(state.legal_moves()) == 1,
        lambda state: len(state.legal_moves()) > 1,
        start='(place "Disc1" 0)',
    ),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.sentence[:50])
def test_a_sentence_is_true_and_its_false_reading_is_not(case: Case) -> None:
    game = ludens.load(case.text)
    told = " ".join(sheet.as_text(sheet.sheets(game, pictures=False)[0]).split())
    assert case.sentence.lower() in told.lower()
    assert case.holds(game.start())
    assert not case.mistaken(game.start())
