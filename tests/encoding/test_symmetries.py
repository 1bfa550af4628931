from __future__ import annotations

import functools
import random

import numpy as np
import pytest

import ludens
from ludens import library
from ludens.encoding import Encoding, Symmetry
from tests.encoding.games import AT_ONCE, CHOICES, VEILED

#: games and how many symmetries they have, and how many of these leave the players where they are
KNOWN = {
    "Tic-Tac-Toe": (8, 8),
    "Hex": (4, 2),
    "Breakthrough": (4, 2),
    "Chess": (2, 1),
    "Nine Men's Morris": (32, 16),
    "Yavalath": (24, 12),
    "Kalah": (2, 1),
    "Ludo": (4, 1),
    "Snakes and Ladders": (1, 1),
}


@functools.cache  # several tests look at the same games
def symmetries(text: str) -> tuple[Symmetry, ...]:
    return Encoding(ludens.load(text)).symmetries


@pytest.mark.parametrize("name", KNOWN)
def test_how_many_symmetries_a_game_has(name: str) -> None:
    found = symmetries(name)
    assert found[0].is_identity
    assert (len(found), sum(not s.moves_players for s in found)) == KNOWN[name]
    assert len({s.name for s in found}) == len(set(found)) == len(found)


ADD, LINE = "(move Add (to (sites Empty)))", "(if (is Line 3) (result Mover Win))"


def stones(*, start: str = "", play: str = ADD, end: str = LINE) -> str:
    """A game of stones on a small square."""
    equipment = '(equipment {(board (square 4)) (piece "Stone" Each)})'
    return f'(game "Stones" (players 2) {equipment} (rules {start} (play {play}) (end {end})))'


@pytest.mark.parametrize(
    ("game", "count"),
    [
        (stones(), 16),
        (stones(start='(start (place "Stone1" 5))'), 2),
        (stones(play="(move Add (to (difference (sites Empty) (sites {0}))))"), 4),
        (stones(end="(if (is Line 3) (result P1 Win))"), 8),
        (stones(end=f"{{{LINE} (if (is In 3 (sites Occupied by:P1)) (result P2 Win))}}"), 2),
        (stones(end="(if (is Line 3 Orthogonal) (result Mover Win))"), 16),
        (stones(end="(if (is Line 3 N) (result Mover Win))"), 4),
    ],
)
def test_rules_break_symmetries(game: str, count: int) -> None:
    assert len(symmetries(game)) == count


@pytest.mark.parametrize("text", [VEILED, AT_ONCE, CHOICES, "Backgammon"])
def test_what_is_carried_over_is_played_alike(text: str) -> None:
    """States that are reached by the images of moves look like the images of states, whoever looks."""
    game = ludens.load(text)
    encoding = Encoding(game)
    rng = random.Random(3)
    for symmetry in (s for s in symmetries(text) if not s.moves_players):
        state, image = game.start(seed=4), game.start(seed=4)
        for _ in range(30):
            if state.is_over:
                break
            movers = sorted({move.mover for move in state.legal_moves()})
            chosen = [rng.choice([m for m in state.legal_moves() if m.mover == mover]) for mover in movers]
            numbers = symmetry.action([encoding.action(move) for move in chosen]).tolist()
            moves = [encoding.move(image, n, player=mover) for n, mover in zip(numbers, movers, strict=True)]
            state.play(chosen)
            image.play(moves)
            for player in range(1, game.num_players + 1):
                seen = symmetry.observation(encoding.observation(state, player))
                assert np.array_equal(seen, encoding.observation(image, player))


@pytest.mark.parametrize("name", ["Hex", "Breakthrough", "Ludo"])
def test_symmetries_are_a_group_and_arrays_follow(name: str) -> None:
    game = ludens.load(name)
    encoding = Encoding(game)
    found, rng = symmetries(name), np.random.default_rng(1)
    seen = rng.random((2, 3, *encoding.observation_shape), np.float32)
    policy, values = rng.random((2, encoding.num_actions)), rng.random((2, game.num_players))
    numbers = rng.integers(encoding.num_actions, size=(4,))
    for a in found:
        assert a.then(a.inverse) == found[0]
        assert np.array_equal(a.inverse.observation(a.observation(seen)), seen)
        assert np.array_equal(a.policy(policy)[:, a.action(numbers)], policy[:, numbers])
        assert np.array_equal(a.values(values)[:, np.array(a.players) - 1], values)
        for b in found:
            both = a.then(b)
            assert both in found
            assert np.array_equal(both.observation(seen), b.observation(a.observation(seen)))
            assert np.array_equal(both.policy(policy), b.policy(a.policy(policy)))
            assert np.array_equal(both.values(values), b.values(a.values(values)))
            assert np.array_equal(both.action(numbers), b.action(a.action(numbers)))


def test_arrays_of_another_shape_are_refused() -> None:
    symmetry = symmetries("Tic-Tac-Toe")[1]
    with pytest.raises(ValueError, match=r"the last axes of an observation are .* not those of \(3, 3\)"):
        symmetry.observation(np.zeros((3, 3)))
    with pytest.raises(ValueError, match=r"the last axis of a policy is 74 long, not that of \(9,\)"):
        symmetry.policy(np.zeros(9))


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_images_of_other_games_are_games(name: str) -> None:
    """Random games from other seeds than those that the symmetries were tried on."""
    game = ludens.load(name)
    if "match" in game.traits:
        with pytest.raises(ValueError, match="is a match"):
            Encoding(game)
        return
    encoding = Encoding(game)
    assert encoding.symmetries[0].is_identity
    for symmetry in (s for s in encoding.symmetries if not s.moves_players and not s.is_identity):
        plain, image = (game.vector(4, seed=77, threads=1, autoreset=False) for _ in range(2))
        for ply in range(60):
            actions = plain.random_actions(seed=1000 + ply).copy()
            plain.step(actions)
            image.step(symmetry.action(actions))
            assert np.array_equal(symmetry.policy(plain.mask), image.mask)
            assert np.array_equal(symmetry.values(plain.reward), image.reward)
