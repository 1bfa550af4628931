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
