"""The claims of a certificate, each a function that tests it on random positions and says what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from ludens import testing
from ludens.certify.certificate import Check
from ludens.certify.finder import Finder
from ludens.game import Game, Move, State
from ludens.game.direct import DirectRun
from ludens.game.single import SingleGame
from ludens.language import LudError

#: failures of a claim that are told
_TOLD: Final = 5


@dataclass(frozen=True)
class Effort:
    """How much is tested: plies of the game that is looked at move by move, random games, and the seed of both.

    `direct` positions are played without being compiled, which takes some hundredths of a second to some seconds each.
    """

    plies: int = 40
    games: int = 100
    direct: int = 6
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
        if len(self.failures) < _TOLD:
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
        chosen = testing.random_choice(state, rng)
        yield f"seed {effort.seed}, ply {ply}", state, chosen
        state = state.copy()
        state.play(chosen)


def promises(game: Game, effort: Effort) -> Check:
    """What every game promises: `ludens.testing.check`."""
    tally = Tally("promises", "copies, JSON, pickles, undo, notation, batches, seeds and threads keep their promises")
    try:
        tally.count = testing.check(game, seed=effort.seed, plies=effort.plies)
    except testing.BrokenPromise as error:
        tally.fail(str(error))
    return tally.check()


def modules(game: Game, effort: Effort) -> Check:
    """Code that logs actions against code that does not."""
    tally = Tally("modules", "code that logs every action and fast code list and play alike")
    if not isinstance(game, SingleGame):
        return tally.check("a match has no code of its own")
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
    return tally.check()


def direct(game: Game, effort: Effort) -> Check:
    """Native code against the same rules on the stage that runs."""
    tally = Tally("direct", "rules that run without being compiled give the same moves and the same bytes")
    if not isinstance(game, SingleGame):
        return tally.check("a match has no rules of its own to run")
    for number, (where, state, chosen) in enumerate(positions(game, effort)):
        if number >= effort.direct:
            break
        block, moves = bytearray(state.tobytes()), state.legal_moves()
        try:
            run = DirectRun(game.rulebook, block)
            same = run.legal() == [move.to_trial() for move in moves]
            tally.hold(same, f"{where}: other legal moves")
            after = state.copy()
            applied = after.play(chosen)
            text = run.play(*(move.number for move in chosen)) if same else ""
        except LudError as error:  # too slow to run, which says nothing of the rules
            return tally.check(str(error))
        tally.hold(text == applied.to_trial(), f"{where}: another applied move")
        tally.hold(bytes(block) == after.tobytes(), f"{where}: another position")
    return tally.check()


def by_number(game: Game, effort: Effort) -> Check:
    """Random play finds a move by its number, without listing them: each legal move must be found once."""
    tally = Tally("by number", "random games can draw every legal move, each as often")
    finder = Finder(game) if isinstance(game, SingleGame) else None
    if finder is None or not finder.by_number:
        return tally.check("its moves are listed to draw from them")
    for where, state, _ in positions(game, effort):
        listed = finder.listed(state)
        found = finder.all_found(state)
        tally.hold(
            finder.after(state, found) == finder.after(state, listed), f"{where}: other moves are drawn than listed"
        )
    return tally.check()


def playouts(game: Game, effort: Effort) -> Check:
    """Random games to their ends."""
    tally = Tally(
        "random games", "random games end, by their rules or the language's limit on turns, and meet no limit of ours"
    )
    played = game.playouts(effort.games, seed=effort.seed)
    for number, (winner, length) in enumerate(zip(played.winners.tolist(), played.lengths.tolist(), strict=True)):
        tally.hold(winner >= 0, f"seed {effort.seed}, game {number}: not over after {length} plies")
    return tally.check()


#: all claims that need nothing but the game
CHECKS: Final[tuple[Callable[[Game, Effort], Check], ...]] = (promises, modules, direct, by_number, playouts)
