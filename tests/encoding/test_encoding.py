from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens.encoding import Encoding
from ludens.encoding.actions import SPARE
from tests.encoding.games import AT_ONCE, CHOICES

GAMES = ["Tic-Tac-Toe", "Breakthrough", "Nine Men's Morris", "Oware", "Backgammon", CHOICES, AT_ONCE]


def plies(game: ludens.Game, limit: int = 40) -> list[ludens.State]:
    """The states of a random game."""
    state, rng = game.start(seed=1), random.Random(2)
    states = []
    while not state.is_over and len(states) < limit:
        states.append(state.copy())
        moves = state.legal_moves()
        if state.is_simultaneous:
            own = {p: [m for m in moves if m.mover == p] for p in sorted({m.mover for m in moves})}
            state.play([rng.choice(listed) for listed in own.values()])
        else:
            state.play(rng.choice(moves))
    return states


@pytest.mark.parametrize("name", GAMES)
def test_different_moves_have_different_numbers(name: str) -> None:
    game = ludens.load(name)
    for state in plies(game):
        for player in range(1, game.num_players + 1):
            own = [move for move in state.legal_moves() if move.mover == player or not state.is_simultaneous]
            numbers = [game.encoding.action(move) for move in own]
            assert len(set(numbers)) == len(numbers)
            assert all(0 <= number < game.encoding.num_actions for number in numbers)


@pytest.mark.parametrize("name", GAMES)
def test_a_number_gives_the_move_back_and_its_sites(name: str) -> None:
    game = ludens.load(name)
    encoding = Encoding(game)
    for state in plies(game, 10):
        for move in state.legal_moves():
            number = encoding.action(move)
            assert encoding.move(state, number, player=move.mover) == move
            kind, origin, target, _ = encoding.numbering.meaning(number)
            if kind == "pair":
                assert (origin, target) == (move.from_site, move.to_site)
            if kind == "site":
                assert target in (move.from_site, move.to_site)


@pytest.mark.parametrize("name", GAMES)
def test_the_mask_is_the_legal_moves(name: str) -> None:
    for state in plies(ludens.load(name), 10):
        legal = {state.game.encoding.action(move) for move in state.legal_moves()}
        assert set(state.action_mask().nonzero()[0].tolist()) == legal


def test_moves_that_agree_in_their_sites_are_variants() -> None:
    encoding = Encoding(ludens.load(CHOICES))
    assert encoding.numbering.variants == (2, 0, 1)
    assert encoding.num_actions == 9 * 2 + 1 + SPARE
    assert encoding.meaning(3) == "at B1, variant 1"
    assert encoding.meaning(18) == "without a site"
    with pytest.raises(ValueError, match="numbered 0 to"):
        encoding.meaning(encoding.num_actions)


def test_the_planes_of_a_position() -> None:
    state = ludens.load("Tic-Tac-Toe").start(seed=0)
    state.play(state.parse("b2"))
    planes = dict(zip(state.game.encoding.planes, state.observation(), strict=True))
    assert [name for name, plane in planes.items() if plane.sum() == 1] == [
        "opponent's Cross", "last move from", "last move to",
    ]  # fmt: skip
    assert planes["opponent's Cross"][1, 1] == 1
    assert planes["turn: own"].all()
    assert not planes["turn: opponent's"].any()
    assert planes["last move to"][1, 1] == 1
    other = dict(zip(state.game.encoding.planes, state.observation(player=1), strict=True))
    assert other["turn: opponent's"].all()
    assert other["own Cross"][1, 1] == 1
    for player, seen in ((1, other), (2, planes)):
        assert [name for name in seen if "seat" in name and seen[name].all()] == [f"seat: player {player}"]


def test_every_plane_has_a_name_and_every_value_is_finite() -> None:
    for name in ("Lasca", "Backgammon", "Shogi", "Oware"):
        game = ludens.load(name)
        state = plies(game, 12)[-1]
        observation = state.observation()
        assert observation.shape == game.encoding.observation_shape
        assert len(set(game.encoding.planes)) == len(game.encoding.planes) == observation.shape[0]
        assert np.isfinite(observation).all()


def test_stacks_and_hands_are_told() -> None:
    state = ludens.load("Shogi").start(seed=0)
    assert any("hand" in name for name in state.game.encoding.planes)
    lasca = ludens.load("Lasca").start(seed=0)
    height = dict(zip(lasca.game.encoding.planes, lasca.observation(), strict=True))["height of the stack"]
    assert height.sum() == len(lasca.sites())


def test_what_is_wrong_is_named() -> None:
    state = ludens.load("Tic-Tac-Toe").start(seed=0)
    state.play(state.parse("b2"))
    encoding = state.game.encoding
    taken = encoding.action(state.copy().legal_moves()[0])
    assert encoding.move(state, taken)
    with pytest.raises(ludens.IllegalMove, match=r"action 4 is not legal in <State of Tic-Tac-Toe.*legal are 0 \(A1\)"):
        encoding.move(state, 4)
    with pytest.raises(ValueError, match="players 1 to 2, not 3"):
        state.observation(player=3)
    with pytest.raises(ValueError, match="no legal move of a state"):
        encoding.action(state.play(state.legal_moves()[0]))


def test_a_match_has_no_encoding_but_its_games_have(tmp_path: Path) -> None:
    (tmp_path / "Small.lud").write_text(AT_ONCE.replace("At once", "Small"))
    (tmp_path / "Twice.lud").write_text(
        '(match "Twice" (players 2) (games {(subgame "Small") (subgame "Small")}) (end (if (= 1 1) (result P1 Win))))'
    )
    match = ludens.load(tmp_path / "Twice.lud")
    with pytest.raises(ValueError, match="Twice is a match"):
        _ = match.encoding
    assert match.games[0].encoding.num_actions > 9


def test_an_encoding_is_the_same_elsewhere() -> None:
    program = "import ludens; print(ludens.load('Breakthrough').encoding.version)"
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.strip()
    assert ludens.load("Breakthrough").encoding.version == other
    assert ludens.load("Hex").encoding.version != other


@pytest.mark.parametrize("name", [*GAMES, "Lasca"])
def test_planes_keep_their_bounds(name: str) -> None:
    game = ludens.load(name)
    encoding = Encoding(game)
    assert len(encoding.bounds) == len(encoding.planes)
    low, high = np.array(encoding.bounds).T
    for state in plies(game, 30):
        for player in range(1, game.num_players + 1):
            planes = state.observation(player).reshape(len(low), -1)
            assert (planes.min(axis=1) >= low).all() and (planes.max(axis=1) <= high).all()


@pytest.mark.parametrize("name", ["Backgammon", "Snakes and Ladders"])
def test_the_planes_of_dice_tell_the_roll_that_the_mover_chooses_with(name: str) -> None:
    state, rng = ludens.load(name).start(seed=4), np.random.default_rng(4)
    planes = [n for n, plane in enumerate(state.game.encoding.planes) if plane.startswith("rolled")]
    differs = 0
    for _ in range(30):
        before = state.tobytes()
        told = state.observation()[planes]
        assert state.tobytes() == before
        dice = [pips for container in state.rolled for pips in container]
        assert told.reshape(len(planes), -1).max(axis=1).tolist() == dice
        differs += state.rolled != state.dice
        moves = state.legal_moves()
        state.play(moves[int(rng.integers(len(moves)))])
    assert differs
