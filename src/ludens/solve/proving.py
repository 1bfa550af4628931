"""Forced wins in games that are too large for all their positions: depth-first proof-number search.

A position's *proof number* is the least number of positions yet unknown that have to be wins for it to be one, its
*disproof number* the same for it to be none (Allis 1994). The search goes where least has to be shown, depth first,
with a table and thresholds (df-pn: Nagai 2002), which are wider by a quarter than they need be, so that it returns less
often (Pawlewicz and Lew 2006).

A way back to a position on the same line is no win. What rests on such a way is known on that line alone, and not kept
in the table: the same position may be won on another line. A win that is found rests on none.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from ludens.solve.checking import Checked, wins
from ludens.solve.exploring import Limits
from ludens.solve.keys import Blocks, Keys, keys_of
from ludens.solve.solving import check
from ludens.solve.table import Value

if TYPE_CHECKING:
    from ludens.game import Move, State

#: the number of what cannot be shown
NEVER: Final = 1 << 60
#: bytes that the table takes for each position, and plies that the search looks ahead
_ENTRY: Final = 250
_DEEPEST: Final = 250
_TOLD: Final = 512

Progress = Callable[[int], object]


class _Stop(Exception):
    """A limit is met."""


class _Child(NamedTuple):
    """The position after a move: its key and state, or where the game is over no key, and its winner."""

    key: bytes
    block: Blocks | None
    winner: int


@dataclass(frozen=True)
class Proved:
    """What was found: whether `player` can force the win, False where no way was found, None where a limit was met.

    `plies` is how long the win takes at most; a shorter one may be there.
    """

    player: int
    won: bool | None
    plies: int
    positions: int
    stopped: str
    proof: Proof


class Proof:
    """A search for a win of one player from a root on; `prove` runs it."""

    def __init__(self, root: State, player: int, limits: Limits | None = None, progress: Progress = id) -> None:
        check(root.game)
        self.root, self.player, self.progress = root, player, progress
        self.limits = limits or Limits()
        self.keys: Keys = keys_of(root)
        self._numbers: dict[bytes, tuple[int, int]] = {}
        #: in how many plies a position that is proved is won
        self.won_in: dict[bytes, int] = {}
        #: the positions of the line that is looked at, and how deep they are
        self._path = dict[bytes, int]()
        self._mover_at = root.game.layout.fields["mover"].offset
        self._end = time.monotonic() + self.limits.seconds

    def key(self, state: State) -> bytes:
        return self.keys.of(state.block[None]).tobytes()

    def prove(self) -> Proved:
        """Search until it is known, or a limit is met."""
        key, stopped = self.key(self.root), ""
        try:
            self._search(self.root.block.copy(), key, NEVER, NEVER)
        except _Stop as stop:
            stopped = str(stop)
        won = True if key in self.won_in else None if stopped else False
        return Proved(self.player, won, self.won_in.get(key, 0), len(self._numbers), stopped, self)

    def _look(self) -> None:
        if len(self._numbers) % _TOLD == 0:
            self.progress(len(self._numbers))
        if time.monotonic() >= self._end:
            raise _Stop("time")
        if len(self._numbers) * _ENTRY > self.limits.memory:
            raise _Stop("memory")

    def _after(self, block: Blocks) -> list[_Child]:
        found = self.keys.expand(block[None])
        rows = enumerate(found.targets.tolist())
        return [
            _Child(b"", None, -2 - target) if target else _Child(found.keys[i].tobytes(), found.children[i].copy(), 0)
            for i, target in rows
        ]

    def _numbers_of(self, child: _Child, lost: dict[bytes, int]) -> tuple[int, int]:
        """The proof and the disproof number; `lost` are positions that are known to be none on this line."""
        if child.block is None:
            return (0, NEVER) if child.winner == self.player else (NEVER, 0)
        if child.key in self._path or child.key in lost:
            return NEVER, 0
        return self._numbers.get(child.key, (1, 1))

    def _search(self, block: Blocks, key: bytes, most: int, most_against: int) -> int:
        """Go on until the proof number reaches `most`, or the disproof number `most_against`.

        Gives how deep the highest position of the line is that a disproof rests on, `NEVER` where it rests on none.
        """
        self._look()
        own = int.from_bytes(block[self._mover_at : self._mover_at + 4].tobytes(), "little") == self.player
        children, depth = self._after(block), len(self._path)
        if not children:
            self._numbers[key] = NEVER, 0
            return NEVER
        if depth > _DEEPEST:
            return 0
        lost = dict[bytes, int]()
        self._path[key] = depth
        try:
            while True:
                numbers = [self._numbers_of(child, lost) for child in children]
                if not own:
                    numbers = [(against, proof) for proof, against in numbers]
                # seen by the mover: the least to be shown of one move, and all that is to be shown of the others
                order = sorted(range(len(numbers)), key=lambda i: numbers[i])[:2]
                least, total = numbers[order[0]][0], min(sum(against for _, against in numbers), NEVER)
                proof, against = (least, total) if own else (total, least)
                if proof >= most or against >= most_against or proof == 0 or against == 0:
                    return self._settled(key, children, own, (proof, against), lost)
                second = numbers[order[1]][0] if len(order) > 1 else NEVER
                wider = min(second + 1 + second // 4, NEVER)
                best, ahead = children[order[0]], numbers[order[0]][1]
                goal, rest = (most, most_against) if own else (most_against, most)
                goal, rest = min(goal, wider), min(rest - total + ahead, NEVER)
                assert best.block is not None
                rests_on = self._search(best.block, best.key, *((goal, rest) if own else (rest, goal)))
                if rests_on <= depth:
                    lost[best.key] = rests_on
        finally:
            del self._path[key]

    def _settled(
        self, key: bytes, children: list[_Child], own: bool, numbers: tuple[int, int], lost: dict[bytes, int]
    ) -> int:
        """Keep what was found of a position, unless it rests on the line; gives what it rests on."""
        proof, against = numbers
        if against == 0:
            found = [self._rests_on(child, lost) for child in children if self._numbers_of(child, lost)[1] == 0]
            rests_on = min(found) if own else max(found)
            if rests_on < self._path[key]:
                return rests_on
        self._numbers[key] = proof, against
        if proof == 0:
            plies = [0 if child.block is None else self.won_in.get(child.key, NEVER) for child in children]
            won = [n for n, child in zip(plies, children, strict=True) if self._is_won(child)]
            self.won_in[key] = 1 + (min(won) if own else max(won))
        return NEVER

    def _rests_on(self, child: _Child, lost: dict[bytes, int]) -> int:
        if child.block is None:
            return NEVER
        return self._path.get(child.key, lost.get(child.key, NEVER))

    def _is_won(self, child: _Child) -> bool:
        return child.winner == self.player if child.block is None else child.key in self.won_in

    # --- what was found

    def answer(self, state: State) -> Move:
        """The move of a won position, with the player to move, that wins by the proof, and soonest by it."""
        best, found = NEVER, None
        for move in state.legal_moves():
            plies = self._plies_after(state, move)
            if plies < best:
                best, found = plies, move
        if found is None:
            raise LookupError("the proof does not have this position")
        return found

    def _plies_after(self, state: State, move: Move) -> int:
        after = state.copy()
        after.play(move)
        if after.is_over:
            return 0 if after.winner == self.player else NEVER
        return self.won_in.get(self.key(after), NEVER)

    def line(self) -> list[Move]:
        """The proof's line against the defence that holds out longest by it."""
        here = self.root.copy()
        moves: list[Move] = []
        while not here.is_over:
            if here.mover == self.player:
                move = self.answer(here)
            else:
                move = max(here.legal_moves(), key=lambda one: self._plies_after(here, one))
            moves.append(move)
            here.play(move)
        return moves

    def verify(self, most: int = 1_000_000) -> Checked:
        """Play the win out against every defence, with nothing but the rules."""
        claimed = Value(self.player, self.won_in[self.key(self.root)])
        return wins(self.root, claimed, self.answer, self.key, most)


def prove(
    root: State, player: int | None = None, limits: Limits | None = None, progress: Progress = lambda count: None
) -> Proved:
    """Look for a forced win of a player, by default the mover. Raises SolveError for a game that cannot be solved."""
    return Proof(root, root.mover if player is None else player, limits, progress).prove()
