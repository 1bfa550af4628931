"""Games between agents, on any game of two players who move in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ludens import agents
from ludens.agents import Agent
from ludens.game import Game, IllegalMove, Move, State

PLY_LIMIT = 2000


class UnfitGame(ValueError):
    """A game that the arena has no matches of; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: `winner` is the seat (1 or 2) that won, 0 for a draw; `seconds` are those of each seat's turns.

    `reason` is `rules` where the game's own end was reached, `ply-limit` where it was broken off as a draw, `error` and
    `illegal` where the other seat's agent raised an error or chose what it may not; `detail` says it in words.
    """

    winner: int
    reason: str
    detail: str
    moves: tuple[str, ...]
    seconds: tuple[tuple[float, ...], tuple[float, ...]]


class Forfeit(Exception):
    """What an agent did that loses the game."""

    def __init__(self, seat: int, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.seat, self.reason = seat, reason


def check_fit(game: Game) -> None:
    """Raises UnfitGame for games that are not of two players who move in turn."""
    if game.num_players != 2:
        raise UnfitGame(f"matches are between two players, and {game.name} has {game.num_players}")
    if any(one.is_simultaneous for one in game.games):
        raise UnfitGame(f"in {game.name} both players move at once, which agents do not search")


def play_game(
    game: Game,
    specs: Sequence[str],
    seed: int,
    *,
    ply_limit: int = PLY_LIMIT,
    stopped: Callable[[], bool] = lambda: False,
) -> Outcome | None:
    """Play one game between two agents, given as `ludens.agents.make` reads them, the first one in seat 1.

    Equal seeds give equal starts and equal chances; and equal games, where the agents' limits are counts. None where
    `stopped` said so before the end. Raises UnfitGame, AgentError for agents that do not exist.
    """
    check_fit(game)
    seated = [agents.make(spec, game, seed=seed + 1 + at) for at, spec in enumerate(specs)]
    state, moves = game.start(seed=seed), list[str]()
    seconds: tuple[list[float], list[float]] = ([], [])

    def ended(winner: int, reason: str, detail: str) -> Outcome:
        return Outcome(winner, reason, detail, tuple(moves), (tuple(seconds[0]), tuple(seconds[1])))

    try:
        while not state.is_over:
            if stopped():
                return None
            if len(moves) >= ply_limit:
                return ended(0, "ply-limit", f"broken off after {len(moves)} plies")
            moves += _turn(state, seated, seconds)
    except Forfeit as forfeit:
        return ended(3 - forfeit.seat, forfeit.reason, str(forfeit))
    winner = state.winner if state.winner in (1, 2) else 0
    return ended(winner, "rules", f"player {winner} wins" if winner else "a draw")


def _turn(state: State, seated: Sequence[Agent], seconds: tuple[list[float], list[float]]) -> list[str]:
    """Play the turn of whoever is to move; its moves, as text. Raises Forfeit."""
    seat = state.mover
    if seat not in (1, 2):  # nobody's move: the game goes on by itself
        return [state.play(state.legal_moves()[0]).to_trial()]
    began = time.perf_counter()
    try:
        chosen = _choice(state, seated[seat - 1])
        seconds[seat - 1].append(time.perf_counter() - began)
        return [state.play(move).to_trial() for move in chosen]
    except IllegalMove as error:
        raise Forfeit(seat, "illegal", str(error)) from error
    except Exception as error:
        raise Forfeit(seat, "error", f"{type(error).__name__}: {error}") from error


def _choice(state: State, agent: Agent) -> list[Move]:
    """A whole turn, unless dice or cards may fall in the middle of it, which nobody may foresee."""
    return [agent.choose(state)] if state.game.is_stochastic else agent.choose_turn(state)
