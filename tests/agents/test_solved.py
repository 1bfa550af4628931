"""The agent that knows."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens import agents, solve


@pytest.fixture
def solved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ludens.Game:
    """A game that is solved in a cache of its own, and that no other test has."""
    monkeypatch.setattr("ludens.solve.table.cache_directory", lambda: tmp_path / "cache")
    game = ludens.load(
        """
        (game "Race to the end" (players 2)
            (equipment {(board (rectangle 1 6)) (piece "Stone" Each)})
            (rules
                (play (move Add (to (sites Empty))))
                (end (if (is Line 2) (result Mover Win)))
            )
        )
        """
    )
    solve.solve(game.start(seed=0))
    return game


def test_it_is_an_agent_of_solved_games_alone(solved: ludens.Game) -> None:
    assert agents.names(solved)[0] == agents.strongest(solved) == "solved"
    assert "solved" not in agents.names() and "solved" not in agents.names(ludens.load("Amazons"))
    with pytest.raises(agents.AgentError, match="is not solved here"):
        agents.make("solved", ludens.load("Amazons"))


def test_it_says_in_how_many_plies_the_game_is_won(solved: ludens.Game) -> None:
    state = solved.start(seed=0)
    value = solve.find(solved)[0].value(state)
    assert value is not None and value.winner == 1
    analysis = agents.make("perfect", solved).analyse(state, 0.1)
    assert (analysis.value, analysis.depth, len(analysis.line)) == (1.0, value.plies, value.plies)
    assert analysis.moves[0].proven == 1 and len(analysis.moves) == 6


def test_it_plays_the_line(solved: ludens.Game) -> None:
    state, agent = solved.start(seed=0), agents.make("solved", solved)
    while not state.is_over:
        state.play(agent.choose(state))
    assert state.winner == 1


def test_what_its_table_lacks_is_searched(solved: ludens.Game, tmp_path: Path) -> None:
    later = solved.start(seed=0)
    later.play(later.parse("A1"))
    solve.solve(later, tmp_path / "later")
    agent = agents.make(f"table:{tmp_path / 'later'}:20", solved, seed=1)
    assert isinstance(agent, agents.Searcher)
    assert agent.analyse(later, 0.1).unit == "estimate"
    assert agent.choose(solved.start(seed=0)) in solved.start(seed=0).legal_moves()


def test_a_table_has_to_be_of_the_game(solved: ludens.Game, tmp_path: Path) -> None:
    for told, said in (("table", "which folder"), ("table:", "which folder"), (f"table:{tmp_path}", "no solved game")):
        with pytest.raises(agents.AgentError, match=said):
            agents.make(told, solved)
    solve.solve(solved.start(seed=0), tmp_path / "there")
    with pytest.raises(agents.AgentError, match="and not this"):
        agents.make(f"table:{tmp_path / 'there'}", ludens.load("Tic-Tac-Toe"))
