"""A game being played: its position, and the plies that led to it. Knows no pages; all of it runs in engine threads."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ludens import render
from ludens.game import Game, IllegalMove, Move, State
from ludens.game.trial import Recorder, Trial, find_moves, write_trial
from ludens.web.places import refs_of
from ludens.web.store import StoredPly


@dataclass(frozen=True)
class Ply:
    """A ply that was played: who moved (0 for all at once), what, and between which sites."""

    player: int
    name: str
    from_ref: str | None
    to_ref: str | None
    stored: StoredPly


class Play:
    """A game from its start. `cursor` counts the plies that are played; those after it were taken back."""

    def __init__(self, game: Game, rng_state: bytes) -> None:
        self.game, self.rng_state = game, rng_state
        self.state: State = game.start(rng_state=rng_state)
        self.plies: list[Ply] = []
        self.cursor = 0
        self._snapshots = [_packed(self.state)]

    # --- reading

    def at(self, ply: int) -> State:
        """The state after so many plies. Raises IndexError."""
        if not 0 <= ply <= len(self.plies):
            raise IndexError(ply)
        return self.state if ply == self.cursor else self._unpacked(ply)

    def trial(self, source: str) -> str:
        """The game so far as a trial file."""
        stored = [ply.stored for ply in self.plies[: self.cursor]]
        recorder = Recorder(
            self.game, self.rng_state, source, [ply.trial for ply in stored], [ply.choices for ply in stored]
        )
        return write_trial(recorder.trial(self.state))

    # --- playing

    def play(self, numbers: Sequence[int]) -> Ply:
        """Play the legal moves of these numbers: one, or one of each player's. Raises IllegalMove."""
        moves = self.state.legal_moves()
        if not moves:
            raise IllegalMove("the game is over")
        if any(n >= len(moves) for n in numbers):
            raise IllegalMove(f"there are {len(moves)} moves, numbered from 0")
        return self._play(list(numbers), [moves[n] for n in numbers])

    def _play(self, numbers: list[int], moves: list[Move]) -> Ply:
        legal, names = self.state.legal_moves(), render.notations(self.state)
        player = 0 if self.game.is_simultaneous else moves[0].mover
        name = ", ".join(names[n] for n in numbers)
        from_ref, to_ref = refs_of(self.game, moves[0]) if len(moves) == 1 else (None, None)
        played = self.state.play(moves)
        self.state = self.state.copy()  # without its own way back: the snapshots are smaller
        stored = StoredPly(tuple(numbers), len(legal), played.to_trial())
        ply = Ply(player, name, from_ref, to_ref, stored)
        del self.plies[self.cursor :], self._snapshots[self.cursor + 1 :]
        self.plies.append(ply)
        self._snapshots.append(_packed(self.state))
        self.cursor += 1
        return ply

    def go(self, ply: int) -> None:
        """Take plies back, or play them again, until so many are played. Raises IndexError."""
        self.state = self.at(ply)
        self.cursor = ply

    # --- from what was kept

    def restore(self, plies: Iterable[StoredPly], cursor: int) -> None:
        """Play stored plies again, and go to one. Raises IllegalMove where they are no longer those of this game."""
        for ply in plies:
            self._again(ply)
        self.go(min(cursor, len(self.plies)))

    def _again(self, ply: StoredPly) -> None:
        legal = self.state.legal_moves()
        if len(legal) == ply.choices and all(n < len(legal) for n in ply.moves):
            found = self._play(list(ply.moves), [legal[n] for n in ply.moves])
            if found.stored.trial == ply.trial:
                return
            self.go(self.cursor - 1)
            del self.plies[self.cursor :], self._snapshots[self.cursor + 1 :]
        raise IllegalMove(f"ply {self.cursor + 1} of this game is not legal any more: {ply.trial[:200]}")

    def _unpacked(self, ply: int) -> State:
        return self.game.from_bytes(zlib.decompress(self._snapshots[ply]))


def of_trial(game: Game, trial: Trial, most: int) -> Play:
    """The play of a trial. Raises TrialError at the first move that is not legal, and for more than `most` plies."""
    play = Play(game, trial.rng_state)
    for number, text in trial.played:
        if play.cursor >= most:
            raise trial.error(f"a game here has at most {most} plies", number)
        legal = play.state.legal_moves()
        moves = find_moves(play.state, text) if legal else None
        if moves is None:
            raise trial.error("this move is not legal here" if legal else "the game is over before this move", number)
        play.play([next(n for n, one in enumerate(legal) if one is move) for move in moves])
    return play


def _packed(state: State) -> bytes:
    return zlib.compress(state.tobytes(), 1)
