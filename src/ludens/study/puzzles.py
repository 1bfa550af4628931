"""Puzzles in one's own games: a player to move can force the win in n turns, and only one move does.

A proof looks at every move of both sides; it uses no search that guesses.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from ludens import agents, notation
from ludens.game import Game, Move, State
from ludens.game.hidden import hides
from ludens.game.single import SingleGame
from ludens.native import WORKSPACE, Words
from ludens.solve.keys import words_of
from ludens.solve.native_turns import DEEPEST, FRAME_WORDS, Ask, End, program
from ludens.study.study import Study
from ludens.study.tree import StudyError

#: how many positions are looked at before a position counts as too difficult to be proved
BUDGET: Final = 200_000
#: the same where there are many more positions to choose from
MADE_BUDGET: Final = 50_000
#: the agents whose games yield puzzles: strong enough to reach wins, weak enough to err
PLAYERS: Final = "uct:60,alphabeta:1"
#: how many plies at the end of a game are looked at for each turn that a win may take, and how long a game may be
_LAST: Final = 5
_PLIES: Final = 400
#: positions that native code looks at before it is asked whether to stop, and bytes of the positions of a line
_SLICE: Final = 1 << 14
_ROOM: Final = 1 << 26


class _BudgetSpent(Exception):
    """The budget is spent."""


@dataclass(frozen=True)
class Puzzle:
    """A position of a study where `player` wins within `turns` turns, by one first move only.

    `solution` is the line with the longest defence, by names; `looked_at` positions prove it.
    """

    node: int
    ply: int
    player: int
    turns: int
    solution: tuple[str, ...]
    played: str
    looked_at: int
    state: State = field(compare=False, repr=False)

    @property
    def was_found(self) -> bool:
        """Whether the player made the winning move in the game."""
        return self.played == self.solution[0]

    def to_dict(self) -> dict[str, Any]:
        """The puzzle, ready for JSON."""
        return {
            "node": self.node,
            "ply": self.ply,
            "player": self.player,
            "turns": self.turns,
            "solution": list(self.solution),
            "played": self.played,
            "found": self.was_found,
            "looked_at": self.looked_at,
        }


def check(game: Game) -> None:
    """Raises StudyError where a win cannot be proved: by chance, by what is hidden, by moves made at once."""
    if game.is_stochastic:
        raise StudyError(f"{game.name} is a game of chance: no win can be proved")
    if hides(game):
        raise StudyError(f"{game.name} hides something from the players: no win can be proved")
    if game.is_simultaneous:
        raise StudyError(f"in {game.name} all players move at once: no win can be proved")
    if game.num_players < 1 or game.is_puzzle:
        raise StudyError(f"{game.name} has no opponent to win against")


def find(
    study: Study,
    turns: int = 2,
    *,
    least: int = 2,
    budget: int = BUDGET,
    on_progress: Callable[[int, int], object] = lambda done, total: None,
) -> Iterator[Puzzle]:
    """The puzzles of a study's main line, from its start on: wins in `least` to `turns` turns.

    Raises StudyError where the game has none.
    """
    check(study.game)
    line = [0, *(node.id for node in study.tree.line())]
    for ply, number in enumerate(line):
        on_progress(ply, len(line))
        state = study.state_at(number)
        played = study.tree[line[ply + 1]].name if ply + 1 < len(line) else ""
        puzzle = puzzle_at(state, turns, least=least, budget=budget)
        if puzzle is not None:
            player, needed, solution, looked_at = puzzle
            yield Puzzle(number, ply, player, needed, solution, played, looked_at, state)
    on_progress(len(line), len(line))


def make_puzzles(
    game: Game,
    *,
    turns: int = 2,
    least: int = 2,
    players: str = PLAYERS,
    games: int | None = None,
    seed: int = 0,
    budget: int = MADE_BUDGET,
    on_game: Callable[[int], object] = lambda games: None,
) -> Iterator[Puzzle]:
    """Puzzles from the ends of `games` games that agents play, or without an end; each position once.

    `players` is an agent as `ludens.agents.make` takes it, or several with commas between them, which have games in
    turn; `on_game` receives how many games are done. Raises StudyError where the game has no puzzles.
    """
    check(game)
    seen, style, names = set[str](), notation.of(game), players.split(",")
    for number in itertools.count() if games is None else range(games):
        states, moves = _played(game, names[number % len(names)], seed + number)
        for ply in range(max(0, len(moves) - _LAST * turns), len(moves)):
            state = states[ply]
            if str(state) in seen:
                continue
            seen.add(str(state))
            puzzle = puzzle_at(state, turns, least=least, budget=budget)
            if puzzle is not None:
                player, needed, solution, looked_at = puzzle
                yield Puzzle(ply, ply, player, needed, solution, style.ply(state, moves[ply]), looked_at, state)
        on_game(number + 1)


def _played(game: Game, name: str, seed: int) -> tuple[list[State], list[Move]]:
    """A game that an agent plays with itself: its positions that go on, and the moves made there."""
    agent, state = agents.make(name, game, seed=seed), game.start(seed=seed)
    states, moves = list[State](), list[Move]()
    while not state.is_over and len(moves) < _PLIES:
        states.append(state.copy())
        moves.append(agent.choose(state))
        state.play(moves[-1])
    return states, moves


def puzzle_at(
    state: State, turns: int, *, least: int = 1, budget: int = BUDGET, stop: threading.Event | None = None
) -> tuple[int, int, tuple[str, ...], int] | None:
    """The player, the turns needed, the solution and the count of positions; None if there is no puzzle.

    A position is no puzzle if several moves win, if there is only one legal move, or if the proof needs more than
    `budget` positions.
    """
    if state.is_over or len(state.legal_moves()) < 2:
        return None
    kind = NativeProof if isinstance(state.game, SingleGame) else Proof
    proof = kind(state.seat, budget, stop)
    try:
        for needed in range(1, turns + 1):
            winning = proof.winning(state, needed)
            if winning:
                if len(winning) > 1 or needed < least:
                    return None
                solution = proof.solution(state, needed)
                return None if solution is None else (state.mover, needed, solution, proof.looked_at)
    except _BudgetSpent:
        pass
    return None


class Proof:
    """Looks at every move, for one player who tries to win, and counts the positions."""

    def __init__(self, player: int, budget: int = BUDGET, stop: threading.Event | None = None) -> None:
        self.player, self.budget, self.looked_at, self.stop = player, budget, 0, stop

    def wins(self, state: State, turns: int) -> bool:
        """Whether the player can force the win within `turns` own turns. The state is left as it is."""
        if state.is_over:
            return state.seats.seat(state.winner) == self.player
        self.looked_at += 1
        if self.looked_at > self.budget or (self.stop is not None and self.stop.is_set()):
            raise _BudgetSpent
        mine = state.seat == self.player
        if mine and turns == 0:
            return False
        moves = list(state.legal_moves())
        results = (self._after(state, move, turns) for move in moves)
        return bool(moves) and (any(results) if mine else all(results))

    def _after(self, state: State, move: Any, turns: int) -> bool:
        mover = state.seat
        state.play(move)
        try:
            ended = mover == self.player and (state.is_over or state.seat != self.player)
            return self.wins(state, turns - ended)
        finally:
            state.undo()

    def winning(self, state: State, turns: int) -> list[int]:
        """The numbers of the player's moves that win within `turns` turns; the search ends at two of them."""
        numbers, state = list[int](), state.copy()
        for number, move in enumerate(list(state.legal_moves()) if turns > 0 else []):
            if self._after(state, move, turns):
                numbers.append(number)
                if len(numbers) == 2:
                    break
        return numbers

    def solution(self, state: State, turns: int) -> tuple[str, ...] | None:
        """The line of the longest defence, by names; None where the player has a choice before the last turn."""
        style, here, names = notation.of(state.game), state.copy(), list[str]()
        while not here.is_over:
            mover = here.seat
            if mover == self.player:
                winning = self.winning(here, turns)
                if len(winning) > 1 and turns > 1:
                    return None
                move = here.legal_moves()[winning[0]]
            else:
                move = here.legal_moves()[self._defence(here, turns)]
            names.append(style.ply(here, move))
            here.play(move)
            turns -= mover == self.player and (here.is_over or here.seat != self.player)
        return tuple(names)

    def _defence(self, state: State, turns: int) -> int:
        """The number of the reply that holds out longest."""
        longest, best = 0, 0
        for number, move in enumerate(list(state.legal_moves())):
            after = state.copy()
            after.play(move)
            needed = next(n for n in range(turns + 1) if self.wins(after, n))
            if needed > longest:
                longest, best = needed, number
        return best


class NativeProof(Proof):
    """The same in native code, for games that are no matches; it looks at the same positions in the same order."""

    def __init__(self, player: int, budget: int = BUDGET, stop: threading.Event | None = None) -> None:
        super().__init__(player, budget, stop)
        self._words: Words | None = None
        self._ask = Words(len(Ask))
        # as much as is used of it is what the system gives
        self._line = np.empty(_ROOM, np.uint8)
        self._ask.share(Ask.LINE, self._line)
        self._ask.share(Ask.FRAMES, np.zeros((DEEPEST + 1, FRAME_WORDS), np.uint64))
        self._ask[Ask.ROOM], self._ask[Ask.PLAYER] = _ROOM, player

    def wins(self, state: State, turns: int) -> bool:
        if state.is_over:
            return state.seats.seat(state.winner) == self.player
        if self._words is None:
            self._words = words_of(state.game)
        root, fresh, end = np.ascontiguousarray(state.block), 1, End.PAUSED
        while end == End.PAUSED:
            remaining = self.budget + 1 - self.looked_at
            if remaining <= 0 or (self.stop is not None and self.stop.is_set()):
                raise _BudgetSpent
            self._ask[Ask.LOOKED] = 0
            end = program().run("search", self._words, WORKSPACE, self._ask, root, turns, fresh, min(remaining, _SLICE))
            self.looked_at += self._ask[Ask.LOOKED]
            fresh = 0
        if end == End.NO_ROOM or self.looked_at > self.budget:
            raise _BudgetSpent
        return bool(self._ask[Ask.RESULT])
