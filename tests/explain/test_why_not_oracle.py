"""What `why_not` blames is to blame: without the clause the move is legal, and no other single condition was missed.

The oracle (`why_oracle`) edits the text, binds it anew and asks the rules for their moves; it knows nothing of how
`why_not` finds its answers.
"""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from explain.why_oracle import Question, blamed_alone, is_legal, questions
from ludens.explain import WhyNot

#: of every family some
GAMES = [
    "Alquerque", "Amazons", "Ataxx", "Backgammon", "Bagh-Chal", "Brandubh", "Breakthrough", "Chess",
    "Chinese Checkers", "Clobber", "Connect Four", "Dodgem", "Domineering", "Dots and Boxes", "DVONN",
    "English Draughts", "Fanorona", "Focus", "Fox and Geese", "Go", "Gomoku", "Halma", "Hasami Shogi", "Hex",
    "Hnefatafl", "International Draughts", "Kalah", "Konane", "Lasca", "Lines of Action", "Mu Torere",
    "Nine Men's Morris", "NoGo", "Oware", "Peg Solitaire", "Reversi", "Royal Game of Ur", "Senet", "Surakarta",
    "Tic-Tac-Toe", "Xiangqi", "Yavalath",
]  # fmt: skip
QUICK = ["Breakthrough", "English Draughts", "Hex", "Reversi"]


def _checked(question: Question, told: WhyNot) -> None:
    """Hold an answer to what the oracle says. Of one that blames no clause it looks at every condition there is."""
    place = f"{question.state.game.name}, {told}"
    if told.is_proven:
        assert is_legal(told.relaxed, question), place
    if len(told.refusals) > 1 or not told.is_proven:
        assert not blamed_alone(question), place


@pytest.mark.parametrize("name", QUICK)
def test_what_is_blamed_is_to_blame(name: str) -> None:
    for question in questions(ludens.load(name), np.random.default_rng(7), 2):
        _checked(question, question.state.why_not(question.origin, question.target))


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_what_is_blamed_is_to_blame_in_games_of_every_family(name: str) -> None:
    asked = 0
    for question in questions(ludens.load(name), np.random.default_rng(11), 5):
        _checked(question, question.state.why_not(question.origin, question.target))
        asked += 1
    assert asked == 5
