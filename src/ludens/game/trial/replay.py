"""Trials played again: which legal move each text means, found by looking ahead where several have it.

A file tells moves, and no positions. Where legal moves that lead to different positions share a text, as in games of
sowing and with things hidden, the first is taken, and another one once the file and the game come apart: a number of
legal moves that is not the recorded one, a move that is not legal, one that does other things than recorded, or
another end. Of the branches those with the fewest and the latest changes come first.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from ludens.game.matching import fitting, header_of, same_text
from ludens.game.move import Move
from ludens.game.trial.faults import FROZEN_START, SIMULATED, TrialSkipped, is_empty_simulation, keeps_its_start
from ludens.game.trial.record import Trial, TrialError, placements
from ludens.game.trial.text import is_placement, short

if TYPE_CHECKING:
    from ludens.game.game import Game
    from ludens.game.state import State

#: plies that are played on other branches, for one place where file and game come apart, and for a whole trial
_EACH, _ALL = 2000, 10_000
#: branches that are open at a time, at most and at least, and the bytes of their positions
_OPEN, _FEWEST, _BYTES = 512, 8, 64 << 20

LISTED, PLAYED, ENDED = "listed", "played", "ended"

Line = tuple["Line | None", tuple[int, ...]]


@dataclass(frozen=True)
class Difference:
    """Where a game does otherwise than a file tells: at the move of this number, or at its end (None).

    The `kind` says in what: the legal moves that are `LISTED`, what is `PLAYED`, or how it `ENDED`.
    """

    text: str
    line: int
    kind: str
    move: int | None = None

    def __str__(self) -> str:
        return f"line {self.line}: {self.text}" if self.line else self.text


@dataclass
class Followed:
    """A trial as a game plays it.

    `first` is the number of its first move that is no placement, `numbers` are those of the legal moves from there on:
    one of each ply, or one of each player. `differences` are told and passed over; `error` is where it could not go on,
    a `TrialSkipped` where that is the fault of what recorded the file.
    `tested` tells how often file and game were compared, `searched` how many plies were played on other branches.
    """

    first: int
    numbers: list[tuple[int, ...]] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)
    error: TrialError | None = None
    tested: int = 0
    searched: int = 0


def follow(game: Game, trial: Trial, *, most: int | None = None) -> Followed:
    """Find the moves of a trial, at `most` so many plies."""
    return _Search(game, trial, most).run()


def replay_trial(game: Game, trial: Trial) -> Iterator[tuple[State, Move | None]]:
    """The states of a trial with the moves that led to them, the start with None; always the same state, played on.

    Raises TrialError at the first move that is not legal.
    """
    followed = follow(game, trial)
    yield from played_again(game, trial, followed)
    if followed.error is not None:
        raise followed.error


def played_again(game: Game, trial: Trial, followed: Followed) -> Iterator[tuple[State, Move | None]]:
    """The same of a trial that has been followed; what could not be played is left out."""
    state = game.start(rng_state=trial.rng_state)
    yield state, None
    for numbers in followed.numbers:
        moves = state.legal_moves()
        yield state, state.play([moves[number] for number in numbers])


def first_played(game: Game, trial: Trial) -> int:
    """The number of the first move that is no placement.

    Older files do not tell, and a match tells 0, though the start of its first game stands first, backwards. What the
    game places decides then.
    """
    if trial.placements:
        return trial.placements
    start = placements(game, trial.rng_state)
    head = trial.moves[: len(start)]
    if any(_all_same(head, one) for one in (start, start[::-1])):
        return len(start)
    if trial.placements is not None:
        return 0
    return next((n for n, move in enumerate(head) if not is_placement(move)), len(head))


def _all_same(one: tuple[str, ...], other: list[str]) -> bool:
    return len(one) == len(other) and all(map(same_text, one, other))


def end_differences(trial: Trial, state: State) -> list[str]:
    """How the end of a game that was played again differs from the file's, in words."""
    differences = []
    if trial.winner is not None and not state.is_over:
        differences.append("the file's game is over, and this one is not")
    elif trial.winner is not None and trial.winner != state.winner:
        differences.append(f"the file's winner is {trial.winner}, and here it is {state.winner}")
    if state.is_over and trial.ranking is not None and list(trial.ranking) != state.ranking:
        differences.append(f"the file's ranking is {list(trial.ranking)}, and here it is {state.ranking}")
    return differences


@dataclass
class _Branch:
    """A position to go on from, and the moves that led to it; `changes` tell how often another move was taken."""

    state: State
    line: Line | None
    ply: int
    changes: int = 0


@dataclass
class _Reached(_Branch):
    """Where a branch came to: the end, or where file and game come apart."""

    differences: list[Difference] = field(default_factory=list)
    error: TrialError | None = None

    @property
    def rank(self) -> tuple[int, bool, bool]:
        """Greater where it came further."""
        return self.ply, self.error is None, not self.differences


class _Search:
    """The search for the moves of one trial."""

    def __init__(self, game: Game, trial: Trial, most: int | None) -> None:
        self.game, self.trial = game, trial
        self.first = first_played(game, trial)
        self.texts = trial.moves[self.first :][:most]
        self._whole = len(self.texts) == len(trial.moves) - self.first
        self._open = list[tuple[int, int, int, _Branch]]()
        self._searched = self._serial = 0
        self._start = self.game.start(rng_state=trial.rng_state)
        self._most_open = max(_FEWEST, min(_OPEN, _BYTES // len(self._start.tobytes())))

    def run(self) -> Followed:
        followed = Followed(self.first, differences=self._placed(), tested=self.first)
        if followed.differences and keeps_its_start(self.game):
            return replace(followed, differences=[], error=self._skipped(FROZEN_START))
        if is_empty_simulation(self.game, self.texts):
            followed.differences += self._listed(self._start, 0)
            return replace(followed, error=self._skipped(SIMULATED), tested=self.first + 1)
        best = self._walk(_Branch(self._start, None, 0))
        while best.error is not None or best.differences:
            better = self._better(best)
            if better is not None:
                best = better
                continue
            followed.differences += best.differences
            if best.error is not None or best.ply == len(self.texts):
                break
            self._open.clear()
            best = self._walk(best, accepted=best.ply)
        followed.error, followed.numbers, followed.searched = best.error, _numbers(best.line), self._searched
        followed.tested += len(followed.numbers) + 1
        return followed

    def _skipped(self, reason: str) -> TrialSkipped:
        return TrialSkipped(reason, self.trial.name, self.trial.line(self.first))

    def _placed(self) -> list[Difference]:
        """Whether the game begins with the placements of the file."""
        head = self.trial.moves[: self.first]
        start = placements(self.game, self.trial.rng_state)
        if any(_all_same(head, one) for one in (start, start[::-1])):
            return []
        number = next((n for n, (a, b) in enumerate(zip(head, start, strict=False)) if not same_text(a, b)), 0)
        text = f"the file's game begins with {len(head)} placements, and this one with {len(start)} others"
        return [Difference(text, self.trial.line(number), PLAYED, number)]

    def _better(self, best: _Reached) -> _Reached | None:
        """Where another branch comes to that comes further, if one does."""
        end = min(self._searched + _EACH, _ALL)
        while self._open and self._searched < end:
            reached = self._walk(heapq.heappop(self._open)[-1], searched=best.ply)
            if reached.rank > best.rank:
                return reached
        return None

    def _walk(self, begun: _Branch, *, accepted: int = -1, searched: int = -1) -> _Reached:
        """Go on from a position as far as file and game agree; at the ply that is `accepted` they need not.

        What is played up to the ply that is `searched` is searching.
        """
        state, line, ply = begun.state, begun.line, begun.ply
        while True:
            self._searched += ply <= searched
            reached = _Reached(state, line, ply, begun.changes)
            reached.differences = self._listed(state, ply)
            if ply == len(self.texts):
                reached.differences += self._ended(state)
                return reached
            number, text = self.first + ply, self.texts[ply]
            if state.is_over:
                reached.error = self.trial.error("the game is over before this move", number)
                return reached
            fits = fitting(state, text)
            if not fits:
                reached.error = self.trial.error(f"this move is not legal here: {short(text)}", number)
                return reached
            if not fits[0].is_literal:
                reached.differences.append(self._other(fits[0].applied, number, text))
            if reached.differences and ply != accepted:
                return reached
            begun = _Branch(state, line, ply, begun.changes)
            for other in fits[1:]:
                self._leave(begun, other.after, (line, other.numbers))
            state, line, ply = fits[0].after, (line, fits[0].numbers), ply + 1

    def _leave(self, here: _Branch, after: State, line: Line) -> None:
        """Leave a branch for later."""
        self._serial += 1
        branch = _Branch(after, line, here.ply + 1, here.changes + 1)
        heapq.heappush(self._open, (branch.changes, -branch.ply, self._serial, branch))
        if len(self._open) > self._most_open:
            self._open.remove(max(self._open))
            heapq.heapify(self._open)

    def _listed(self, state: State, ply: int) -> list[Difference]:
        """Whether the legal moves of a position are the recorded ones: as many, and of the same sites where told."""
        number, moves, differences = self.first + ply, state.legal_moves(), list[str]()
        if ply < len(self.trial.sizes) and not state.is_over and len(moves) != self.trial.sizes[ply]:
            differences.append(f"the file has {_counted(self.trial.sizes[ply])}, here are {len(moves)}")
        if ply < len(self.trial.legal):
            recorded = sorted(map(header_of, self.trial.legal[ply]))
            if recorded != sorted((move.mover, move.from_site, move.to_site) for move in moves):
                differences.append("the file has other legal moves")
        return [Difference(f"after move {ply} {text}", self.trial.line(number), LISTED, number) for text in differences]

    def _other(self, applied: str, number: int, text: str) -> Difference:
        message = f"move {number} did otherwise: {short(text)} in the file, and here {short(applied)}"
        return Difference(message, self.trial.line(number), PLAYED, number)

    def _ended(self, state: State) -> list[Difference]:
        return [Difference(text, 0, ENDED) for text in end_differences(self.trial, state)] if self._whole else []


def _counted(size: int) -> str:
    return f"{size} legal move{'s' * (size != 1)}"


def _numbers(line: Line | None) -> list[tuple[int, ...]]:
    """The numbers along a line, from its beginning."""
    numbers = list[tuple[int, ...]]()
    while line is not None:
        line, last = line
        numbers.append(last)
    return numbers[::-1]
