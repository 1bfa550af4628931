"""Games and states: start, play, undo, copies, bytes, playouts."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import ludens
from ludens import Game, IllegalMove, LudError


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load("Tic-Tac-Toe")


def test_equipment_is_numbered(game: Game) -> None:
    assert (game.name, game.num_players) == ("Tic-Tac-Toe", 2)
    assert [(c.index, c.name, c.owner) for c in game.components] == [(1, "Cross1", 1), (2, "Disc2", 2)]
    assert [(c.name, c.first_site, c.num_sites) for c in game.containers] == [("Board", 0, 9)]


def test_a_game_is_played_to_its_end(game: Game) -> None:
    state = game.start(seed=1)
    for site in (0, 3, 1, 4, 2):
        assert not state.is_over
        applied = state.play(next(m for m in state.legal_moves() if m.to_site == site))
    assert applied.to_trial() == "[Move:mover=1,from=2,to=2,actions=[Add:type=Cell,to=2,what=1,decision=true]]"
    assert state.is_over
    assert (state.winner, state.ranking) == (1, [1.0, 2.0])
    assert list(state.legal_moves()) == []


def test_undo_goes_back_to_the_start(game: Game) -> None:
    state = game.start(seed=1)
    before = state.tobytes()
    for _ in range(4):
        state.play(state.legal_moves()[-1])
    for _ in range(4):
        state.undo()
    assert state.tobytes() == before
    with pytest.raises(IndexError):
        state.undo()


def test_a_move_must_be_legal(game: Game) -> None:
    state = game.start(seed=1)
    move = state.legal_moves()[0]
    state.play(move)
    with pytest.raises(IllegalMove):
        state.play(move)


def test_what_is_written_is_no_move_yet(game: Game) -> None:
    state = game.start(seed=1)
    text = state.notations()[0]
    with pytest.raises(TypeError, match=r"a move is expected, not .*; state\.parse reads"):
        state.play(text)  # type: ignore[arg-type]
    state.play(state.parse(text))


def test_copies_are_apart(game: Game) -> None:
    state = game.start(seed=1)
    other = state.copy()
    other.play(other.legal_moves()[0])
    assert len(state.legal_moves()) == 9
    assert len(other.legal_moves()) == 8


def test_bytes_of_another_game_are_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="bytes"):
        game.from_bytes(b"123")


def test_perft(game: Game) -> None:
    assert [game.perft(depth) for depth in range(6)] == [1, 9, 72, 504, 3024, 15120]


def test_playouts_do_not_depend_on_threads(game: Game) -> None:
    one, two = game.playouts(501, seed=7), game.playouts(501, seed=7, threads=2)
    assert np.array_equal(one.winners, two.winners)
    assert np.array_equal(one.lengths, two.lengths)
    assert not np.array_equal(one.winners, game.playouts(501, seed=8).winners)


PROCESS = """
import sys, ludens
game = ludens.load("Tic-Tac-Toe")
state = game.from_bytes(bytes.fromhex(sys.argv[1]))
state.play(state.legal_moves()[0])
print(state.tobytes().hex(), *game.playouts(50, seed=3).lengths)
"""


def test_another_process_goes_on_identically(game: Game) -> None:
    state = game.start(seed=1)
    state.play(state.legal_moves()[4])
    command = [sys.executable, "-c", PROCESS, state.tobytes().hex()]
    answer = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    state.play(state.legal_moves()[0])
    assert answer == [state.tobytes().hex(), *map(str, game.playouts(50, seed=3).lengths)]


def test_batches_step_like_states(game: Game) -> None:
    batch = game.batch(3, seed=1)
    batch.play([0, 4, -1])
    assert batch.count_moves().tolist() == [8, 8, 9]
    assert batch.mover.tolist() == [2, 2, 1]
    state = game.start(seed=1)
    state.play(state.legal_moves()[4])
    assert batch.state(1).sites() == state.sites()
    for seed in range(11):  # a full board ends with two forced passes
        batch.play_random(seed)
    assert batch.is_over.all()


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(LudError, match="Tik-Tak-Toe"):
        ludens.load("Tik-Tak-Toe")


def test_the_roll_is_known_before_the_move() -> None:
    state = ludens.load("Backgammon").start(seed=1)
    rolled = state.rolled
    assert rolled != state.dice and all(1 <= n <= 6 for dice in rolled for n in dice)
    state.play(state.legal_moves()[0])
    assert state.rolled == state.dice and sum(state.dice[0]) == sum(rolled[0]) - rolled[0][0]
    assert ludens.load("Hex").start().rolled == []


GROWTH = """
(game "Growth" (players 0) (mode Simulation) (equipment { (board (square 3)) (piece "Moss" Neutral) })
    (rules
        (start (place "Moss0" 4))
        (play
            (forEach Site (intersection (sites Empty) (sites Around (sites Occupied by:Neutral) Orthogonal))
                (if %s (add (piece "Moss0") (to (site))))
            )
        )
        (end (if (is Full) (result P1 Draw)))
    )
)
"""


def test_a_simulation_makes_one_move_with_the_places_of_its_first_part() -> None:
    state = ludens.load(GROWTH % "True").start(seed=1)
    (move,) = state.legal_moves()
    assert move.to_trial().startswith("[Move:mover=0,from=1,to=1,actions=[Add:type=Cell,to=1,what=1],")
    state.play(move)
    state.play(state.legal_moves()[0])
    assert state.is_over and len(state.sites()) == 9


def test_a_simulation_is_over_as_soon_as_it_cannot_go_on() -> None:
    game = ludens.load(GROWTH % "(= 1 (value Random (range 1 2)))")
    state = game.start(seed=3)
    while not state.is_over:
        text = state.legal_moves()[0].to_trial()
        assert state.copy().legal_moves()[0].to_trial() == text
        assert state.play(state.legal_moves()[0]).to_trial() == text
    assert len(state.sites()) < 9 and state.legal_moves() == []
    assert 0 in game.playouts(100, seed=1).lengths


def test_code_does_the_same_however_much_it_is_optimised(monkeypatch: pytest.MonkeyPatch) -> None:
    reached, played = set(), set()
    for level in ("0", "1", "2"):
        monkeypatch.setenv("LUDENS_OPTIMISE", level)
        game = ludens.load("Breakthrough")
        played.add(game.playouts(20, seed=5))
        state = game.start(seed=1)
        for ply in range(40):
            moves = state.legal_moves()
            state.play(moves[ply * 7 % len(moves)])
        reached.add(state.tobytes())
    assert len(reached) == len(played) == 1


def test_a_level_of_optimisation_that_there_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_OPTIMISE", "much")
    with pytest.raises(ValueError, match="LUDENS_OPTIMISE is 0, 1 or 2, not 'much'"):
        ludens.load("Oware")
