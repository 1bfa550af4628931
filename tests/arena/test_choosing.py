"""Who plays a game best, as games between agents tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

import ludens
from ludens import agents
from ludens.agents import champion
from ludens.agents.champion import Champion, Contest
from ludens.arena import selection
from ludens.arena.match import Outcome, UnfitGame
from ludens.cli import main
from ludens.game.single import SingleGame


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SingleGame]:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    monkeypatch.setattr(selection, "_MOST_SOLVING", 0.0)  # it is small enough to be solved
    made = ludens.load("Tic-Tac-Toe")
    assert isinstance(made, SingleGame)
    agents.forget(made)
    yield made
    agents.forget(made)  # equal descriptions may be one game


def test_what_games_tell_counts_from_then_on(game: SingleGame, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(game: object, specs: list[str], *rest: object, **more: object) -> Outcome:
        names = [spec.partition(":")[0] for spec in specs]
        return Outcome(1 + names.index("uct") if "uct" in names else 0, "rules", "", (), ((), ()))

    monkeypatch.setattr(selection, "play_game", played)
    before = agents.strongest(game)
    assert before != "uct" and champion.read_champion(game) is None
    seen: list[Contest] = []
    found = selection.choose(game, 5.0, report=seen.append)
    assert found.agent == agents.strongest(game) == agents.strongest(ludens.load("Tic-Tac-Toe")) == "uct"
    assert champion.read_champion(game) == found
    verdicts = {met.challenger: met.verdict for met in found.matches}
    assert verdicts.pop("uct") == "stronger" and "stronger" not in verdicts.values()
    assert len(seen) == sum(met.games for met in found.matches)


def test_a_small_game_is_solved_instead(game: SingleGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selection, "_MOST_SOLVING", 30.0)
    found = selection.choose(game, 120.0)
    assert found == Champion("Tic-Tac-Toe", "solved") and agents.strongest(game) == "solved"
    assert selection.choose(game, 1.0) == found


def test_what_was_found_of_a_game_that_cannot_be_solved_so_soon_is_left_out(game: SingleGame, tmp_path: Path) -> None:
    large = ludens.load("Connect Four")
    assert isinstance(large, SingleGame) and not selection.solved(large, 0.1)
    assert not [*(tmp_path / "solved").rglob("progress.json")]
    assert not selection.solved(large, 0.0)


def test_a_game_of_chance_is_not_solved(game: SingleGame) -> None:
    dice = ludens.load("Backgammon")
    assert isinstance(dice, SingleGame) and not selection.solved(dice, 5.0)


def turn_of(spec: str) -> float:
    """The milliseconds of an agent's turn."""
    return float(spec.split(":")[1].removesuffix("ms"))


def test_more_seconds_are_more_games_and_longer_turns(game: SingleGame, monkeypatch: pytest.MonkeyPatch) -> None:
    turns = list[float]()

    def played(game: object, specs: list[str], *rest: object, **more: object) -> None:
        turns.append(turn_of(specs[0]))  # and nobody has time for the game

    monkeypatch.setattr(selection, "play_game", played)
    monkeypatch.setattr(selection, "plies_to_come", lambda *given: 120.0)
    for seconds in (20.0, 80.0):
        selection.challenge(game, "uct", seconds)
    assert turns[1] / turns[0] == pytest.approx(2.0, rel=0.02)


def test_turns_are_shorter_where_games_are_longer_than_was_guessed(
    game: SingleGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, turns = [0.0], list[float]()

    def played(game: object, specs: list[str], *rest: object, **more: object) -> Outcome | None:
        turns.append(turn_of(specs[0]))
        now[0] += 100 * turns[-1] / 1000
        return Outcome(0, "rules", "", (), ((), ())) if now[0] < 20.0 else None

    monkeypatch.setattr(selection, "time", SimpleNamespace(perf_counter=lambda: now[0]))
    monkeypatch.setattr(selection, "play_game", played)
    monkeypatch.setattr(selection, "plies_to_come", lambda *given: 20.0)
    assert selection.challenge(game, "uct", 20.0).games >= 20  # and not 5
    assert turns[::2] == turns[1::2]  # of both seats of a start
    assert turns[0] == pytest.approx(1000 * 20 / 4 / 600, rel=0.02)  # a quarter of the time for two of the longest


def test_equals_leave_it_at_what_was_expected(game: SingleGame, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Outcome(0, "rules", "", (), ((), ()))
    monkeypatch.setattr(selection, "play_game", lambda *words, **more: drawn)
    found = selection.choose(game, 5.0)
    assert found.agent == selection.candidates(game)[0]
    assert {met.verdict for met in found.matches} == {"not stronger"}


def test_what_other_agents_told_is_forgotten(game: SingleGame, monkeypatch: pytest.MonkeyPatch) -> None:
    champion.write_champion(game, Champion(game.name, "uct"))
    assert champion.read_champion(game) == Champion(game.name, "uct")
    monkeypatch.setattr(champion, "sources_key", lambda *rooms: "of another version")
    assert champion.read_champion(game) is None


def test_games_of_one_are_refused() -> None:
    alone = ludens.load("Peg Solitaire")
    assert isinstance(alone, SingleGame)
    with pytest.raises(UnfitGame):
        selection.choose(alone)


def test_without_time_nothing_changes(game: SingleGame) -> None:
    before = agents.strongest(game)
    assert selection.choose(game, 1e-9).agent == agents.strongest(game) == before


def test_an_agent_that_is_gone_is_nobodys_choice(game: SingleGame) -> None:
    before = agents.strongest(game)
    champion.write_champion(game, Champion(game.name, "gone"))
    agents.forget(game)
    assert agents.strongest(game) == before


def test_the_candidates_search_and_do_not_err_on_purpose(game: SingleGame) -> None:
    found = selection.candidates(game)
    assert found[0] == agents.strongest(game) and len(set(found)) == len(found)
    assert {"uct", "alphabeta"} <= set(found) and not {"level", "random", "greedy"} & set(found)
    assert selection.candidates(ludens.load("Rock-Paper-Scissors")) == ["uct"]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    assert main(["choose", "Connect Four", "--seconds", "0.5", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["agent"] in agents.names(ludens.load("Connect Four")) and found["matches"]
    assert main(["choose", "Tic-Tac-Toe", "--seconds", "120"]) == 0
    assert "Tic-Tac-Toe: solved\n  all its positions are known" in capsys.readouterr().out
    assert main(["choose", "Rock-Paper-Scissors"]) == 0
    assert "nobody else searches here" in capsys.readouterr().out
    assert main(["choose", "Peg Solitaire"]) == 2
    assert "is for one player" in capsys.readouterr().err
