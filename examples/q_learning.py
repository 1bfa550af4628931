"""A table of values learns a small game against random moves, with Gymnasium's interface and nothing else.

python examples/q_learning.py [--game NAME] [--plays N]
"""

import argparse
from collections import defaultdict

import numpy as np

from ludens.envs import gymnasium


def learn(env: gymnasium.Environment, plays: int, rate: float = 0.3, exploration: float = 0.2) -> list[float]:
    """Q-learning; gives the reward of each play."""
    values: defaultdict[bytes, np.ndarray] = defaultdict(lambda: np.zeros(env.encoding.num_actions))
    rewards = []
    for play in range(plays):
        seen, info = env.reset(seed=None if play else 1)
        over = False
        while not over:
            mask, known = info["action_mask"].astype(bool), values[seen.tobytes()]
            if env.np_random.random() < exploration * (1 - play / plays):
                action = env.np_random.choice(np.flatnonzero(mask))
            else:
                action = np.where(mask, known, -np.inf).argmax()
            seen, reward, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            best = 0.0 if over else values[seen.tobytes()][info["action_mask"].astype(bool)].max()
            known[action] += rate * (reward + best - known[action])
        rewards.append(reward)
    return rewards


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="Tic-Tac-Toe")
    parser.add_argument("--plays", type=int, default=10_000)
    arguments = parser.parse_args()
    if arguments.plays < 10:
        parser.error("--plays wants a number from 10 on")
    rewards = np.array(learn(gymnasium.make(arguments.game, opponent="random", seat="random"), arguments.plays))
    for part in np.array_split(rewards, 10):
        print(f"won {np.mean(part > 0):4.0%}  drawn {np.mean(part == 0):4.0%}  lost {np.mean(part < 0):4.0%}")


if __name__ == "__main__":
    main()
