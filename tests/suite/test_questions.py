"""Questions about rules have exact answers, which the engine gives again."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import ludens
from ludens import notation, suite
from ludens.cli import main
from ludens.suite.questions import KINDS, Question, QuestionError, grade, questions


@pytest.fixture(scope="module")
def drawn() -> list[Question]:
    return list(questions(ludens.load("Tic-Tac-Toe"), 60, level=3, seed=1))


def replayed(question: Question) -> ludens.State:
    game = ludens.load(question.game, options=[*question.options])
    state, style = game.start(seed=question.seed), notation.of(game)
    for name in question.moves:
        state.play(style.parse(state, name)[0])
    return state


def test_all_kinds_are_asked_and_their_answers_are_right(drawn: list[Question]) -> None:
    assert Counter(one.kind for one in drawn) == dict.fromkeys(KINDS, 12)
    for one in drawn:
        state = replayed(one)
        text = one.prompt.splitlines()[-1]
        name = text.split("after ")[-1].split("?")[0] if "after " in text else text.split()[3]
        if one.kind == "legal":
            assert (name in state.notations()) == (one.answer == "yes")
        elif one.kind == "count":
            assert int(one.answer) == len(state.legal_moves())
        elif one.kind in ("after", "ended"):
            state.play(state.parse(name))
            winner = f"player {state.winner}" if state.winner > 0 else "draw" if state.is_over else "nobody"
            assert one.answer == (winner if one.kind == "ended" else {1: "Cross1", 2: "Disc2"}[3 - state.mover]) or (
                one.kind == "after" and state.is_over
            )
        assert grade(one, f"Well, {one.answer}.") == 1
    answers = {kind: {one.answer for one in drawn if one.kind == kind} for kind in KINDS}
    assert answers["legal"] == {"yes", "no"} and len(answers["wins"]) > 1 and len(answers["ended"]) > 1


def test_wins_are_forced() -> None:
    game = ludens.load("Tic-Tac-Toe")
    for one in questions(game, 12, kinds=["wins"], level=3, seed=4):
        state = replayed(one)
        at_once = any(won(state, move) for move in state.legal_moves())
        assert (one.answer == "1") == at_once


def won(state: ludens.State, move: ludens.Move) -> bool:
    after = state.copy()
    after.play(move)
    return after.winner == state.mover


def test_equal_seeds_give_equal_questions() -> None:
    game = ludens.load("Breakthrough")
    one, two, other = (list(questions(game, 5, seed=seed)) for seed in (1, 1, 2))
    assert one == two != other and "(move" in one[0].prompt
    short = next(questions(game, 1, seed=1, lud=False))
    assert '(piece "Pawn"' not in short.prompt and short.answer == one[0].answer


@pytest.mark.parametrize(
    ("kind", "answer", "text", "right"),
    [
        ("legal", "yes", "No... wait: Yes!", 1),
        ("legal", "no", "yes", 0),
        ("count", "9", "9 of them", 1),
        ("count", "9", "19", 0),
        ("ended", "player 1", "It is **Player 1**", 1),
        ("ended", "nobody", "draw", 0),
        ("after", "Cross", "a cross.", 1),
        ("after", "nothing", "Cross", 0),
        ("wins", "no", "1, hmm: no", 1),
        ("wins", "2", "it takes 2", 1),
        ("wins", "1", "", 0),
    ],
)
def test_grading(kind: str, answer: str, text: str, right: int) -> None:
    assert grade(Question(kind, 1, "Tic-Tac-Toe", (), "", answer, 0, ()), text) == right


def test_what_there_is_not_is_refused() -> None:
    game = ludens.load("Tic-Tac-Toe")
    with pytest.raises(ValueError, match="there is no kind 'why'; there are legal, count"):
        list(questions(game, 1, kinds=["why"]))
    with pytest.raises(ValueError, match="no level 9"):
        list(questions(game, 1, level=9))
    with pytest.raises(QuestionError, match="without chance"):
        list(suite.questions(ludens.load("Backgammon"), 1))


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "questions", "Tic-Tac-Toe", "-n", "2", "--kind", "count"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["kind"] for line in lines] == ["count", "count"] and lines[0]["answer"]
    assert main(["suite", "questions", "Backgammon"]) == 2
    assert "without chance" in capsys.readouterr().err
