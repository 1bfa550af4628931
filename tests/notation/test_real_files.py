"""Files of real games and positions come back: read, played by our rules, written, read again. README.md of the data
tells where each is from."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path

import chess
import chess.pgn
import pytest
from sgfmill import sgf

import ludens
from ludens import notation
from ludens.notation import Record, Style
from ludens.notation.go import Go
from ludens.notation.record import Line
from ludens.notation.shogi import Shogi
from ludens.notation.turns import Turn, whole_turns


@pytest.fixture
def files(data: Path) -> Path:
    return data / "notation"


def shogi() -> Shogi:
    found = notation.of(ludens.load("Shogi"))
    assert isinstance(found, Shogi)
    return found


def told(line: Line) -> object:
    """All that a record tells, to be compared."""
    variations = {turn: [told(other) for other in others] for turn, others in line.variations.items()}
    return line.plies, line.comments, line.glyphs, line.marks, variations


def assert_comes_back(style: Style, records: Sequence[Record], form: str | None = None) -> None:
    """Written and read again, games are the same, with all that is told of them."""
    again = style.read(style.write(records, form), form)
    assert [(told(one.line), one.result) for one in again] == [(told(one.line), one.result) for one in records]
    for one, other in zip(records, again, strict=True):
        tags = {key: value for key, value in one.tags.items() if key != "Result"}  # told by the result
        assert tags.items() <= other.tags.items() and one.start.sites() == other.start.sites()


def test_readme_tells_of_every_file(files: Path) -> None:
    known = set(re.findall(r"^\| (.*?) \|", (files / "README.md").read_text(encoding="utf-8"), re.MULTILINE))
    named = {name for row in known for name in re.findall(r"`([^`]+)`", row)}
    assert named == {file.name for file in files.iterdir()} - {"README.md"}


# --- chess


@pytest.mark.parametrize(("name", "turns"), [("famous.pgn", [45, 87, 97]), ("kasparov-deep-blue-1997.pgn", None)])
def test_games_of_chess(files: Path, name: str, turns: list[int] | None) -> None:
    style, text = notation.of(ludens.load("Chess")), (files / name).read_text()
    records, theirs = style.read(text, "pgn"), io.StringIO(text)
    for record in records:
        game = chess.pgn.read_game(theirs)
        assert game is not None
        board = game.board()
        for (state, turn), move in zip(record.states(), game.mainline_moves(), strict=True):
            assert style.position(state) == board.fen(en_passant="legal")
            assert style.turn(state, turn) == board.san(move)
            assert style.position(style.state(board.fen())) == board.fen(en_passant="legal")
            board.push(move)
        assert (record.tags["White"], record.result) == (game.headers["White"], game.headers["Result"])
    assert chess.pgn.read_game(theirs) is None
    assert turns is None or [len(record.turns) for record in records] == turns
    assert_comes_back(style, records)


def test_a_suite_of_positions(files: Path) -> None:
    style = notation.of(ludens.load("Chess"))
    lines = (files / "bratko-kopec.epd").read_text().splitlines()
    for line in lines:
        found = re.fullmatch(r"(?P<position>.+) bm (?P<best>.+); id \"BK\.\d\d\";", line)
        assert found, line
        state = style.state(found["position"])
        assert style.position(state).rsplit(" ", 2)[0] == found["position"]
        for best in found["best"].split():
            assert style.turn(state, style.parse(state, best)) == best
    assert len(lines) == 24


def test_published_counts(files: Path) -> None:
    style = notation.of(ludens.load("Chess"))
    for line in (files / "perft.txt").read_text().splitlines():
        position, counts = line.split(": ")
        state = style.state(position)
        # a square that a pawn passed is written where it can be taken there
        assert style.position(state) == chess.Board(f"{position} 0 1").fen(en_passant="legal")
        for depth, count in enumerate(map(int, counts.split()), 1):
            assert style.game.perft(depth, state) == count, (position, depth)


# --- draughts


def test_ways_of_writing_draughts(files: Path) -> None:
    style = notation.of(ludens.load("International Draughts"))
    records = style.read((files / "examples.pdn").read_text(), "pdn")
    assert [[style.turn(state, turn) for state, turn in record.states()] for record in records] == [
        ["32-28", "17-22", "28x17", "11x22", "37-32", "6-11"],
        ["34-29", "17-22", "32-28", "11-17", "37-32", "6-11", "41-37", "19-23", "28x19", "14x34", "39x30"],
        ["32-28", "19-23", "28x19", "14x23", "34-29", "23x34", "40x29", "10-14"],
        ["32-28", "20-25"],
        ["32-28", "20-25"],
        ["32-28"],
        ["4x31x42x15"],
    ]
    assert [record.result for record in records[:4]] == ["0-1", "1-0", "*", "*"]
    assert_comes_back(style, records)


def test_positions_of_draughts(files: Path) -> None:
    style = notation.of(ludens.load("International Draughts"))
    for line in (files / "draughts-positions.txt").read_text().splitlines():
        position, count = line.split()
        state = style.state(position)
        assert style.position(state) == position.partition(":H")[0], position
        assert len({way(style, turn) for turn in whole_turns(state)}) == int(count), position


def way(style: Style, turn: Turn) -> tuple[int, int, frozenset[int]]:
    """What rules of draughts tell turns apart by: where it begins and ends, and what is taken."""
    taken = frozenset(action.site_to for move in turn for action in move.actions if action.name == "Remove")
    return turn[0].from_site, turn[-1].to_site, taken


# --- Go


def test_a_whole_game_of_go(files: Path) -> None:
    style, text = notation.of(ludens.load("Go")), (files / "kisei.sgf").read_text()
    assert isinstance(style, Go)
    [record] = style.read(text)
    theirs = [node.get_move() for node in sgf.Sgf_game.from_string(text).get_main_sequence()][1:]
    assert len(record.plies) == len(theirs) == 235
    assert [style.grid.places[move.to_site][::-1] for move in record.plies] == [point for _, point in theirs]
    assert (record.result, record.tags["Black"], record.tags["White"]) == ("0-1", "Maruyama Toyoji", "Ito Yoji")
    assert_comes_back(style, [record])


# --- shogi


def test_each_position_of_a_game_of_shogi(files: Path) -> None:
    """SFEN as a site of shogi games has it, which says how many of a kind are held also where there is one."""
    style = shogi()
    rows = [line.split(" ", 1) for line in (files / "ueda-satomi.txt").read_text().splitlines()]
    text = "V2.2\nPI\n+\n" + "\n".join(move for move, _ in rows) + "\n%TORYO\n"
    [record] = style.read(text, "csa")
    state = record.start.copy()
    for turn, (_, position) in zip(record.turns, rows, strict=True):
        for move in turn:
            state.play(move)
        board, mover, held, number = position.split()
        usual = f"{board} {mover} {re.sub(r'(?<![0-9])1(?=[A-Za-z])', '', held)} {number}"
        assert style.position(state) == usual
        again = style.state(position)
        assert style.position(again) == usual and again.sites() == state.sites()
    assert (len(record.turns), record.result) == (100, "0-1")
    assert style.write(record, "csa").split()[-101:-1] == [move for move, _ in rows]
    for form in ("csa", "kif", "usi"):
        [again] = style.read(style.write(record, form), form)
        assert again.plies == record.plies


def test_one_game_in_two_formats(files: Path) -> None:
    style = shogi()
    [kif] = style.read((files / "ishida-fujii.kif").read_text(encoding="utf-8"), "kif")
    [csa] = style.read((files / "ishida-fujii.csa").read_text(encoding="utf-8"), "csa")
    assert kif.plies == csa.plies and len(kif.turns) == 96
    assert kif.tags["White"] == csa.tags["White"] == "藤井聡太 七段"
    assert kif.result == csa.result == "0-1"
    for record, form in ((kif, "kif"), (csa, "csa")):
        assert_comes_back(style, [record], form)


def test_a_long_game_in_kif(files: Path) -> None:
    style = shogi()
    [record] = style.read((files / "habu-fujii-2006.kif").read_text(encoding="utf-8"), "kif")
    assert (len(record.turns), record.result, record.tags["Black"]) == (181, "1-0", "羽生善治")
    assert [style.usi(state, turn) for state, turn in record.states()][-1] == "7a7b+"
    assert_comes_back(style, [record], "kif")
