"""Games of ours beside another program's (pyffish, which is Fairy-Stockfish): moves, positions, names, ends."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import NamedTuple

import pyffish

from ludens.game import Game, State
from ludens.notation.chess import Chess
from ludens.notation.turns import Turn


class Difference(NamedTuple):
    """Where the programs differ: in what, in which position of theirs, and what each says."""

    what: str
    position: str
    ours: object
    theirs: object


def turns(style: Chess, state: State) -> dict[str, Turn]:
    """The legal turns by what engines call them."""
    return {style.uci(state, turn): turn for turn in style._turns(state)}


def compared(style: Chess, variant: str, seed: int, plies: int) -> Iterator[Difference]:
    """The differences in a random game, to the first one in moves."""
    game: Game = style.game
    state, choose, start = game.start(seed=0), random.Random(seed), pyffish.start_fen(variant)
    moves: list[str] = []
    for _ in range(plies):
        fen = pyffish.get_fen(variant, start, moves)
        yield from _positions(style, state, fen)
        theirs = {*pyffish.legal_moves(variant, start, moves)}
        if state.is_over:
            if theirs and not pyffish.is_optional_game_end(variant, start, moves)[0]:
                over = pyffish.is_immediate_game_end(variant, start, moves)[0]
                if not over and pyffish.has_insufficient_material(variant, fen, []) != (True, True):
                    yield Difference("end", fen, "over", "goes on")
            return
        ours = turns(style, state)
        if pyffish.is_immediate_game_end(variant, start, moves)[0]:
            yield Difference("end", fen, "goes on", "over")
            return
        if ours.keys() != theirs:
            yield Difference("moves", fen, sorted(ours.keys() - theirs), sorted(theirs - ours.keys()))
            return
        uci = choose.choice(sorted(theirs))
        name = pyffish.get_san(variant, fen, uci, False, pyffish.NOTATION_SAN)
        mine = style.turn(state, ours[uci])
        if mine.rstrip("#+") != name.rstrip("#+"):
            yield Difference("name", fen, mine, name)
        elif mine != name and not mine.endswith("#"):
            yield Difference("mark", fen, mine, name)
        if style.parse(state, name) != ours[uci] or style.parse(state, uci) != ours[uci]:
            yield Difference("reading", fen, mine, name)
        for move in ours[uci]:
            state.play(move)
        moves.append(uci)


def _positions(style: Chess, state: State, fen: str) -> Iterator[Difference]:
    mine = style.position(state)
    for what, left, right in zip(
        ("board", "mover", "rights", "passed"), _in_order(mine).split(), _in_order(fen).split(), strict=False
    ):
        if left != right and not (what == "passed" and left == "-"):
            yield Difference(what, fen, mine, fen)
            return
    if style.position(style.state(fen)).split()[:4] != mine.split()[:4]:
        yield Difference("reading a position", fen, style.position(style.state(fen)), mine)


def _in_order(fen: str) -> str:
    """A position with the pieces in hand in one order: at the start theirs stand as somebody wrote them."""
    return re.sub(r"\[(.*?)\]", lambda found: f"[{''.join(sorted(found[1]))}]", fen)
