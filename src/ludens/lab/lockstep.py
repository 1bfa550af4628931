"""Two games played in lockstep, by the texts of their moves: what both can play, and what differs between them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ludens.game import Game, Move, State
from ludens.game.match import Match, MatchState

#: so many moves that only one of the games has are told
_SHOWN = 6

#: a move, or where players move at once one of each
Turn = Move | list[Move]


@dataclass(frozen=True)
class Finding:
    """Something that differs after a line: `kind` ("moves", "board", "end" ...), and what each of the games says."""

    kind: str
    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.first} | {self.second}"


class SharedTurn(NamedTuple):
    """A turn that both games have: its text, and what it is in each."""

    text: str
    first: Turn
    second: Turn


class Pair:
    """A position of both games after the same moves."""

    def __init__(self, first: State, second: State) -> None:
        self.first, self.second = first, second

    @cached_property
    def turns(self) -> tuple[Turns, Turns]:
        """What can be played in each of the games."""
        return turns_of(self.first), turns_of(self.second)

    def choices(self) -> Iterator[SharedTurn]:
        """The turns that both games have, always in the same order."""
        ours, theirs = self.turns
        waiting: dict[str, list[Turn]] = {}
        for text, turn in theirs:
            waiting.setdefault(text, []).append(turn)
        for text, turn in ours:
            if same_text := waiting.get(text):
                yield SharedTurn(text, turn, same_text.pop(0))

    def choice_of(self, text: str) -> SharedTurn | None:
        """The turn of that text, if both games have it."""
        return next((choice for choice in self.choices() if choice.text == text), None)

    def after(self, choice: SharedTurn) -> Pair:
        """The position after a turn."""
        first, second = self.first.copy(), self.second.copy()
        first.play(choice.first)
        second.play(choice.second)
        return Pair(first, second)

    @cached_property
    def differs(self) -> bool:
        """Whether the games differ here."""
        return next(self.differences(), None) is not None

    def differences(self) -> Iterator[Finding]:
        """What differs here: what stands where, whose turn it is, scores, the end, the moves."""
        first, second = self.first, self.second
        if (ours := _board(first)) != (theirs := _board(second)):
            yield Finding("board", _some(ours - theirs), _some(theirs - ours))
        for kind, tell in _STATE_FACTS.items():
            over = first.is_over or second.is_over
            if not (over and kind == "mover") and (text := tell(first)) != (other := tell(second)):
                yield Finding(kind, text, other)
        if first.is_over or second.is_over:
            return
        ours, theirs = (Counter(text for text, _ in turns) for turns in self.turns)
        if ours != theirs:
            yield Finding("moves", _name_moves(first, ours - theirs), _name_moves(second, theirs - ours))


Turns = Sequence[tuple[str, Turn]]


def start(games: tuple[Game, Game], seed: int) -> Pair:
    """Both games at their start."""
    return Pair(games[0].start(seed=seed), games[1].start(seed=seed))


def turns_of(state: State) -> Turns:
    """What can be played: moves, or one of each player at once, with texts that mean the same in both games."""
    if state.is_over:
        return []
    moves = state.legal_moves()
    if not state.is_simultaneous:
        return [(move.to_trial(), move) for move in moves]
    parts: dict[int, list[Move]] = {}
    for move in moves:
        parts.setdefault(move.mover, []).append(move)
    joint = itertools.product(*parts.values())
    return [(" & ".join(move.to_trial() for move in turn), list(turn)) for turn in joint]


def differences_of_games(first: Game, second: Game) -> Iterator[Finding]:
    """What differs before a move is made, that no position shows."""
    for kind, tell in _FACTS.items():
        ours, theirs = tell(first), tell(second)
        if ours != theirs:
            yield Finding(kind, ours, theirs)


_FACTS: dict[str, Callable[[Game], str]] = {
    "players": lambda game: str(game.num_players),
    "games": lambda game: str(len(game.games)) if isinstance(game, Match) else "no match",
    "sites": lambda game: ", ".join(
        f"{one.topology.count(one.model.default_site)} {one.model.default_site}" for one in game.games
    ),
}


def _outcome(state: State) -> str:
    if not state.is_over:
        return "goes on"
    return f"is over, with the ranks {', '.join(f'{rank:g}' for rank in state.ranking)}"


_STATE_FACTS: dict[str, Callable[[State], str]] = {
    "end": _outcome,
    "mover": lambda state: str(state.mover),
    "scores": lambda state: ", ".join(map(str, state.scores)),
    "scores of the match": lambda state: (
        ", ".join(map(str, state.match_scores)) if isinstance(state, MatchState) else ""
    ),
    "dice": lambda state: str(state.dice),
}


def _board(state: State) -> Counter[str]:
    """What stands where, by the names of the pieces."""
    names = {component.index: component.name for component in state.playing.game.components}
    facts = ("owner", "count", "state", "rotation", "value")
    return Counter(
        f"{names.get(what, what)} on {kind}{site}"
        + (f" level {level}" if level else "")
        + "".join(f" {fact} {value}" for fact, value in zip(facts, values, strict=True) if value and fact != "owner")
        for kind, site, level, what, *values in state.sites()
    )


def _some(texts: Counter[str]) -> str:
    elements = sorted(texts.elements())
    more = f" and {len(elements) - _SHOWN} more" if len(elements) > _SHOWN else ""
    return ", ".join(elements[:_SHOWN]) + more if elements else "nothing else"


def _name_moves(state: State, texts: Counter[str]) -> str:
    """Moves that only one of the games has, as people call them."""
    if not texts:
        return "no other moves"
    if state.is_simultaneous:
        return "also " + _some(texts)
    names = (state.notation(move) for move in state.legal_moves() if texts[move.to_trial()])
    return "also " + _some(Counter(names))
