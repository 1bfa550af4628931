"""The compiled game against a plain implementation of the same rules, and each rule by itself."""

from __future__ import annotations

import random
from itertools import cycle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludens.founding.ludo import LudoGame, LudoPlayerRandom, LudoState
from ludens.founding.ludo.compiled import compiled_ludo
from ludens.founding.ludo.state import next_states

from . import reference

HOME, GOAL = reference.HOME, reference.GOAL


def position(**tokens: list[int]) -> reference.State:
    """A state with the given tokens of players p0 to p3, as player 0 sees them; the others are at home."""
    return [(tokens.get(f"p{player}", []) + [HOME] * 4)[:4] for player in range(4)]


def after(state: reference.State, roll: int, token: int = 0) -> list[list[int]] | None:
    """What the compiled game makes of player 0's token."""
    new = LudoState(state).move_token(token, roll)
    return None if new is False else new.tolist()


def compare(block: object, state: reference.State, player: int, roll: int) -> None:
    """Every token's next state, as the player sees it, is the same in both."""
    turn = compiled_ludo().turn(block, roll)
    assert (turn.player, turn.roll) == (player, roll)
    expected = reference.turn(state, player, roll)
    given = [None if new is False else new.tolist() for new in next_states(turn)]
    assert given == expected
    if not turn.choices:
        assert compiled_ludo().positions(turn.blocks)[0].tolist() == state


@pytest.mark.parametrize("seed", range(12))
def test_games_go_the_same_way(seed: int) -> None:
    choose, state, block, turns = random.Random(seed), reference.start(), compiled_ludo().start(seed), 0
    while reference.winner(state) < 0:
        player, roll = turns % 4, choose.randint(1, 6)
        turns += 1
        compare(block, state, player, roll)
        turn = compiled_ludo().turn(block, roll)
        number = choose.randrange(len(turn.blocks))
        block, state = turn.blocks[number], turn.positions[number].tolist()
        assert bool(turn.is_over[number]) == (reference.winner(state) >= 0)
    assert compiled_ludo().shown(block).winner == reference.winner(state) + 1
    assert turns > 50


@st.composite
def states(draw: st.DrawFn) -> reference.State:
    """Positions that need not come from a game; on a square of the ring stand tokens of one player only."""
    crowded = st.sampled_from([1, 5, 6, 9, 12, 14, 19, 25, 27, 51])
    taken: dict[int, int] = {}

    def place(player: int) -> int:
        lane = st.integers(52 + 5 * player, 56 + 5 * player)
        at = draw(st.one_of(st.just(HOME), st.just(GOAL), crowded, st.integers(0, 51), lane))
        return HOME if 0 <= at < 52 and taken.setdefault(at, player) != player else at

    state = [[place(player) for _ in range(4)] for player in range(4)]
    return [tokens if tokens != [GOAL] * 4 else [GOAL, GOAL, GOAL, HOME] for tokens in state]


@given(states(), st.integers(0, 3))
def test_turns_from_any_position_agree(state: reference.State, player: int) -> None:
    block = compiled_ludo().block(LudoState(state).state, player)
    assert compiled_ludo().positions(block[None])[0].tolist() == state
    for roll in range(1, 7):
        compare(block, state, player, roll)


@given(states(), st.integers(0, 3))
def test_every_player_sees_the_same_board(state: reference.State, player: int) -> None:
    seen = LudoState(state).get_state_relative_to_player(player)
    assert seen.tolist() == reference.seen_from(state, player)
    assert seen.get_state_relative_to_player(-player).tolist() == state


def test_a_token_enters_at_1_with_a_6_only() -> None:
    assert [after(position(), roll) for roll in range(1, 6)] == [None] * 5
    assert after(position(), 6, token=2) == [[HOME, HOME, 1, HOME], *position()[1:]]


def test_a_token_that_enters_sends_everybody_home() -> None:
    assert after(position(p2=[1, 1, 20]), 6) == position(p0=[1], p2=[HOME, HOME, 20])


def test_a_single_opponent_is_sent_home() -> None:
    assert after(position(p0=[2], p3=[20, 5]), 3) == position(p0=[5], p3=[20, HOME])


@pytest.mark.parametrize("globe", [9, 14, 22, 27, 35, 40, 48])
def test_an_opponent_on_a_globe_sends_the_mover_home(globe: int) -> None:
    assert after(position(p0=[globe - 2], p1=[globe]), 2) == position(p1=[globe])


def test_two_opponents_send_the_mover_home() -> None:
    assert after(position(p0=[2, 3], p1=[5, 5]), 3) == position(p0=[HOME, 3], p1=[5, 5])


def test_own_tokens_stand_together_anywhere() -> None:
    assert after(position(p0=[7, 9]), 2) == position(p0=[9, 9])


@pytest.mark.parametrize(("star", "end"), [(6, 12), (12, 19), (19, 25), (25, 32), (32, 38), (38, 45), (45, 51)])
def test_a_star_leads_to_the_next_one(star: int, end: int) -> None:
    assert after(position(p0=[star - 1]), 1) == position(p0=[end])


def test_the_last_star_leads_to_the_goal() -> None:
    assert after(position(p0=[49], p2=[51]), 2) == position(p0=[GOAL], p2=[51])


def test_the_opponent_on_the_star_that_one_jumps_from_stays() -> None:
    assert after(position(p0=[4], p1=[6], p2=[12]), 2) == position(p0=[12], p1=[6], p2=[HOME])


def test_two_opponents_on_a_star_are_met_before_the_jump() -> None:
    assert after(position(p0=[4], p1=[6, 6]), 2) == position(p1=[6, 6])


def test_two_opponents_at_the_end_of_the_jump_send_the_mover_home() -> None:
    assert after(position(p0=[4], p1=[12, 12]), 2) == position(p1=[12, 12])


@pytest.mark.parametrize(("at", "roll", "new"), [(51, 1, 52), (51, 6, GOAL), (56, 1, GOAL), (56, 6, 52), (55, 4, 55)])
def test_the_goal_is_reached_exactly_or_bounced_from(at: int, roll: int, new: int) -> None:
    assert after(position(p0=[at]), roll) == position(p0=[new])


def test_a_token_in_the_goal_stays() -> None:
    assert all(after(position(p0=[GOAL]), roll) is None for roll in range(1, 7))


def test_the_turn_passes_after_a_6_and_where_nobody_can_move() -> None:
    game = LudoGame([LudoPlayerRandom()] * 4, dice=[5, 6, 6])
    players = []
    for _ in range(3):
        players.append(game.current_player)
        game.step()
    assert players == [0, 1, 2]
    assert [tokens.count(HOME) for tokens in game.state.tolist()] == [4, 3, 3, 4]


def test_the_first_with_four_tokens_in_the_goal_wins() -> None:
    start = position(p0=[GOAL, GOAL, GOAL, HOME], p1=[GOAL, GOAL, GOAL, 61], p3=[3])
    game = LudoGame([LudoPlayerRandom()] * 4, start, dice=[1, 1])
    assert game.play_full_game() == 1
    assert game.board.ranking == [3.0, 1.0, 3.0, 3.0]


def test_playouts_are_as_long_as_games_of_the_reference() -> None:
    lengths = [reference.random_game(random.Random(seed))[1] for seed in range(40)]
    played = compiled_ludo().game.playouts(2000, seed=1)
    assert set(played.winners) == {1, 2, 3, 4}
    spread = float(played.lengths.std())
    assert abs(sum(lengths) / 40 - played.lengths.mean()) < 4 * spread / 40**0.5


def test_given_rolls_are_those_that_are_thrown() -> None:
    game = LudoGame([LudoPlayerRandom()] * 4, dice=cycle([3, 1, 6, 2, 5, 4]), seed=1)
    thrown = []
    for _ in range(12):
        game.step()
        thrown.append(game.dice_roll)
    assert thrown == [3, 1, 6, 2, 5, 4] * 2
