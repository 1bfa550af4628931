"""Whole turns in states of the game: those that are legal, and playing one from its text.

>>> from ludens.founding.amazons.position import game
>>> state = game(10).start(seed=1)
>>> str(play_turn(state, "d1-d6/g9")), state.mover
('d1-d6/g9', 2)
"""

from __future__ import annotations

from collections.abc import Iterable

from ludens.founding.amazons.position import IllegalTurn, Position, board_size, game, is_between
from ludens.founding.amazons.turn import NotationError, Square, Turn, parse_turn
from ludens.game import Move, State

__all__ = [
    "IllegalTurn",
    "NotationError",
    "Square",
    "Turn",
    "count_turns",
    "format_turn",
    "game",
    "moves_of",
    "parse_turn",
    "play_turn",
    "turns",
    "turns_of",
]


def format_turn(turn: Turn, *, compact: bool = False) -> str:
    """The text of a turn: `d1-d6/g9`, or `d1d6g9` where it is to be compact."""
    return turn.compact if compact else str(turn)


def turns(state: State) -> list[Turn]:
    """The legal turns: each move of an amazon with each arrow after it, in the game's own order.

    Empty once the game is over. Raises ValueError between an amazon's move and its arrow.
    """
    size, trial = board_size(state.game), state.copy()
    _check_whole(state)
    legal = []
    for move in _amazon_moves(state):
        trial.play(move)
        legal += [Turn.at(move.from_site, move.to_site, shot.to_site, size) for shot in trial.legal_moves()]
        trial.undo()
    return legal


def count_turns(state: State) -> int:
    """How many turns are legal; faster than listing them."""
    _check_whole(state)
    return state.game.perft(2, state) if _amazon_moves(state) else 0


def play_turn(state: State, turn: Turn | str) -> Turn:
    """Make both moves of a turn, given as such or as text in either notation; gives the turn.

    Raises NotationError for a text that is no turn of this board, IllegalTurn where the position does not allow it;
    the state is unchanged then.
    """
    read = parse_turn(turn, board_size(state.game)) if isinstance(turn, str) else turn
    for move in moves_of(state, read):
        state.play(move)
    return read


def moves_of(state: State, turn: Turn) -> tuple[Move, Move]:
    """The amazon's move and the arrow's that make up a turn, the second one in the position after the first.

    Raises IllegalTurn, which says why the turn is not allowed.
    """
    _check_whole(state)
    origin, target, arrow = turn.sites(board_size(state.game))
    if state.is_over:
        raise IllegalTurn(turn, "the game is over")
    if (cause := Position.of(state).objection(turn)) is not None:
        raise IllegalTurn(turn, cause)
    first = next(m for m in _amazon_moves(state) if (m.from_site, m.to_site) == (origin, target))
    trial = state.copy()
    trial.play(first)
    return first, next(m for m in trial.legal_moves() if m.to_site == arrow)


def turns_of(moves: Iterable[Move], size: int) -> list[Turn]:
    """The turns that played moves make up, two at a time. Raises ValueError where the last arrow is missing."""
    played = list(moves)
    if len(played) % 2:
        raise ValueError(f"{len(played)} moves are no whole turns: the last arrow is missing")
    pairs = zip(played[::2], played[1::2], strict=True)
    return [Turn.at(move.from_site, move.to_site, shot.to_site, size) for move, shot in pairs]


def _check_whole(state: State) -> None:
    if not state.is_over and is_between(state):
        raise ValueError("an amazon has moved, and its arrow is still to be shot: no turn begins here")


def _amazon_moves(state: State) -> list[Move]:
    """The legal moves of amazons; none where a side that was set up without a move could only pass."""
    return [move for move in state.legal_moves() if move.from_site >= 0]
