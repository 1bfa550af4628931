"""Whether what `why_not` blames is to blame: descriptions are edited, bound anew, and asked in the same position."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

import ludens
from ludens.explain import WhyNot
from ludens.explain.texts import Edit, edited, instead_of
from ludens.game import IllegalMove
from ludens.game.builder import build
from ludens.game.direct import DirectRun
from ludens.language import parse
from ludens.ludemes.booleans.logic import And, AndAll
from ludens.rules.categories import BooleanConstant, BooleanLudeme
from ludens.testing.promises import random_choice


@dataclass
class Question:
    """A move that is not legal in a position."""

    state: ludens.State
    origin: int
    target: int


def questions(game: ludens.Game, rng: np.random.Generator, count: int, plies: int = 40) -> Iterator[Question]:
    """Moves that are not legal, of positions of random games: such as are near to legal ones, and any others."""
    asked = 0
    for number in range(4 * count):
        state = game.start(seed=number)
        for _ in range(int(rng.integers(plies))):
            state.play(random_choice(state, rng))
            if state.is_over:
                state.undo()
                break
        question = _question(state, rng)
        if question is not None:
            yield question
            asked += 1
        if asked == count:
            return


def _question(state: ludens.State, rng: np.random.Generator) -> Question | None:
    moves = state.legal_moves()
    legal = {(move.from_site, move.to_site) for move in moves}
    sites = state.game.model.board_sites
    places = sorted({origin for origin, target in legal if origin != target and origin >= 0})
    places += sorted({row[1] for row in state.sites() if row[4] == state.mover and row[1] < sites})
    placing = all(origin == target for origin, target in legal)
    for _ in range(50):
        origin = int(rng.choice(places)) if places and not placing else -1
        near = _near(state, origin, rng) if origin >= 0 and rng.random() < 0.8 else []
        target = int(rng.choice(near)) if near else int(rng.integers(sites))
        origin = target if placing or not places else origin
        if (origin, target) not in legal and (placing or origin != target):
            return Question(state, origin, target)
    return None


def _near(state: ludens.State, origin: int, rng: np.random.Generator) -> list[int]:
    """Sites one or two steps away, where most moves lead that fail by a hair."""
    topology, kind = state.game.topology, state.game.model.default_site
    if origin >= topology.count(kind):
        return []
    near = topology.neighbours(kind, origin, "All")
    if rng.random() < 0.5:
        near = [other for site in near for other in topology.neighbours(kind, site, "All")]
    return sorted({*near} - {origin})


def is_legal(text: str, question: Question) -> bool:
    """Whether a move is legal by the rules of a text, in the position that the question was asked in."""
    book = build(parse(text))
    before, after = question.state.game.layout, np.zeros(1, book.layout.dtype)
    held = np.frombuffer(question.state.tobytes(), before.dtype)
    for name in after.dtype.names or ():
        if name in (held.dtype.names or ()) and after[name].shape == held[name].shape:
            after[name] = held[name]
    run = DirectRun(book, bytearray(after.tobytes()))
    ends = [f"from={question.origin},", f"to={question.target},"]
    found = [move.partition("actions=")[0] for move in run.legal()]
    return any(all(end in head for end in ends) for head in found)


def blamed_alone(question: Question) -> list[Edit]:
    """The conditions of the rules of play each of which is all that keeps a move from being legal.

    A conjunction is none: it is told by those of its parts that do not hold.
    """
    game = question.state.game
    rules = game.rulebook.rules
    played = [rules.play] if rules.play is not None else [phase.play for phase in rules.phases or ()]
    roots = [*played, *(piece.moves for piece in game.components if piece.moves is not None)]
    seen: dict[int, Edit] = {}
    for ludeme in (ludeme for root in roots if root is not None for ludeme in root.walk()):
        if isinstance(ludeme, BooleanLudeme) and not isinstance(ludeme, BooleanConstant | And | AndAll):
            seen.setdefault(id(ludeme.node), instead_of(ludeme.node, "True"))
    tree = game.description.game
    return [edit for edit in seen.values() if is_legal(edited(tree, [edit]), question)]


def answer(question: Question) -> WhyNot:
    return question.state.why_not(question.origin, question.target)


__all__ = ["IllegalMove", "Question", "answer", "blamed_alone", "edited", "is_legal", "questions"]
