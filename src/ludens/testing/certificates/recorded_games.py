"""Recorded games of the reference implementation, compared ply by ply: trial files, and records of whole positions.

A trial file (manual: runtime 15) has the moves; a record (`.json.xz`, in the form of the project's conformance folder)
has the legal moves and the position of every ply, too.
"""

from __future__ import annotations

import json
import lzma
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from ludens.game import Game, IllegalMove, Move, State
from ludens.game.trial import Trial, follow, read_trial
from ludens.game.trial.replay import ENDED, LISTED, PLAYED
from ludens.testing.certificates.certificate import Check
from ludens.testing.certificates.checks import Tally

_NONE: Final = "no recorded games were given"


@dataclass(frozen=True)
class Recorded:
    """The recorded games of one file: trials, or records of positions."""

    path: Path
    trials: tuple[Trial, ...] = ()
    records: tuple[dict[str, Any], ...] = ()


def read_recorded(path: Path) -> Recorded:
    """Read a trial file or a record. Raises ValueError for what is neither, OSError where it cannot be read."""
    if path.name.endswith(".json.xz"):
        try:
            data = json.loads(lzma.decompress(path.read_bytes()))
            return Recorded(path, records=tuple(one for one in data["trials"] if "error" not in one))
        except (lzma.LZMAError, json.JSONDecodeError, KeyError, TypeError) as error:
            raise ValueError(f"{path}: this is no record of games: {error}") from None
    return Recorded(path, trials=(read_trial(path.read_text(encoding="utf-8"), str(path)),))


@dataclass
class _Compared:
    """What recorded games are compared in."""

    moves: Tally = field(default_factory=lambda: Tally("recorded moves", "recorded plies have the same legal moves"))
    played: Tally = field(
        default_factory=lambda: Tally("recorded positions", "recorded plies lead to the same positions and scores")
    )
    ends: Tally = field(
        default_factory=lambda: Tally("recorded ends", "recorded games end alike, with the same winner and ranking")
    )


def recorded(game: Game, files: Sequence[Recorded]) -> Iterator[Check]:
    """Whether recorded games agree with ludens: legal moves, positions and scores of each ply, and the end."""
    compared = _Compared()
    for file in files:
        for number, record in enumerate(file.records):
            _compare(game, record, compared, f"{file.path.name}, game {number}")
        for trial in file.trials:
            _replay(game, trial, compared)
    given = any(file.records or file.trials for file in files)
    yield compared.moves.check("no recorded games tell legal moves" if given else _NONE)
    yield compared.played.check("no recorded games were played" if given else _NONE)
    yield compared.ends.check("no recorded game is over" if given else _NONE)


def _replay(game: Game, trial: Trial, compared: _Compared) -> None:
    """A trial file: numbers of legal moves, what moves do, the end."""
    followed = follow(game, trial)
    plies = len(followed.numbers)
    compared.moves.count += min(plies, len(trial.sizes))
    compared.played.count += plies + followed.first
    compared.ends.count += trial.winner is not None
    by_kind = {LISTED: compared.moves, PLAYED: compared.played, ENDED: compared.ends}
    for difference in followed.differences:
        by_kind[difference.kind].fail(f"{trial.name}: {difference}")
    if followed.error is not None:
        compared.played.fail(str(followed.error))


def _compare(game: Game, record: dict[str, Any], compared: _Compared, name: str) -> None:
    state = game.start(rng_state=bytes.fromhex(record["rng"]))
    compared.played.hold(_same(record["start"], state), f"{name}: another start")
    for number, ply in enumerate(record["plies"]):
        where = f"{name}, ply {number}"
        if not compared.moves.hold(not state.is_over and _same_moves(ply, state), f"{where}: other legal moves"):
            return
        if game.num_players == 0:  # a simulation's recorded moves are empty
            return
        try:
            state = _played(state, ply)
        except IllegalMove as error:
            compared.played.fail(f"{where}: {error}")
            return
        if not compared.played.hold(_same(ply["state"], state), f"{where}: another position"):
            return
    if record.get("over"):
        same = state.is_over and list(record.get("ranking", [0, *state.ranking])[1:]) == list(state.ranking)
        compared.ends.hold(same, f"{name}: another end")


def _same_moves(ply: dict[str, Any], state: State) -> bool:
    texts = sorted(move.to_trial() for move in state.legal_moves())
    if "legal" in ply:
        return bool(texts == ply["legal"])
    return zlib.crc32("".join(text + "\n" for text in texts).encode()) == int(ply["legalCrc"])


def _played(state: State, ply: dict[str, Any]) -> State:
    """The position after the recorded move; of moves with one text, after the one that leads there."""
    if "joint" in ply:
        after = state.copy()
        after.play([_moves_with(state, text)[0] for text in ply["joint"]])
        return after
    reached = []
    for move in _moves_with(state, ply["move"]):
        after = state.copy()
        applied = after.play(move)
        reached.append((_same(ply["state"], after), applied.to_trial() == ply.get("applied"), after))
    return max(reached, key=lambda one: one[:2])[2]


def _moves_with(state: State, text: str) -> list[Move]:
    moves = [move for move in state.legal_moves() if move.to_trial() == text]
    if not moves:
        raise IllegalMove(f"{text} is not legal")
    return moves


def _same(recorded: dict[str, Any], state: State) -> bool:
    """Whether a position is the recorded one."""
    return (
        (recorded["mover"], recorded["next"]) == (state.mover, state.next)
        and recorded.get("scores", list(state.scores)) == list(state.scores)
        and sorted(map(tuple, recorded["sites"])) == sorted(map(tuple, state.sites()))
        and recorded.get("dice", [list(hand) for hand in state.dice]) == [list(hand) for hand in state.dice]
    )
