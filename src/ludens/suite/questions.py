"""Questions about rules with exact answers, made from the engine and graded by it.

For evaluation, and for training with verifiable rewards: equal seeds give equal questions, and there is no end of them.

>>> import ludens
>>> one, *_ = questions(ludens.load("Tic-Tac-Toe"), 3, seed=1)
>>> grade(one, one.answer), grade(one, "I do not know")
(1.0, 0.0)
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, dataclass
from typing import Any

from ludens import render
from ludens.game import Game, Move, State
from ludens.suite.move_reader import Unread, read_move
from ludens.suite.prompts import move_text, rules_in_words, rules_text

#: the plies before the position of a question, at most, by the level; of the last level it is near the end
PLIES = {1: 2, 2: 8, 3: 40}
#: positions that are tried to find one that a question can be asked of, and what is looked at for wins
_TRIES, _BUDGET, _LONG = 200, 20_000, 400
_YES, _NO = "yes", "no"


@dataclass(frozen=True)
class Question:
    """A question: its `kind` and `level`, all that is asked in `prompt`, the exact `answer`, and where it comes from.

    `moves` lead from the start of that `seed` to the position.
    """

    kind: str
    level: int
    game: str
    options: tuple[str, ...]
    prompt: str
    answer: str
    seed: int
    moves: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)


class QuestionError(ValueError):
    """A game that such questions cannot be asked of; the message says why."""


def questions(
    game: Game,
    n: int,
    *,
    kinds: Collection[str] = (),
    level: int = 2,
    seed: int = 0,
    words: bool = True,
    lud: bool = True,
) -> Iterator[Question]:
    """n questions about a game, of all kinds in turn or those that are named.

    `legal`: is this move legal? `count`: how many legal moves are there? `after`: what is on a site after this move?
    `ended`: who has won after this move? `wins`: can who is to move win with the next move, or the one after it,
    whatever the other does? Positions come from random games; `level` 1 is near the start, 3 near the end. The prompt
    has the rules in `words` and as a description. Raises QuestionError for games that the kinds do not fit, ValueError
    for kinds and levels that there are not.
    """
    wrong = sorted(set(kinds) - set(KINDS))
    if wrong or level not in PLIES:
        wrong_choice = (
            f"kind {wrong[0]!r}; there are {', '.join(KINDS)}" if wrong else f"level {level}; there are 1, 2 and 3"
        )
        raise ValueError(f"there is no {wrong_choice}")
    if game.num_players != 2 or game.is_stochastic or game.is_simultaneous or len(game.games) > 1:
        raise QuestionError(f"{game.name} is no game of two players who move in turn, without chance")
    rules = "\n\n".join([*([rules_in_words(game)] if words else []), *([rules_text(game)] if lud else [])])
    used_kinds = [kind for kind in KINDS if not kinds or kind in kinds]
    for number in range(n):
        yield _question(game, used_kinds[number % len(used_kinds)], level, seed, number, rules)


def grade(question: Question, answer: str) -> float:
    """1 for the right answer, 0 for another one, however it is put: the last that fits counts.

    >>> drawn = Question("count", 1, "Hex", (), "", "12", 0, ())
    >>> grade(drawn, "There are 10... no, **12**."), grade(drawn, "12 or 13")
    (1.0, 0.0)
    """
    patterns = {_YES: r"\b(yes|no)\b", _NO: r"\b(yes|no)\b"}
    pattern = patterns.get(question.answer) or (
        r"-?\d+" if question.answer.lstrip("-").isdigit() else _WINNERS if question.kind == "ended" else None
    )
    if pattern is None:
        plain = re.sub(r"[^\w ]", " ", answer.casefold()).split()
        words = question.answer.casefold().split()
        return float(plain[-len(words) :] == words)
    answers = re.findall(pattern, answer, re.IGNORECASE)
    return float(bool(answers) and answers[-1].casefold() == question.answer.casefold())


_WINNERS = r"player \d|draw|nobody"


@dataclass
class _Sampled:
    """A position, how it came about, and random numbers."""

    state: State
    moves: list[str]
    rng: random.Random
    seed: int

    def draw(self) -> Move:
        moves = self.state.legal_moves()
        return moves[self.rng.randrange(len(moves))]


def _question(game: Game, kind: str, level: int, seed: int, number: int, rules: str) -> Question:
    rng = random.Random(f"{seed} {number} {kind} {level}")
    for _ in range(_TRIES):
        drawn = _position(game, level, rng)
        question = KINDS[kind](drawn) if drawn is not None else None
        if drawn is not None and question is not None:
            text, answer = question
            board = render.text(drawn.state, coordinates=True)
            where = f"The position, with player {drawn.state.mover} to move:\n\n{board}"
            head = f"The rules of {game.name}:\n\n{rules}\n\n{where}"
            return Question(
                kind, level, game.name, tuple(game.description.selected), f"{head}\n\n{text}", answer, drawn.seed,
                tuple(drawn.moves),
            )  # fmt: skip
    raise QuestionError(f"no position of {game.name} was found for a question of the kind {kind} at level {level}")


def _position(game: Game, level: int, rng: random.Random) -> _Sampled | None:
    """A position of a random game, in which somebody is to move."""
    seed = rng.randrange(1 << 30)
    state, moves = game.start(seed=seed), list[str]()
    most = rng.randint(0, PLIES[level]) if level < 3 else _LONG
    trail = [state.copy()]
    while len(moves) < most and not state.is_over:
        legal = state.legal_moves()
        move = legal[rng.randrange(len(legal))]
        moves.append(move_text(state, move))
        state.play(move)
        trail.append(state.copy())
    at = len(moves) if level < 3 else max(len(moves) - rng.randint(1, 4), 0)
    here = trail[at]
    return None if here.is_over else _Sampled(here, moves[:at], rng, seed)


def _legal(drawn: _Sampled) -> tuple[str, str] | None:
    """Is a move legal? As often as not it is; others are legal in another position of the game."""
    names = [move_text(drawn.state, move) for move in drawn.state.legal_moves()]
    if drawn.rng.random() < 0.5:
        name, answer = drawn.rng.choice(names), _YES
    else:
        other = _position(drawn.state.game, 2, drawn.rng)
        foreign = [move_text(other.state, move) for move in other.state.legal_moves()] if other else []
        foreign = [name for name in foreign if not _is_read(drawn.state, name)]
        if not foreign:
            return None
        name, answer = drawn.rng.choice(foreign), _NO
    return f"Is the move {name} legal? Answer yes or no.", answer


def _is_read(state: State, name: str) -> bool:
    try:
        read_move(state, name)
    except Unread:
        return False
    return True


def _count(drawn: _Sampled) -> tuple[str, str]:
    return "How many legal moves are there? Answer with a number.", str(len(drawn.state.legal_moves()))


def _after(drawn: _Sampled) -> tuple[str, str] | None:
    """What stands on a site after a move."""
    game, move = drawn.state.game, drawn.draw()
    name = move_text(drawn.state, move)
    after = drawn.state.copy()
    after.play(move)
    sites = [site for site in {move.from_site, move.to_site} if 0 <= site < game.containers[0].num_sites]
    if not sites or game.model.stacking:
        return None
    site = drawn.rng.choice(sorted(sites))
    label = game.topology.elements(game.model.default_site)[site].label
    pieces = {component.index: component.name for component in game.components}
    here = [row for row in after.sites() if row[1] == site and row[3]]
    if any(row[0] != after.sites()[0][0] for row in here):
        return None
    answer = pieces[here[0][3]] if here else "nothing"
    listed = ", ".join([*pieces.values(), "nothing"])
    return f"What stands on {label} after {name}? Answer with one of: {listed}.", answer


def _ended(drawn: _Sampled) -> tuple[str, str]:
    """Who has won after a move."""
    move = drawn.draw()
    name = move_text(drawn.state, move)
    after = drawn.state.copy()
    after.play(move)
    answer = "nobody" if not after.is_over else f"player {after.winner}" if after.winner > 0 else "draw"
    return (
        f"Who has won after {name}? Answer player 1, player 2, draw, or nobody where the game goes on.",
        answer,
    )


def _wins(drawn: _Sampled) -> tuple[str, str] | None:
    """Whether who is to move can win in one move or two."""
    left = [_BUDGET]
    try:
        answer = next((str(moves) for moves in (1, 2) if _forces(drawn.state, drawn.state.mover, moves, left)), _NO)
    except _TooMany:
        return None
    text = (
        "Can the player to move win with the next move, or with the next but one whatever the other player does? "
        "Answer 1 or 2, the fewest own moves that it takes, or no."
    )
    return text, answer


class _TooMany(Exception):
    """More positions than are worth looking at."""


def _forces(state: State, player: int, moves: int, left: list[int]) -> bool:
    """Whether a player wins with so many own moves, at most, whatever the other one does."""
    left[0] -= 1
    if left[0] < 0:
        raise _TooMany
    if state.is_over:
        return state.winner == player
    own = state.mover == player
    if own and not moves:
        return False
    for move in state.legal_moves():
        after = state.copy()
        after.play(move)
        if _forces(after, player, moves - own, left) == own:
            return own
    return not own


#: the kinds of questions by their names: what is asked of a position, and the answer; None where it does not fit
KINDS: dict[str, Callable[[_Sampled], tuple[str, str] | None]] = {
    "legal": _legal, "count": _count, "after": _after, "ended": _ended, "wins": _wins,
}  # fmt: skip
