"""Random stepping with observations and masks, beside the libraries that learners use, in one run on the same cores.

    python benchmarks/learning.py [--games NAME ...] [--peers NAME ...] [--batch N ...] [--seconds S] [--json FILE]

Each game that ludens shares with a peer is stepped at each batch size by ludens, by OpenSpiel's `SyncVectorEnv`, by as
many of PettingZoo's classic environments, and by a jitted, vmapped, resetting step of PGX on the CPU. Every step plays
one legal action, drawn uniformly in the way that is quickest for the system, in each row, and leaves the observation
and the mask (or list) of legal actions of the player to move; rows whose game has ended start anew.

After a warm-up, which compiles what is to be compiled, the systems take turns, some rounds each; the figure is the
median over the rounds of plies a second. Packages that are missing are named and left out. Run it under `taskset` to
choose the cores: ludens and PGX use all that they find, the others one.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

import ludens

#: plays one ply in each row
Step = Callable[[], object]
ROUNDS = 5
#: a system that needs longer for a step than this is timed by single steps
LONG = 0.5


@dataclass(frozen=True)
class Shared:
    """A game as each system calls it, with the options that make them one; "" where a system has it not."""

    ludens: str
    openspiel: str = ""
    pettingzoo: str = ""
    pgx: str = ""
    options: tuple[str, ...] = ()
    settings: dict[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return " ".join((self.ludens, *(option.split("/", 1)[1] for option in self.options)))


GAMES = [
    Shared("Tic-Tac-Toe", "tic_tac_toe", "tictactoe_v3", "tic_tac_toe"),
    Shared("Connect Four", "connect_four", "connect_four_v3", "connect_four"),
    Shared("Hex", "hex(board_size=11)", pgx="hex"),
    Shared("Reversi", "othello", pgx="othello"),
    Shared("Chess", "chess", "chess_v6", "chess"),
    Shared("Go", "go(board_size=9)", "go_v5", "go_9x9", ("Board Size/9x9",), {"board_size": 9}),
    Shared("Go", "go(board_size=19)", "go_v5", "go_19x19", (), {"board_size": 19}),
    Shared("Shogi", "shogi", pgx="shogi"),
    Shared("Backgammon", "backgammon", pgx="backgammon"),
    Shared("Amazons", "amazons(board_size=10)"),
    Shared("Breakthrough", "breakthrough"),
    Shared("Clobber", "clobber(rows=5,columns=6)"),
    Shared("English Draughts", "checkers"),
    Shared("Gomoku", "gomoku(size=15)"),
    Shared("Havannah", "havannah(board_size=8)"),
    Shared("Kalah", "mancala"),
    Shared("Lines of Action", "lines_of_action"),
    Shared("Nim", "nim(is_misere=False,pile_sizes=1;3;5;7)"),
    Shared("Nine Men's Morris", "nine_mens_morris"),
    Shared("Oware", "oware"),
    Shared("Xiangqi", "xiangqi"),
    Shared("Y", "y(board_size=12)"),
]


def of_ludens(game: Shared, batch: int, threads: int | None) -> Step:
    vector = ludens.load(game.ludens, game.options).vector(batch, seed=1, threads=threads)
    return lambda: vector.step(vector.random_actions())


def of_openspiel(game: Shared, batch: int, threads: int | None) -> Step:
    import pyspiel
    from open_spiel.python import rl_agent, rl_environment, vector_env

    # Nim's sizes hold the character that separates parameters, and can be given in a dictionary only
    name, _, told = game.openspiel.partition("(")
    settings = {k: _value(v) for k, v in (pair.split("=") for pair in told.rstrip(")").split(",") if pair)}
    kind = rl_environment.ObservationType.OBSERVATION
    if not pyspiel.load_game(name, settings).get_type().provides_observation_tensor:
        kind = rl_environment.ObservationType.INFORMATION_STATE
    loaded = pyspiel.load_game(name, settings)
    envs = [rl_environment.Environment(loaded, observation_type=kind) for _ in range(batch)]
    vector = vector_env.SyncVectorEnv(envs)
    seen = vector.reset()
    output, draw = rl_agent.StepOutput, random.Random(1).choice

    def step() -> None:
        nonlocal seen
        chosen = []
        for one in seen:
            told = one.observations
            chosen.append(output(draw(told["legal_actions"][told["current_player"]]), None))
        seen, *_ = vector.step(chosen, reset_if_done=True)

    return step


def _value(text: str) -> Any:
    if text in ("True", "False"):
        return text == "True"
    return int(text) if text.isdigit() else text


def of_pettingzoo(game: Shared, batch: int, threads: int | None) -> Step:
    module = import_module(f"pettingzoo.classic.{game.pettingzoo}")
    envs = [module.env(**game.settings) for _ in range(batch)]
    for number, env in enumerate(envs):
        env.reset(seed=number)
    draw = random.Random(1).choice
    seen = [env.last() for env in envs]

    def step() -> None:
        for number, env in enumerate(envs):
            observation, _, terminated, truncated, _ = seen[number]
            if terminated or truncated:
                raise AssertionError("a game that ended was not reset")
            env.step(draw(observation["action_mask"].nonzero()[0]))
            now = env.last()
            if now[2] or now[3]:
                env.reset()
                now = env.last()
            seen[number] = now

    return step


def of_pgx(game: Shared, batch: int, threads: int | None) -> Step:
    import jax
    import pgx
    from pgx.experimental import auto_reset

    env = pgx.make(game.pgx)
    init, play = jax.vmap(env.init), jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def advance(state: Any, key: Any) -> Any:
        key, drawn, chance = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(drawn, logits, axis=-1)
        return play(state, action, jax.random.split(chance, batch)), key

    key = jax.random.PRNGKey(1)
    state = jax.jit(init)(jax.random.split(key, batch))

    def step() -> None:
        nonlocal state, key
        state, key = advance(state, key)
        state.observation.block_until_ready()

    return step


SYSTEMS: dict[str, tuple[Callable[[Shared, int, int | None], Step], str]] = {
    "ludens": (of_ludens, "ludens"),
    "openspiel": (of_openspiel, "pyspiel"),
    "pettingzoo": (of_pettingzoo, "pettingzoo.classic"),
    "pgx": (of_pgx, "pgx"),
}


def rate(step: Step, batch: int, seconds: float) -> float:
    """Plies a second over about so many seconds."""
    began = now = time.perf_counter()
    made, chunk = 0, 1
    while now - began < seconds:
        for _ in range(chunk):
            step()
        made += chunk
        now = time.perf_counter()
        # the clock is read some hundred times a second
        chunk = max(1, int(made / (now - began) * 0.01))
    return made * batch / (now - began)


def compared(steps: dict[str, Step], batch: int, seconds: float, report: Callable[[], object]) -> dict[str, float]:
    """The median rate of each system, which take turns."""
    found: dict[str, list[float]] = {name: [] for name in steps}
    for step in steps.values():
        rate(step, batch, min(seconds / 4, LONG))
        report()
    for _ in range(ROUNDS):
        for name, step in steps.items():
            found[name].append(rate(step, batch, seconds / ROUNDS))
            report()
    return {name: statistics.median(rates) for name, rates in found.items()}


def available(wanted: list[str]) -> list[str]:
    """The systems that are installed; says which are not."""
    found = []
    for name in wanted:
        try:
            import_module(SYSTEMS[name][1])
            found.append(name)
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    return found


def measured(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """A row for each game and batch size, as soon as it has been measured."""
    from ludens.cli.screen import progress_bar

    systems = available(["ludens", *arguments.peers])
    games = [game for game in GAMES if not arguments.games or {game.name, game.ludens} & {*arguments.games}]
    runs = [(game, batch) for game in games for batch in arguments.batch]
    with progress_bar() as progress:
        task = progress.add_task("stepping", total=len(runs) * len(systems) * (ROUNDS + 1))
        for number, (game, batch) in enumerate(runs, 1):
            present = [name for name in systems if getattr(game, name)]
            progress.update(task, description=f"{game.name}, {batch}")
            steps = {name: SYSTEMS[name][0](game, batch, arguments.threads) for name in present}
            rates = compared(steps, batch, arguments.seconds, lambda: progress.advance(task))
            progress.update(task, completed=number * len(systems) * (ROUNDS + 1))
            yield {"game": game.name, "batch": batch, "rates": rates, "load": os.getloadavg()[0]}


def line(row: dict[str, Any], peers: list[str]) -> str:
    rates: dict[str, float] = row["rates"]
    own = rates["ludens"]
    ratios = [f"{own / rates[peer]:,.1f}" if peer in rates else "" for peer in peers]
    return f"| {row['game']} | {row['batch']} | {own:,.0f} | {' | '.join(ratios)} |"


def main() -> int:
    peers = [name for name in SYSTEMS if name != "ludens"]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="*", metavar="NAME", help="some games only, as ludens calls them")
    parser.add_argument("--peers", nargs="*", choices=peers, default=peers, help="some peers only")
    parser.add_argument("--batch", nargs="*", type=int, default=[1, 64, 1024], metavar="N", help="batch sizes")
    parser.add_argument("--seconds", type=float, default=2.0, help="for each system, game and batch size")
    parser.add_argument("--threads", type=int, help="of ludens; as many as there are cores unless given")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rates, too")
    arguments = parser.parse_args()
    print(f"| game | batch | ludens plies/s | {' | '.join('x ' + peer for peer in arguments.peers)} |")
    print(f"| --- | ---: | ---: |{' ---: |' * len(arguments.peers)}")
    rows = []
    for row in measured(arguments):
        rows.append(row)
        print(line(row, arguments.peers), flush=True)
        if arguments.json:
            arguments.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
