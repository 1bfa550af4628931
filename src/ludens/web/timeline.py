"""A game being played: its position, and the plies that led to it. All of it runs in the engine's threads."""

from __future__ import annotations

import random
import time
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

from ludens import notation, words
from ludens.game import Game, IllegalMove, State
from ludens.game.seats import may_swap
from ludens.game.trial import Recorder, Trial, first_played, follow, write_trial
from ludens.notation.turns import goes_on
from ludens.render.names import player_names
from ludens.study import plies
from ludens.study.files import TRIAL
from ludens.study.plies import is_between
from ludens.study.setup import found_again
from ludens.study.tree import Ply
from ludens.web.seats import HUMAN

__all__ = ["Timeline", "is_between", "is_forced", "must_pass", "rng_state", "timeline_of_trial"]

#: the tags of files that name players
SIDES: Final = ("White", "Black")


class Timeline:
    """A game from its start, or from a position.

    `cursor` counts the plies that are played; those after it were taken back.
    """

    def __init__(self, game: Game, rng_state: bytes, start: bytes = b"") -> None:
        """`start` is a position as `ludens.study.setup.position_bytes` gives it; empty for the game's own start.

        Raises StudyError where it cannot be set up.
        """
        self.game, self.rng_state, self.start = game, rng_state, start
        self.state: State = found_again(game, start) if start else game.start(rng_state=rng_state)
        self.plies: list[Ply] = []
        self.cursor = 0
        #: plies as players may know them, by number and player; see `ludens.web.visibility`
        self.player_plies: dict[tuple[int, int], Ply] = {}
        self._names: list[str] | None = None
        self._snapshots = [_packed(self.state)]
        self._plays = [self.state.seats.players]

    # --- reading

    @property
    def plays(self) -> tuple[tuple[int, ...], ...]:
        """The players that the seats play before each ply, and behind the last; none where nobody may swap sides."""
        return tuple(self._plays) if may_swap(self.game) else ()

    @property
    def names(self) -> list[str]:
        """The standard notation of the legal moves, every one different."""
        if self._names is None:
            self._names = self.state.notations()
        return self._names

    def at(self, ply: int) -> State:
        """The state after so many plies. Raises IndexError."""
        if not 0 <= ply <= len(self.plies):
            raise IndexError(ply)
        return self.state if ply == self.cursor else self._unpacked(ply)

    def turn(self, ply: int) -> range:
        """The numbers, from 1, of the plies of the turn that ply `ply` is of, up to that one."""
        first = ply
        while first > 1 and goes_on(self.at(first - 1).playing):
            first -= 1
        return range(first, ply + 1)

    def trial(self, source: str) -> str:
        """The game so far as a trial file. Raises IllegalMove where the game began with a position."""
        if self.start:
            raise IllegalMove("a trial begins with the start rules, and this game with a position set up by hand")
        played = self.plies[: self.cursor]
        texts, choices = [ply.trial for ply in played], [ply.choices for ply in played]
        recorder = Recorder(self.game, self.rng_state, source, texts, choices)
        return write_trial(recorder.trial(self.state))

    def file(self, form: str, source: str, players: Sequence[str] = ()) -> str:
        """The game so far as a file of this format. Raises IllegalMove and NotationError where it cannot hold it."""
        if form == TRIAL:
            return self.trial(source)
        state = self.at(0).copy()
        record = notation.Record(state.copy(), tags=_tags(self.game, players))
        for ply in self.plies[: self.cursor]:
            record.plies += plies.repeat(state, ply)
        return notation.of(self.game).write(record, form)

    # --- playing

    def play(self, numbers: Sequence[int]) -> Ply:
        """Play the legal moves of these numbers: one, or one of each player's. Raises IllegalMove."""
        ply = plies.make(self.state, numbers)
        try:
            self._reached(ply)
        except BaseException:  # the move leads to where a limit is hit: it must not stand
            self.state.undo()
            raise
        return ply

    def _reached(self, ply: Ply) -> None:
        """The state is the one after this ply; plies that had been taken back are forgotten."""
        state = self.state.copy()  # without its own way back: the snapshots are smaller
        state.legal_moves()  # a simulation is over once it is asked for moves and has none
        if self.cursor < len(self.plies):
            self.player_plies.clear()
        del self.plies[self.cursor :], self._snapshots[self.cursor + 1 :], self._plays[self.cursor + 1 :]
        self.plies.append(ply)
        self._snapshots.append(_packed(state))
        self._plays.append(state.seats.players)
        self._show(state, self.cursor + 1)

    def _show(self, state: State, cursor: int) -> None:
        self.state, self.cursor, self._names = state, cursor, None

    def go(self, ply: int) -> None:
        """Take plies back, or play them again, until so many are played. Raises IndexError."""
        self._show(self.at(ply), ply)

    # --- from what was kept

    def restore(self, stored: Iterable[Ply], cursor: int) -> None:
        """Play stored plies again, and go to one. Raises IllegalMove where they are no longer those of this game."""
        for ply in stored:
            try:
                plies.repeat(self.state, ply)
            except IllegalMove as error:
                raise IllegalMove(f"ply {self.cursor + 1} of this game: {error}") from None
            self._reached(ply)
        self.go(min(cursor, len(self.plies)))

    def walk(self, line: Sequence[Ply]) -> None:
        """Be behind these plies; what they share with those that are known already is not played again.

        Raises IllegalMove where one is not legal any more.
        """
        pairs = zip(line, self.plies, strict=False)
        shared = next((n for n, (ply, other) in enumerate(pairs) if ply.trial != other.trial), None)
        if shared is None:
            shared = min(len(line), len(self.plies))
        self.go(shared)
        if shared < len(line):
            self.restore(line[shared:], len(line))

    def _unpacked(self, ply: int) -> State:
        return self.game.from_bytes(zlib.decompress(self._snapshots[ply]))


def rng_state(seed: int | None) -> bytes:
    """The generator's eight bytes for a seed, or for none at random.

    >>> rng_state(1)
    b'\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00'
    """
    return (random.SystemRandom().getrandbits(63) if seed is None else seed).to_bytes(8, "little")


def _tags(game: Game, players: Sequence[str]) -> dict[str, str]:
    """What files tell of a game that was played today: who had White and Black, where the players are called so."""
    with words.speaking("en"):  # files have these names in one language
        seats = dict(zip(player_names(game), players, strict=False))
    names = {seat: "Human" if seats[seat] == HUMAN else f"ludens, {seats[seat]}" for seat in SIDES if seat in seats}
    return {"Date": time.strftime("%Y.%m.%d")} | names


def is_forced(choices: int, name: str) -> bool:
    """Whether a move, of so many, is one that nobody has to make: a pass where there is nothing else.

    >>> is_forced(1, "pass"), is_forced(2, "pass"), is_forced(1, "A1-B1")
    (True, False, False)
    """
    return choices == 1 and name == "pass"


def must_pass(state: State) -> bool:
    """Whether the player to move can only pass."""
    moves = state.legal_moves()
    return len(moves) == 1 and not state.is_simultaneous and is_forced(1, state.notation(moves[0]))


def timeline_of_trial(game: Game, trial: Trial, most: int) -> Timeline:
    """The timeline of a trial. Raises TrialError at the first move that is not legal, and more than `most` plies."""
    first = first_played(game, trial)
    if len(trial.moves) - first > most:
        raise trial.error(f"this game is longer than the {most} moves that are played on here", first + most)
    timeline, followed = Timeline(game, trial.rng_state), follow(game, trial)
    if followed.error is not None:
        raise followed.error
    for numbers in followed.numbers:
        timeline.play(numbers)
    return timeline


def _packed(state: State) -> bytes:
    return zlib.compress(state.tobytes(), 1)
