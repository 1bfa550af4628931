"""Games between agents, and others who take their seats, on any game of two players who move in turn."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ludens import agents
from ludens.agents import Agent
from ludens.arena.process import Fault
from ludens.game import Game, IllegalMove, Move, State

PLY_LIMIT = 2000


class UnfitGame(ValueError):
    """A game that the arena has no matches of; the message says why."""


@dataclass(frozen=True)
class Outcome:
    """How a game ended: `winner` is the seat (1 or 2) that won, 0 for a draw; `seconds` are those of each seat's turns.

    `reason` is `rules` where the game's own end was reached, `ply-limit` where it was broken off as a draw, `error` and
    `illegal` where the other seat's agent raised an error or chose what it may not, or the name of a bot's fault;
    `detail` says it in words. `said` is the end of what each seat's bot said on standard error.
    """

    winner: int
    reason: str
    detail: str
    moves: tuple[str, ...]
    seconds: tuple[tuple[float, ...], tuple[float, ...]]
    said: tuple[str, str] = ("", "")


class Forfeit(Exception):
    """What an agent did that loses the game."""

    def __init__(self, seat: int, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.seat, self.reason = seat, reason


class Player(Protocol):
    """Whoever sits at a seat, for one game."""

    def moves(self, state: State) -> Sequence[Move]:
        """The moves to be made now, one after the other, all of them this player's. May raise Fault."""

    def see(self, state: State, move: Move) -> None:
        """A move is about to be made, by whomever."""

    def close(self) -> str:
        """The game is over for this player; gives what it said on standard error."""


Maker = Callable[[str, Game, int], Player]


class Seated:
    """An agent at a seat."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def moves(self, state: State) -> Sequence[Move]:
        """A whole turn, unless dice or cards may fall in the middle of it, which nobody may foresee."""
        return [self.agent.choose(state)] if state.game.is_stochastic else self.agent.choose_turn(state)

    def see(self, state: State, move: Move) -> None:
        """Agents look at the position only."""

    def close(self) -> str:
        return ""


def seat(spec: str, game: Game, seed: int) -> Player:
    """The agent that `ludens.agents.make` makes, at a seat. Raises AgentError."""
    return Seated(agents.make(spec, game, seed=seed))


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
    make: Maker = seat,
    ply_limit: int = PLY_LIMIT,
    stopped: Callable[[], bool] = lambda: False,
) -> Outcome | None:
    """Play one game between two players, given as `make` reads them (`ludens.agents.make`), the first one in seat 1.

    Equal seeds give equal starts and equal chances; and equal games, where the agents' limits are counts. None where
    `stopped` said so before the end. Raises UnfitGame, AgentError for agents that do not exist.
    """
    check_fit(game)
    players = [make(spec, game, seed + 1 + at) for at, spec in enumerate(specs)]
    seconds: tuple[list[float], list[float]] = ([], [])
    moves: list[str] = []
    try:
        ended = _play(game.start(seed=seed), players, moves, seconds, ply_limit, stopped)
    finally:
        said = [player.close() for player in players]
    if ended is None:
        return None
    return Outcome(*ended, tuple(moves), (tuple(seconds[0]), tuple(seconds[1])), (said[0], said[1]))


def _play(
    state: State,
    players: Sequence[Player],
    moves: list[str],
    seconds: tuple[list[float], list[float]],
    ply_limit: int,
    stopped: Callable[[], bool],
) -> tuple[int, str, str] | None:
    """Winner, reason and detail of a game; its moves and the seconds of its turns are added to the lists."""
    try:
        while not state.is_over:
            if stopped():
                return None
            if len(moves) >= ply_limit:
                return 0, "ply-limit", f"broken off after {len(moves)} plies"
            _turn(state, players, moves, seconds)
    except Forfeit as forfeit:
        return 3 - forfeit.seat, forfeit.reason, str(forfeit)
    winner = state.winner if state.winner in (1, 2) else 0
    return winner, "rules", f"player {winner} wins" if winner else "a draw"


def _turn(state: State, players: Sequence[Player], moves: list[str], seconds: tuple[list[float], list[float]]) -> None:
    """Play the turn of whoever is to move. Raises Forfeit."""
    seat = state.mover
    if seat not in (1, 2):  # nobody's move: the game goes on by itself
        _make(state, players, state.legal_moves()[0], moves)
        return
    began = time.perf_counter()
    try:
        chosen = players[seat - 1].moves(state)
        seconds[seat - 1].append(time.perf_counter() - began)
        for move in chosen:
            _make(state, players, move, moves)
    except Fault as fault:
        raise Forfeit(seat, fault.name, str(fault)) from None
    except IllegalMove as error:
        raise Forfeit(seat, "illegal", str(error)) from error
    except Exception as error:
        raise Forfeit(seat, "error", f"{type(error).__name__}: {error}") from error


def _make(state: State, players: Sequence[Player], move: Move, moves: list[str]) -> None:
    for player in players:
        player.see(state, move)
    moves.append(state.play(move).to_trial())
