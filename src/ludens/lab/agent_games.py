"""Games between agents, followed as random games are, and duels in which one of them thinks twice as long."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from ludens import agents
from ludens.game import Game, Move, State
from ludens.lab.evidence import Walk, points
from ludens.lab.random_games import Choose, Seen, follow

_APART: Final = 1_000_003


def _choosing(players: Sequence[agents.Agent]) -> Choose:
    """What these agents choose, each for its seat."""

    def choose(state: State, ply: int) -> Move | Sequence[Move]:
        seats = state.seats
        if not state.is_simultaneous:
            return players[seats.seat(state.mover) - 1].choose(state)
        movers = sorted({move.mover for move in state.legal_moves()})
        return [players[seats.seat(mover) - 1].choose_for(state, mover) for mover in movers]

    return choose


def play(game: Game, specs: Sequence[str], seed: int, number: int, seen: Seen | None = None) -> Walk:
    """A game between agents, one for each seat. Raises AgentError."""
    seats = [agents.make(spec, game, seed=seed * _APART + 64 * number + seat) for seat, spec in enumerate(specs)]
    try:
        return follow(game, seed, number, _choosing(seats), seen)
    finally:
        seats.clear()
        gc.collect()  # agents are in cycles, and hold much address space, of which a confined process has little


def duel(game: Game, longer: str, shorter: str, seed: int, number: int) -> float:
    """The points of who thinks longer, at a seat that changes from game to game, against others. Raises AgentError."""
    seat = number % game.num_players
    specs = [longer if k == seat else shorter for k in range(game.num_players)]
    walk = play(game, specs, seed, number)
    return float(points(_winners(walk), game.num_players)[0, seat])


def _winners(walk: Walk) -> npt.NDArray[np.int32]:
    return np.array([walk.winner], np.int32)


def doublings(spec: str | None, times: int) -> Iterator[str]:
    """An agent and those that think twice, four times as long and so on. Raises AgentError."""
    if spec is None:
        return
    yield spec
    for _ in range(times):
        spec = doubled(spec)
        yield spec


def doubled(spec: str) -> str:
    """The same agent with twice the limit: `uct:50` and `uct:100`. Raises AgentError for one without a number."""
    kind, sign, limit = spec.partition(":")
    if not sign or not limit.isdecimal() or not int(limit):
        raise agents.AgentError(f"{spec!r} cannot be doubled: an agent with a number is expected, as uct:50")
    return f"{kind}:{2 * int(limit)}"


def check(game: Game, *specs: str) -> None:
    """Raises AgentError where an agent does not exist or does not play a game."""
    for spec in specs:
        agents.check(spec, game)
