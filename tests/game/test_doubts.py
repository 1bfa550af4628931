"""What rules say that is allowed and can hardly be meant is a warning with its place."""

from __future__ import annotations

import pytest

import ludens


def game(start: str = "", to: str = "(sites Empty)", item: str = "") -> str:
    return (
        f'(game "Doubtful" (players 2) (equipment {{ (board (square 3)) (piece "Disc" Each) {item} }})'
        f" (rules {start} (play (move Add (to {to}))) (end (if (is Full) (result Mover Win)))))"
    )


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        (game(to='(sites "Nowhere")'), 'there is no region "Nowhere"', '(sites "Nowhere")'),
        (game(to='(sites "Hom")', item='(regions "Home" (sites Top))'), 'no region "Hom"', '(sites "Hom")'),
        (game(to='(sites {"A1" "Z9"})'), 'no site has the coordinate "Z9"', '(sites {"A1" "Z9"})'),
        (game(to='(sites "Z9")'), 'no site has the coordinate "Z9"', '(sites "Z9")'),
        (game('(start (place "Disc1" 9))'), "there is no site 9: nothing is put there", '(place "Disc1" 9)'),
        (game('(start (place "Disc1" -7))'), "there is no site -7", '(place "Disc1" -7)'),
        (game('(start (place Stack "Disc1" 99))'), "there is no site 99", '(place Stack "Disc1" 99)'),
        (
            game('(start (place "Disc1" "Hand2"))', item="(hand Each)"),
            'this puts "Disc2" into Hand2, and no "Disc1"',
            '(place "Disc1" "Hand2")',
        ),
        (
            game(to="(sites Empty)) (then (set Counter (then (moveAgain)))"),
            "is dropped: it is never applied",
            "(set Counter (then (moveAgain)))",
        ),
        (
            game('(start (place Stack items:{"Disc1" "Disc2"} (sites Top)))'),
            "one pile on one site",
            '(place Stack items:{"Disc1" "Disc2"} (sites Top))',
        ),
    ],
)
def test_doubtful_rules(text: str, message: str, place: str) -> None:
    (warning,) = ludens.load(text).warnings
    assert message in warning.message and warning.severity == "warning"
    assert warning.span is not None and warning.span.text == place


def test_lines_on_a_board_of_layers() -> None:
    """Three pieces above one another make no line, three beside each other do."""
    cube = "(board (layers 3 (square 3)))"
    text = game().replace("(board (square 3))", cube).replace("(is Full)", "(is Line 3 All)")
    loaded = ludens.load(text)
    assert [warning.message for warning in loaded.warnings] == [
        "on a board of layers, lines are found within a layer alone"
    ]
    for sites, is_over in (((0, 1, 2), False), ((0, 3, 6), True)):
        state = loaded.start()
        for site, other in zip(sites, (13, 16, 22), strict=True):
            for wanted in (site, other):
                if not state.is_over:
                    state.play(next(move for move in state.legal_moves() if move.to_site == wanted))
        assert state.is_over == is_over


@pytest.mark.parametrize(
    "text",
    [
        game(
            '(start { (place "Disc1" 8) (place "Disc2" coord:"A1") (place "Disc1" "Hand1" count:2) })',
            item="(hand Each)",
        ),
        game('(start (place "Disc1" 9))', item="(hand Each)"),
        game(to='(sites "Home")', item='(regions "Home" (sites Top))'),
        game(to='(sites {"A1" "C3"})'),
        game('(start (place Stack items:{"Disc1" "Disc2"} 4))'),
        game('(start (place Stack "Disc1" (sites Top) count:2))'),
    ],
)
def test_ordinary_rules(text: str) -> None:
    assert not ludens.load(text).warnings
