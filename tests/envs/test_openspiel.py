"""Games of ludens under OpenSpiel, and its own tests of them."""

from __future__ import annotations

import contextlib
import io
import json
import pickle
import runpy
import unittest
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import library
from tests.envs.games import HIGH, MATCHING, PUZZLE, SHUFFLED, SIGNS, THREE

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    expected_game_score,
    exploitability,
    external_sampling_mccfr,
    generate_playthrough,
    get_all_states,
    ismcts,
    mcts,
)

from ludens.envs import openspiel  # noqa: E402

KINDS = pyspiel.GameType


def played(game: Any, choices: list[int]) -> Any:
    """The state after the legal actions of these places, chance's too."""
    state = game.new_initial_state()
    for choice in choices:
        state.apply_action(state.legal_actions()[choice])
    return state


# --- what games are


def test_a_game_of_the_library_is_found_by_name() -> None:
    game = openspiel.load("Kalah")
    kind = game.get_type()
    assert kind.long_name == "Kalah"
    assert (kind.chance_mode, kind.utility) == (KINDS.ChanceMode.DETERMINISTIC, KINDS.Utility.ZERO_SUM)
    assert (game.num_players(), game.num_distinct_actions()) == (2, ludens.load("Kalah").encoding.num_actions)
    assert game.observation_tensor_shape() == list(ludens.load("Kalah").encoding.observation_shape)
    assert str(pyspiel.load_game("python_ludens(game=Kalah)")) == str(game)


@pytest.mark.parametrize("how", ["text", "game", "path"])
def test_any_description_is_a_game_that_is_saved_whole(how: str, tmp_path: Path) -> None:
    path = tmp_path / "signs.lud"
    path.write_text(SIGNS)
    game = openspiel.load({"text": SIGNS, "game": ludens.load(SIGNS), "path": path}[how])
    path.unlink()
    state = played(game, [1, 0])
    again, same = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert (str(again), str(same), same.history()) == (str(game), str(state), state.history())
    assert same.information_state_string(1) == state.information_state_string(1)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)


def test_options_choose() -> None:
    game = openspiel.load("Hex", ["Board Size/7x7"])
    assert len(game.new_initial_state().legal_actions()) == 49
    assert len(pyspiel.load_game(str(game)).new_initial_state().legal_actions()) == 49


def test_wrong_values_are_refused() -> None:
    with pytest.raises(ludens.LudError, match="did you mean 'Kalah'"):
        openspiel.load("Kalha")
    with pytest.raises(ValueError, match="chance is auto, explicit or sampled, not 'none'"):
        openspiel.load("Hex", chance="none")
    with pytest.raises(ValueError, match="1 ply or more, not -1"):
        openspiel.load("Hex", max_game_length=-1)


def test_utilities_are_declared_as_games_end() -> None:
    shared = SIGNS.replace("(result P1 Win)", "(result All Win)")
    assert openspiel.load(shared).get_type().utility == KINDS.Utility.GENERAL_SUM
    assert openspiel.load(shared).utility_sum() is None
    assert openspiel.load("Peg Solitaire").get_type().utility == KINDS.Utility.GENERAL_SUM
    assert openspiel.load("Ludo").utility_sum() == 0


def test_moves_are_called_what_people_call_them() -> None:
    state = openspiel.load("Breakthrough").new_initial_state()
    own = ludens.load("Breakthrough").start(seed=0)
    assert sorted(map(state.action_to_string, state.legal_actions())) == sorted(own.notations())
    action = state.string_to_action("A2-A3")
    state.apply_action(action)
    own.play(own.parse("A2-A3"))
    assert state.ludens.sites() == own.sites()
    assert state.legal_actions() == sorted(own.game.encoding.actions(own).tolist())
    with pytest.raises(ludens.IllegalMove, match=f"action {action} is not legal"):
        state.apply_action(action)


def test_games_are_pickled() -> None:
    game = openspiel.load(SIGNS, max_game_length=2)
    again = pickle.loads(pickle.dumps(game))
    assert (str(again), again.ludens) == (str(game), game.ludens)


def test_a_length_ends_games() -> None:
    game = openspiel.load("Hex", max_game_length=4)
    state = played(game, [0, 0, 0, 0])
    assert state.is_terminal()
    assert state.returns() == [0, 0]
    assert game.max_game_length() == 4


# --- chance


def test_chance_is_listed_with_its_probabilities() -> None:
    game = openspiel.load(HIGH)
    assert game.get_type().chance_mode == KINDS.ChanceMode.EXPLICIT_STOCHASTIC
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(number, 1 / 6) for number in range(6)]
    assert state.action_to_string(3) == "Chance: 3 of 6"


def value(state: Any) -> float:
    """What the first player, who alone moves, gets by playing best."""
    if state.is_terminal():
        return float(state.returns()[0])
    if state.is_chance_node():
        return sum(p * value(state.child(a)) for a, p in state.chance_outcomes())
    return max(value(state.child(a)) for a in state.legal_actions())


def test_a_game_of_dice_is_worth_what_is_reckoned_by_hand() -> None:
    won = 1 / 3 + 2 / 3 * 1 / 3  # five and six, or else once more
    assert value(openspiel.load(HIGH).new_initial_state()) == pytest.approx(2 * won - 1)


def test_what_cannot_be_listed_is_drawn() -> None:
    game = openspiel.load(SHUFFLED, rng_seed=1)
    assert game.get_type().chance_mode == KINDS.ChanceMode.SAMPLED_STOCHASTIC
    first, second = played(game, [0]), played(game, [0])
    assert str(first) != str(second)
    assert str(played(openspiel.load(SHUFFLED, rng_seed=1), [0])) == str(first)
    assert str(first.clone()) == str(first)
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)


def test_chance_is_drawn_where_that_is_wanted() -> None:
    game = openspiel.load(HIGH, chance="sampled", rng_seed=1)
    assert game.new_initial_state().chance_outcomes() == [(0, 1.0)]
    assert {played(game, [0]).ludens.rolled[0][0] for _ in range(60)} == {1, 2, 3, 4, 5, 6}


# --- what players know


def test_what_is_hidden_stays_hidden() -> None:
    game = openspiel.load(SIGNS)
    assert game.get_type().information == KINDS.Information.IMPERFECT_INFORMATION
    states = [played(game, [ace, 0]) for ace in range(3)]
    assert len({state.information_state_string(0) for state in states}) == 3
    assert len({state.information_state_string(1) for state in states}) == 1
    assert len({tuple(state.observation_tensor(1)) for state in states}) == 1
    assert len({played(game, [0, sign]).information_state_string(1) for sign in range(2)}) == 2


def test_all_that_was_seen_and_done_is_a_tensor_where_games_are_short() -> None:
    assert not openspiel.load(SIGNS).get_type().provides_information_state_tensor
    game = openspiel.load(SIGNS, max_game_length=2)
    encoding = game.ludens.encoding
    width = int(np.prod(encoding.observation_shape)) + encoding.num_actions
    assert game.information_state_tensor_shape() == [3, width]
    state = played(game, [1, 0, 1])
    told = np.reshape(state.information_state_tensor(0), (3, width))
    assert told[:, -encoding.num_actions :].sum(axis=1).tolist() == [1, 0, 0]
    assert told[0, -encoding.num_actions + state.history()[1]] == 1
    assert np.array_equal(told[2, : -encoding.num_actions], state.observation_tensor(0))
    assert len({tuple(played(game, [ace, 0]).information_state_tensor(1)) for ace in range(3)}) == 1


def test_a_state_is_resampled_for_a_player() -> None:
    state = played(openspiel.load(SIGNS), [0, 0])
    draws = np.random.default_rng(1)
    others = [state.resample_from_infostate(1, draws.random) for _ in range(20)]
    assert {other.information_state_string(1) for other in others} == {state.information_state_string(1)}
    assert {other.ludens.sites()[0][1] for other in others} == {0, 1, 2}


# --- OpenSpiel's tests


@pytest.mark.parametrize("source", [SIGNS, HIGH, MATCHING, THREE, PUZZLE, "Tic-Tac-Toe"])
def test_random_simulations(source: str) -> None:
    pyspiel.random_sim_test(openspiel.load(source), num_sims=2, serialize=True, verbose=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_random_simulations_of_the_library(name: str) -> None:
    if "match" in library.traits(name):
        with pytest.raises(ValueError, match="is a match"):
            openspiel.load(name)
        return
    game = openspiel.load(name)
    sampled = game.get_type().chance_mode == KINDS.ChanceMode.SAMPLED_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=1, serialize=not sampled, verbose=False)


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize(
    ("source", "options"),
    [(SIGNS, {"max_game_length": 2}), (HIGH, {}), (MATCHING, {}), ("Tic-Tac-Toe", {})],
    ids=["hidden", "dice", "at once", "plain"],
)
def test_the_programming_interface(source: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """OpenSpiel's api_test, on the whole tree where that is small and ends all of its nodes in turn."""
    from open_spiel.integration_tests import api_test

    game = openspiel.load(source, **options)
    known = {"game": game, "game_name": "ludens"}
    cases = [type("Partial", (api_test.EnforceAPIOnPartialTreeBase,), known)]
    if game.get_type().chance_mode == KINDS.ChanceMode.EXPLICIT_STOCHASTIC:
        nodes = get_all_states.get_all_states(
            game, depth_limit=-1, include_terminals=True, include_chance_states=True
        ).values()
        chance = sum(node.is_chance_node() for node in nodes)
        over = sum(node.is_terminal() for node in nodes)
        counts = {"hidden": (1, 9, 12), "dice": (7, 42, 42)}["hidden" if source == SIGNS else "dice"]
        assert (chance, len(nodes) - chance - over, over) == counts
        monkeypatch.setitem(api_test.TOTAL_NUM_STATES, "ludens", counts)
        monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, "ludens", 5 if source == SIGNS else 42)
        cases.append(type("Whole", (api_test.EnforceAPIOnFullTreeBase,), known))
    for case in cases:
        result = unittest.TestResult()
        unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
        assert result.testsRun > 0
        assert [trace for _, trace in (*result.failures, *result.errors)] == []


def test_playthroughs() -> None:
    text = generate_playthrough.playthrough(str(openspiel.load(SIGNS)), None, seed=1)
    assert 'StringLegalActions() = ["D1", "E1"]' in text
    assert 'StringLegalActions() = ["Chance: 0 of 3", "Chance: 1 of 3", "Chance: 2 of 3"]' in text
    assert text.splitlines()[-1].startswith("Returns() = ")


# --- OpenSpiel's algorithms


def test_counterfactual_regret_minimisation_solves_a_game() -> None:
    game = openspiel.load(SIGNS)
    solver = cfr.CFRSolver(game)
    before = exploitability.nash_conv(game, solver.average_policy())
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) < 0.02 < before
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert values == pytest.approx([-1 / 3, 1 / 3], abs=0.02)


def test_the_solvers_in_c_plus_plus_run_on_it() -> None:
    game = openspiel.load(SIGNS)
    solver = pyspiel.CFRSolver(game)
    for _ in range(30):
        solver.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, solver.average_policy()) < 0.05


def test_sampling_solvers_run_on_it() -> None:
    solver = external_sampling_mccfr.ExternalSamplingSolver(
        openspiel.load(SIGNS), external_sampling_mccfr.AverageType.SIMPLE
    )
    for _ in range(20):
        solver.iteration()
    assert solver.average_policy() is not None


def test_a_game_played_at_once_is_solved_in_turn() -> None:
    game = pyspiel.convert_to_turn_based(openspiel.load(MATCHING))
    solver = cfr.CFRSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.nash_conv(game, policy) == pytest.approx(0, abs=1e-6)
    values = expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)
    assert values == pytest.approx([-1 / 3, 1 / 3])


def test_tree_search_finds_the_winning_move() -> None:
    game = openspiel.load("Tic-Tac-Toe")
    state = game.new_initial_state()
    for text in ("A1", "A3", "B1", "B3"):
        state.apply_action(state.string_to_action(text))
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 60, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
    assert state.action_to_string(bot.step(state)) == "C1"


def test_tree_search_over_information_sets_runs_on_it() -> None:
    game = openspiel.load(SIGNS)
    rng = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), uct_c=2, max_simulations=200, random_state=rng)
    state = played(game, [0, 0])
    assert state.action_to_string(bot.step(state)) == "G1"


def test_environments_of_reinforcement_learning() -> None:
    env = rl_environment.Environment(openspiel.load("Kalah"), seed=1)
    step = env.reset()
    while not step.last():
        step = env.step([step.observations["legal_actions"][step.observations["current_player"]][0]])
    assert sorted(step.rewards) in ([-1, 1], [0, 0])


def test_the_example_runs() -> None:
    path = Path(__file__).parents[2] / "examples" / "openspiel_solvers.py"
    with contextlib.redirect_stdout(io.StringIO()) as shown:
        runpy.run_path(str(path))
    assert shown.getvalue().splitlines()[0].startswith("Signs: -0.33 for the first player")
    assert shown.getvalue().splitlines()[1] == "Tic-Tac-Toe: C1"


def test_positions_and_actions_are_structs() -> None:
    game = openspiel.load("Tic-Tac-Toe")
    state = game.new_initial_state()
    action = state.action_to_struct(state.legal_actions()[4])
    assert action.to_dict() == {"move": "B2"} and state.struct_to_actions(game.ActionStruct('{"move": "B2"}'))
    assert state.validate_action_struct({"move": "Z9"}).message() == "'Z9' is no legal move here"
    assert state.apply_action_struct(action).ok() and not state.apply_action_struct(action).ok()
    assert not state.apply_action_struct("B2").ok()
    data = json.loads(state.to_json())
    assert data == state.to_struct().to_dict() == state.to_dict()
    assert data["pieces"] == {"B2": [{"piece": "Cross1", "owner": 0, "count": 1}]} and data["current_player"] == 1
    assert state.to_observation_struct().player == 1 and game.action_struct_spec()[0] == '{"move": string}'


def test_observations_hide_what_is_hidden() -> None:
    state = openspiel.load(SIGNS, chance="sampled").new_initial_state()
    while state.is_chance_node():
        state.apply_action(0)
    aces = [json.dumps(state.to_observation_struct(player).pieces).count("Ace") for player in (0, 1)]
    assert aces[0] == 1 and aces[1] == 0
