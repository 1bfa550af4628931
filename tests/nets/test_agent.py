"""The agent that plays with a net."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens import agents
from ludens.agents import Agent, AgentError, Limit
from ludens.cli import main
from ludens.game import Game
from ludens.learning import player as net

torch = pytest.importorskip("torch")
pytest.importorskip("msgspec")
from ludens.learning.nets import model  # noqa: E402 - needs torch
from ludens.web import seats  # noqa: E402
from ludens.web.errors import ApiError  # noqa: E402
from ludens.web.limits import Limits  # noqa: E402


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load("Tic-Tac-Toe")


@pytest.fixture(scope="module")
def path(game: Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    torch.manual_seed(1)
    found = tmp_path_factory.mktemp("nets") / "small.net"
    model.save(found, model.Net(game, model.Size(8, 1)), game)
    return found


def test_paths_and_limits(tmp_path: Path) -> None:
    assert net.parse("a.net") == (Path("a.net"), Limit())
    assert net.parse("a.net:100ms") == (Path("a.net"), Limit(seconds=0.1))
    assert net.parse("C:\\nets\\a.net") == (Path("C:\\nets\\a.net"), Limit())
    assert net.parse("C:\\nets\\a.net:50") == (Path("C:\\nets\\a.net"), Limit(count=50))
    odd = tmp_path / "a:100"
    odd.touch()
    assert net.parse(str(odd)) == (odd, Limit())
    assert net.parse(f"{odd}:7") == (odd, Limit(count=7))
    with pytest.raises(AgentError, match="no limit"):
        net.parse(f"{odd}:soon")
    with pytest.raises(AgentError, match="net:PATH"):
        net.parse(" ")


def test_it_sees_wins_and_threats(game: Game, path: Path) -> None:
    agent = agents.make(f"net:{path}:200", game, seed=1)
    state = game.start(seed=1)
    for name in ("A1", "B1", "A2", "B2"):
        state.play(state.parse(name))
    assert state.notation(agent.choose(state)) == "A3"
    state = game.start(seed=1)
    for name in ("A1", "B2", "A2"):
        state.play(state.parse(name))
    assert state.notation(agent.choose(state)) == "A3"
    assert agents.check(f"net:{path}:200", game) == Limit(count=200)


def test_it_does_not_lose_a_drawn_game(game: Game, path: Path) -> None:
    for seat in (1, 2):
        agent, other = agents.make(f"net:{path}:400", game, seed=1), agents.make("uct:300", game, seed=seat)
        state = game.start(seed=1)
        while not state.is_over:
            state.play((agent if state.mover == seat else other).choose(state))
        assert state.winner in (0, seat)


def test_what_was_found_is_kept(game: Game, path: Path) -> None:
    agent = agents.make(f"net:{path}:100", game, seed=1)
    assert isinstance(agent, net.Net)
    state = game.start(seed=1)
    state.play(agent.choose(state))
    state.play(state.legal_moves()[0])
    search = agent.begin(state)
    assert search.nodes["children"][0] == 7  # the moves are known before it begins
    fresh = agents.make(f"net:{path}:100", game, seed=1)
    assert isinstance(fresh, net.Net)
    assert fresh.begin(state).nodes["children"][0] == 0


def test_it_tells_what_it_thinks(game: Game, path: Path) -> None:
    agent = agents.make(f"net:{path}:100", game, seed=1)
    assert isinstance(agent, net.Net)
    state = game.start(seed=1)
    told = agent.analyse(state, 0.05)
    assert len(told.moves) == 9 and told.line[0] == told.moves[0].move
    assert 0 <= told.value <= 1 and told.iterations >= 1
    after = state.copy()
    for move in told.line:
        after.play(move)


def test_it_is_no_agent_without_a_file(game: Game, path: Path, tmp_path: Path) -> None:
    assert "net" in agents.kinds() and "net" not in agents.names(game)
    with pytest.raises(AgentError, match="net:PATH"):
        agents.make("net", game)
    with pytest.raises(AgentError, match=r"none\.net cannot be read: No such file"):
        agents.make(f"net:{tmp_path}/none.net", game)
    with pytest.raises(AgentError, match="cannot be read"):
        agents.make(f"net:{tmp_path}", game)
    (tmp_path / "bad.net").write_bytes(path.read_bytes()[:-8])
    with pytest.raises(AgentError, match=r"bad\.net: the file is cut off"):
        agents.make(f"net:{tmp_path}/bad.net", game)
    for check in (agents.make, agents.check):
        with pytest.raises(AgentError, match="for the game Tic-Tac-Toe, not Hex"):
            check(f"net:{path}", ludens.load("Hex"))
    with pytest.raises(AgentError, match="chance"):
        agents.make(f"net:{path}", ludens.load("Backgammon"))


def test_a_net_is_offered_under_a_name(game: Game, path: Path) -> None:
    try:
        net.offer(path, "tic-net")
        assert "tic-net" in agents.names(game) and "tic-net" not in agents.names(ludens.load("Hex"))
        agent = agents.make("tic-net:10", game, seed=1)
        assert agent.choose(game.start(seed=1)) is not None and agent.limit == Limit(count=10)
        assert agents.check("tic-net:1s", game) == Limit(seconds=1.0)
        with pytest.raises(AgentError, match="not Hex"):
            agents.check("tic-net", ludens.load("Hex"))
        assert seats.agent_infos(game)[0].name == "tic-net"
        assert seats.check_players(["tic-net:100ms"], game, Limits()) == ("tic-net:100ms", "human")
        for name in ("tic-net", "uct", "Big", "a:b", ""):
            with pytest.raises(AgentError, match="cannot be the name"):
                net.offer(path, name)
    finally:
        Agent.registry.pop("tic-net")
    with pytest.raises(AgentError, match="cannot be read"):
        net.offer(path / "none", "none")


def test_visitors_of_a_server_name_no_files(game: Game, path: Path) -> None:
    assert "net" not in {info.name for info in seats.agent_infos()}
    for spec in (f"net:{path}", "net:/etc/passwd", "net"):
        with pytest.raises(ApiError, match="reads a file"):
            seats.check_players([spec], game, Limits())


@pytest.mark.parametrize(
    ("told", "why"), [("tic", "as in hex=hex.net"), ("Tic=a", "cannot be the name"), ("tic=/none", "cannot be read")]
)
def test_a_page_offers_no_bad_nets(told: str, why: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["web", "--net", told]) == 2
    assert why in capsys.readouterr().err


def test_it_plays_in_the_terminal(game: Game, path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "Tic-Tac-Toe", "--p1", f"net:{path}:20", "--p2", "random", "--seed", "3"]) == 0
    assert "Cross plays" in capsys.readouterr().out
    assert main(["play", "Hex", "--p1", "random", "--p2", f"net:{path}"]) == 2
    assert "not Hex" in capsys.readouterr().err


def test_it_plays_in_the_arena(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["arena", "Tic-Tac-Toe", "--player", f"net:{path}:20", "--player", "random", "-n", "2"]) == 0
    assert "of 2 won" in capsys.readouterr().out
