"""The common net: one net for any game, how it plays and how it learns."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens import agents
from ludens.agents import AgentError, Forest
from ludens.cli import main
from ludens.encoding import GraphBatch
from ludens.encoding.graph import collate
from ludens.game import Game
from ludens.learning.common import games as lists
from tests.encoding.games import AT_ONCE, VEILED
from tests.encoding.test_graph import positions
from tests.nets.games import ROUND, THREE

torch = pytest.importorskip("torch")
from ludens.learning.common import model  # noqa: E402 - needs torch
from ludens.learning.common.learner import CommonLearner, log_shares, shares_of, turned  # noqa: E402
from ludens.learning.common.measure import UNTAUGHT, strength  # noqa: E402
from ludens.learning.common.model import CommonNet, CommonSize  # noqa: E402
from ludens.learning.common.run import CommonRun  # noqa: E402
from ludens.learning.common.tensors import inputs_of  # noqa: E402
from ludens.learning.nets.file import NetError, read, write  # noqa: E402
from ludens.learning.replay import Replay, Sample  # noqa: E402
from ludens.learning.run import AGENT, CHECKPOINT, LOG  # noqa: E402
from ludens.learning.settings import Settings  # noqa: E402

SMALL = Settings(
    channels=8, blocks=2, simulations=3, considered=3, games=6, plies=6, batch=8, memory=300, threads=1, ratings=0,
    iterations=4,
)  # fmt: skip
#: the roll of a die decides who may step
DICE = """(game "Steps" (players 2)
    (equipment {(board (rectangle 1 4)) (dice d:2 num:1) (piece "Cat" Each (move Step (to if:(is Empty (to)))))})
    (rules (start {(place "Cat1" 0) (place "Cat2" 3)})
        (play (do (roll) next:(or (forEach Piece) (move Pass))))
        (end (if (>= (count Turns) 3) (result Mover Win)))))"""


@pytest.fixture(scope="module")
def net() -> CommonNet:
    torch.manual_seed(1)
    net = CommonNet(CommonSize(8, 2))
    with torch.no_grad():  # its answers differ
        for parameter in net.parameters():
            parameter.add_(torch.randn_like(parameter) * 0.1)
    return net.eval()


@pytest.fixture(scope="module")
def path(net: CommonNet, tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("nets") / "common.net"
    model.save(file, net)
    return file


@pytest.fixture(scope="module")
def games() -> list[Game]:
    return [ludens.load(text) for text in ("Tic-Tac-Toe", ROUND, THREE, VEILED, DICE)]


def test_its_usual_size_is_that_of_small_nets() -> None:
    assert 200_000 < sum(parameter.numel() for parameter in CommonNet(CommonSize()).parameters()) < 600_000
    with pytest.raises(NetError, match="width"):
        CommonSize(10)


def test_one_net_answers_about_all_games(net: CommonNet, games: list[Game]) -> None:
    for game in games:
        states = positions(game, 3)
        logits, values = net.evaluator(game)(np.stack([np.asarray(state.block) for state in states]))
        assert logits.shape == (len(states), game.encoding.num_actions)
        assert values.shape == (len(states), 3 if game.num_players > 2 else 1) and (np.abs(values) <= 1).all()
        for row, state in enumerate(states):
            assert np.array_equal(logits[row] > -1e8, game.encoding.mask(state))


def test_mixed_batches_are_answered_as_each_game_is(net: CommonNet, games: list[Game]) -> None:
    batches = list[GraphBatch]()
    for game in games:
        batches.append(game.encoding.graph.encode(positions(game, 2)))
    with torch.no_grad():
        mixed = net(inputs_of(collate(batches)))
        first = 0
        for batch in batches:
            own = net(inputs_of(batch))
            count, n = len(batch.moves), len(batch)
            torch.testing.assert_close(mixed.logits[:count], own.logits, atol=1e-4, rtol=1e-4)
            outputs = own.values.shape[1]
            torch.testing.assert_close(mixed.values[first : first + n, :outputs], own.values, atol=1e-4, rtol=1e-4)
            mixed = mixed._replace(logits=mixed.logits[count:])
            first += n


def test_it_plays_games_of_all_kinds(path: Path, games: list[Game]) -> None:
    for game in games:
        agent, state = agents.make(f"net:{path}:6", game, seed=1), game.start(seed=1)
        for _ in range(3):
            state.play(agent.choose(state))
    with pytest.raises(AgentError, match="at once"):
        agents.make(f"net:{path}:6", ludens.load(AT_ONCE))


def test_a_forest_grows_with_it(net: CommonNet, games: list[Game]) -> None:
    for game in (games[0], games[4]):
        forest = Forest(game, net.evaluator(game), simulations=4, considered=4, worlds=2, positions=True)
        result = forest.search([game.start(seed=1), game.start(seed=2)])
        np.testing.assert_allclose(result.policy.sum(axis=1), 1, atol=1e-4)


def test_it_sees_wins_in_a_game_it_was_not_trained_on(path: Path) -> None:
    game = ludens.load("Tic-Tac-Toe")
    state = game.start(seed=1)
    for name in ("A1", "B1", "A2", "B2"):
        state.play(state.parse(name))
    assert state.notation(agents.make(f"net:{path}:100", game, seed=1).choose(state)) == "A3"


def test_a_file_of_another_vocabulary_is_refused(path: Path, net: CommonNet, tmp_path: Path) -> None:
    file = read(path)
    write(tmp_path / "old.net", {**file.facts, "encoding": "ludens-graph 0"}, file.arrays)
    with pytest.raises(AgentError, match="reads ludens-graph 0"):
        agents.make(f"net:{tmp_path}/old.net", ludens.load("Tic-Tac-Toe"))
    words = {name: array[:-3] if name == "bags.words.weight" else array for name, array in file.arrays.items()}
    write(tmp_path / "fewer.net", file.facts, words)  # a word came to the language later
    again = model.restored(read(tmp_path / "fewer.net"), tmp_path / "fewer.net")
    assert torch.equal(again.bags.words.weight[:-3], net.bags.words.weight[:-3])
    for size, why in (("big", "damaged"), ({"width": 16, "blocks": 2}, "another shape")):
        write(tmp_path / "bad.net", {**file.facts, "size": size}, file.arrays)
        with pytest.raises(NetError, match=why):
            model.restored(read(tmp_path / "bad.net"), tmp_path / "bad.net")


def replay_of(game: Game, count: int = 8) -> Replay:
    """Positions whose first legal move is right, and which are won."""
    replay = Replay(game, 64, 1)
    for state in positions(game, count):
        numbers = game.encoding.actions(state)
        shares = np.eye(len(numbers), dtype=np.float32)[len(numbers) // 2]
        replay.add(Sample(np.asarray(state.block).copy(), numbers, shares, np.ones(1, np.float32), 3))
    return replay


def test_it_learns_what_it_is_shown() -> None:
    game = ludens.load("Tic-Tac-Toe")
    torch.manual_seed(1)
    learner, rng = CommonLearner(CommonNet(CommonSize(8, 1)), replace(SMALL, rate=0.02)), np.random.default_rng(1)
    replay, graph = replay_of(game, 3), game.encoding.graph
    losses = [learner.learn(graph, replay, rng, 0.0) for _ in range(150)]
    assert losses[-1][:2].sum() < 0.3 * losses[0][:2].sum()


def test_shares_are_those_of_the_moves() -> None:
    game = ludens.load("Tic-Tac-Toe")
    replay, rows = replay_of(game), np.array([2, 0, 1])
    batch = game.encoding.graph.rows(replay.states[rows])
    shares = shares_of(batch, game.encoding.num_actions, replay, rows)
    for row, source in enumerate(rows):
        own = shares[batch.offsets[row] : batch.offsets[row + 1]]
        np.testing.assert_array_equal(own, replay.shares[source, : len(own)])
    inputs = inputs_of(batch)
    logged = log_shares(torch.zeros(len(batch.moves)), inputs)
    sums = torch.zeros(3).index_add(0, inputs.rows, logged.exp())
    torch.testing.assert_close(sums, torch.ones(3))


def test_a_board_drawn_the_other_way_round_twice_is_the_same() -> None:
    game = ludens.load("Tic-Tac-Toe")
    inputs = inputs_of(game.encoding.graph.encode([game.start(seed=1)]))
    once = turned(inputs, mirrored=True)
    twice = turned(once, mirrored=True)
    assert not torch.equal(once.fixed.relations, inputs.fixed.relations)
    assert torch.equal(twice.fixed.relations, inputs.fixed.relations) and torch.equal(twice.sites, inputs.sites)


def test_a_run_of_many_games_goes_on_where_it_ended(games: list[Game], tmp_path: Path) -> None:
    some = [games[0], games[3], games[4]]
    run = CommonRun(some, SMALL, tmp_path / "run")
    reports = list[str]()
    run.run(lambda report: reports.append(report.game))
    assert len(reports) == 4 and len(set(reports)) == 3 and run.learner.steps > 0
    assert {path.name for path in (tmp_path / "run").iterdir()} == {AGENT, CHECKPOINT, LOG}
    with pytest.raises(FileExistsError, match="resume"):
        CommonRun(some, SMALL, tmp_path / "run")
    again = CommonRun(some, replace(SMALL, iterations=6), tmp_path / "run", resume=True)
    assert again.iteration == 4 and again.tally.positions == run.tally.positions
    assert [len(course.replay) for course in again.courses.values()] == [len(c.replay) for c in run.courses.values()]
    for one, other in zip(again.learner.net.parameters(), run.learner.net.parameters(), strict=True):
        assert torch.equal(one, other)
    again.run()
    assert again.iteration == 6
    with pytest.raises(NetError, match="not among the games"):
        CommonRun([games[0]], SMALL, tmp_path / "run", resume=True)
    tuned = CommonRun([games[1]], replace(SMALL, iterations=1), tmp_path / "tuned", start=tmp_path / "run" / AGENT)
    own, theirs = tuned.learner.net.state_dict(), again.learner.average.state_dict()
    assert all(torch.equal(own[name], theirs[name]) for name in own)


def test_games_are_held_out_by_family(tmp_path: Path) -> None:
    listed = lists.read_lists()
    trained, held_out = lists.games_of(lists.TRAIN), lists.games_of(lists.HELD_OUT)
    assert len(trained) + len(held_out) == len(listed) and len(trained) >= 12 and len(held_out) >= 6
    assert not {one.family for one in trained} & {one.family for one in held_out}
    shelves = Path(ludens.library.__path__[0]) / "games"
    assert all((shelves / one.family / f"{one.game}.lud").is_file() for one in listed)
    bad = tmp_path / "lists.tsv"
    head = "set\tfamily\tgame\toption\n"
    for text, why in (
        ("a\tb\n", ":1: the first line"), (head + "train\tline\n", ":2: a line has"),
        (head + "train\tline\tA\t\nheld-out\tline\tB\t\n", "trained on and held out"),
    ):  # fmt: skip
        bad.write_text(text, encoding="utf-8")
        with pytest.raises(ValueError, match=why):
            lists.read_lists(bad)


def test_the_command_trains_and_tunes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    few = tmp_path / "few.tsv"
    few.write_text("set\tfamily\tgame\toption\ntrain\tline\tTic-Tac-Toe\t\n", encoding="utf-8")
    size = ["--net-size", "8x1", "--games", "4", "--batch", "8", "--simulations", "2", "--iterations", "2"]
    folder = str(tmp_path / "common")
    assert main(["train", "common", "--lists", str(few), "--out", folder, *size, "--json"]) == 0
    summary = json.loads(capsys.readouterr().out)
    assert summary["iterations"] == 2 and summary["played"][0]["game"] == "Tic-Tac-Toe"
    tuned = str(tmp_path / "tuned")
    assert main(["train", "Tic-Tac-Toe", "--from", f"{folder}/{AGENT}", "--out", tuned, *size]) == 0
    assert "play against it" in capsys.readouterr().out
    for arguments, why in (
        (["train", "common", "--option", "A/B"], "which options"), (["train", "Hex", "--lists", "x"], "train common"),
        (["train", "common", "--budget", "5core-minutes", "--cpu-minutes", "3"], "give one"),
        (["train", "Tic-Tac-Toe", "--from", str(few)], "no file of a net"),
    ):  # fmt: skip
        assert main([*arguments, "--out", str(tmp_path / "none")]) == 2
        assert why in capsys.readouterr().err


def test_strength_is_measured_from_different_openings(net: CommonNet) -> None:
    game = ludens.load("Tic-Tac-Toe")
    score = strength(net, game, UNTAUGHT, 6, iterations=4)
    assert score.games == 6
    assert strength(net, game, "random", 2, iterations=4).games == 2
