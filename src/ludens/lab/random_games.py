"""Random games that are followed ply by ply: side by side in native code where they can be, else one by one.

Every choice is drawn from the seed, the number of the game and the ply, so that games are the same however many of
them are followed together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from ludens.game import Game, Move, Series, State
from ludens.game.seats import may_swap, seated
from ludens.game.single import SingleGame
from ludens.lab.board_statistics import Watcher
from ludens.lab.evidence import Walk
from ludens.native import own_choices
from ludens.rules.state.random import APART, GAMMA

#: games that last longer are broken off
MOST_PLIES: Final = 20_000
_WORD: Final = (1 << 64) - 1

Seen = Callable[[bytes], object]
#: chooses a move of a position; a sequence where the players move at once
Choose = Callable[[State, int], "Move | Sequence[Move]"]


def can_batch(game: Game) -> bool:
    """Whether games of it are followed side by side."""
    return isinstance(game, SingleGame) and not game.is_simultaneous


def walk(game: Game, seed: int, first: int, last: int, seen: Seen | None = None) -> list[Walk]:
    """The random games number `first` to `last` - 1; `seen` gets the position before each ply of the first one."""
    if isinstance(game, SingleGame) and can_batch(game):
        return _side_by_side(game, seed, first, last, seen)
    return [follow(game, seed, number, at_random(seed, number), seen) for number in range(first, last)]


def _side_by_side(game: SingleGame, seed: int, first: int, last: int, seen: Seen | None) -> list[Walk]:
    program, n = game.ready, last - first
    blocks = np.zeros((n, game.layout.size), np.uint8)
    program.start_all(blocks, (seed + first * APART) & _WORD)
    watcher, numbers = Watcher(game, n), np.arange(first, last)
    for ply in range(MOST_PLIES):
        counts = program.count_all(blocks)
        rows = np.flatnonzero(counts)
        if not len(rows):
            break
        watcher.look(blocks, counts)
        if seen is not None:
            seen(blocks[0].tobytes())
        program.play_all(blocks, draw_moves(seed, numbers, ply, counts))
        watcher.moved(blocks, rows)
    watcher.finish(blocks)
    fields = blocks.view(game.layout.dtype)[:, 0]
    return watcher.walks(seated(fields, "winner", game.num_players).tolist(), fields["winner"].tolist())


def draw_moves(
    seed: int, numbers: npt.NDArray[np.int64], ply: int, counts: npt.NDArray[np.int32]
) -> npt.NDArray[np.int32]:
    """The number of a move for each game, -1 where there is none (SplitMix64, as the runtime draws)."""
    with np.errstate(over="ignore"):
        words = scramble(numbers.astype(np.uint64) * np.uint64(APART) + np.uint64(seed & _WORD))
        words = scramble(words + np.uint64((ply + 1) * GAMMA & _WORD))
        choices = (words >> np.uint64(32)) * counts.astype(np.uint64) >> np.uint64(32)
    return np.where(counts > 0, choices.astype(np.int64), -1).astype(np.int32)


def scramble(words: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    """Each word scrambled."""
    words = (words ^ (words >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    words = (words ^ (words >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return words ^ (words >> np.uint64(31))


def follow(game: Game, seed: int, number: int, choose: Choose, seen: Seen | None = None) -> Walk:
    """One game, whose moves are chosen by a function of the position and the ply."""
    state = game.start(seed=(seed + (number + 1) * GAMMA) & _WORD)
    single = game if isinstance(game, SingleGame) else None
    watcher = Watcher(single, 1) if single is not None else None
    counts, row = list[int](), np.zeros(1, np.int64)
    while not state.is_over and len(counts) < MOST_PLIES:
        legal = state.legal_moves()
        if not legal:
            break
        counts.append(len(legal))
        if seen is not None:
            seen(state.tobytes())
        if watcher is not None:
            watcher.look(state.block[None].copy(), np.array(counts[-1:], np.int32))
        state.play(choose(state, len(counts) - 1))
        if watcher is not None:
            watcher.moved(state.block[None].copy(), row)
    side = state.winner if state.is_over else -1
    winner = state.seats.seat(side)
    if watcher is None:
        return Walk(winner, np.array(counts, np.int32), side=side)
    watcher.finish(state.block[None].copy())
    return watcher.walks([winner], [side])[0]


def play_to_ends(game: Game, series: Series, first: int, last: int) -> npt.NDArray[np.int32]:
    """Play games of a series at random; gives the seat that won each: the player's, unless sides were swapped."""
    if not isinstance(game, SingleGame) or not may_swap(game):
        game.play_part(series, first, last)
        return series.winners[first:last]
    program, n = game.ready, last - first
    blocks = np.zeros((n, game.layout.size), np.uint8)
    program.start_all(blocks, (series.seed + first * APART) & _WORD)
    for row in range(n):
        with own_choices(int(scramble(np.array([series.seed + first + row], np.uint64))[0]) >> 1):
            series.lengths[first + row] = program.playout(blocks[row])
    fields = blocks.view(game.layout.dtype)[:, 0]
    series.winners[first:last] = fields["winner"]
    return seated(fields, "winner", game.num_players)


def at_random(seed: int, number: int) -> Choose:
    """Random moves of the game of that number."""

    def choose(state: State, ply: int) -> Move | Sequence[Move]:
        rng = np.random.default_rng([seed & _WORD, number, ply])
        moves = state.legal_moves()
        if not state.is_simultaneous:
            return moves[int(rng.integers(len(moves)))]
        return [own[int(rng.integers(len(own)))] for own in by_player(moves)]

    return choose


def by_player(moves: Sequence[Move]) -> list[list[Move]]:
    """The moves of each player who moves, in the order of the players."""
    movers = sorted({move.mover for move in moves})
    return [[move for move in moves if move.mover == player] for player in movers]
