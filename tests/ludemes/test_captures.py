"""Captures by surrounding, along the line of the last move, and by enclosing."""

from __future__ import annotations

import re

import pytest

import ludens

ENEMY, FRIEND = "(is Enemy (who at:(between)))", "(is Friend (who at:(to)))"
NONE = "(= 1 0)"


def removed(effect: str, start: str, move: tuple[int, int], board: str = "(square 5)") -> list[int]:
    """The sites that are emptied by an effect after a move of player 1 from one site to another."""
    game = ludens.load(
        f'(game "Captures" (players 2) (equipment {{(board {board}) (piece "Disc" Each)}})'
        f" (rules (start {{{start}}}) (play (move (from {move[0]}) (to {move[1]} (apply {{}})) (then {effect})))"
        f" (end (if {NONE} (result Mover Win)))))".replace(" (apply {})", "")
    )
    state = game.start(seed=1)
    applied = state.play(state.legal_moves()[0])
    return [int(site) for site in re.findall(r"Remove:type=Cell,to=(\d+)", applied.to_trial())]


# 20 21 22 23 24
# 15 16 17 18 19
# 10 11 12 13 14
#  5  6  7  8  9
#  0  1  2  3  4
@pytest.mark.parametrize(
    ("effect", "start", "move", "sites"),
    [
        # every neighbour of 12 but the origin 7 is white
        (f"(surround (from (last To)) Orthogonal (between if:{ENEMY}) (to if:{FRIEND}))",
         '(place "Disc1" {2 11 13 17}) (place "Disc2" 12)', (2, 7), [12]),
        (f"(surround (from (last To)) Orthogonal (between if:{ENEMY}) (to if:{FRIEND}))",
         '(place "Disc1" {2 11 17}) (place "Disc2" 12)', (2, 7), []),
        (f"(surround (from (last To)) Orthogonal (between if:{ENEMY}) (to if:{FRIEND}) except:1)",
         '(place "Disc1" {2 11 17}) (place "Disc2" 12)', (2, 7), [12]),
        # the edge of the board helps
        (f"(surround (from (last To)) Orthogonal (between if:{ENEMY}) (to if:{FRIEND}))",
         '(place "Disc1" {12 1}) (place "Disc2" 0)', (12, 5), [0]),
        (f"(surround (from (last To)) Diagonal (between if:{ENEMY}) (to if:{FRIEND}))",
         '(place "Disc1" {0 8 16 18}) (place "Disc2" 12)', (0, 6), [12]),
        (f'(surround (from (last To)) Orthogonal (between if:{ENEMY}) (to if:{FRIEND}) with:(piece "Disc1"))',
         '(place "Disc1" {2 11 13 17}) (place "Disc2" 12)', (2, 7), [12]),
        (f'(surround (from (last To)) Orthogonal (between if:{ENEMY}) (to if:{FRIEND}) with:(piece "Disc2"))',
         '(place "Disc1" {2 11 13 17}) (place "Disc2" 12)', (2, 7), []),
        # what lies on in the direction of the move, up to the first site that does not satisfy the condition
        ("(directional (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
         '(place "Disc1" 10) (place "Disc2" {12 13 7})', (10, 11), [12, 13]),
        ("(directional (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
         '(place "Disc1" 10) (place "Disc2" {13 16})', (10, 11), []),
        ("(directional N (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
         '(place "Disc1" 10) (place "Disc2" {16 21 12})', (10, 11), [16, 21]),
        ("(directional (from 0) E (to if:(is Enemy (who at:(to))) (apply (remove (to)))))",
         '(place "Disc1" 10) (place "Disc2" {1 2 4})', (10, 11), [1, 2]),
        # groups without an empty neighbour, or with no more than so many
        (f"(enclose Orthogonal (between if:{ENEMY}))",
         '(place "Disc1" {7 2}) (place "Disc2" {0 1 5}) (place "Disc1" {10})', (7, 6), [0, 1, 5]),
        (f"(enclose Orthogonal (between if:{ENEMY}))",
         '(place "Disc1" {7 2}) (place "Disc2" {0 1 5})', (7, 6), []),
        (f"(enclose Orthogonal (between if:{ENEMY}) numException:1)",
         '(place "Disc1" {7 2 15 11}) (place "Disc2" {0 1 5})', (7, 6), [0, 1, 5]),
        (f"(enclose (from 6) Orthogonal (between if:{ENEMY}))",
         '(place "Disc1" {24 2 6 10}) (place "Disc2" {0 1 5})', (24, 23), [0, 1, 5]),
    ],
)  # fmt: skip
def test_captures(effect: str, start: str, move: tuple[int, int], sites: list[int]) -> None:
    assert sorted(removed(effect, start, move)) == sorted(sites)


def test_the_default_of_a_capture_in_line_removes_nothing() -> None:
    """As the reference implementation has it: it removes `(from)`, which is not bound there."""
    effect = "(directional (to if:(is Enemy (who at:(to)))))"
    assert removed(effect, '(place "Disc1" 10) (place "Disc2" {12 13})', (10, 11)) == []


@pytest.mark.parametrize(
    ("effect", "taken"),
    [
        ("(take Control of:P2 by:P1)", {0, 1, 2, 3}),
        ("(take Control of:P2 by:P1 at:2)", {0, 1, 2}),
        ("(take Control of:P2 by:P1 to:(sites {3}))", {0, 1, 3}),
        ("(take Control of:All by:P1)", {0, 1, 2, 3}),
        ("(take Control of:(next) by:(mover))", {0, 1, 2, 3}),
        ("(take Control of:P1 by:P2)", set()),
        ("(take Control of:P2 by:Neutral)", {0, 1}),  # nobody has such pieces
    ],
)
@pytest.mark.parametrize("pieces", ['(piece "Disc" Each)', '(piece "Disc" Each) (piece "King" Each)'])
def test_taking_control(effect: str, taken: set[int], pieces: str) -> None:
    game = ludens.load(
        f'(game "Control" (players 2) (equipment {{(board (square 3)) {pieces}}})'
        f' (rules (start {{(place "Disc1" {{0 1}}) (place "Disc2" {{2 3}})}}) (play (move Pass (then {effect})))'
        f" (end (if {NONE} (result Mover Win)))))"
    )
    state = game.start(seed=1)
    state.play(state.legal_moves()[0])
    assert {row[1] for row in state.sites() if row[4] == 1} == taken
