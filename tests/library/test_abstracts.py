"""Abstract games of our time: the rule of each that sets it apart."""

from __future__ import annotations

import random

import pytest

import ludens
from laying import labels_of, laid, moves_of, play, standing
from ludens.cli import main
from ludens.game import State


def finished(name: str, seed: int = 3) -> State:
    state, chosen = ludens.load(name).start(seed=seed), random.Random(seed)
    while not state.is_over:
        state.play(chosen.choice(state.legal_moves()))
    return state


def test_the_pawn_of_trike_goes_along_lines_and_the_stones_around_it_count() -> None:
    state = ludens.load("Trike").start(seed=1)
    assert len(state.legal_moves()) == 28
    state.play(next(move for move in state.legal_moves() if move.to_site == 0))
    assert {move.to_site for move in state.legal_moves() if move.to_site >= 0} == {*range(1, 7), 7, 13, 18, 22, 25, 27}
    for seed in (1, 2, 3):
        state = finished("Trike", seed)
        (pawn,) = [row[1] for row in state.sites() if row[6] == 1]
        around = {pawn, *state.game.topology.neighbours("Cell", pawn, "Adjacent")}
        owners = [row[4] for row in state.sites() if row[1] in around]
        assert {row[1] for row in state.sites()} >= around  # the pawn is trapped
        assert state.winner == (1 if owners.count(1) > owners.count(2) else 2 if len(set(owners)) == 2 else owners[0])


def test_a_settlement_of_tumbleweed_is_as_high_as_those_that_see_it() -> None:
    game = ludens.load("Tumbleweed")
    first = game.start(seed=1)
    assert len(first.legal_moves()) == 90  # all but the neutral stack
    lowest = labels_of(game)[:6]
    a, b, _, d, e, _ = lowest
    state = laid(game, {"Settlement1": f"{a} {d}", "Settlement2": e}, states={a: 1, d: 1, e: 1})
    assert f"{b}-{b}" in moves_of(state) and f"{e}-{e}" not in moves_of(state)
    play(state, f"{b}-{b}")
    assert [row[6] for row in state.sites() if row[1] == 1] == [2]
    state = laid(game, {"Settlement1": f"{a} {d}", "Settlement2": b}, states={a: 1, d: 1, b: 1})
    play(state, f"{b}-{b}")
    assert standing(state)[b] == "Settlement1"  # two see it, and one man stood there


def test_two_stones_of_slither_must_not_touch_at_a_corner_only() -> None:
    game = ludens.load("Slither")
    state = laid(game, {"Stone1": "c3", "Stone2": "f6"})
    assert "d4-d4" not in moves_of(state) and "c4-c4" in moves_of(state) and "d3-d3" in moves_of(state)
    state = laid(game, {"Stone1": "c3 c4", "Stone2": "f6"})
    assert "d4-d4" in moves_of(state) and "d5-d5" not in moves_of(state)
    state = laid(game, {"Stone1": "c3 e3", "Stone2": "f6"})
    play(state, "e3-d3")
    assert state.mover == 1 and moves_of(state) and "e4-e4" not in moves_of(state)
    state = laid(game, {"Stone1": "a1 a2 a3 a4 a5 a6 a8", "Stone2": "f6"})
    assert play(state, "a7-a7").winner == 1


def test_who_has_let_the_largest_group_grow_gives_a_stone_in_catchup() -> None:
    state = ludens.load("Catchup").start(seed=1)

    def put(*sites: int) -> list[int]:
        movers = []
        for site in sites:
            state.play(next(move for move in state.legal_moves() if move.to_site == site))
            movers.append(state.mover)
        return movers

    assert put(0) == [2]  # one stone first
    assert put(10, 20) == [2, 1]  # then two
    assert put(1, 30) == [1, 2]  # a group of two has grown
    assert put(40, 50, 60) == [2, 2, 1]
    assert put(33) == [1]
    assert any(move.to_site < 0 for move in state.legal_moves())  # one stone is enough
    assert finished("Catchup").winner in (1, 2)


def test_stones_of_both_colours_serve_both_in_chameleon() -> None:
    game = ludens.load("Chameleon", options=["Board Size/7x7"])
    assert len(game.start(seed=1).legal_moves()) == 2 * 49
    other = 0
    for seed in range(12):
        state, chosen = game.start(seed=seed), random.Random(seed)
        last = None
        while not state.is_over:
            last = chosen.choice(state.legal_moves())
            state.play(last)
        assert state.winner in (1, 2) and last is not None
        other += next(row[4] for row in state.sites() if row[1] == last.to_site) != state.winner
    assert other  # a chain of the other colour has won, too


def test_the_ball_of_phutball_jumps_over_men_who_are_taken_away() -> None:
    game = ludens.load("Phutball")
    state = laid(game, {"Ball0": "h11", "Man0": "h12 h13 j9 i10"})
    assert {"h11-h14", "h11-k8"} <= moves_of(state) and "h21-h21" not in moves_of(state)
    play(state, "h11-h14")
    assert standing(state) == {"h14": "Ball0", "j9": "Man0", "i10": "Man0"} and state.mover == 2
    state = laid(game, {"Ball0": "h11", "Man0": "h12 h14"})
    play(state, "h11-h13")
    assert state.mover == 1 and moves_of(state) == {"h13-h15", "*-*"}
    state = laid(game, {"Ball0": "h19", "Man0": "h20"}, mover=2)
    assert play(state, "h19-h21").winner == 1
    state = laid(game, {"Ball0": "h4", "Man0": "h3"}, mover=1)
    assert play(state, "h4-h2").winner == 2  # on the goal line at the end of the turn


def test_rank_water_traps_and_dens_of_the_jungle() -> None:
    game = ludens.load("Jungle")
    state = laid(game, {"Lion1": "d5", "Rat2": "a9"})
    assert {"d5-a5", "d5-g5", "d5-d6"} <= moves_of(state) and "d5-c5" not in moves_of(state)
    assert "d5-a5" not in moves_of(laid(game, {"Lion1": "d5", "Rat2": "b5"}))
    assert "b3-b7" in moves_of(laid(game, {"Tiger1": "b3", "Wolf2": "b7"}))
    assert "a4-a5" in moves_of(laid(game, {"Rat1": "a4", "Elephant2": "a5"}))
    assert "b4-a4" not in moves_of(laid(game, {"Rat1": "b4", "Elephant2": "a4"}))  # from the water
    assert "b4-c4" in moves_of(laid(game, {"Rat1": "b4", "Rat2": "c4"}))
    assert "a4-b4" not in moves_of(laid(game, {"Rat1": "a4", "Rat2": "b4"}))  # into the water
    assert "a5-a4" not in moves_of(laid(game, {"Elephant1": "a5", "Rat2": "a4"}))
    assert "a5-a6" not in moves_of(laid(game, {"Dog1": "a5", "Wolf2": "a6"}))
    assert "c2-c1" in moves_of(laid(game, {"Cat1": "c2", "Elephant2": "c1"}))  # in a trap
    assert "d2-d1" not in moves_of(laid(game, {"Cat1": "d2", "Elephant2": "g9"}))  # the own den
    assert play(laid(game, {"Cat1": "d8", "Lion2": "a9"}), "d8-d9").winner == 1


def test_the_colour_of_the_square_says_which_tower_is_next() -> None:
    state, chosen = ludens.load("Coloured Towers").start(seed=1), random.Random(1)
    colours = {row[1]: row[6] for row in state.sites()}  # of the squares where towers begin
    assert len({move.from_site for move in state.legal_moves()}) == 8
    play(state, "c1-c7")  # red comes to pink
    assert {move.from_site for move in state.legal_moves()} == {next(s for s in colours if s > 7 and colours[s] == 4)}
    assert all(state.legal_moves()) and all(move.to_site < move.from_site for move in state.legal_moves())
    while not state.is_over:
        state.play(chosen.choice(state.legal_moves()))
    assert state.winner in (1, 2)


def test_walls_leave_a_way_and_pawns_jump() -> None:
    game = ludens.load("Walls and Pawns")
    state = game.start(seed=1)
    assert len(state.legal_moves()) == 3 + 2 * 64
    labels = labels_of(game)
    at = lambda row, column: labels[17 * row + column]  # noqa: E731
    state.play(next(m for m in state.legal_moves() if (m.from_site, m.to_site) == (17 + 1, 17 + 2)))
    assert {17 * 1, 17 * 1 + 1, 17 * 1 + 2} == {r[1] for r in state.sites() if r[1] < 289} - {8, 280}
    assert f"{at(1, 3)}-{at(1, 4)}" not in moves_of(state) and f"{at(1, 1)}-{at(2, 1)}" not in moves_of(state)
    assert f"{at(1, 5)}-{at(1, 6)}" in moves_of(state)
    face = laid(game, {"Pawn1": at(8, 8), "Pawn2": at(10, 8)})
    assert moves_of(face) == {f"{at(8, 8)}-{at(*to)}" for to in ((12, 8), (6, 8), (8, 6), (8, 10))}
    walled = laid(game, {"Pawn1": at(8, 8), "Pawn2": at(10, 8), "Wall0": f"{at(11, 7)} {at(11, 8)} {at(11, 9)}"})
    assert moves_of(walled) == {f"{at(8, 8)}-{at(*to)}" for to in ((10, 6), (10, 10), (6, 8), (8, 6), (8, 10))}


def test_no_wall_shuts_a_pawn_in() -> None:
    game, chosen = ludens.load("Walls and Pawns"), random.Random(4)
    state = game.start(seed=4)
    for _ in range(40):
        walls = [move for move in state.legal_moves() if move.from_site // 17 % 2 and move.from_site % 17 % 2]
        state.play(chosen.choice(walls or list(state.legal_moves())))
        taken = {row[1] for row in state.sites() if row[1] < 289 and row[4] == 0}
        for pawn, far in ((1, 16), (2, 0)):
            todo = [row[1] for row in state.sites() if row[1] < 289 and row[4] == pawn]
            seen = set(todo)
            while todo:
                site = todo.pop()
                for near in game.topology.neighbours("Cell", site, "Orthogonal"):
                    if near not in seen | taken and not (near // 17 % 2 and near % 17 % 2):
                        seen.add(near)
                        todo.append(near)
            assert far in {site // 17 for site in seen}


def test_a_card_that_was_used_goes_between_the_players() -> None:
    state = ludens.load("Five Cards").start(seed=2)
    cards = lambda: [row[6] for row in sorted(state.sites(), key=lambda row: row[1]) if 25 <= row[1] <= 29]  # noqa: E731
    before = cards()
    assert len(before) == 5 and {move.to_site for move in state.legal_moves()} <= {25, 26}
    chosen = state.legal_moves()[0].to_site
    state.play(state.legal_moves()[0])
    assert state.mover == 1
    state.play(state.legal_moves()[0])
    assert state.mover == 2 and cards()[4] == before[chosen - 25] and cards()[chosen - 25] == before[4]


def test_larger_cups_cover_smaller_ones_and_lifting_may_lose() -> None:
    game = ludens.load("Nested Cups")
    numbers = {component.name: component.index for component in game.components}
    rows = [("C", site, level, numbers[name], owner, 1, 0, 0, 0) for site, level, name, owner in (
        (0, 0, "SmallCup1", 1), (0, 1, "LargeCup2", 2), (1, 0, "MiddleCup1", 1), (2, 0, "SmallCup1", 1),
    )]  # fmt: skip
    state = game.position(rows, mover=2, seed=1)
    assert "a1-c1" in moves_of(state) and "a1-b1" in moves_of(state)
    assert play(state.copy(), "a1-a3").winner == 1  # the row is seen
    assert "b1-a1" not in moves_of(game.position(rows, mover=1, seed=1))  # no middle cup over a large one


def test_a_turn_of_three_kinds_takes_first() -> None:
    game = ludens.load("Three Kinds")
    for seed in (1, 2, 3):
        state, chosen = game.start(seed=seed), random.Random(seed)
        state.play(chosen.choice(state.legal_moves()))
        assert state.mover == 2  # the first turn is one capture
        while not state.is_over:
            pieces, mover = len(state.sites()), state.mover
            state.play(chosen.choice(state.legal_moves()))
            assert len(state.sites()) < pieces
            if not state.is_over:
                assert state.mover == mover and any(move.to_site < 0 for move in state.legal_moves())
                state.play(chosen.choice(state.legal_moves()))
                assert state.is_over or state.mover != mover
        heights: dict[int, tuple[int, int]] = {}
        for row in state.sites():
            heights[row[1]] = max(heights.get(row[1], (-1, 0)), (row[2], row[3]))
        kinds = {kind for _, kind in heights.values()}
        loser = 3 - state.winner
        lost = {c.index for c in game.components if c.owner == loser} - kinds
        assert lost or state.mover != loser


def test_what_is_seen_along_lines_is_told_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "Trike"]) == 0
    assert "the empty cells in sight of" in " ".join(capsys.readouterr().out.split())
