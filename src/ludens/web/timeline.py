"""A game being played: its position, and the plies that led to it. All of it runs in the engine's threads."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterable, Sequence

from ludens import notation
from ludens.game import Game, IllegalMove, Move, State
from ludens.game.hidden import hides
from ludens.game.match import MatchState
from ludens.game.matching import find_moves
from ludens.game.trial import Recorder, Trial, write_trial
from ludens.web.moves import refs_of
from ludens.web.storage import Ply


class Timeline:
    """A game from its start. `cursor` counts the plies that are played; those after it were taken back."""

    def __init__(self, game: Game, rng_state: bytes) -> None:
        self.game, self.rng_state = game, rng_state
        self.state: State = game.start(rng_state=rng_state)
        self.plies: list[Ply] = []
        self.cursor = 0
        #: plies as players may know them, by number and player; see `ludens.web.visibility`
        self.told: dict[tuple[int, int], Ply] = {}
        self._names: list[str] | None = None
        self._snapshots = [_packed(self.state)]

    # --- reading

    @property
    def names(self) -> list[str]:
        """What people call the legal moves, every one differently."""
        if self._names is None:
            self._names = self.state.notations()
        return self._names

    def at(self, ply: int) -> State:
        """The state after so many plies. Raises IndexError."""
        if not 0 <= ply <= len(self.plies):
            raise IndexError(ply)
        return self.state if ply == self.cursor else self._unpacked(ply)

    def trial(self, source: str) -> str:
        """The game so far as a trial file."""
        played = self.plies[: self.cursor]
        texts, choices = [ply.trial for ply in played], [ply.choices for ply in played]
        recorder = Recorder(self.game, self.rng_state, source, texts, choices)
        return write_trial(recorder.trial(self.state))

    # --- playing

    def play(self, numbers: Sequence[int]) -> Ply:
        """Play the legal moves of these numbers: one, or one of each player's. Raises IllegalMove."""
        moves = self.state.legal_moves()
        if not moves:
            raise IllegalMove("the game is over")
        if any(n >= len(moves) for n in numbers):
            raise IllegalMove(f"there are {len(moves)} moves, numbered from 0")
        chosen = [moves[n] for n in numbers]
        player = 0 if self.state.is_simultaneous or is_between(self.state) else chosen[0].mover
        name = self._told(numbers, chosen)
        refs = refs_of(self.state.playing.game, chosen[0]) if len(chosen) == 1 else (None, None)
        played = self.state.play(chosen)
        try:
            ply = Ply(tuple(numbers), len(moves), played.to_trial(), player, name, *refs)
            self._reached(ply)
        except BaseException:  # the move leads to where a limit is hit: it must not stand
            self.state.undo()
            raise
        return ply

    def _told(self, numbers: Sequence[int], chosen: Sequence[Move]) -> str:
        """What players of the game write for a move; the names of moves made at once, or of a game that hides."""
        if len(chosen) > 1 or self.state.is_simultaneous or hides(self.game):
            return ", ".join(self.names[n] for n in numbers)
        return notation.of(self.game).ply(self.state, chosen[0])

    def _reached(self, ply: Ply) -> None:
        """The state is the one after this ply; plies that had been taken back are forgotten."""
        state = self.state.copy()  # without its own way back: the snapshots are smaller
        state.legal_moves()  # a simulation is over once it is asked for moves and has none
        if self.cursor < len(self.plies):
            self.told.clear()
        del self.plies[self.cursor :], self._snapshots[self.cursor + 1 :]
        self.plies.append(ply)
        self._snapshots.append(_packed(state))
        self._show(state, self.cursor + 1)

    def _show(self, state: State, cursor: int) -> None:
        self.state, self.cursor, self._names = state, cursor, None

    def go(self, ply: int) -> None:
        """Take plies back, or play them again, until so many are played. Raises IndexError."""
        self._show(self.at(ply), ply)

    # --- from what was kept

    def restore(self, plies: Iterable[Ply], cursor: int) -> None:
        """Play stored plies again, and go to one. Raises IllegalMove where they are no longer those of this game."""
        for ply in plies:
            if not self._repeat(ply):
                moves = find_moves(self.state, ply.trial) if self.state.legal_moves() else None
                if moves is None:
                    raise IllegalMove(f"ply {self.cursor + 1} of this game, {ply.name}, is not legal any more")
                self.state.play(moves)
            self._reached(ply)
        self.go(min(cursor, len(self.plies)))

    def _repeat(self, ply: Ply) -> bool:
        """Play a stored ply by its numbers; whether it is the move that it was, as another version may number anew."""
        legal = self.state.legal_moves()
        if len(legal) != ply.choices or any(n >= len(legal) for n in ply.moves):
            return False
        if self.state.play([legal[n] for n in ply.moves]).to_trial() == ply.trial:
            return True
        self.state.undo()
        return False

    def _unpacked(self, ply: int) -> State:
        return self.game.from_bytes(zlib.decompress(self._snapshots[ply]))


def rng_state(seed: int | None) -> bytes:
    """The generator's eight bytes for a seed, or for none at random.

    >>> rng_state(1)
    b'\\x01\\x00\\x00\\x00\\x00\\x00\\x00\\x00'
    """
    return (random.SystemRandom().getrandbits(63) if seed is None else seed).to_bytes(8, "little")


def is_between(state: State) -> bool:
    """Whether a game of a match is over, and the next one follows."""
    return isinstance(state, MatchState) and state.is_between


def timeline_of_trial(game: Game, trial: Trial, most: int) -> Timeline:
    """The timeline of a trial. Raises TrialError at the first move that is not legal, and more than `most` plies."""
    timeline = Timeline(game, trial.rng_state)
    for number, text in trial.played:
        if timeline.cursor >= most:
            raise trial.error(f"a game here has at most {most} plies", number)
        legal = timeline.state.legal_moves()
        moves = find_moves(timeline.state, text) if legal else None
        if moves is None:
            raise trial.error("this move is not legal here" if legal else "the game is over before this move", number)
        timeline.play([next(n for n, one in enumerate(legal) if one is move) for move in moves])
    return timeline


def _packed(state: State) -> bytes:
    return zlib.compress(state.tobytes(), 1)
