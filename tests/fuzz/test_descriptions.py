"""Small descriptions, the same ones each time: they can be played, and all that plays them agrees."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from fuzz.coverage import Coverage
from fuzz.driver import Input, Worker, working
from fuzz.generators import aimed, numbered
from fuzz.generators.ways import aims, by_name, distance, place_of, way
from fuzz.outcome import Outcome

pytestmark = pytest.mark.xdist_group("fuzz")
SEED = 4
AIMS = (
    "is Line (booleans.line.IsLine)",
    "place (start.place.Place)",
    "no Repeat (meta.NoRepeat)",
    "hint (integers.iterators.HintAt)",
    "subgame (matches.Subgame)",
)
REACHED = {
    "move Add (moves.add.AddPieces)",
    "is Line (booleans.line.IsLine)",
    "sites Empty (regions.content.EmptySites)",
    "board (boards.Board)",
}
LINES = (
    '(game "Lines" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})'
    " (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"
)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    with working() as one:
        yield one


def outcomes(worker: Worker, first: int, last: int) -> list[Outcome]:
    return [worker.handle(numbered("descriptions", SEED, number)) for number in range(first, last)]


def test_every_form_of_the_language_can_be_aimed_at() -> None:
    choose = random.Random(1)
    assert [form.spelling for form in aims() if distance(form) > 3] == []
    assert all(place_of(step[-1].form) for step in (way(form, choose) for form in aims()) if step)
    assert len(by_name()) == len(aims()) > 500


def test_an_aim_stands_in_its_description() -> None:
    for aim in AIMS:
        assert f"({by_name()[aim].spelling}" in aimed("descriptions", SEED, 0, aim).data


def test_what_is_evaluated_is_told(worker: Worker) -> None:
    outcome = worker.handle(Input("invariants", LINES))
    assert (outcome.kind, outcome.plies) == ("played", 9)
    assert {*outcome.reached} >= REACHED
    assert "move Step (moves.step.Step)" not in outcome.reached


def test_the_form_that_was_reached_least_is_aimed_at() -> None:
    coverage = Coverage()
    first = coverage.rarest()
    coverage.count(Outcome("played", plies=7, reached=(first,)), first)
    assert coverage.rarest() != first
    assert first not in coverage.missed()
    refused = coverage.rarest()
    coverage.count(Outcome("refused", detail="there is no such piece"), refused)
    assert any(refused in line and "there is no such piece" in line for line in coverage.report())


def test_a_few_descriptions_agree(worker: Worker) -> None:
    made = outcomes(worker, 0, 30)
    assert [str(outcome) for outcome in made if outcome.is_finding] == []
    assert sum(outcome.kind == "played" for outcome in made) > 15
    assert sum(outcome.plies >= 5 for outcome in made) > 8


@pytest.mark.slow
def test_more_descriptions_agree(worker: Worker) -> None:
    assert [str(outcome) for outcome in outcomes(worker, 30, 180) if outcome.is_finding] == []
