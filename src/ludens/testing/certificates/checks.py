"""The claims of a certificate, each a function that tests it on random positions and says what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ludens.encoding import Encoding
from ludens.encoding.correspondence import compared
from ludens.game import Game, Move, State
from ludens.game.direct import DirectRun
from ludens.game.single import SingleGame
from ludens.language import LudError
from ludens.testing import promises
from ludens.testing.certificates.certificate import Check
from ludens.testing.certificates.finder import Finder
from ludens.testing.certificates.published import Published

#: failures of a claim that are told
_SHOWN: Final = 5
#: symmetries that are tried, and games for each
_SYMMETRIES, _MIRRORED = 3, 4
LIMITS: Final = "limits"
NO_LIMIT: Final = "no limit of ours on lists, stacks, memory or rounds is met"
_PROMISES: Final = {
    promises.ANSWERS: "whatever may be asked of a game and its states is answered",
    promises.RESTORED: "what is kept as JSON, bytes, pickles and copies is restored, and goes on alike",
    promises.UNDONE: "moves are undone, and lead to the same position again",
    promises.NOTATION: "every legal move has a notation of its own, and is read as it is written",
    promises.SEEDS: "equal seeds give equal games, on any number of threads",
    promises.BATCHES: "states that are played in batches count their moves and go on as they do alone",
}


@dataclass(frozen=True)
class Effort:
    """How much is tested: plies of the game that is looked at move by move, random games, and the seed of both.

    `direct` positions are played without being compiled, which takes some hundredths of a second to some seconds each;
    published numbers of move sequences are counted up to so many `leaves`.
    """

    plies: int = 40
    games: int = 100
    direct: int = 6
    leaves: int = 300_000
    seed: int = 1


class Tally:
    """Tests of one claim, counted."""

    def __init__(self, name: str, claim: str) -> None:
        self.name, self.claim, self.count = name, claim, 0
        self.failures: list[str] = []

    def hold(self, holds: bool, where: str) -> bool:
        """Count a test; gives whether it held."""
        self.count += 1
        if not holds:
            self.fail(where)
        return holds

    def fail(self, where: str) -> None:
        if len(self.failures) < _SHOWN:
            self.failures.append(where)

    def check(self, skipped: str = "") -> Check:
        count = max(self.count, len(self.failures))
        return Check(self.name, self.claim, count, tuple(self.failures), "" if count else skipped)


def positions(game: Game, effort: Effort) -> Iterator[tuple[str, State, list[Move]]]:
    """A random game: where it is, each position, and what is played there next."""
    rng, state = np.random.default_rng(effort.seed), game.start(seed=effort.seed)
    for ply in range(effort.plies):
        if state.is_over:
            return
        turn = promises.random_choice(state, rng)
        yield f"seed {effort.seed}, ply {ply}", state, turn
        state = state.copy()
        state.play(turn)


def interface(game: Game, effort: Effort) -> Iterator[Check]:
    """What every game promises, by kind: `ludens.testing.check`."""
    failed, message = "", ""
    try:
        counts = promises.counts(game, seed=effort.seed, plies=effort.plies)
    except promises.BrokenPromise as error:
        counts, failed, message = error.held, error.kind, str(error)
    for kind, claim in _PROMISES.items():
        tally = Tally(kind, claim)
        tally.count = counts[kind] + (kind == failed)
        if kind == failed:
            tally.fail(message)
        yield tally.check(
            "it was not come to" if failed else "matches and moves made at once are not played in batches"
        )


def modules(game: Game, effort: Effort) -> Iterator[Check]:
    """Code that logs actions against code that does not."""
    tally = Tally("modules", "code that logs every action and fast code list and play alike")
    if not isinstance(game, SingleGame):
        yield tally.check("a match has no code of its own")
        return
    for where, state, _ in positions(game, effort):
        one, other = state.copy(), state.copy()
        listed, fast = game.traced.legal(one), game.fast.legal(other)
        if not tally.hold(
            len(listed) == len(fast) and one == other, f"{where}: {len(listed)} legal moves, and {len(fast)}"
        ):
            continue
        if game.is_simultaneous or not len(listed):
            continue
        number = tally.count * 7919 % len(listed)
        game.traced.play(one, listed[number])
        game.fast.play(other, fast[number])
        tally.hold(one == other, f"{where}: the move of number {number} leads to other positions")
    yield tally.check()


def direct(game: Game, effort: Effort) -> Iterator[Check]:
    """Native code against the same rules on the stage that runs."""
    tally = Tally("direct", "rules that run without being compiled give the same moves and the same bytes")
    if not isinstance(game, SingleGame):
        yield tally.check("a match has no rules of its own to run")
        return
    why = "no positions were asked for"
    for number, (where, state, turn) in enumerate(positions(game, effort)):
        if number >= effort.direct:
            break
        block, moves = bytearray(state.tobytes()), state.legal_moves()
        try:
            run = DirectRun(game.rulebook, block)
            same = run.legal() == [move.to_trial() for move in moves]
            tally.hold(same, f"{where}: other legal moves")
            after = state.copy()
            applied = after.play(turn)
            text = run.play(*(move.number for move in turn)) if same else ""
        except LudError as error:  # too slow to run, which says nothing of the rules
            why = str(error)
            break
        tally.hold(text == applied.to_trial(), f"{where}: another applied move")
        tally.hold(bytes(block) == after.tobytes(), f"{where}: another position")
    yield tally.check(why)


def counted(game: Game, effort: Effort) -> Iterator[Check]:
    """Moves that are counted, and found by their number as random play does, against those that are listed."""
    tally = Tally("counted", "as many moves are counted as are listed, and random games draw each of them as often")
    if not isinstance(game, SingleGame) or game.is_simultaneous:
        yield tally.check("its moves are listed to count them")
        return
    finder = Finder(game)
    for where, state, _ in positions(game, effort):
        moves = finder.list_all(state)
        count = game.perft(1, state)
        if not tally.hold(count == len(moves), f"{where}: {count} moves are counted, {len(moves)} listed"):
            continue
        if finder.by_number:
            same = finder.after(state, finder.find_all(state)) == finder.after(state, moves)
            tally.hold(same, f"{where}: other moves are drawn than listed")
    yield tally.check()


def symmetric(game: Game, effort: Effort) -> Iterator[Check]:
    """Games that are played twice, the second time carried over by a symmetry, with the same seed.

    Which symmetries there are was found in games of another seed (`ludens.encoding`).
    """
    claim = "with the same seed, positions that a symmetry of board, equipment or seats carries over have the moves, "
    tally = Tally("symmetric", f"{claim}players and results carried over")
    if not isinstance(game, SingleGame):
        yield tally.check("a match has no board of its own")
        return
    encoding = Encoding(game)
    symmetries = encoding.symmetries[1:]
    sample = symmetries[:: max(1, len(symmetries) // _SYMMETRIES)][:_SYMMETRIES]
    for symmetry in sample:
        count, agreed = compared(encoding, symmetry, seed=effort.seed + 1, games=_MIRRORED, plies=effort.plies)
        tally.count += count
        if not agreed:
            tally.fail(f"{symmetry.name}: the image of a position differs from the position of the images")
    yield tally.check("it has no symmetry")


def playouts(game: Game, effort: Effort) -> Iterator[Check]:
    """Random games to their ends."""
    tally = Tally("random games", "random games end, by their rules or by the language's limit on turns")
    limits = Tally(LIMITS, NO_LIMIT)
    played = game.playouts(effort.games, seed=effort.seed)
    limits.count = effort.games
    for number, (winner, length) in enumerate(zip(played.winners.tolist(), played.lengths.tolist(), strict=True)):
        tally.hold(winner >= 0, f"seed {effort.seed}, game {number}: not over after {length} plies")
    yield tally.check()
    yield limits.check()


#: all claims that need nothing but the game, by what they are called while they are tested
CHECKS: Final[Mapping[str, Callable[[Game, Effort], Iterator[Check]]]] = {
    "promises": interface,
    "modules": modules,
    "direct": direct,
    "counted": counted,
    "symmetric": symmetric,
    "random games": playouts,
}


def perft(game: Game, effort: Effort, published: Sequence[Published]) -> Check:
    """Numbers of move sequences against published ones."""
    tally = Tally("perft", "sequences of moves are as many as has been published")
    rows = [row for row in published if row.leaves <= effort.leaves]
    for row in rows:
        count = game.perft(row.depth)
        tally.hold(
            count == row.leaves, f"depth {row.depth}: {count:,} sequences, {row.leaves:,} published by {row.source}"
        )
    return tally.check("only larger numbers are published" if published else "no numbers are known to be published")
