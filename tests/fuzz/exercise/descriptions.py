"""Descriptions: read, played by all of ludens' code, drawn."""

from __future__ import annotations

import json
import os
import random
import re
from collections.abc import Sequence
from typing import Final

from fuzz.exercise.base import Notes, hold
from ludens import Game, LudError, Move, State
from ludens.game import compile_text
from ludens.game.direct import DirectRun
from ludens.game.single import SingleGame

#: plies that are looked at closely, and those of each random game
PLIES: Final = 16
RANDOM_PLIES: Final = 150
#: with more legal moves than so many, two plies are not counted
FEW_MOVES: Final = 150
#: plies that are also played without compiled code, and the rounds that its loops may take
DIRECT: Final = (0, 3)
LARGE: Final = re.compile(r"\d{9}")
ROUNDS: Final = 200_000


def optimise(optimised: bool) -> None:
    """Whether games are optimised as they are for people, or as little as can be, which compiles faster."""
    if optimised:
        os.environ.pop("LUDENS_OPTIMISE", None)
    else:
        os.environ["LUDENS_OPTIMISE"] = "0"


def warm_up() -> None:
    """Load all there is to load, once."""
    optimise(False)
    text = (
        '(game "Warm" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules '
        "(play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
    )
    hold(description(text, lambda step: None) == "played", "warm up: this game is in order")


def description(text: str, at: Notes) -> str:
    """Read a description, play it, count, draw."""
    try:
        game = loaded(text, at)
    except LudError:
        return "refused"
    if game is not game.games[0]:
        return _match(game, at)
    _closely(game, at)
    _at_random(game, at)
    return "played"


def loaded(text: str, at: Notes) -> Game:
    """The game of a description. Raises LudError, with a place and a cause, where it is refused."""
    at("load")
    try:
        game = compile_text(text)
    except LudError as error:
        at("message")
        hold(bool(error.message) and bool(str(error)), "message: an error says what is wrong")
        hold(
            all(one.span is not None for one in (error, *error.related)) or not text.strip(), "no place: " + str(error)
        )
        raise
    at("warnings")
    for warning in game.warnings:
        hold(bool(str(warning)), "warning: a warning says what is wrong")
    return game


def _match(game: Game, at: Notes) -> str:
    at("match")
    state = game.start(seed=1)
    _some_plies(state, random.Random(1), at)
    return "played"


def _closely(game: Game, at: Notes) -> None:
    """Play a game by the traced code, the fast code beside it, and look at everything on the way."""
    choose = random.Random(1)
    at("start")
    state = game.start(seed=1)
    at("compile")
    fast, twin = game.fast, state.copy()
    for ply in range(PLIES):
        at("sites")
        state.sites()
        if ply in (0, 1, 5):
            _look(state, at)
        at("legal")
        moves = state.legal_moves()
        if state.is_over or not moves:
            break
        chosen = chosen_moves(state, moves, choose)
        run = _run(game, state, moves, at) if ply in DIRECT and not state.is_simultaneous else None
        at("play")
        played = state.play(chosen)
        if run is not None:
            at("direct play")
            text = run.play(chosen[0].number)
            hold(
                run.error != 0 or text == played.to_trial(),
                "direct play: rules that are not compiled make the same move",
            )
            hold(run.error != 0 or run.block == state.tobytes(), "direct bytes: they lead to the same position")
        at("log")
        played.to_trial()
        if not state.is_simultaneous:
            at("fast legal")
            records = fast.legal(twin)
            hold(len(records) == len(moves), "as many moves: both modules find the same moves")
            at("fast play")
            number = next(n for n, move in enumerate(moves) if move is chosen[0])  # equal ones may go on differently
            fast.play(twin, records[number])
            hold(twin.tobytes() == state.tobytes(), "same bytes: both modules play alike")
    _look(state, at)
    at("undo")
    while ply:
        state.undo()
        ply -= 1


def _run(game: Game, state: State, moves: Sequence[Move], at: Notes) -> DirectRun | None:
    """The same rules without being compiled, which find the same moves; None where that takes too long.

    Their numbers are Python's and do not wrap: descriptions with numbers near the end of 32 bits are left out.
    """
    if not isinstance(game, SingleGame) or len(moves) > FEW_MOVES or LARGE.search(game.description.placed):
        return None
    at("direct legal")
    try:
        run = DirectRun(game.rulebook, bytearray(state.tobytes()), rounds=ROUNDS)
        same = run.legal() == [move.to_trial() for move in moves]
    except LudError:
        return None
    hold(run.error != 0 or same, "direct legal: rules that are not compiled find the same moves")
    return run


def chosen_moves(state: State, moves: Sequence[Move], choose: random.Random) -> list[Move]:
    """A random move, or one of each player's where they move at once."""
    if not state.is_simultaneous:
        return [moves[choose.randrange(len(moves))]]
    movers = sorted({move.mover for move in moves})
    return [choose.choice([move for move in moves if move.mover == player]) for player in movers]


def _some_plies(state: State, choose: random.Random, at: Notes) -> None:
    for _ in range(PLIES):
        at("legal")
        moves = state.legal_moves()
        if state.is_over or not moves:
            return
        at("play")
        state.play(chosen_moves(state, moves, choose))


def _look(state: State, at: Notes) -> None:
    """Ask a state for all that people are shown."""
    at("ask")
    _ = state.ranking, state.scores, state.phases, state.rolled, state.winner
    at("notation")
    state.notations()
    at("dict")
    hold(
        state.game.from_dict(json.loads(json.dumps(state.to_dict()))) == state, "dict: a state comes back from its data"
    )
    at("text")
    str(state)
    at("picture")
    state._repr_svg_()


def _at_random(game: Game, at: Notes) -> None:
    """Random games, a batch, and positions counted, by the fast code alone."""
    fast = game.fast
    at("playout")
    for seed in range(3):
        fast.playout(game.start(seed=seed), RANDOM_PLIES)
    if not game.is_simultaneous:
        at("batch")
        batch = game.batch(2, seed=1)
        for ply in range(20):
            batch.play_random(ply)
        batch.count_moves()
        at("perft")
        game.perft(2 if 0 < game.perft(1) <= FEW_MOVES else 1)
