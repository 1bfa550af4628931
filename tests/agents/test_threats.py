"""The agent that is chosen for Gomoku sees what wins at once, and stops what the other one would win with."""

from __future__ import annotations

import itertools

import numpy as np

import ludens
from ludens import agents
from ludens.agents.clock import Clock
from ludens.agents.search import Searcher
from ludens.game import State

SIZE, WINNING = 15, 5
#: what a search looks at until it has seen all answers; one of 150 ms looks at more
POSITIONS = 20_000
LINES = [
    [(row + k * down) * SIZE + column + k * right for k in range(WINNING)]
    for (down, right), row, column in itertools.product([(0, 1), (1, 0), (1, 1), (1, -1)], range(SIZE), range(SIZE))
    if 0 <= row + 4 * down < SIZE and 0 <= column + 4 * right < SIZE
]


def won_at_once(held: set[int], others: set[int]) -> set[int]:
    """The sites that complete a line of the first."""
    found = set()
    for line in LINES:
        free = set(line) - held
        if len(free) == 1 and not free & others:
            found |= free
    return found


def position(number: int) -> tuple[State, set[int], set[int]]:
    """A position with four of the second player's stones in one line, some of both anywhere, and who has what."""
    rng = np.random.default_rng(number)
    line = list(LINES[int(rng.integers(len(LINES)))])
    free = line.pop(int(rng.integers(WINNING)))
    sites = [int(site) for site in rng.permutation(SIZE * SIZE) if site not in line and site != free]
    count = WINNING - 1 + int(rng.integers(12))
    second, first = line + sites[: count - len(line)], sites[count : 2 * count]
    state = ludens.load("Gomoku").start(seed=1)
    for site in itertools.chain.from_iterable(zip(first, second, strict=True)):
        if state.is_over:
            break
        state.play(next(move for move in state.legal_moves() if move.to_site == site))
    return state, set(first), set(second)


def test_the_chosen_agent_takes_a_win_and_stops_a_threat() -> None:
    """In 60 positions, after no more positions than a short turn has."""
    game = ludens.load("Gomoku")
    stopped = 0
    for number in range(60):
        state, first, second = position(number)
        if state.is_over:
            continue
        own, threats = won_at_once(first, second), won_at_once(second, first)
        agent = agents.make(agents.strongest(game), game, seed=number)
        assert isinstance(agent, Searcher) and agent.counts == "plies"
        search = agent.begin(state)
        search.run(Clock(600), 2, lambda: None)
        assert search.analysis().iterations < POSITIONS
        chosen = state.legal_moves()[search.best()].to_site
        if own:
            assert chosen in own
        elif len(threats) == 1:
            stopped += 1
            assert chosen in threats
    assert stopped > 30
