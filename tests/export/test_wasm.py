"""Games as WebAssembly: they play as on the host, bit for bit, and tell what callers have to know."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ludens
from ludens.export import ExportError, wasm

wasmtime = pytest.importorskip("wasmtime")
pytest.importorskip("ziglang")
from tests.export.host import SEED, host_game  # noqa: E402
from tests.export.machines import WasmMachine  # noqa: E402

#: one of each family: shots, lists of pieces, dice, sowing, stacks, cards or hands, more than two players
GAMES = ["Amazons", "Chess", "Hex", "Backgammon", "Oware", "Nine Men's Morris"]


@pytest.mark.parametrize("name", GAMES)
def test_seeded_games_are_those_of_the_host(name: str) -> None:
    game = ludens.load(name)
    machine = WasmMachine(wasm(game))
    for number in range(3):
        assert machine.played(number, SEED) == host_game(game, number)


def test_a_thousand_games_at_once_are_those_of_the_host() -> None:
    game, count = ludens.load("Tic-Tac-Toe"), 1000
    machine, wanted = WasmMachine(wasm(game)), game.playouts(1000, seed=SEED)
    winners, lengths = machine.take(4 * count), machine.take(4 * count)
    assert machine.call("playouts", machine.space, machine.state, machine.moves, 0, count, SEED, winners, lengths) == 0
    assert machine.read(winners, 4 * count) == wanted.winners.astype("<i4").tobytes()
    assert machine.read(lengths, 4 * count) == wanted.lengths.astype("<i4").tobytes()


def test_moves_are_listed_and_made_as_on_the_host() -> None:
    game = ludens.load("Amazons")
    machine, state = WasmMachine(wasm(game)), game.start(seed=5)
    machine.call("start", machine.space, machine.state, 5)
    for turn in range(12):
        legal = state.legal_moves()
        assert machine.call("mover", machine.state) == state.mover
        assert machine.call("legal", machine.space, machine.state, machine.moves) == len(legal)
        move = machine.moves + 64 * (turn * 7 % len(legal))
        told = legal[turn * 7 % len(legal)]
        assert machine.call("move_from", move) == told.from_site
        assert machine.call("move_to", move) == told.to_site
        machine.call("play", machine.space, machine.state, move)
        state.play(told)
        assert machine.read(machine.state, game.layout.size) == state.tobytes()


@pytest.mark.parametrize("name", ["Tic-Tac-Toe", "Backgammon"])
def test_the_search_is_compiled_in(name: str) -> None:
    game = ludens.load(name)
    machine = WasmMachine(wasm(game))
    sizes = machine.manifest["sizes"]
    tree = machine.take(sizes["tree"])
    machine.call("start", machine.space, machine.state, 1)
    moves = len(game.start(seed=1).legal_moves())
    assert machine.call("plant", machine.space, machine.state, tree, sizes["tree"]) == moves
    assert machine.call("grow", machine.space, machine.state, tree, 500) == 500
    visits = [machine.call("visits", tree, move) for move in range(moves)]
    assert sum(visits) == 500 and machine.call("visits", tree, moves) == 0
    assert machine.call("best", tree) == int(np.argmax(visits))
    assert all(-1 <= machine.call("value", tree, move) <= 1 for move in range(moves))
    assert machine.call("plant", machine.space, machine.state, tree, sizes["least_tree"] - 1) == -1


def test_the_search_sees_what_wins() -> None:
    game = ludens.load("Tic-Tac-Toe")
    machine, state = WasmMachine(wasm(game)), game.start(seed=1)
    for text in ("A1", "A2", "B1", "B2"):
        state.play(state.parse(text))
    machine.write(machine.state, state.tobytes())
    tree = machine.take(machine.manifest["sizes"]["tree"])
    machine.call("plant", machine.space, machine.state, tree, machine.manifest["sizes"]["tree"])
    machine.call("grow", machine.space, machine.state, tree, 1000)
    assert state.legal_moves()[machine.call("best", tree)].to_site == state.parse("C1").to_site


def test_a_call_can_be_stopped_before_it_begins() -> None:
    machine = WasmMachine(wasm(ludens.load("Hex")))
    machine.call("stop", machine.space)
    assert machine.call("playout_numbered", machine.space, machine.state, machine.moves, 0, SEED) == -9
    assert machine.manifest["errors"]["9"] == "stopped"
    machine.call("go_on", machine.space)
    assert machine.call("playout_numbered", machine.space, machine.state, machine.moves, 0, SEED) > 0


def test_the_manifest_is_json_and_tells_where_fields_are() -> None:
    game = ludens.load("Chess")
    manifest = json.loads(json.dumps(wasm(game).manifest))
    assert manifest["game"] == "Chess" and manifest["players"] == 2 and manifest["search"]
    assert manifest["fields"]["what"]["offset"] == game.layout.fields["what"].offset
    assert [site["label"] for site in manifest["sites"][:2]] == ["A1", "B1"]
    assert {"name": "Pawn1", "owner": 1} in manifest["components"]


def test_a_match_is_refused() -> None:
    source = """(match "Series" (players 2) (games {(subgame "Tic-Tac-Toe" result:3)})
        (end (if (>= (matchScore P1) 6) (result P1 Win))))"""
    with pytest.raises(ExportError, match="match of several games"):
        wasm(ludens.load(source))
