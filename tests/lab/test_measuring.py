"""Measuring bit by bit, comparing versions, and what does not apply."""

from __future__ import annotations

import itertools
import json
import time

import numpy as np
import pytest

import ludens
from ludens import agents, lab
from ludens.lab import valuation
from ludens.lab.evidence import Course, Evidence
from ludens.lab.measures import courses
from ludens.lab.portions import Work
from ludens.lab.report import rows, to_csv, to_parquet
from standing_in import replace_in

SMALL = lab.Effort(400, 40, 6, 6)


def test_what_is_found_does_not_depend_on_the_portions() -> None:
    game = ludens.load("Breakthrough")
    whole, bit = lab.Measuring(game, 3, effort=SMALL), lab.Measuring(game, 3, effort=SMALL)
    while bit.step(games=7):
        assert 0 <= bit.progress < 1
    assert bit.progress == 1
    assert whole.finish() == bit.report()
    assert lab.Measuring(game, 4, effort=SMALL).finish() != bit.report()


def test_something_is_known_after_the_first_step() -> None:
    measuring = lab.Measuring(ludens.load("Tic-Tac-Toe"))
    assert not measuring.report()
    measuring.step(games=10)
    assert measuring.report()["points_1"].n == 10
    assert "branching" not in measuring.report()


def test_a_step_goes_on_until_its_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """It did one portion, and waited for the rest of its time."""
    ticks = itertools.count()
    for module in ("measurement", "portions"):
        replace_in(monkeypatch, f"ludens.lab.{module}", time, perf_counter=lambda: 0.01 * next(ticks))
    measuring = lab.Measuring(ludens.load("Tic-Tac-Toe"))
    assert measuring.step(seconds=1)
    assert len(measuring.evidence.winners) > 8


def test_random_games_that_were_planned_come_before_those_that_the_balance_wants() -> None:
    work = Work(100, lambda first, last: None)
    work.total = 10_000_000
    work.step(None)
    assert work.turn == -1.0


def test_reports_travel_as_json() -> None:
    report = lab.measure(ludens.load("Tic-Tac-Toe"), n=50)
    assert lab.Report.from_dict(json.loads(json.dumps(report.to_dict()))) == report
    for wrong in ({}, {"game": 3}, report.to_dict() | {"measures": [{"name": "x"}]}, report.to_dict() | {"usage": [3]}):
        with pytest.raises(ValueError, match="no report"):
            lab.Report.from_dict(wrong)


def test_until_the_interval_is_narrow_enough() -> None:
    measuring = lab.Measuring(ludens.load("Tic-Tac-Toe"), effort=lab.Effort(1, 0, 0, 0))
    assert measuring.until(0.02, ("points_1", "draws"), 100_000)
    report = measuring.report()
    assert 0.019 < report["points_1"].half <= 0.02 and report["points_1"].n < 2500
    assert not measuring.until(0.001, ("points_1",), 5000)
    assert measuring.report()["points_1"].n == 5000


def test_stopping_early_leaves_the_intervals_right() -> None:
    """The true value is held 95 times in 100 by intervals at which measuring stopped by itself."""
    game, held = ludens.load("Tic-Tac-Toe"), 0
    for seed in range(300):
        measuring = lab.Measuring(game, seed, effort=lab.Effort(1, 0, 0, 0))
        measuring.until(0.04, ("points_1",), 10_000)
        found = measuring.report()["points_1"]
        held += found.low <= 0.5849 + 0.1270 / 2 <= found.high
    assert 0.92 <= held / 300 <= 0.985


def test_a_change_of_the_rules_is_seen_and_chance_is_not() -> None:
    game = ludens.load("Tic-Tac-Toe")
    larger = ludens.load(
        '(game "Larger" (players 2) (equipment {(board (square 4)) (piece "Disc" Each)}) (rules '
        "(play (move Add (to (sites Empty)))) (end {(if (is Line 3) (result Mover Win)) "
        "(if (is Full) (result Mover Draw))})))"
    )
    one, other, changed = (lab.measure(g, n=1000, seed=s) for g, s in ((game, 1), (game, 3), (larger, 1)))
    assert not any(change.significant for change in lab.compare(one, other))
    told = {change.name: change for change in lab.compare(one, changed)}
    assert told["branching"].significant and told["branching"].low > 4
    assert "changed" in str(told["branching"]) and told["branching"].p < 1e-6


def test_a_measure_that_no_longer_applies() -> None:
    two = lab.measure(ludens.load("Tic-Tac-Toe"), n=60)
    alone = lab.measure(ludens.load("Peg Solitaire"), n=20)
    assert "balance" not in alone and "length" in alone
    change = next(one for one in lab.compare(two, alone) if one.name == "balance")
    assert change.new is None and change.significant and "no longer" in str(change)


def test_games_between_agents() -> None:
    game = ludens.load("Tic-Tac-Toe")
    searching = lab.measure(game, n=20, agent="uct:200")
    assert searching.agent == "uct:200" and searching["draws"].value > 0.5  # as is known of good play
    assert searching["length"].n == 20 and "branching" in searching and "uncertainty" in searching
    with pytest.raises(agents.AgentError):
        lab.measure(game, n=1, agent="nobody")


def test_twice_the_thinking() -> None:
    connect = ludens.load("Connect Four")
    assert lab.measure(connect, n=1, thinking="uct:8", duels=30)["skill"].n == 30
    with pytest.raises(agents.AgentError, match="cannot be doubled"):
        lab.measure(connect, n=1, thinking="uct:1s", duels=1)
    chance = lab.measure(ludens.load("Snakes and Ladders"), n=1, thinking="uct:8", duels=20)
    assert chance["skill"].low < 0.5 < chance["skill"].high


@pytest.mark.parametrize("name", ["Morra", "Rock Paper Scissors", "Goofspiel", "Lasca", "Oware", "Ludo", "Dark Hex"])
def test_games_of_all_kinds(name: str) -> None:
    report = lab.Measuring(ludens.load(name), 1, effort=lab.Effort(30, 4, 2, 2)).finish()
    assert {"length", "branching", "decisiveness"} <= set(report)
    assert all(one.low <= one.value + 1e-12 and one.value <= one.high + 1e-12 for one in report.values())


def test_a_match_is_measured_by_its_results() -> None:
    game = ludens.load(
        '(match "Two" (players 2) (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Tic-Tac-Toe" next:0)}) '
        "(end (if (= (matchScore P1) 1) (result P1 Win))))"
    )
    report = lab.Measuring(game, 1, effort=lab.Effort(10, 2, 2, 2)).finish()
    assert "length" in report and "coverage" not in report and "of the match" in report.notes[0]
    assert report["uncertainty"].n == 2 and 0 < report["uncertainty"].value < 1
    assert {one.kind for one in report.usage} == {"piece", "clause", "end rule"}
    assert all(one.name.endswith(" of Tic-Tac-Toe") for one in report.usage)


@pytest.mark.parametrize("name", ["Rock Paper Scissors", "Goofspiel"])
def test_games_in_which_all_move_at_once(name: str) -> None:
    """Who stands better is told of them, too, and which clauses are of use: none is idle in these."""
    report = lab.Measuring(ludens.load(name), 1, effort=lab.Effort(30, 4, 6, 6)).finish()
    assert {"uncertainty", "lead_changes", "clarity"} <= set(report)
    assert {one.kind for one in report.usage} >= {"clause", "end rule"}
    assert not [one for one in report.idle if one.kind == "clause"]


def test_games_that_are_drawn_often_are_judged_by_fewer_games() -> None:
    game = ludens.load("Chess")
    judge = valuation.RandomGames(game, np.random.default_rng(1))
    drawn = judge.value(game.start(seed=1))
    assert drawn.variance.max() < 1 / 64 and abs(drawn.expected[0] - 0.5) < 0.2
    one = np.array([[0.5, 0.5]] * 16)
    assert valuation._is_enough(one, 64) and not valuation._is_enough(np.eye(2)[np.arange(16) % 2], 64)
    assert valuation._is_enough(np.eye(2)[np.arange(65) % 2], 64)


def test_a_searching_judge_sees_what_random_games_do_not() -> None:
    """Two in a row, and the third is free: a search knows that it wins."""
    game = ludens.load("Tic-Tac-Toe")
    state = game.start(seed=1)
    for name in ("A1", "A2", "B1", "B2"):
        state.play(state.parse(name))
    searched = valuation.judge_of(game, "alphabeta:2", 1, 0).value(state)
    assert searched.expected.tolist() == [1.0, 0.0] and not searched.variance.any()
    played = valuation.judge_of(game, "random", 1, 0).value(state)
    assert 0.4 < played.expected[0] < 0.98 and played.expected.sum() == pytest.approx(1)


def test_agents_judge_themselves_where_they_can() -> None:
    assert valuation.judge_for(ludens.load("Tic-Tac-Toe"), "uct:20") == "uct:20"
    assert valuation.judge_for(ludens.load("Tic-Tac-Toe"), "greedy") == "random"
    assert valuation.judge_for(ludens.load("Rock Paper Scissors"), "uct:20") == "random"
    assert valuation.at_a_glance(ludens.load("Amazons")) == "territory:1"
    assert lab.Measuring(ludens.load("Tic-Tac-Toe"), agent="alphabeta:1").report().judge == "alphabeta:1"


def test_as_many_games_as_the_balance_wants() -> None:
    game = ludens.load("Tic-Tac-Toe")
    whole, parts = (lab.Measuring(game, 2, effort=lab.Effort(2000, within=0.03)) for _ in range(2))
    report = whole.finish()
    assert report["balance"].half <= 0.03 and 2000 < report["balance"].n < 4500
    while parts.step(games=333):
        pass
    assert parts.report() == report
    assert lab.Measuring(game, 2, effort=lab.Effort(2000, 0, 0, 0, within=0.1)).finish()["balance"].n == 2000
    threads = lab.Measuring(game, 2, effort=lab.Effort(2000, within=0.03), threads=3)
    assert threads.finish() == report


def test_the_use_of_clauses_is_compared() -> None:
    found = [
        lab.Report("A", 1, (), (lab.Usage("clause", "(a)", games, 50, 0.5), lab.Usage("end rule", other, 3, 50, 0.1)))
        for games, other in ((40, "(b)"), (0, "(c)"))
    ]
    changes = lab.compare_usage(*found)
    assert [change.significant for change in changes] == [True] * 3 and changes[0].p < 1e-9
    assert [str(change).split(", ")[-1] for change in changes[:1]] == ["no longer of use"]
    assert str(changes[1]).startswith("no longer: end rule (b)") and str(changes[2]).startswith(
        "only now: end rule (c)"
    )
    assert not any(change.significant for change in lab.compare_usage(found[0], found[0]))


def test_every_measure_has_a_definition_and_a_source() -> None:
    for name, kind in lab.measures().items():
        text = kind.definition()
        assert text.endswith(")") and ". (" in text and kind.title, name


def test_tables_for_programs() -> None:
    import io

    from pyarrow import parquet

    report = lab.measure(ludens.load("Tic-Tac-Toe"), n=40)
    table = rows([report])
    assert to_csv(table).splitlines()[0] == "game,options,agent,seed,name,title,value,low,high,n,unit"
    assert len(to_csv(table).splitlines()) == len(report) + 1
    read = parquet.read_table(io.BytesIO(to_parquet(table))).to_pylist()
    assert [row["name"] for row in read] == list(report) and read[0]["value"] == report["balance"].value


# --- courses, by hand


def _evidence(expected: list[list[float]], winner: int) -> Evidence:
    found = Evidence(2)
    found.courses = [Course(winner, np.array(expected))] * 2
    return found


def test_drama_by_hand() -> None:
    evidence = _evidence([[0.5, 0.5], [0.32, 0.68], [0.2, 0.8], [0.95, 0.05]], 1)
    found = courses.Drama.of(evidence)
    assert found is not None and found.value == pytest.approx((0.36**0.5 + 0.6**0.5) / 2)


def test_who_led_by_hand() -> None:
    evidence = _evidence([[0.5, 0.5], [0.3, 0.7], [0.1, 0.9], [0.95, 0.05]], 1)
    led, back, decided = (kind.of(evidence) for kind in (courses.WinnerLed, courses.Comebacks, courses.DecidedAt))
    assert led is not None and led.value == pytest.approx((0 - 0.4 - 0.8 + 0.9) / 4)
    assert back is not None and back.value == 1
    assert decided is not None and decided.value == 0.75
    changes = courses.LeadChanges.of(evidence)
    assert changes is not None and changes.value == 1
