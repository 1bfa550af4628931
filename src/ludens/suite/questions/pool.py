"""Positions that questions are asked of: those of random games, some of which are at hand at a time."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ludens import render
from ludens.game import Game, Move, State
from ludens.suite.prompts import move_text, numbered
from ludens.suite.questions.question import QuestionError

#: random games at hand, the positions that are drawn before one of them makes room, and the plies of the longest
_AT_HAND, _DRAWN, _LONG = 16, 12, 300
#: how far from the start a position of the first level is, and how far from the end one that is late
_EARLY, _LATE = 6, 6


@dataclass
class Trail:
    """A random game: the moves, and the positions before each and after the last."""

    seed: int
    states: list[State]
    moves: list[Move]
    _names: list[str] = field(default_factory=list)

    def names(self, at: int) -> tuple[str, ...]:
        """The first moves, as players write them."""
        for ply in range(len(self._names), at):
            self._names.append(move_text(self.states[ply], self.moves[ply]))
        return tuple(self._names[:at])


@dataclass(frozen=True)
class Position:
    """A position of a random game, in which somebody is to move."""

    trail: Trail
    at: int

    @property
    def state(self) -> State:
        return self.trail.states[self.at]

    @cached_property
    def legal(self) -> list[Move]:
        return list(self.state.legal_moves())

    @cached_property
    def ways(self) -> frozenset[tuple[int, int]]:
        """From where to where the legal moves go."""
        return frozenset((move.from_site, move.to_site) for move in self.legal)

    def name(self, move: Move) -> str:
        return move_text(self.state, move)


def position_shown(state: State, moves: Sequence[str]) -> str:
    """A position as questions show it, with the moves before it: rules may look back, and no board shows that."""
    before = f"The moves so far: {numbered(moves)}\n\n" if moves else ""
    return f"{before}The position, with player {state.mover} to move:\n\n{render.text(state, coordinates=True)}"


def random_trail(game: Game, rng: random.Random, most: int = _LONG) -> Trail:
    """A random game, broken off after so many plies."""
    seed = rng.randrange(1 << 30)
    state = game.start(seed=seed)
    trail = Trail(seed, [state.copy()], [])
    while len(trail.moves) < most and not state.is_over:
        legal = state.legal_moves()
        trail.moves.append(state.play(legal[rng.randrange(len(legal))]))
        trail.states.append(state.copy())
    return trail


class Pool:
    """Random games of a game, from which positions are drawn; equal seeds give equal ones."""

    def __init__(self, game: Game, level: int, rng: random.Random) -> None:
        self.game, self.level, self.rng = game, level, rng
        self._trails = [self._fresh() for _ in range(_AT_HAND)]
        self._drawn = 0
        #: positions whose answer is found already, by the moves that a win takes
        self.put_by: dict[int, list[Position]] = {0: [], 1: [], 2: []}

    def _fresh(self) -> Trail:
        for _ in range(_AT_HAND):
            trail = random_trail(self.game, self.rng)
            if trail.moves:
                return trail
        raise QuestionError(f"{self.game.name} is over before anybody moves")

    def _trail(self) -> Trail:
        self._drawn += 1
        if self._drawn % _DRAWN == 0:
            self._trails[self.rng.randrange(_AT_HAND)] = self._fresh()
        return self.rng.choice(self._trails)

    def draw(self) -> Position:
        """A position of the level: near the start, anywhere, or late."""
        trail = self._trail()
        last = len(trail.moves) - 1
        low, high = {1: (0, min(_EARLY, last)), 2: (0, last), 3: (last * 2 // 3, last)}[self.level]
        return Position(trail, self.rng.randint(low, high))

    def before_end(self, plies: int) -> Position | None:
        """A position so many plies before the end of a game by its rules; None where none is at hand."""
        trail = self._trail()
        if not trail.states[-1].is_over or len(trail.moves) < plies:
            return None
        return Position(trail, len(trail.moves) - plies)

    def late(self, plies: int = 1) -> Position | None:
        """A late position, with so many plies behind it that do not end the game."""
        trail = self._trail()
        last = len(trail.moves) - plies - 1
        return Position(trail, self.rng.randint(max(last - _LATE, 0), last)) if last >= 0 else None

    @cached_property
    def pieces(self) -> list[str]:
        """The kinds of pieces that stand on the board in these games."""
        names = {component.index: component.name for component in self.game.components}
        seen = {row[3] for trail in self._trails for state in trail.states[:: max(len(trail.states) // 8, 1)]
                for row in state.sites()}  # fmt: skip
        return [name for index, name in names.items() if index in seen]

    def others(self, tries: int) -> Iterator[Position]:
        """Some more positions of the level."""
        for _ in range(tries):
            yield self.draw()
