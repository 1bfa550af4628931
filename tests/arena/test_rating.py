"""Ratings on the fixed ladder, and sequential tests."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ludens
from ludens import agents
from ludens.arena.match import UnfitGame
from ludens.arena.rating import (
    DEFINING,
    LADDER,
    RUNGS,
    Rater,
    RungResult,
    Seating,
    bounds_of,
    clearness,
    expected,
    fit_rating,
    gap_of,
    verdict_of,
)
from ludens.arena.score import ELO
from ludens.cli import main
from ludens.workers.cluster.journal import Journal, read_journal


def test_the_ladder_stays_what_it_is() -> None:
    """Ratings of other years are compared with: whoever changes what is told here gives the ladder another number."""
    assert (LADDER, DEFINING) == (1, 40)
    assert RUNGS == ("random", "uct:8", "uct:32", "uct:128", "uct:512", "uct:2048", "uct:8192")
    rater = Rater(ludens.load("Tic-Tac-Toe"))
    assert [round(rater.rung(number)) for number in range(4)] == [0, 237, 461, 548]
    assert round(Rater(ludens.load("Pong Hau K'i")).rung(1)) == 211


@given(st.floats(-800, 800), st.integers(1, 400))
def test_who_has_the_expected_points_is_rated_so(elo: float, games: int) -> None:
    found, error = fit_rating([RungResult(0.0, games, games * expected(elo)), RungResult(elo, games, games / 2)])
    assert abs(found) <= abs(elo) + 1
    assert error > 0
    assert gap_of(games / 2, games) == 0


def test_a_rating_by_hand() -> None:
    elo, error = fit_rating([RungResult(200.0, 100, 75.0)])
    # with half a drawn game: 75.25 of 100.5 points
    assert elo == pytest.approx(200 + gap_of(75, 100), abs=0.02)
    assert error == pytest.approx(ELO / (100.5 * 75.25 * 25.25 / 100.5**2) ** 0.5, rel=1e-3)


def test_seats_are_taken_in_turn_with_the_same_chances() -> None:
    games = [Seating("a", "b", number) for number in range(6)]
    assert [game.seats(3) for game in games[:3]] == [["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"]]
    assert [game.seed(3, 5) for game in games] == [5, 5, 5, 7924, 7924, 7924]


def test_games_stop_where_the_interval_is_narrow_enough() -> None:
    rater = Rater(ludens.load("Tic-Tac-Toe"))
    rough, fine = (rater.rate("uct:32", precision=precision, most=40) for precision in (250.0, 150.0))
    assert rough.games < fine.games < 40
    low, high = fine.interval()
    assert high - low <= 300
    assert low < rater.rung(2) < high  # uct:32 is that rung itself
    assert fine == Rater(ludens.load("Tic-Tac-Toe"), threads=2).rate("uct:32", precision=150.0, most=40)


def test_what_is_recorded_is_not_played_again(tmp_path: Path) -> None:
    game, path = ludens.load("Tic-Tac-Toe"), tmp_path / "games.jsonl"
    with Journal(path) as journal:
        first = Rater(game, journal=journal).rate("greedy", precision=1.0, most=12)
    recorded = [entry for entry in read_journal(path) if entry["agents"][0] == "greedy"]
    assert len(recorded) == first.games == 12
    with Journal(path) as journal:
        again = Rater(game, journal=journal, earlier=list(read_journal(path))).rate("greedy", precision=1.0, most=12)
        assert again == first
        Rater(game, journal=journal, earlier=list(read_journal(path))).rate("greedy", precision=1.0, most=16)
    assert sum(entry["agents"][0] == "greedy" for entry in read_journal(path)) == 16


def test_a_sequential_test_tells_the_stronger_one_early() -> None:
    rater = Rater(ludens.load("Tic-Tac-Toe"))
    better = rater.compare("uct:200", "random", elo1=100.0)
    worse = rater.compare("random", "uct:200", elo1=100.0)
    few = rater.compare("random", "random", elo1=10.0, most=6)
    assert (better.verdict, worse.verdict, few.verdict) == ("stronger", "not stronger", "undecided")
    assert better.games < 60
    assert few.games == 6
    with pytest.raises(ValueError, match="50 must be more than 60"):
        rater.compare("random", "greedy", elo0=60.0, elo1=50.0)


def verdicts(better: float, drawn: float, seat: float, trials: int = 1000) -> dict[str, float]:
    """How often the test by normalized Elo says what, where an agent wins so many games more than its share, so many
    are drawn, and the side that a start favours wins so many more."""
    chances, said = random.Random(7), dict[str, float]()
    for _ in range(trials):
        starts, verdict = list[float](), "undecided"
        while verdict == "undecided" and len(starts) < 60:
            favoured = chances.choice((-seat, seat))
            games = [
                0.5 if chances.random() < drawn else float(chances.random() < 0.5 + better + sign * favoured)
                for sign in (1, -1)
            ]
            starts.append(sum(games))
            verdict = verdict_of(clearness(starts, 2, 150.0), *bounds_of(0.05))
        said[verdict] = said.get(verdict, 0.0) + 1 / trials
    return said


@pytest.mark.parametrize(("drawn", "seat"), [(0.0, 0.0), (0.5, 0.0), (0.9, 0.0), (0.0, 0.35), (0.0, 0.5)])
def test_equals_are_seldom_said_to_be_stronger(drawn: float, seat: float) -> None:
    assert verdicts(0.0, drawn, seat).get("stronger", 0.0) < 0.07


@pytest.mark.parametrize(("drawn", "seat"), [(0.0, 0.0), (0.5, 0.0), (0.0, 0.15)])
def test_who_wins_most_of_what_is_decided_is_stronger(drawn: float, seat: float) -> None:
    assert verdicts(0.35, drawn, seat)["stronger"] > 0.95


def test_games_of_more_than_two_and_of_moves_at_once() -> None:
    chances = Rater(ludens.load("Ludo")).rate("random", precision=1.0, most=8)
    assert chances.games == 8
    assert Rater(ludens.load("Rock Paper Scissors")).rate("random", precision=1.0, most=4).games == 4


def test_what_cannot_be_rated() -> None:
    with pytest.raises(UnfitGame, match="Sudoku has 1"):
        Rater(ludens.load("Sudoku"))
    with pytest.raises(agents.AgentError, match="there is no agent 'nobody'"):
        Rater(ludens.load("Tic-Tac-Toe")).rate("nobody")


def test_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rate", "greedy", "Tic-Tac-Toe", "--precision", "150", "-n", "20", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["ratings"][0]
    assert told["agent"] == "greedy"
    assert told["ladder"] == LADDER
    assert told["interval"][0] < told["elo"] < told["interval"][1]
    assert sum(met["games"] for met in told["met"].values()) == told["games"]
    assert main(["rate", "uct:50", "Tic-Tac-Toe", "--against", "random", "--elo1", "200"]) == 0
    assert "uct:50 is stronger than random, by 200 Elo points rather than 0" in capsys.readouterr().out
    assert main(["rate", "greedy", "Hex", "--against", "random", "--elo1", "-5"]) == 2
    assert "--elo1 must be more than --elo0, 0" in capsys.readouterr().err
