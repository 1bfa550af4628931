"""Heuristics that searches teach, and what stands where."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens import agents, tuning
from ludens.agents import heuristics, tuned
from ludens.agents.agent import AgentError
from ludens.agents.fitting import cross_entropy, likely
from ludens.agents.tuned import Tuned, Tuning
from ludens.arena import selection
from ludens.arena.match import Outcome
from ludens.cli import main
from ludens.cli.tune import shortened
from ludens.game import State
from ludens.game.single import SingleGame
from ludens.tuning.descent import Summed, descend
from ludens.tuning.patterns import Patterns

LONG = 600.0


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))


#: with these options the game does not come with heuristics
SMALL = ["Board Size/6x6"]


def single(name: str, options: Sequence[str] = ()) -> SingleGame:
    game = ludens.load(name, options=options)
    assert isinstance(game, SingleGame)
    return game


@pytest.mark.parametrize("name", ["Lasca", "Reversi", "Tablut", "Hex", "Nine Men's Morris"])
def test_native_code_says_of_patterns_what_arrangements_are_worth(name: str) -> None:
    game = single(name)
    patterns = Patterns(game)
    weights = np.random.default_rng(1).integers(-8, 8, patterns.size) / 4
    values = patterns.values(weights)
    evaluation = heuristics.evaluation(game, heuristics.written(patterns.terms(values, 0.25)))
    for plies in (0, 1, 7, 20, 31):
        assert evaluation.value(after(game, plies), 1) == pytest.approx(values[patterns.row(after(game, plies))].sum())


def after(game: SingleGame, plies: int) -> State:
    """A position some plies on."""
    state = game.start(seed=plies)
    for _ in range(plies):
        if not state.is_over:
            state.play(state.legal_moves()[plies % len(state.legal_moves())])
    return state


def test_arrangements_that_symmetries_carry_to_each_other_are_one() -> None:
    game = single("Breakthrough")
    sites = Patterns(game, [(site,) for site in range(64)])
    own, shape = sites.classes
    # eight rows, four files that are not mirrored: a pawn of the first player is the contrary of one of the second, and
    # an empty site of one of the rows opposite
    assert len(set(own.tolist())) == 32 + 16 and sites.size == 32 + 16 + 1
    assert (shape == sites.size).sum() == 64 and own[0] == own[63 * 3] and sites.signs[0, 0] == -sites.signs[0, 63 * 3]
    patterns = Patterns(game)
    values = patterns.values(np.random.default_rng(1).normal(size=patterns.size))
    assert values[patterns.row(game.start(seed=1))].sum() == pytest.approx(0)


def test_patterns_are_sites_blocks_and_rows() -> None:
    places = Patterns(single("Reversi")).places
    assert places[:64] == [(site,) for site in range(64)]
    assert (0, 1, 2, 8, 9, 10) in places and (0, 1, 8, 9, 16, 17) in places  # blocks of six
    assert (0, 1, 2, 3, 4, 5) in places and (0, 9, 18, 27, 36, 45) in places  # rows of six
    assert (2, 9, 16) in places and max(map(len, places)) == 6


def test_levels_of_stacks_are_cells_of_their_own() -> None:
    game = single("Lasca")
    patterns = Patterns(game)
    sites, levels = game.model.board_sites, patterns.cells.levels
    assert 2 <= levels <= 8 and patterns.places[: sites * (levels + 1)][-1] == (sites * (levels + 1) - 1,)
    assert any(place[:2] == (sites, 2 * sites) for place in patterns.places)  # upwards
    heights = set()
    for plies in (0, 9, 20, 35, 50):
        state = after(game, plies)
        row = patterns.row(state) - patterns.firsts[:-1]
        standing, size = state.field("what"), state.field("size")
        for site in range(sites):
            heights.add(int(size[site]))
            for level in range(levels):
                assert row[site + sites * (level + 1)] == (standing[site, level] if level < size[site] else 0)
            assert row[site] == (standing[site, size[site] - 1] if size[site] else 0)
    assert max(heights) > 2


def test_obstacles_are_no_pieces() -> None:
    assert [piece.name for piece, _ in Patterns(single("Hexxagon")).pieces] == ["Ball1", "Ball2"]


def test_descent_finds_weights_that_told_results() -> None:
    rng = np.random.default_rng(3)
    summed = Summed(np.arange(6)[None], np.ones((1, 6)), 6)
    rows = np.stack([rng.integers(0, 3, 20_000), rng.integers(3, 6, 20_000)], axis=1).astype(np.int32)
    truth = np.array([1.0, 0.0, -1.0, 0.5, 0.0, -0.5])
    wanted = (rng.random(20_000) < likely(summed.sums(rows, truth))).astype(float)
    held = np.arange(20_000) % 4 == 0
    weights, loss = np.zeros(6), 1.0
    for _ in range(60):
        weights, loss = descend(summed, rows, np.zeros(20_000), wanted, held, weights, rng)
    assert loss < cross_entropy(np.zeros(1), np.ones(1)) - 0.05
    assert np.allclose(weights[:3] - weights[1], truth[:3], atol=0.25) and weights[3] > weights[4] > weights[5]


def test_what_is_learnt_is_an_agent_of_the_game() -> None:
    game = single("Breakthrough", SMALL)
    assert "tuned" not in agents.names(game)
    with pytest.raises(AgentError, match="nobody tuned Breakthrough"):
        agents.make("tuned:1", game)
    told: list[int] = []
    found = tuning.tune(game, LONG, games=12, report=told.append)
    assert found is not None and told == sorted(told) and told[-1] == found.games
    assert found.games == 12 + 2 * 20 * 12  # a ply ahead with patterns of one site, and with all
    assert found.loss < found.untold
    tuned.write(game, found)
    assert tuned.read(game) == found and "tuned" in agents.names(game)
    state = game.start(seed=1)
    assert agents.make("tuned:2", game, seed=1).choose(state) in state.legal_moves()


def test_more_players_learn_nothing() -> None:
    with pytest.raises(AgentError, match="for two players"):
        tuning.tune(single("Rolit"))


def test_a_game_without_results_teaches_nothing() -> None:
    text = """(game "Endless" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(is Empty
        (to)))))}) (rules (start {(place "Disc1" 0) (place "Disc2" 8)}) (play (forEach Piece)) (end (if (no Moves Mover)
        (result Mover Loss)))))"""
    assert tuning.tune(single(text), LONG, games=8) is None


@pytest.mark.parametrize("wins", [True, False])
def test_it_is_the_strongest_if_it_wins(wins: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = single("Breakthrough", SMALL)
    tuned.write(game, Tuning("(heuristics {(mobilitySimple)})", 1, 1, 0.5, 0.6))

    def played(game: object, specs: list[str], *rest: object, **more: object) -> Outcome:
        names = [spec.partition(":")[0] for spec in specs]
        return Outcome(1 + names.index("tuned") if wins else 2 - names.index("tuned"), "rules", "", (), ((), ()))

    monkeypatch.setattr(selection, "play_game", played)
    before = agents.strongest(game)
    met = selection.challenge(game, "tuned", 5.0)
    assert met.champion == before
    assert agents.strongest(game) == ("tuned" if wins else before)
    assert selection.challenge(game, "tuned", 5.0).champion == before
    agents.forget(game)


@pytest.mark.parametrize("wins", [True, False])
def test_what_is_learnt_anew_meets_what_comes_with_ludens(wins: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    game = single("Breakthrough")
    ours, before = Tuning("(heuristics {(mobilitySimple)})", 1, 1, 0.5, 0.6), tuned.shipped(game)
    assert before is not None and agents.strongest(game) == "tuned" and tuned.read(game) == before
    tuned.write(game, ours)
    assert tuned.read(game) == ours
    texts: list[set[str]] = []

    def played(game: SingleGame, specs: list[str], *rest: object, **more: object) -> Outcome:
        players = [agents.make(spec, game, seed=1) for spec in specs]
        texts.append({player.evaluation().text for player in players if isinstance(player, Tuned)})  # type: ignore[union-attr]
        new = 1 + next(n for n, spec in enumerate(specs) if "shipped" not in spec)
        return Outcome(new if wins else 3 - new, "rules", "", (), ((), ()))

    monkeypatch.setattr(selection, "play_game", played)
    met = selection.challenge(game, "tuned", 5.0)
    assert met.champion == "tuned:shipped=yes" and all(len(two) == 2 for two in texts)
    assert agents.strongest(game) == "tuned" and tuned.read(game) == (ours if wins else before)
    agents.forget(game)


def test_only_some_games_come_with_heuristics() -> None:
    game = single("Breakthrough", SMALL)
    tuned.write(game, Tuning("(heuristics {(mobilitySimple)})", 1, 1, 0.5, 0.6))
    with pytest.raises(AgentError, match="no heuristics of Breakthrough come with ludens"):
        agents.make("tuned:1:shipped=yes", game)


def test_the_command_learns_and_lets_it_play(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = Outcome(0, "rules", "", (), ((), ()))
    monkeypatch.setattr(selection, "play_game", lambda *words, **more: drawn)
    learning = ["tune", "Breakthrough", "--option", *SMALL, "--seconds", "600", "--games", "12"]
    assert main([*learning, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["heuristics"]["games"] > 12 and facts["match"]["verdict"] == "not stronger"
    assert main(learning) == 0
    told = capsys.readouterr().out
    assert (
        f"of {facts['heuristics']['games']:,} games" in told
        and "against informed: not stronger" in told
        and "(ai (heuristics {" in told
    )
    assert main(["tune", "Rolit", "--seconds", "3"]) == 2
    assert "for two players" in capsys.readouterr().err
    assert main(["tune", "Breakthrough", "--games", "3"]) == 2
    assert "--seconds" in capsys.readouterr().err


def test_long_lists_are_cut_short_on_a_screen() -> None:
    patterns = " ".join(f"(pattern {{{{{n}}}}} {{{' '.join(map(str, range(-12, 15)))}}})" for n in range(20))
    told = shortened(f'(heuristics {{(score weight:0.5) (patternValues {{(patternPiece "Disc1")}} {{{patterns}}})}})')
    assert told.count("(pattern ") == 10 and "(pattern ..) (pattern {{19}} {" in told
    assert "{-12 -11 -10 -9 -8 -7 -6 -5 .. 14}" in told and "{{0}}" in told
    few = "(heuristics {(score weight:0.5) (pattern {{0 1}} {0 1 2 3})})"
    assert shortened(few) == few
