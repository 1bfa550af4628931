"""Go: SGF as another program (sgfmill) reads it, vertices of GTP."""

from __future__ import annotations

from pathlib import Path

import pytest
from sgfmill import sgf

import ludens
from ludens import notation
from ludens.game import IllegalMove
from ludens.notation.go import Go
from tests.notation.playing import cause, random_record


@pytest.fixture(scope="module")
def small() -> Go:
    found = notation.of(ludens.load("Go", options=["Board Size/9x9"]))
    assert isinstance(found, Go)
    return found


@pytest.fixture(scope="module")
def usual() -> Go:
    found = notation.of(ludens.load("Go"))
    assert isinstance(found, Go)
    return found


@pytest.mark.parametrize("seed", range(4))
def test_random_games_are_read_by_another_program(small: Go, seed: int) -> None:
    record = random_record(small.game, seed, 150)
    record.tags = {"Black": "A [x]", "White": "B \\", "Komi": "7"}
    text = small.write(record)
    theirs = sgf.Sgf_game.from_string(text)
    assert (theirs.get_size(), theirs.get_player_name("b"), theirs.get_komi()) == (9, "A [x]", 7.0)
    moves = [node.get_move() for node in theirs.get_main_sequence()][1:]
    assert len(moves) == len(record.plies)
    for (colour, point), move in zip(moves, record.plies, strict=True):
        assert colour == "bw"[move.mover - 1]
        assert point == (None if move.to_site < 0 else small.grid.places[move.to_site][::-1])
    [again] = small.read(text)
    assert again.plies == record.plies and again.tags["Black"] == "A [x]" and again.result == record.result


def test_what_another_program_writes(usual: Go) -> None:
    theirs = sgf.Sgf_game(size=19)
    theirs.get_root().set_setup_stones([(3, 3), (15, 15)], [(9, 9)])
    theirs.get_root().set("PL", "w")
    for colour, point in (("w", (2, 5)), ("b", None), ("w", (0, 0))):
        theirs.extend_main_sequence().set_move(colour, point)
    theirs.get_last_node().set("C", "a ] and a \\")
    [record] = usual.read(theirs.serialise().decode())
    assert [usual.vertex(move) for move in record.plies] == ["F3", "pass", "A1"]
    assert record.comments == {3: "a ] and a \\"}
    assert len(record.start.sites()) == 3 and record.start.mover == 2
    written = usual.write(record)
    assert usual.write(usual.read(written)) == written
    again = sgf.Sgf_game.from_string(written)
    assert again.get_root().get_setup_stones()[:2] == theirs.get_root().get_setup_stones()[:2]


def test_a_famous_opening(usual: Go, data: Path) -> None:
    [record] = usual.read((data / "notation" / "shusaku.sgf").read_text(encoding="utf-8"))
    assert [usual.vertex(move) for move in record.plies[:5]] == ["R16", "D17", "Q3", "P17", "C4"]
    assert (len(record.plies), record.ended, record.tags["White"]) == (29, "1-0", "幻庵因碩")
    assert usual.read(usual.write(record))[0].plies == record.plies


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "game:1: a file of SGF begins with (;"),
        ("(;GM[1]SZ[9];B[aa])", "game:1:2: the board is of size 9, and that of Go here 19"),
        ("(;B[aa];W[zz])", "game:1:8: there is no point 'zz'"),
        ("(;B[zz])", "game:1:2: there is no point 'zz'"),
        ("(;B[aa]", "game:1:1: this ( is never closed"),
        ("(;B)", "game:1:3: the property B has no value"),
        ("(;GM[2])", "game:1:2: GM[2] is another game than Go"),
        ("(;AB[zz];B[aa])", "game:1:2: there is no point 'zz'"),
        ("(x)", "game:1:2: a node, ( or ) is expected"),
        ("()", "game:1:1: this ( holds no node"),
        ("(;B[aa];AB[zz]W[cc])", "game:1:8: there is no point 'zz'"),
    ],
)
def test_what_is_wrong_in_a_file(usual: Go, text: str, told: str) -> None:
    assert cause(usual, text).startswith(told)


def test_vertices(small: Go) -> None:
    state = small.game.start()
    [move] = small.at_vertex(state, "j9")
    assert small.vertex(move) == "J9" and state.notation(move) == "I9"
    assert small.vertex(small.at_vertex(state, "PASS")[0]) == "pass"
    for wrong in ("I9", "K1", "J10", "", "4D"):
        with pytest.raises(IllegalMove, match="no vertex: they are A1 to J9, without I, or pass"):
            small.at_vertex(state, wrong)


def test_moves_are_written_and_read_as_players_do(small: Go) -> None:
    state = small.game.start()
    [move] = small.parse(state, "j9")
    assert move == small.at_vertex(state, "J9")[0] == small.parse(state, move.to_trial())[0]
    assert small.ply(state, move) == "J9" == small.point(move.to_site)
    assert small.names(state)[state.legal_moves().index(move)] == "J9" and state.notation(move) == "I9"
    with pytest.raises(IllegalMove, match="'I9' is no move here"):
        small.parse(state, "I9")


def test_a_relative_of_go_is_written_without_its_number() -> None:
    style = notation.of(ludens.load("Gonnect"))
    assert style.family == "go"
    assert "GM[" not in style.write(random_record(style.game, 1, 20))
