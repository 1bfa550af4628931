"""Questions about what a clause does: two descriptions that differ in one place, and what tells them apart.

The other description is the game with one change of the designer's search: a clause left out, put in, or exchanged, a
number or a constant changed.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludens import render
from ludens.board import BoardError
from ludens.game import Game, IllegalMove, LimitExceeded, Limits, State, compile_text
from ludens.game.single import SingleGame
from ludens.lab.variation import mutated
from ludens.language import Clause, LudError
from ludens.notation import NotationError
from ludens.notation import of as style_of
from ludens.suite.layout import lay_out
from ludens.suite.prompts import move_names, move_text, numbered
from ludens.suite.questions.pool import Trail, position_shown, random_trail

#: the rivals of a game, the changes that are tried to find them, and random games in which they have to differ
_RIVALS, _TRIED, _GAMES = 3, 12, 12
#: the plies of the games that are compared, and what random games of a change may take
_PLIES, _WORK = 60, 20_000_000
CHOICES = ("1", "2")


@dataclass(frozen=True)
class Rivals:
    """A game, and the same with one change."""

    game: Game
    other: Game
    text: str
    other_text: str


@dataclass(frozen=True)
class Contest:
    """A question about two descriptions: the first that is shown, the second, the text, and which of them it is."""

    first: str
    second: str
    text: str
    answer: str
    seed: int
    moves: tuple[str, ...]


def rivals_of(game: Game, rng: random.Random) -> list[Rivals]:
    """Some changes of a game that can be told apart from it by playing."""
    if not isinstance(game, SingleGame) or not isinstance(game.description.game, Clause):
        return []
    tree, made = game.description.game, list[Rivals]()
    for _ in range(_TRIED):
        if len(made) == _RIVALS:
            break
        try:
            other = mutated(tree, rng).tree
            rival = Rivals(game, _played(lay_out(other)), lay_out(tree), lay_out(other))
        except (LudError, BoardError, LimitExceeded, ValueError):
            continue
        if next(_apart(rival, rng), None) is not None:
            made.append(rival)
    return made


def _played(text: str) -> Game:
    """A change that can be played: its random games end. Raises LudError, LimitExceeded, ValueError."""
    game = compile_text(text, "<variant>")
    with Limits(work=_WORK):
        playouts = game.playouts(20, seed=1)
    if game.num_players != 2 or game.is_stochastic or playouts.lengths.mean() < 2:
        raise ValueError("it is not for two players without chance, or over at once")
    return game


@dataclass(frozen=True)
class _Apart:
    """Where two games part: both positions before it, the moves so far, and what may be asked of it, by the side."""

    trail: Trail
    at: int
    state: State
    texts: tuple[str, str]


def _apart(rivals: Rivals, rng: random.Random) -> Iterator[_Apart]:
    """Where random games of the one and of the other part, if they do."""
    for number in range(_GAMES):
        leading, following = (rivals.game, rivals.other) if number % 2 else (rivals.other, rivals.game)
        with Limits(work=_WORK):
            trail = random_trail(leading, rng, _PLIES)
            one = _parting(trail, following, number % 2 == 0, rng)
        if one is not None:
            yield one


def _parting(trail: Trail, following: Game, is_swapped: bool, rng: random.Random) -> _Apart | None:
    other = following.start(seed=trail.seed)
    if not _alike(trail.states[0], other):
        return None
    for at, move in enumerate(trail.moves):
        here, behind = trail.states[at], trail.states[at + 1]
        names = set(move_names(here)), set(move_names(other))
        only = sorted(names[0] - names[1]), sorted(names[1] - names[0])
        if only[0] and only[1]:
            texts = tuple(f"Under which rules is the move {rng.choice(one)} legal?" for one in only)
            return _Apart(trail, at, here, _ordered(texts, is_swapped))
        mine = move_text(here, move)
        if mine not in names[1]:
            return None
        try:
            other.play(style_of(following).parse(other, mine)[0])
        except (IllegalMove, NotationError, ValueError):
            return None
        if not _alike(behind, other):
            return _Apart(trail, at, here, _ordered(_outcomes(mine, behind, other), is_swapped))
    return None


def _alike(one: State, other: State) -> bool:
    """Whether two positions look alike, and it is the same player's turn."""
    if one.is_over or other.is_over:
        return one.is_over == other.is_over and one.winner == other.winner
    return one.sites() == other.sites() and one.mover == other.mover and one.scores == other.scores


def _outcomes(move: str, one: State, other: State) -> tuple[str, str]:
    """What may be asked of a move by which two positions come about that differ, for each of them."""
    if one.sites() != other.sites():
        boards = (render.text(state, coordinates=True, viewer=None, legend=False) for state in (one, other))
        first, second = (
            f"The move {move} is made, and then the board is:\n\n{board}\n\nUnder which rules?" for board in boards
        )
        return first, second
    first, second = (f"The move {move} is made, and then {_turn(state)}. Under which rules?" for state in (one, other))
    return first, second


def _turn(state: State) -> str:
    if state.is_over:
        return f"player {state.winner} has won" if 0 < state.winner <= 2 else "the game is a draw"
    scores = f", with the scores {state.scores[0]} and {state.scores[1]}" if any(state.scores) else ""
    return f"it is the turn of player {state.mover}{scores}"


def _ordered(texts: tuple[str, ...], is_swapped: bool) -> tuple[str, str]:
    """What may be asked of the game, and of its change."""
    return (texts[1], texts[0]) if is_swapped else (texts[0], texts[1])


def clause(rivals: Rivals, turn: int, rng: random.Random) -> Contest | None:
    """Under which of two descriptions does this happen? Each of the two is it as often as the other."""
    one = next(_apart(rivals, rng), None)
    if one is None:
        return None
    moves = one.trail.names(one.at)
    where = position_shown(one.state, moves)
    texts = (f"{where}\n\n{one.texts[0]}", f"{where}\n\n{one.texts[1]}")
    return _contest(rivals, turn, texts, one.trail.seed, moves)


def record(rivals: Rivals, turn: int, rng: random.Random) -> Contest | None:
    """Which of two descriptions made this game? It is legal by one of them alone."""
    side = turn % 2
    playing, following = (rivals.other, rivals.game) if side else (rivals.game, rivals.other)
    for _ in range(_GAMES):
        with Limits(work=_WORK):
            trail = random_trail(playing, rng, _PLIES)
            if _is_possible(trail, following):
                continue
        names = trail.names(len(trail.moves))
        end = _turn(trail.states[-1])
        text = f"A game of random moves: {numbered(names)}\n\nThen {end}. By which rules was it played?"
        return _contest(rivals, turn, (text, text), trail.seed, names)
    return None


def _is_possible(trail: Trail, following: Game) -> bool:
    """Whether a game may have been one of another description, as far as its record tells."""
    other = following.start(seed=trail.seed)
    for name in trail.names(len(trail.moves)):
        try:
            other.play(style_of(following).parse(other, name)[0])
        except (IllegalMove, NotationError, ValueError):
            return False
    return _turn(other) == _turn(trail.states[-1])


def _contest(rivals: Rivals, turn: int, texts: tuple[str, str], seed: int, moves: tuple[str, ...]) -> Contest:
    """The question; which of the two is shown first, and which it is, changes from turn to turn."""
    side, is_swapped = turn % 2, turn // 2 % 2 == 1
    first, second = (rivals.other_text, rivals.text) if is_swapped else (rivals.text, rivals.other_text)
    return Contest(first, second, f"{texts[side]} Answer 1 or 2.", CHOICES[side ^ is_swapped], seed, moves)


#: the kinds of questions about two descriptions
CONTESTS: dict[str, Callable[[Rivals, int, random.Random], Contest | None]] = {"clause": clause, "game": record}
