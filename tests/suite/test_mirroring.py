from __future__ import annotations

import functools

import pytest

import ludens
from ludens.encoding import Encoding, candidates
from ludens.language import parse, to_text
from ludens.suite.mirror import Mirror

GAME = """(game "A" (players 2) (equipment {(board (square 4)) (piece "Stone" Each)})
    (rules (play (move Add (to %s))) (end (if (is Full) (result Mover Win)))))"""
ACROSS, ALONG, BOTH = (True, False), (False, True), (True, True)
NAMES = {ACROSS: "reflection left to right", ALONG: "reflection top to bottom", BOTH: "rotation by 180 degrees"}


@functools.cache
def mirror(way: tuple[bool, bool]) -> Mirror:
    game = ludens.load(GAME % "(sites Empty)")
    symmetry = next(s for s in candidates(Encoding(game)) if s.name == NAMES[way])
    return Mirror(*way, symmetry.sites[:16], game.topology)


def mirrored(text: str, way: tuple[bool, bool]) -> str:
    told = to_text(mirror(way).mirrored(parse(GAME % text).game))
    return told.partition("(move Add (to ")[2].partition("))) (end ")[0]


@pytest.mark.parametrize(
    ("text", "across", "along", "both"),
    [
        ("(sites Left)", "(sites Right)", "(sites Left)", "(sites Right)"),
        ("(sites Top)", "(sites Top)", "(sites Bottom)", "(sites Bottom)"),
        ("(sites Row 0)", "(sites Row 0)", "(sites Row 3)", "(sites Row 3)"),
        ("(sites Column 1)", "(sites Column 2)", "(sites Column 1)", "(sites Column 2)"),
        ("(sites {0 5})", "(sites {3 6})", "(sites {12 9})", "(sites {15 10})"),
        ('(sites {"A1" "B3"})', '(sites {"D1" "C3"})', '(sites {"A4" "B2"})', '(sites {"D4" "C2"})'),
        ("(sites Side NE)", "(sites Side NW)", "(sites Side SE)", "(sites Side SW)"),
        ("(sites Direction ESE)", "(sites Direction WSW)", "(sites Direction ENE)", "(sites Direction WNW)"),
        ("(directions {FL R})", "(directions {FR L})", "(directions {FR L})", "(directions {FL R})"),
        ("(directions Leftward)", "(directions Rightward)", "(directions Rightward)", "(directions Leftward)"),
        ("{{F F L}}", "{{F F R}}", "{{F F R}}", "{{F F L}}"),
        ("(regions P1 {0 1})", "(regions P1 {3 2})", "(regions P1 {12 13})", "(regions P1 {15 14})"),
        ("(sites Empty)", "(sites Empty)", "(sites Empty)", "(sites Empty)"),
        ("(+ 1 3)", "(+ 1 3)", "(+ 1 3)", "(+ 1 3)"),
        ('(track "A" "0,E,N1,W")', '(track "A" "3,W,N1,E")', '(track "A" "12,E,S1,W")', '(track "A" "15,W,S1,E")'),
    ],
)  # fmt: skip
def test_what_is_said_is_mirrored(text: str, across: str, along: str, both: str) -> None:
    assert [mirrored(text, way) for way in (ACROSS, ALONG, BOTH)] == [across, along, both]
