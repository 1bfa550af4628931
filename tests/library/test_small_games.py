"""Games of a row, of paper and pencil, of hunts, tables and seeds: the rule of each that sets it apart."""

from __future__ import annotations

import random

import pytest

import ludens
from laying import laid, moves_of, play, standing
from ludens.game import State


def put(state: State, *sites: int) -> State:
    for site in sites:
        state.play(next(move for move in state.legal_moves() if move.to_site == site))
    return state


def test_three_crosses_in_a_row_win_whoever_wrote_them() -> None:
    state = put(ludens.load("Treblecross").start(seed=1), 3, 7, 5)
    assert not state.is_over and put(state, 4).winner == 2


def test_coins_go_left_only_and_not_over_each_other() -> None:
    game = ludens.load("Silver Dollar")
    state = laid(game, {"Coin": "a1 d1 e1"})
    assert moves_of(state) == {"d1-c1", "d1-b1"}
    play(state, "d1-b1")
    assert moves_of(state) == {"e1-d1", "e1-c1"} and play(state, "e1-c1").winner == 2


def test_discs_of_a_row_close_in_and_the_last_move_wins() -> None:
    game = ludens.load("Northcott's Game")
    assert moves_of(laid(game, {"Disc1": "b2", "Disc2": "e2"})) == {"b2-a2", "b2-c2", "b2-d2"}
    assert play(laid(game, {"Disc1": "a1", "Disc2": "c1 "}), "a1-b1").is_over is False
    assert play(laid(game, {"Disc1": "g1", "Disc2": "h1 "}, mover=1), "g1-f1").mover == 2


def test_at_most_twice_as_many_as_the_other_took() -> None:
    state = ludens.load("Fibonacci Nim").start(seed=1)
    assert len(state.legal_moves()) == 19
    put(state, 17)  # takes three
    assert [move.to_site for move in state.legal_moves()] == [*range(11, 17)]
    put(state, 16)
    assert len(state.legal_moves()) == 2


@pytest.mark.parametrize(("option", "winner"), [("Three Wins", 1), ("Three Loses", 2)])
def test_everybody_writes_both_signs_in_wild_tic_tac_toe(option: str, winner: int) -> None:
    state = ludens.load("Wild Tic-Tac-Toe", options=[f"Aim/{option}"]).start(seed=1)
    assert len(state.legal_moves()) == 18
    assert put(state, 0, 8, 1, 7, 2).winner == winner  # all crosses, the first of the moves to a square


def test_fifteen_in_a_row_of_numbers() -> None:
    state = ludens.load("Numerical Tic-Tac-Toe").start(seed=1)
    assert len(state.legal_moves()) == 5 * 9

    def write(number: int, square: int) -> None:
        rows = {row[1]: row[6] for row in state.sites()}
        moves = state.legal_moves()
        state.play(next(move for move in moves if rows[move.from_site] == number and move.to_site == square))

    for number, square in ((9, 0), (4, 8), (1, 4), (6, 1)):
        write(number, square)
    assert not state.is_over and len(state.legal_moves()) == 3 * 5
    write(5, 3)
    write(2, 2)  # 9 + 6 + 2 are more
    assert not state.is_over
    write(3, 5)
    write(8, 6)  # 2 + 1 + 8 are less
    assert not state.is_over
    write(7, 7)
    assert state.is_over and state.winner == 0


def test_each_sos_is_a_point_and_writes_again() -> None:
    state = ludens.load("SOS", options=["Board Size/4"]).start(seed=1)
    letters = {component.index: component.name for component in state.game.components}

    def write(letter: str, square: int) -> None:
        for move in state.legal_moves():
            after = state.copy()
            after.play(move)
            if move.to_site == square and {r[1]: letters[r[3]] for r in after.sites()}[square] == letter:
                state.play(move)
                return

    write("Ess", 1)
    write("Ess", 0)  # no O beside it
    write("Oh", 5)
    assert state.scores == [0, 0] and state.mover == 2
    write("Ess", 9)  # S, O, S up the column
    assert state.scores == [0, 1] and state.mover == 2
    write("Ess", 10)
    assert state.scores == [0, 2]  # along the diagonal


def test_a_cube_is_filled_from_below() -> None:
    state = ludens.load("Four in a Cube").start(seed=1)
    lowest = {16 * row + column for row in range(4) for column in range(4)}
    assert {move.to_site for move in state.legal_moves()} == lowest
    put(state, 0)
    assert {move.to_site for move in state.legal_moves()} == lowest - {0} | {4}
    assert put(state, 1, 4, 2, 8, 3, 12).winner == 1  # straight up


def test_pig_takes_the_turn_with_a_one_and_keeps_it_else() -> None:
    state = ludens.load("Pig").start(seed=5)
    for _ in range(60):
        before = next(row[6] for row in state.sites() if row[1] == 1)
        mover, score = state.mover, state.scores[state.mover - 1]
        if before >= 6:
            put(state, 1)
            assert state.scores[mover - 1] == score + before and state.mover != mover
            continue
        put(state, 0)
        rolled = state.rolled[-1][0]
        now = next(row[6] for row in state.sites() if row[1] == 1)
        assert (now, state.mover == mover) == ((0, False) if rolled == 1 else (before + rolled, True))


def test_a_capture_in_yote_takes_a_second_stone() -> None:
    state = laid(ludens.load("Yote"), {"Stone1": "b2 a5 b5 c5", "Stone2": "c2 e5 f1 f2 f3"})
    assert {"b2-d2", "b2-a2"} <= moves_of(state) and "b2-c3" not in moves_of(state)
    play(state, "b2-d2")
    assert state.mover == 1 and moves_of(state) == {"e5-e5", "f1-f1", "f2-f2", "f3-f3"}
    play(state, "e5-e5")
    assert {"d2", "f1", "f2", "f3"} <= standing(state).keys() and "e5" not in standing(state) and state.mover == 2


def test_the_vulture_has_to_take_and_tigers_need_not() -> None:
    state, chosen = ludens.load("Kaooa").start(seed=2), random.Random(2)
    seen = False
    while not state.is_over:
        if state.mover == 2 and len(state.sites()) > 1:
            after = [state.copy() for _ in state.legal_moves()]
            for copy, move in zip(after, state.legal_moves(), strict=True):
                copy.play(move)
            takes = {copy.scores[1] > state.scores[1] for copy in after}
            assert len(takes) == 1
            seen = seen or takes == {True}
        state.play(chosen.choice(state.legal_moves()))
    assert seen
    game = ludens.load("Aadu Puli Attam")
    rows = [("V", site, 0, number, owner, 1, 0, 0, 0) for site, number, owner in ((18, 2, 2), (12, 1, 1), (0, 1, 1))]
    state = game.position(rows, mover=2, seed=1)
    targets = {move.to_site for move in state.legal_moves() if move.from_site == 18}
    assert targets == {6, 17, 19, 22}  # over the goat on 12, or beside it


def test_one_disc_a_turn_leaves_the_head_and_nobody_shares_a_point() -> None:
    game = ludens.load("Narde")
    for seed in range(4):
        state, chosen = game.start(seed=seed), random.Random(seed)
        turn, left = (1, 0), 0
        for ply in range(120):
            if state.is_over:
                break
            if state.mover != turn[0]:
                turn, left = (state.mover, turn[1] + 1), 0
            move = chosen.choice(state.legal_moves())
            left += move.from_site == (12 if state.mover == 1 else 13)
            state.play(move)
            assert left <= (2 if turn[1] < 2 else 1), ply
            owners: dict[int, set[int]] = {}
            for row in state.sites():
                owners.setdefault(row[1], set()).add(row[4])
            assert all(len(who) == 1 for who in owners.values())


@pytest.mark.parametrize(("name", "start"), [("Hypergammon", {12: 1, 11: 1, 10: 1}), ("Longgammon", {12: 15})])
def test_other_starts_of_backgammon(name: str, start: dict[int, int]) -> None:
    state = ludens.load(name).start(seed=1)
    heights: dict[int, int] = {}
    for row in state.sites():
        if row[4] == 1:
            heights[row[1]] = heights.get(row[1], 0) + 1
    assert heights == start and all(move.from_site in start for move in state.legal_moves())


def counts(state: State) -> list[int]:
    held = {row[1]: row[5] for row in state.sites()}
    return [held.get(site, 0) for site in range(12)]


def test_seeds_go_on_and_empty_squares_give_what_lies_behind_them() -> None:
    game = ludens.load("O An Quan")
    state = game.start(seed=1)
    assert counts(state) == [10, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 10] and len(state.legal_moves()) == 10
    rows = [("V", site, 0, 1, 3, count, 0, 0, 0) for site, count in ((0, 10), (1, 2), (5, 1), (8, 3), (11, 10))]
    state = game.position(rows, mover=1, seed=1)
    state.play(next(move for move in state.legal_moves() if (move.from_site, move.to_site) == (1, 2)))
    # two seeds end on 3; behind the empty 4 lies one seed, which is taken; behind that is a mandarin's field
    assert state.mover == 1 and [move.to_site for move in state.legal_moves()] == [5]
    state.play(state.legal_moves()[0])
    assert state.scores == [1, 0] and state.mover == 2
    rows = [("V", site, 0, 1, 3, count, 0, 0, 0) for site, count in ((0, 10), (8, 3), (11, 10))]
    state = game.position(rows, mover=1, seed=1)
    assert len(state.legal_moves()) == 10  # five are put in, and paid
    state.play(next(move for move in state.legal_moves() if (move.from_site, move.to_site) == (2, 3)))
    assert state.scores[0] == -5 and state.mover == 1 and counts(state)[1:6] == [1, 0, 2, 1, 1]


def test_draughts_that_end_with_a_king_or_without_a_man() -> None:
    state = laid(ludens.load("Breakthrough Draughts"), {"Man1": "c9 a1", "Man2": "h8"})
    assert play(state, "c9-b10").winner == 1
    state = laid(ludens.load("Giveaway International Draughts"), {"Man1": "c3", "Man2": "d4"})
    assert moves_of(state) == {"c3-e5"} and play(state, "c3-e5").winner == 2
    state = ludens.load("Five-Man Frisian Draughts").start(seed=1)
    assert sorted(row[1] for row in state.sites()) == [0, 2, 4, 6, 8, 91, 93, 95, 97, 99]


def test_two_cards_are_open_until_the_next_is_turned() -> None:
    state = ludens.load("Concentration").start(seed=1)
    pictures = {row[1]: row[6] for row in state.sites()}
    first = 0
    twin = next(site for site in pictures if site != first and pictures[site] == pictures[first])
    wrong = next(site for site in pictures if pictures[site] != pictures[first])
    put(state, first)
    assert state.mover == 1 and len(state.legal_moves()) == 23
    put(state, wrong)
    assert state.mover == 2 and len(state.legal_moves()) == 22
    put(state, first) if first in {move.to_site for move in state.legal_moves()} else put(state, twin)
    last = twin if state.legal_moves() and twin in {move.to_site for move in state.legal_moves()} else first
    put(state, last)
    assert state.scores == [0, 1] and state.mover == 2 and len(state.sites()) == 22
