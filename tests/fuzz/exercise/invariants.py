"""Small descriptions: whatever must hold of a game, held along one random game of it.

The modules that log and that do not, the same rules without being compiled, numbers that are counted, moves that are
found by their number, copies and data of positions, undo, and random games of equal seeds: all have to agree.
"""

from __future__ import annotations

import functools
import json
import random
import re
import struct
import zlib
from collections.abc import Sequence
from typing import Final

import numpy as np

from fuzz.exercise import reached
from fuzz.exercise.base import Notes, hold
from fuzz.exercise.descriptions import chosen_moves, loaded
from ludens import Game, LudError, Move, State
from ludens.game.direct import DirectRun, Workbench
from ludens.game.single import SingleGame
from ludens.native import seed_choices
from ludens.testing.certificates.finder import Finder

PLIES: Final = 12
#: plies that are also played without compiled code, the rounds that its loops may take, and the moves that it may list
DIRECT: Final = 5
ROUNDS: Final = 60_000
FEW_MOVES: Final = 60
#: plies of random games, and of which descriptions moves are found by their number: one in so many
RANDOM_PLIES: Final = 100
FOUND: Final = 4
#: whose products leave 32 bits, in which numbers of Python do not wrap
LARGE: Final = re.compile(r"\d{5}|Infinity|Limit|[\^]|pow")


def invariants(text: str, at: Notes) -> str:
    """Read a description, and hold its game to everything that a certificate tells."""
    reached.watch()
    game = loaded(text, at)
    reached.bound(game.ludemes())
    if not isinstance(game, SingleGame):
        state = game.start(seed=1)
        hold(state == game.start(seed=1), "same start: equal seeds start a match alike")
        return "played"
    _along(game, at, LARGE.search(text) is None)
    _random_games(game, at)
    return "played"


def _along(game: SingleGame, at: Notes, direct: bool) -> None:
    """A random game, ply by ply, by all that play it."""
    choose = random.Random(1)
    at("start")
    state = game.start(seed=1)
    at("compile")
    fast, twin = game.fast, state.copy()
    run = _direct(game, state, at) if direct else None
    finder = _finder(game, at)
    before: list[bytes] = []
    for ply in range(PLIES):
        at("legal")
        position = state.tobytes()
        moves = state.legal_moves()
        at("fast legal")
        records = fast.legal(twin)
        hold(len(records) == len(moves), f"as many moves: {len(moves)} are logged, {len(records)} found fast")
        hold(state.tobytes() == position, "legal bytes: listing the moves leaves the position as it was")
        hold(twin.tobytes() == position, "fast legal bytes: so does code that does not log")
        if not state.is_simultaneous:
            at("counted")
            hold(game.perft(1, state) == len(moves), "counted: as many moves are counted as listed")
        hold(bool(moves) or state.is_over, "over: there are moves until the game is over")
        if state.is_over:
            break
        run = _same_moves(run, moves, at) if ply < DIRECT else None
        if finder is not None and ply in (0, 3) and not is_forced_pass(moves):
            at("by number")
            found = finder.find_all(state)
            hold(finder.after(state, found) == finder.after(state, finder.list_all(state)), "by number: other moves")
        chosen = chosen_moves(state, moves, choose)
        at("play")
        before.append(state.tobytes())
        played = state.play(chosen)
        text = played.to_trial()
        numbers = [move.number for move in chosen]
        at("fast play")
        if state.is_simultaneous:
            twin = state.copy()
        else:
            fast.play(twin, records[numbers[0]])
            hold(twin.tobytes() == state.tobytes(), "same bytes: code that logs and code that does not play alike")
        if run is not None:
            at("direct play")
            run = _played(run, numbers, text, state)
        at("data")
        if ply in (0, 2, 7):
            _data(game, state)
    at("undo")
    for position in reversed(before):
        state.undo()
        hold(state.tobytes() == position, "undo: goes back to the same position")
    reached.played(len(before))


def _direct(game: SingleGame, state: State, at: Notes) -> DirectRun | None:
    """The same rules without being compiled, from the same start; None where that takes too long."""
    at("direct start")
    block = bytearray(len(state.tobytes()))
    struct.pack_into("=Q", block, game.places.rng, 1)
    try:
        run = DirectRun(game.rulebook, block, rounds=ROUNDS, bench=_bench())
        run.start()
    except LudError:
        return None
    if run.error:
        return None
    hold(block == state.tobytes(), "direct start: rules that are not compiled start alike")
    return run


@functools.cache
def _bench() -> Workbench:
    """The memory that all of them work in, one after the other."""
    return Workbench()


def _same_moves(run: DirectRun | None, moves: Sequence[Move], at: Notes) -> DirectRun | None:
    if run is None or len(moves) > FEW_MOVES:
        return None
    at("direct legal")
    try:
        found = run.legal()
    except LudError:
        return None
    if run.error:
        return None
    hold(found == [move.to_trial() for move in moves], "direct legal: rules that are not compiled find the same moves")
    return run


def _played(run: DirectRun, numbers: Sequence[int], text: str, state: State) -> DirectRun | None:
    try:
        made = run.play(*numbers)
    except LudError:
        return None
    if run.error:
        return None
    hold(made == text, "direct play: rules that are not compiled make the same move")
    hold(run.block == state.tobytes(), "direct bytes: they lead to the same position")
    return run


def _finder(game: SingleGame, at: Notes) -> Finder | None:
    """What finds moves by their number, for one game in a few."""
    if game.is_simultaneous or zlib.crc32(game.description.placed.encode()) % FOUND:
        return None
    at("finder")
    finder = Finder(game)
    return finder if finder.by_number else None


def is_forced_pass(moves: Sequence[Move]) -> bool:
    """Whether there is nothing to choose from; a random game passes then without looking for a move by its number."""
    return len(moves) == 1 and "forced=true" in moves[0].to_trial()


def _data(game: Game, state: State) -> None:
    """A position comes back from its bytes and from its data."""
    texts = [move.to_trial() for move in state.legal_moves()]
    for how, other in (
        ("bytes", game.from_bytes(state.tobytes())),
        ("data", game.from_dict(json.loads(json.dumps(state.to_dict())))),
        ("copy", state.copy()),
    ):
        hold(other == state, f"{how}: a position comes back from its {how}")
        hold([move.to_trial() for move in other.legal_moves()] == texts, f"{how} moves: with the same moves")


def _random_games(game: SingleGame, at: Notes) -> None:
    """Random games of equal seeds, and many positions stepped together."""
    at("playouts")
    ends = []
    for _ in range(2):
        state = game.start(seed=5)
        seed_choices(7)
        game.fast.playout(state, RANDOM_PLIES)
        ends.append(state.tobytes())
    hold(ends[0] == ends[1], "same seeds: random games of one seed are alike")
    if game.is_simultaneous:
        return
    at("batch")
    batch, rng = game.batch(2, seed=1), np.random.default_rng(1)
    states = [batch.state(row) for row in range(2)]
    for _ in range(3):
        counts = [len(state.legal_moves()) for state in states]
        hold(batch.count_moves().tolist() == counts, "batch counts: a batch counts the moves of its states")
        choices = [int(rng.integers(n)) if n else -1 for n in counts]
        batch.play(choices)
        for state, choice in zip(states, choices, strict=True):
            if choice >= 0:
                state.play(state.legal_moves()[choice])
        hold([batch.state(row) for row in range(2)] == states, "batch: a batch plays as its states do")
