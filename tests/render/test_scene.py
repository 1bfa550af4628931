"""Boards and positions for programs that draw them."""

from __future__ import annotations

import json
import random
from xml.etree import ElementTree

import pytest

import ludens
from ludens.render.scene import move_refs, pieces, ref, scene
from ludens.render.svg import svg
from shelf import each_game

#: games of different kinds, quick to compile
FEW = {"Amazons", "Backgammon", "Greener", "Hex", "Ludo", "Nine Men's Morris", "Oware", "Tic-Tac-Toe"}
GAMES = each_game(*FEW)
HIDING = """
(game "Hiding" (players 2)
  (equipment { (board (square 4)) (piece "Spy" Each) (piece "General" Each) (hand Each size:2) })
  (rules
    (start {
      (place "Spy1" {0}) (place "General1" {1}) (place "Spy2" {15}) (place "General2" {14})
      (set Hidden What (sites {0 1}) to:P2)
      (set Hidden (sites {14}) to:P1)
    })
    (play (move Add (to (sites Empty))))
    (end (if (no Moves Next) (result Mover Win)))))
"""


def parse(fragment: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{fragment}</svg>')


def test_references() -> None:
    assert [ref("Cell", 12), ref("V", 3), ref("Edge", 5)] == ["c:12", "v:3", "e:5"]


@pytest.mark.parametrize("name", GAMES)
def test_the_scene_of_every_game(name: str) -> None:
    game = ludens.load(name)
    found = scene(game)
    json.dumps(found, allow_nan=False)
    parse(found["board"])
    refs = [site["ref"] for site in found["sites"]]
    assert len(set(refs)) == len(refs)
    kind, count = game.model.default_site, game.model.topology.count(game.model.default_site)
    others = [ref("Cell", site) for c in game.containers[1:] for site in c.sites]
    assert {*(ref(kind, n) for n in range(count)), *others} <= set(refs)
    for site in found["sites"]:
        assert 0 <= site["x"] <= found["width"] and 0 <= site["y"] <= found["height"] and site["r"] > 0
        assert site["label"]


@pytest.mark.parametrize("name", GAMES)
def test_the_pieces_of_every_game(name: str) -> None:
    game = ludens.load(name)
    board, state = scene(game), game.start(seed=3)
    sites = {site["ref"]: site for site in board["sites"]}
    json.dumps(pieces(state), allow_nan=False)
    position = pieces(state, None)  # of what is hidden altogether, others see nothing
    dice = {site for c in game.model.dice() for site in c.sites}
    standing = {ref(kind, site) for kind, site, *_ in state.sites() if not (kind == "C" and site in dice)}
    placed = {p["ref"] for p in position["pieces"]}
    assert standing <= placed <= set(sites)
    symbols = board["symbols"] | position["symbols"]
    for piece in position["pieces"]:
        parse(symbols[piece["symbol"]])
        assert piece["label"] and piece["size"] > 0
    keys = [p["key"] for p in position["pieces"]]
    assert len(set(keys)) == len(keys)


def test_a_piece_keeps_its_symbol_where_it_goes() -> None:
    state = ludens.load("Chess").start(seed=1)
    before = {p["ref"]: p for p in pieces(state)["pieces"]}
    move = next(m for m in state.legal_moves() if (m.from_site, m.to_site) == (12, 28))
    assert move_refs(state.game, move) == ("c:12", "c:28")
    state.play(move)
    after = {p["ref"]: p for p in pieces(state)["pieces"]}
    assert after["c:28"]["symbol"] == before["c:12"]["symbol"]
    assert before["c:12"]["label"] == "white pawn on e2" and after["c:28"]["label"] == "white pawn on e4"


def test_the_document_and_the_scene_draw_the_same_board() -> None:
    game = ludens.load("Hex")
    outlines = {e.get("d") for e in parse(scene(game)["board"]).iter() if e.get("class") == "site"}
    assert len(outlines) == 121
    assert svg(game).count('class="site"') == 121


def test_symbols_do_not_depend_on_the_place() -> None:
    position = pieces(ludens.load("Amazons").start(seed=1))
    assert len({p["symbol"] for p in position["pieces"]}) == 2 and len(position["pieces"]) == 8


def test_hidden_pieces_leak_nothing() -> None:
    state = ludens.load(HIDING).start(seed=1)
    seen = {p["ref"]: p for p in pieces(state, 2)["pieces"]}
    for place in ("c:0", "c:1"):
        assert "hidden piece" in seen[place]["label"]
    first, second = (
        {k: v for k, v in seen[p].items() if k not in ("ref", "key", "x", "y", "label")} for p in ("c:0", "c:1")
    )
    assert first == second
    assert "c:14" not in {p["ref"] for p in pieces(state, 1)["pieces"]}
    everything = {p["ref"]: p["label"] for p in pieces(state, None)["pieces"]}
    assert everything["c:0"] == "white spy on A1" and everything["c:14"] == "black general on C4"


def test_hands_have_places() -> None:
    found = scene(ludens.load(HIDING))
    places = {s["ref"]: s for s in found["sites"]}
    assert places["c:16"]["label"] == "hand of player 1, place 1" and places["c:16"]["container"] == 1
    assert places["c:18"]["y"] < places["c:12"]["y"] < places["c:0"]["y"] < places["c:16"]["y"]


def test_dice_are_shown() -> None:
    state = ludens.load("Backgammon").start(seed=5)
    position = pieces(state)
    labels = [p["label"] for p in position["pieces"] if p["label"].startswith("die")]
    assert len(labels) == 2 and position["dice"] == state.rolled != state.dice


@pytest.mark.parametrize(
    ("name", "turns", "inside"),
    [
        ("Chess", False, False),
        ("Hex", True, False),
        ("Backgammon", True, False),
        ("International Draughts", True, True),
    ],
)
def test_labels_that_belong_to_sites_turn_with_the_board(name: str, turns: bool, inside: bool) -> None:
    axes = scene(ludens.load(name))["axes"]
    assert (axes["turns"], axes["inside"]) == (turns, inside)


def test_check_is_shown() -> None:
    text = (
        '(game "Checks" (players 2) (equipment { (board (square 4))'
        ' (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))))) })'
        ' (rules (start { (place "King1" {0}) (place "King2" {15}) }) (play (forEach Piece))'
        " (end (if (no Pieces Next) (result Mover Win)))))"
        ' (metadata (graphics { (show Check "King") }))'
    )
    state = ludens.load(text).start(seed=1)
    assert pieces(state)["check"] == []
    for target in (5, 10):
        state.play(next(m for m in state.legal_moves() if m.to_site == target))
    assert pieces(state)["check"] == ["c:5"]


def test_the_winning_line_is_marked() -> None:
    state = ludens.load("Tic-Tac-Toe").start(seed=1)
    for said in ("a1", "b1", "a2", "b2", "a3"):
        assert pieces(state)["won"] == []
        state.play(state.parse(said))
    assert pieces(state)["won"] == ["c:0", "c:3", "c:6"]


def test_seeds_are_counted() -> None:
    labels = [p["label"] for p in pieces(ludens.load("Oware").start(seed=1))["pieces"]]
    assert len(labels) == 12 and all(label.startswith("4 ") for label in labels)


def test_a_table_without_a_board_shows_what_is_in_use() -> None:
    text = (
        '(game "Table" (players 2) (equipment { (boardless Square) (piece "Disc" Each) })'
        " (rules (play (if (is Even (count Moves)) (move Add (to (sites Empty))) (move Add (to (sites Empty)))))"
        " (end (if (= 9 (count Moves)) (result Mover Win)))))"
    )
    state = ludens.load(text).start(seed=1)
    empty = pieces(state)["box"]
    chooser = random.Random(1)
    for _ in range(3):
        state.play(chooser.choice(state.legal_moves()))
    position = pieces(state)
    assert position["box"][2] >= empty[2] and position["shown"]
    left, top, width, height = position["box"]
    for piece in position["pieces"]:
        assert left <= piece["x"] <= left + width and top <= piece["y"] <= top + height
