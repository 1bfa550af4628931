"""An interface of one's own: a protocol of lines, for a program that shows a game and asks here what may be played.

moves       the legal moves, on one line
play MOVE   plays one
go          plays what the agent chooses, and says it
quit
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from ludens import agents
from ludens.cli.common import add_command, load
from ludens.game import IllegalMove, State


def add(commands: Any) -> None:
    engine = add_command(commands, "engine", "play by a protocol of lines", run, game=True)
    engine.add_argument("--agent", default="greedy", metavar="WHO", help="who plays on `go` (greedy)")


def run(arguments: argparse.Namespace) -> int:
    state = load(arguments.game, arguments.option).start(seed=1)
    for answer in answers(sys.stdin, state, agents.make(arguments.agent, state.game, seed=1)):
        print(answer, flush=True)
    return 0


def answers(lines: Iterable[str], state: State, agent: agents.Agent) -> Iterator[str]:
    """What is said to each line; one that is not understood says so, and changes nothing."""
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "quit":
            return
        try:
            yield answer(word, rest, state, agent)
        except IllegalMove as error:
            yield f"error {error}"
        if state.is_over:
            yield f"over {' '.join(map(str, state.ranking))}"


def answer(word: str, rest: str, state: State, agent: agents.Agent) -> str:
    if word == "moves":
        return " ".join(["moves", *state.notations()])
    if word not in ("play", "go") or state.is_over:
        return f"error cannot {word}"
    move = state.parse(rest) if word == "play" else agent.choose(state)
    name = state.notation(move)
    state.play(move)
    return f"played {name}"
