"""What `check` says of rules of several steps, and of what a game has not."""

from __future__ import annotations

import pytest

from ludens.lsp import Document, diagnose


def told(play: str, *, end: str = "(no Moves Next) (result Mover Win)", more: str = "", extra: str = "") -> list[str]:
    text = (
        '(game "A" (players 2) (equipment {(board (square 6)) (piece "Disc" Each (move Step (to if:(is Empty (to)))))'
        f' (piece "Stone" Each) {more}}}) (rules (start {{(place "Disc1" 0) (place "Disc2" 35) (place "Stone1" 3)'
        f' (place "Stone2" 5)}}) (play {play}) (end (if {end})))) {extra}'
    )
    return [one.message for one in diagnose(Document(text)) if one.code not in ("unused-region", "unplaced-piece")]


ADD = "(move Add (to (sites Empty)){})"
PIECES = "(or (forEach Piece) (move Pass))"


@pytest.mark.parametrize(
    "play, message",
    [
        (
            ADD.format(" (then (seq {(add (to 4)) (remove (last To))}))"),
            "inside of (seq ...) (last To) is of the member before",
        ),
        (
            ADD.format(" (then (and {(remove 1) (remove 2)} (then (addScore Mover 1))))"),
            "this (then ...) runs once for each member of (and ...), and before the members behind it",
        ),
        (
            "(move Add (to (sites Empty) (apply (forEach Site (sites Top) (if (is Full) (remove (to)))))))",
            "inside of (forEach Site ...) (to) is the site that is gone through",
        ),
        (
            "(forEach Piece (move (from 3) (to (sites Empty) if:(!= (from) (to)))))",
            "(from) is 3 here, and no longer the piece of (forEach Piece ...)",
        ),
        (
            "(allCombinations (move Add (to (sites Empty)) (then (remove (last To)))) (add (to 3)))",
            "this (then ...) runs before the joined move is made: (last To) is of the move before",
        ),
        (ADD.format(" (then (remove (to)))"), "in a (then ...) (to) is no site"),
        (ADD.format(" (then (if (is Enemy (who at:(from))) (moveAgain)))"), "in a (then ...) (from) is no site"),
    ],
)
def test_a_trap_is_told(play: str, message: str) -> None:
    assert any(message in one for one in told(play)), told(play)


@pytest.mark.parametrize(
    "play",
    [
        ADD.format(" (then (seq {(set Var (last To)) (remove (var))}))"),
        ADD.format(" (then (and {(remove 1) (addScore Mover 1)}))"),
        ADD.format(" (then (forEach Site (sites Top) (if (is Enemy (who at:(to))) (remove (to)))))"),
        "(forEach Piece (move (from) (to (sites Empty) if:(!= (from) (to)))))",
        "(allCombinations (move Add (to (sites Empty))) (add (to 3)) (then (remove (last From))))",
        ADD.format(" (then (custodial (between if:(is Enemy (who at:(between))) (apply (remove (between))))"
                   " (to if:(is Friend (who at:(to))))))"),
    ],
)  # fmt: skip
def test_what_is_meant_so_is_left_alone(play: str) -> None:
    assert told(play) == []


@pytest.mark.parametrize(
    "given, message",
    [
        ({"play": "(or (forEach Piece) (move Add (to (sites {1 99}))))"}, "there is no site 99"),
        ({"play": "(or (forEach Piece) (move Add (to 36)))"}, "there is no site 36"),
        ({"play": '(or (forEach Piece) (move Add (to (sites {"G9"}))))'}, 'no site has the coordinate "G9"'),
        ({"play": "(or (forEach Piece) (if (is Mover P3) (move Pass)))"}, "there is no player P3"),
        ({"play": PIECES, "more": '(regions "Home" P3 (sites Top))'}, "there is no player P3"),
        ({"play": PIECES, "end": "(is Line 9) (result Mover Win)"}, "no line on this board has 9 sites"),
        ({"play": PIECES, "end": "(no Moves Next) (result Enemy Loss)"}, "a result for Enemy is a result for nobody"),
        (
            {"play": PIECES, "extra": '(metadata (graphics {(piece Colour "Horse" fillColour:(colour Red))}))'},
            'there is no piece "Horse": this changes nothing',
        ),
        (
            {"play": PIECES, "extra": "(metadata (graphics {(player Colour P3 (colour Red))}))"},
            "there is no player P3: this changes nothing",
        ),
    ],
)
def test_what_a_game_has_not_is_told(given: dict[str, str], message: str) -> None:
    assert any(message in one for one in told(**given)), told(**given)


def test_players_without_pieces_or_moves_are_told() -> None:
    board = "(board (square 4))"
    rules = "(rules (play (forEach Piece)) (end (if (is Full) (result Mover Win))))"
    text = f'(game "A" (players 2) (equipment {{{board} (piece "Disc" P1)}}) {rules})'
    assert any("no piece of P1 has moves" in one.message for one in diagnose(Document(text)))
    three = text.replace("players 2", "players 3").replace('(piece "Disc" P1)', '(piece "Disc" P1) (piece "Disc" P2)')
    assert any("the player P3 has no pieces" in one.message for one in diagnose(Document(three)))
