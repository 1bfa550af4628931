"""Training: a run, its folder, how it goes on after it was broken off."""

from __future__ import annotations

import importlib
import json
import os
import runpy
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import ludens
from ludens import agents
from ludens.agents import AgentError
from ludens.arena.score import Score
from ludens.cli import main
from ludens.game import Game
from ludens.workers.cluster.journal import read_journal
from tests.encoding.games import AT_ONCE
from tests.nets.games import ROUND, THREE

torch = pytest.importorskip("torch")
from ludens.learning import selfplay  # noqa: E402 - needs torch
from ludens.learning.curve import draw  # noqa: E402 - needs torch
from ludens.learning.nets.file import NetError  # noqa: E402
from ludens.learning.rating import Result, among_opponents, elo, opponents  # noqa: E402
from ludens.learning.replay import Replay, Sample  # noqa: E402
from ludens.learning.run import AGENT, CHECKPOINT, CURVE, LOG, Run  # noqa: E402
from ludens.learning.settings import Settings  # noqa: E402

SMALL = Settings(
    channels=8, blocks=1, simulations=4, considered=4, games=16, plies=6, batch=16, memory=500, threads=2, ratings=0,
    iterations=4,
)  # fmt: skip


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load("Tic-Tac-Toe")


def iterated(run: Run, count: int) -> Run:
    with ThreadPoolExecutor(2) as pool:
        for _ in range(count):
            run.iterate(pool)
    return run


def test_a_run_makes_an_agent(game: Game, tmp_path: Path) -> None:
    reports = list[float]()
    run = Run(game, replace(SMALL, iterations=2, ratings=1, rated_games=2), tmp_path / "run")
    run.run(lambda told: reports.append(told.progress))
    assert reports == [0.5, 1.0]
    lines = list(read_journal(tmp_path / "run" / LOG))
    assert [line["iteration"] for line in lines] == [1, 2]
    assert lines[-1]["games"] > 16 and lines[-1]["steps"] > 0
    agent = agents.make(f"net:{tmp_path}/run/{AGENT}:20", game, seed=1)
    assert agent.choose(game.start(seed=1)) is not None
    results = run.results()
    assert {result.opponent for result in results} == set(opponents(game))
    assert {(result.player, result.iteration) for result in results} == {
        ("net", 0), ("net", 2), ("uct:100", 0), ("uct:1000", 0)
    }  # fmt: skip
    assert all(result.score.games == 2 for result in results)
    assert {result.iteration for result in results} == {0, 2}
    assert ElementTree.parse(tmp_path / "run" / CURVE).getroot().tag.endswith("svg")
    assert not list((tmp_path / "run").glob(".*"))


def test_what_it_learns_lessens_its_loss(game: Game, tmp_path: Path) -> None:
    run = iterated(Run(game, replace(SMALL, iterations=100, reuse=1e-6), tmp_path), 8)
    rng = np.random.default_rng(1)
    with ThreadPoolExecutor(2) as pool:
        first, *_, last = (run.learner.learn(run.replay, 30, rng, 0.0, pool) for _ in range(6))
    assert last["policy"] < 0.9 * first["policy"] and last["value"] < 0.9 * first["value"]


def test_a_resumed_run_goes_on_as_if_it_had_not_ended(game: Game, tmp_path: Path) -> None:
    whole = iterated(Run(game, SMALL, tmp_path / "whole"), 4)
    iterated(Run(game, SMALL, tmp_path / "parts"), 2).save()
    resumed = iterated(Run(game, SMALL, tmp_path / "parts", resume=True), 2)
    assert resumed.iteration == whole.iteration and resumed.tally == whole.tally
    np.testing.assert_array_equal(resumed.replay.states, whole.replay.states)
    np.testing.assert_array_equal(resumed.replay.shares, whole.replay.shares)
    for name, array in whole.learner.save().items():
        np.testing.assert_array_equal(resumed.learner.save()[name], array, err_msg=name)


def test_samples_say_what_the_game_said(game: Game, tmp_path: Path) -> None:
    run = iterated(Run(game, replace(SMALL, mixed=0.0), tmp_path), 3)
    fields = run.replay.states.view(game.layout.dtype)[:, 0]
    n = len(run.replay)
    assert n > 50 and set(np.unique(run.replay.values[:n])) <= {-1.0, 0.0, 1.0}
    np.testing.assert_allclose(run.replay.shares[:n].sum(axis=1), 1, atol=1e-5)
    assert set(np.unique(fields["mover"][:n])) == {1, 2}
    for row in range(0, n, 7):
        state = game.from_bytes(run.replay.states[row].tobytes())
        legal = set(game.encoding.actions(state).tolist())  # type: ignore[attr-defined]
        assert {int(a) for a, p in zip(run.replay.numbers[row], run.replay.shares[row], strict=True) if p} <= legal


def test_games_without_room_for_their_moves_are_left(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selfplay, "_MOVES_A_NODE", 1)
    monkeypatch.setattr(selfplay, "_WIDE", 0)
    run = iterated(Run(game, SMALL, tmp_path), 2)
    assert run.tally.games == run.tally.positions > 0 and not len(run.replay)


def test_the_oldest_samples_give_way(game: Game) -> None:
    replay = Replay(game, 4, 1)
    for number in range(6):
        state = np.full(game.layout.size, number, np.uint8)
        replay.add(Sample(state, np.array([1, 2], np.int32), np.array([0.25, 0.75], np.float32), np.zeros(1)))
    assert len(replay) == 4 and replay.states[:, 0].tolist() == [4, 5, 2, 3]
    again = Replay(game, 4, 1)
    again.restore(replay.save())
    np.testing.assert_array_equal(again.states, replay.states)
    assert again.seen == 6


def test_three_players(tmp_path: Path) -> None:
    game = ludens.load(THREE)
    run = Run(game, replace(SMALL, iterations=2, ratings=1), tmp_path)
    run.run()
    assert run.replay.values.shape[1] == 3 and not run.results()
    agent = agents.make(f"net:{tmp_path}/{AGENT}:30", game, seed=1)
    state = game.start(seed=1)
    while not state.is_over:
        state.play(agent.choose(state))


def test_a_board_without_rows_and_columns(tmp_path: Path) -> None:
    game = ludens.load(ROUND)
    run = iterated(Run(game, replace(SMALL, max_plies=12), tmp_path), 4)
    assert not run.learner.net.is_grid and run.learner.steps > 0
    before = run.learner.net.state_dict()["keys.weight"].clone()
    iterated(run, 1)
    assert not torch.equal(before, run.learner.net.state_dict()["keys.weight"])


def test_games_that_cannot_be_trained_on(tmp_path: Path) -> None:
    for source, why in (("Backgammon", "chance"), (AT_ONCE, "at once")):
        with pytest.raises(AgentError, match=why):
            Run(ludens.load(source), SMALL, tmp_path / "never")
    assert not (tmp_path / "never").exists()


def test_checkpoints_that_cannot_be_resumed(game: Game, tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="no run to be resumed"):
        Run(game, SMALL, tmp_path, resume=True)
    iterated(Run(game, SMALL, tmp_path), 1).save()
    with pytest.raises(FileExistsError, match="has a run already"):
        Run(game, SMALL, tmp_path)
    with pytest.raises(NetError, match="for the game Tic-Tac-Toe, not Hex"):
        Run(ludens.load("Hex"), SMALL, tmp_path, resume=True)
    path = tmp_path / CHECKPOINT
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(NetError, match="checkpoint: the file is cut off"):
        Run(game, SMALL, tmp_path, resume=True)


def test_progress_is_that_of_what_ends_it_first() -> None:
    settings = Settings(iterations=10, minutes=1.0, cpu_minutes=4.0)
    assert settings.progress(1, 30.0, 60.0) == 0.5
    assert settings.progress(8, 30.0, 60.0) == 0.8
    assert settings.progress(1, 3.0, 240.0) == 1.0
    assert Settings.from_dict({**settings.to_dict(), "unknown": 1}) == settings


def test_opponents_are_set_apart(game: Game) -> None:
    found = {(one.player, one.opponent): one.score for one in among_opponents(game, 6)}
    assert list(found) == [("uct:1000", "uct:100"), ("uct:1000", "random"), ("uct:100", "random")]
    assert found["uct:1000", "random"].wins > 2 > found["uct:1000", "random"].losses


def test_the_curve() -> None:
    results = [
        Result("net", 0, 0.0, "random", Score(1, 0, 9)), Result("net", 0, 0.0, "uct:100", Score(0, 0, 10)),
        Result("net", 7, 300.0, "random", Score(10, 0, 0)), Result("net", 7, 300.0, "uct:100", Score(8, 1, 1)),
        Result("uct:100", 0, 0.0, "random", Score(9, 0, 1)),
    ]  # fmt: skip
    rated = elo(results)
    assert rated["random"].elo == 0 and rated[7].elo > rated["uct:100"].elo > rated[0].elo
    assert [Result.from_dict(result.to_dict()) for result in results] == results
    root = ElementTree.fromstring(draw(results, "A & B"))
    texts = [element.text for element in root.iter() if element.tag.endswith("text")]
    assert "A & B" in texts and "random" in texts and "uct:100" in texts and "5" in texts
    assert ElementTree.fromstring(draw([], "none")) is not None


def test_the_example(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    path = Path(__file__).parents[2] / "examples" / "train_net.py"
    monkeypatch.setattr(sys, "argv", [str(path), "--iterations", "1", "--games", "2"])
    runpy.run_path(str(path), run_name="__main__")
    assert "the net against uct: " in capsys.readouterr().out


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--net-size", "8x1", "--games", "16", "--batch", "16", "--simulations", "4", "--ratings", "0"]
    command = ["train", "Tic-Tac-Toe", "--out", str(tmp_path / "t"), *small]
    assert main([*command, "--iterations", "2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["iterations"] == 2 and told["positions"] == 256 and Path(told["agent"]).is_file()
    assert main([*command, "--iterations", "2"]) == 2
    assert "has a run already" in capsys.readouterr().err
    assert main([*command, "--iterations", "3", "--resume"]) == 0
    assert "play against it: --p2 net:" in capsys.readouterr().out
    assert main(["train", "Backgammon", "--out", str(tmp_path / "b")]) == 2
    assert "game of chance" in capsys.readouterr().err
    for wrong in (["--net-size", "huge"], ["--minutes", "0"], ["--rate", "-1"], ["--simulations", "0"]):
        assert main(["train", "Tic-Tac-Toe", *wrong]) == 2
        assert "expected" in capsys.readouterr().err


@pytest.mark.slow
def test_a_run_that_was_killed_is_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Killed as soon as there is a checkpoint, wherever it is then."""
    small = ["--net-size", "8x1", "--games", "16", "--batch", "16", "--simulations", "4", "--ratings", "0"]
    command = ["train", "Tic-Tac-Toe", "--out", str(tmp_path), *small]
    assert main([*command, "--iterations", "1"]) == 0
    before = (tmp_path / CHECKPOINT).stat().st_mtime_ns
    change = "from ludens.learning import training; training._BETWEEN = 0.0"
    code = f"import sys; {change}; from ludens.cli import main; sys.exit(main())"
    process = subprocess.Popen([sys.executable, "-c", code, *command, "--iterations", "1000000", "--resume"])
    try:
        while (tmp_path / CHECKPOINT).stat().st_mtime_ns == before and process.poll() is None:
            time.sleep(0.01)
        assert process.poll() is None
    finally:
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    capsys.readouterr()
    done = len((tmp_path / LOG).read_text().splitlines())
    assert main([*command, "--iterations", str(done + 2), "--resume", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["iterations"] == done + 2


def test_a_missing_library_is_named_with_its_install_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("ludens.learning", "torch"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r'pip install "ludens\[torch\]"'):
        importlib.import_module("ludens.learning.run")


def test_a_resumed_run_is_rated_again_one_line_a_rating(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["train", "Tic-Tac-Toe", "--out", str(tmp_path / "run")]
    small = ["--games", "8", "--simulations", "2", "--net-size", "4x1", "--batch", "16", "--threads", "1"]
    assert main([*words, *small, "--ratings", "1", "--rated-games", "2", "--iterations", "2"]) == 0
    capsys.readouterr()
    assert main([*words, "--resume", "--iterations", "4"]) == 0
    told = capsys.readouterr()
    lines = [line for line in (told.out + told.err).splitlines() if line.startswith("iteration ")]
    assert [line.partition(":")[0] for line in lines] == ["iteration 2", "iteration 4"]
    assert all("Elo" in line for line in lines)
