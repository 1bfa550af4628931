"""Seats: who plays which player of the rules, before and after sides are swapped."""

from __future__ import annotations

import pytest

import ludens
from ludens.game import Game, State
from ludens.game.seats import Seats, may_swap, seated

#: three in a row wins; instead of a first move the second player may swap sides
THREE = """(game "Three" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (meta (swap)) (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"""
#: players 1 and 3 may change places in the middle of a game
CROWD = """(game "Crowd" (players 3)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (or (move Add (to (sites Empty))) (if (= (count Turns) 4) (move Swap Players P1 P3))))
        (end (if (is Line 3) (result Mover Win)))))"""
MATCH = """(match "Threes" (players 2) (games {(subgame "Three") (subgame "Three")})
    (end (if (= (count Trials) 2) (byScore))))"""


@pytest.fixture(scope="module")
def three() -> Game:
    return ludens.load(THREE)


def played(game: Game, text: str) -> State:
    state = game.start(seed=1)
    for word in text.split():
        state.play(state.parse(word))
    return state


def test_everybody_begins_as_the_own_player(three: Game) -> None:
    state = three.start(seed=1)
    assert state.seats == Seats((1, 2)) == Seats.own(2) and not state.seats.is_swapped
    assert (state.mover, state.seat) == (1, 1)


def test_after_a_swap_player_2_moves_and_is_whose_opening_it_was(three: Game) -> None:
    state = played(three, "B2 swap")
    assert (state.mover, state.seat, state.seats.players) == (2, 1, (2, 1))
    assert state.seats.player(2) == 1 and state.seats.seat(1) == 2
    state.play(state.parse("A1"))
    assert (state.mover, state.seat) == (1, 2)


def test_ranks_are_of_players_and_seats_tell_whose_they_are(three: Game) -> None:
    state = played(three, "B2 swap A1 C3 A2 A3 B1 C1")  # A3 B2 C1 are player 1's, whom seat 2 plays
    assert state.is_over and state.winner == 1 and state.ranking == [1.0, 2.0]
    assert state.seats.by_seat(state.ranking) == [2.0, 1.0] and state.seats.seat(state.winner) == 2


def test_nobody_has_swapped_once_it_is_taken_back(three: Game) -> None:
    state = played(three, "B2 swap")
    state.undo()
    assert state.seats == Seats.own(2) and state.mover == 2


def test_seats_are_kept_with_a_state(three: Game) -> None:
    state = played(three, "B2 swap A1")
    assert three.from_bytes(state.tobytes()).seats == three.from_dict(state.to_dict()).seats == Seats((2, 1))


def test_three_players_may_change_places() -> None:
    game = ludens.load(CROWD)
    state = game.start(seed=1)
    for _ in range(3):
        state.play(state.legal_moves()[0])
    swap = next(move for move in state.legal_moves() if move.actions[0].name == "Swap")
    state.play(swap)
    assert state.seats.players == (3, 2, 1) and state.seats.by_seat("abc") == ["c", "b", "a"]
    assert state.seats.by_player("cba") == ["a", "b", "c"]
    assert (state.mover, state.seat) == (1, 3)


def test_whose_a_field_of_many_states_is(three: Game) -> None:
    blocks = [played(three, text).block for text in ("B2", "B2 swap", "B2 A1")]
    import numpy as np

    fields = np.array(blocks).view(three.layout.dtype)[:, 0]
    assert fields["mover"].tolist() == [2, 2, 1] and seated(fields, "mover", 2).tolist() == [2, 1, 1]


def test_games_without_a_swap_have_no_seats_but_the_own() -> None:
    game = ludens.load("Tic-Tac-Toe")
    assert not may_swap(game) and game.start(seed=1).seats == Seats.own(2)


def test_numbers_that_are_no_players_are_nobodys() -> None:
    swapped = Seats((2, 1))
    assert [swapped.seat(number) for number in (-1, 0, 3)] == [-1, 0, 3]
    assert swapped.player(0) == 0 and swapped.after(swapped) == Seats.own(2)


def test_who_swapped_in_one_game_of_a_match_stays_there(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "Three.lud").write_text(THREE)
    (tmp_path / "Threes.lud").write_text(MATCH)
    match = ludens.load(tmp_path / "Threes.lud")
    state = played(match, "B2 swap A1 C3 A2 A3 B1 C1")
    assert state.seats == Seats((2, 1))
    state.play(state.legal_moves()[0])  # the next game
    assert state.seats == Seats((2, 1)) and (state.mover, state.seat) == (1, 2)
    assert match.from_bytes(state.tobytes()).seats == Seats((2, 1))
    state.play(state.parse("A1"))
    state.play(state.parse("swap"))
    assert state.seats == Seats((1, 2))
