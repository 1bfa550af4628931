"""Which clauses of a description make moves, and which end rules end games.

Native code records with each move the number of the place that pushed it. Which ludemes that place belongs to is seen
while the same code is emitted once more: they are those on the call stack, where ludemes emit each other.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from textwrap import shorten
from types import FrameType
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from ludens.explain.end_rules import ended_by
from ludens.game.compiler import Compiler
from ludens.game.single import SingleGame
from ludens.lab.random_games import MOST_PLIES, at_random, draw_moves
from ludens.lab.report import Usage
from ludens.language import to_text
from ludens.ludemes.ends import EndForEach, EndIf
from ludens.native import Block
from ludens.rules.base import Ludeme
from ludens.rules.categories import MovesLudeme
from ludens.rules.generation.records import Family
from ludens.rules.state.random import APART
from ludens.rules.structure import End, Play
from ludens.stage import Stage

Identity = tuple[str, str | int]
#: of clauses as many characters are told
_SHOWN: Final = 60
_LABEL: Final = re.compile(r"^\w+:")


class _RecordingStage(Stage):
    """A stage that notes, for each place that pushes moves, the clauses that were being emitted."""

    def __init__(self) -> None:
        super().__init__()
        self.clauses: dict[tuple[int, int], frozenset[Identity]] = {}

    def function(self, name: str, *arguments: Any, **options: Any) -> Any:
        frame: FrameType | None = sys._getframe(1)
        if name == "move":
            while frame is not None and not _registers(frame):
                frame = frame.f_back
            if frame is not None:
                family = frame.f_locals["self"]
                self.clauses[id(family), len(family.members)] = frozenset(_emitting(frame))
        return super().function(name, *arguments, **options)


def _registers(frame: FrameType) -> bool:
    """Whether a family of moves, of one player or of all at once, notes a place there."""
    own = frame.f_locals.get("self")
    return isinstance(own, Family) and frame.f_code is type(own).register.__code__


def _emitting(frame: FrameType | None) -> Iterator[Identity]:
    """The clauses of moves whose methods are on the call stack."""
    while frame is not None:
        own = frame.f_locals.get("self")
        if isinstance(own, MovesLudeme):
            yield own.identity
        frame = frame.f_back


def _generators(ludeme: Ludeme) -> Iterator[MovesLudeme]:
    """A clause of moves and those below it that find moves for it, without the effects of moves."""
    if isinstance(ludeme, MovesLudeme):
        yield ludeme
        for child in ludeme.children():
            yield from _generators(child)


def _decides(ludeme: MovesLudeme) -> bool:
    """Whether there is a decision of a player in it."""
    return any(one.decision for one in _generators(ludeme))


@dataclass
class RuleUsage:
    """Games that were followed for the clauses that made their moves."""

    game: SingleGame
    games: int = 0
    #: of each clause, by what decides its meaning: in how many games it had a move, and how many legal moves in all
    had: dict[Identity, int] = field(default_factory=dict)
    legal: dict[Identity, int] = field(default_factory=dict)
    moves: int = 0
    ended: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        stage = _RecordingStage()
        compiler = Compiler(self.game.rulebook, stage)
        compiler.start()
        compiler.legal_and_play()
        family = compiler.family
        self._of = [stage.clauses.get((id(family), k), frozenset()) for k in range(len(family.members))]
        pieces = [one.moves for one in self.game.components if one.moves is not None]
        played = [one.moves for one in self._walked() if isinstance(one, Play)]
        listed = [one for root in (*played, *pieces) for one in _generators(root)]
        emitted = frozenset[Identity]().union(*self._of)
        of_pieces = {one.identity for root in pieces for one in _generators(root)}
        # the moves of a piece may be there for a condition only; what decides nothing is done before moves are found
        clauses = (
            one for one in listed if one.identity in emitted or (one.identity not in of_pieces and _decides(one))
        )
        self.clauses = list({one.identity: one for one in clauses if "node" in one.__dict__}.values())
        self.ends = [rule for one in self._walked() if isinstance(one, End) for rule in one.listed]

    def _walked(self) -> Iterator[Ludeme]:
        yield from self.game.rulebook.game.walk()
        if self.game.rulebook.game.rules is None:
            yield from self.game.rulebook.rules.walk()

    def follow(self, seed: int, number: int) -> None:
        """Play the random game of that number."""
        program, block = self.game.ready, np.zeros((1, self.game.layout.size), np.uint8)
        program.start_all(block, (seed + number * APART) & (1 << 64) - 1)
        at, totals = np.array([number]), np.zeros(len(self._of), np.int64)
        for ply in range(MOST_PLIES):
            records = program.legal(block[0])
            if not len(records):
                break
            numbers = records[:, 0]
            totals += np.bincount(numbers[(numbers >= 0) & (numbers < len(totals))], minlength=len(totals))
            if self.game.is_simultaneous:
                block[0] = self._joint(block[0], seed, number, ply)
            else:
                chosen = int(draw_moves(seed, at, ply, np.array([len(records)], np.int32))[0])
                program.play(block[0], np.ascontiguousarray(records[chosen]))
        self._add(totals)
        rule = ended_by(self.game.from_bytes(block[0].tobytes()))
        if rule is not None:
            self.ended[id(rule)] = self.ended.get(id(rule), 0) + 1

    def _joint(self, block: Block, seed: int, number: int, ply: int) -> Block:
        """The position after moves of all players at once."""
        state = self.game.from_bytes(block.tobytes())
        state.play(at_random(seed, number)(state, ply))
        return state.block

    def _add(self, totals: npt.NDArray[np.int64]) -> None:
        sums: dict[Identity, int] = {}
        for clauses, total in zip(self._of, totals.tolist(), strict=True):
            for clause in clauses if total else ():
                sums[clause] = sums.get(clause, 0) + total
        for clause, total in sums.items():
            self.had[clause] = self.had.get(clause, 0) + 1
            self.legal[clause] = self.legal.get(clause, 0) + total
        self.games += 1
        self.moves += int(totals.sum())

    def usage(self) -> list[Usage]:
        """Of each clause of moves and each end rule whether it was of use."""
        n, usages = self.games, list[Usage]()
        for clause in self.clauses:
            part = self.legal.get(clause.identity, 0) / max(1, self.moves)
            usages.append(_usage("clause", clause, self.had.get(clause.identity, 0), n, part))
        ended = sum(self.ended.values())
        for rule in self.ends:
            if isinstance(rule, EndIf | EndForEach):
                count = self.ended.get(id(rule), 0)
                usages.append(_usage("end rule", rule, count, n, count / max(1, ended)))
        return usages


def _usage(kind: str, ludeme: Ludeme, games: int, n: int, part: float) -> Usage:
    span = ludeme.node.span
    return Usage(
        kind,
        shorten(_LABEL.sub("", to_text(ludeme.node)), _SHOWN, placeholder=" ..."),
        games,
        n,
        part,
        span.line,
        span.column,
    )
