"""Play plies, and repeat them, from the numbers of legal moves or from stored plies."""

from __future__ import annotations

from collections.abc import Sequence

from ludens import notation
from ludens.game import Game, IllegalMove, Move, State
from ludens.game.hidden import hides
from ludens.game.match import MatchState
from ludens.game.matching import find_moves
from ludens.game.notation import number_of
from ludens.render.scene import move_refs
from ludens.study.tree import Ply


def refs_of(game: Game, move: Move) -> tuple[str | None, str | None]:
    """The sites that a move goes from and to; None where it has none, and for a from that is the to as well."""
    from_ref, to_ref = move_refs(game, move)
    return (None if from_ref == to_ref else from_ref), to_ref


def is_between(state: State) -> bool:
    """Whether a game of a match is over, and the next one follows."""
    return isinstance(state, MatchState) and state.is_between


def make(state: State, numbers: Sequence[int]) -> Ply:
    """Play the legal moves of these numbers, one or one of each player's; returns the ply. Raises IllegalMove."""
    moves = state.legal_moves()
    if not moves:
        raise IllegalMove("the game is over")
    if any(n >= len(moves) for n in numbers):
        raise IllegalMove(f"there are {len(moves)} moves, numbered from 0")
    played = [moves[n] for n in numbers]
    player = 0 if state.is_simultaneous or is_between(state) else played[0].mover
    name = _name_of(state, numbers, played)
    refs = refs_of(state.playing.game, played[0]) if len(played) == 1 else (None, None)
    return Ply(tuple(numbers), len(moves), state.play(played).to_trial(), player, name, *refs)


def called(state: State, number: int) -> str:
    """The name of a legal move in a list."""
    return _name_of(state, [number], [state.legal_moves()[number]])


def _name_of(state: State, numbers: Sequence[int], played: Sequence[Move]) -> str:
    """A move in the game's notation; moves made at once, and those of a game that hides, by their names alone."""
    style = notation.of(state.game)
    if len(played) > 1 or state.is_simultaneous:
        names = style.names(state)
        return ", ".join(names[n] for n in numbers)
    return style.name(state, played[0]) if hides(state.game) else style.ply(state, played[0])


def repeat(state: State, ply: Ply) -> Sequence[Move]:
    """Play a stored ply: by its numbers if they still mean the same move, else by its text.

    Returns the legal moves that were played. Another version may number moves anew. Raises IllegalMove if it is not
    legal any more.
    """
    legal = state.legal_moves()
    if len(legal) == ply.choices and all(n < len(legal) for n in ply.moves):
        played = [legal[n] for n in ply.moves]
        if state.play(played).to_trial() == ply.trial:
            return played
        state.undo()
    moves = find_moves(state, ply.trial) if state.legal_moves() else None
    if moves is None:
        raise IllegalMove(f"{ply.name} is not legal any more")
    state.play(moves)
    return moves


def numbers_of(state: State, moves: Sequence[Move]) -> tuple[int, ...]:
    """The numbers of legal moves. Raises IllegalMove for one that is none."""
    numbers = [number_of(state.legal_moves(), move) for move in moves]
    if None in numbers:
        raise IllegalMove("this is no legal move of this position")
    return tuple(number for number in numbers if number is not None)
