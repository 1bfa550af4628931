"""Pieces that look like those of the real sets: characters, families of figures, heights of stacks, players' names."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import ludens
from ludens import render
from ludens.render.canvas import Canvas
from ludens.render.characters import outlines
from ludens.render.kanji import japanese
from ludens.render.names import player_names
from ludens.render.scene import pieces, scene
from ludens.render.scripts import all_characters, characters, script_of, tile_of
from ludens.render.shapes import ALIASES, PATHS, Look, draw_named, shape_named

NAMESPACE = "{http://www.w3.org/2000/svg}"


def game(
    names: str, graphics: str = "", start: str = "", board: str = "(board (square 4))", moves: str = ""
) -> ludens.Game:
    """A small game with pieces of some names."""
    kinds = " ".join(f'(piece "{name}" Each {moves})' for name in names.split())
    return ludens.load(
        f'(game "Drawn" (players {{(player N) (player S)}}) (equipment {{ {board} {kinds} }})'
        f" (rules {f'(start {{ {start} }})' if start else ''} (play (pass))"
        " (end (if (no Moves Next) (result Mover Win)))))"
        f" (metadata (graphics {{ {graphics} }}))"
    )


def test_every_character_has_an_outline() -> None:
    assert all_characters() <= set(outlines())


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Fuhyo", "歩兵"),
        ("GoldGeneral", "金将"),
        ("FreeBoar", "奔猪"),
        ("GuardianOfTheGods", "金剛"),
        ("Queenly", ""),
        ("LeftQuail", "左鶉"),
        ("Falcon", "鷹"),
    ],
)
def test_names_of_shogi_pieces(name: str, written: str) -> None:
    assert japanese(name) == written


@pytest.mark.parametrize(
    ("names", "board", "styles", "script"),
    [
        ("Pawn Lance Gold King Rook", "Shogi", (), "shogi"),
        ("Pawn Lance Gold King Rook", "Chess", (), None),
        ("Osho Fuhyo Hisha", "Board", (), "shogi"),
        ("Jiang Shi Xiang Ma Ju Pao Zu", "Board", (), "xiangqi"),
        ("Han Sa Sang Ma Cha Po Byeong", "Graph", (), "janggi"),
        ("General Advisor Elephant Horse Chariot Cannon Soldier", "Xiangqi", (), "xiangqi"),
        ("King Queen", "Board", ("ExtendedXiangqi",), "xiangqi"),
        ("BambooOne CircleTwo WindEast", "Board", (), "mahjong"),
        ("Man Stone King", "Xiangqi", (), None),
    ],
)
def test_a_game_tells_its_script_by_names_and_style(
    names: str, board: str, styles: tuple[str, ...], script: str | None
) -> None:
    assert script_of(names.split(), board, styles) == script


def test_red_and_black_write_alike_pieces_differently() -> None:
    pairs = [characters("xiangqi", "Soldier", red=red) for red in (True, False)]
    drawn = game(
        "General Soldier", "(board Style Xiangqi) (player Colour P1 (colour Red)) (player Colour P2 (colour Black))",
        '(place "Soldier1" 0) (place "Soldier2" 3)', "(board (square 4) use:Vertex)",
    )  # fmt: skip
    symbols = scene(drawn)["symbols"]
    shown = {piece["ref"]: symbols[piece["symbol"]] for piece in pieces(drawn.start(seed=1))["pieces"]}
    assert pairs == ["兵", "卒"]
    assert [characters("janggi", "General", red=red) for red in (True, False)] == ["漢", "楚"]
    assert outlines()["兵"] in shown["v:0"] and outlines()["卒"] in shown["v:3"]


def test_figures_may_take_the_place_of_characters() -> None:
    told = scene(game("King Rook Bishop Gold", "(board Style Shogi) (piece Style ExtendedShogi)"))
    rook = next(c["symbol"] for c in told["components"] if c["name"] == "Rook1")
    assert outlines()["飛"] in told["symbols"][rook]
    assert outlines()["飛"] not in told["western"][rook] and PATHS["rook"][0] in told["western"][rook]
    assert scene(game("Disc"))["western"] == {}


def test_games_with_few_known_names_have_figures() -> None:
    told = scene(game("Chick Giraffe Lion Panda", "(board Style Shogi) (piece Style ExtendedShogi)"))
    assert not any(outlines()["獅"] in symbol for symbol in told["symbols"].values())


def test_mahjong_tiles() -> None:
    assert [tile_of(name) is not None for name in ("CharacterNine", "SeasonSpring", "Circle")] == [True, True, False]


def test_other_names_mean_pictures() -> None:
    assert {name: shape for name, shape in ALIASES.items() if shape_named(shape) is None} == {}
    families = "Camel Giraffe GhostEvil Marshal Sergeant Spy Miner Helicopter Scissors Thrall Toad Musketeer Bean Lance"
    assert [name for name in families.split() if shape_named(name) is None] == []


def test_numbers_of_two_digits_are_written_whole() -> None:
    canvas = Canvas()
    assert draw_named(canvas, "14", (0, 0), 50, 50, Look("#000000")) and ">14<" in "".join(canvas.parts)


def stacked(height: int, kind: str, scales: str = "") -> list[dict[str, object]]:
    """The pieces of a stack on the first site."""
    items = " ".join('"Disc1"' for _ in range(height))
    text = (
        '(game "Tower" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) (hand P2) })'
        f" (rules (start (place Stack items:{{{items}}} 0)) (play (move Add (to (sites Empty)) stack:True))"
        f" (end (if (no Moves Next) (result Mover Win))))) (metadata (graphics {{ (stackType {kind}) {scales} }}))"
    )
    return list(pieces(ludens.load(text).start(seed=1))["pieces"])


def test_tall_stacks_say_how_tall_they_are() -> None:
    assert [piece["badge"] for piece in stacked(3, "Default")] == [None] * 3
    assert [piece["badge"] for piece in stacked(6, "Default")] == [None] * 5 + ["6"]


def test_storeys_seen_from_above_can_be_counted() -> None:
    heights = [piece["y"] for piece in stacked(3, "None")]
    assert heights == sorted(heights, reverse=True) and len(set(heights)) == 3


@pytest.mark.parametrize(
    ("graphics", "names"),
    [
        ("", ("White", "Black")),
        ("(player Colour P1 (colour Red)) (player Colour P2 (colour Blue))", ("Red", "Blue")),
        ("(piece Colour P1 fillColour:(colour Green)) (piece Colour P2 fillColour:(colour Green))", ("White", "Black")),
        ('(player Name P2 "Attackers")', ("White", "Attackers")),
        ("(player Colour P1 (colour Red)) (player Colour P2 (colour Red))", ("Player 1", "Player 2")),
    ],
)
def test_players_are_called_after_their_colours(graphics: str, names: tuple[str, str]) -> None:
    drawn = game("Disc", graphics)
    assert player_names(drawn) == names
    assert render.status(drawn.start(seed=1)) == f"{names[0]} to move."
    assert [player["name"] for player in scene(drawn)["players"]] == list(names)


def test_the_reason_of_an_end_names_the_players() -> None:
    text = (
        '(game "Stuck" (players 2) (equipment { (board (square 2)) (piece "Disc" Each) })'
        ' (rules (start { (place "Disc1" 0) (place "Disc2" {1 2 3}) }) (play (forEach Piece))'
        " (end (if (no Moves Next) (result Mover Win)))))"
    )
    state = ludens.load(text).start(seed=1)
    state.play(state.legal_moves()[0])
    assert render.status_with_reason(state) == "White wins. Black has no move."


def test_empty_points_are_hollows() -> None:
    drawn = game("Disc", "(board Style Lasca)", board="(board (square 3) use:Vertex)")
    board = ElementTree.fromstring(f'<g xmlns="http://www.w3.org/2000/svg">{scene(drawn)["board"]}</g>')
    fills = {e.get("fill") for e in board.iter(f"{NAMESPACE}circle")}
    assert "#ffffff" not in fills and len(fills) == 2


def test_a_board_that_is_not_chequered_has_lines() -> None:
    chequered, plain = (
        scene(game("Disc", f"(board Style Chess) {more}"))["board"] for more in ("", "(board Checkered False)")
    )
    assert 'data-ground="1"' in chequered and 'data-ground="1"' not in plain
    assert plain.count('data-ground="lines"') == chequered.count('data-ground="lines"') + 1  # the inner ones


def test_pegs_stand_in_the_holes_of_a_board_of_wood() -> None:
    drawn = scene(game("Peg", board="(board (square 3) use:Vertex)", start='(place "Peg1" 0)'))
    board = ElementTree.fromstring(f'<g xmlns="http://www.w3.org/2000/svg">{drawn["board"]}</g>')
    assert len(list(board.iter(f"{NAMESPACE}circle"))) == 2 * 9  # a rim and a hole for each point
    assert 'data-ground="0"' in drawn["board"]  # wood, of which a page may choose the colour
    assert 'data-ground="0"' not in scene(game("Disc", board="(board (square 3) use:Vertex)"))["board"]


def test_grounds_that_the_description_colours_are_its_own() -> None:
    assert 'data-ground="0"' in scene(game("Disc"))["board"]
    coloured = " ".join(f"(board Colour {part} (colour Red))" for part in ("Phase0", "InnerEdges", "OuterEdges"))
    assert "data-ground" not in scene(game("Disc", coloured))["board"]


def test_pieces_that_turn_point_to_where_they_go() -> None:
    turning = "(or (move Step (directions {FR FL}) (to if:(is Empty (to)))) (move Set Rotation))"
    drawn = game("Probe", "", '(place "Probe1" 0)', "(board (square 4) use:Vertex)", turning)
    symbols = scene(drawn)["symbols"]
    assert any(symbol.count("<line") == 2 for symbol in symbols.values())


def test_a_domino_that_its_state_tells_has_pips() -> None:
    placed = '(place "Domino" 0 state:36) (place "Domino" 1 state:5)'
    text = (
        '(game "Tiles" (players 2) (equipment { (board (square 4)) (piece "Domino" Neutral maxState:66) })'
        f" (rules (start {{ {placed} }}) (play (pass)) (end (if (no Moves Next) (result Mover Win)))))"
        " (metadata (graphics {(piece AddStateToName)}))"
    )
    position = pieces(ludens.load(text).start(seed=1))
    drawn = [position["symbols"][one["symbol"]] for one in position["pieces"]]
    assert [one.count("<circle") for one in drawn] == [9, 5] and not any("<text" in one for one in drawn)
