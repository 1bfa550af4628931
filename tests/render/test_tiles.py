"""Pieces that cover several cells, dominoes, tiles with paths, and the hints of puzzles."""

from __future__ import annotations

from xml.etree import ElementTree

import ludens
from ludens.render.scene import pieces, scene
from ludens.render.svg import svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
LARGE = (
    '(game "Large" (players 1) (equipment { (board (square 5)) (tile "Bent" P1 {F R F}) })'
    ' (rules (start (place "Bent" 6)) (play (pass)) (end (if (no Moves Next) (result P1 Win)))))'
)
PATHS = (
    '(game "Paths" (players 2) (equipment { (board (square 3))'
    ' (tile "Straight" {(path from:0 to:2 colour:1) (path from:1 to:3 colour:2)}) })'
    ' (rules (start (place "Straight" 4)) (play (move Add (to (sites Empty))))'
    " (end (if (no Moves Next) (result Mover Win)))))"
)
HINTS = (
    '(game "Hints" (players 1) (equipment { (board (square 3) (values Cell (range 1 3)))'
    " (hints { (hint {0 1} 4) (hint 8 2) }) })"
    " (rules (play (satisfy (forAll Hint (is Sum (sites Hint) (hint)))))"
    " (end (if (is Solved) (result P1 Win)))))"
)


def parse(fragment: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{fragment}</svg>')


def test_a_large_piece_covers_its_cells() -> None:
    state = ludens.load(LARGE).start(seed=1)
    position = pieces(state)
    (piece,) = position["pieces"]
    assert piece["ref"] == "c:6"
    assert len(list(parse(position["symbols"][piece["symbol"]]).iter(f"{NAMESPACE}polygon"))) == 3


def test_paths_lead_from_side_to_side() -> None:
    game = ludens.load(PATHS)
    position = pieces(game.start(seed=1))
    symbols = scene(game)["symbols"] | position["symbols"]
    drawn = parse(symbols[position["pieces"][0]["symbol"]])
    colours = {path.get("stroke") for path in drawn.iter(f"{NAMESPACE}path")}
    assert {"#fafafa", "#323232"} <= colours
    upright = next(path.get("d") or "" for path in drawn.iter(f"{NAMESPACE}path"))
    assert upright.startswith("M0 ") and upright.endswith(" 50") and "C0 " in upright


def test_hints_are_written_on_the_board() -> None:
    root = ElementTree.fromstring(svg(ludens.load(HINTS)))
    assert [e.text for e in root.iter(f"{NAMESPACE}text")] == ["4", "2"]
    dashed = [e for e in root.iter(f"{NAMESPACE}line") if e.get("stroke-dasharray")]
    assert len(dashed) == 6  # around two cells side by side
