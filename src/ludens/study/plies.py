"""Plies made and made again: from the numbers of legal moves, or from what was kept of them."""

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
    """Play the legal moves of these numbers, one or one of each player's; gives the ply. Raises IllegalMove."""
    moves = state.legal_moves()
    if not moves:
        raise IllegalMove("the game is over")
    if any(n >= len(moves) for n in numbers):
        raise IllegalMove(f"there are {len(moves)} moves, numbered from 0")
    chosen = [moves[n] for n in numbers]
    player = 0 if state.is_simultaneous or is_between(state) else chosen[0].mover
    name = _told(state, numbers, chosen)
    refs = refs_of(state.playing.game, chosen[0]) if len(chosen) == 1 else (None, None)
    return Ply(tuple(numbers), len(moves), state.play(chosen).to_trial(), player, name, *refs)


def called(state: State, number: int) -> str:
    """What a list of moves calls a legal move."""
    return _told(state, [number], [state.legal_moves()[number]])


def _told(state: State, numbers: Sequence[int], chosen: Sequence[Move]) -> str:
    """What players of the game write for a move; of moves made at once, or of a game that hides, no more than names."""
    style = notation.of(state.game)
    if len(chosen) > 1 or state.is_simultaneous:
        names = style.names(state)
        return ", ".join(names[n] for n in numbers)
    return style.name(state, chosen[0]) if hides(state.game) else style.ply(state, chosen[0])


def repeat(state: State, ply: Ply) -> Sequence[Move]:
    """Play a ply that was kept: by its numbers where they are those of the move that it was, else by its text.

    Gives the legal moves that were played. Another version may number moves anew. Raises IllegalMove where it is legal
    no more.
    """
    legal = state.legal_moves()
    if len(legal) == ply.choices and all(n < len(legal) for n in ply.moves):
        chosen = [legal[n] for n in ply.moves]
        if state.play(chosen).to_trial() == ply.trial:
            return chosen
        state.undo()
    moves = find_moves(state, ply.trial) if state.legal_moves() else None
    if moves is None:
        raise IllegalMove(f"{ply.name} is not legal any more")
    state.play(moves)
    return moves


def numbers_of(state: State, moves: Sequence[Move]) -> tuple[int, ...]:
    """The numbers of legal moves. Raises IllegalMove for one that is none."""
    found = [number_of(state.legal_moves(), move) for move in moves]
    if None in found:
        raise IllegalMove("this is no legal move of this position")
    return tuple(number for number in found if number is not None)
