"""OpenSpiel's algorithms on a description: what is a bluff worth, and which move wins?"""

import numpy as np
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability, mcts

from ludens.envs import openspiel

SIGNS = """(game "Signs" (players 2)
    (equipment {(board (rectangle 1 7)) (piece "Ace" Neutral) (piece "Stone" Each)})
    (rules
        (start {
            (place Random (sites {0 1 2}) {"Ace0"})
            (set Hidden at:0 to:P2) (set Hidden at:1 to:P2) (set Hidden at:2 to:P2)})
        (play (if (is Mover P1) (move Add (to (sites {3 4}))) (move Add (to (sites {5 6})))))
        (end {
            (if (and (is Occupied 5) (is Occupied 0)) (result P2 Win))
            (if (and (is Occupied 6) (is Empty 0)) (result P2 Win))
            (if (or (is Occupied 5) (is Occupied 6)) (result P1 Win))})))"""

game = openspiel.load(SIGNS)
solver = cfr.CFRSolver(game)
for _ in range(60):
    solver.evaluate_and_update_policy()
policy = solver.average_policy()
first, second = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
print(f"Signs: {first:+.2f} for the first player, exploitable by {exploitability.exploitability(game, policy):.3f}")

game = openspiel.load("Tic-Tac-Toe")
state = game.new_initial_state()
for text in ("A1", "A3", "B1", "B3"):
    state.apply_action(state.string_to_action(text))
rng = np.random.RandomState(1)
bot = mcts.MCTSBot(game, 2, 100, mcts.RandomRolloutEvaluator(1, rng), solve=True, random_state=rng)
print("Tic-Tac-Toe:", state.action_to_string(bot.step(state)))
