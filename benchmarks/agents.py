"""Matches of the agent of territory on Amazons, with the share of games won and its 95% interval.

    python benchmarks/agents.py [--games 200] [--turn 0.1] [--board 8x8] [--start Random] [--seed 1]
                                [--agent territory] [--against greedy random uct]

The agents have the same time for a whole turn. Every starting position is played twice, with colours swapped.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass

import ludens
from ludens import agents
from ludens.arena.score import Score


@dataclass(frozen=True)
class Setting:
    """What all matches of a run share."""

    game: ludens.Game
    games: int
    turn: float
    seed: int


def play(setting: Setting, specs: tuple[str, str], seed: int) -> tuple[int, float]:
    """The winner of one game, and the longest time that a turn of the first agent took."""
    state, longest = setting.game.start(seed=seed), 0.0
    seated = [agents.make(spec, setting.game, seed=seed + at) for at, spec in enumerate(specs)]
    while not state.is_over:
        mover, began = state.mover, time.perf_counter()
        for move in seated[mover - 1].choose_turn(state, setting.turn):
            state.play(move)
        if mover == 1:
            longest = max(longest, time.perf_counter() - began)
    return state.winner, longest


def match(setting: Setting, agent: str, other: str) -> str:
    """Play a match; a row of the table of results."""
    won, longest = 0, 0.0
    for number in range(setting.games):
        seed, first = setting.seed + number // 2, number % 2 == 0
        winner, took = play(setting, (agent, other) if first else (other, agent), seed)
        won += winner == (1 if first else 2)
        longest = max(longest, took if first else 0.0)
    score = Score(wins=won, losses=setting.games - won)
    return f"| {agent} | {other} | {setting.turn:g} s | {score} | {longest:.3f} s |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--turn", type=float, default=0.1, help="seconds for a turn")
    parser.add_argument("--board", default="8x8", choices=["6x6", "8x8", "10x10"])
    parser.add_argument("--start", default="Random", choices=["Standard", "Random"])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", default="territory")
    parser.add_argument("--against", nargs="+", default=["greedy", "random", "uct"])
    arguments = parser.parse_args()
    options = [f"Board Size/{arguments.board}", f"Start/{arguments.start}"]
    game = ludens.load("Amazons", options=options)
    print(f"Amazons, {', '.join(options)}")
    print("| agent | against | turn | result | longest turn |")
    print("| --- | --- | --- | --- | --- |")
    setting = Setting(game, arguments.games, arguments.turn, arguments.seed)
    for other in arguments.against:
        print(match(setting, arguments.agent, other), flush=True)


if __name__ == "__main__":
    main()
