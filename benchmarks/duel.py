"""Games between two agents, or the same agent of two trees, with equal processor time: points of the first.

    python benchmarks/duel.py FIRST SECOND GAME... [-n 20] [--time 50ms] [--base PATH] [--seconds 200]
    python benchmarks/duel.py strongest:threads=2 strongest Hex Chess Reversi -n 20 --time 200ms

Each agent thinks in a process of its own; `--base` is a checkout whose sources the second one runs with, and
`strongest` is what `agents.strongest` names there. Time is what the processor gave the thread that chooses, so that
what else runs on the machine takes it from neither; the other threads of an agent have about as much each. Games begin
from random positions two plies on, each for all seats; those that are not over after 300 plies count as drawn. Of more
than two players the first has one seat, the second all others. Prints a line for each game: the points, of how many
games, the interval, and the Elo that they mean where there are two seats; in the end the same of all games together.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

PLIES, OPENING = 300, 2


def serve(name: str, spec: str) -> None:
    """Answer requests for moves on standard input: lines of JSON."""
    import ludens
    from ludens import agents
    from ludens.agents import clock

    own = time.pthread_getcpuclockid(threading.get_ident())  # other threads look at the clock, too
    clock.time = type("Processor", (), {"perf_counter": staticmethod(lambda: time.clock_gettime(own))})  # type: ignore[assignment]
    game, agent, state = ludens.load(name), None, None
    for line in sys.stdin:
        asked = json.loads(line)
        if "seed" in asked:
            agent = agents.make(spec, game, seed=asked["seed"])
            state = game.start(seed=asked["seed"])
            answer: dict[str, Any] = {}
        elif "made" in asked:
            legal = state.legal_moves()
            number, text = asked["made"]
            fits = number < len(legal) and str(legal[number]) == text
            state.play(legal[number] if fits else next(move for move in legal if str(move) == text))
            answer = {}
        else:
            began, legal = time.process_time(), state.legal_moves()
            number = legal.index(agent.choose(state))
            answer = {"number": number, "text": str(legal[number]), "took": time.process_time() - began}
        print(json.dumps(answer), flush=True)


class AgentPlayer:
    """An agent in a process of its own."""

    def __init__(self, name: str, spec: str, base: str | None) -> None:
        place = {**os.environ, "PYTHONPATH": f"{base}/src", "LUDENS_CACHE": "/tmp/cache-base"} if base else None
        command = [sys.executable, str(Path(__file__).resolve()), "--serve", spec, "-", name]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=place)
        self.took, self.moves = 0.0, 0

    def ask(self, **asked: Any) -> dict[str, Any]:
        assert self._process.stdin is not None and self._process.stdout is not None
        print(json.dumps(asked), file=self._process.stdin, flush=True)
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        self.took += answer.get("took", 0.0)
        self.moves += "took" in answer
        return answer

    def close(self) -> None:
        self._process.kill()
        self._process.wait()


def played(game: Any, seated: tuple[AgentPlayer, AgentPlayer], number: int) -> float:
    """What the first gets of a game, in which it has seat 1 + number."""
    players = game.num_players
    seed, own = number // players, 1 + number % players
    rng, state = np.random.default_rng(seed), game.start(seed=seed)
    for one in seated:
        one.ask(seed=seed)
    for ply in range(PLIES):
        if state.is_over:
            break
        legal = state.legal_moves()
        if ply < OPENING * players // 2:
            index = int(rng.integers(len(legal)))
            text = str(legal[index])
        else:
            answer = seated[state.mover != own].ask(choose=True)
            index, text = answer["number"], answer["text"]
        fits = index < len(legal) and str(legal[index]) == text
        move = legal[index] if fits else next(move for move in legal if str(move) == text)
        for one in seated:
            one.ask(made=(index, text))
        state.play(move)
    winner = state.winner if state.is_over else 0
    return float(winner == own) if 1 <= winner <= players else 1 / players


def told(points: list[float], players: int) -> str:
    """The points, with an interval of 95 % for the share, and the Elo of it."""
    from ludens.arena.score import wilson

    n, share = len(points), float(np.mean(points))
    low, high = wilson(share, n)
    elo = lambda x: f"{-400 * math.log10(1 / min(max(x, 1e-3), 1 - 1e-3) - 1):+.0f}"  # noqa: E731
    rating = f"  Elo {elo(share)} ({elo(low)} to {elo(high)})" if players == 2 else ""
    return f"{sum(points):g} of {n}  {share:.0%} ({low:.0%} to {high:.0%}){rating}"


def match(name: str, arguments: argparse.Namespace) -> tuple[list[float], int]:
    """Play the games, print their line; gives the points of each, and the number of players."""
    import ludens

    began, game = time.perf_counter(), ludens.load(name)
    specs = [_timed(spec, arguments.time) for spec in (arguments.first, arguments.second)]
    first = AgentPlayer(name, specs[0], None)
    second = AgentPlayer(name, specs[1], arguments.base)
    points: list[float] = []
    try:
        for number in range(arguments.n):
            if time.perf_counter() - began > arguments.seconds:
                break
            points.append(played(game, (first, second), number))
    finally:
        first.close()
        second.close()
    pace = " and ".join(f"{1000 * one.took / max(one.moves, 1):.0f}" for one in (first, second))
    print(f"{game.name}: {' against '.join(specs)}: {told(points, game.num_players)}, {pace} ms a move", flush=True)
    return points, game.num_players


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("games", nargs="+", help="names of the library, or paths")
    parser.add_argument("-n", type=int, default=20, help="of each game so many (20)")
    parser.add_argument("--time", default="50ms", help="of a move (50ms)")
    parser.add_argument("--base", help="a checkout that the second runs with")
    parser.add_argument(
        "--seconds", type=float, default=math.inf, help="begin no game after so many, of each (no bound)"
    )
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.serve:
        serve(arguments.games[0], arguments.first)
        return
    found = [match(name, arguments) for name in arguments.games]
    if len(found) > 1 and all(players == 2 for _, players in found):
        print(f"together: {told([one for points, _ in found for one in points], 2)}")


def _timed(spec: str, time: str) -> str:
    """An agent's name with its time behind it, and what else is said of it behind that."""
    kind, _, settings = spec.partition(":")
    return ":".join(filter(None, (kind, time, settings)))


if __name__ == "__main__":
    main()
