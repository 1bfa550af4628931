"""Whoever can choose moves enters matches; code of theirs that fails is an error with a name, and no loss."""

from __future__ import annotations

import asyncio
import importlib
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens import agents
from ludens.agents import Agent, AgentError
from ludens.arena.entrants import AgentFailed, await_value, name_of
from ludens.arena.match import play_game
from ludens.arena.rating import Rater
from ludens.arena.tournament import Tournament
from ludens.cli import main
from ludens.game import Game, Move, State


@pytest.fixture(scope="module")
def game() -> Game:
    return ludens.load("Tic-Tac-Toe")


class Last:
    """Plays the last legal move."""

    def choose(self, state: State) -> Move:
        return state.legal_moves()[-1]


class Slow:
    """The same, from a coroutine."""

    async def choose(self, state: State) -> Move:
        await asyncio.sleep(0)
        return state.legal_moves()[-1]


class Missing:
    def choose(self, state: State) -> Move:
        importlib.import_module("a_module_that_nobody_has")
        return state.legal_moves()[0]


class Misread:
    def choose(self) -> Move:
        raise AssertionError("never called so")


class Textual:
    def choose(self, state: State) -> str:
        return "A1"


FAILING: list[tuple[Any, str]] = [
    (Misread(), "Misread failed as player [12] of Tic-Tac-Toe, at ply [12]: TypeError"),
    (Missing(), "ModuleNotFoundError: No module named 'a_module_that_nobody_has'"),
    (Textual(), "choose gave 'A1', which is no Move"),
    (lambda game: Last(), "cannot be made for Tic-Tac-Toe: TypeError"),
    (object, "cannot be made"),
]


@pytest.mark.parametrize(("entrant", "message"), FAILING)
def test_code_that_fails_is_an_error_and_no_loss(game: Game, entrant: Any, message: str) -> None:
    for play in (
        lambda: play_game(game, [entrant, "random"], 1),
        lambda: Tournament(game, [entrant, "random"], 2, 1).play(),
        lambda: Tournament(game, [entrant, "random"], 2, 1, threads=2).play(),
        lambda: Rater(game).rate(entrant, most=4),
        lambda: Rater(game).compare(entrant, "random", most=4),
    ):
        with pytest.raises(AgentFailed, match=message) as caught:
            play()
        assert caught.value.__cause__ is not None


def test_it_may_be_a_loss_where_that_is_wished(game: Game) -> None:
    outcome = play_game(game, [Misread(), "random"], 1, forfeit_errors=True)
    assert outcome is not None and (outcome.winner, outcome.reason, outcome.fault) == (2, "error", 1)
    assert Rater(game, forfeit_errors=True).rate(Misread(), most=4).elo < 0


class Unsigned(Agent):
    """An agent of somebody's own, whose method has a wrong signature."""

    def choose(self) -> Move:  # type: ignore[override]
        raise AssertionError("never called so")


def test_commands_stop_at_an_agent_that_fails(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(Agent.registry, "unsigned", Unsigned)
    arena = ["arena", "Tic-Tac-Toe", "--player", "unsigned", "--player", "random"]
    for words in (["rate", "unsigned", "Tic-Tac-Toe"], arena):
        assert main([*words, "-n", "4"]) == 1
        assert "unsigned failed as player" in (said := capsys.readouterr().err)
        assert "TypeError" in said
    assert main(["rate", "unsigned", "Tic-Tac-Toe", "-n", "4", "--forfeit-errors"]) == 0


def test_objects_classes_makers_and_coroutines_play(game: Game) -> None:
    def maker(game: Game, seed: int) -> Last:
        return Last()

    entrants: list[Any] = [Last(), Slow(), maker, agents.make("random", game, seed=1), agents.Greedy, "random"]
    standings = Tournament(game, entrants, 2, 1, threads=3).play()
    assert standings.games == 30 and not standings.forfeits
    assert sorted(standings.ranked()) == ["Greedy", "Last", "Random", "Slow", "maker", "random"]
    assert Rater(game).rate(Last(), most=8).agent == "Last"
    with pytest.raises(AgentError, match="this agent plays Hex"):
        play_game(game, [agents.make("random", ludens.load("Hex", options=["Board Size/5x5"])), "random"], 1)


def test_names() -> None:
    assert name_of("uct:3") == "uct:3"
    assert name_of(Last) == name_of(Last()) == "Last"
    assert await_value(3) == 3


def test_a_module_of_agents_that_cannot_be_imported_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "half_made.py").write_text("import a_module_that_nobody_has\n", encoding="utf-8")
    monkeypatch.setattr(agents, "__path__", [*agents.__path__, str(tmp_path)])
    message = (
        "the module of agents ludens.agents.half_made cannot be imported: No module named 'a_module_that_nobody_has'"
    )
    with pytest.raises(AgentError, match=message):
        agents.kinds()
    assert main(["rate", "nobody", "Tic-Tac-Toe", "-n", "4"]) == 2
    assert message in capsys.readouterr().err
