"""Questions about rules have exact answers, which the engine gives again, and which no guess finds."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest

import ludens
from ludens import notation, suite
from ludens.cli import main
from ludens.suite.questions import (
    KINDS,
    Question,
    QuestionError,
    chance_rates,
    grade,
    grade_all,
    question_set,
    questions,
)

EACH = 12


@pytest.fixture(scope="module", params=[1, 2, 3])
def drawn(request: pytest.FixtureRequest) -> list[Question]:
    return list(questions(ludens.load("Tic-Tac-Toe"), EACH * len(KINDS), level=request.param, seed=1))


def replayed(question: Question, game: ludens.Game | None = None) -> ludens.State:
    game = game or ludens.load(question.game, options=[*question.options])
    state, style = game.start(seed=question.seed), notation.of(game)
    for name in question.moves:
        state.play(style.parse(state, name)[0])
    return state


def last_line(question: Question) -> str:
    return question.prompt.splitlines()[-1]


def followed(question: Question) -> ludens.State:
    """The position after the moves that a question tells of."""
    state = replayed(question)
    made = re.match(r"The moves? (.*?) (?:is|are) made", last_line(question))
    assert made
    for name in made[1].split(", "):
        state.play(state.parse(name))
    return state


def of_kind(drawn: list[Question], kind: str) -> list[Question]:
    return [one for one in drawn if one.kind == kind]


def test_all_kinds_are_asked_and_their_answers_are_right(drawn: list[Question]) -> None:
    assert Counter(one.kind for one in drawn) == dict.fromkeys(KINDS, EACH)
    assert all(grade(one, f"Well, {one.answer}.") == 1 for one in drawn)
    for one in of_kind(drawn, "legal"):
        assert (last_line(one).split()[3] in replayed(one).notations()) == (one.answer == "yes")
    for one in of_kind(drawn, "count"):
        assert int(one.answer) == len(replayed(one).legal_moves())
    for one in of_kind(drawn, "ended"):
        state = followed(one)
        winner = f"player {state.winner}" if state.winner > 0 else "draw" if state.is_over else "nobody"
        assert one.answer == winner
    for one in of_kind(drawn, "after"):
        state = followed(one)
        site = state.game.topology.site_of_label(re.search(r"stands on (\w\d)", last_line(one))[1])  # type: ignore[index]
        there = {row[1]: state.game.components[row[3] - 1].name for row in state.sites()}
        assert one.answer == there.get(site, "nothing")


def test_wins_are_forced(drawn: list[Question]) -> None:
    for one in of_kind(drawn, "wins"):
        state = replayed(one)
        assert (one.answer in ("1", "yes")) == any(won(state, move) for move in state.legal_moves())


def won(state: ludens.State, move: ludens.Move) -> bool:
    after = state.copy()
    after.play(move)
    return after.winner == state.mover


def rules_of(question: Question) -> tuple[str, str]:
    """The two descriptions that a question compares."""
    both = question.prompt.partition("Rules 1:\n\n")[2]
    first, _, rest = both.partition("\n\nRules 2:\n\n")
    return first, rest.partition("\n\n")[0]


def test_a_game_was_made_by_one_of_two_descriptions(drawn: list[Question]) -> None:
    for one in of_kind(drawn, "game")[:4]:
        rules = rules_of(one)
        right, wrong = (ludens.load(rules[side]) for side in ((0, 1) if one.answer == "1" else (1, 0)))
        end = one.prompt.rpartition("Then ")[2]
        assert ended(one, right, end) and not ended(one, wrong, end)


def ended(question: Question, game: ludens.Game, end: str) -> bool:
    try:
        state = replayed(question, game)
    except ValueError:
        return False
    if not state.is_over:
        return f"turn of player {state.mover}" in end
    return f"player {state.winner} has won" in end or ("draw" in end and state.winner < 1)


def test_a_clause_does_what_is_asked(drawn: list[Question]) -> None:
    for one in of_kind(drawn, "clause")[:6]:
        move = re.search(r"[Tt]he move (\S+) is (legal|made)", one.prompt.rpartition("to move:")[2])
        assert move
        if move[2] == "legal":
            legal = [move[1] in replayed(one, ludens.load(rules)).notations() for rules in rules_of(one)]
            assert legal == [one.answer == "1", one.answer == "2"]


def test_no_guess_is_better_than_another(drawn: list[Question]) -> None:
    rates = chance_rates(drawn)
    for kind in ("legal", "clause", "game", "ended"):
        assert rates[kind] == 0.5
    assert rates["after"] <= 0.34 and rates["wins"] <= 0.5 and rates["count"] < 0.6
    for kind in ("clause", "game"):  # nor does it help to know which of the two is the game that everybody knows
        same = [one.answer == str(1 + ("(is Line 3)" in rules_of(one)[1])) for one in of_kind(drawn, kind)]
        assert 0.2 < sum(same) / len(same) < 0.8


def test_equal_seeds_give_equal_questions() -> None:
    game = ludens.load("Breakthrough")
    one, two, other = (list(questions(game, 4, kinds=["legal", "count"], seed=seed)) for seed in (1, 1, 2))
    assert one == two != other and "(move" in one[0].prompt
    short = next(questions(game, 1, kinds=["legal"], seed=1, lud=False))
    assert '(piece "Pawn"' not in short.prompt and short.answer == one[0].answer
    assert len({question.id for question in one}) == 4
    assert Question.from_dict(json.loads(json.dumps(one[0].to_dict()))) == one[0]
    with pytest.raises(ValueError, match="no question"):
        Question.from_dict({"kind": "legal"})


@pytest.mark.parametrize(
    ("kind", "answer", "text", "right"),
    [
        ("legal", "yes", "No... wait: Yes!", 1),
        ("legal", "no", "yes", 0),
        ("legal", "no", "Answer: no. I am not sure: yes?", 1),
        ("legal", "yes", "<think>no</think>yes", 1),
        ("count", "9", "9 of them", 1),
        ("count", "9", "19", 0),
        ("count", "9", "9.5", 0),
        ("count", "12", r"so \boxed{12}, and not 13", 1),
        ("ended", "player 1", "It is **Player 1**", 1),
        ("ended", "nobody", "draw", 0),
        ("after", "Cross", "a cross.", 1),
        ("after", "nothing", "Cross", 0),
        ("wins", "no", "1, hmm: no", 1),
        ("wins", "2", "it takes 2", 1),
        ("wins", "2", "2? No.", 0),
        ("wins", "no", "no, it takes 2", 0),
        ("wins", "1", "", 0),
        ("game", "1", "By rules 1.", 1),
        ("clause", "2", "1 and 2", 1),
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


def test_a_set_is_of_many_games() -> None:
    asked = list(question_set(["Tic-Tac-Toe", "Nim"], 12, kinds=["legal", "after"], level=1, seed=3))
    assert {one.game for one in asked} >= {"Tic-Tac-Toe"} and len({one.id for one in asked}) == 12
    assert asked[:4] == list(question_set(["Tic-Tac-Toe", "Nim"], 4, kinds=["legal", "after"], level=1, seed=3))


def test_no_game_of_a_set_has_one_answer_more_often() -> None:
    drawn = list(question_set(["Tic-Tac-Toe", "Three Men's Morris"], 32, kinds=["legal", "ended"], level=1, seed=3))
    for game in {one.game for one in drawn}:
        for kind, answer in (("legal", "yes"), ("ended", "nobody")):
            answers = [one.answer == answer for one in drawn if (one.game, one.kind) == (game, kind)]
            assert sum(answers) * 2 == len(answers) == 8


def test_answers_are_graded_together(drawn: list[Question]) -> None:
    graded = grade_all(drawn, {one.id: one.answer for one in drawn if one.kind != "count"})
    answered = sum(one.kind != "count" for one in drawn)
    assert graded.right.rate == 1.0 and graded.right.games == answered and graded.unanswered == EACH
    assert graded.to_dict()["kinds"]["legal"]["chance"] == 0.5


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["suite", "questions", "Tic-Tac-Toe", "-n", "2", "--kind", "count"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["kind"] for line in lines] == ["count", "count"] and lines[0]["answer"]
    assert main(["suite", "questions", "Backgammon"]) == 2
    assert "without chance" in capsys.readouterr().err
    asked, answers = tmp_path / "asked.jsonl", tmp_path / "answers.jsonl"
    assert main(["suite", "questions", "Tic-Tac-Toe", "-n", "8", "--kind", "legal", "-o", str(asked)]) == 0
    assert "one answer for all is right in 50.0% at best" in capsys.readouterr().err
    answers.write_text('"yes"\n' * 8)
    assert main(["suite", "grade", str(asked), str(answers)]) == 0
    assert "50.0% of 8 right" in capsys.readouterr().out
    named = [json.loads(line)["id"] for line in asked.read_text().splitlines()]
    answers.write_text(json.dumps({"id": named[1], "answer": "no"}) + "\n")
    assert main(["suite", "grade", str(asked), str(answers), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["unanswered"] == 7
    answers.write_text('{"id": "nowhere", "answer": "no"}\n')
    assert main(["suite", "grade", str(asked), str(answers)]) == 2
    assert "line 1: that is no answer" in capsys.readouterr().err
