from __future__ import annotations

import functools

import numpy as np
import pytest

import ludens
from ludens import library
from ludens.encoding import Encoding, corresponds
from ludens.language import parse
from ludens.suite.description_names import names_of
from ludens.suite.disguises import Disguise, DisguiseError, disguise
from ludens.suite.goals import exchange_goals
from ludens.suite.layout import lay_out

#: games with pieces that look ahead, sides, tracks, scores, variables and phases
GAMES = ["Breakthrough", "Oware", "Three Men's Morris", "Teeko"]
PUZZLE = """(game "Alone" (players 1) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"""
ENDLESS = """(game "No goal" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Draw)))))"""


@functools.cache
def found(name: str, *, mirror: bool = True, misere: bool = False) -> Disguise:
    return disguise(ludens.load(name), 5, mirror=mirror, misere=misere)


@pytest.mark.parametrize("name", GAMES)
def test_a_disguise_plays_like_the_game(name: str) -> None:
    told = found(name, mirror=False)
    assert told.symmetry.is_identity
    assert told.game.perft(3) == told.original.perft(3)
    assert told.game.playouts(50, seed=1) == told.original.playouts(50, seed=1)


@pytest.mark.parametrize("name", ["Breakthrough", "Oware", "Teeko"])
def test_with_the_goal_turned_round_the_others_win(name: str) -> None:
    told = found(name, mirror=False, misere=True)
    plain, turned_round = told.original.playouts(100, seed=1), told.game.playouts(100, seed=1)
    assert np.array_equal(plain.lengths, turned_round.lengths)
    other = np.where(np.isin(plain.winners, (1, 2)), 3 - plain.winners, plain.winners)
    assert np.array_equal(other, turned_round.winners)
    assert len(set(plain.winners.tolist()) & {1, 2}) == 2


@pytest.mark.parametrize("name", ["Breakthrough", "Oware"])
def test_a_mirrored_board_is_another_one(name: str) -> None:
    told = found(name)
    assert not told.symmetry.is_identity
    assert told.game.perft(3) == told.original.perft(3)
    start, image = told.original.start(seed=1), told.game.start(seed=1)
    legal = {told.original.encoding.action(move) for move in start.legal_moves()}
    images = {told.game.encoding.action(move) for move in image.legal_moves()}
    assert set(told.symmetry.action(sorted(legal)).tolist()) == images
    assert told.text != found(name, mirror=False).text


@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_the_author_is_left(name: str) -> None:
    told = found(name)
    assert told.unreplaced == ()
    assert set(told.names) == set(names_of(told.original.description.game))
    for own in told.names:
        assert f'"{own}' not in told.text
    assert told.game.name == told.names[name]
    assert told.game.description.metadata is None
    assert "//" not in told.text


def test_equal_seeds_give_equal_disguises() -> None:
    game = ludens.load("Tic-Tac-Toe")
    assert disguise(game, 1).text == disguise(game, 1).text != disguise(game, 2).text


def test_what_has_no_disguise_says_why() -> None:
    with pytest.raises(DisguiseError, match="for two players, and Alone has 1"):
        disguise(ludens.load(PUZZLE), misere=True)
    with pytest.raises(DisguiseError, match="the end of No goal tells of no wins"):
        disguise(ludens.load(ENDLESS), misere=True)
    assert disguise(ludens.load(PUZZLE)).game.num_players == 1


def test_a_text_that_plays_otherwise_is_no_disguise() -> None:
    game = ludens.load("Tic-Tac-Toe")
    plain, symmetry = Encoding(game), found("Tic-Tac-Toe", mirror=False).symmetry
    text = found("Tic-Tac-Toe", mirror=False).text
    assert corresponds(plain, Encoding(ludens.load(text)), symmetry)
    for old, new in (("Line 3", "Line 3 Orthogonal"), ("Mover Draw", "Mover Win"), ("square 3", "square 4")):
        assert old in text
        assert not corresponds(plain, Encoding(ludens.load(text.replace(old, new))), symmetry)


def test_goals_are_turned_round() -> None:
    def goal(end: str) -> str:
        tree = exchange_goals(parse(f'(game "A" (players 2) (rules (end (if (is Full) {end}))))').game)
        return "" if tree is None else lay_out(tree).partition("(is Full) ")[2]

    assert goal("(result Mover Win)").startswith("(result Mover Loss)")
    assert goal("(result P2 Loss)").startswith("(result P2 Win)")
    assert goal("(result Mover Draw)") == ""
    assert goal("(byScore)").startswith("(byScore misere:True)")
    assert goal("(byScore misere:True)").startswith("(byScore misere:False)")
    assert goal("(byScore misere:(is Full))").startswith("(byScore misere:(not (is Full)))")


def test_a_laid_out_text_reads_back() -> None:
    for name in ("Chess", "Ludo"):
        tree = parse(library.read(name)).game
        text = lay_out(tree)
        assert parse(text).game == tree
        assert max(map(len, text.splitlines())) <= 130


@pytest.mark.slow
@pytest.mark.parametrize("name", library.names())
def test_every_game_of_the_library_has_disguises(name: str) -> None:
    game = ludens.load(name)
    if "match" in game.traits:
        with pytest.raises(DisguiseError, match="is a match"):
            disguise(game, 7)
        return
    told = disguise(game, 7)
    assert told.unreplaced == ()
    assert told.game.perft(2) == game.perft(2)
    assert disguise(game, 7, mirror=False).game.playouts(20, seed=2) == game.playouts(20, seed=2)
