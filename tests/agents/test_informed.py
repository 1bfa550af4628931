"""Alpha-beta with heuristics, and the heuristics that are proposed."""

from __future__ import annotations

import json

import numpy as np
import pytest

import ludens
from ludens import agents
from ludens.agents import heuristics
from ludens.agents.informed import Informed, evaluation_of
from ludens.agents.proposing import proposed
from ludens.cli import main
from ludens.game import Game
from ludens.game.single import SingleGame
from ludens.ludemes.metadata.heuristics.lines import LineCompletion
from ludens.ludemes.metadata.heuristics.pieces import Material
from ludens.ludemes.metadata.heuristics.players import ExpectedScore, ScoreTerm

ROLES = """(game "Roles" (players 2)
    (equipment {(board (square 4)) (piece "Wolf" P1 (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove
        (to)))))) (piece "Sheep" P2 (move Step Forward (to if:(is Empty (to)))) maxState:1)})
    (rules (start {(place "Wolf1" {0 3}) (place "Sheep2" (sites Top))}) (play (forEach Piece))
        (end {(if (no Pieces P2) (result P1 Win)) (if (no Moves Next) (result Next Loss))})))"""


def single(text: str) -> SingleGame:
    game = ludens.load(text)
    assert isinstance(game, SingleGame)
    return game


def test_terms_are_proposed_for_what_the_rules_look_at() -> None:
    found = proposed(single("Gomoku"))
    assert found is not None and 0.2 < found.telling < 1
    (lines,) = [term for term in heuristics.read(found.text).listed if isinstance(term, LineCompletion)]
    assert lines.weight > 0


def test_more_of_what_is_taken_is_better() -> None:
    found = proposed(single("English Draughts"))
    assert found is not None and found.telling > 0.5
    (material,) = [term for term in heuristics.read(found.text).listed if isinstance(term, Material)]
    weights = {pair.name: float(pair.weight) for pair in material.piece_weights or ()}
    assert weights["King"] > weights["Man"] > 0


def test_what_is_proposed_is_the_same_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = proposed(single("Breakthrough"))
    monkeypatch.setattr("ludens.agents.proposing.read_cache", lambda key: None)
    assert proposed(single("Breakthrough")) == kept
    assert proposed(single("Breakthrough"), seed=2) != kept


def test_where_seeds_lie_tells_more_than_who_has_taken_how_many() -> None:
    found = proposed(single("Oware"))
    assert found is not None
    terms = heuristics.read(found.text).listed
    assert {type(term) for term in terms} == {ScoreTerm, ExpectedScore}


def test_that_one_role_wins_more_often_tells_nothing_of_a_position() -> None:
    found = proposed(single("Tablut"))
    assert found is None or found.telling < 0.25


def test_nothing_is_proposed_where_nothing_tells() -> None:
    text = """(game "Coin" (players 2) (equipment {(board (square 2)) (piece "Disc" Shared)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""
    assert proposed(single(text)) is None
    agent = agents.make("informed:2", ludens.load(text), seed=1)
    assert agent.choose(ludens.load(text).start()) is not None


def test_in_a_race_whose_random_games_are_not_won_it_is_to_come_home() -> None:
    game = single("Halma")
    found = proposed(game)
    assert found is not None and found.by_rules and found.text == "(heuristics {(ownRegionsProximity)})"
    assert agents.strongest(game) == "informed"
    agent, state = agents.make("informed:1", game, seed=1), game.start(seed=1)
    evaluation = evaluation_of(game)
    assert evaluation is not None
    for _ in range(10):
        before = evaluation.value(state, 1)
        for move in agent.choose_turn(state):
            state.play(move)
        assert evaluation.value(state, 1) > before
        while state.mover == 2 and not state.is_over:
            state.play(state.legal_moves()[-1])


#: each player fills the place where the other one begins, which random games hardly do
FILLING = """(game "Camps" (players 2)
    (equipment {(board (square 6)) (piece "Man" Each (move Step (to if:(is Empty (to)))))
        (regions "Camp" P1 (sites {0 1 6})) (regions "Camp" P2 (sites {35 34 29})) (map {(pair P1 P2) (pair P2 P1)})})
    (rules (start {(place "Man1" (sites P1)) (place "Man2" (sites P2))})
        (play (forEach Piece))
        (end (if (= %s) (result Mover Win)))))"""
SITES = "(sites (player (mapEntry (mover))))"


@pytest.mark.parametrize("compared", [f"(sites Occupied by:Mover) {SITES}", f"{SITES} (sites Occupied by:Mover)"])
def test_where_a_camp_is_to_be_filled_it_is_to_come_there(compared: str) -> None:
    game = single(FILLING % compared)
    found = proposed(game)
    assert found is not None and "(filledRegionsProximity " in found.text and "of:{2 1})" in found.text
    assert agents.strongest(game) == "informed"
    players, state = [agents.make(name, game, seed=1) for name in ("informed:3", "random")], game.start(seed=1)
    for _ in range(200):
        if not state.is_over:
            state.play(players[state.mover - 1].choose(state))
    assert state.winner == 1


def test_a_region_that_play_decides_is_nobody_s_camp() -> None:
    found = proposed(single(FILLING % "(sites Occupied by:Mover) (sites Around (last To))"))
    assert found is None or "filledRegionsProximity" not in found.text


def test_heuristics_of_the_description_are_taken_as_they_are() -> None:
    game = single(ROLES + "(metadata (ai (heuristics (material weight:3.0))))")
    found = evaluation_of(game)
    assert found is not None and found.text == "(heuristics (material weight:3.0))"
    assert found.value(game.start(), 1) == 3.0 * (2 - 4)
    assert agents.strongest(game) == "informed"


@pytest.mark.parametrize("depth", [2, 3])
def test_a_row_of_four_is_stopped(depth: int) -> None:
    game = ludens.load("Gomoku")
    agent = agents.make(f"informed:{depth}", game, seed=1)
    assert isinstance(agent, Informed)
    # the first player has four in a row, of which the second has stopped one end
    stopped = played(game, ["h8", "g8", "i8", "a1", "j8", "c3", "k8"])
    assert stopped.mover == 2 and stopped.notation(agent.choose(stopped)).lower() == "l8"
    winning = played(game, ["h8", "g8", "i8", "a1", "j8", "c3", "k8", "e5"])
    assert winning.mover == 1 and winning.notation(agent.choose(winning)).lower() == "l8"


@pytest.mark.parametrize("number", range(12))
def test_a_threat_that_can_be_stopped_is_stopped(number: int) -> None:
    """Anywhere on the board, along rows, columns and diagonals, with a gap that one stone fills."""
    game = ludens.load("Gomoku")
    rng = np.random.default_rng(number)
    down, right = [(0, 1), (1, 0), (1, 1), (1, -1)][number % 4]
    row, column = int(rng.integers(5, 10)), int(rng.integers(5, 10))
    line = [15 * (row + k * down) + column + k * right for k in range(5)]
    gap = line.pop(1 + number // 4)
    others = [site for site in rng.permutation(225).tolist() if site not in {*line, gap}][:3]
    state = game.start(seed=1)
    for site in (line[0], others[0], line[1], others[1], line[2], others[2], line[3]):
        state.play(next(move for move in state.legal_moves() if move.to_site == site))
    assert state.mover == 2
    for depth in (2, 3):
        assert agents.make(f"informed:{depth}", game, seed=number).choose(state).to_site == gap


def played(game: Game, moves: list[str]) -> ludens.State:
    state = game.start(seed=1)
    for move in moves:
        state.play(state.parse(move))
    return state


def test_the_command_writes_metadata_that_are_read(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tune", "Breakthrough"]) == 0
    told = capsys.readouterr().out
    game = ludens.load(f"{ROLES} (metadata {told})")
    assert heuristics.of_description(game) is not None and not game.warnings
    assert main(["tune", "Gomoku", "--terms", "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["game"] == "Gomoku" and len(facts["heuristics"]["terms"]) >= 2
    assert main(["tune", "Halma"]) == 0
    assert "by the rules alone" in capsys.readouterr().out
    assert main(["tune", "Peg Solitaire"]) == 2
    assert "one player" in capsys.readouterr().err
