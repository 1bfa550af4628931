"""What pieces are worth where one is royal: in the order that players know, in every game of that kind."""

from __future__ import annotations

import itertools

import pytest

import ludens
from ludens.agents import heuristics
from ludens.agents.army import army_of
from ludens.agents.proposing import _kinds, proposed
from ludens.game.single import SingleGame
from ludens.ludemes.metadata.heuristics.pieces import Material
from ludens.ludemes.metadata.heuristics.places import SitesProximity


def single(name: str) -> SingleGame:
    game = ludens.load(name)
    assert isinstance(game, SingleGame)
    return game


def falls(worth: dict[str, float], *groups: str) -> bool:
    """Whether the pieces of each group, names with spaces between them, are worth more than those of the next."""
    values = [[worth[name] for name in group.split()] for group in groups]
    return all(min(high) > max(low) for high, low in itertools.pairwise(values)) and min(values[-1]) > 0


CHESS = ("Queen", "Rook", "Bishop Knight", "Pawn")
ORDERS = {
    "Three-Check": CHESS,
    "Atomic Chess": CHESS,
    "Crazyhouse": CHESS,
    "Horde": CHESS,
    "King of the Hill": CHESS,
    "Racing Kings": CHESS[:-1],
    "Capablanca Chess": ("Queen", "Archbishop", "Rook", "Bishop Knight", "Pawn"),
    "Shatranj": ("Rook", "Knight", "Ferz", "Alfil", "Pawn"),
    "Makruk": ("Rook", "Knight", "Khon", "Met", "Pawn"),
    "Minishogi": ("Dragon", "Horse", "Rook", "Silver", "Pawn"),
    "Shogi": ("Dragon", "Horse", "Rook", "Bishop", "Gold", "Silver", "Lance Knight", "Pawn"),
    "Xiangqi": ("Chariot Cannon", "Horse", "Soldier", "Elephant", "Advisor"),
    "Dobutsu Shogi": ("Giraffe Elephant", "Chick"),
}


@pytest.mark.parametrize("name", ORDERS)
def test_pieces_are_worth_what_they_reach(name: str) -> None:
    game = single(name)
    army = army_of(game, _kinds(game))
    assert army is not None and len(army.royal) == 1
    assert falls(dict(army.worth), *ORDERS[name])


@pytest.mark.parametrize("name", ["English Draughts", "Antichess", "Tablut", "Breakthrough", "Backgammon", "Gomoku"])
def test_no_army_serves_where_nobody_is_royal_or_all_are_alike(name: str) -> None:
    game = single(name)
    assert army_of(game, _kinds(game)) is None


def test_in_antichess_who_has_more_is_worse_off() -> None:
    assert max(_material(single("Antichess")).values()) < 0


@pytest.mark.parametrize("name", ["King of the Hill", "Racing Kings"])
def test_a_royal_piece_that_is_to_come_somewhere_goes_there(name: str) -> None:
    game = single(name)
    found = proposed(game)
    assert found is not None
    terms = [term for term in heuristics.read(found.text).listed if isinstance(term, SitesProximity)]
    assert terms and all(
        float(term.weight) > 0 and [p.name for p in term.piece_weights or ()] == ["King"] for term in terms
    )
    assert falls(_material(game), *ORDERS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", ORDERS)
def test_what_random_games_tell_does_not_turn_the_order(name: str) -> None:
    worth = _material(single(name))
    assert falls(worth, *ORDERS[name]) and "King" not in worth


def _material(game: SingleGame) -> dict[str, float]:
    found = proposed(game)
    assert found is not None
    (material,) = [term for term in heuristics.read(found.text).listed if isinstance(term, Material)]
    return {pair.name: float(pair.weight) for pair in material.piece_weights or ()}
