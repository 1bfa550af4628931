"""Sides are swapped: every interface knows who plays whom then, and gives who swapped the right result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import cli, lab
from ludens.arena.match import play_game
from ludens.arena.tournament import Pairing, Standings
from ludens.game import Game, State
from ludens.game.trial import Recorder, follow, read_trial, write_trial
from ludens.study import Study
from ludens.study.review import curve, review, searcher, summary

#: three in a row wins; instead of a first move the second player may swap sides
THREE = """(game "Three" (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (meta (swap)) (play (move Add (to (sites Empty))))
        (end (if (is Line 3) (result Mover Win)))))"""
#: Hex on a board so small that all of it is looked at: the centre wins
SMALL = """(game "Small Hex" (players 2)
    (equipment {(board (hex Diamond 3)) (piece "Stone" Each)
        (regions P1 {(sites Side NE) (sites Side SW)}) (regions P2 {(sites Side NW) (sites Side SE)})})
    (rules (meta (swap)) (play (move Add (to (sites Empty)))) (end (if (is Connected Mover) (result Mover Win)))))"""
#: after the swap seat 1 plays player 2, and seat 2 wins as player 1 with A3 B2 C1
GAME = ["B2", "swap", "A1", "C3", "A2", "A3", "B1", "C1"]


@pytest.fixture(scope="module")
def three() -> Game:
    return ludens.load(THREE)


def actions(game: Game) -> list[int]:
    """The numbers of the moves of that game."""
    state, found = game.start(seed=1), list[int]()
    for name in GAME:
        move = state.parse(name)
        found.append(game.encoding.action(move))
        state.play(move)
    return found


class FieldKind:
    """A player of matches that makes the moves of that game."""

    def __init__(self) -> None:
        self.asked = list[int]()

    def moves(self, state: State) -> list[Any]:
        number = int(state.field("num_moves"))
        self.asked.append(number)
        return [state.parse(GAME[number])]

    def see(self, state: State, move: Any) -> None:
        pass

    def close(self) -> str:
        return ""


def test_matches_and_ratings(three: Game) -> None:
    seats = [FieldKind(), FieldKind()]
    outcome = play_game(three, ["one", "two"], 1, make=lambda spec, game, seed: seats[spec == "two"])
    assert outcome is not None and outcome.winner == 2 and outcome.ranking == (2.0, 1.0)
    assert [seat.asked for seat in seats] == [[0, 2, 4, 6], [1, 3, 5, 7]]
    standings = Standings(["one", "two"])
    standings.add(Pairing((0, 1), 1), outcome)
    assert standings.ranked() == ["two", "one"] and standings.payoff("two") == 1.0


def test_vectors(three: Game) -> None:
    vector, asked = three.vector(1, seed=1, autoreset=False), list[tuple[int, int]]()
    for action in actions(three):
        asked.append((int(vector.mover[0]), int(vector.seat[0])))
        *_, reward, terminated, _ = vector.step(np.array([action]))
    assert asked == [(1, 1), (2, 2), (2, 1), (1, 2), (2, 1), (1, 2), (2, 1), (1, 2)]
    assert terminated[0] and reward.tolist() == [[-1.0, 1.0]]


@pytest.mark.integration
def test_pettingzoo(three: Game) -> None:
    from ludens.envs import pettingzoo

    env, asked = pettingzoo.raw_env(three), list[str]()
    env.reset(seed=1)
    for action in actions(three):
        asked.append(env.agent_selection)
        seen = env.observe(env.agent_selection)
        assert seen["action_mask"][action] == 1
        assert np.array_equal(seen["observation"], env.game_state.observation())
        env.step(action)
    assert asked == ["player_1", "player_2"] * 4
    assert env.rewards == {"player_1": -1.0, "player_2": 1.0}


@pytest.mark.integration
def test_gymnasium(three: Game) -> None:
    from ludens.envs import gymnasium

    numbers = actions(three)

    def opponent(observation: Any, mask: Any) -> int:
        return numbers[int(env.state.field("num_moves"))]

    env = gymnasium.make(three, opponent=opponent)
    env.reset(seed=1)
    for number in numbers[::2]:
        *_, reward, over, _, info = env.step(number)
        assert over or not info["action_mask"].all()
    assert over and reward == -1.0, "seat 2 has swapped, and player 1 has won"
    many = gymnasium.make_vec(three, 2, opponent=None, autoreset="Disabled")
    many.reset(seed=1)
    for number in numbers:
        *_, info = many.step(np.array([number, number]))
    assert info["rewards"].tolist() == [[-1.0, 1.0]] * 2


@pytest.mark.integration
def test_openspiel(three: Game) -> None:
    from ludens.envs import openspiel

    state, asked = openspiel.load(three).new_initial_state(), list[int]()
    for action in actions(three):
        asked.append(state.current_player())
        state.apply_action(action)
    assert asked == [0, 1] * 4 and state.returns() == [-1.0, 1.0]


@pytest.mark.integration
def test_jax(three: Game) -> None:
    import jax

    from ludens.envs.jax import make

    env, asked = make(three), list[int]()
    state = env.init(jax.random.PRNGKey(1))
    for action in actions(three):
        asked.append(int(state.current_player))
        state = env.step(state, action)
    assert asked == [0, 1] * 4 and state.rewards.tolist() == [-1.0, 1.0]


@pytest.mark.integration
def test_the_table_of_a_language_model(three: Game) -> None:
    from ludens.envs.tables.bounds import Bounds
    from ludens.envs.tables.table import AgentTable

    table = AgentTable(three, Bounds(), [1, 2], [], 1)
    for name in GAME:
        position = table.play(name)
    assert position.plays == {1: 2, 2: 1} and position.winner == 2 and position.ranking == [2.0, 1.0]
    assert position.result == "player 1 wins, whom seat 2 plays since sides were swapped"
    assert [one.player for one in position.moves_since] == [2]


@pytest.mark.integration
def test_measures(three: Game) -> None:
    hex_ = ludens.load("Hex", options=["Board Size/5x5"])
    found = lab.measure(hex_, n=24, seed=1, agent="mcts:300")
    assert "side_balance" in found and found["points_1"].value < found["balance"].value
    assert found["side_balance"].value != found["balance"].value
    assert "side_balance" not in lab.measure(ludens.load("Tic-Tac-Toe"), n=50, seed=1)


def test_random_games_are_measured_by_seat_and_by_side(three: Game) -> None:
    from ludens.game.playouts import Series
    from ludens.lab.random_games import play_to_ends

    series = Series(400, 5)
    seats = play_to_ends(three, series, 0, 400)
    swapped = seats != series.winners
    assert 0.05 < swapped[series.winners > 0].mean() < 0.25, "one of nine second moves is a swap"
    assert set(zip(seats[swapped], series.winners[swapped], strict=True)) == {(1, 2), (2, 1)}


@pytest.mark.integration
def test_training_targets(three: Game) -> None:
    from ludens.learning.selfplay import SelfPlay, _Pending

    play = SelfPlay.__new__(SelfPlay)
    play.game, play.settings, play.forest = three, _Settings(), _Forest()  # type: ignore[assignment]
    state, play.pending = three.start(seed=1), [[]]
    for name in GAME:
        play.pending[0].append(
            _Pending(state.block.copy(), np.zeros(0, np.int32), np.zeros(0, np.float32), state.mover, 0)
        )
        state.play(state.parse(name))
    play.forest.roots = state.block[None]  # type: ignore[misc]
    play.fields = state.block[None].view(three.layout.dtype)[:, 0]
    worth = play._worth(0, True, False)
    assert worth.tolist() == [-1.0, 1.0]
    values = [float(sample.values[0]) for sample in play._samples_of(0, worth)]
    assert values == [-1.0, 1.0] * 4, "a position is worth to who moves there what that seat got in the end"


class _Settings:
    mixed = 0.0


class _Forest:
    outputs = 1


def test_reviews(three: Game) -> None:
    study = Study(three, three.start(seed=1))
    state, node = three.start(seed=1), 0
    from ludens.study import plies

    for name in GAME:
        number = state.notations().index(name)
        node = study.tree.add(node, plies.make(state, [number])).id
    found = review(study, searcher(three, "alphabeta:10"), 5.0)
    assert [one.name for one in found if one.judgement in ("blunder", "mistake")] == ["A2"], "it lets A3 B2 C1 be"
    assert [one.seat for one in found] == [1, 2] * 4 and summary(found).keys() == {1, 2}
    assert curve(study.tree, 2, 2)[-1] == 1.0


def test_records(three: Game, tmp_path: Path) -> None:
    recorder = Recorder(three, three.start(seed=1).rng_state)
    state = three.start(rng_state=recorder.rng_state)
    for name in GAME:
        move, choices = state.parse(name), len(state.legal_moves())
        recorder.add(state.play(move), choices)
    text = write_trial(recorder.trial(state))
    assert "winner=1" in text and "Swap:player1=2,player2=1" in text, "a record is of players, as it always was"
    assert follow(three, read_trial(text, "three")).error is None


def test_the_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "three.lud"
    file.write_text(THREE)
    said = iter(["swap", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(said))
    cli.main(["play", str(file), "--p1", "random", "--p2", "human", "--seed", "1"])
    told = capsys.readouterr().out
    assert "Sides are swapped: White is you now, Black is Random now." in told
    assert told.count("plays") == 3, "the machine moves first, and again after the swap"


def test_solvers(tmp_path: Path) -> None:
    from ludens.solve import prove, solve

    small = ludens.load(SMALL)
    start, state = small.start(seed=1), small.start(seed=1)
    state.play(state.parse("B2"))
    found = prove(state)
    assert found.won and found.proof.answer(state).actions[0].name == "Swap", "the centre wins, and is taken over"
    assert prove(start, 2).won and not prove(start).won, "whatever is opened with, seat 2 chooses the side that wins"
    table = solve(start, tmp_path / "table").table
    assert table.value(start).winner == 2
    state.play(state.parse("swap"))
    assert table.value(state).winner == 2, "who swapped wins as player 1"
