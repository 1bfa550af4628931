"""What boards and pieces look like: outlines, backdrops, columns, hands of several lines, tiles, checks."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import ludens
from ludens import render
from ludens.render.appearance import PieceQuery
from ludens.render.canvas import Canvas
from ludens.render.characters import outlines
from ludens.render.scene import pieces, scene
from ludens.render.sheet import Sheet
from ludens.render.view import game_view

NAMESPACE = "{http://www.w3.org/2000/svg}"


def game(graphics: str = "", equipment: str = "", start: str = "", board: str = "(board (square 4))") -> ludens.Game:
    """A small game with some graphics."""
    return ludens.load(
        f'(game "Drawn" (players 2) (equipment {{ {board} (piece "Disc" Each) {equipment} }})'
        f" (rules {f'(start {{ {start} }})' if start else ''} (play (move Add (to (sites Empty))))"
        f" (end (if (no Moves Next) (result Mover Win))))) (metadata (graphics {{ {graphics} }}))"
    )


def sheet(drawn: ludens.Game, size: float = 400, **more: bool) -> Sheet:
    return Sheet.of(game_view(drawn), size, 10, axes=more.get("axes", False), captions=more.get("captions", True))


def root(drawn: ludens.Game | ludens.State) -> ElementTree.Element:
    return ElementTree.fromstring(render.svg(drawn))


def test_a_region_is_outlined() -> None:
    graphics = '(region Colour "Home" Edge (colour Red))'
    drawn = root(game(graphics, '(regions "Home" P1 {0 1 4})'))
    (outline,) = (e for e in drawn.iter(f"{NAMESPACE}path") if e.get("stroke") == "#ff0000")
    assert (outline.get("d") or "").count("M") == 8  # the sides of three cells in a corner that no two share


def test_a_backdrop_gets_its_room() -> None:
    plain = sheet(game())
    wide = sheet(game('(board Background image:"square" fillColour:(colour Black) scale:1.25)'))
    assert plain.bleed == (0, 0, 0, 0) and min(wide.bleed) > 0.1 * 400
    assert wide.width > plain.width + 0.2 * 400
    hiding = sheet(game('(board Background image:"square" fillColour:(colour White) scale:2)'))
    assert hiding.bleed == (0, 0, 0, 0)


def test_a_canvas_knows_what_it_covers() -> None:
    canvas = Canvas(measured=True)
    canvas.circle((10, 10), 5, "#000000")
    canvas.path("M0 20C0 40 40 40 40 20", "none")
    assert canvas.box == (0, 5, 40, 35)
    canvas.open(transform="scale(9)")
    canvas.circle((500, 500), 5, "#000000")
    canvas.close()
    assert canvas.box == (0, 5, 40, 35) and Canvas().box is None


def test_keywords_begin_with_either_case() -> None:
    view = game_view(game('(piece scale "Disc" 0.4)'))
    assert view.appearance.piece_scale(PieceQuery("Disc1", "Disc", 1)) == (0.4, 0.4)


def test_long_hands_have_several_lines() -> None:
    long, short = (sheet(game(equipment=f"(hand P1 size:{n})")) for n in (40, 3))
    heights = {y for _, y in long.rows[0].places}
    assert len(heights) > 1 and len({y for _, y in short.rows[0].places}) == 1
    assert all(long.left <= x <= long.width and y <= long.height for x, y in long.rows[0].places)
    assert long.rows[0].radius >= 10


def test_a_narrow_board_leaves_room_for_hands() -> None:
    narrow = sheet(game(equipment="(hand P1 size:5)", board="(board (rectangle 8 1))"))
    assert narrow.frame.width < 100 and narrow.width > 200
    assert all(x + narrow.rows[0].radius <= narrow.width for x, _ in narrow.rows[0].places)


def test_columns_of_pieces() -> None:
    text = (
        '(game "Wall" (players 2) (equipment { (board (rectangle 1 4)) (piece "Disc" Each) })'
        " (rules (play (move Add (to (sites Board) if:(< (size Stack at:(to)) 3)) stack:True))"
        " (end (if (no Moves Next) (result Mover Win)))))"
        " (metadata (graphics { (board Style Connect4) (stackType None) }))"
    )
    state = ludens.load(text).start(seed=1)
    for _ in range(3):
        state.play(next(m for m in state.legal_moves() if m.to_site == 2))
    found = pieces(state)["pieces"]
    rows = [piece["y"] for piece in found]
    assert len({piece["x"] for piece in found}) == 1 and rows == sorted(rows, reverse=True) and len(set(rows)) == 3
    assert scene(state.game)["height"] > 500


def test_of_nested_pieces_all_rims_are_seen() -> None:
    text = (
        '(game "Nest" (players 2) (equipment { (board (square 2)) (piece "Disc" P1) (piece "Cup" P1) (hand P2) })'
        ' (rules (start { (place Stack items:{"Cup1" "Disc1"} 0) (place Stack items:{"Disc1" "Cup1"} 3) })'
        " (play (pass)) (end (if (no Moves Next) (result Mover Win)))))"
        ' (metadata (graphics { (piece Scale "Disc" 0.3) (piece Scale "Cup" 0.8) (stackType None) }))'
    )
    listed = [piece["ref"] for piece in pieces(ludens.load(text).start(seed=1))["pieces"]]
    assert sorted(listed) == ["c:0", "c:0", "c:3"]


def test_tiles_tell_their_owner_by_their_direction() -> None:
    equipment = '(piece "Pawn" Each) (piece "Rook" Each) (piece "Quux" Each)'
    start = '(place "Pawn1" 0) (place "Pawn2" 15) (place "Quux1" 1)'
    drawn = pieces(game("(board Style Shogi) (piece Rotate P2 degrees:180)", equipment, start).start(seed=1))
    pictures = {p["ref"]: p["symbol"] for p in drawn["pieces"]}
    symbols = scene(game("(board Style Shogi) (piece Rotate P2 degrees:180)", equipment, start))["symbols"]
    assert "rotate(180)" in symbols[pictures["c:15"]] and "rotate" not in symbols[pictures["c:0"]]
    assert outlines()["歩"] in symbols[pictures["c:0"]] and ">Q<" in symbols[pictures["c:1"]]


@pytest.mark.parametrize(("others", "letters"), [([], []), (["King"], ["Z"]), (["Quirk"], ["Q", "Z"])])
def test_men_beside_one_other_kind_carry_no_letter(others: list[str], letters: list[str]) -> None:
    names = ["Zork", *others]
    equipment = " ".join(f'(piece "{name}" P1)' for name in names)
    start = " ".join(f'(place "{name}1" {site})' for site, name in enumerate(names))
    drawn = root(game(equipment=equipment, start=start).start(seed=1))
    texts = [element.text or "" for element in drawn.iter(f"{NAMESPACE}text")]
    assert sorted(text for text in texts if text in {"Z", "Q"}) == letters


def test_figures_are_numbered_in_a_bubble() -> None:
    counted = game(equipment='(piece "Tiger" P1)', start='(place "Tiger1" 5 count:7)')
    texts = [e for e in root(counted.start(seed=1)).iter(f"{NAMESPACE}text") if e.text == "7"]
    assert [e.get("fill") for e in texts] == ["#ffffff"]


def test_a_value_of_a_puzzle_has_the_picture_of_the_metadata() -> None:
    text = (
        '(game "Values" (players 1) (equipment { (board (square 4) (values Cell (range 0 1)))'
        " (regions {AllDirections}) })"
        " (rules (play (satisfy { (is Count (sites Board) of:1 4) (all Different except:0) }))"
        " (end (if (is Solved) (result P1 Win)))))"
        ' (metadata (graphics (piece Rename piece:"1" "Queen")))'
    )
    state = ludens.load(text).start(seed=1)
    state.play(next(m for m in state.legal_moves() if ("value", "1") in m.actions[0].fields))
    drawn = root(state)
    assert "1" not in [e.text for e in drawn.iter(f"{NAMESPACE}text")]
    assert any(e.get("class") == "piece" for e in drawn.iter(f"{NAMESPACE}g"))


@pytest.mark.parametrize(
    ("placed", "mover", "expected"),
    [
        ({"King1": "H5", "Queen1": "D1", "King2": "D8", "Rook2": "D5"}, 1, ["c:39"]),  # by a rook that is pinned
        ({"King1": "H4", "Queen1": "D1", "King2": "H7", "Rook2": "H8"}, 1, []),  # behind its own king
        ({"King1": "E1", "Queen1": "D1", "King2": "E8", "Rook2": "H8"}, 1, []),
        ({"King1": "E1", "Queen1": "E4", "King2": "E8", "Rook2": "H8"}, 2, ["c:60"]),
    ],
)
def test_a_check_is_found_by_threat(placed: dict[str, str], mover: int, expected: list[str]) -> None:
    chess = ludens.load("Chess")
    parts = {c.name: c for c in chess.components}
    labels = {e.label: n for n, e in enumerate(chess.topology.elements("Cell"))}
    rows = [("C", labels[at], 0, parts[name].index, parts[name].owner, 1, 0, 0, 0) for name, at in placed.items()]
    assert pieces(chess.position(rows, mover=mover))["check"] == expected
