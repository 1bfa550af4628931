"""Rules of Zillions of Games as descriptions: beside a machine that plays their programs, and what is left is said."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.imports.zillions_machine import Machine

import ludens
from ludens.cli import main
from ludens.game import Game
from ludens.imports import zillions
from ludens.imports.ini import ImportFailed

GAMES = Path(__file__).with_name("games")


def rules_of(file: str, title: str) -> zillions.Rules:
    return zillions.read((GAMES / file).read_text("utf-8"), file)[title]


def stones(
    game: Game, imported: zillions.Imported, state: ludens.State, machine: Machine
) -> dict[str, tuple[str, str]]:
    """What stands on the board: by position the player and the kind."""
    kinds = {name.lower(): kind.lower() for kind, name in imported.pieces.items()}
    return {
        imported.sites[row[1]]: (machine.players[row[4] - 1], kinds[game.components[row[3] - 1].base_name.lower()])
        for row in state.sites()
        if row[1] < len(imported.sites)
    }


@pytest.mark.parametrize(
    ("file", "title", "plies"),
    [
        ("skirmish.zrf", "Skirmish", 60),
        ("skirmish.zrf", "Arrival", 30),
        ("hops.zrf", "Hops", 60),
        ("hops.zrf", "Ahead", 60),
    ],
)
def test_random_games_agree_with_the_programs(file: str, title: str, plies: int) -> None:
    rules = rules_of(file, title)
    imported = zillions.described(rules)
    assert imported.remarks == ()
    game = ludens.load(imported.text)
    for seed in range(4):
        machine, state, choose = Machine(rules), game.start(seed=0), random.Random(seed)
        turn, going_on = 0, None
        for _ in range(plies):
            mover = machine.players[turn]
            assert stones(game, imported, state, machine) == machine.position
            if state.is_over:
                break
            assert state.mover == turn + 1
            theirs = machine.moves(mover, machine.last[1] if going_on is not None else "", going_on)
            ours = {}
            for move in state.legal_moves():
                after = state.copy()
                after.play(move)
                names = imported.sites[move.from_site], imported.sites[move.to_site]
                ours[*names, tuple(sorted(stones(game, imported, after, machine).items()))] = move
            expected = {(move.start, move.end, move.after): move for move in theirs}
            assert ours.keys() == expected.keys(), (seed, machine.position, ours.keys() ^ expected.keys())
            key = choose.choice(sorted(ours))
            state.play(ours[key])
            machine.play(expected[key])
            going_on = expected[key].going_on
            if going_on is None or not machine.moves(mover, machine.last[1], going_on):
                turn, going_on = 1 - turn, None


def test_a_board_of_points_follows_its_links() -> None:
    imported = zillions.described(rules_of("paths.zrf", "Paths"))
    assert imported.remarks == ()
    state = ludens.load(imported.text).start(seed=0)
    names = imported.sites
    moves = {
        (names[move.from_site] if move.from_site < len(names) else "hand", names[move.to_site])
        for move in state.legal_moves()
    }
    drops = {("hand", name) for name in ("p1", "p2", "p3", "p4")}
    assert moves == drops | {("q1", "p1"), ("q1", "q2")}


def test_variants_inherit_and_separators_are_none() -> None:
    games = zillions.read((GAMES / "skirmish.zrf").read_text("utf-8"))
    assert [*games] == ["Skirmish", "Arrival"]
    assert [turn.player for turn in games["Arrival"].turns()[0]] == ["White", "Black"]


HEAD = """(game (title "T") (players White Black) (turn-order White Black)
(board (grid (start-rectangle 0 0 9 9) (dimensions ("a/b/c" (9 0)) ("3/2/1" (0 9)))
  (directions (n 0 -1) (s 0 1) (e 1 0))) (symmetry Black (n s) (s n)))
"""
SETUP = "(board-setup (White (Man a1 b1)) (Black (Man a3 b3))))"


def described(body: str, setup: str = SETUP) -> zillions.Imported:
    return zillions.described(zillions.read(HEAD + body + setup)["T"])


@pytest.mark.parametrize(
    ("body", "remark"),
    [
        ("(piece (name Man) (moves (n add) (n (set-position-flag x true) add)))", "game.zrf:4: a move of Man is left"),
        ("(piece (name Man) (moves (n add) (n frob add)))", "'frob' is not understood"),
        ("(piece (name Man) (moves (n add) (n (verify (defended?)) add)))", "the condition (defended?) is not said"),
        ('(option "recycle captures" true) (piece (name Man) (moves (n add)))', '"recycle captures"'),
        ("(frobnicate 1) (piece (name Man) (moves (n add)))", "(frobnicate ...) is not said"),
        ("(piece (name Man) (frob 1) (moves (n add)))", "(frob ...) of the piece Man is not said"),
        ("(piece (name Man) (moves (n add))) (win-condition (White) (frob 1))", "win-condition: (frob 1) is not said"),
    ],
)
def test_what_is_left_is_said_with_its_place(body: str, remark: str) -> None:
    imported = described(body)
    assert any(remark in one for one in imported.remarks), imported.remarks
    assert f"// Not said: {imported.remarks[0]}" in imported.text
    assert len(ludens.load(imported.text).start(seed=0).legal_moves()) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(game (title", "game.zrf:1: this bracket is not closed"),
        ('(game\n (title "x)', "game.zrf:2: a text has no second quotation mark"),
        ("(define a (b))", "there is no (game ...) here"),
        ("(define a (a a)) (game (a))", "do not come to an end"),
        ('(include "other.zrf") (game)', "there is no file 'other.zrf' to include"),
    ],
)
def test_what_is_no_such_file_is_an_error(text: str, message: str) -> None:
    with pytest.raises(ImportFailed) as failed:
        zillions.read(text)
    assert message in str(failed.value)


@pytest.mark.parametrize("text", ["(game (players A))", HEAD + ")", HEAD.replace("(board", "(frob") + SETUP])
def test_no_game_is_an_error(text: str) -> None:
    with pytest.raises(ImportFailed):
        zillions.described(next(iter(zillions.read(text).values())))


def test_files_are_included_and_macros_filled() -> None:
    other = "(define go-$1-unused ()) (define walk ($1 (verify empty?) (add $2)))"
    text = '(include "moves.zrf")' + HEAD + "(piece (name Man) (moves (walk n Man) (walk e)))" + SETUP
    listed: Callable[[str], str | None] = {"moves.zrf": other}.get
    imported = zillions.described(zillions.read(text, "game.zrf", listed)["T"])
    assert imported.remarks == ()
    assert len(ludens.load(imported.text).start(seed=0).legal_moves()) == 3


def test_turns_follow_their_order() -> None:
    text = HEAD.replace("(turn-order White Black)", "(turn-order White repeat Black Black White White)")
    body = "(piece (name Man) (drops ((verify empty?) add)))"
    state = ludens.load(zillions.described(zillions.read(text + body + "(board-setup))")["T"]).text).start(seed=0)
    movers = []
    for _ in range(8):
        movers.append(state.mover)
        state.play(state.legal_moves()[0])
    assert movers == [1, 2, 2, 1, 1, 2, 2, 1]


def test_the_command_lists_and_writes_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "skirmish.zrf"
    file.write_bytes((GAMES / "skirmish.zrf").read_bytes() + b"; \xe9 is no UTF-8\n")
    assert main(["import", str(file), "--list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == ["Skirmish", "Arrival"]
    assert main(["import", str(file), "-o", str(tmp_path / "out"), "--strict"]) == 0
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"Skirmish.lud", "Arrival.lud"}


def test_a_puzzle_has_one_player() -> None:
    head = HEAD.replace("White Black", "You").replace("(symmetry Black (n s) (s n))", "")
    body = "(piece (name Peg) (moves (e (verify not-empty?) capture e (verify empty?) add)))"
    setup = "(board-setup (You (Peg a1 b1 c3))) (win-condition (You) (pieces-remaining 2)))"
    game = ludens.load(zillions.described(zillions.read(head + body + setup)["T"]).text)
    assert game.num_players == 1
    state = game.start(seed=0)
    hop = next(move for move in state.legal_moves() if move.from_site != move.to_site)
    state.play(hop)
    assert state.is_over and state.ranking[0] == 1.0
