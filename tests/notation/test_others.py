"""Othello, Amazons, Backgammon, Hex, and the standard notation of all other games."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import ludens
from ludens import library, notation
from ludens.cli import main
from ludens.founding.amazons.record import read_record
from ludens.game import Game, IllegalMove
from ludens.notation import NotationError
from ludens.notation.turns import whole_turns
from tests.notation.playing import cause, random_record, states_of

FAMILIES = {
    "Amazons": "amazons",
    "Backgammon": "backgammon",
    "Chess": "chess",
    "English Draughts": "draughts",
    "Go": "go",
    "Gonnect": "go",
    "Hex": "hex",
    "International Draughts": "draughts",
    "Los Alamos Chess": "chess",
    "Reversi": "othello",
    "Shogi": "shogi",
}


@pytest.mark.slow
def test_the_families_of_the_library() -> None:
    found = {name: notation.of(ludens.load(name)).family for name in library.names()}
    assert FAMILIES.items() <= found.items()


@pytest.mark.parametrize(
    ("name", "label", "point"),
    [
        ("Chess", "E4", "e4"),
        ("Shogi", "E1", "5i"),
        ("International Draughts", "A1", "46"),
        ("International Draughts", "B1", ""),
        ("Reversi", "D3", "d3"),
        ("Go", "J10", "K10"),
        ("Hex", "A11", "a1"),
        ("Hex", "K11", "a11"),
        ("Oware", "A1", "A1"),
        ("Backgammon", "A1", "13"),
        ("Backgammon", "M2", "1"),
        ("Backgammon", "G1", ""),
    ],
)
def test_sites_are_called_as_players_do(name: str, label: str, point: str) -> None:
    game = ludens.load(name)
    labels = [one.label for one in game.topology.elements(game.model.default_site)]
    assert notation.of(game).point(labels.index(label)) == point


def test_families_are_not_found_by_names() -> None:
    text = library.read("Reversi").replace('(game "Reversi"', '(game "Anything"')
    assert notation.of(ludens.load(text)).family == "othello"


def test_a_notation_is_declared_in_the_metadata(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = library.read("Reversi").replace("(info {", '(info { (notation "{}")').replace("{}", "%s")
    found = {name: ludens.load(text % name) for name in ("standard", "Othello", "chess", "runes")}
    assert [notation.of(game).family for game in found.values()] == ["standard", "othello", "othello", "othello"]
    assert [notation.misdeclared(found[name]) for name in ("standard", "Othello")] == [None, None]
    assert "not made for this game's equipment" in (notation.misdeclared(found["chess"]) or "")
    path = tmp_path / "game.lud"
    path.write_text(text % "runes")
    assert main(["notation", str(path)]) == 0
    assert (
        "there is no notation 'runes', which the metadata declare; there are standard, amazons, chess, "
        in capsys.readouterr().err
    )


# --- Othello


@pytest.fixture(scope="module")
def reversi() -> Game:
    return ludens.load("Reversi")


def test_the_shortest_game_of_othello(reversi: Game) -> None:
    style = notation.of(reversi)
    [record] = style.read("e6f4e3f6g5d6e7f5c5\n")
    assert record.final.is_over and record.result == "1-0" and record.final.scores == [13, 0]
    assert style.write(record) == "e6f4e3f6g5d6e7f5c5\n"


@pytest.mark.parametrize("seed", range(3))
def test_games_of_othello_come_back(reversi: Game, seed: int) -> None:
    style = notation.of(reversi)
    record = random_record(reversi, seed, 100)
    assert style.read(style.write(record))[0].plies == record.plies
    for state, _ in states_of(reversi, seed, 100):
        again = style.state(style.position(state))
        assert (again.sites(), again.mover) == (state.sites(), state.mover)


def test_what_is_wrong_in_othello(reversi: Game) -> None:
    style = notation.of(reversi)
    assert cause(style, "e6e6").startswith("game:1:3: 'e6' is no move here")
    assert cause(style, "\ne6 zz").startswith("game:2:4: a square is expected, not 'zz'")
    for text, told in [("X", "64 squares"), ("-" * 64 + "-", "the player to move"), ("?" * 64 + "X", "the signs are")]:
        with pytest.raises(NotationError, match=told):
            style.state(text)


# --- Amazons


def test_turns_of_amazons() -> None:
    style = notation.of(ludens.load("Amazons"))
    state = style.game.start()
    assert {style.turn(state, style.parse(state, said)) for said in ("d1d6g9", "D1-D6/G9", "d1-d6(g9)")} == {"d1-d6/g9"}
    [record] = style.read("1. d1-d6/g9 a7-b6/b5")
    written = style.write(record)
    assert [str(turn) for turn in read_record(written).turns] == ["d1-d6/g9", "a7-b6/b5"]
    assert cause(style, "1. d1-d6 *").startswith("game:1:4: 'd1-d6' is no whole turn")


# --- Backgammon


def test_turns_of_backgammon_come_back() -> None:
    style = notation.of(ludens.load("Backgammon"))
    for seed in range(2):
        state, choose = style.game.start(seed=seed), random.Random(seed)
        for _ in range(15):
            turns = list(whole_turns(state, 200))
            if state.is_over:
                break
            turn = choose.choice(turns)
            read = style.parse(state, style.turn(state, turn))
            one, other = state.copy(), state.copy()
            for move in turn:
                one.play(move)
            for move in read:
                other.play(move)
            assert [row for row in one.sites() if row[0] == "V"] == [row for row in other.sites() if row[0] == "V"]
            for move in turn:
                state.play(move)


def test_plies_of_backgammon_come_back_with_the_passes_behind_them() -> None:
    """A step that ends the turn is the whole turn, as players write it, also where the other die cannot be used."""
    style, passes = notation.of(ludens.load("Backgammon")), 0
    state, choose = style.game.start(seed=0), random.Random(0)
    while not passes:
        legal = state.legal_moves()
        for move in legal:
            first, *others = style.parse(state, style.ply(state, move))
            assert (first.from_site, first.to_site) == (move.from_site, move.to_site)
            passes += len(others)
            if others:
                after = state.copy()
                after.play(first)
                assert after.notations() == ["pass"]
        state.play(choose.choice(legal))


def test_how_turns_of_backgammon_are_said() -> None:
    style = notation.of(ludens.load("Backgammon"))
    state = next(s for s in (style.game.start(seed=n) for n in range(100)) if sorted(s.rolled[0]) == [1, 3])
    texts = {style.turn(state, style.parse(state, said)) for said in ("8/5 6/5", "6/5 8/5", "8/5, 6/5", "6/5* 8/5")}
    assert texts == {"8/5 6/5"}
    assert style.turn(state, style.parse(state, "24/20")) in ("24/21 21/20", "24/23 23/20")
    [step] = style.parse(state, "8/5")
    assert style.ply(state, step) == "8/5"
    with pytest.raises(IllegalMove, match="'8/2' is no move here; there are "):
        style.parse(state, "8/2")


# --- Hex


def test_games_of_hex() -> None:
    style = notation.of(ludens.load("Hex", options=["Board Size/5x5"]))
    record = random_record(style.game, 2, 1)
    state = record.final
    record.plies.append(next(m for m in state.legal_moves() if any(a.name == "Swap" for a in m.actions)))
    state.play(record.plies[-1])
    for _ in range(4):
        record.plies.append(state.legal_moves()[0])
        state.play(record.plies[-1])
    text = style.write(record)
    assert "GM[11]" in text and ";W[swap-sides];W[" in text
    assert style.read(text)[0].plies == record.plies


def test_a_win_in_hex_goes_from_the_first_row_to_the_last() -> None:
    style = notation.of(ludens.load("Hex", options=["Board Size/5x5"]))
    moves = "".join(f";B[c{n}]" + (f";W[e{n}]" if n < 5 else "") for n in range(1, 6))
    [record] = style.read(f"(;FF[4]GM[11]SZ[5]{moves})")
    assert record.final.is_over and record.result == "1-0"
    assert "RE[B+]" in style.write(record)
    assert cause(style, "(;GM[11]SZ[5];B[z9])") == "game:1:14: 'z9' is not legal here"


# --- the standard notation


def test_captures_and_promotions_are_marked() -> None:
    game = ludens.load("Breakthrough")
    style = notation.of(game)
    for seed in range(10):
        for state, move in states_of(game, seed, 60):
            text = style.ply(state, move)
            taken = len(state.sites())
            after = state.copy()
            after.play(move)
            assert ("x" in text) == (len(after.sites()) < taken)
            assert style.parse(state, text) == (move,)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Achi", ["C1", "B1", "B2"]),
        ("Agram", ["Clubs10@A1", "Spades9@B1", "Hearts6@xA1"]),
        ("Block Dominoes", ["1|1@N1", "1|3@M1", "3|4@L1"]),
        ("Quarto", ["ShortLightRoundHollow", "C1"]),
        ("Rock Paper Scissors", ["1:Rock@A1, 2:Scissors@B1"]),
    ],
)
def test_pieces_from_hands_are_called_by_name(name: str, told: list[str]) -> None:
    style = notation.of(ludens.load(name))
    state, choose, found = style.game.start(seed=1), random.Random(1), list[str]()
    for _ in told:
        names, moves = style.names(state), state.legal_moves()
        assert len(set(names)) == len(names)
        if state.is_simultaneous:
            turn = [choose.choice([m for m in moves if m.mover == player]) for player in (1, 2)]
            found.append(", ".join(names[list(moves).index(move)] for move in turn))
            state.play(turn)
            continue
        assert all(style.parse(state, names[n]) == (move,) for n, move in enumerate(moves))
        move = choose.choice(moves)
        found.append(style.ply(state, move))
        assert style.parse(state, found[-1]) == (move,)
        state.play(move)
    assert found == told


def test_pieces_alike_in_a_hand_have_one_name_and_are_told_apart_by_numbers() -> None:
    style = notation.of(ludens.load("Barrage"))
    state = style.game.start(seed=1)
    names = [name for name in style.names(state) if name.endswith(("@A1", "@A1 #1", "@A1 #2"))]
    assert "Marshal10@A1" in names and {"Scout2@A1 #1", "Scout2@A1 #2"} <= set(names)
    scout = state.legal_moves()[style.names(state).index("Scout2@A1 #2")]
    assert style.ply(state, scout) == "Scout2@A1"


def test_what_is_taken_where_nothing_moves_is_marked() -> None:
    style = notation.of(ludens.load("Nine Men's Morris"))
    taken = 0
    for state, move in states_of(style.game, 1, 40):
        text = style.ply(state, move)
        assert style.parse(state, text) == (move,)
        taken += text.startswith("x")
    assert taken


def test_stacks_are_named_at_the_first_site_too() -> None:
    state = ludens.load("Focus").start()
    assert not any(name.startswith("stackmove") for name in state.notations())


def test_moves_in_all_ways_of_before() -> None:
    style = notation.of(ludens.load("Breakthrough"))
    state = style.game.start()
    move = state.parse("A2-A3")
    assert all(style.parse(state, said) == (move,) for said in ("a2a3", "A2 to A3", "A2xA3", move.to_trial()))
    with pytest.raises(IllegalMove, match="is no move here"):
        style.parse(state, "A2-A9")
    with pytest.raises(NotationError, match="there is no format for positions"):
        style.position(state)
    with pytest.raises(NotationError, match="there is no format for files"):
        style.read("")


def test_a_match_is_written_in_the_standard_way(data: object) -> None:
    style = notation.of(ludens.load(MATCH))
    state = style.game.start()
    assert style.ply(state, state.legal_moves()[0]) == state.notations()[0]


MATCH = """
(match "Two Games" (players 2)
    (games {(subgame "Tic-Tac-Toe" next:1) (subgame "Tic-Tac-Toe" next:0)})
    (end (if (= 2 (count Trials)) (byScore)))
)
"""
