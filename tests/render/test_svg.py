"""Boards as SVG."""

from __future__ import annotations

import random
from xml.etree import ElementTree

import pytest

import ludens
from ludens import library, render
from ludens.language import parse
from ludens.ludemes.boards import board_of
from ludens.ludemes.metadata import read_metadata

NAMESPACE = "{http://www.w3.org/2000/svg}"
BOARDS = [
    "(board (square 5))",
    "(board (square 9) use:Vertex)",
    "(board (hex 3))",
    "(board (tri 4))",
    "(board (concentric {6 6 6}))",
    "(board (concentric Square rings:3) use:Vertex)",
    "(board (square 3) use:Edge)",
    "(mancalaBoard 2 6)",
    "(surakartaBoard (square 6) loops:2)",
    "(boardless Hexagonal)",
    "(board (tiling T3464 2))",
]
STYLES = [
    "Board",
    "Chess",
    "Go",
    "Graph",
    "Mancala",
    "Backgammon",
    "Table",
    "Shogi",
    "Tafl",
    "Xiangqi",
    "Janggi",
    "Surakarta",
    "Shibumi",
    "Lasca",
    "Spiral",
    "Sudoku",
    "PenAndPaper",
    "ConnectiveGoal",
    "UltimateTicTacToe",
    "SnakesAndLadders",
    "Connect4",
    "HoundsAndJackals",
    "Isometric",
    "Kakuro",
]


def read(picture: str) -> ElementTree.Element:
    """The picture as a tree; numbers in it are finite."""
    assert "nan" not in picture.lower().replace("nand", "") and "inf" not in picture
    return ElementTree.fromstring(picture)


def pieces(root: ElementTree.Element) -> int:
    return sum(e.get("class") == "piece" for e in root.iter(f"{NAMESPACE}g"))


def texts(root: ElementTree.Element) -> list[str | None]:
    return [e.text for e in root.iter(f"{NAMESPACE}text")]


@pytest.mark.parametrize("text", BOARDS)
@pytest.mark.parametrize("coordinates", [True, False])
def test_boards_are_drawn(text: str, coordinates: bool) -> None:
    topology = board_of(parse(f'(game "Test" (players 2) (equipment {{ {text} }}))').game)
    root = read(render.svg(topology, coordinates=coordinates, indices=not coordinates))
    sites = [e for e in root.iter() if e.get("class") == "site"]
    if not topology.boardless:
        assert len(sites) == topology.count(topology.default_site)
        assert [e.get("data-site") for e in sites] == [str(n) for n in range(len(sites))]
    assert texts(root)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("use", ["Cell", "Vertex"])
def test_every_style_draws_every_board(style: str, use: str) -> None:
    description = parse(
        f'(game "Test" (players 2) (equipment {{ (board (square 4) use:{use}) }}))'
        f"(metadata (graphics {{ (board Style {style}) }}))"
    )
    read(render.svg(board_of(description.game), metadata=read_metadata(description)[0]))


def test_the_pieces_of_a_position() -> None:
    root = read(render.svg(ludens.load("Amazons").start(seed=1)))
    assert pieces(root) == 8


def test_the_tutorial_s_graphics_are_seen() -> None:
    game = ludens.load("Amazons")
    state = game.start(seed=1)
    for _ in range(2):
        state.play(state.legal_moves()[0])
    picture = render.svg(state, coordinates=True)
    assert "#c8964b" in picture and "#fadd90" in picture  # the two colours of the style Chess
    assert {"a", "j", "1", "10"} <= set(texts(read(picture)))
    assert pieces(read(picture)) == 9


def test_squares_of_draughts_are_numbered() -> None:
    picture = texts(read(render.svg(ludens.load("International Draughts").start(seed=1), coordinates=True)))
    assert [one for one in picture if one.isdigit()] == sorted(map(str, range(1, 51)), key=picture.index)
    assert not {"A", "a"} & set(picture)


def test_points_of_backgammon_are_numbered_beyond_the_rim() -> None:
    picture = texts(read(render.svg(ludens.load("Backgammon").start(seed=1), coordinates=True)))
    assert sorted(int(one) for one in picture if one.isdigit()) == list(range(1, 25))


def test_captions_can_be_left_out() -> None:
    state = ludens.load("Oware").start(seed=1)
    assert any("South" in (t or "") for t in texts(read(render.svg(state))))
    assert not any("South" in (t or "") for t in texts(read(render.svg(state, captions=False))))


def test_a_scale_makes_pieces_smaller() -> None:
    source = library.read("Amazons").replace('"Dot" 0.333', '"Queen" 0.3')
    small, normal = (render.svg(ludens.load(text).start(seed=1)) for text in (source, library.read("Amazons")))
    assert _scale(small) == pytest.approx(_scale(normal) / 3, rel=0.01)


def _scale(picture: str) -> float:
    """The scale of the first piece."""
    group = next(e for e in read(picture).iter(f"{NAMESPACE}g") if "scale(" in (e.get("transform") or ""))
    return float((group.get("transform") or "").split("scale(")[1].split()[0])


def test_the_last_move_is_marked() -> None:
    state = ludens.load("Amazons").start(seed=1)
    played = state.play(state.legal_moves()[0])
    assert render.svg(state, last=played).count("#ffd200") == 2
    assert "#ffd200" not in render.svg(state)


@pytest.mark.parametrize("name", ["Chess", "Backgammon", "Oware", "Lasca", "Shogi", "Go", "Surakarta", "Hex"])
def test_positions_of_games(name: str) -> None:
    state, choose = ludens.load(name).start(seed=2), random.Random(3)
    for _ in range(25):
        if not state.is_over:
            state.play(choose.choice(state.legal_moves()))
    read(render.svg(state, coordinates=True))


@pytest.mark.parametrize(
    "item",
    [
        '(show Symbol "disc" 3 fillColour:(colour Red))',
        '(show Symbol "star" (sites Centre))',
        "(region Colour {1 2} (colour Blue))",
        "(show Line {{0 1} {1 2}} (colour Green))",
        '(piece Colour "Disc" fillColour:(colour 1 2 3))',
        '(piece Rename "Disc" "knight")',
        "(player Colour P1 (colour Hidden))",
        '(piece Foreground "Disc" text:"7")',
        "(show Piece State)",
        "(board Background fillColour:(colour Red))",
        "(stackType Ground)",
        "(no Board)",
        "(show Nonsense 1 2 3)",
    ],
)
def test_no_item_of_the_metadata_makes_a_drawing_fail(item: str) -> None:
    text = (
        '(game "Test" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })'
        ' (rules (start (place "Disc1" 4)) (play (move Add (to (sites Empty))))'
        " (end (if (no Moves Next) (result Mover Win)))))"
        f" (metadata (graphics {{ {item} }}))"
    )
    read(render.svg(ludens.load(text).start(seed=1)))


def test_png() -> None:
    pytest.importorskip("resvg_py")
    assert render.png(render.svg(ludens.load("Hex").topology, size=100)).startswith(b"\x89PNG")
