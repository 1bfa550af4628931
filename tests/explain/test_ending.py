"""Why games are over, in words, and the sites that show it."""

from __future__ import annotations

import pytest

import ludens
from ludens import notation
from ludens.cli import main
from ludens.explain.end_rules import decided, end_rules, opened
from ludens.explain.endings import Ending
from ludens.explain.players import with_names
from ludens.game import Game, State
from ludens.game.builder import build
from ludens.game.direct import Workbench


def played(game: Game, moves: str) -> State:
    state = game.start(seed=1)
    for said in moves.split():
        state.play(state.parse(said))
    return state


def at_random(name: str, *options: str) -> State:
    """The end of a random game."""
    game = ludens.load(name, options=list(options))
    state = game.start(seed=3)
    while not state.is_over:
        moves = state.legal_moves()
        state.play(moves[state.field("num_moves") * 5 % len(moves)])
    return state


def test_a_line_and_its_sites() -> None:
    game = ludens.load("Tic-Tac-Toe")
    state = played(game, "a1 b1 a2 b2")
    assert state.ending is None
    state.play(state.parse("a3"))
    assert state.ending == Ending("three in a row", (0, 3, 6))
    state.undo()
    assert state.ending is None
    full = played(game, "a1 b1 c1 b2 a2 c2 b3 a3 c3")
    assert full.ending == Ending("the board is full")


def test_a_longer_line_is_marked_whole() -> None:
    state = played(ludens.load("Connect Four"), "a1 a2 b1 b2 c1 c2 e1 e2 d1")
    assert state.ending is not None and state.ending.text == "four in a row"
    assert state.ending.sites == (0, 1, 2, 3, 4)


CUBE = """(game "Cube" (players 2) (equipment {(board (layers 3 (square 3)) use:Vertex) (piece "Ball" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3 All) (result Mover Win)))))"""
SQUARE = """(game "Three" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules
    (play (move Add (to (sites Empty)))) (end (if CONDITION (result Mover Win)))))"""


def on_sites(game: Game, *sites: int) -> State:
    """Pieces put down on these sites, by turns."""
    state = game.start(seed=1)
    for site in sites:
        state.play(next(move for move in state.legal_moves() if move.to_site == site))
    return state


@pytest.mark.parametrize("sites", [(0, 9, 18), (0, 3, 6), (1, 4, 7), (2, 11, 20), (2, 14, 26)])
def test_a_line_of_a_board_with_layers_is_marked(sites: tuple[int, int, int]) -> None:
    first, middle, last = sites
    state = on_sites(ludens.load(CUBE), first, 15, last, 22, middle)
    assert state.ending == Ending("three in a row", sites)


def test_only_a_line_in_the_directions_of_the_rule_is_marked() -> None:
    game = ludens.load(SQUARE.replace("CONDITION", "(is Line 3 Orthogonal)"))
    assert not on_sites(game, 0, 1, 4, 2, 8).is_over
    assert on_sites(game, 0, 1, 8, 3, 4, 2, 6, 5, 7).ending == Ending("three in a row", (6, 7, 8))


def test_a_line_tells_more_than_the_place_that_it_leads_through() -> None:
    game = ludens.load(SQUARE.replace("CONDITION", "(and (is In 4 (sites Occupied by:Mover)) (is Line 3))"))
    assert on_sites(game, 0, 1, 8, 2, 4).ending == Ending("three in a row", (0, 4, 8))


@pytest.mark.parametrize("sites", [(0, 4, 8, 12), (1, 17, 33, 49), (0, 21, 42, 63), (3, 18, 33, 48), (15, 26, 37, 48)])
def test_a_line_that_a_rule_asks_for_site_by_site_is_marked(sites: tuple[int, int, int, int]) -> None:
    first, second, third, last = sites
    state = on_sites(ludens.load("Qubic"), first, 20, last, 59, third, 22, second)
    assert state.ending == Ending("makes four", sites)


def test_a_region_that_is_one_players_is_marked() -> None:
    game = ludens.load(SQUARE.replace("CONDITION", "(all Sites (sites Row 1) if:(= (who at:(site)) (mover)))"))
    state = on_sites(game, 3, 0, 4, 1, 5)
    assert state.ending is not None and state.ending.sites == (3, 4, 5)


def test_what_a_condition_without_words_asked_about_is_marked() -> None:
    state = on_sites(ludens.load("Sim"), 0, 2, 1, 14, 5)
    assert state.ending == Ending("triangle in one colour", (0, 1, 5))


@pytest.mark.parametrize(
    ("fen", "said", "text"),
    [
        ("6k1/4Rppp/8/8/8/8/8/6K1 w - - 0 1", "Re8#", "player 2 is checkmated"),
        ("7k/5K2/8/6Q1/8/8/8/8 w - - 0 1", "Qg6", "player 2 has no move: stalemate"),
        ("8/8/8/8/8/2k5/1q6/K7 w - - 0 1", "Kxb2", None),
        ("7k/8/8/8/8/8/8/KR6 w - - 149 199", "Rb2", "too many moves without progress"),
    ],
)
def test_the_ends_of_chess(fen: str, said: str, text: str | None) -> None:
    style = notation.of(ludens.load("Chess"))
    state = style.state(fen)
    for move in style.parse(state, said) if text else ():
        state.play(move)
    assert (state.ending.text if state.ending else None) == text
    if state.ending and "checkmated" in state.ending.text:
        assert state.ending.sites == (62,)  # the king on g8


@pytest.mark.parametrize(
    ("name", "texts"),
    [
        ("Amazons", {"player 1 has no move", "player 2 has no move"}),
        ("Breakthrough", {"player 1 reached the goal", "player 2 reached the goal"}),
        ("Hex", {"player 1 connected the sides", "player 2 connected the sides"}),
        ("Kalah", {"a side is empty"}),
        ("Lines of Action", {"the pieces of player 1 hang together", "the pieces of player 2 hang together"}),
        ("Reversi", {"the board is full", "both players passed"}),
        ("Snakes and Ladders", {"player 1 reached the goal", "player 2 reached the goal"}),
        ("Backgammon", {"player 1 has no pieces left", "player 2 has no pieces left"}),
    ],
)
def test_other_ends(name: str, texts: set[str]) -> None:
    state = at_random(name)
    assert state.ending is not None and state.ending.text.partition(",")[0] in texts
    if name == "Hex":
        owned = {row[1] for row in state.sites() if row[4] == state.winner}
        assert state.ending.sites and set(state.ending.sites) <= owned


def test_two_passes_end_go() -> None:
    state = played(ludens.load("Go", options=["Board Size/7x7"]), "pass pass")
    assert state.ending == Ending(f"both players passed, {state.scores[0]} to {state.scores[1]}")


def test_points_are_told_where_they_decide() -> None:
    state = at_random("Kalah")
    assert state.ending == Ending(f"a side is empty, {state.scores[0]} to {state.scores[1]}")


def test_a_rule_that_is_asked_of_each_player() -> None:
    text = """(game "Each" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty))))
            (end (forEach Player if:(= (count Pieces Player) 2) (result Player Win)))))"""
    game = ludens.load(text)
    assert played(game, "a1 a2 b1").ending == Ending("player 1 has two pieces left")


def test_a_rule_without_words() -> None:
    text = """(game "Odd" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Odd (count Pieces)) (result P1 Win)))))"""
    state = ludens.load(text).start()
    state.play(state.legal_moves()[0])
    assert state.is_over and state.ending == Ending("player 1 reached the aim")


def test_the_name_of_a_define_tells_of_a_rule_without_words() -> None:
    text = """(define "FirstOdd" (is Odd (count Pieces)))
        (game "Odd" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (and ("FirstOdd") (= 1 (mover))) (result P1 Win)))))"""
    state = ludens.load(text).start()
    state.play(state.legal_moves()[0])
    assert state.ending == Ending("first odd")


def test_what_is_not_not_so() -> None:
    text = """(game "Two" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (not (not (is Full))) (result Mover Win)))))"""
    assert played(ludens.load(text), "a1 a2 b1 b2").ending == Ending("the board is full")


def test_no_game_goes_on_for_ever() -> None:
    text = """(game "Long" (players 2) (equipment {(board (square 2)) (piece "Disc" Each)})
        (rules (start {(place "Disc1" {0}) (place "Disc2" {3})})
            (play (forEach Piece (move Step (to if:(is Empty (to))))))
            (end (if (no Pieces Mover) (result Mover Loss)))))"""
    state = ludens.load(text).start(seed=1)
    while not state.is_over:
        state.play(state.legal_moves()[0])
    assert state.ending == Ending("no game has more than 1,250 turns of each player")
    assert state.why_over().words == state.ending.text


def test_the_end_of_a_team() -> None:
    text = """(game "Teams" (players 4) (equipment {(board (square 3)) (piece "Disc" Each)})
        (rules (start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4}) (place "Disc2" {0})})
            (play (or (move Remove (sites Occupied by:Mover)) (move Pass)))
            (end (if (and (no Pieces TeamMover) (= (mover) 2)) (result TeamMover Win)))))"""
    state = played(ludens.load(text), "pass")
    state.play(next(move for move in state.legal_moves() if "Remove" in str(move)))
    assert state.is_over and state.ending == Ending("player 2 has no pieces left")


def test_the_terminal_says_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "Tic-Tac-Toe", "--p1", "random", "--p2", "random", "--seed", "1"]) == 0
    assert "hree in a row." in capsys.readouterr().out


def test_how_many_pieces_are_left() -> None:
    text = """(game "Few" (players 2) (equipment {(board (square 3)) (piece "Disc" Each (move Step (to if:(not
        (is Friend (who at:(to)))) (apply (remove (to))))))})
        (rules (start {(place "Disc1" {0}) (place "Disc2" {1 8})}) (play (forEach Piece))
            (end (if (< (count Pieces Next) 2) (result Mover Win)))))"""
    state = ludens.load(text).start()
    state.play(state.parse("A1-B1"))
    assert state.ending == Ending("player 2 has one piece left")


def test_of_a_match_who_has_won_it() -> None:
    state = at_random("Three in Three")
    first, second = state.match_scores
    outcome = "the match is drawn" if first == second else f"player {state.winner} wins the match"
    assert state.ending is not None and state.ending.text == f"{outcome}, {first} to {second}"


@pytest.mark.parametrize(
    "name",
    ["Breakthrough", "Connect Four", "English Draughts", "Gomoku", "Hex", "Mu Torere", "Oware", "Reversi", "Tablut",
     "Tic-Tac-Toe", "Royal Game of Ur", "Los Alamos Chess"],
)  # fmt: skip
def test_the_rule_that_is_told_is_the_one_that_ends_the_game(name: str) -> None:
    state = at_random(name)
    found = decided(state)
    assert found is not None
    book = build(state.game.description)
    c = Workbench().opened(book, bytearray(opened(state).tobytes())).context.unbound()
    rules = iter(zip(end_rules(book.model, opened(state)), end_rules(state.game.model, opened(state)), strict=True))
    while not (c.state.over.get() or c.state.active.get() == 0):
        emitted, rule = next(rules)
        emitted.emit(c)  # as the rules are evaluated in play, one after the other
    assert found.rule is rule
    told = state.why_over()
    assert len(told.clauses) == len(found.conditions) and told.result is not None


def test_players_are_called_by_their_names_whatever_these_are() -> None:
    assert with_names("player 1 has beaten player 2", ["Ann", "player 1"]) == "Ann has beaten player 1"
    names = [f"N{number}" for number in range(1, 11)]
    assert with_names("player 10 has beaten player 1", names) == "N10 has beaten N1"
    assert with_names("nobody wins", []) == "nobody wins"
