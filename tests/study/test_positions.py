"""Positions set up by hand: what stands there is what was put there, and the moves are those of the game."""

from __future__ import annotations

import random

import pytest

import ludens
from ludens.game import State
from ludens.game.hidden import seen_rows
from ludens.study import Placed, StudyError, arranged, position_of
from ludens.study.hidden_parts import hidden_from, phases
from ludens.study.setup import piece_named

#: of every family of equipment: hands, stacks, counts, dice, several site types, phases, scores
NAMES = ["Chess", "Shogi", "Lasca", "Oware", "Nine Men's Morris", "Backgammon", "Amazons", "Havannah", "Reversi", "Go"]


def texts(state: State) -> list[str]:
    return sorted(map(str, state.legal_moves()))


@pytest.mark.parametrize("name", NAMES)
def test_a_set_up_position_has_the_moves_of_the_one_that_was_reached(name: str) -> None:
    game, choose = ludens.load(name), random.Random(5)
    state = game.start(seed=2)
    for _ in range(14):
        moves = state.legal_moves()
        if not moves:
            break
        state.play(choose.choice(moves))
    if state.is_over:
        pytest.skip("the game was over")
    told = position_of(state)
    again = arranged(
        game, told.placed, mover=told.mover, next=told.next, dice=told.dice, scores=told.scores, base=state
    )
    assert again.sites() == state.sites() and again.scores == state.scores
    assert texts(again) == texts(state)
    for number in range(min(3, len(state.legal_moves()))):
        one, other = state.copy(), again.copy()
        one.play(one.legal_moves()[number])
        wanted = state.legal_moves()[number]
        other.play(next(move for move in other.legal_moves() if str(move) == str(wanted)))
        assert other.sites() == one.sites()
        if not game.is_stochastic:
            assert texts(other) == texts(one)


def test_pieces_are_put_and_stand_as_at_the_start() -> None:
    game = ludens.load("Chess")
    start = game.start()
    placed = [Placed(one.site, one.piece) for one in position_of(start).placed]
    assert arranged(game, placed).sites() == start.sites()
    assert texts(arranged(game, placed)) == texts(start)


def test_the_dice_are_those_that_are_wanted() -> None:
    game = ludens.load("Backgammon")
    told = position_of(game.start(seed=1))
    for dice in ((6, 5), (1, 1), (3, 4)):
        state = arranged(game, told.placed, mover=told.mover, next=told.next, dice=[dice])
        assert sorted(state.rolled[0]) == sorted(dice) or sorted(set(state.rolled[0])) == sorted(set(dice))
    with pytest.raises(StudyError, match="shows one of 1, 2, 3, 4, 5, 6, not 7"):
        arranged(game, told.placed, dice=[(7, 1)])


@pytest.mark.parametrize(
    ("one", "message"),
    [
        (Placed("c:64", 1), "no site 'c:64'"),
        (Placed("x:1", 1), "no site 'x:1'"),
        (Placed("c:" + "9" * 40, 1), "no site"),
        (Placed("c:1", 99), "no piece 99"),
        (Placed("c:1", 1, owner=7), "no owner 7"),
        (Placed("c:1", 1, number=3), "does not hold 3"),
        (Placed("c:4", 1), "two pieces|level"),
    ],
)
def test_what_a_game_cannot_hold_is_refused_with_the_reason(one: Placed, message: str) -> None:
    game = ludens.load("Chess")
    king = piece_named(game, "king", 1)
    with pytest.raises(StudyError, match=message):
        arranged(game, [Placed("c:4", king), one])


def test_scores_are_set_where_there_are_any() -> None:
    mancala = ludens.load("Oware")
    told = position_of(mancala.start())
    if "scores" in mancala.layout:
        assert arranged(mancala, told.placed, scores=(5, 7)).scores == [5, 7]
    with pytest.raises(StudyError, match="no scores"):
        arranged(ludens.load("Chess"), position_of(ludens.load("Chess").start()).placed, scores=(1, 2))


def test_a_player_that_the_game_does_not_have_is_refused() -> None:
    game = ludens.load("Tic-Tac-Toe")
    with pytest.raises(StudyError, match="players 1 to 2"):
        arranged(game, [], mover=3)


def test_a_piece_by_its_name() -> None:
    game = ludens.load("Chess")
    assert {piece_named(game, "Queen", player) for player in (1, 2)} == {
        c.index for c in game.components if c.name.lower().startswith("queen")
    }
    with pytest.raises(StudyError, match="several"):
        piece_named(game, "queen")
    with pytest.raises(StudyError, match="no piece"):
        piece_named(game, "camel")


def test_players_are_in_the_phases_that_are_wanted() -> None:
    game = ludens.load("Nine Men's Morris")
    assert phases(game) == [["Placing", "Moving"], ["Placing", "Moving"]]
    men = [piece_named(game, "Man", player) for player in (1, 2)]
    placed = [Placed(f"v:{site}", men[n % 2]) for n, site in enumerate((0, 3, 7, 10, 15, 20, 22))]
    state = arranged(game, placed, phases=("Moving", "Placing"))
    assert state.phases == ["Moving", "Placing"]
    assert {move.from_site for move in state.legal_moves()} <= {0, 7, 15, 22}
    again = position_of(state)
    assert again.phases == ("Moving", "Placing")
    assert texts(arranged(game, again.placed, phases=again.phases)) == texts(state)
    with pytest.raises(StudyError, match="player 2 has no phase 'Sleeping'; there are Placing, Moving"):
        arranged(game, placed, phases=("Moving", "Sleeping"))
    with pytest.raises(StudyError, match="phases for 2 players"):
        arranged(game, placed, phases=("Moving",))


def test_what_is_hidden_is_said_for_each_player() -> None:
    game = ludens.load("Barrage")
    start = game.start(seed=1)
    told = position_of(start)
    assert told.hidden is not None and told.hidden == hidden_from(start)
    again = arranged(game, told.placed, mover=told.mover, phases=told.phases, hidden=told.hidden)
    assert (again.field("hidden") == start.field("hidden")).all()
    shown = arranged(game, told.placed, mover=told.mover, phases=told.phases, hidden=((), told.hidden[1]), base=start)
    assert hidden_from(shown) == ((), told.hidden[1])
    assert seen_rows(shown, 1) == list(shown.sites()) and seen_rows(shown, 2) == seen_rows(start, 2)


def test_what_a_game_hides_nowhere_yet_is_hidden_whole() -> None:
    game = ludens.load("Phantom Tic-Tac-Toe")
    cross = piece_named(game, "Cross", 1)
    state = arranged(game, [Placed("c:4", cross)], mover=2, hidden=((), ("c:4",)))
    assert hidden_from(state) == ((), ("c:4",)) and seen_rows(state, 2) == []


def test_nothing_is_hidden_where_the_rules_hide_nothing() -> None:
    game = ludens.load("Tic-Tac-Toe")
    assert position_of(game.start()).hidden is None and position_of(game.start()).phases == ()
    with pytest.raises(StudyError, match="hides nothing"):
        arranged(game, [], hidden=((), ()))
    with pytest.raises(StudyError, match="no site 'c:99'"):
        arranged(ludens.load("Phantom Tic-Tac-Toe"), [], hidden=((), ("c:99",)))
