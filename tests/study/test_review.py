"""Reviews: what moves cost; puzzles: wins that are proved."""

from __future__ import annotations

import math
import random
import threading

import pytest

import ludens
from ludens import notation
from ludens.agents.agent import AgentError
from ludens.study import Choice, Evaluation, Study, StudyError, read
from ludens.study.evaluation import cost, judgement
from ludens.study.puzzles import NativeProof, Proof, _BudgetSpent, find, puzzle_at
from ludens.study.review import annotate, curve, review, searcher, summary

#: the scholar's mate: Black's third move loses at once
MATE = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# *"


def test_a_move_costs_what_it_gave_away() -> None:
    before = Evaluation(1, 0.7, (Choice("a", 0.7), Choice("b", 0.66)))
    assert cost(before, Evaluation(2, 0.5), "c", 2) == pytest.approx(0.2)
    assert cost(before, Evaluation(2, 0.1), "c", 2) == 0.0
    assert cost(before, Evaluation(2, 0.5), "a", 2) == 0.0
    assert cost(before, Evaluation(3, 0.5), "b", 3) == pytest.approx(0.04)
    assert cost(before, Evaluation(3, 0.5), "c", 3) is None
    assert [judgement("c", before, lost) for lost in (0.01, 0.06, 0.11, 0.3, None)] == [
        "good", "inaccuracy", "mistake", "blunder", "unknown"
    ]  # fmt: skip


def test_the_move_that_loses_is_a_blunder() -> None:
    game = ludens.load("Chess")
    study = read(MATE, game)
    found = review(study, searcher(game, "alphabeta:4"), math.inf)
    assert [one.name for one in found][5:] == ["Nf6", "Qxf7#"]
    assert found[5].judgement == "blunder" and found[6].judgement in ("best", "good")
    assert curve(study.tree, 2)[-1] == 1.0 and len(curve(study.tree, 2)) == 8
    assert summary(found)[2]["blunder"] >= 1
    annotate(study.tree, found)
    assert study.tree[found[5].node].glyph == "??" and "better was" in study.tree[found[5].node].comment


@pytest.mark.parametrize("spec", ["informed:6", "alphabeta:4", "uct:2000"])
def test_the_right_to_move_is_no_cost_of_good_moves(spec: str) -> None:
    game = ludens.load("Chess")
    reviews = review(read("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 *", game), searcher(game, spec), math.inf)
    assert {one.judgement for one in reviews} <= {"best", "good"}


@pytest.mark.parametrize("spec", ["alphabeta:4", "uct:2000"])
def test_a_mate_that_is_let_be_is_a_blunder_for_every_agent(spec: str) -> None:
    game = ludens.load("Chess")
    reviews = review(read("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *", game), searcher(game, spec), math.inf)
    assert reviews[5].judgement == "blunder"


def test_costs_are_told_from_swings_of_estimates() -> None:
    before = Evaluation(1, 0.56, (Choice("a", 0.56),), depths=((6, 0.5), (7, 0.62)))
    swinging = Evaluation(2, 0.56, depths=((6, 0.5), (7, 0.62)))
    assert cost(before, swinging, "b", 2) == 0.0
    assert cost(before, Evaluation(2, 0.8, depths=((6, 0.78), (7, 0.82))), "b", 2) == pytest.approx(0.32)
    assert cost(before, Evaluation(2, 1.0, depths=((6, 0.5), (8, 1.0))), "b", 2) == pytest.approx(0.62)


def test_a_review_that_is_stopped_keeps_what_it_has() -> None:
    game = ludens.load("Tic-Tac-Toe")
    study = Study(game)
    for name in ("B2", "A1", "C3"):
        study.play(name)
    stop = threading.Event()
    found = review(study, searcher(game), 0.02, stop=stop, on_progress=lambda done, _: done == 2 and stop.set())
    assert len(found) == 2 and study.tree[0].evaluation is not None
    assert len(review(study, searcher(game), 0.02)) == 3


def test_who_does_not_search_does_not_review() -> None:
    with pytest.raises(AgentError, match="does not search"):
        searcher(ludens.load("Chess"), "random")


def test_a_mate_in_two_is_found_and_proved() -> None:
    game = ludens.load("Chess")
    state = notation.of(game).state("6k1/5ppp/8/8/8/8/5PPP/1R1R2K1 w - - 0 1")
    assert puzzle_at(state, 1, least=1) is None  # two rooks mate at once: no puzzle
    state = notation.of(game).state("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1")  # P. Morphy's
    found = puzzle_at(state, 2, least=2)
    assert found is not None
    player, turns, solution, looked_at = found
    assert (player, turns, solution[0]) == (1, 2, "Ra6") and len(solution) == 3 and looked_at > 10


def test_every_defence_is_looked_at() -> None:
    game = ludens.load("Tic-Tac-Toe")
    state = game.start()
    assert not Proof(1).wins(state, 5)
    for name in ("A1", "B1", "A3"):
        state.play(state.parse(name))
    assert not Proof(1).wins(state.copy(), 1)
    state.play(state.parse("B3"))  # A2 wins at once
    assert Proof(1).winning(state, 1) == [next(n for n, m in enumerate(state.notations()) if m == "A2")]


def test_puzzles_of_a_game_of_ones_own() -> None:
    game = ludens.load("Tic-Tac-Toe")
    study = Study(game)
    for name in ("B2", "B1", "A1", "C3", "A3", "A2", "C1"):
        study.play(name)
    seen = list[int]()
    puzzles = list(find(study, 2, least=1, on_progress=lambda done, total: seen.append(done)))
    assert puzzles and seen[-1] == 8
    for puzzle in puzzles:
        winning = Proof(puzzle.player).winning(puzzle.state, puzzle.turns)
        assert len(winning) == 1 and puzzle.state.notations()[winning[0]] == puzzle.solution[0]
        assert not Proof(puzzle.player).winning(puzzle.state, puzzle.turns - 1)


@pytest.mark.parametrize(
    "name", ["Breakthrough", "English Draughts", "Nine Men's Morris", "Oware", "Chinese Checkers", "Peg Solitaire"]
)
def test_native_code_looks_at_the_same_positions(name: str) -> None:
    """At the ends of random games, also where a budget is spent on the way."""
    game = ludens.load(name)
    for seed in range(2):
        state, choose, states = game.start(seed=seed), random.Random(seed), list[ludens.State]()
        while not state.is_over and len(states) < 300:
            states.append(state.copy())
            state.play(choose.choice(state.legal_moves()))
        for late in states[-6:]:
            found = [_proved(kind(late.mover, 800), late) for kind in (Proof, NativeProof)]
            assert found[0] == found[1]


def _proved(proof: Proof, state: ludens.State) -> tuple[bool | None, int]:
    """Whether the mover wins in two turns, None where the budget is spent; and what was looked at."""
    try:
        return proof.wins(state, 2), proof.looked_at
    except _BudgetSpent:
        return None, proof.looked_at


def test_a_search_for_a_puzzle_ends_when_it_is_told_to() -> None:
    stop = threading.Event()
    stop.set()
    assert puzzle_at(notation.of(ludens.load("Chess")).state("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"), 2, stop=stop) is None


def test_a_budget_ends_the_proof() -> None:
    game = ludens.load("Chess")
    assert puzzle_at(game.start(), 2, budget=50) is None


@pytest.mark.parametrize("name", ["Backgammon", "Morra"])
def test_no_puzzles_where_nothing_can_be_proved(name: str) -> None:
    with pytest.raises(StudyError, match="proved"):
        next(find(Study(ludens.load(name))))
