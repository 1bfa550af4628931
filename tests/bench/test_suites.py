"""Each suite measures what it says that it does, in each system."""

from __future__ import annotations

import pytest

from ludens import library
from ludens.bench import yardstick
from ludens.bench.games import OWN, SHARED, BenchGame, chosen
from ludens.bench.suites import SUITES
from ludens.bench.suites.base import size_for
from ludens.bench.suites.playouts import Playouts
from ludens.bench.suites.python import Ludens, OpenSpiel
from ludens.bench.systems import missing

SMALL = chosen("Tic-Tac-Toe")[0]
#: what takes seconds to start
SLOW = {("learning", "pgx"), ("perft", "stockfish"), ("perft", "fairystockfish")}
CASES = [
    pytest.param(suite, system, marks=[pytest.mark.slow] if (suite, system) in SLOW else [])
    for suite in SUITES
    for system in SUITES[suite].probes
]


@pytest.mark.parametrize(("suite", "system"), CASES)
def test_every_metric_is_measured(suite: str, system: str) -> None:
    if lacking := missing([system]):
        pytest.skip(f"{lacking[system]} is not installed")
    found = SUITES[suite]
    game = next(one for one in (SMALL, *found.games) if getattr(one, system))
    probe = found.probes[system](game)
    samples = probe.round(probe.sizes(0.001))
    assert all(value > 0 for value in samples.values())
    names = {metric.name for metric in found.metrics}
    assert set(samples) == names if system == "ludens" else set(samples) <= names
    assert set(found.drawn) <= names


def test_only_moves_that_are_played_count() -> None:
    """Placing the pieces at the start does not: 24 of them here, and two plies."""
    text = """(game "Two" (players 2) (equipment {(board (square 6)) (piece "Disc" Each)})
        (rules (start {(place "Disc1" (expand (sites Bottom))) (place "Disc2" (expand (sites Top)))})
            (play (move Add (to (sites Empty)))) (end (if (= (count Moves) 2) (result Mover Win)))))"""
    samples = Playouts(BenchGame(text)).round({"games": 10})
    assert samples["plies"] / samples["games"] == pytest.approx(2)
    samples = Ludens(BenchGame(text)).round({"games": 10})
    assert samples["plies"] / samples["games"] == pytest.approx(2)


def test_games_from_python_are_random_and_whole() -> None:
    pytest.importorskip("pyspiel")
    for probe in (Ludens(SMALL), OpenSpiel(SMALL)):
        lengths = [probe.game() for _ in range(400)]
        assert {*lengths} == {5, 6, 7, 8, 9}
        assert 7.4 < sum(lengths) / len(lengths) < 7.9  # 7.65 on average


def test_what_falls_in_openspiel_is_no_ply() -> None:
    pytest.importorskip("pyspiel")
    assert OpenSpiel(chosen("Backgammon")[0]).game() > 10


def test_every_game_is_there() -> None:
    for game in [*SHARED, *OWN]:
        assert library.find(game.ludens).stem == game.ludens
    assert len({game.name for game in [*SHARED, *OWN]}) == len([*SHARED, *OWN])
    pyspiel = pytest.importorskip("pyspiel")
    names = {game.openspiel.partition("(")[0] for game in SHARED}
    assert names <= set(pyspiel.registered_names())


def test_games_by_name() -> None:
    assert [game.name for game in chosen("go")] == ["Go", "Go 9x9"]
    assert [game.name for game in chosen("Go 9x9")] == ["Go 9x9"]
    assert chosen("Dara") == [BenchGame("Dara")]
    assert chosen("/tmp/My Game.lud")[0].name == "My Game"


def test_a_round_is_as_long_as_it_is_wanted() -> None:
    clock, done = [0.0], [0]

    def work(n: int) -> None:
        once = 5.0 if done[0] == 0 or done[0] < 20 <= done[0] + n else 0.0  # compiled at first, and after so much
        clock[0] += 0.001 * n + once
        done[0] += n

    assert 90 <= size_for(work, 0.1, lambda: clock[0]) <= 110


def test_the_yardstick_is_the_loop_that_saved_runs_were_measured_beside() -> None:
    """Where its text changes, runs that were saved before are refused: see that this is meant."""
    assert yardstick.NAME == "3b64d23fd0e3"
    assert yardstick.rate() > 0
